import { randomUUID } from 'node:crypto';
import type { ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';
import { connectDevice } from './cases/device-link.ts';

/*
 * Names of devices: unique in the organisation or, by its setting, in the group, on every way by which a device gets one.
 */

const productModelCode = 'TQ-3L';

let server: Farm;
let api: ApiClient;
let token: string;

beforeAll(async () => {
  server = await farm();
  api = await server.client();
  token = await server.accessToken();
});
afterAll(async () => server?.stop());
beforeEach(async () => {
  await api.organisation.saveDeviceNames({ unique: 'organisation' });
});

const fresh = (): string => `表 ${randomUUID().slice(0, 8)}`;
const make = (name: string) => api.devices.create({ name, productModelCode });
const taken = (work: Promise<unknown>, field = 'name') =>
  expect(work).rejects.toMatchObject({ status: 409, field });
const named = async (name: string) =>
  (await api.devices.list({ name })).items.map((device) => device.name).sort();
/** Two devices of one name, as a database of an earlier version may hold them. */
async function twins(name: string): Promise<string[]> {
  const { id } = await make(name);
  const pool = server.pool();
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local farm3d.names = 'kept'`);
    const { rows } = await client.query<{ id: string }>(
      `insert into device (organisation_id, product_model_id, name, token_hash)
       select organisation_id, product_model_id, name, decode(md5($2), 'hex') from device where id = $1 returning id`,
      [id, randomUUID()],
    );
    await client.query('commit');
    return [id, rows[0]?.id ?? ''];
  } finally {
    client.release();
    await pool.end();
  }
}

it('a name that is taken is refused by create, update and import, in both languages', async () => {
  const name = fresh();
  await make(name);
  await taken(make(name));
  await taken(make(` ${name} `));
  const other = await make(fresh());
  await taken(api.devices.update(other.id, { name }));
  // The device's own name, sent back unchanged, does not conflict.
  await api.devices.update(other.id, { name: other.name, thirdId: 'x' });
  const row = { productModelCode, thirdId: null, latitude: null, longitude: null };
  const free = fresh();
  await taken(
    api.devices.import([
      { ...row, name: free },
      { ...row, name },
    ]),
    'devices.1.name',
  );
  await taken(
    api.devices.import([
      { ...row, name: free },
      { ...row, name: free },
    ]),
    'devices.1.name',
  );
  expect(await named(free)).toEqual([]);
  const sheet = new Blob([`name,productModelCode\n${free},TQ-3L\n${name},TQ-3L\n${free},TQ-3L\n`]);
  const { items } = await api.devices.previewImport(sheet, 'devices.csv');
  expect(items.map(({ error }) => error?.field ?? null)).toEqual([null, 'name', 'name']);
  const { id } = await api.deviceImports.start([
    { name: free, productModelCode },
    { name, productModelCode },
  ]);
  const job = await waitFor(async () => {
    const now = await api.deviceImports.get(id);
    return now.state === 'running' ? null : now;
  });
  expect(job).toMatchObject({ state: 'failed', errors: [{ row: 2, field: 'name' }] });
  for (const [locale, msg] of [
    ['zh-CN', '已有同名设备'],
    ['en', 'There is a device of this name'],
  ] as const) {
    const answer = await fetch(`${server.baseUrl}/api/devices`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'X-Locale': locale },
      body: JSON.stringify({ name, productModelCode }),
    });
    expect([answer.status, await answer.json()]).toEqual([
      409,
      expect.objectContaining({ field: 'name', msg }),
    ]);
  }
});

it('of many simultaneous requests for one name, one succeeds', async () => {
  const name = fresh();
  const settled = await Promise.allSettled(Array.from({ length: 12 }, () => make(name)));
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await named(name)).toEqual([name]);
});

it('by group, a name is free in another group, and a device cannot enter a group that has its name', async () => {
  const name = fresh();
  const [north, south] = [
    await api.groups.create({ name: fresh() }),
    await api.groups.create({ name: fresh() }),
  ];
  const first = await make(name);
  await api.deviceGroups.add(north.id, first.id);
  await taken(make(name));
  await api.organisation.saveDeviceNames({ unique: 'group' });
  const second = await make(name);
  // Those without a group count as one.
  await taken(make(name));
  await taken(api.deviceGroups.add(north.id, second.id));
  await taken(api.deviceGroups.addMany(north.id, [second.id]));
  await api.deviceGroups.add(south.id, second.id);
  const third = await make(fresh());
  await api.deviceGroups.add(south.id, third.id);
  await taken(api.devices.update(third.id, { name }));
  expect(await named(name)).toEqual([name, name]);
  // Back to the organisation: both keep their name, and nobody else gets it.
  const saved = await api.organisation.saveDeviceNames({ unique: 'organisation' });
  await taken(make(name));
  expect(await named(name)).toEqual([name, name]);
  // The manager is told of them, with the setting.
  expect(saved).toEqual({ unique: 'organisation', shared: { total: 1, names: [name] } });
  expect(await api.organisation.deviceNames()).toEqual(saved);
});

it('devices that share a name already keep it, also when they are changed', async () => {
  const name = fresh();
  const both = await twins(name);
  for (const id of both) {
    await api.devices.update(id, { thirdId: 'changed' });
    await api.devices.update(id, { name, thirdId: 'again' });
  }
  expect(await named(name)).toEqual([name, name]);
  await taken(make(name));
  // A device that was renamed cannot get its old name back.
  await api.devices.update(both[1] ?? '', { name: fresh() });
  await taken(api.devices.update(both[1] ?? '', { name }));
});

it('a child of a gateway whose name is taken gets a device of its own, with the name of the gateway added', async () => {
  const name = fresh();
  const owner = await make(name);
  const gateway = await make(fresh());
  await api.deviceLink.setGateway(gateway.id, true);
  const client = await connectDevice({ mqttPort: server.mqttPort }, gateway.accessToken);
  const values = [{ ts: Date.now(), values: { soilMoisture20: 21 } }];
  await client.publishAsync('v1/gateway/telemetry', JSON.stringify({ [name]: values }), { qos: 1 });
  // Its gateway continues with the old name: no third device is created.
  await client.publishAsync('v1/gateway/telemetry', JSON.stringify({ [name]: values }), { qos: 1 });
  await client.endAsync();
  expect(await named(name)).toEqual([name, `${name} · ${gateway.name}`].sort());
  expect(await api.telemetry.latest(owner.id)).toEqual({});
  const [child] = (await api.devices.list({ name: ` · ${gateway.name}` })).items;
  expect(await api.telemetry.latest(child?.id ?? '')).toMatchObject({ soilMoisture20: { value: 21 } });
});

it('a device of the LoRaWAN server whose name is taken gets its DevEUI added', async () => {
  const name = fresh();
  await make(name);
  const { path } = await api.integrations.create({ name: fresh(), kind: 'chirpstack', productModelCode });
  const devEui = randomUUID().replaceAll('-', '').slice(0, 16);
  const answer = await fetch(`${server.baseUrl}${path}?event=up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      deduplicationId: randomUUID(),
      time: new Date().toISOString(),
      deviceInfo: { tenantName: 't', applicationName: 'a', deviceName: name, devEui, tags: {} },
      object: { soilMoisture20: 22 },
    }),
  });
  expect(answer.status).toBe(200);
  const [device] = (await api.devices.list({ name: devEui })).items;
  expect(device?.name).toBe(`${name} · ${devEui}`);
});

it('a device that provisions itself is told that its name is taken, in both languages', async () => {
  const name = fresh();
  await make(name);
  const { provisionDeviceKey, provisionDeviceSecret } = await api.integrations.create({
    kind: 'provision',
    name: fresh(),
    productModelCode,
  });
  const answer = await fetch(`${server.baseUrl}/api/v1/provision`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ deviceName: name, provisionDeviceKey, provisionDeviceSecret }),
  });
  expect(await answer.json()).toEqual({
    status: 'FAILURE',
    errorMsg: 'deviceName: There is a device of this name / 已有同名设备',
  });
  expect(await named(name)).toEqual([name]);
});
