import type { ApiClient, CreatedDevice } from '@farm3d/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';
import { newDevice, report, type ContractTarget } from './cases/support.ts';

/*
 * Without a weather provider the days ahead are those of the place: the means of its own station in earlier years,
 * else the last days. Asked for two mornings of 2025; the station measured June of 2024 only.
 */

const HOUR = 3_600_000;
const at = (date: string): number => Date.parse(`${date}T00:00:00+08:00`);

let server: Farm;
let api: ApiClient;
let station: CreatedDevice;
let plotId: string;

/** Days of a station: warm and bright by `sky`, 0–1; 12 mm fall every third day from 3 to 4 a.m. where it rains. */
const rows = (from: string, days: number, sky: number, rains: boolean) =>
  Array.from({ length: days * 24 }, (_, index) => {
    const sun = Math.cos((((index % 24) - 12.5) * Math.PI) / 12);
    return {
      ts: at(from) + index * HOUR,
      values: {
        airTemperature: 20 + 8 * sky * sun,
        airHumidity: 65 - 20 * sky * sun,
        solarRadiation: Math.max(0, 900 * sky * sun),
        windSpeed: 2,
        rainfall: rains && index % 72 === 3 ? 12 : 0,
      },
    };
  });

beforeAll(async () => {
  server = await farm({ demo: false });
  api = await server.client();
  const target: ContractTarget = {
    baseUrl: server.baseUrl,
    mqttPort: server.mqttPort,
    password: server.adminPassword,
    accessToken: await server.accessToken(),
    api,
  };
  station = await newDevice(target, 'QX-9');
  const measured = [
    ...rows('2024-06-01', 35, 0.4, true),
    ...rows('2025-05-01', 46, 1, false),
    ...rows('2025-08-01', 20, 1, false),
  ];
  for (let from = 0; from < measured.length; from += 250)
    await report(target, station, measured.slice(from, from + 250));
  const { items } = await api.crops.createPlants([
    {
      crop: '玉米',
      name: '气候',
      growTime: '2025-05-01',
      deviceIds: [station.id],
      environment: 'field',
      area: 2000,
      soilTexture: 'loam',
      latitude: 36.88,
      longitude: 118.74,
      elevation: 30,
    },
  ]);
  plotId = items[0]?.id ?? '';
});

afterAll(() => server?.stop());

const ask = (date: string) => api.telemetry.irrigation(station.id, { plotId, endTime: at(date) + 8 * HOUR });

describe('the days ahead without a weather forecast', () => {
  it('are the climatology of the same days in an earlier year, and the answer says so', async () => {
    const answer = await ask('2025-06-16');
    expect(answer.forecast.from).toBe('climatology');
    const note = answer.missing.find(({ code }) => code === 'history_forecast');
    expect(note?.zh).toContain('气候值');
    expect(note?.en).toContain('climatology');
    // The Junes were dull and wet, this one is bright and dry: the depletion grows by less than a bright day takes.
    const [first, second] = answer.state?.trajectory ?? [];
    const last = answer.state?.et0.at(-1)?.et0 ?? 0;
    expect(last).toBeGreaterThan(4);
    expect((second?.depletion ?? 0) - (first?.depletion ?? 0)).toBeLessThan(0.7 * last);
  });

  it('are the last days where no earlier year was measured at this season', async () => {
    const answer = await ask('2025-08-16');
    expect(answer.forecast.from).toBe('recent-days');
    expect(answer.missing.map(({ code }) => code)).toContain('no_forecast');
  });
});
