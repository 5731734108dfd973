import { describe, expect, it } from 'vitest';
import { JsonWriter } from './json-writer.ts';

/** What is read of a series that `write` fills. */
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

  it('takes whole hours as the database packs them', () => {
    const at = 1_790_002_800_000;
    const written = read((writer) => {
      writer.hour(at, '{}', '{}');
      writer.hour(at, '{7}', '{-0.1}');
      writer.value(at + 1_000, '"between"');
      writer.hour(at + 3_600_000, '{0,60000,3599999}', '{1e-05,1.7976931348623157e+308,12}');
    }, 3);
    expect(written).toEqual([
      { ts: at + 7, value: -0.1 },
      { ts: at + 1_000, value: 'between' },
      { ts: at + 3_600_000, value: 1e-5 },
      { ts: at + 3_660_000, value: Number.MAX_VALUE },
      { ts: at + 7_199_999, value: 12 },
    ]);
  });
});
