import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, expect, test } from 'vitest';
import { ADMIN_PASSWORD, DataFolder, FarmProcess } from './support/farm-process.ts';
import { until } from './support/until.ts';

const folder = new DataFolder();
let server: FarmProcess | undefined;
afterAll(async () => {
  await server?.kill9();
  await folder.remove();
});

async function clientOf({ httpPort }: FarmProcess): Promise<ApiClient> {
  const baseUrl = `http://127.0.0.1:${httpPort}`;
  const { accessToken } = await createApiClient({ baseUrl }).auth.login({
    username: 'admin',
    password: ADMIN_PASSWORD,
  });
  return createApiClient({ baseUrl, getAccessToken: () => accessToken });
}

test('an automation that waits goes on after a crash, once; one that was changed does not', async () => {
  server = await FarmProcess.start(folder);
  const before = await clientOf(server);
  const waiting = (name: string) =>
    before.linkages.create({
      name,
      trigger: { type: 'manual' },
      actions: [
        { type: 'workOrder', title: `${name} 开`, content: '' },
        { type: 'wait', ms: 3_600_000 },
        { type: 'workOrder', title: `${name} 关`, content: '' },
      ],
    });
  const [kept, changed] = [await waiting('留'), await waiting('改')];
  for (const { id } of [kept, changed])
    expect(await before.linkages.run(id)).toMatchObject({ state: 'waiting' });
  await server.kill9();

  // While no server runs the hour passes, and one of them is changed by another one of the cluster.
  const sql = await folder.connect();
  await sql.query(`update linkage_run set resume_at = now() where state = 'waiting'`);
  await sql.query('update linkage set version = version + 1 where id = $1', [changed.id]);
  await sql.end();
  server = await FarmProcess.start(folder);
  const api = await clientOf(server);
  const runOf = async (id: string) => (await api.linkages.runs(id)).items[0];
  await until(async () => (await runOf(kept.id))?.state === 'successful', 'the run has ended');
  expect((await runOf(kept.id))?.actions.map(({ type, state }) => [type, state])).toEqual([
    ['workOrder', 'successful'],
    ['wait', 'successful'],
    ['workOrder', 'successful'],
  ]);
  expect(await runOf(changed.id)).toMatchObject({ state: 'cancelled', reason: 'changed' });
  const { items } = await api.workOrders.list({ pageSize: 200 });
  expect(items.map(({ title }) => title).toSorted()).toEqual(['改 开', '留 关', '留 开'].toSorted());
});
