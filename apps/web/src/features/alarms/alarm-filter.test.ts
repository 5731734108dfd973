import { expect, test } from 'vitest';
import type { Alarm } from '@farm3d/api';
import {
  callQuery,
  EMPTY_FILTER,
  formatFilter,
  isFiltered,
  matches,
  parseFilter,
  within,
  type AlarmFilter,
} from './alarm-filter.ts';

const HOUR = 3_600_000;
const NOW = 1_000 * HOUR;
const ALARM = {
  id: 'a',
  name: '土壤偏干',
  deviceId: 'd1',
  deviceName: 'Probe 7',
  severity: 'MAJOR',
  raisedAt: NOW - 2 * HOUR,
  active: true,
  acknowledged: false,
  shelvedUntil: null,
} as Alarm;

test('an address keeps every part of a filter, and the default has none', () => {
  const filter: AlarmFilter = {
    state: 'shelved',
    severity: 'CRITICAL',
    age: 'week',
    text: '干 & 湿',
    scene: 's',
    group: 'g',
    device: 'd',
    area: '37',
    map: '3',
    sort: 'oldest',
  };
  expect(parseFilter(formatFilter(filter))).toEqual(filter);
  expect(formatFilter(EMPTY_FILTER)).toBe('');
  expect(parseFilter('state=nonsense&severity=x&age=2&sort=')).toEqual(EMPTY_FILTER);
  expect([filter, EMPTY_FILTER, { ...EMPTY_FILTER, sort: 'oldest' as const }].map(isFiltered)).toEqual([
    true,
    false,
    false,
  ]);
});

test('an alarm of the stream is in the list exactly in the states that the call asks for', () => {
  const isIn = (state: AlarmFilter['state'], part: Partial<Alarm> = {}) =>
    matches({ ...EMPTY_FILTER, state }, { ...ALARM, ...part }, NOW);
  const states = ['open', 'new', 'acknowledged', 'shelved', 'active', 'cleared', 'all'] as const;
  const of = (part: Partial<Alarm>) => states.filter((state) => isIn(state, part));
  expect(of({})).toEqual(['open', 'new', 'active', 'all']);
  expect(of({ acknowledged: true })).toEqual(['open', 'acknowledged', 'active', 'all']);
  expect(of({ shelvedUntil: NOW + 1 })).toEqual(['shelved', 'active', 'all']);
  expect(of({ shelvedUntil: NOW })).toEqual(['open', 'new', 'active', 'all']);
  expect(of({ active: false })).toEqual(['cleared', 'all']);
});

test('severity, text and device narrow the list', () => {
  const isIn = (part: Partial<AlarmFilter>) => matches({ ...EMPTY_FILTER, ...part }, ALARM, NOW);
  expect([isIn({ text: ' probe ' }), isIn({ text: '偏干' }), isIn({ text: 'x' })]).toEqual([
    true,
    true,
    false,
  ]);
  expect([isIn({ severity: 'MAJOR' }), isIn({ severity: 'MINOR' })]).toEqual([true, false]);
  expect([isIn({ device: 'd1' }), isIn({ device: 'd2' })]).toEqual([true, false]);
});

test('the map of an area is sent only with the area', () => {
  expect(callQuery({ ...EMPTY_FILTER, map: '3' }, NOW)).toEqual({ active: true, shelved: false });
  expect(callQuery({ ...EMPTY_FILTER, state: 'all', map: '3', area: '37' }, NOW)).toEqual({
    areaCode: '37',
    mapCode: '3',
  });
});

test('an age is a time of the call and of the stream, also where a page asks for less', () => {
  const isIn = (age: AlarmFilter['age'], hours: number) =>
    matches({ ...EMPTY_FILTER, age }, { ...ALARM, raisedAt: NOW - hours * HOUR }, NOW);
  expect([isIn('hour', 1), isIn('hour', 2)]).toEqual([true, false]);
  expect([isIn('day', 24), isIn('day', 25)]).toEqual([true, false]);
  expect([isIn('week', 168), isIn('week', 169)]).toEqual([true, false]);
  expect([isIn('older', 24), isIn('older', 25)]).toEqual([false, true]);
  const ofDay = callQuery({ ...EMPTY_FILTER, state: 'all', age: 'day' }, NOW);
  expect(ofDay).toEqual({ startTs: NOW - 24 * HOUR });
  expect(within(ofDay, { startTs: 5, endTs: 6 })).toEqual({ startTs: NOW - 24 * HOUR, endTs: 6 });
  const older = callQuery({ ...EMPTY_FILTER, state: 'all', age: 'older' }, NOW);
  expect(within(older, { startTs: 5, endTs: NOW })).toEqual({ startTs: 5, endTs: NOW - 24 * HOUR });
  expect(within({}, {})).toEqual({});
});
