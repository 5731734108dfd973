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

test('what moves is coarse, and one fine frame follows the last of it', () => {
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

test('while a scene arrives every frame is coarse, and none is fine before all of it has come', () => {
  sharpness.arrive();
  expect(draw('first-frame')).toBe(true);
  vi.advanceTimersByTime(5000);
  expect(draw('state')).toBe(true);
  expect(sharpen).not.toHaveBeenCalled();
  sharpness.settle();
  // What is told of it at once comes coarsely as well: one fine frame for all of it.
  vi.advanceTimersByTime(100);
  expect(draw('state')).toBe(true);
  vi.advanceTimersByTime(100);
  expect(sharpen).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(sharpen).toHaveBeenCalledOnce();
  expect(draw('sharpen')).toBe(false);
  expect(draw('state')).toBe(false);
});

test('where pictures at rest are no finer, nothing is coarse and no frame follows', () => {
  isFiner = false;
  sharpness.arrive();
  expect(draw('first-frame')).toBe(false);
  sharpness.settle();
  vi.advanceTimersByTime(1000);
  expect(sharpen).not.toHaveBeenCalled();
});

test('one that is gone asks for nothing', () => {
  draw('camera');
  sharpness.dispose();
  vi.advanceTimersByTime(1000);
  expect(sharpen).not.toHaveBeenCalled();
});
