import { describe, expect, it } from 'vitest';
import { QualityGovernor } from './quality.ts';

const feed = (governor: QualityGovernor, intervalMs: number, frames: number) => {
  for (let i = 0; i < frames; i++) governor.sample(intervalMs);
  return governor.tier;
};

describe('QualityGovernor', () => {
  it('starts low on software rendering and stays there', () => {
    expect(feed(new QualityGovernor(true), 5, 1000)).toBe('low');
  });

  it('keeps high while frames are quick', () => {
    expect(feed(new QualityGovernor(false), 17, 1000)).toBe('high');
  });

  it('goes down a step for each run of slow frames', () => {
    const governor = new QualityGovernor(false);
    expect(feed(governor, 80, 24)).toBe('medium');
    expect(feed(governor, 80, 24)).toBe('low');
  });

  it('does not go down for one slow frame', () => {
    const governor = new QualityGovernor(false);
    feed(governor, 500, 1);
    expect(feed(governor, 17, 23)).toBe('high');
  });
});
