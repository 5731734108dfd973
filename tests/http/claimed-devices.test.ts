import type { ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';
import { makeForeignUser, type ForeignUser } from './second-organisation.ts';

/** Part of every value that the former owner's device measures, and of none later. */
const FORMER = '41.2345';

let server: Farm;
let api: ApiClient;
let ownToken: string;
let foreigner: ForeignUser;
let device: { id: string; accessToken: string };
const begin = Date.now() - 60_000;

beforeAll(async () => {
  server = await farm();
  api = await server.client();
  ownToken = await server.accessToken();
  foreigner = await makeForeignUser(server);
  device = await api.devices.create({ name: '转让', productModelCode: 'TQ-3L' });
});
afterAll(async () => {
  await server?.stop();
});

const report = (payload: unknown): Promise<Response> =>
  fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'x-locale': 'en' },
    body: JSON.stringify(payload),
  });

/** Every call that tells what a device has measured, by its name. */
function reads(): Record<string, string> {
  const { id } = device;
  const series = `/api/telemetry/device/${id}`;
  const range = `keys=soilMoisture20,soilMoisture10&startTs=${begin - 3_600_000}&endTs=${Date.now() + 60_000}`;
  const ours = `/api/plugins/telemetry/DEVICE/${id}/values/timeseries`;
  return {
    latest: `${series}/latest/timeseries`,
    'latest, shared': `${series}/latest/timeseries/authorize`,
    history: `${series}/history/timeseries?${range}`,
    'history, shared': `${series}/history/timeseries/authorize?${range}`,
    daily: `${series}/history/timeseries/daily?${range}&timeZone=UTC`,
    outside: `${series}/history/timeseries/outside?${range}`,
    chart: `${series}/history/timeseries/chart?${range}`,
    export: `${series}/history/timeseries/export?${range}`,
    problems: `/api/devices/${id}/problems`,
    alarms: `/api/alarm/device/${id}?page=1&pageSize=10`,
    'alarms of all': '/api/alarm/device/query?page=1&pageSize=10',
    'ThingsBoard, latest': ours,
    'ThingsBoard, history': `${ours}?${range}`,
    'ThingsBoard, intervals': `${ours}?${range}&interval=3600000&agg=MAX`,
  };
}

async function read(path: string, token: string): Promise<string> {
  const answer = await fetch(server.baseUrl + path, { headers: { authorization: `Bearer ${token}` } });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}

/** Names of the calls whose answer has this text. */
async function tell(text: string, token: string): Promise<string[]> {
  const found: string[] = [];
  for (const [name, path] of Object.entries(reads()))
    if ((await read(path, token)).includes(text)) found.push(name);
  return found;
}

describe('a device that another organisation claims', () => {
  beforeAll(async () => {
    await api.alarmSettings.save(device.id, [
      {
        name: '湿',
        severity: 'MAJOR',
        enabled: true,
        condition: { key: 'soilMoisture20', op: '>', value: 40 },
      },
    ]);
    expect((await report({ ts: begin, values: { soilMoisture20: 41.2345 } })).status).toBe(200);
    await report({ soilMoisture20: 41.2345, soilMoisture10: 941.2345, '': 'refused' });
    await waitFor(async () => (await read(reads()['alarms'] ?? '', ownToken)).includes(FORMER), {
      what: 'the alarm',
    });
    expect(await tell(FORMER, ownToken)).toEqual(Object.keys(reads()));
    const { code } = await api.devices.claimCode(device.id);
    await foreigner.api.devices.claim(code);
  });

  it('shows its new owner nothing of what it measured before, by any call', async () => {
    expect(await tell(FORMER, foreigner.accessToken)).toEqual([]);
    expect(await foreigner.api.telemetry.count(device.id)).toBe(0);
    const keys = `/api/plugins/telemetry/DEVICE/${device.id}/keys/timeseries`;
    expect(await read(keys, foreigner.accessToken)).toBe('[]');
  });

  it('shows its new owner what it measures from the claim on', async () => {
    expect((await report({ soilMoisture20: 27.5 })).status).toBe(200);
    const { soilMoisture20 } = await foreigner.api.telemetry.latest(device.id);
    expect(soilMoisture20).toMatchObject({ value: 27.5 });
    expect(await foreigner.api.telemetry.count(device.id)).toBe(1);
  });

  it('stores nothing that it measured before and sends later, and says so without showing it', async () => {
    const late = await report([
      { ts: begin + 1_000, values: { soilMoisture20: 41.2345 } },
      { ts: Date.now(), values: { soilMoisture20: 28.5 } },
    ]);
    expect([late.status, await late.json()]).toMatchObject([
      400,
      { field: 'ts', msg: 'ts is before the device was claimed (the other values were stored)' },
    ]);
    expect(await tell(FORMER, foreigner.accessToken)).toEqual([]);
    expect((await foreigner.api.telemetry.latest(device.id))['soilMoisture20']).toMatchObject({
      value: 28.5,
    });
    expect(await read(reads()['problems'] ?? '', foreigner.accessToken)).toContain(
      'before the device was claimed',
    );
  });

  it('keeps the alarms of the former owner with them', async () => {
    expect(await read(reads()['alarms of all'] ?? '', ownToken)).toContain(FORMER);
  });

  it('takes the readings of all its owners with it when it is deleted', async () => {
    const stored = async (): Promise<number> =>
      Number(
        (
          await server.sql<{ n: string }>(
            `select count(*) as n from ts_message where values::text like '%${FORMER}%' or values::text like '%28.5%'`,
          )
        )[0]?.n,
      );
    expect(await stored()).toBe(3);
    await foreigner.api.devices.remove(device.id);
    expect(await stored()).toBe(0);
    expect(await server.sql('select from device_former_key')).toEqual([]);
  });
});
