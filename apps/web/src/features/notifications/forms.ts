import { createModel } from '@preact/signals-react';
import {
  CHANNEL_KINDS,
  message,
  NOTIFICATION_KINDS,
  notifications,
  type DeviceGroup,
  type NotificationChannelDraft,
  type NotificationPreferences,
  type NotificationTemplate,
  type OnCall,
  type OnCallRota,
  type Person,
} from '@farm3d/api';
import type { FieldValue, FormValues } from '@farm3d/ui';
import { createForm } from '../../kit/forms/create-form.ts';
import { locale } from '../../platform/locale.ts';
import type { Services } from '../../platform/services.ts';
import { t } from './zh-CN.ts';

const typed = (value: FieldValue | undefined): string => (typeof value === 'string' ? value.trim() : '');

const callsOf = ({ clientOf }: Services) => clientOf({ notifications }).notifications;

const NAME_MAX = 64;

function draftOf(values: FormValues): NotificationChannelDraft {
  const [name, url, secret, to] = ['name', 'url', 'secret', 'to'].map((key) => typed(values[key])) as [
    string,
    string,
    string,
    string,
  ];
  const kind = typed(values['kind']) as Exclude<NotificationChannelDraft['kind'], 'push'>;
  switch (kind) {
    case 'email':
      return { kind, name };
    case 'telegram':
      return { kind, name, secret, to };
    case 'sms':
      return { kind, name, url, secret, to };
    case 'dingtalk':
    case 'feishu':
      return { kind, name, url, secret };
    default:
      return { kind, name, url };
  }
}

/** A new channel of the caller. */
export const ChannelFormModel = createModel(
  (services: Services, onAdded: (added: { name: string; secret: string | null }) => void) =>
    createForm(services, {
      fields: () => [
        {
          key: 'kind',
          type: 'radio',
          label: t('notifications.channel.kind'),
          required: true,
          // A browser adds itself.
          options: CHANNEL_KINDS.filter((value) => value !== 'push').map((value) => ({
            value,
            label: t(`notifications.channel.${value}`),
          })),
        },
        {
          key: 'name',
          type: 'text',
          label: t('notifications.channel.name'),
          required: true,
          maxLength: NAME_MAX,
        },
        {
          key: 'url',
          type: 'text',
          label: t('notifications.channel.url'),
          hint: t('notifications.channel.url.hint'),
          placeholder: 'https://',
          required: true,
          isVisible: ({ kind }) => kind !== 'email' && kind !== 'telegram',
          check: (value) =>
            typeof value === 'string' && /^https?:\/\/[^/\s]/.test(value.trim())
              ? null
              : message('linkage.webhook.address', locale.value),
        },
        {
          key: 'secret',
          type: 'text',
          label: t('notifications.channel.secret'),
          hint: t('notifications.channel.secret.hint'),
          isVisible: ({ kind }) => ['dingtalk', 'feishu', 'telegram', 'sms'].includes(typed(kind)),
        },
        {
          key: 'to',
          type: 'text',
          label: t('notifications.channel.to'),
          required: true,
          isVisible: ({ kind }) => kind === 'telegram' || kind === 'sms',
        },
      ],
      initial: { kind: 'email' },
      send: async (values) => onAdded(await callsOf(services).addChannel(draftOf(values))),
    }),
);

/** As the server has it. */
const GROUPS_MAX = 100;
const SEVERITIES = ['WARNING', 'MINOR', 'MAJOR', 'CRITICAL'] as const;

/** What a person chooses; the others come to whom they are addressed. */
const CHOSEN_KINDS = NOTIFICATION_KINDS.filter((kind) => kind !== 'alarmUnattended' && kind !== 'digest');

/** Both times of the quiet hours, or none. */
const bothTimes = (_: FieldValue, { quietFrom, quietTo }: FormValues): string | null =>
  (typed(quietFrom) === '') === (typed(quietTo) === '') ? null : t('notifications.quiet.both');

/** What the caller is notified of. Quiet hours are in the time zone of this browser. */
export const PreferencesFormModel = createModel(
  (
    services: Services,
    now: NotificationPreferences,
    groups: readonly DeviceGroup[],
    onSaved: (saved: NotificationPreferences) => void,
  ) => {
    const choose = t('notifications.choose');
    return createForm(services, {
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
      bodyFields: { 'quiet.from': 'quietFrom', 'quiet.to': 'quietTo' },
      send: async (values) => {
        const [from, to] = [typed(values['quietFrom']), typed(values['quietTo'])];
        onSaved(
          await callsOf(services).setPreferences({
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
    });
  },
);

const PEOPLE_MAX = 50;
/** Form keys by names of the call's body, where they differ. */
const ROTA_BODY_FIELDS = {
  'rota.people': 'people',
  'rota.turnDays': 'turnDays',
  'rota.escalateMinutes': 'escalate',
};

/** Today, yyyy-MM-dd, in the time zone of this browser. */
const today = (): string => new Intl.DateTimeFormat('sv-SE').format(Date.now());

/** Who is on call, in turn. Times are in the time zone of this browser. @param rota null: there is none yet */
export const RotaFormModel = createModel(
  (
    services: Services,
    rota: OnCallRota | null,
    people: readonly Person[],
    onSaved: (saved: OnCall) => void,
  ) =>
    createForm(services, {
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
      initial: {
        people: rota?.people ?? [],
        startsOn: rota?.startsOn ?? today(),
        at: rota?.at ?? '08:00',
        turnDays: String(rota?.turnDays ?? 7),
        escalate: rota ? String(rota.escalateMinutes ?? '') : '15',
      },
      bodyFields: ROTA_BODY_FIELDS,
      send: async (values) => {
        const escalate = Number(typed(values['escalate']));
        onSaved(
          await callsOf(services).setOnCall({
            people: [...(values['people'] as readonly string[])],
            startsOn: typed(values['startsOn']),
            at: typed(values['at']),
            turnDays: Number(typed(values['turnDays'])),
            timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            escalateMinutes: escalate > 0 ? escalate : null,
          }),
        );
      },
    }),
);

const SUBJECT_MAX = 200;
const CONTENT_MAX = 2000;

/** The text of one kind of notification in one language. */
export const TemplateFormModel = createModel(
  (
    services: Services,
    { kind, language, subject, content, variables }: NotificationTemplate,
    onSaved: () => void,
  ) =>
    createForm(services, {
      fields: () => [
        {
          key: 'subject',
          type: 'text',
          label: t('notifications.template.subject'),
          required: true,
          maxLength: SUBJECT_MAX,
        },
        {
          key: 'content',
          type: 'textarea',
          label: t('notifications.template.content'),
          hint: t('notifications.templates.hint', {
            names: variables.map((name) => `{{${name}}}`).join(' '),
          }),
          required: true,
          maxLength: CONTENT_MAX,
        },
      ],
      initial: { subject, content },
      send: async (values) => {
        await callsOf(services).setTemplate({
          kind,
          language,
          subject: values['subject'] as string,
          content: values['content'] as string,
        });
        onSaved();
      },
    }),
);
