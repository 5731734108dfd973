import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const MAIN = resolve(import.meta.dirname, 'main.ts');
const DEVICES = [{ id: 'probe', name: '1号墒情站', productModelCode: 'TQ-3L', token: 'very-secret-token' }];

describe('the simulator as a process', () => {
  let folder: string;
  let child: ChildProcess | undefined;
  let output = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'farm3d-simulator-'));
    await writeFile(join(folder, 'devices.json'), JSON.stringify(DEVICES));
  });
  afterEach(async () => {
    if (child && child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });

  const start = (env: Record<string, string>): ChildProcess => {
    output = '';
    child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk));
    return child;
  };
  const printed = async (text: string): Promise<void> =>
    expect.poll(() => output, { timeout: 10_000 }).toContain(text);

  test('exits with 0 on SIGTERM while it waits for a broker, and saves the farm', async () => {
    // A port that was free a moment ago: connections to it are refused.
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => server.close(closed));
    const running = start({
      FARM3D_MQTT_URL: `mqtt://127.0.0.1:${port}`,
      FARM3D_DEMO_DEVICES: join(folder, 'devices.json'),
    });
    await printed('playing 1 devices');
    await printed('ECONNREFUSED');
    running.kill('SIGTERM');
    const [code] = await once(running, 'close');
    expect(code).toBe(0);
    const state: unknown = JSON.parse(await readFile(join(folder, 'simulator-state.json'), 'utf8'));
    expect(state).toMatchObject({ zones: [{ valve: { opening: 0 } }] });
    expect(output).not.toContain('very-secret-token');
  });

  test('a missing device list is reported in one line with exit code 1', async () => {
    const running = start({ FARM3D_DEMO_DEVICES: join(folder, 'nothing.json') });
    const [code] = await once(running, 'close');
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toEqual([
      `simulator: FARM3D_DEMO_DEVICES: cannot read ${join(folder, 'nothing.json')}`,
    ]);
  });
});
