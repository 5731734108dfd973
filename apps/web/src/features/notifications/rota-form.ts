import { createModel } from '@preact/signals-react';
import type { OnCall, OnCallRota, Person } from '@farm3d/api';
import { createFormModel, type FieldValue, type FormValues } from '@farm3d/ui';
import { formProblem } from '../../kit/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { notificationsApi } from './notifications-api.ts';
import { t } from './zh-CN.ts';

const typed = (value: FieldValue | undefined): string => (typeof value === 'string' ? value.trim() : '');

const PEOPLE_MAX = 50;
/** Form keys by names of the call's body, where they differ. */
const FIELDS = { 'rota.people': 'people', 'rota.turnDays': 'turnDays', 'rota.escalateMinutes': 'escalate' };

/** Today, yyyy-MM-dd, in the time zone of this browser. */
const today = (): string => new Intl.DateTimeFormat('sv-SE').format(Date.now());

/** Who is on call, in turn. Times are in the time zone of this browser. @param rota null: there is none yet */
export const RotaFormModel = createModel(
  (rota: OnCallRota | null, people: readonly Person[], onSaved: (saved: OnCall) => void) => {
    const form = createFormModel({
      fields: () => [
        {
          key: 'people',
          type: 'select',
          multiple: true,
          maxLength: PEOPLE_MAX,
          required: true,
          label: t('notifications.onCall.people'),
          hint: t('notifications.onCall.people.hint'),
          placeholder: t('notifications.choose'),
          options: people.map(({ userId, username, displayName }) => ({
            value: userId,
            label: displayName || username,
          })),
        },
        {
          key: 'startsOn',
          type: 'date',
          required: true,
          isHalf: true,
          label: t('notifications.onCall.startsOn'),
        },
        { key: 'at', type: 'time', required: true, isHalf: true, label: t('notifications.onCall.at') },
        {
          key: 'turnDays',
          type: 'number',
          required: true,
          isHalf: true,
          max: 366,
          label: t('notifications.onCall.turnDays'),
          unit: t('notifications.onCall.days'),
        },
        {
          key: 'escalate',
          type: 'number',
          isHalf: true,
          max: 1440,
          label: t('notifications.onCall.escalate'),
          unit: t('notifications.onCall.minutes'),
        },
      ],
      locale,
      initial: {
        people: rota?.people ?? [],
        startsOn: rota?.startsOn ?? today(),
        at: rota?.at ?? '08:00',
        turnDays: String(rota?.turnDays ?? 7),
        escalate: rota ? String(rota.escalateMinutes ?? '') : '15',
      },
      problemOf: formProblem(FIELDS),
    });
    return {
      form,
      send: async (values: FormValues): Promise<void> => {
        const escalate = Number(typed(values['escalate']));
        onSaved(
          await notificationsApi.notifications.setOnCall({
            people: [...(values['people'] as readonly string[])],
            startsOn: typed(values['startsOn']),
            at: typed(values['at']),
            turnDays: Number(typed(values['turnDays'])),
            timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            escalateMinutes: escalate > 0 ? escalate : null,
          }),
        );
      },
    };
  },
);
