import { describe, expect, it } from 'vitest';
import { cubicInOut, FrameTweens } from './tween.ts';

describe('cubicInOut', () => {
  it.each([
    [0, 0],
    [0.25, 0.0625],
    [0.5, 0.5],
    [0.75, 0.9375],
    [1, 1],
  ])('%f → %f', (t, eased) => expect(cubicInOut(t)).toBeCloseTo(eased, 12));
});

describe('FrameTweens', () => {
  it('ends at exactly 1 after its duration, once', () => {
    const tweens = new FrameTweens(() => {});
    const values: number[] = [];
    let done = 0;
    tweens.play({ durationMs: 1000, onUpdate: (t) => values.push(t), onDone: () => done++ });
    for (let i = 0; i < 70; i++) tweens.update(16);
    expect(values.at(-1)).toBe(1);
    expect(values).toHaveLength(63);
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(done).toBe(1);
    expect(tweens.isActive).toBe(false);
  });

  it('makes no calls after it is cancelled', () => {
    const tweens = new FrameTweens(() => {});
    let updates = 0;
    const handle = tweens.play({ durationMs: 100, onUpdate: () => updates++, onDone: () => updates++ });
    handle.cancel();
    tweens.update(200);
    expect(updates).toBe(0);
    expect(tweens.isActive).toBe(false);
  });

  it('wakes the frame loop when it starts', () => {
    let wakes = 0;
    const tweens = new FrameTweens(() => wakes++);
    tweens.play({ durationMs: 1, onUpdate: () => {}, onDone: () => {} });
    expect(wakes).toBe(1);
  });
});
