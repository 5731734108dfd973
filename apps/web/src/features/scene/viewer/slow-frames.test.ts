import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchFrames } from './slow-frames.ts';

beforeEach(() => vi.stubGlobal('document', { visibilityState: 'visible' }));
afterEach(() => vi.unstubAllGlobals());

/** A viewer that draws frames, and animation frames of a stated duration. */
function setUp() {
  const listeners = new Set<() => void>();
  const frames: ((now: number) => void)[] = [];
  let now = 0;
  let reports = 0;
  const viewer = {
    on: (_type: string, listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  } as unknown as Parameters<typeof watchFrames>[0];
  const stop = watchFrames(
    viewer,
    () => {
      reports += 1;
    },
    (run) => {
      frames.push(run);
    },
  );
  const draw = (ms: number): void => {
    for (const listener of listeners) listener();
    for (const run of frames.splice(0)) run(now);
    now += ms;
    for (const run of frames.splice(0)) run(now);
  };
  return { draw, stop, reports: () => reports };
}

test('four slow frames in a row are reported, once', () => {
  const { draw, reports } = setUp();
  for (const ms of [900, 900, 900]) draw(ms);
  expect(reports()).toBe(0);
  draw(900);
  draw(900);
  expect(reports()).toBe(1);
});

test('a single slow frame says nothing, nor does anything after the end', () => {
  const { draw, stop, reports } = setUp();
  for (const ms of [900, 900, 900, 16, 900, 900, 900]) draw(ms);
  stop();
  for (const ms of [900, 900]) draw(ms);
  expect(reports()).toBe(0);
});
