import { expect, test } from 'vitest';
import type { AttributeType, ProductAttribute } from '@farm3d/api';
import { mainReading, readingLines } from './readings.ts';

function attribute(identify: string, type: AttributeType, unit = ''): ProductAttribute {
  return {
    identify,
    name: identify,
    nameEn: '',
    type,
    enabled: true,
    parameters: [{ key: identify, name: identify, type: 'NUMERIC', unit, min: null, max: null }],
    associatedStates: [],
    latest: null,
  };
}

const valve = [
  attribute('batteryVoltage', 'attribute', 'V'),
  attribute('flowRate', 'attribute', 'm³/h'),
  attribute('switchValve', 'service'),
  attribute('valveState', 'status'),
];

test('states come first, measured values next, device health last; services are excluded', () => {
  expect(readingLines(valve).map(({ key }) => key)).toEqual(['valveState', 'flowRate', 'batteryVoltage']);
});

test('a measured value is the main reading of the device', () => {
  expect(mainReading(valve)).toEqual({ key: 'flowRate', name: 'flowRate', unit: 'm³/h' });
  expect(mainReading([attribute('valveState', 'status')])).toBeNull();
});
