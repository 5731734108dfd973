import type {
  alarmTrials,
  AlarmTrialDraft,
  AlarmTrialOfDevices,
  AlarmTrialTarget,
  ClientOf,
} from '@farm3d/api';
import { runTrialJob, type TrialJobOptions } from './trial-job.ts';

type TrialCalls = Pick<
  ClientOf<{ alarmTrials: typeof alarmTrials }>['alarmTrials'],
  'start' | 'get' | 'remove'
>;

/** Tries an alarm setting in the background, as `runTrialJob`. */
export const runAlarmTrialJob = (
  calls: TrialCalls,
  target: AlarmTrialTarget,
  draft: AlarmTrialDraft,
  { days, ...options }: TrialJobOptions & { readonly days: number },
): Promise<AlarmTrialOfDevices> => runTrialJob(calls, () => calls.start(target, draft, days), options);
