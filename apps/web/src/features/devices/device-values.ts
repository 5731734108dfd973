import type { AlarmTrialResult, Device } from '@farm3d/api';
import { csvText } from '../../platform/save-file.ts';

/** A typed attribute value: JSON where it is JSON (numbers, true, objects), else the text itself. */
export function parseAttribute(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The devices as a table that spreadsheets open. */
export function deviceSheet(devices: readonly Device[]): string {
  return csvText(
    ['name', 'productModelCode', 'thirdId', 'online', 'lastActivityTime', 'id'],
    devices.map((device) => [
      device.name,
      device.productModelCode,
      device.thirdId ?? '',
      device.online ? '1' : '0',
      device.lastActivityAt === null ? '' : new Date(device.lastActivityAt).toISOString(),
      device.id,
    ]),
  );
}

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
