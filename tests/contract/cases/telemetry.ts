import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { MOISTURE, minutesAgo, newDevice, refusal, report, type Cases } from './support.ts';

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
    const backwards = api.telemetry.history(device.id, { ...range, startTs: range.endTs });
    expect(await refusal(backwards)).toMatchObject({ status: 400, field: 'startTs' });
  },

  'telemetry.count': async (target) => {
    const device = await newDevice(target);
    expect(await target.api.telemetry.count(device.id)).toBe(0);
    const ts = minutesAgo(3);
    await report(
      target,
      device,
      [1, 2, 3].map((i) => ({ ts: ts + i, values: { [MOISTURE]: i } })),
    );
    expect(await target.api.telemetry.count(device.id)).toBe(3);
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
    await report(target, device, [
      { ts: midnight - 30 * 60_000, values: { [MOISTURE]: 20 } },
      { ts: midnight + 30 * 60_000, values: { [MOISTURE]: 30 } },
      { ts: midnight + 40 * 60_000, values: { [MOISTURE]: 40 } },
    ]);
    const query = { keys: [MOISTURE], startTs: midnight - 86_400_000, endTs: midnight + 86_400_000 };
    const { api } = target;
    expect((await api.telemetry.daily(device.id, query))[MOISTURE]).toEqual([
      { date: '2026-04-30', avg: 20, min: 20, max: 20, count: 1 },
      { date: '2026-05-01', avg: 35, min: 30, max: 40, count: 2 },
    ]);
    const inUtc = await api.telemetry.daily(device.id, { ...query, timeZone: 'UTC' });
    expect(inUtc[MOISTURE]).toEqual([{ date: '2026-04-30', avg: 30, min: 20, max: 40, count: 3 }]);
    const nowhere = api.telemetry.daily(device.id, { ...query, timeZone: 'Mars/Base' });
    expect(await refusal(nowhere)).toMatchObject({ status: 400, field: 'timeZone' });
  },

  // Agronomy is not connected yet: the calls say so and invent nothing.
  'telemetry.drought': async (target) => {
    const device = await newDevice(target);
    const answer = await target.api.telemetry.drought(device.id);
    expect(answer).toEqual({ level: null, reason: 'agronomy_not_connected' });
    expect(await refusal(target.api.telemetry.drought(randomUUID()))).toMatchObject({ status: 404 });
  },

  'telemetry.warning': async (target) => {
    const device = await newDevice(target);
    const answer = await target.api.telemetry.warning(device.id);
    expect(answer).toEqual({ level: null, reason: 'agronomy_not_connected' });
    expect(await refusal(target.api.telemetry.warning(randomUUID()))).toMatchObject({ status: 404 });
  },

  'telemetry.irrigation': async (target) => {
    const device = await newDevice(target);
    const answer = await target.api.telemetry.irrigation(device.id);
    expect(answer).toEqual({ level: null, reason: 'agronomy_not_connected' });
    expect(await refusal(target.api.telemetry.irrigation(randomUUID()))).toMatchObject({ status: 404 });
  },
};
