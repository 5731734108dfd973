import { createModel } from '@preact/signals-react';
import { NOTIFICATION_KINDS, type DeviceGroup, type NotificationPreferences } from '@farm3d/api';
import { createFormModel, type FieldValue, type FormValues } from '@farm3d/ui';
import { formProblem } from '../../kit/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { notificationsApi } from './notifications-api.ts';
import { t } from './zh-CN.ts';

/** As the server has it. */
const GROUPS_MAX = 100;
const SEVERITIES = ['WARNING', 'MINOR', 'MAJOR', 'CRITICAL'] as const;

/** What a person chooses; the others come to whom they are addressed. */
const CHOSEN_KINDS = NOTIFICATION_KINDS.filter((kind) => kind !== 'alarmUnattended' && kind !== 'digest');

const typed = (value: FieldValue | undefined): string => (typeof value === 'string' ? value : '');

/** Both times of the quiet hours, or none. */
const bothTimes = (_: FieldValue, { quietFrom, quietTo }: FormValues): string | null =>
  (typed(quietFrom) === '') === (typed(quietTo) === '') ? null : t('notifications.quiet.both');

/** What the caller is notified of. Quiet hours are in the time zone of this browser. */
export const PreferencesFormModel = createModel(
  (
    now: NotificationPreferences,
    groups: readonly DeviceGroup[],
    onSaved: (saved: NotificationPreferences) => void,
  ) => {
    const choose = t('notifications.choose');
    const form = createFormModel({
      fields: () => [
        {
          key: 'kinds',
          type: 'select',
          multiple: true,
          label: t('notifications.kinds'),
          placeholder: choose,
          options: CHOSEN_KINDS.map((value) => ({ value, label: t(`notifications.kind.${value}`) })),
        },
        {
          key: 'minSeverity',
          type: 'select',
          label: t('notifications.minSeverity'),
          placeholder: choose,
          required: true,
          options: SEVERITIES.map((value) => ({ value, label: t(`alarms.severity.${value}`) })),
          isHalf: true,
        },
        {
          key: 'language',
          type: 'select',
          label: t('notifications.language'),
          placeholder: choose,
          required: true,
          options: [
            { value: 'zh-CN', label: '中文' },
            { value: 'en', label: 'English' },
          ],
          isHalf: true,
        },
        {
          key: 'groups',
          type: 'select',
          multiple: true,
          label: t('notifications.groups'),
          hint: t('notifications.groups.hint'),
          placeholder: choose,
          maxLength: GROUPS_MAX,
          options: groups.map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          key: 'quietFrom',
          type: 'time',
          label: t('notifications.quiet.from'),
          isHalf: true,
          check: bothTimes,
        },
        { key: 'quietTo', type: 'time', label: t('notifications.quiet.to'), isHalf: true, check: bothTimes },
        { key: 'urgentAlways', type: 'switch', label: t('notifications.urgentAlways') },
        { key: 'onCallOnly', type: 'switch', label: t('notifications.onCallOnly') },
        {
          key: 'digestAt',
          type: 'time',
          label: t('notifications.digestAt'),
          hint: t('notifications.digestAt.hint'),
        },
      ],
      locale,
      initial: {
        kinds: CHOSEN_KINDS.filter((kind) => now.kinds.includes(kind)),
        minSeverity: now.minSeverity,
        language: now.language,
        groups: now.groups,
        quietFrom: now.quiet?.from ?? '',
        quietTo: now.quiet?.to ?? '',
        urgentAlways: now.urgentAlways,
        onCallOnly: now.onCallOnly,
        digestAt: now.digestAt ?? '',
      },
      problemOf: formProblem({ 'quiet.from': 'quietFrom', 'quiet.to': 'quietTo' }),
    });
    return {
      form,
      send: async (values: FormValues): Promise<void> => {
        const [from, to] = [typed(values['quietFrom']), typed(values['quietTo'])];
        onSaved(
          await notificationsApi.notifications.setPreferences({
            kinds: values['kinds'] as NotificationPreferences['kinds'],
            minSeverity: values['minSeverity'] as NotificationPreferences['minSeverity'],
            groups: [...(values['groups'] as readonly string[])],
            quiet: from === '' ? null : { from, to },
            timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            urgentAlways: values['urgentAlways'] === true,
            onCallOnly: values['onCallOnly'] === true,
            digestAt: typed(values['digestAt']) || null,
            language: values['language'] as NotificationPreferences['language'],
          }),
        );
      },
    };
  },
);
