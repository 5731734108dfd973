import { describe, expect, it } from 'vitest';
import { JsonWriter } from './json-writer.ts';

/** Parses the series that `write` writes. */
function read(write: (writer: JsonWriter) => void, expected = 0): unknown {
  const writer = new JsonWriter();
  writer.text('{"系列":');
  writer.open(expected);
  write(writer);
  writer.close();
  writer.text('}');
  return (JSON.parse(writer.finish().toString()) as Record<string, unknown>)['系列'];
}

describe('a written series', () => {
  it('is empty without values', () => {
    expect(read(() => undefined)).toEqual([]);
  });

  it('says each value at its instant, whatever both are, also when there are more than were expected', () => {
    const values = [
      0,
      -1,
      1.5,
      1e300,
      -2.5e-7,
      true,
      null,
      '"quoted", {} and 温室\u0000',
      { a: [1, { b: '}' }] },
    ];
    const instants = [
      0, 1, 9_999_999, 10_000_000, 1_790_000_000_000, 253_402_300_799_999, -1, -62_000_000_000_000,
    ];
    const expected = instants.flatMap((ts) => values.map((value) => ({ ts, value })));
    const written = read((writer) => {
      for (const { ts, value } of expected) writer.value(ts, JSON.stringify(value));
    });
    expect(written).toEqual(expected);
  });

  it('says numbers as they are, those with few decimals and those with many', () => {
    const special = [0, 1, -1, 0.1, -0.1, 20.1, 0.05, 0.007, -273.15, 1e-4, 1e-7, 0.1 + 0.2, 1 / 3, 1.0005];
    const large = [2_147_483.647, 2_147_483.648, 123_456_789.5, 99_999_999_999, 1e21, Number.MAX_VALUE];
    const measured = Array.from({ length: 5_000 }, (_, i) => Math.round(Math.sin(i) * 1e6) / 10 ** (i % 6));
    const numbers = [...special, ...large, Number.MIN_VALUE, ...measured];
    const at = 1_790_002_800_000;
    const written = read((writer) => numbers.forEach((value, i) => writer.number(at + i, value)));
    expect(written).toEqual(numbers.map((value, i) => ({ ts: at + i, value: value === 0 ? 0 : value })));
  });

  it('may be followed by another, which begins anew', () => {
    const writer = new JsonWriter();
    writer.text('[');
    for (const key of [1, 2]) {
      if (key > 1) writer.text(',');
      writer.open(0);
      writer.number(1, key);
      writer.number(2, key);
      writer.close();
    }
    writer.text(']');
    expect(writer.finish().toString()).toBe(
      '[[{"ts":1,"value":1},{"ts":2,"value":1}],[{"ts":1,"value":2},{"ts":2,"value":2}]]',
    );
  });

  it('says further members beside a value', () => {
    const written = read((writer) => {
      writer.value(1, '5', ',"outside":true');
      writer.value(2, '6');
    });
    expect(written).toEqual([
      { ts: 1, value: 5, outside: true },
      { ts: 2, value: 6 },
    ]);
  });
});
