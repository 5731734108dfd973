import { expect, test } from 'vitest';
import { coveredBy, maySubscribe, readPublishTopic } from './topics.ts';

test.each([
  ['v1/devices/me/telemetry', { kind: 'telemetry' }],
  ['v2/t', { kind: 'telemetry' }],
  ['v1/devices/me/attributes', { kind: 'attributes' }],
  ['v1/devices/me/attributes/request/12', { kind: 'attributes-request', id: '12' }],
  ['v1/devices/me/rpc/response/7', { kind: 'rpc-response', id: 7 }],
  ['v1/devices/me/rpc/request/1', { kind: 'rpc-request', id: '1' }],
  ['v1/devices/other/telemetry', null],
  ['v1/devices/me/rpc/response/x', null],
  ['v1/devices/me/rpc/response/1/2', null],
  ['$SYS/x', null],
])('a device that publishes to %s means %j', (topic, meaning) => {
  expect(readPublishTopic(topic)).toEqual(meaning);
});

test('a device may hear what is said to it and nothing else', () => {
  expect(maySubscribe('v1/devices/me/rpc/request/+')).toBe(true);
  for (const filter of ['#', '+/#', 'v1/devices/me/telemetry', 'v1/devices/+/rpc/request/+', '$SYS/#']) {
    expect(maySubscribe(filter)).toBe(false);
  }
});

test('a trailing + covers exactly one level', () => {
  const filters = ['v1/devices/me/attributes', 'v1/devices/me/rpc/request/+'];
  expect(coveredBy('v1/devices/me/rpc/request/5', filters)).toBe('v1/devices/me/rpc/request/+');
  expect(coveredBy('v1/devices/me/rpc/request/5/6', filters)).toBeNull();
  expect(coveredBy('v1/devices/me/rpc/response/5', filters)).toBeNull();
  expect(coveredBy('v1/devices/me/attributes', filters)).toBe('v1/devices/me/attributes');
});
