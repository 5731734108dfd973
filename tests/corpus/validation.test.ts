// Second tier (outside): reference cases of the validation rules
import * as api from '@farm3d/api';
import * as validation from '@farm3d/api/validation';
import { expect, it } from 'vitest';
import { readJson } from './agronomy-fixtures.ts';

interface RuleCase {
  fn: string;
  input: unknown;
  expected: unknown;
}

const { cases } = readJson('vectors/agronomy/cn-validation.json') as { cases: RuleCase[] };

it('the vectors have cases', () => {
  expect(cases.length).toBeGreaterThan(70);
});

it.each(cases.map((one, index) => [`${index} ${one.fn} ${JSON.stringify(one.input)}`, one] as const))(
  'vector %s',
  (_, { fn, input, expected }) => {
    const rule = (validation as Record<string, unknown>)[fn] as (input: unknown) => unknown;
    expect(rule(input)).toEqual(expected);
    expect((api as Record<string, unknown>)[fn], `${fn} is exported by both entries`).toBe(rule);
  },
);
