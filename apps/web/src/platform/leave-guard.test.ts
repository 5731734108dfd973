import { afterEach, expect, test, vi } from 'vitest';
import { guardLeaving, mayLeave } from './leave-guard.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('unsaved work is asked about before its screen is left', () => {
  vi.stubGlobal('location', { href: 'http://farm/scene' });
  const asked = vi.fn<() => void>();
  let isDirty = true;
  expect(mayLeave()).toBe(true);
  const stop = guardLeaving({ hasUnsavedWork: () => isDirty, confirmLeave: asked });
  expect([mayLeave(), asked.mock.calls.length]).toEqual([false, 1]);
  isDirty = false;
  expect([mayLeave(), asked.mock.calls.length]).toEqual([true, 1]);
  isDirty = true;
  stop();
  expect([mayLeave(), asked.mock.calls.length]).toEqual([true, 1]);
});
