import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt from 'mqtt';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// DATABASE_URL: Debian's own PostgreSQL (15 on bookworm), which nobody prepared beyond an empty database.

/** Unprivileged, as the embedded database's: PostgreSQL refuses to run as root. */
const NOBODY = 65534;
const asRoot = process.getuid?.() === 0;
const identity = asRoot ? { uid: NOBODY, gid: NOBODY } : {};

let folder: string;
let postmaster: ChildProcess;
let url: string;

function binary(name: string): string {
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a));
  return join('/usr/lib/postgresql', versions[0] ?? '15', 'bin', name);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farm3d-pg-'));
  chmodSync(folder, 0o755);
  const cluster = join(folder, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  if (asRoot) chownSync(cluster, NOBODY, NOBODY);
  execFileSync(
    binary('initdb'),
    ['-D', cluster, '-U', 'farm', '--auth=trust', '--encoding=UTF8', '--no-locale'],
    { ...identity, cwd: folder },
  );
  const port = await freePort();
  postmaster = spawn(
    binary('postgres'),
    ['-D', cluster, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', cluster],
    {
      ...identity,
      cwd: folder,
      stdio: 'ignore',
    },
  );
  url = `postgres://farm@127.0.0.1:${port}/postgres`;
  await waitFor(
    async () => {
      const client = new pg.Client({ connectionString: url });
      try {
        await client.connect();
        return true;
      } catch {
        return false;
      } finally {
        await client.end().catch(() => undefined);
      }
    },
    { timeoutMs: 30_000, what: 'the outside database' },
  );
});

afterAll(async () => {
  if (postmaster?.exitCode === null) {
    const gone = new Promise((resolve) => postmaster.once('exit', resolve));
    postmaster.kill('SIGINT');
    await gone;
  }
  rmSync(folder, { recursive: true, force: true });
});

async function report(server: RunningServer, token: string, message: object): Promise<void> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: token,
    protocolVersion: 4,
  });
  await client.publishAsync('v1/devices/me/telemetry', JSON.stringify(message), { qos: 1 });
  await client.endAsync();
}

test('everything works in an outside PostgreSQL, and a second start finds it', async () => {
  const env = { DATABASE_URL: url };
  let server = await startServer({ env });
  try {
    const client = await server.client();
    const device = await client.devices.create({ name: '外部库设备', productModelCode: 'TQ-3L' });
    await report(server, device.accessToken, { soilMoisture10: 23.4 });
    expect((await client.telemetry.latest(device.id))['soilMoisture10']?.value).toBe(23.4);
    const scene = await client.scenes.create({ name: '外部库场景' });

    await server.stop();
    server = await startServer({ env });
    const later = await server.client();
    expect((await later.telemetry.latest(device.id))['soilMoisture10']?.value).toBe(23.4);
    expect((await later.scenes.get(scene.id)).name).toBe('外部库场景');
  } finally {
    await server.stop();
  }
});
