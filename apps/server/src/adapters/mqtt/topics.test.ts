import { expect, test } from 'vitest';
import { coveredBy, maySubscribe, readPublishTopic } from './topics.ts';

test.each([
  ['v1/devices/me/telemetry', { kind: 'telemetry' }],
  ['v2/t', { kind: 'telemetry' }],
  ['v2/t/j', { kind: 'telemetry' }],
  ['v1/devices/me/attributes', { kind: 'attributes' }],
  ['v2/a', { kind: 'attributes' }],
  ['v2/a/j', { kind: 'attributes' }],
  ['v1/devices/me/claim', { kind: 'claim' }],
  ['v1/devices/me/attributes/request/12', { kind: 'attributes-request', id: '12' }],
  ['v1/devices/me/rpc/response/7', { kind: 'rpc-response', id: 7 }],
  ['v1/devices/me/rpc/request/1', { kind: 'rpc-request', id: '1' }],
  ['v1/devices/me/rpc/response/0123456789', { kind: 'rpc-response', id: 123_456_789 }],
  ['v2/fw/request/1/chunk/0', { kind: 'firmware' }],
  ['v2/sw/request/1234567890/chunk/1234567890', { kind: 'firmware' }],
  ['v1/gateway/telemetry', { kind: 'gateway', about: 'telemetry' }],
  ['v1/gateway/attributes', { kind: 'gateway', about: 'attributes' }],
  ['v1/gateway/attributes/request', { kind: 'gateway', about: 'attributes-request' }],
  ['v1/gateway/connect', { kind: 'gateway', about: 'connect' }],
  ['v1/gateway/disconnect', { kind: 'gateway', about: 'disconnect' }],
  ['v1/gateway/claim', { kind: 'gateway', about: 'claim' }],
  ['v1/gateway/rpc', { kind: 'gateway', about: 'rpc' }],
  // Binary payloads of the same API.
  ['v2/t/p', null],
  ['v1/devices/other/telemetry', null],
  ['', null],
  ['v1/devices/me/attributes/request/', null],
  ['v1/devices/me/rpc/response/12345678901', null],
  ['xv1/devices/me/rpc/response/1', null],
  ['v1/devices/me/rpc/answer/1', null],
  ['v2/fw/request/1/chunk/', null],
  ['v2/fw/request/x/chunk/0', null],
  ['v2/fw/request/12345678901/chunk/0', null],
  ['v2/fw/request/1/chunk/x', null],
  ['v2/fw/request/1/chunk/12345678901', null],
  ['xv2/fw/request/1/chunk/0', null],
  ['v2/hw/request/1/chunk/0', null],
  ['v1/devices/me/rpc/response/x', null],
  ['v1/devices/me/rpc/response/1/2', null],
  ['$SYS/x', null],
])('a device that publishes to %s means %j', (topic, meaning) => {
  expect(readPublishTopic(topic)).toEqual(meaning);
});

const OF_A_DEVICE = [
  'v1/devices/me/rpc/request/+',
  'v1/devices/me/rpc/response/+',
  'v1/devices/me/attributes',
  'v1/devices/me/attributes/response/+',
  'v2/fw/response/+/chunk/+',
  'v2/sw/response/+/chunk/+',
  'v2/fw/error',
];
const OF_A_GATEWAY = [
  'v1/gateway/rpc',
  'v1/gateway/attributes',
  'v1/gateway/attributes/response',
  'v1/gateway/disconnect',
];

test('a device may hear what is said to it and nothing else', () => {
  for (const filter of OF_A_DEVICE) expect(maySubscribe(filter), filter).toBe(true);
  for (const filter of [
    '',
    '#',
    '+/#',
    'v1/devices/me/telemetry',
    'v1/devices/+/rpc/request/+',
    '$SYS/#',
    ...OF_A_GATEWAY,
  ]) {
    expect(maySubscribe(filter), filter).toBe(false);
  }
});

test('a gateway may also hear what is said to its devices', () => {
  for (const filter of [...OF_A_DEVICE, ...OF_A_GATEWAY])
    expect(maySubscribe(filter, true), filter).toBe(true);
  for (const filter of ['', '#', 'v1/gateway/+', 'v1/gateway/telemetry'])
    expect(maySubscribe(filter, true), filter).toBe(false);
});

test('a trailing + covers exactly one level', () => {
  const filters = ['v1/devices/me/attributes', 'v1/devices/me/rpc/request/+'];
  expect(coveredBy('v1/devices/me/rpc/request/5', filters)).toBe('v1/devices/me/rpc/request/+');
  expect(coveredBy('v1/devices/me/rpc/request/5/6', filters)).toBeNull();
  expect(coveredBy('v1/devices/me/rpc/response/5', filters)).toBeNull();
  expect(coveredBy('v1/devices/me/attributes', filters)).toBe('v1/devices/me/attributes');
});

test('only a + that is a level of its own stands for one', () => {
  expect(coveredBy('a/bc', ['a/b+', 'a/b', 'a/'])).toBeNull();
  expect(coveredBy('xa/b', ['a/+'])).toBeNull();
  // A level may be empty; the level above is another topic.
  expect(coveredBy('a/', ['a/+'])).toBe('a/+');
  expect(coveredBy('a', ['a/+'])).toBeNull();
  expect(coveredBy('a/b', [])).toBeNull();
});
