// Second tier (outside): reference values
import * as agronomy from '@farm3d/agronomy';
import { describe, expect, it } from 'vitest';
import { readJson } from './agronomy-fixtures.ts';

interface VectorCase {
  fn: string;
  id?: string;
  input: unknown;
  expected: unknown;
  tol?: number;
}

const FILES = ['et0', 'irrigation', 'drought', 'forecast', 'daily', 'growth', 'disease', 'weather'];

/** Every key of `expected` must be in `actual`, numbers within `tolerance`; arrays have one length. */
function differences(actual: unknown, expected: unknown, tolerance: number, path = ''): string[] {
  if (typeof expected === 'number') {
    if (typeof actual !== 'number' || !(Math.abs(actual - expected) <= tolerance)) {
      return [`${path}: ${String(actual)} is not ${expected} ± ${tolerance}`];
    }
    return [];
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length)
      return [`${path}: not ${expected.length} items`];
    return expected.flatMap((item, index) =>
      differences(actual[index], item, tolerance, `${path}[${index}]`),
    );
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return [`${path}: ${String(actual)} is no object`];
    return Object.entries(expected).flatMap(([key, value]) =>
      differences((actual as Record<string, unknown>)[key], value, tolerance, `${path}.${key}`),
    );
  }
  return Object.is(actual, expected) ? [] : [`${path}: ${String(actual)} is not ${String(expected)}`];
}

describe.each(FILES)('vectors %s', (file) => {
  const { cases } = readJson(`vectors/agronomy/${file}.json`) as { cases: VectorCase[] };

  it('has cases', () => {
    expect(cases.length).toBeGreaterThan(0);
  });

  it.each(cases.map((one, index) => [`${index} ${one.fn} ${one.id ?? ''}`, one] as const))('%s', (_, one) => {
    const call = (agronomy as Record<string, unknown>)[one.fn];
    expect(call, `${one.fn} is exported`).toBeTypeOf('function');
    const answer = (call as (input: unknown) => unknown)(one.input);
    expect(differences(answer, one.expected, one.tol ?? 0)).toEqual([]);
  });
});
