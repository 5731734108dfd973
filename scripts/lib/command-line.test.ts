import { afterEach, expect, test, vi } from 'vitest';
import { deadlineOf, wordsOf } from './command-line.mjs';

const KNOWN = {
  isName: (name: string) => ['unit', 'e2e'].includes(name),
  flags: ['again', 'changed'],
  values: ['seconds', 'changed'],
};

afterEach(() => vi.restoreAllMocks());

test('names, flags and values are told apart', () => {
  const { names, has, value } = wordsOf(['unit', '--again', '--seconds=60', 'e2e'], KNOWN);
  expect(names).toEqual(['unit', 'e2e']);
  expect([has('again'), has('changed')]).toEqual([true, false]);
  expect([value('seconds'), value('changed')]).toEqual(['60', undefined]);
});

test('a name may be a flag as well as a value', () => {
  const flag = wordsOf(['--changed'], KNOWN);
  expect([flag.has('changed'), flag.value('changed')]).toEqual([true, undefined]);
  const named = wordsOf(['--changed=HEAD~2'], KNOWN);
  expect([named.has('changed'), named.value('changed')]).toEqual([false, 'HEAD~2']);
});

test.each(['--help', '--agian', '--seconds', '--again=1', 'unti'])('%s ends the program', (word) => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended');
  });
  const output = vi.spyOn(console, 'error').mockReturnValue();
  expect(() => wordsOf(['unit', word], KNOWN)).toThrow('ended');
  expect(exit).toHaveBeenCalledWith(1);
  expect(output).toHaveBeenCalledWith(expect.stringContaining(`not known: ${word};`));
});

test('without seconds a run has no end', () => {
  vi.spyOn(Date, 'now').mockReturnValue(1_000);
  expect(deadlineOf(undefined)).toBe(Infinity);
  expect(deadlineOf('60')).toBe(61_000);
});
