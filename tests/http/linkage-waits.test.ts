import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

// What a run of an automation may do is decided when an action is executed, not when the run began.

const PASSWORD = 'eine-lange-losung-2026';

let server: Farm;
let api: ApiClient;

beforeAll(async () => {
  server = await farm();
  api = await server.client();
});
afterAll(async () => {
  await server?.stop();
});

async function operator(username: string): Promise<{ userId: string; api: ApiClient }> {
  await api.users.create({ username, roles: ['operator'], password: PASSWORD });
  const { baseUrl } = server;
  const { accessToken, user } = await createApiClient({ baseUrl }).auth.login({
    username,
    password: PASSWORD,
  });
  return { userId: user.userId, api: createApiClient({ baseUrl, getAccessToken: () => accessToken }) };
}

/** An automation that waits before its command. */
async function waiting() {
  const valve = await api.devices.create({ name: `阀门 ${crypto.randomUUID()}`, productModelCode: 'DCF-4' });
  const { id } = await api.linkages.create({
    name: '等一小时',
    trigger: { type: 'manual' },
    actions: [
      { type: 'wait', ms: 3_600_000 },
      {
        type: 'command',
        deviceId: valve.id,
        method: 'switchValve',
        params: { open: true },
        expiresInMs: 60_000,
      },
    ],
  });
  const isOver = (): Promise<unknown> =>
    server.sql(`update linkage_run set resume_at = now() where linkage_id = $1 and state = 'waiting'`, [id]);
  const ended = () =>
    waitFor(
      async () =>
        (await api.linkages.runs(id)).items.find(({ state }) => !/^(?:running|waiting)$/.test(state)),
      { what: 'the end of the run' },
    );
  return { id, valve, isOver, ended };
}

it('who ran it by hand has to be allowed to when the wait is over', async () => {
  const [stays, demoted, removed] = [
    await operator('stays'),
    await operator('demoted'),
    await operator('removed'),
  ];
  const runs = [await waiting(), await waiting(), await waiting()];
  for (const [at, person] of [stays, demoted, removed].entries())
    expect(await person.api.linkages.run(runs[at]!.id)).toMatchObject({ state: 'waiting' });
  await api.users.update(demoted.userId, { roles: ['viewer'] });
  await api.users.remove(removed.userId);
  for (const { isOver } of runs) await isOver();
  expect(await runs[0]!.ended()).toMatchObject({
    state: 'successful',
    actions: [{ type: 'wait' }, { type: 'command', state: 'successful' }],
  });
  for (const { ended } of runs.slice(1))
    expect(await ended()).toMatchObject({ state: 'cancelled', reason: 'forbidden', actions: [] });
});

it('a device that another organisation has by then receives nothing', async () => {
  const { id, valve, isOver, ended } = await waiting();
  expect(await api.linkages.run(id)).toMatchObject({ state: 'waiting' });
  await server.sql(
    `with other as (insert into organisation (name) values ('邻居') returning id)
     update device set organisation_id = (select id from other) where id = $1`,
    [valve.id],
  );
  await isOver();
  expect(await ended()).toMatchObject({
    state: 'failed',
    actions: [{ type: 'wait' }, { state: 'failed', detail: 'the device does not exist any more' }],
  });
});
