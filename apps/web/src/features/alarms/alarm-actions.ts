import type { Alarm } from '@farm3d/api';
import type { Bulk } from '../../components/bulk/bulk-work.ts';
import { problemText } from '../../platform/problem.ts';
import { api } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { alarmApi } from './alarm-api.ts';
import type { Alarms } from './model.ts';
import { t } from './zh-CN.ts';

/** Choices of the time for which alarms are shelved, minutes. */
export const SHELVE_MINUTES = [15, 60, 480, 1_440, 10_080] as const;

/** What can be done with alarms. */
export type AlarmAction =
  | { readonly kind: 'acknowledge' | 'clear' }
  /** For so many minutes; 0: no longer. */
  | { readonly kind: 'shelve'; readonly minutes: number }
  /** Id of the user; null: nobody. */
  | { readonly kind: 'assign'; readonly userId: string | null }
  | { readonly kind: 'comment'; readonly text: string };

/** Answers the alarm as it is afterwards; null: it says nothing of the action. */
async function perform(alarm: Alarm, action: AlarmAction, signal?: AbortSignal): Promise<Alarm | null> {
  const options = signal ? { signal } : {};
  switch (action.kind) {
    case 'shelve':
      return api.alarms.shelve(alarm.id, action.minutes, options);
    case 'assign': {
      const assigned = await alarmApi.alarmHandling.assign(alarm.id, action.userId, options);
      // The answer does not name an assignee that there is none of.
      return { ...assigned, assignee: assigned.assignee ?? null };
    }
    case 'comment':
      await alarmApi.alarmHandling.comment(alarm.id, action.text, options);
      return null;
    default:
      return api.alarms[action.kind](alarm.id, options);
  }
}

/** Whether an action changes an alarm in its present state. */
export function isUseful({ kind }: AlarmAction, alarm: Alarm): boolean {
  if (kind === 'acknowledge') return !alarm.acknowledged;
  return kind === 'assign' || kind === 'comment' || alarm.active;
}

/** Actions on one alarm or on many, with their results in the list. */
export function createAlarmActions(model: Alarms, bulk: Bulk) {
  const work = async (alarm: Alarm, action: AlarmAction, signal?: AbortSignal): Promise<void> => {
    const changed = await perform(alarm, action, signal);
    if (changed) model.store.receive(changed);
  };
  const one = async (alarm: Alarm, action: AlarmAction): Promise<void> => {
    try {
      await work(alarm, action);
      if (action.kind === 'comment') showToast('success', t('alarmList.comment.sent'), `alarm.${alarm.id}`);
    } catch (error) {
      showToast('error', problemText(error), `alarm.${alarm.id}`);
    }
  };
  return {
    one,
    /** One alarm at once; many with their progress, and each failure by its name. */
    many: async (alarms: readonly Alarm[], action: AlarmAction): Promise<void> => {
      const useful = alarms.filter((alarm) => isUseful(action, alarm));
      const [first] = useful;
      if (!first) return;
      if (useful.length === 1) return one(first, action);
      const failed: Alarm[] = [];
      await bulk.run({
        title: t(`alarmList.bulk.${action.kind}`),
        items: useful,
        nameOf: ({ name, deviceName }) => `${deviceName} · ${name}`,
        work: async (alarm, signal) => {
          try {
            await work(alarm, action, signal);
          } catch (error) {
            failed.push(alarm);
            throw error;
          }
        },
        // What failed stays selected, to be tried again.
        onEnd: () => model.selection.keep(failed),
      });
    },
  };
}

export type AlarmActions = ReturnType<typeof createAlarmActions>;
