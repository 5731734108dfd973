import { describe, expect, test } from 'vitest';
import { LiveFarm } from '../farm.ts';
import { assignProfiles, type DemoDevice } from './assign-profiles.ts';

const NOW = Date.UTC(2026, 3, 12, 4);
const device = (id: string, productModelCode: string): DemoDevice => ({
  id,
  name: id,
  productModelCode,
  token: 't',
});
const DEVICES = [
  device('probe-1', 'TQ-3L'),
  device('probe-2', 'TQ-3L'),
  device('station', 'QX-9'),
  device('valve-1', 'DCF-4'),
  device('valve-2', 'DCF-4'),
  device('camera', 'SP-DH2'),
  device('climate', 'WSN-6'),
  device('water', 'PHEC-1'),
  device('meter', 'SWJ-LL'),
  device('pump', 'SB-7.5'),
  device('film', 'JMJ-24V'),
  device('shade', 'ZYW-70'),
  device('fan', 'FJSL-1'),
  device('light', 'BGD-600'),
  device('lamp', 'CQD-AI'),
  device('screen', 'LED-P10'),
  device('gateway', 'WG-4G'),
  device('drip', 'DGK-8'),
];

/** Ranges of the product models; a reading outside would be rejected by the platform. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  soilMoisture10: [0, 60],
  soilMoisture20: [0, 60],
  soilMoisture40: [0, 60],
  soilTemperature10: [-20, 50],
  soilTemperature20: [-20, 50],
  soilTemperature40: [-20, 50],
  airTemperature: [-40, 60],
  airHumidity: [0, 100],
  windSpeed: [0, 40],
  windDirection: [0, 359],
  rainfall: [0, 80],
  solarRadiation: [0, 1400],
  illuminance: [0, 150_000],
  airPressure: [850, 1060],
  par: [0, 2500],
  batteryVoltage: [3.2, 4.2],
  rssi: [-150, 0],
  opening: [0, 100],
  flowRate: [0, 60],
  videoQuality: [0, 2],
  indoorTemperature: [-10, 60],
  indoorHumidity: [0, 100],
  co2: [250, 3000],
  indoorPar: [0, 2000],
  leafWetness: [0, 100],
  ph: [0, 14],
  ec: [0, 20],
  waterTemperature: [0, 50],
  waterLevel: [0, 5],
  totalFlow: [0, 9_999_999],
  current: [0, 30],
  pressure: [0, 1],
  runHours: [0, 999_999],
  filmOpening: [0, 100],
  shadeOpening: [0, 100],
  fanCurrent: [0, 12],
  power: [0, 600],
  ppfd: [0, 800],
  insectCount: [0, 2000],
  brightness: [0, 100],
  cpu: [0, 100],
  memory: [0, 100],
  childCount: [0, 256],
  linePressure: [0, 0.6],
  todayVolume: [0, 500],
  currentZone: [0, 8],
};

const farm = () => {
  const cast = assignProfiles(DEVICES);
  const live = new LiveFarm(cast, 1, NOW);
  const behaviour = (id: string) => cast.simulated.find((role) => role.device.id === id)!.profile;
  return {
    live,
    behaviour,
    read: (id: string) => live.readings(behaviour(id)).values,
    command: (id: string, method: string, params: unknown) => live.command(behaviour(id), method, params),
  };
};

describe('the demo devices', () => {
  test('the readings of a day are within the ranges of the product models', () => {
    const { live, behaviour } = farm();
    for (const { id } of DEVICES) {
      const history = live.history(behaviour(id));
      expect(history.length).toBeGreaterThanOrEqual(288);
      for (const { values } of history)
        for (const [key, value] of Object.entries(values)) {
          const range = RANGES[key];
          if (typeof value !== 'number') continue;
          expect(range, key).toBeDefined();
          expect(value, key).toBeGreaterThanOrEqual(range![0]);
          expect(value, key).toBeLessThanOrEqual(range![1]);
        }
    }
  });

  test('history has a point every full five minutes and ends before the present', () => {
    const { live, behaviour } = farm();
    const times = live.history(behaviour('pump')).map(({ ts }) => ts);
    expect(times).toHaveLength(288);
    for (const [i, ts] of times.entries()) {
      expect(ts % 300_000).toBe(0);
      if (i > 0) expect(ts - times[i - 1]!).toBe(300_000);
    }
    expect(times.at(-1)).toBeLessThanOrEqual(NOW);
    expect(times[0]).toBeGreaterThanOrEqual(NOW - 86_400_000);
  });

  test('soil, weather and water devices have a season of history: hourly, with every irrigation in short intervals', () => {
    const { live, behaviour } = farm();
    for (const id of ['probe-1', 'station', 'climate', 'valve-1', 'lamp']) {
      const times = live.history(behaviour(id)).map(({ ts }) => ts);
      expect(times[0], id).toBeGreaterThan(NOW - 77 * 86_400_000);
      expect(times[0], id).toBeLessThanOrEqual(NOW - 77 * 86_400_000 + 3_600_000);
      for (const [i, ts] of times.entries()) {
        expect(ts % 300_000, id).toBe(0);
        if (i > 0) expect(ts - times[i - 1]!, id).toBeLessThanOrEqual(3_600_000);
        if (i > 0) expect(ts, id).toBeGreaterThan(times[i - 1]!);
      }
    }
    const flow = live.history(behaviour('valve-1')).filter(({ values }) => Number(values['flowRate']) > 1);
    expect(flow.length).toBeGreaterThan(6);
    for (const { ts } of flow.slice(0, 3)) {
      const around = live.history(behaviour('valve-1')).filter((point) => Math.abs(point.ts - ts) <= 300_000);
      expect(around).toHaveLength(3);
    }
  });

  test('the last point of the history is continuous with the first live reading', () => {
    const { live, behaviour, read } = farm();
    const last = live.history(behaviour('station')).at(-1)!.values;
    expect(Number(read('station')['airTemperature']) - Number(last['airTemperature'])).toBeCloseTo(0, 0);
    const soil = live.history(behaviour('probe-1')).at(-1)!.values;
    expect(Number(read('probe-1')['soilMoisture10']) - Number(soil['soilMoisture10'])).toBeCloseTo(0, 1);
  });

  test('switchValve responds, and the first probe measures the water of the first valve', () => {
    const { live, read, command } = farm();
    const before = [read('probe-1'), read('probe-2')].map((values) => Number(values['soilMoisture10']));
    expect(command('valve-1', 'switchValve', { open: true }).answer).toEqual({
      status: 'success',
      valveState: true,
      opening: 100,
    });
    live.advance(NOW + 5000);
    expect(read('valve-1')).toMatchObject({ valveState: true, opening: 100 });
    expect(read('valve-1')['flowRate']).toBeGreaterThan(1.5);
    live.advance(NOW + 180_000);
    expect(Number(read('probe-1')['soilMoisture10'])).toBeGreaterThan(before[0]! + 1);
    expect(Number(read('probe-2')['soilMoisture10'])).toBeLessThan(before[1]! + 0.1);
  });

  test.each([
    [{ on: true }, 100],
    [{ open: false }, 0],
    [{ opening: 35 }, 35],
    [{ open: true, minutes: 10 }, 100],
  ])('switchValve accepts %j', (params, opening) => {
    const { command } = farm();
    expect(command('valve-1', 'switchValve', params).answer).toEqual({
      status: 'success',
      valveState: opening > 0,
      opening,
    });
  });

  test.each([
    [{ open: 'yes' }, 'open'],
    [{ opening: 140 }, 'opening'],
    [{ open: true, minutes: -1 }, 'minutes'],
    [{}, 'open'],
    [null, 'params'],
  ])('switchValve refuses %j and names the field', (params, field) => {
    const { command, read } = farm();
    expect(command('valve-1', 'switchValve', params).answer).toMatchObject({ status: 'failed', field });
    expect(read('valve-1')['valveState']).toBe(false);
  });

  test('ptz pans and tilts the camera within its limits', () => {
    const { command } = farm();
    expect(command('camera', 'ptz', { direction: 'right', speed: 2 }).answer).toMatchObject({
      pan: 6,
      tilt: -25,
    });
    expect(command('camera', 'ptz', { direction: 'left', speed: 8 }).answer).toMatchObject({ pan: -18 });
    for (let i = 0; i < 20; i++) command('camera', 'ptz', { direction: 'up', speed: 8 });
    expect(command('camera', 'ptz', { direction: 'up' }).answer).toMatchObject({ tilt: 20 });
    expect(command('camera', 'ptz', { direction: 'sideways' }).answer).toMatchObject({ field: 'direction' });
  });

  test('a day has its cycle: warmer, brighter and with less CO2 in the greenhouse at noon than at night', () => {
    const { live, behaviour } = farm();
    const points = live.history(behaviour('climate'));
    // Solar time of the farm is about eight hours ahead of UTC.
    const at = (hour: number) =>
      points.find(({ ts }) => (new Date(ts).getUTCHours() + 8) % 24 === hour)!.values as Record<
        string,
        number
      >;
    const [noon, night] = [at(12), at(2)];
    expect(noon['indoorTemperature']).toBeGreaterThan(night['indoorTemperature']! + 3);
    expect(noon['indoorPar']).toBeGreaterThan(100);
    expect(night['indoorPar']).toBe(0);
    expect(noon['co2']).toBeLessThan(night['co2']!);
  });

  test('the film takes three minutes from end to end, reports while it moves, and stops on command', () => {
    const { live, command, read } = farm();
    command('film', 'rollFilm', { target: 0 });
    live.advance(NOW + 200_000);
    expect(read('film')).toEqual({ filmOpening: 0, filmState: 'stopped' });
    const answer = command('film', 'rollFilm', { target: 100 }).answer;
    expect(answer).toMatchObject({ status: 'success', target: 100, filmState: 'opening' });
    live.advance(NOW + 290_000);
    expect(read('film')).toEqual({ filmOpening: 50, filmState: 'opening' });
    expect(command('film', 'stopFilm', {}).answer).toMatchObject({ filmState: 'stopped' });
    live.advance(NOW + 400_000);
    expect(read('film')).toEqual({ filmOpening: 50, filmState: 'stopped' });
    expect(command('film', 'rollFilm', { target: 130 }).answer).toMatchObject({
      status: 'failed',
      field: 'target',
    });
  });

  test.each([
    ['pump', 'switchPump', { on: true, frequency: 40 }, { pumpState: true, fault: false }],
    ['fan', 'fan', { on: true }, { fanState: true }],
    ['fan', 'pad', { on: true }, { padState: true }],
    ['light', 'light', { on: true, level: 50 }, { lightState: true, ppfd: 320 }],
    ['lamp', 'lamp', { on: true }, { lampState: true }],
    ['drip', 'startIrrigation', { zone: 3, minutes: 20 }, { irrigating: true, currentZone: 3 }],
    ['water', 'calibrate', { point: 7 }, { calibrated: true }],
  ])('%s executes %s and its readings report it', (id, method, params, expected) => {
    const { live, command, read } = farm();
    expect(command(id, method, params).answer).toMatchObject({ status: 'success' });
    live.advance(NOW + 10_000);
    expect(read(id)).toMatchObject(expected);
  });

  test('a drip block takes water from the pond while the pump runs', () => {
    const { live, command, read } = farm();
    const before = read('meter');
    command('drip', 'startIrrigation', { zone: 1, minutes: 30 });
    live.advance(NOW + 1_200_000);
    expect(read('pump')).toMatchObject({ pumpState: true });
    expect(read('meter')['flowRate']).toBeGreaterThan(3);
    expect(Number(read('meter')['totalFlow'])).toBeCloseTo(Number(before['totalFlow']) + 1.1, 0);
    live.advance(NOW + 2_400_000);
    expect(read('drip')).toMatchObject({ irrigating: false, currentZone: 0 });
  });

  test('the screen returns the entries that were written', () => {
    const { command } = farm();
    command('screen', 'set_ledScreen_content', { entries: '今日温度 26 ℃' });
    expect(command('screen', 'get_ledScreen_content', {}).answer).toMatchObject({
      entries: '今日温度 26 ℃',
    });
  });

  test('an unknown method is answered with an error', () => {
    const { command } = farm();
    expect(command('station', 'switchValve', { open: true }).answer).toMatchObject({
      status: 'failed',
      field: 'method',
    });
  });

  test('a product model without a behaviour is reported, and the other devices run', () => {
    const cast = assignProfiles([device('x', 'ZZ-1'), device('probe', 'TQ-3L')]);
    expect(cast.unsupported.map(({ id }) => id)).toEqual(['x']);
    expect(cast.simulated).toHaveLength(1);
  });

  test('a saved farm continues at its saved state', () => {
    const { live, command } = farm();
    command('valve-1', 'switchValve', { open: true });
    live.advance(NOW + 600_000);
    const cast = assignProfiles(DEVICES);
    const resumed = new LiveFarm(cast, 1, NOW + 660_000, live.state);
    live.advance(NOW + 660_000);
    expect(resumed.state).toEqual(live.state);
    const pump = cast.simulated.find(({ device }) => device.id === 'pump')!;
    expect(resumed.history(pump.profile)).toHaveLength(288);
  });
});
