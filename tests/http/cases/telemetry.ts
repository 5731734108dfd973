import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { dayBefore, newField } from './agronomy.ts';
import { MOISTURE, minutesAgo, newDevice, refusal, report, send, type Cases } from './support.ts';

export const telemetryCases: Cases<'telemetry'> = {
  'telemetry.latest': async (target) => {
    const device = await newDevice(target);
    const ts = minutesAgo(5);
    await report(target, device, { ts, values: { [MOISTURE]: 28.25, note: '未声明', open: true } });
    await report(target, device, { ts: ts - 60_000, values: { [MOISTURE]: 9 } });
    const latest = await target.api.telemetry.latest(device.id);
    expect(latest).toEqual({
      [MOISTURE]: { ts, value: 28.25 },
      note: { ts, value: '未声明' },
      open: { ts, value: true },
    });
    expect(Object.keys(await target.api.telemetry.latest(device.id, ['note']))).toEqual(['note']);
  },

  'telemetry.history': async (target) => {
    const device = await newDevice(target);
    const start = Math.floor(minutesAgo(60) / 1000) * 1000;
    const sent = Array.from({ length: 10 }, (_, i) => ({
      ts: start + i * 1000,
      values: { [MOISTURE]: 20 + i },
    }));
    await report(target, device, sent);
    const { api } = target;
    const range = { keys: [MOISTURE], startTs: start + 2000, endTs: start + 6000 };
    const series = await api.telemetry.history(device.id, range);
    expect(series[MOISTURE]).toEqual([2, 3, 4, 5].map((i) => ({ ts: start + i * 1000, value: 20 + i })));
    const newest = await api.telemetry.history(device.id, { ...range, orderBy: 'DESC', limit: 1 });
    expect(newest[MOISTURE]).toEqual([{ ts: start + 5000, value: 25 }]);
    for (const startTs of [range.endTs, range.endTs + 1]) {
      const backwards = api.telemetry.history(device.id, { ...range, startTs });
      expect(await refusal(backwards)).toMatchObject({ status: 400, field: 'startTs' });
    }
    // Without a range: the last day.
    const ofToday = { ts: minutesAgo(23 * 60), values: { [MOISTURE]: 1 } };
    await report(target, device, [{ ts: minutesAgo(25 * 60), values: { [MOISTURE]: 2 } }, ofToday]);
    const [oldest] = (await api.telemetry.history(device.id, { keys: [MOISTURE] }))[MOISTURE] ?? [];
    expect(oldest).toEqual({ ts: ofToday.ts, value: 1 });
  },

  'telemetry.count': async (target) => {
    const device = await newDevice(target);
    await report(target, await newDevice(target), { [MOISTURE]: 1 });
    expect(await target.api.telemetry.count(device.id)).toBe(0);
    const ts = minutesAgo(3);
    await report(
      target,
      device,
      [1, 2, 3].map((i) => ({ ts: ts + i, values: { [MOISTURE]: i } })),
    );
    expect(await target.api.telemetry.count(device.id)).toBe(3);
    // Of a range: its begin included, its end not.
    expect(await target.api.telemetry.count(device.id, { startTs: ts + 2, endTs: ts + 3 })).toBe(1);
  },

  'telemetry.chart': async (target) => {
    const device = await newDevice(target);
    const start = Math.floor(minutesAgo(120) / 60_000) * 60_000;
    const sent = Array.from({ length: 60 }, (_, i) => ({ ts: start + i * 1000, values: { [MOISTURE]: i } }));
    await report(target, device, sent);
    const chart = await target.api.telemetry.chart(device.id, {
      keys: [MOISTURE],
      startTs: start,
      endTs: start + 60_000,
      points: 2,
    });
    expect(chart[MOISTURE]).toEqual([
      { ts: start, value: 14.5, min: 0, max: 29 },
      { ts: start + 30_000, value: 44.5, min: 30, max: 59 },
    ]);
    // The shape is kept: every point is a reading, including the first and the last.
    for (const method of ['lttb', 'minmax'] as const) {
      const query = { keys: [MOISTURE], startTs: start, endTs: start + 60_000, points: 6, method };
      const line = (await target.api.telemetry.chart(device.id, query))[MOISTURE] ?? [];
      expect(line).toHaveLength(6);
      for (const { ts, value } of line) expect(value).toBe((ts - start) / 1000);
      expect([line[0]?.value, line.at(-1)?.value]).toEqual([0, 59]);
    }
  },

  'telemetry.export': async (target) => {
    const device = await newDevice(target);
    const start = Math.floor(minutesAgo(30) / 1000) * 1000;
    await report(target, device, [
      { ts: start, values: { [MOISTURE]: 21.5, note: '湿, 润' } },
      { ts: start + 1000, values: { [MOISTURE]: 22 } },
    ]);
    const query = { keys: [MOISTURE, 'note'], startTs: start, endTs: start + 2000 };
    const csv = await target.api.telemetry.export(device.id, query);
    const at = (ms: number): string => new Date(start + ms).toISOString();
    // The byte order mark, by which spreadsheets recognise UTF-8, is not part of the text.
    expect(await csv.text()).toBe(
      `time,${MOISTURE},note,out_of_range\r\n${at(0)},21.5,"湿, 润",\r\n${at(1000)},22,,\r\n`,
    );
  },

  'telemetry.misdated': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    await report(target, device, { [MOISTURE]: 21.5 });
    expect(await api.telemetry.misdated(device.id)).toEqual({ items: [], total: 0 });
    expect(await refusal(api.telemetry.misdated(randomUUID()))).toMatchObject({ status: 404 });
  },

  'telemetry.outside': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const ts = Math.floor(minutesAgo(30) / 1000) * 1000;
    await report(target, device, { ts, values: { [MOISTURE]: 21.5 } });
    // Stored and reported: 200 with the flagged values; also in a message with a refused value.
    const send200 = await send(target, 'ingest.telemetry', { token: device.accessToken }, [
      { ts: ts + 1000, values: { [MOISTURE]: '6553.5', note: 'x' } },
      { ts: ts + 2000, values: { [MOISTURE]: -4 } },
    ]);
    expect(send200.status).toBe(200);
    expect(await send200.json()).toMatchObject({
      code: 200,
      field: MOISTURE,
      problems: [
        { field: MOISTURE, stored: true, msg: '必须在 0 与 60 之间，实际为 6553.5' },
        { field: MOISTURE, stored: true },
      ],
    });
    const query = { keys: [MOISTURE], startTs: ts, endTs: ts + 60_000 };
    expect(await api.telemetry.outside(device.id, query)).toEqual({
      items: [
        { key: MOISTURE, ts: ts + 2000, value: -4 },
        { key: MOISTURE, ts: ts + 1000, value: 6553.5 },
      ],
      total: 2,
    });
    const [one] = (await api.telemetry.outside(device.id, { ...query, limit: 1 })).items;
    expect(one?.value).toBe(-4);
    // Flagged in the latest value, the history and the export; excluded from charts and daily values.
    expect(await api.telemetry.latest(device.id)).toMatchObject({
      [MOISTURE]: { ts: ts + 2000, value: -4, outside: true },
      note: { ts: ts + 1000, value: 'x' },
    });
    expect((await api.telemetry.history(device.id, query))[MOISTURE]).toEqual([
      { ts, value: 21.5 },
      { ts: ts + 1000, value: 6553.5, outside: true },
      { ts: ts + 2000, value: -4, outside: true },
    ]);
    expect(await (await api.telemetry.export(device.id, query)).text()).toContain(`6553.5,${MOISTURE}\r\n`);
    const chart = await api.telemetry.chart(device.id, { ...query, points: 2 });
    expect(chart[MOISTURE]).toEqual([{ ts, value: 21.5, min: 21.5, max: 21.5 }]);
    expect((await api.telemetry.daily(device.id, query))[MOISTURE]).toMatchObject([{ count: 1, max: 21.5 }]);
    // A value sent again within its range is no longer flagged, nor is the latest value.
    await report(target, device, { ts: ts + 2000, values: { [MOISTURE]: 40 } });
    expect((await api.telemetry.outside(device.id, query)).total).toBe(1);
    expect(await api.telemetry.latest(device.id, [MOISTURE])).toEqual({
      [MOISTURE]: { ts: ts + 2000, value: 40 },
    });
  },

  'telemetry.latestShared': async (target) => {
    const { api, neighbour } = target;
    const device = await newDevice(target);
    const ts = minutesAgo(2);
    await report(target, device, { ts, values: { [MOISTURE]: 27 } });
    expect(await api.telemetry.latestShared(device.id)).toEqual({ [MOISTURE]: { ts, value: 27 } });
    expect(await refusal(neighbour.api.telemetry.latestShared(device.id))).toMatchObject({ status: 404 });
    await api.sharing.share({ deviceIds: [device.id], username: neighbour.username });
    expect(await neighbour.api.telemetry.latestShared(device.id)).toEqual({ [MOISTURE]: { ts, value: 27 } });
  },

  'telemetry.historyShared': async (target) => {
    const { api, neighbour } = target;
    const device = await newDevice(target);
    const ts = minutesAgo(2);
    await report(target, device, { ts, values: { [MOISTURE]: 28 } });
    const query = { keys: [MOISTURE], startTs: ts - 1000, endTs: ts + 1000 };
    const share = { deviceIds: [device.id], username: neighbour.username };
    await api.sharing.share(share);
    expect(await refusal(neighbour.api.telemetry.historyShared(device.id, query))).toMatchObject({
      status: 403,
    });
    await api.sharing.share({ ...share, permissions: ['history'] });
    const series = await neighbour.api.telemetry.historyShared(device.id, query);
    expect(series[MOISTURE]).toEqual([{ ts, value: 28 }]);
  },

  'telemetry.daily': async (target) => {
    const device = await newDevice(target);
    // 23:30 and 00:30 in Shanghai: two days there, one in UTC.
    const midnight = Date.parse('2026-05-01T00:00:00+08:00');
    const minute = 60_000;
    await report(target, device, [
      { ts: midnight - 40 * minute, values: { totalFlow: 90 } },
      { ts: midnight - 30 * minute, values: { [MOISTURE]: 20, totalFlow: 100, pump: true } },
      { ts: midnight + 30 * minute, values: { [MOISTURE]: 30, totalFlow: 104, pump: true } },
      // The meter restarts.
      { ts: midnight + 40 * minute, values: { [MOISTURE]: 40, totalFlow: 3, pump: false } },
      { ts: midnight + 50 * minute, values: { pump: false } },
    ]);
    const keys = [MOISTURE, 'totalFlow', 'pump'];
    const query = { keys, startTs: midnight - 35 * minute, endTs: midnight + 86_400_000 };
    const { api } = target;
    const days = await api.telemetry.daily(device.id, query);
    const plain = { increase: null, onMs: null, onRatio: null };
    expect(days[MOISTURE]).toEqual([
      { date: '2026-04-30', avg: 20, min: 20, max: 20, sum: 20, count: 1, first: 20, last: 20, ...plain },
      { date: '2026-05-01', avg: 35, min: 30, max: 40, sum: 70, count: 2, first: 30, last: 40, ...plain },
    ]);
    // The reading before the range is the start of the count; after a fall, counting starts at zero.
    expect(days['totalFlow']?.map(({ increase }) => increase)).toEqual([10, 7]);
    expect(days['pump']?.[1]).toMatchObject({ avg: 1 / 3, onMs: 10 * minute, onRatio: 0.5 });
    const inUtc = await api.telemetry.daily(device.id, { ...query, keys: [MOISTURE], timeZone: 'UTC' });
    expect(inUtc[MOISTURE]).toMatchObject([{ date: '2026-04-30', avg: 30, min: 20, max: 40, count: 3 }]);
    const nowhere = api.telemetry.daily(device.id, { ...query, timeZone: 'Mars/Base' });
    expect(await refusal(nowhere)).toMatchObject({ status: 400, field: 'timeZone' });
    // The days of a plot far in the west begin at its local midnight.
    await api.crops.createPlants([{ crop: '棉花', deviceIds: [device.id], timeZone: 'Asia/Urumqi' }]);
    expect((await api.telemetry.daily(device.id, { ...query, keys: [MOISTURE] }))[MOISTURE]).toMatchObject([
      { date: '2026-04-30', count: 3 },
    ]);
  },

  'telemetry.drought': async (target) => {
    const { api } = target;
    const { probe } = await newField(target, {}, 11);
    const drought = await api.telemetry.drought(probe.id);
    expect(drought.overall).toMatchObject({ code: 'MODERATE', level: 2, basis: 'soil' });
    expect(drought.profile).toHaveLength(3);
    expect(drought.profile[0]).toMatchObject({ depth: 0.1, counts: true });
    expect(drought.profile[0]?.relative).toBeCloseTo(44, 9);
    expect(drought.thresholds).toEqual([60, 50, 40, 30]);
    expect(drought.rsmSeries.length).toBeGreaterThan(12);
    // Two weeks of rain are too short for a climate record.
    expect(drought.spi[0]).toMatchObject({ value: null, reason: { code: 'history_too_short' } });
    expect(drought.notes.map(({ code }) => code)).toContain('field_capacity_default');
    const wetter = await api.telemetry.drought(probe.id, { fieldCapacity: 0.14 });
    expect(wetter.overall).toMatchObject({ code: 'NONE', level: 0 });
    const silent = await newDevice(target);
    expect((await api.telemetry.drought(silent.id)).overall).toMatchObject({
      level: null,
      code: 'NO_DATA',
      zh: '暂无数据',
      reason: { code: 'no_soil_moisture' },
    });
    expect(await refusal(api.telemetry.drought(randomUUID()))).toMatchObject({ status: 404 });
  },

  'telemetry.warning': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const hour = 3_600_000;
    const end = Math.floor(Date.now() / hour) * hour;
    // Ten days of drying, 0.05 % per hour, with one outlier.
    await report(
      target,
      device,
      Array.from({ length: 240 }, (_, back) => ({
        ts: end - back * hour,
        values: { [MOISTURE]: back === 30 ? 59 : 20 + back * 0.05 },
      })),
    );
    await api.alarmSettings.save(device.id, [
      {
        name: '偏干',
        severity: 'MINOR',
        identify: MOISTURE,
        condition: { key: MOISTURE, op: '<', value: 19.9 },
      },
      {
        name: '很湿',
        severity: 'MINOR',
        identify: MOISTURE,
        condition: { key: MOISTURE, op: '>', value: 45 },
      },
    ]);
    const { items, warnings } = await api.telemetry.warning(device.id, { keys: [MOISTURE, 'rssi'] });
    const [drying, unknown] = items;
    expect(drying).toMatchObject({ key: MOISTURE, unit: '%', reason: null, quality: { spikes: 1 } });
    expect(drying?.points).toHaveLength(6);
    expect(Math.abs((drying?.points[5]?.value ?? 0) - 19.7)).toBeLessThan(0.06);
    for (const { value, lo80, hi80, lo95, hi95 } of drying?.points ?? []) {
      expect([lo95 <= lo80, lo80 <= value, value <= hi80, hi80 <= hi95]).toEqual([true, true, true, true]);
    }
    expect(drying?.model?.skill).toBeGreaterThan(0.5);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ key: MOISTURE, threshold: 19.9, level: 'likely' });
    expect(warnings[0]?.zh).toMatch(/^预计.+20cm土壤含水率将低于19.9%（概率\d+%）$/);
    expect(unknown).toMatchObject({ points: [], reason: { code: 'insufficient_history' } });
    expect(await refusal(api.telemetry.warning(device.id, { horizon: 500 }))).toMatchObject({ status: 400 });
    expect(await refusal(api.telemetry.warning(randomUUID()))).toMatchObject({ status: 404 });
  },

  'telemetry.irrigation': async (target) => {
    const { api } = target;
    const { probe, station, plant } = await newField(target);
    const dry = await api.telemetry.irrigation(probe.id);
    const { state, advice } = dry;
    expect(state).toMatchObject({ crop: 'tomato', day: 41, confidence: 'sensor' });
    expect(advice).toMatchObject({ when: 'today', dayOffset: 0 });
    // From 13 % to the field capacity of 25 %, over the root depth, within the accuracy of probes and model,
    // with a loss of a tenth in the drip lines.
    const full = 1000 * (0.25 - 0.13) * (state?.soil.rootDepth ?? 0);
    const depletion = state?.depletion ?? 0;
    expect(Math.abs(depletion / full - 1)).toBeLessThan(0.25);
    expect(state?.water.depletion.low).toBeLessThanOrEqual(depletion);
    expect(state?.water.probes.map(({ depth }) => depth)).toEqual([0.1, 0.2, 0.4]);
    expect(state?.water.irrigation.likely).toBe(state?.trajectory[0]?.date);
    expect(advice?.netMm).toBeCloseTo(depletion, 5);
    expect(advice?.grossMm).toBeCloseTo(depletion / 0.9, 5);
    expect(advice?.volumeM3).toBeCloseTo((depletion / 0.9) * 2, 5);
    expect(advice?.durationH).toBeCloseTo(((depletion / 0.9) * 2) / 20, 5);
    expect(advice?.m3PerMu).toBeCloseTo(((depletion / 0.9) * 2000) / 3 / 1000, 5);
    expect(state?.reasonZh).toMatch(/^根区亏缺 .+ mm 已达到允许亏缺 .+ mm，建议灌水/);
    expect(state?.trajectory).toHaveLength(7);
    // Yesterday was measured completely; the first days have no values.
    expect(state?.et0.at(-1)).toMatchObject({
      methods: { ea: 'rhmaxmin', rs: 'measured', wind: 'measured' },
    });
    expect(state?.et0.at(-1)?.et0).toBeGreaterThan(2);
    expect(dry.et0Hourly.length).toBeGreaterThan(40);
    const day = dry.et0Hourly.slice(-24).reduce((total, { et0 }) => total + et0, 0);
    expect(Math.abs(day - (state?.et0.at(-1)?.et0 ?? 0))).toBeLessThan(1);
    expect(dry.sources.map(({ deviceId }) => deviceId)).toEqual(
      expect.arrayContaining([probe.id, station.id]),
    );

    const rain = await api.telemetry.irrigation(probe.id, { rainForecast: [80] });
    expect(rain.advice).toBeNull();
    expect(rain.state?.reasonZh).toContain('暂缓灌溉');
    const codes = async (query: object) =>
      (await api.telemetry.irrigation(probe.id, query)).reason?.code ?? null;
    // A plot in the polar night cannot have had this radiation.
    const polar = await api.telemetry.irrigation(probe.id, { latitude: 89 });
    expect([null, 'out_of_range']).toContain(polar.reason?.code ?? null);
    expect(await codes({ latitude: 120 })).toBe('out_of_range');
    expect(await codes({ crop: 'rice' })).toBe('paddy_not_supported');
    expect(await codes({ crop: '月季' })).toBe('unknown_crop');
    expect(await codes({ plantDate: '2099-01-01' })).toBe('not_planted');
    expect(await refusal(api.telemetry.irrigation(probe.id, { latitude: Number.NaN }))).toMatchObject({
      status: 400,
      field: 'latitude',
    });
    await api.crops.updatePlant(plant.id, { area: null, irrigationFlow: null });
    const unsized = await api.telemetry.irrigation(probe.id);
    expect(unsized.advice).toMatchObject({ volumeM3: null, durationH: null });
    expect(unsized.missing.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['no_plot_area', 'no_flow_rate']),
    );
    // In the greenhouse there is no wind, and rain does not reach the crop.
    await api.crops.updatePlant(plant.id, { environment: 'greenhouse' });
    const house = await api.telemetry.irrigation(probe.id, { rainForecast: [80] });
    expect(house.state?.et0.at(-1)?.methods).toMatchObject({ wind: 'fixed-resistance', rs: 'outside' });
    expect(house.advice).toMatchObject({ when: 'today' });
    expect(house.missing.map(({ code }) => code)).toContain('no_indoor_climate');
    // A station serves several plots: the call names the plot.
    const { items } = await api.crops.createPlants([
      {
        crop: '水稻',
        growTime: dayBefore(20),
        deviceIds: [station.id],
        environment: 'field',
        latitude: 36.88,
      },
    ]);
    const asked = (plotId: string) => api.telemetry.irrigation(station.id, { plotId });
    expect((await asked(items[0]?.id ?? '')).reason?.code).toBe('paddy_not_supported');
    expect((await asked(plant.id)).state?.crop).toBe('tomato');
    expect(await refusal(asked(randomUUID()))).toMatchObject({ status: 404 });
    expect(await refusal(api.telemetry.irrigation(randomUUID()))).toMatchObject({ status: 404 });
  },
};
