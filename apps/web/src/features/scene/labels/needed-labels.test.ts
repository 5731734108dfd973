import { expect, test } from 'vitest';
import { neededLabels, type LabelMode } from './label-choice.ts';

const IDS = ['well', 'silent', 'chosen', 'loud', 'new', 'tended'];
const facts = {
  hasAlarm: (id: string) => id === 'loud',
  hasOrder: (id: string) => id === 'tended' || id === 'loud',
  isOnline: (id: string) => (id === 'new' ? undefined : id !== 'silent'),
  isChosen: (id: string) => id === 'chosen' || id === 'loud',
};
const needs = (mode: LabelMode) => neededLabels(IDS, mode, facts).map(({ id, need }) => `${id} ${need}`);

test('at rest alarms, chosen devices, those with work orders and offline ones have a label, in this order', () => {
  expect(needs('need')).toEqual(['loud alarm', 'chosen chosen', 'tended order', 'silent offline']);
});

test('all: the others come last; none: not even alarms', () => {
  expect(needs('all')).toEqual([
    'loud alarm',
    'chosen chosen',
    'tended order',
    'silent offline',
    'well any',
    'new any',
  ]);
  expect(needs('none')).toEqual([]);
});
