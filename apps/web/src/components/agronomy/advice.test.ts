import { expect, test } from 'vitest';
import type { PlotState } from '@farm3d/api';
import { byDrought, byUrgency, kindOf, type PlotAdvice } from './advice.ts';

const plot = (name: string, deviceId: string | null = 'd', level: number | null = null) =>
  ({ name, deviceId, drought: { level } }) as PlotState;
const advised = (name: string, dayOffset: number | null, { isDone = false, hasState = true } = {}) =>
  ({
    plot: plot(name),
    hasFailed: false,
    irrigation: {
      state: hasState ? {} : null,
      advice: dayOffset === null ? null : { dayOffset, grossMm: 10 },
      done: isDone ? [{ kind: 'order' }] : [],
    },
  }) as unknown as PlotAdvice;

test('what needs water soonest is listed first; what is unknown is not taken for well watered', () => {
  const list = [
    advised('rests', null),
    advised('in three days', 3),
    { plot: plot('failed'), irrigation: null, hasFailed: true },
    { plot: plot('no probe', null), irrigation: null, hasFailed: false },
    advised('tomorrow', 1),
    advised('today', 0),
    advised('arranged', 0, { isDone: true }),
    advised('no data', null, { hasState: false }),
  ];
  expect(byUrgency(list).map((one) => [one.plot.name, kindOf(one)])).toEqual([
    ['today', 'today'],
    ['tomorrow', 'later'],
    ['in three days', 'later'],
    ['failed', 'unknown'],
    ['no probe', 'none'],
    ['no data', 'none'],
    ['rests', 'rest'],
    ['arranged', 'done'],
  ]);
});

test('measured plots are asked first, the driest before', () => {
  const plots = [
    plot('dry, not measured', null, 4),
    plot('unknown'),
    plot('moist', 'd', 0),
    plot('dry', 'd', 3),
  ];
  expect(byDrought(plots).map(({ name }) => name)).toEqual(['dry', 'moist', 'unknown', 'dry, not measured']);
});
