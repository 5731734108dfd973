import { expect, test } from 'vitest';
import type { AttributeParameter } from '../../platform/storage/schema.ts';
import { longestRun } from './interlocks.ts';

const parameter = (over: Partial<AttributeParameter>): AttributeParameter => ({
  parameterEnName: 'minutes',
  parameterName: '时长',
  parameterType: 'NUMERIC',
  unit: 'min',
  min: 0,
  max: 720,
  optional: true,
  ...over,
});
const OPEN = parameter({ parameterEnName: 'open', parameterType: 'BOOLEAN', unit: '' });
const HOUR_MS = 3_600_000;

test.each([
  ['none is asked for', {}, { minutes: 60 }],
  ['no end is asked for', { minutes: 0 }, { minutes: 60 }],
  ['a longer time is asked for', { minutes: 90 }, { minutes: 60 }],
  ['a shorter time is asked for', { minutes: 5 }, { minutes: 5 }],
])('the longest run goes to the device when %s', (_, asked, sent) => {
  expect(longestRun([OPEN, parameter({})], { open: true, ...asked }, HOUR_MS)).toEqual(sent);
});

test('it is in the unit that the product model declares, and at most what that permits', () => {
  const seconds = parameter({ parameterEnName: 'duration', unit: 's', max: 900 });
  expect(longestRun([seconds], {}, HOUR_MS)).toEqual({ duration: 900 });
  expect(longestRun([seconds], {}, 60_000)).toEqual({ duration: 60 });
});

test('a device that cannot hold it is sent nothing beside what was asked for', () => {
  expect(longestRun([OPEN, parameter({ parameterEnName: 'zone', unit: '' })], {}, HOUR_MS)).toEqual({});
  expect(longestRun([parameter({ min: 90 })], {}, HOUR_MS)).toEqual({});
});
