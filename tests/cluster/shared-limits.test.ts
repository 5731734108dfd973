// Second tier (outside): limits of two servers together
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';
import { startPostgres, type OutsideProgram } from './support/postgres.ts';

// Limits and quotas of two servers are those of one.

const QUOTA = 200;
const CALLS = 40;

let database: OutsideProgram;
const folders = ['a', 'b'].map((name) => mkdtempSync(join(tmpdir(), `farm3d-limits-${name}-`)));
const servers: RunningServer[] = [];

beforeAll(async () => {
  database = await startPostgres();
  for (const dataDir of folders) {
    const env = {
      DATABASE_URL: database.url,
      FARM3D_CLUSTER: '1',
      FARM3D_QUOTAS: `device=${QUOTA}`,
      FARM3D_LIMITS: `ip=1000000,organisation=1000000,device=1000000,user=${CALLS}`,
    };
    servers.push(await startServer({ dataDir, env }));
  }
});

afterAll(async () => {
  for (const server of servers) await server.stop();
  await database?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test('a device that has sent its quota at one server is refused at the other, too', async () => {
  const [a, b] = servers as [RunningServer, RunningServer];
  const device = await (await a.client()).devices.create({ name: '话多', productModelCode: 'TQ-3L' });
  const report = async (server: RunningServer): Promise<number> =>
    (
      await fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
        method: 'POST',
        body: '{"soilMoisture20": 20}',
      })
    ).status;
  const first = await Promise.all(Array.from({ length: QUOTA + 1 }, () => report(a)));
  expect(first.filter((status) => status === 200)).toHaveLength(QUOTA);
  let taken = 0;
  // A new hour, in which it may send again, begins for both at once.
  await waitFor(
    async () => {
      const status = await report(b);
      if (status === 200) taken += 1;
      return status === 429;
    },
    { intervalMs: 250, what: 'the other server to know' },
  );
  expect(taken).toBeLessThan(QUOTA);
});

test('the calls of a person at both servers count together', async () => {
  const tokens = await Promise.all(servers.map((server) => server.accessToken()));
  const call = async (n: number): Promise<number> => {
    const headers = { authorization: `Bearer ${tokens[n % 2]}` };
    return (await fetch(`${servers[n % 2]?.baseUrl}/api/devices/count`, { headers })).status;
  };
  const statuses = [];
  for (let n = 0; n < 2 * CALLS && statuses.at(-1) !== 429; n += 1) statuses.push(await call(n));
  expect(statuses.at(-1)).toBe(429);
  // Fewer than the calls of two servers; a minute may have ended between.
  expect(statuses.length).toBeLessThanOrEqual(CALLS + 1);
  expect([await call(0), await call(1)]).toEqual([429, 429]);
});
