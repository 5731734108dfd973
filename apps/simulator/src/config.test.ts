import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';

const DEVICES = JSON.stringify([{ id: 'a', name: '1号墒情站', productModelCode: 'TQ-3L', token: 'secret' }]);

describe('the environment', () => {
  test('the device list comes from a file, and the state file is in the same folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'farm3d-simulator-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'devices.json'), DEVICES);
    const config = await readConfig({ FARM3D_DEMO_DEVICES: join(folder, 'devices.json') });
    expect(config.devices[0]?.token).toBe('secret');
    expect(config.statePath).toBe(join(folder, 'simulator-state.json'));
    expect(config).toMatchObject({ mqttUrl: 'mqtt://127.0.0.1:1883', intervalMs: 5000 });
  });

  test('the device list can also be in the variable itself', async () => {
    const config = await readConfig({ FARM3D_DEMO_DEVICES: DEVICES, FARM3D_SIM_INTERVAL_MS: '250' });
    expect(config).toMatchObject({ intervalMs: 250, statePath: undefined });
  });

  test.each([
    [{}, 'FARM3D_DEMO_DEVICES is not set'],
    [{ FARM3D_DEMO_DEVICES: '/nowhere/devices.json' }, 'cannot read /nowhere/devices.json'],
    [{ FARM3D_DEMO_DEVICES: '[{"id":"a"}]' }, 'FARM3D_DEMO_DEVICES, 0.name'],
    [{ FARM3D_DEMO_DEVICES: '[oops' }, 'FARM3D_DEMO_DEVICES is not JSON'],
    [{ FARM3D_DEMO_DEVICES: '[]', FARM3D_SIM_INTERVAL_MS: 'soon' }, 'FARM3D_SIM_INTERVAL_MS'],
    [{ FARM3D_DEMO_DEVICES: '[]', FARM3D_SIM_INTERVAL_MS: '10' }, 'FARM3D_SIM_INTERVAL_MS'],
  ])('%j is refused with a message of one line', async (env, text) => {
    await expect(readConfig(env)).rejects.toThrow(text);
  });
});
