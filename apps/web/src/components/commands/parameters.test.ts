import { expect, test } from 'vitest';
import type { HandleParameter } from '@farm3d/api';
import { checkParameters } from './parameters.ts';

const parameter = (
  key: string,
  type: HandleParameter['type'],
  min: number | null = null,
  max = min,
): HandleParameter => ({
  key,
  name: key,
  type,
  unit: '',
  min,
  max,
  component: 'number',
});
const valve = {
  identify: 'switchValve',
  name: '阀门开关',
  parameters: [parameter('open', 'BOOLEAN'), parameter('minutes', 'NUMERIC', 0, 720)],
};
const motor = { identify: 'turn', name: '转', parameters: [parameter('angle', 'NUMERIC', -90, 90)] };

test('booleans are sent with their values; empty optional parameters are omitted', () => {
  expect(checkParameters(valve, {})).toEqual({ params: { open: false }, problems: {} });
  expect(checkParameters(valve, { open: true, minutes: '12.5' }).params).toEqual({
    open: true,
    minutes: 12.5,
  });
});

test('numbers must be numbers within the declared range', () => {
  expect(checkParameters(valve, { minutes: '-' }).problems).toEqual({ minutes: { kind: 'number' } });
  expect(checkParameters(valve, { minutes: '721' }).problems).toEqual({
    minutes: { kind: 'outside', min: 0, max: 720 },
  });
  expect(checkParameters(motor, { angle: '-90' })).toEqual({ params: { angle: -90 }, problems: {} });
});

test('the only number of a service is required', () => {
  expect(checkParameters(motor, {}).problems).toEqual({ angle: { kind: 'number' } });
});
