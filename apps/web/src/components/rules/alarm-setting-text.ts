import type { AlarmSetting, WeeklySchedule } from '@farm3d/api';
import { conditionText, type NameKey, durationText } from './condition-text.ts';
import { t } from './zh-CN.ts';

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** 'Mon–Fri' for days in a row from Monday on, else each by its name. */
function daysText(days: readonly number[]): string {
  if (days.length === DAYS.length) return t('rule.everyDay');
  const sorted = DAYS.filter((day) => days.includes(day));
  const [first, last] = [sorted[0], sorted.at(-1)];
  const isRow = first !== undefined && last !== undefined && last - first === sorted.length - 1;
  return isRow && sorted.length > 2
    ? `${t(`rule.day.${first}`)}–${t(`rule.day.${last}`)}`
    : sorted.map((day) => t(`rule.day.${day}`)).join(t('rule.list'));
}

/** Days and hours; the time zone where it is not that of the reader. */
function scheduleText({ days, from, to, timeZone }: WeeklySchedule): string {
  const hours = from === to ? t('rule.allDay') : `${from}–${to}`;
  const text = t('rule.schedule', { days: daysText(days), hours });
  const isOwn = Intl.DateTimeFormat().resolvedOptions().timeZone === timeZone;
  return isOwn ? text : t('rule.schedule.zone', { text, zone: timeZone });
}

type Raised = Pick<AlarmSetting, 'condition' | 'durationMs' | 'repeat' | 'schedule'>;
type Following = Pick<AlarmSetting, 'clearDurationMs' | 'reminderMs' | 'escalations' | 'workOrder'>;

/** When an alarm is raised, as a sentence that a farmer reads: 'soil moisture below 12 %, for 10 min'. */
export function settingText(setting: Raised, nameKey: NameKey): string {
  const { condition, durationMs, repeat, schedule } = setting;
  return [
    conditionText(condition, nameKey),
    ...(durationMs > 0 ? [t('rule.held', { time: durationText(durationMs) })] : []),
    ...(repeat > 1 ? [t('rule.repeated', { n: repeat })] : []),
    ...(schedule ? [scheduleText(schedule)] : []),
  ].join(t('rule.join'));
}

/** What follows after it was raised, as a sentence; '' for nothing beyond the usual. */
export function followingText(setting: Following): string {
  const { clearDurationMs, reminderMs, escalations, workOrder } = setting;
  return [
    ...(clearDurationMs > 0 ? [t('rule.cleared', { time: durationText(clearDurationMs) })] : []),
    ...(reminderMs > 0 ? [t('rule.reminded', { time: durationText(reminderMs) })] : []),
    ...escalations.map(({ afterMs, severity }) =>
      t('rule.escalated', { time: durationText(afterMs), severity: t(`alarms.severity.${severity}`) }),
    ),
    ...(workOrder ? [t('rule.workOrder')] : []),
  ].join(t('rule.join'));
}
