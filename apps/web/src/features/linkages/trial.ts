import type { LinkageTrialResult } from '@farm3d/api';

const DAY_MS = 86_400_000;

/** A day of a trial: how often the linkage would have run. */
export interface TrialDay {
  /** Epoch milliseconds. */
  readonly from: number;
  readonly fired: number;
}

/** The runs of a trial by spans of 24 hours, the oldest first. */
export function trialDays({ startTs, endTs, runs }: LinkageTrialResult): readonly TrialDay[] {
  const count = Math.max(1, Math.ceil((endTs - startTs) / DAY_MS));
  const fired = Array.from({ length: count }, () => 0);
  for (const { at, reason } of runs) {
    const day = Math.min(count - 1, Math.floor((at - startTs) / DAY_MS));
    if (reason === null && day >= 0) fired[day]! += 1;
  }
  return fired.map((times, day) => ({ from: startTs + day * DAY_MS, fired: times }));
}

/** How much of the time of a trial, in whole percent; less than one is at least 1. */
export function heldPercent(heldMs: number, { startTs, endTs }: LinkageTrialResult): number {
  const percent = (100 * heldMs) / Math.max(1, endTs - startTs);
  return percent > 0 ? Math.max(1, Math.round(percent)) : 0;
}
