import { expect, test } from 'vitest';
import { decodeAttributes, decodeTelemetry, excerptOf, MAX_PAYLOAD_BYTES } from './reading.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const bytes = (text: string) => new TextEncoder().encode(text);
const decode = (text: string) => decodeTelemetry(bytes(text), NOW);

test('a plain object gets the time of its arrival', () => {
  expect(decode('{"temperature": 23.4, "on": true, "state": "ok", "list": [1, {"a": null}]}')).toEqual({
    readings: [{ ts: NOW, values: { temperature: 23.4, on: true, state: 'ok', list: [1, { a: null }] } }],
    problems: [],
  });
});

test('ts and values, and an array that mixes both forms, are read in their order', () => {
  const { readings, problems } = decode(
    `[{"ts": ${NOW - 5}, "values": {"a": 1}}, {"a": 2}, {"ts": "${NOW - 7}", "values": {"a": 3}}]`,
  );
  expect(problems).toEqual([]);
  expect(readings.map(({ ts, values }) => [ts, values['a']])).toEqual([
    [NOW - 5, 1],
    [NOW, 2],
    [NOW - 7, 3],
  ]);
});

test('null is no value, and ts without values is a key like any other', () => {
  expect(decode('{"a": null, "ts": 5}').readings).toEqual([{ ts: NOW, values: { ts: 5 } }]);
});

test('a key named __proto__ is a key and touches no prototype', () => {
  const [reading] = decode('{"__proto__": 5}').readings;
  expect(Object.keys(reading?.values ?? {})).toEqual(['__proto__']);
  expect(JSON.stringify(reading?.values)).toBe('{"__proto__":5}');
});

test.each([
  ['not JSON', '{"a": ', 'payload'],
  ['not an object', '42', 'payload'],
  ['an element that is not an object', '[{"a":1}, 7]', '[1]'],
  ['a time that is no whole number', '{"ts": 1.5, "values": {}}', 'ts'],
  ['a time in seconds', `{"ts": ${NOW / 1000}, "values": {"a": 1}}`, 'ts'],
  ['a time two days ahead', `[{"ts": ${NOW + 2 * 86_400_000}, "values": {"a": 1}}]`, '[0].ts'],
  ['a time eleven years back', `{"ts": ${NOW - 11 * 365.25 * 86_400_000}, "values": {"a": 1}}`, 'ts'],
  ['values that are a list', `{"ts": ${NOW}, "values": [1]}`, 'values'],
  ['a number beyond a double', '{"a": 1e999}', 'a'],
  ['U+0000, which jsonb does not take', String.raw`{"a": "x\u0000"}`, 'a'],
  ['half of a surrogate pair', String.raw`{"a": {"deep": ["\ud800"]}}`, 'a'],
  ['an empty key', '{"": 1}', ''],
  ['17 levels', `{"a": ${'['.repeat(17)}${']'.repeat(17)}}`, 'payload'],
])('%s is a problem that names the field', (_what, payload, field) => {
  const { problems } = decode(payload);
  expect(problems.map((problem) => problem.field)).toEqual([field]);
});

test('16 levels, a key of 256 characters and 1,024 keys are taken; one more is not', () => {
  expect(decode(`{"a": ${'['.repeat(15)}${']'.repeat(15)}}`).problems).toEqual([]);
  expect(decode(JSON.stringify({ ['k'.repeat(256)]: 1 })).problems).toEqual([]);
  expect(decode(JSON.stringify({ ['k'.repeat(257)]: 1 })).problems).toHaveLength(1);
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
  expect(decode(JSON.stringify(keys(1024))).problems).toEqual([]);
  expect(decode(JSON.stringify(keys(1025))).problems).toHaveLength(1);
  // A back-fill of many readings is one message: the limit is one of each reading.
  expect(decode(JSON.stringify([keys(1000), keys(1000)])).problems).toEqual([]);
});

test('a payload over 64 KiB is refused before it is parsed', () => {
  const parse = decodeTelemetry(new Uint8Array(MAX_PAYLOAD_BYTES + 1), NOW);
  expect(parse.problems).toEqual([{ field: 'payload', reason: 'is 65537 bytes long, more than 65536' }]);
});

test('bytes that are not UTF-8 are refused', () => {
  expect(decodeTelemetry(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), NOW).problems[0]?.field).toBe(
    'payload',
  );
});

test('the sound keys of a message are kept beside a bad one', () => {
  const { readings, problems } = decode('{"good": 1, "bad": 1e999}');
  expect(readings).toEqual([{ ts: NOW, values: { good: 1 } }]);
  expect(problems).toHaveLength(1);
});

test.each([
  '9007199254740993',
  '-9007199254740993',
  '840380235174088834',
  '18446744073709551615',
  '[1, {"b": 840380235174088834}]',
  '123456789012345678901234567890',
])('an integer that a number would round, %s, is refused by its key', (written) => {
  const reason = 'the integer has more digits than a number holds exactly';
  const expected = { problems: [{ field: 'a', reason }] };
  const values = { before: 1, after: 2 };
  expect(decode(`{"before":1,"a":${written},"after":2}`)).toEqual({
    ...expected,
    readings: [{ ts: NOW, values }],
  });
  expect(decode(`[ {"ts": ${NOW}, "values": {"before": 1, "a" : ${written}\n, "after": 2}} ]`)).toEqual({
    ...expected,
    readings: [{ ts: NOW, values }],
  });
  expect(decodeAttributes(bytes(`{"before":1,"a":${written},"after":2}`))).toEqual({ ...expected, values });
});

test.each([
  ['9007199254740992', 2 ** 53],
  ['-9007199254740994', -(2 ** 53) - 2],
  ['100000000000000000000', 1e20],
  ['1e20', 1e20],
  ['9007199254740993.0', 2 ** 53],
  ['0.12345678901234567890123', 0.12345678901234568],
  ['2500000000000000000000e-22', 0.25],
  ['"840380235174088834"', '840380235174088834'],
])('%s is kept', (written, value) => {
  expect(decode(`{"a":${written},"b":[1234567890123456]}`)).toEqual({
    readings: [{ ts: NOW, values: { a: value, b: [1_234_567_890_123_456] } }],
    problems: [],
  });
});

test('an integer that is rounded is no time, and changes no prototype', () => {
  expect(decode('{"ts": 9007199254740993, "values": {}}').problems[0]?.field).toBe('ts');
  const { readings } = decode('{"__proto__": 5, "toString": 6, "id": 9007199254740993}');
  expect(JSON.stringify(readings[0]?.values)).toBe('{"__proto__":5,"toString":6}');
  const deep = `${'['.repeat(32_000)}9007199254740993${']'.repeat(32_000)}`;
  expect(decode(deep).problems[0]?.reason).toBe('is nested deeper than 16');
});

test('attributes are a flat object', () => {
  expect(decodeAttributes(bytes('{"fw": "1.2"}'))).toEqual({ values: { fw: '1.2' }, problems: [] });
  expect(decodeAttributes(bytes('[1]')).problems[0]?.field).toBe('payload');
});

test('an excerpt holds no control characters and at most 200 characters', () => {
  const excerpt = excerptOf(bytes(`a\u0000b\n${'x'.repeat(500)}`));
  expect(excerpt.startsWith('a b x')).toBe(true);
  expect(excerpt).toHaveLength(200);
});

test.each([
  ['[1]', 'must be a JSON object', '[0]'],
  ['7', 'must be a JSON object', 'payload'],
  ['{', 'is not JSON in UTF-8', 'payload'],
  [`{"a": ${'['.repeat(17)}${']'.repeat(17)}}`, 'is nested deeper than 16', 'payload'],
  ['{"ts": "x", "values": {}}', 'must be a whole number of milliseconds since 1970', 'ts'],
  ['[{"ts": null, "values": {}}]', 'must be a whole number of milliseconds since 1970', '[0].ts'],
  [`[{"ts": ${NOW}, "values": 5}]`, 'must be a JSON object', '[0].values'],
  ['{"": 1}', 'the key is empty', ''],
  [`{"${'k'.repeat(257)}": 1}`, 'the key is longer than 256 characters', 'k'.repeat(64)],
  [String.raw`{"a\u0000": 1}`, 'the key holds a character that cannot be stored', 'a '],
  [String.raw`{"a": "\u0000"}`, 'the text holds a character that cannot be stored', 'a'],
  [String.raw`{"a": [{"b\u0000": 1}]}`, 'a key cannot be stored', 'a'],
  ['{"a": -1e999}', 'the number is too large', 'a'],
  ['{"a": 1.1e301}', 'the number is too large', 'a'],
  ['{"a": -1.7e308}', 'the number is too large', 'a'],
  ['{"a": [[1e999]]}', 'the number is too large', 'a'],
])('%s: %s', (payload, reason, field) => {
  expect(decode(payload).problems).toEqual([{ field, reason }]);
});

test('a time is accepted from ten years back to a day ahead, to the millisecond', () => {
  const at = (ts: number) => decode(JSON.stringify({ ts, values: { a: 1 } })).readings.length;
  const [oldest, newest] = [NOW - 3_653 * 86_400_000, NOW + 86_400_000];
  expect([at(oldest - 1), at(oldest), at(newest), at(newest + 1)]).toEqual([0, 1, 1, 0]);
  expect(decode(`{"ts": ${newest + 1}, "values": {}}`).problems[0]?.reason).toContain(
    '10 years back to 1 day ahead',
  );
});

test('values without anything are a reading without any, and ts alone is a key', () => {
  expect(decode(`{"ts": ${NOW - 5}, "values": null}`)).toEqual({
    readings: [{ ts: NOW - 5, values: {} }],
    problems: [],
  });
  expect(decode('{"values": 5}').readings).toEqual([{ ts: NOW, values: { values: 5 } }]);
  expect(decode('[]')).toEqual({ readings: [], problems: [] });
});

test('a payload of exactly 64 KiB is read, and its text is not too long', () => {
  const text = 'x'.repeat(MAX_PAYLOAD_BYTES - '{"a":""}'.length);
  expect(decode(`{"a":"${text}"}`).readings[0]?.values['a']).toBe(text);
});

test('attributes of a wrong value are named, those beside it are kept', () => {
  expect(decodeAttributes(bytes('{"a": 1e999, "b": null, "c": 3}'))).toEqual({
    values: { c: 3 },
    problems: [{ field: 'a', reason: 'the number is too large' }],
  });
  expect(decodeAttributes(bytes('{'))).toEqual({
    values: {},
    problems: [{ field: 'payload', reason: 'is not JSON in UTF-8' }],
  });
  for (const payload of ['[1]', '7', 'null'])
    expect(decodeAttributes(bytes(payload))).toEqual({
      values: {},
      problems: [{ field: 'payload', reason: 'must be a JSON object' }],
    });
});
