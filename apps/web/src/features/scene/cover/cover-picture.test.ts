import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenQuiet } from './cover-picture.ts';

const page = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('it is quiet three seconds after the last use of the page', async () => {
  const quiet = vi.fn<() => void>();
  void whenQuiet(new AbortController().signal).then(quiet);
  await vi.advanceTimersByTimeAsync(2900);
  page.dispatchEvent(new Event('wheel'));
  await vi.advanceTimersByTimeAsync(2900);
  expect(quiet).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(quiet).toHaveBeenCalledOnce();
});

test('after an abort it is never quiet', async () => {
  const quiet = vi.fn<() => void>();
  const lifetime = new AbortController();
  void whenQuiet(lifetime.signal).then(quiet);
  lifetime.abort();
  page.dispatchEvent(new Event('wheel'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(quiet).not.toHaveBeenCalled();
});
