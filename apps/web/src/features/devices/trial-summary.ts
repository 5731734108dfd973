import type { AlarmTrialResult } from '@farm3d/api';

interface TrialSummary {
  readonly count: number;
  /** Milliseconds, as all lengths. */
  readonly totalMs: number;
  readonly longestMs: number;
  /** The last one would still be active. */
  readonly isActive: boolean;
}

/** What a trial found, for its sentence. An alarm that would still be active counts up to the end of the trial. */
export function trialSummary({ intervals, endTs, activeMs }: AlarmTrialResult): TrialSummary {
  return {
    count: intervals.length,
    totalMs: activeMs,
    longestMs: Math.max(0, ...intervals.map(({ from, to }) => (to ?? endTs) - from)),
    isActive: intervals.at(-1)?.to === null,
  };
}
