import { afterEach, expect, test, vi } from 'vitest';
import { browserClock } from './clock.ts';

afterEach(() => vi.unstubAllGlobals());

test('the clock of the browser tells its time, and asks for and cancels its frames', () => {
  const request = vi.fn(() => 7);
  const cancel = vi.fn();
  vi.stubGlobal('performance', { now: () => 1234.5 });
  vi.stubGlobal('requestAnimationFrame', request);
  vi.stubGlobal('cancelAnimationFrame', cancel);
  const callback = () => {};
  expect(browserClock.now()).toBe(1234.5);
  expect(browserClock.requestFrame(callback)).toBe(7);
  expect(request).toHaveBeenCalledExactlyOnceWith(callback);
  browserClock.cancelFrame(7);
  expect(cancel).toHaveBeenCalledExactlyOnceWith(7);
});
