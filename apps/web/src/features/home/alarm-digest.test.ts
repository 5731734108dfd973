import { expect, test } from 'vitest';
import type { Alarm, AlarmSeverity } from '@farm3d/api';
import { alarmsIn, byAlarms, digestOf, SEVERITIES, type SeverityPage } from './alarm-digest.ts';

const alarm = (severity: AlarmSeverity, deviceId: string): Alarm =>
  ({ id: `${severity} ${deviceId}`, severity, deviceId }) as Alarm;
const page = (severity: AlarmSeverity, total: number, ...devices: string[]): SeverityPage => ({
  severity,
  total,
  items: devices.map((id) => alarm(severity, id)),
});
const scene = (name: string, ...devices: string[]) => ({
  name,
  layout: { equipment: devices.map((id) => ({ id })) } as never,
});

test('the digest counts what is not listed, and names the most severe alarm that there is', () => {
  const digest = digestOf([
    page('CRITICAL', 0),
    page('MAJOR', 70, 'a'),
    page('MINOR', 0),
    page('WARNING', 2, 'b', 'c'),
  ]);
  expect(digest.total).toBe(72);
  expect(digest.worst).toEqual({ severity: 'MAJOR', total: 70 });
  expect(digest.isComplete).toBe(false);
  expect(digest.alarms.map(({ deviceId }) => deviceId)).toEqual(['a', 'b', 'c']);
  expect(digestOf(SEVERITIES.map((severity) => page(severity, 0)))).toEqual({
    alarms: [],
    total: 0,
    worst: null,
    isComplete: true,
  });
});

test('scenes with the most severe alarms come first; the others keep their order', () => {
  const digest = digestOf([page('CRITICAL', 1, 'x'), page('WARNING', 1, 'y')]);
  const scenes = [scene('quiet', 'q'), scene('warned', 'y', 'z'), scene('other'), scene('burning', 'x')];
  expect(byAlarms(scenes, digest).map(({ name }) => name)).toEqual(['burning', 'warned', 'quiet', 'other']);
  expect(alarmsIn(scenes[1]!, digest).map(({ id }) => id)).toEqual(['WARNING y']);
});
