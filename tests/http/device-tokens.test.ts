import { randomUUID } from 'node:crypto';
import type { ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDevice } from './cases/device-link.ts';
import { farm, type Farm } from '../support/farm.ts';
import { HourClock } from '../support/hour-clock.ts';
import { waitFor } from '../support/wait.ts';

const clock = new HourClock();
let server: Farm;
let api: ApiClient;
beforeAll(async () => {
  server = await farm({ clock });
  api = await server.client();
});
afterAll(async () => {
  await server?.stop();
});

const reports = async (token: string): Promise<number> =>
  (await fetch(`${server.baseUrl}/api/v1/${token}/telemetry`, { method: 'POST', body: '{"rssi":-70}' }))
    .status;
const ownToken = (): string => `own-${randomUUID()}`;

it('a former token works until its stated end; then its connections are closed', async () => {
  const device = await api.devices.create({ name: 'turns', productModelCode: 'TQ-3L' });
  const connection = await connectDevice(server, device.accessToken);
  const { accessToken } = await api.deviceLink.rotateToken(device.id, { keepFormerMinutes: 30 });
  expect([await reports(device.accessToken), await reports(accessToken)]).toEqual([200, 200]);
  await connection.publishAsync('v1/devices/me/telemetry', '{"rssi":-71}', { qos: 1 });
  // The clock for rights moves ahead by an hour.
  clock.anHourLater();
  await waitFor(() => !connection.connected, { what: 'the connection by the former token to close' });
  connection.end(true);
  expect([await reports(device.accessToken), await reports(accessToken)]).toEqual([401, 200]);
});

it('a former token is refused after its end although it is still stored', async () => {
  const device = await api.devices.create({ name: 'kept', productModelCode: 'TQ-3L' });
  await api.deviceLink.rotateToken(device.id, { keepFormerMinutes: 30 });
  expect(await reports(device.accessToken)).toBe(200);
  await server.sql(
    `create function keep_former() returns trigger language plpgsql as 'begin return null; end';
     create trigger keep_former before delete on former_device_token
       for each row execute function keep_former();`,
  );
  clock.anHourLater();
  await waitFor(async () => (await reports(device.accessToken)) === 401, { what: 'the former token to end' });
  expect(await server.sql('select from former_device_token')).not.toEqual([]);
  await server.sql('drop function keep_former cascade');
});

it('a device does not get a token that another one has, or lately had', async () => {
  const [a, b] = await Promise.all(
    ['one', 'other'].map((name) => api.devices.create({ name, productModelCode: 'TQ-3L' })),
  );
  const { accessToken } = await api.deviceLink.rotateToken(a!.id, { keepFormerMinutes: 30 });
  for (const taken of [accessToken, a!.accessToken])
    await expect(api.deviceLink.rotateToken(b!.id, { accessToken: taken })).rejects.toMatchObject({
      status: 409,
      field: 'accessToken',
    });
  expect(await reports(b!.accessToken)).toBe(200);
});

it('a new device may be created with a token of its own that no other device has', async () => {
  const accessToken = ownToken();
  const draft = { name: 'brings', productModelCode: 'TQ-3L', accessToken };
  expect((await api.devices.create(draft)).accessToken).toBe(accessToken);
  expect(await reports(accessToken)).toBe(200);
  await expect(api.devices.create(draft)).rejects.toMatchObject({ status: 409, field: 'accessToken' });
  const short = { ...draft, accessToken: 'short' };
  await expect(api.devices.create(short)).rejects.toMatchObject({ status: 400, field: 'accessToken' });
});

it('devices of a table may have their own tokens; one that is in use refuses the whole table', async () => {
  const [a, b] = [ownToken(), ownToken()];
  const table = `名称,型号,令牌\n甲,TQ-3L,${a}\n乙,TQ-3L,\n丙,TQ-3L,short\n`;
  const preview = await api.devices.previewImport(new Blob([table]), 'a.csv');
  expect(preview.items.map(({ accessToken, error }) => [accessToken, error?.field ?? null])).toEqual([
    [a, null],
    [null, null],
    ['short', 'accessToken'],
  ]);
  const rows = preview.items
    .filter(({ error }) => error === null)
    .map(({ name, productModelCode, thirdId, latitude, longitude, accessToken }) => ({
      name,
      productModelCode,
      thirdId,
      latitude,
      longitude,
      accessToken: accessToken ?? null,
    }));
  const { items } = await api.devices.import(rows);
  expect(items[0]?.accessToken).toBe(a);
  expect(await Promise.all(items.map((item) => reports(item.accessToken)))).toEqual([200, 200]);
  const again = [
    { name: '丁', productModelCode: 'TQ-3L', thirdId: null, latitude: null, longitude: null, accessToken: b },
    { name: '戊', productModelCode: 'TQ-3L', thirdId: null, latitude: null, longitude: null, accessToken: b },
  ];
  await expect(api.devices.import(again)).rejects.toMatchObject({
    status: 409,
    field: 'devices.1.accessToken',
  });
  expect(await reports(b)).toBe(401);
});
