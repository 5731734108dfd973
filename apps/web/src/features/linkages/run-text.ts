import type { LinkageRun, LinkageTrialResult, TelemetryValue } from '@farm3d/api';
import { readingText } from '../../platform/readings.ts';
import { dateText } from '../../platform/time-text.ts';
import type { Catalogue } from './catalogue.ts';
import { t } from './zh-CN.ts';

type ConditionStep = LinkageRun['condition'][number];
type ActionStep = LinkageRun['actions'][number];

/** Reasons of the server that have a text in both languages. */
const REASONS = {
  'the device has no open session': 'linkages.detail.offline',
  'the device did not answer in time': 'linkages.detail.timeout',
  'the device does not exist any more': 'linkages.detail.noDevice',
  'the scene does not exist any more': 'linkages.detail.noScene',
  'the server was restarted': 'linkages.detail.restarted',
  'automations are switched off': 'linkages.detail.switchedOff',
  'the address is in a private network': 'linkages.detail.private',
  'the address did not answer in time': 'linkages.detail.addressLate',
  'the address could not be reached': 'linkages.detail.unreachable',
  'too many automations run one another': 'linkages.detail.tooDeep',
  'the automation does not exist any more': 'linkages.detail.noLinkage',
  'the automation is switched off': 'linkages.detail.linkageOff',
  'an action of the automation failed': 'linkages.detail.linkageFailed',
  'internal error': 'linkages.detail.internal',
} as const;

/** Refusals of a command, which name a method, a parameter or a device. */
const REFUSALS = {
  undeclared: 'linkages.detail.undeclared',
  missing: 'linkages.detail.missing',
  unfit: 'linkages.detail.unfit',
  unknown: 'linkages.detail.unknown',
  exclusion: 'linkages.detail.exclusion',
  answered: 'linkages.detail.status',
} as const;

const QUEUED = 'queued as ';

function failureText(detail: string): string {
  if (detail in REASONS) return t(REASONS[detail as keyof typeof REASONS]);
  const [code = '', name = ''] = detail.split(': ', 2);
  return code in REFUSALS ? t(REFUSALS[code as keyof typeof REFUSALS], { name }) : detail;
}

/** How long an action took, in seconds; null: unknown. */
export const tookText = ({ tookMs }: ActionStep): string | null =>
  tookMs === null ? null : t('linkages.took', { seconds: readingText(Math.round(tookMs / 100) / 10) });

/** What a linkage did that an action ran: its state, or why it did nothing. */
const RAN = {
  successful: 'linkages.detail.ran',
  waiting: 'linkages.detail.ranWaits',
  condition: 'linkages.reason.skipped',
  once: 'linkages.reason.once',
  switchedOff: 'linkages.reason.switchedOff',
} as const;

const ranText = (detail: string): string =>
  detail in RAN ? t(RAN[detail as keyof typeof RAN]) : t('linkages.detail.ran');

/** What became of an action. */
export function resultText({ type, state, detail }: ActionStep): string {
  if (state === 'failed') return failureText(detail);
  if (type === 'wait') return t('linkages.detail.wait');
  if (type === 'webhook') return t('linkages.detail.status', { name: detail });
  if (type === 'linkage') return ranText(detail);
  if (type !== 'command') return t(`linkages.detail.${type}`);
  return detail.startsWith(QUEUED)
    ? t('linkages.detail.queued')
    : t('linkages.detail.answered', { answer: detail });
}

/** What a part of the condition saw, and whether it held. */
export function readText(
  { deviceId, key, actual, bound, holds }: ConditionStep,
  catalogue: Catalogue,
): string {
  const name = catalogue.valueName(deviceId ?? '', key);
  const unit = catalogue.values(deviceId ?? '').find((one) => one.key === key)?.unit ?? '';
  const read = (value: TelemetryValue): string =>
    `${readingText(value)}${unit !== '' && value !== null ? ` ${unit}` : ''}`;
  const value =
    bound === undefined ? read(actual) : t('linkages.compared', { value: read(actual), bound: read(bound) });
  const text = key === null ? name : t('linkages.read', { name, value });
  const verdict = holds === null ? 'unknown' : holds ? 'yes' : 'no';
  return `${text} ${t(`linkages.holds.${verdict}`)}`;
}

/** Why a run did something, or nothing. */
export function reasonText({ state, reason, error, condition, actions, resumesAt }: LinkageRun): string {
  if (reason === 'switchedOff')
    return t(state === 'cancelled' ? 'linkages.reason.cancelledOff' : 'linkages.reason.switchedOff');
  if (state === 'cancelled')
    return t(reason === 'forbidden' ? 'linkages.reason.forbidden' : 'linkages.reason.changed');
  if (state === 'waiting')
    return t('linkages.reason.waiting', { time: resumesAt === null ? '' : dateText(resumesAt) });
  if (reason === 'once') return t('linkages.reason.once');
  if (error !== null) return failureText(error);
  const failed = actions.find((action) => action.state === 'failed');
  if (failed) return failureText(failed.detail);
  if (state === 'skipped')
    return condition.some(({ holds }) => holds === null)
      ? t('linkages.reason.unknown')
      : t('linkages.reason.skipped');
  if (state === 'running') return t('linkages.reason.running');
  return t('linkages.reason.done', { n: actions.length });
}

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
