import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';

// Lists page by page, while rows come and go.

let server: Farm;
let api: ApiClient;
let accessToken: string;

beforeAll(async () => {
  server = await farm();
  accessToken = await server.accessToken();
  api = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
});
afterAll(async () => {
  await server?.stop();
});

interface Page<Row> {
  readonly items: readonly Row[];
  readonly total: number;
  readonly next?: string | null | undefined;
}
interface Wanted {
  readonly pageSize: number;
  readonly cursor?: string;
}

/** All rows by cursors, five a page; `between` runs after each page. */
async function walk<Row>(
  list: (wanted: Wanted) => Promise<Page<Row>>,
  between: (page: readonly Row[]) => Promise<unknown> = () => Promise.resolve(),
): Promise<Row[]> {
  const found: Row[] = [];
  let cursor: { cursor?: string } = {};
  for (;;) {
    const { items, next } = await list({ pageSize: 5, ...cursor });
    found.push(...items);
    expect(items.length).toBeLessThanOrEqual(5);
    if (!next) {
      expect(next).toBeNull();
      return found;
    }
    expect(items).toHaveLength(5);
    await between(items);
    cursor = { cursor: next };
  }
}

const device = (name: string) => api.devices.create({ name, productModelCode: 'TQ-3L' });
const raw = (path: string): Promise<Response> =>
  fetch(server.baseUrl + path, { headers: { authorization: `Bearer ${accessToken}`, 'x-locale': 'en' } });

describe('a list continues behind its cursor', () => {
  it.each(['name', 'productModelCode', 'online', 'lastActivityTime', 'createTime'] as const)(
    'devices by %s: none twice, none left out while some come and go',
    async (sortProperty) => {
      const prefix = `页${sortProperty}`;
      const names = Array.from({ length: 12 }, (_, at) => `${prefix}${String(at).padStart(2, '0')}`);
      for (const name of names) await device(name);
      for (const sortOrder of ['ASC', 'DESC'] as const) {
        const list = (wanted: Wanted) =>
          api.devices.list({ ...wanted, name: prefix, sortProperty, sortOrder });
        const before = (await list({ pageSize: 200 })).items.map(({ id }) => id);
        let nth = 0;
        const seen = await walk(list, async (page) => {
          nth += 1;
          // One that was read goes; one comes before it in the order, and one behind.
          await api.devices.remove(page[0]?.id ?? '');
          await device(`${prefix}0 ${sortOrder} ${nth}`);
          await device(`${prefix}99 ${sortOrder} ${nth}`);
        });
        const ids = seen.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.filter((id) => before.includes(id))).toEqual(before);
      }
    },
  );

  it('rows of one instant, and instants of a microsecond, are told apart', async () => {
    const [first] = (await api.devices.list({ pageSize: 1 })).items;
    await server.sql(
      `insert into command (id, device, owner_id, method, state, created_at)
       select gen_random_uuid(), d.key, d.organisation_id, 'm' || n, 'failed',
         '2026-05-01 10:00:00.000001Z'::timestamptz + (n / 2) * interval '1 microsecond'
       from device d, generate_series(0, 16) n where d.id = $1`,
      [first?.id],
    );
    const all = await walk((wanted) => api.organisation.operateLog({ ...wanted, deviceId: first?.id ?? '' }));
    expect(all.map(({ method }) => Math.floor(Number(method.slice(1)) / 2))).toEqual(
      Array.from({ length: 17 }, (_, n) => Math.floor((16 - n) / 2)),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(17);
  });

  it('alarms, of the organisation and of a device', async () => {
    const [one] = (await api.devices.list({ pageSize: 1 })).items;
    const insert = (count: number) =>
      server.sql(
        `insert into alarm (id, organisation_id, device, name, severity, raised_at, values)
         select gen_random_uuid(), d.organisation_id, d.key, 'a', 'MAJOR', now() + n * interval '1 ms', '{}'
         from device d, generate_series(1, $2) n where d.id = $1`,
        [one?.id, count],
      );
    await insert(12);
    const lists = [
      (wanted: Wanted) => api.alarms.query(wanted),
      (wanted: Wanted) => api.alarms.ofDevice(one?.id ?? '', wanted),
    ];
    for (const list of lists) {
      const before = (await list({ pageSize: 200 })).items.map(({ id }) => id);
      const seen = await walk(list, async (page) => {
        await server.sql('delete from alarm where id = $1', [page[1]?.id]);
        await insert(2);
      });
      expect(seen.map(({ id }) => id)).toEqual(before);
    }
  });

  it('the audit log, in which the walk itself may be recorded', async () => {
    const before = (await api.audit.list({ pageSize: 200 })).items.map(({ seq }) => seq);
    const seen = await walk(
      (wanted) => api.audit.list(wanted),
      () => device(`审计${Math.random()}`),
    );
    expect(seen.map(({ seq }) => seq)).toEqual(before);
  });

  it('notifications and their deliveries', async () => {
    const [me] = await server.sql<{ organisation_id: string; user_id: string }>(
      `select m.organisation_id, m.user_id from active_membership m join app_user u on u.id = m.user_id
       where u.username = 'admin'`,
    );
    const insert = (count: number) =>
      server.sql(
        `insert into notification (id, organisation_id, user_id, kind, variables, created_at, event_key)
         select gen_random_uuid(), $1, $2, 'test', '{}', now() + n * interval '1 ms', gen_random_uuid()::text
         from generate_series(1, $3) n`,
        [me?.organisation_id, me?.user_id, count],
      );
    await insert(12);
    const before = (await api.notifications.list({ pageSize: 200 })).items.map(({ id }) => id);
    const seen = await walk(
      (wanted) => api.notifications.list(wanted),
      () => insert(1),
    );
    expect(seen.map(({ id }) => id)).toEqual(before);
    expect((await api.notifications.deliveries({ pageSize: 5 })).next).toBeNull();
  });

  it('work orders in each order, also those without a deadline', async () => {
    const due = (at: number) => (at % 3 === 0 ? {} : { deadline: Date.UTC(2031, 0, 1 + (at % 5)) });
    const priorities = ['low', 'normal', 'high', 'urgent'] as const;
    for (let at = 0; at < 12; at += 1)
      await api.workOrders.create({ title: `页单${at}`, priority: priorities[at % 4] ?? 'low', ...due(at) });
    for (const sortProperty of ['createTime', 'deadline', 'priority'] as const)
      for (const sortOrder of ['ASC', 'DESC'] as const) {
        const list = (wanted: Wanted) =>
          api.workOrders.list({ ...wanted, title: '页单', sortProperty, sortOrder });
        const before = (await list({ pageSize: 200 })).items.map(({ id }) => id);
        expect((await walk(list)).map(({ id }) => id)).toEqual(before);
      }
    const scenes = Array.from({ length: 7 }, (_, at) => `页场景${at}`);
    for (const name of scenes) await api.scenes.create({ name });
    const listed = await walk((wanted) => api.scenes.list({ ...wanted, name: '页场景' }));
    expect(listed.map(({ name }) => name)).toEqual(scenes.toReversed());
  });
});

it('page numbers stay, and tell the cursor of the page behind', async () => {
  const page = await api.devices.list({ page: 2, pageSize: 5 });
  const all = await api.devices.list({ pageSize: 200 });
  expect(page.items).toEqual(all.items.slice(5, 10));
  expect(all.next).toBeNull();
  const behind = await api.devices.list({ pageSize: 5, cursor: page.next ?? '' });
  expect(behind.items).toEqual(all.items.slice(10, 15));
});

it('a cursor is of one order: with another one it is refused', async () => {
  for (let at = 0; at < 2; at += 1) await api.workOrders.create({ title: `单${at}` });
  const newest = { pageSize: 1, sortProperty: 'createTime', sortOrder: 'DESC' } as const;
  const cursor = (await api.workOrders.list(newest)).next ?? '';
  expect((await api.workOrders.list({ ...newest, cursor })).items).toHaveLength(1);
  for (const other of [{ sortOrder: 'ASC' }, { sortProperty: 'deadline' }] as const)
    await expect(api.workOrders.list({ ...newest, ...other, cursor })).rejects.toMatchObject({
      status: 400,
      field: 'cursor',
    });
});

it.each([
  ['no cursor', 'x'],
  ['no list', '{}'],
  [
    'another order',
    '["devices by lastActivityTime desc","2026-05-01T10:00:00","a","00000000-0000-4000-8000-000000000000"]',
  ],
  ['too few values', '["devices by lastActivityTime asc","2026-05-01T10:00:00"]'],
  [
    'a day that is none',
    '["devices by lastActivityTime asc","2026-02-30T10:00:00","a","00000000-0000-4000-8000-000000000000"]',
  ],
  [
    'an hour that is none',
    '["devices by lastActivityTime asc","2026-02-03T25:00:00","a","00000000-0000-4000-8000-000000000000"]',
  ],
  ['no id', '["devices by lastActivityTime asc","2026-02-03T10:00:00","a","b"]'],
  [
    'text that cannot be stored',
    '["devices by lastActivityTime asc","-infinity","\\u0000","00000000-0000-4000-8000-000000000000"]',
  ],
])('a cursor that is %s is answered 400', async (_what, text) => {
  const cursor = text === 'x' ? text : Buffer.from(text).toString('base64url');
  const answer = await raw(`/api/devices?sortProperty=lastActivityTime&cursor=${cursor}`);
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { code: 400, msg: 'No answer of this list in this order had such a cursor', field: 'cursor' },
  ]);
});
