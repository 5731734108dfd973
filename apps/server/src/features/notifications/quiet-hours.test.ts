import { expect, it } from 'vitest';
import { quietUntil } from './quiet-hours.ts';

const night = { quietFrom: '22:00', quietTo: '06:30', timeZone: 'Asia/Shanghai' };
const at = (time: string): number => Date.parse(`2026-03-01T${time}:30+08:00`);

it.each([
  ['21:59', null],
  ['22:00', '2026-03-02T06:30:00+08:00'],
  ['23:59', '2026-03-02T06:30:00+08:00'],
  ['00:00', '2026-03-01T06:30:00+08:00'],
  ['06:29', '2026-03-01T06:30:00+08:00'],
  ['06:30', null],
])('at %s quiet hours over midnight end at %s', (time, end) => {
  expect(quietUntil(at(time), night)).toBe(end === null ? null : Date.parse(end));
});

it('has none where none are set', () => {
  expect(quietUntil(at('23:00'), { ...night, quietFrom: null })).toBeNull();
  expect(quietUntil(at('22:00'), { ...night, quietTo: '22:00' })).toBeNull();
});

it.each([
  ['12:14', null],
  ['12:15', '2026-03-01T13:05:00+08:00'],
  ['13:04', '2026-03-01T13:05:00+08:00'],
  ['13:05', null],
])('at %s those of a day, with their minutes, end at %s', (time, end) => {
  const noon = { ...night, quietFrom: '12:15', quietTo: '13:05' };
  expect(quietUntil(at(time), noon)).toBe(end === null ? null : Date.parse(end));
});

it('they are by the clock of their time zone, and none without an end', () => {
  const instant = Date.parse('2026-03-01T03:59:59.999Z');
  expect(quietUntil(instant, { ...night, timeZone: 'UTC' })).toBe(Date.parse('2026-03-01T06:30:00Z'));
  expect(quietUntil(instant, night)).toBeNull();
  expect(quietUntil(instant, { ...night, quietTo: null, timeZone: 'UTC' })).toBeNull();
});
