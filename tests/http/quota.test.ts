import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

// Refusal by a quota has its own code, and is recorded; messages within it are stored.

let server: Farm;
beforeAll(async () => {
  server = await farm({ settings: { FARM3D_QUOTAS: 'device=4,organisation=9' } });
});
afterAll(async () => {
  await server?.stop();
});

const MOISTURE = 'soilMoisture20';

async function rejections(deviceId: string): Promise<{ source: string; field: string; reason: string }[]> {
  return server.sql(
    `select r.source, r.field, r.reason from device_rejection r join device d on d.key = r.device
     where d.id = $1 order by r.id`,
    [deviceId],
  );
}

async function stored(deviceId: string): Promise<number> {
  const [row] = await server.sql<{ n: number }>(
    'select count(*)::int as n from ts_message m join device d on d.key = m.device where d.id = $1',
    [deviceId],
  );
  return row?.n ?? -1;
}

it('over HTTP 429 with its code in both languages, over MQTT a recorded rejection before the PUBACK; then that of the organisation', async () => {
  const api = await server.client();
  const [first, second, third] = await Promise.all(
    ['甲', '乙', '丙'].map((name) => api.devices.create({ name, productModelCode: 'TQ-3L' })),
  );
  if (!first || !second || !third) throw new Error('no devices');
  const base = Date.now() - 60_000;
  const reading = (n: number): string => JSON.stringify({ ts: base + n, values: { [MOISTURE]: n } });
  const say = (token: string, n: number, locale?: string): Promise<Response> =>
    fetch(`${server.baseUrl}/api/v1/${token}/telemetry`, {
      method: 'POST',
      body: reading(n),
      ...(locale !== undefined && { headers: { 'X-Locale': locale } }),
    });

  for (let n = 0; n < 4; n += 1) expect((await say(first.accessToken, n)).status).toBe(200);
  const refused = await say(first.accessToken, 4);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(await refused.json()).toEqual({
    code: 429,
    error: 'quota_exceeded',
    field: 'quota',
    msg: '该设备一小时内的消息超过 4 条',
  });
  expect(await (await say(first.accessToken, 5, 'en')).json()).toMatchObject({
    error: 'quota_exceeded',
    msg: 'more than 4 messages an hour of the device',
  });

  const client = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: second.accessToken,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  for (let n = 0; n < 5; n += 1) {
    await client.publishAsync('v1/devices/me/telemetry', reading(n), { qos: 1 });
  }
  // Acknowledged, so it is recorded; the connection stays open.
  expect(await rejections(second.id)).toEqual([
    {
      source: 'mqtt',
      field: 'quota',
      reason: 'quota_exceeded: more than 4 messages an hour of the device',
    },
  ]);
  expect(client.connected).toBe(true);
  await client.endAsync();

  // Eight of the organisation's nine messages are used.
  expect((await say(third.accessToken, 0)).status).toBe(200);
  const over = await say(third.accessToken, 1);
  expect([over.status, await over.json()]).toEqual([
    429,
    { code: 429, error: 'quota_exceeded', field: 'quota', msg: '本组织一小时内的消息超过 9 条' },
  ]);

  expect(await Promise.all([first, second, third].map(({ id }) => stored(id)))).toEqual([4, 4, 1]);
  expect((await rejections(first.id)).map(({ source, reason }) => [source, reason])).toEqual(
    Array.from({ length: 2 }, () => ['http', 'quota_exceeded: more than 4 messages an hour of the device']),
  );
  // Users see the reason in their language.
  const shown = await waitFor(async () => (await api.devices.get(first.id)).lastRejection);
  expect(shown).toMatchObject({ field: 'quota' });
});
