import { expect, test } from 'vitest';
import type { ProductAttribute } from '@farm3d/api';
import { switchesOf, switchOf, switchState } from './service-switch.ts';

type Parameter = ProductAttribute['parameters'][number];

const parameter = (key: string, type: Parameter['type'], optional = false): Parameter => ({
  key,
  name: key,
  type,
  unit: '',
  min: null,
  max: null,
  optional,
});
const service = (over: Partial<ProductAttribute> = {}): ProductAttribute => ({
  identify: 'startMixer',
  name: '搅拌',
  nameEn: '',
  type: 'service',
  enabled: true,
  parameters: [parameter('run', 'BOOLEAN')],
  associatedStates: ['mixerRuns'],
  latest: null,
  ...over,
});

test('a service with one required switch is a switch of the state that its product model associates', () => {
  const attributes = [
    service(),
    service({ identify: 'dose', parameters: [parameter('amount', 'NUMERIC')] }),
    service({ identify: 'both', parameters: [parameter('a', 'BOOLEAN'), parameter('b', 'BOOLEAN')] }),
    service({ identify: 'none', parameters: [] }),
    service({ identify: 'off', enabled: false }),
    service({ identify: 'mixerRuns', type: 'status' }),
    service({
      identify: 'timed',
      parameters: [parameter('on', 'BOOLEAN'), parameter('min', 'NUMERIC', true)],
    }),
  ];
  expect(switchesOf(attributes).map(({ identify, key, state }) => [identify, key, state])).toEqual([
    ['startMixer', 'run', 'mixerRuns'],
    ['timed', 'on', 'mixerRuns'],
  ]);
});

test('a service whose product model associates no state has an unknown one', () => {
  expect(switchOf(service(), [])).toMatchObject({ state: null });
});

test('only what says on or off is a state; anything else is unknown', () => {
  expect([true, 1, false, 0].map(switchState)).toEqual([true, true, false, false]);
  expect(([undefined, null, 'on', 0.5, ''] as const).map(switchState)).toEqual(Array(5).fill(null));
});
