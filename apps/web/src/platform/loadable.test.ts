import { createModel } from '@preact/signals-react';
import { NetworkError } from '@farm3d/api';
import { expect, test } from 'vitest';
import { loadable, loadUnanswered } from './loadable.ts';

/** A value whose first load fails, and how often it was asked for. */
function failingOnce(problem: Error) {
  let calls = 0;
  const Model = createModel(() => ({
    value: loadable(async () => {
      calls += 1;
      if (calls === 1) throw problem;
      return 'here';
    }),
  }));
  return { model: new Model(), calls: () => calls };
}

test('what the server did not answer is loaded again when it is there', async () => {
  const { model, calls } = failingOnce(new NetworkError('GET /api/devices'));
  await model.value.load();
  expect(model.value.error.value).toBeInstanceOf(NetworkError);
  loadUnanswered();
  await expect.poll(() => model.value.value.value).toBe('here');
  expect(model.value.error.value).toBeNull();
  loadUnanswered();
  expect(calls()).toBe(2);
});

test('what was refused, or belongs to a page that was left, is not', async () => {
  const refused = failingOnce(new Error('refused'));
  const left = failingOnce(new NetworkError('GET /api/devices'));
  await Promise.all([refused.model.value.load(), left.model.value.load()]);
  left.model[Symbol.dispose]();
  loadUnanswered();
  expect([refused.calls(), left.calls()]).toEqual([1, 1]);
});
