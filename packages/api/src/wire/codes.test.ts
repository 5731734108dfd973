import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  codeSchema,
  flagSchema,
  instantSchema,
  optionalNumberSchema,
  optionalTextSchema,
  parseWire,
  textSchema,
} from './codes.ts';
import { envelopeSchema } from './envelope.ts';
import { WireError } from './wire-error.ts';

/** What the schema makes of it; 'refused' where it refuses it. */
const read = (schema: v.GenericSchema, value: unknown) => {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : 'refused';
};

describe('a value on the wire', () => {
  it.each([
    ['a code', codeSchema, [1, '1', true, null], ['1', '1', 'refused', 'refused']],
    ['a flag', flagSchema, ['true', '', '2', {}], [false, false, false, 'refused']],
    [
      'a text or null',
      optionalTextSchema,
      ['a', 0, '', ' ', null, undefined, true],
      ['a', '0', null, ' ', null, null, 'refused'],
    ],
    [
      'a number or null',
      optionalNumberSchema,
      [1.5, '1.5', 0, '0', '', 'a', Number.NaN, Infinity, null, undefined, true],
      [1.5, 1.5, 0, 0, null, null, 'refused', null, null, null, 'refused'],
    ],
    [
      'an instant or null',
      instantSchema,
      [0, 86_400_000, '1970-01-02T00:00:00Z', '', 'yesterday', Infinity, null, undefined, true],
      [0, 86_400_000, 86_400_000, null, null, null, null, null, 'refused'],
    ],
    ['a text', textSchema, ['a', '', null, undefined, 1], ['a', '', '', '', 'refused']],
  ] as const)('%s', (_, schema, values, expected) => {
    expect(values.map((value) => read(schema, value))).toEqual(expected);
  });

  it('that is wrong is named by its path', () => {
    const schema = v.object({ list: v.array(v.object({ id: v.string() })) });
    expect(parseWire(schema, { list: [{ id: 'a' }] })).toEqual({ list: [{ id: 'a' }] });
    const wrong = () => parseWire(schema, { list: [{ id: 'a' }, { id: 7 }] });
    expect(wrong).toThrow(WireError);
    expect(wrong).toThrow(
      expect.objectContaining({
        name: 'WireError',
        field: 'list.1.id',
        message: expect.stringMatching(/^list\.1\.id: Invalid type/),
      }),
    );
    expect(() => parseWire(schema, 7)).toThrow(expect.objectContaining({ field: '(root)' }));
  });
});

describe('an envelope', () => {
  it('has a number as its code and keeps what it does not know', () => {
    expect(v.parse(envelopeSchema, { code: '200', data: [1], traceId: 'x' })).toEqual({
      code: 200,
      msg: '',
      data: [1],
      traceId: 'x',
    });
    expect(v.parse(envelopeSchema, { code: 404, msg: null, error: 'route_not_found', field: 'id' })).toEqual({
      code: 404,
      msg: null,
      error: 'route_not_found',
      field: 'id',
    });
    expect(v.safeParse(envelopeSchema, { msg: 'no code' }).success).toBe(false);
  });
});
