import { describe, expect, it } from 'vitest';
import { MOTION_SCALES, MotionScale, pixelRatioFor, QUALITY, QualityGovernor } from './quality.ts';

const sampleFrames = (governor: QualityGovernor, intervalMs: number, frames: number) => {
  for (let i = 0; i < frames; i++) governor.sample(intervalMs);
  return governor.tier;
};

describe('QualityGovernor', () => {
  it('starts low on software rendering and stays low', () => {
    expect(sampleFrames(new QualityGovernor(true), 5, 1000)).toBe('low');
  });

  it('stays high while frames are fast', () => {
    expect(sampleFrames(new QualityGovernor(false), 17, 1000)).toBe('high');
  });

  it('lowers one step for each series of slow frames', () => {
    const governor = new QualityGovernor(false);
    expect(sampleFrames(governor, 80, 24)).toBe('medium');
    expect(sampleFrames(governor, 80, 24)).toBe('low');
  });

  it('keeps its step after one slow frame', () => {
    const governor = new QualityGovernor(false);
    sampleFrames(governor, 500, 1);
    expect(sampleFrames(governor, 17, 23)).toBe('high');
  });
});

describe('MotionScale', () => {
  const sampleFrames = (motion: MotionScale, intervalMs: number, frames: number) => {
    for (let i = 0; i < frames; i++) motion.sample(intervalMs);
    return motion.scale;
  };

  it('lowers a step at a time while frames are slow, down to the last', () => {
    const motion = new MotionScale();
    const tiers = Array.from({ length: 6 }, () => sampleFrames(motion, 40, 8));
    expect(tiers).toEqual([...MOTION_SCALES.slice(1), 0.5, 0.5, 0.5]);
    expect(motion.isExhausted).toBe(true);
  });

  it('rises when frames are fast, with a pause between steps', () => {
    const motion = new MotionScale();
    sampleFrames(motion, 40, 16);
    expect(sampleFrames(motion, 17, 80)).toBe(MOTION_SCALES[2]);
    expect(sampleFrames(motion, 9, 16)).toBe(1);
  });

  it('begins one step above the last on a slow machine, and rises or falls from there', () => {
    const motion = new MotionScale(true);
    expect(motion.scale).toBe(MOTION_SCALES.at(-2));
    expect(motion.isExhausted).toBe(false);
    expect(sampleFrames(motion, 9, 8)).toBe(MOTION_SCALES.at(-3));
    expect(sampleFrames(motion, 40, 16)).toBe(MOTION_SCALES.at(-1));
  });
});

describe('pixelRatioFor', () => {
  it.each([
    ['low, at rest', 'low', false, 800, 600, 1, 1.5],
    ['low, moving', 'low', true, 800, 600, 1, 0.8],
    ['low on a fine screen', 'low', true, 800, 600, 3, 0.8],
    ['low on a 4K screen, at rest: 4 million pixels', 'low', false, 4_000, 2_000, 1, Math.SQRT1_2],
    ['low on a 4K screen, moving: 1 million pixels', 'low', true, 4_000, 2_000, 1, Math.sqrt(1 / 8)],
    ['medium', 'medium', true, 800, 600, 2, 1.5],
    ['high, on a common screen', 'high', false, 800, 600, 1, 1],
    ['high, on a fine screen', 'high', true, 800, 600, 3, 2],
  ] as const)('%s', (_, tier, isMoving, width, height, device, expected) => {
    expect(pixelRatioFor(QUALITY[tier], isMoving, width, height, device)).toBeCloseTo(expected, 9);
  });
});
