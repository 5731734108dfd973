import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Sharpness } from './sharpness.ts';

const sharpen = vi.fn();
let isFiner = true;
let sharpness: Sharpness;
/** A frame as the renderer draws it. @returns whether it was coarse */
const draw = (...reasons: string[]): boolean => {
  const isCoarse = sharpness.isCoarse(reasons);
  sharpness.follow(isCoarse);
  return isCoarse;
};

beforeEach(() => {
  vi.useFakeTimers();
  sharpen.mockReset();
  isFiner = true;
  sharpness = new Sharpness(() => isFiner, sharpen);
});
afterEach(() => {
  sharpness.dispose();
  vi.useRealTimers();
});

test('frames in motion are coarse, and one fine frame follows the last of them', () => {
  expect(draw('hover')).toBe(false);
  expect(draw('camera')).toBe(true);
  vi.advanceTimersByTime(100);
  expect(draw('camera', 'hover')).toBe(true);
  vi.advanceTimersByTime(100);
  expect(sharpen).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(sharpen).toHaveBeenCalledOnce();
  expect(draw('sharpen')).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(sharpen).toHaveBeenCalledOnce();
});

test('while a scene loads every frame is coarse, and the fine one follows the last part', () => {
  sharpness.arrive();
  expect(draw('first-frame')).toBe(true);
  vi.advanceTimersByTime(5000);
  expect(draw('state')).toBe(true);
  expect(sharpen).not.toHaveBeenCalled();
  sharpness.settle();
  // Requests in the same task are coarse too: one fine frame follows for all of them.
  vi.advanceTimersByTime(100);
  expect(draw('state')).toBe(true);
  vi.advanceTimersByTime(100);
  expect(sharpen).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(sharpen).toHaveBeenCalledOnce();
  expect(draw('sharpen')).toBe(false);
  expect(draw('state')).toBe(false);
});

test('without a finer resolution at rest, no frame is coarse and no extra frame follows', () => {
  isFiner = false;
  sharpness.arrive();
  expect(draw('first-frame')).toBe(false);
  sharpness.settle();
  vi.advanceTimersByTime(1000);
  expect(sharpen).not.toHaveBeenCalled();
});

test('it requests nothing after dispose', () => {
  draw('camera');
  sharpness.dispose();
  vi.advanceTimersByTime(1000);
  expect(sharpen).not.toHaveBeenCalled();
});
