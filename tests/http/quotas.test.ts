import { createApiClient, type ApiClient } from '@farm3d/api';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertMember } from '../support/members.ts';
import { farm, type Farm } from '../support/farm.ts';
import { picture } from '../support/fixtures.ts';
import { waitFor } from '../support/wait.ts';

/* Quotas of an organisation hold whatever adds a device or a file, and however many do so at once. */

let server: Farm;
/** Of the installation. */
let operator: ApiClient;
let api: ApiClient;
let organisationId: string;

beforeAll(async () => {
  server = await farm({ demo: false });
  operator = await server.client();
  api = await member('li');
  organisationId = (await api.auth.me()).organisation.id;
});
afterAll(async () => {
  await server?.stop();
});

/** Somebody new in the organisation. */
async function member(username: string): Promise<ApiClient> {
  await insertMember(server, { username, roles: ['admin'], organisation: '河岸' });
  const { baseUrl } = server;
  const { accessToken } = await createApiClient({ baseUrl }).auth.login({
    username,
    password: server.adminPassword,
  });
  return createApiClient({ baseUrl, getAccessToken: () => accessToken });
}

const usage = async () => {
  const { items } = await operator.organisations.list({ name: '河岸' });
  const [one] = items;
  if (!one) throw new Error('there is no such organisation');
  return one;
};
const create = (name: string) => api.devices.create({ name, productModelCode: 'TQ-3L' });
/** Status and stable name of an error; 200 without one. */
const outcome = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 200,
    ({ status, error }: { status: number; error?: string }) => `${status} ${error}`,
  );
const count = (outcomes: readonly unknown[], wanted: unknown): number =>
  outcomes.filter((one) => one === wanted).length;

describe('the quota of devices', () => {
  beforeEach(async () => {
    await operator.organisations.update(organisationId, { deviceQuota: null });
  });

  it('is never exceeded by calls at the same time', async () => {
    const { devices } = await usage();
    await operator.organisations.update(organisationId, { deviceQuota: devices + 3 });
    const tries = Array.from({ length: 24 }, (_, at) => outcome(create(`同时-${at}`)));
    const outcomes = await Promise.all(tries);
    expect([count(outcomes, 200), count(outcomes, '409 device_quota')]).toEqual([3, 21]);
    expect(await usage()).toMatchObject({ devices: devices + 3, deviceQuota: devices + 3 });
  });

  it('holds for imports, claims, gateways and devices that register themselves', async () => {
    const gateway = await create('网关');
    await api.deviceLink.setGateway(gateway.id, true);
    const profile = await api.integrations.create({
      kind: 'provision',
      name: '自注册',
      productModelCode: 'TQ-3L',
    });
    const other = await operator.devices.create({ name: '要交接的设备', productModelCode: 'TQ-3L' });
    const { code } = await operator.devices.claimCode(other.id);
    const { devices } = await usage();
    await operator.organisations.update(organisationId, { deviceQuota: devices });

    expect(await outcome(api.devices.claim(code))).toBe('409 device_quota');
    const imported = [1, 2].map((at) => ({
      name: `导入-${at}`,
      productModelCode: 'TQ-3L',
      thirdId: null,
      latitude: null,
      longitude: null,
    }));
    expect(await outcome(api.devices.import(imported))).toBe('409 device_quota');
    const registered = await fetch(`${server.baseUrl}/api/v1/provision`, {
      method: 'POST',
      body: JSON.stringify({
        provisionDeviceKey: profile.provisionDeviceKey,
        provisionDeviceSecret: profile.provisionDeviceSecret,
        deviceName: '自注册的设备',
      }),
    });
    expect(await registered.json()).toMatchObject({ status: 'FAILURE' });
    const connection = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
      username: gateway.accessToken,
    });
    const readings = { 子设备: [{ ts: Date.now(), values: { soilMoisture20: 20 } }] };
    // Acknowledged: a refused message must not come again for ever.
    await connection.publishAsync('v1/gateway/telemetry', JSON.stringify(readings), { qos: 1 });
    await connection.endAsync(true);
    expect((await usage()).devices).toBe(devices);

    // Nothing of a refused claim is left: the code works when there is room.
    await operator.organisations.update(organisationId, { deviceQuota: devices + 1 });
    expect((await api.devices.claim(code)).id).toBe(other.id);
  });

  it('below what there is keeps all and refuses more', async () => {
    const { devices } = await usage();
    await operator.organisations.update(organisationId, { deviceQuota: 0 });
    expect(await outcome(create('一台都不行'))).toBe('409 device_quota');
    expect((await usage()).devices).toBe(devices);
  });
});

describe('the quota of storage', () => {
  it('is never exceeded by uploads at the same time, and leaves nothing of refused ones', async () => {
    const files = Array.from({ length: 12 }, (_, at) => picture(40 + at, 40));
    const largest = Math.max(...files.map(({ length }) => length));
    const { fileBytes } = await usage();
    await operator.organisations.update(organisationId, { storageQuota: fileBytes + 3 * largest });
    // Each person has four uploads at a time.
    const people = await Promise.all(['one', 'two', 'three'].map(member));
    const uploads = files.map((bytes, at) =>
      outcome((people[at % 3] ?? api).files.upload(new Blob([bytes]), `${at}.png`)),
    );
    const outcomes = await Promise.all(uploads);
    const stored = count(outcomes, 200);
    expect(stored).toBeGreaterThanOrEqual(3);
    expect(stored + count(outcomes, '413 file_quota')).toBe(12);
    const after = await usage();
    expect(after.fileBytes).toBeLessThanOrEqual(fileBytes + 3 * largest);
    expect(after.fileBytes).toBeGreaterThan(fileBytes);
    const [kept] = await server.sql<{ n: number }>(
      'select count(*)::int as n from file where organisation_id = $1',
      [organisationId],
    );
    expect(kept?.n).toBe(stored);
    await operator.organisations.update(organisationId, { storageQuota: null });
    expect(await outcome(api.files.upload(new Blob([picture(60, 60)]), 'z.png'))).toBe(200);
  });
});

it('is set by operators of the installation only, and checked', async () => {
  const set = (by: ApiClient, changes: object) => outcome(by.organisations.update(organisationId, changes));
  expect(await set(api, { deviceQuota: 1_000 })).toMatch(/^403/);
  for (const wrong of [{ deviceQuota: -1 }, { deviceQuota: 1.5 }, { storageQuota: -1 }])
    await expect(operator.organisations.update(organisationId, wrong)).rejects.toMatchObject({
      status: 400,
      field: Object.keys(wrong)[0],
    });
});

const send = (token: string, at: number): Promise<Response> =>
  fetch(`${server.baseUrl}/api/v1/${token}/telemetry`, {
    method: 'POST',
    body: JSON.stringify({ ts: at, values: { soilMoisture20: 20 } }),
  });

it('the messages of its devices in an hour are those of its own quota', async () => {
  await operator.organisations.update(organisationId, { deviceQuota: null });
  const [one, two] = [await create('多话一'), await create('多话二')];
  expect((await send(one.accessToken, Date.now())).status).toBe(200);
  await operator.organisations.update(organisationId, { messageQuota: 1 });
  expect(await usage()).toMatchObject({ messageQuota: 1 });
  // The turn of an hour begins to count anew: the second one is over the quota in either.
  const answers = [await send(two.accessToken, Date.now()), await send(two.accessToken, Date.now())];
  expect(answers.at(-1)?.status).toBe(429);
  await operator.organisations.update(organisationId, { messageQuota: null });
  expect((await send(two.accessToken, Date.now())).status).toBe(200);
  expect(await outcome(operator.organisations.update(organisationId, { messageQuota: 0 }))).toContain('400');
});

it('readings are deleted when they are older than the organisation keeps them, and no others', async () => {
  const DAY = 86_400_000;
  const [now, kept] = [
    Date.now(),
    await operator.devices.create({ name: '别家的', productModelCode: 'TQ-3L' }),
  ];
  const own = await create('有保留期');
  for (const token of [own.accessToken, kept.accessToken])
    for (const days of [40, 32, 29, 0]) expect((await send(token, now - days * DAY)).status).toBe(200);
  const stored = async (who: ApiClient, id: string): Promise<number> => {
    const span = { keys: ['soilMoisture20'], startTs: now - 60 * DAY, endTs: now + 1, limit: 100 };
    return (await who.telemetry.history(id, span))['soilMoisture20']?.length ?? 0;
  };
  expect([await stored(api, own.id), await stored(operator, kept.id)]).toEqual([4, 4]);
  await operator.organisations.update(organisationId, { retentionDays: 30 });
  await waitFor(async () => (await stored(api, own.id)) === 2, { what: 'the end of old readings' });
  expect(await stored(operator, kept.id)).toBe(4);
  expect(await usage()).toMatchObject({ retentionDays: 30 });
});
