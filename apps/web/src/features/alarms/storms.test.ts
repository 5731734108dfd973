import { expect, test } from 'vitest';
import type { Alarm } from '@farm3d/api';
import { SORTS } from './alarm-filter.ts';
import { DEVICE_STORM, rowsOf, SETTING_STORM, STORM_GAP_MS, type AlarmRow } from './storms.ts';

const alarm = (part: Partial<Alarm> & { id: string }): Alarm =>
  ({ settingId: 's', name: 'n', deviceId: 'd', severity: 'MINOR', raisedAt: 0, ...part }) as Alarm;
const none: ReadonlySet<string> = new Set();
const idsOf = (row: AlarmRow): string[] =>
  row.kind === 'alarm' ? [row.alarm.id] : row.alarms.map(({ id }) => id);

/** The same pseudo-random numbers below `n` in each run. */
function random(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
}

test('each alarm is in exactly one row, opened or not', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const next = random(seed);
    const alarms = Array.from({ length: next(80) }, (_, index) =>
      alarm({
        id: `a${index}`,
        settingId: ['s1', 's2', null][next(3)] ?? null,
        deviceId: `d${next(3)}`,
        severity: next(2) === 0 ? 'CRITICAL' : 'WARNING',
        raisedAt: next(STORM_GAP_MS * 10),
      }),
    );
    const sort = SORTS[next(SORTS.length)] ?? 'newest';
    const ids = alarms.map(({ id }) => id).toSorted();
    const rows = rowsOf(alarms, sort, none);
    expect(rows.flatMap(idsOf).toSorted()).toEqual(ids);
    const opened = new Set(rows.map(({ key }) => key));
    expect(opened.size).toBe(rows.length);
    const single = rowsOf(alarms, sort, opened).filter(({ kind }) => kind === 'alarm');
    expect(single.flatMap(idsOf).toSorted()).toEqual(ids);
  }
});

test('many alarms of one setting on many devices are one row, which stays the same while more follow', () => {
  const storm = Array.from({ length: 1_000 }, (_, index) =>
    alarm({ id: `a${index}`, deviceId: `d${index}`, raisedAt: index * 10 }),
  );
  const rows = rowsOf(storm, 'newest', none);
  expect(rows).toMatchObject([{ kind: 'storm', of: 'setting' }]);
  const later = rowsOf([...storm, alarm({ id: 'z', deviceId: 'z', raisedAt: 20_000 })], 'newest', none);
  expect(later.map(({ key }) => key)).toEqual(rows.map(({ key }) => key));
});

test('fewer alarms, and alarms after a longer pause, keep rows of their own', () => {
  const few = Array.from({ length: SETTING_STORM - 1 }, (_, index) =>
    alarm({ id: `a${index}`, deviceId: `d${index}`, raisedAt: index }),
  );
  expect(rowsOf(few, 'newest', none)).toHaveLength(SETTING_STORM - 1);
  const apart = Array.from({ length: SETTING_STORM }, (_, index) =>
    alarm({ id: `a${index}`, deviceId: `d${index}`, raisedAt: index * (STORM_GAP_MS + 1) }),
  );
  expect(rowsOf(apart, 'newest', none)).toHaveLength(SETTING_STORM);
});

test('alarms of several settings of one device are one row of the device', () => {
  const flapping = Array.from({ length: DEVICE_STORM }, (_, index) =>
    alarm({ id: `a${index}`, settingId: `s${index}`, raisedAt: index }),
  );
  expect(rowsOf(flapping, 'newest', none)).toMatchObject([{ kind: 'storm', of: 'device' }]);
});

test('rows are sorted by severity or age', () => {
  const alarms = [
    alarm({ id: 'old', settingId: '1', deviceId: '1', raisedAt: 1 }),
    alarm({ id: 'worst', settingId: '2', deviceId: '2', raisedAt: 2, severity: 'CRITICAL' }),
    alarm({ id: 'new', settingId: '3', deviceId: '3', raisedAt: 3 }),
  ];
  const order = (sort: (typeof SORTS)[number]) => rowsOf(alarms, sort, none).flatMap(idsOf);
  expect(order('newest')).toEqual(['new', 'worst', 'old']);
  expect(order('oldest')).toEqual(['old', 'worst', 'new']);
  expect(order('severity')).toEqual(['worst', 'new', 'old']);
});

test('alarms of one instant are sorted from the most to the least severe, the oldest first too', () => {
  const alarms = (['WARNING', 'CRITICAL', 'MINOR', 'MAJOR'] as const).map((severity, index) =>
    alarm({ id: `${9 - index}`, settingId: severity, deviceId: severity, severity }),
  );
  for (const sort of SORTS)
    expect(
      rowsOf(alarms, sort, none).flatMap((row) => (row.kind === 'alarm' ? [row.alarm.severity] : [])),
    ).toEqual(['CRITICAL', 'MAJOR', 'MINOR', 'WARNING']);
});
