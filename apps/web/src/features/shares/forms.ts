import { computed, createModel, effect, signal } from '@preact/signals-react';
import {
  sharing,
  type DeviceShare,
  type ProductAttribute,
  type ShareTerms,
  type SimpleDevice,
  type DevicePermission,
} from '@farm3d/api';
import type { FormField, FormValues, SelectOption } from '@farm3d/ui';
import { createForm, type SentForm } from '../../kit/forms/create-form.ts';
import { readingLines } from '../../platform/readings.ts';
import type { Services } from '../../platform/services.ts';
import { t } from './zh-CN.ts';

/** Keys of a share, as the server limits them. */
const MAX_ATTRIBUTES = 100;

interface Attribute {
  readonly identify: string;
  readonly label: string;
}

/** The end of a day, where the user is. */
const endOfDay = (day: string): number => new Date(`${day}T23:59:59`).getTime();

/** Names of body fields by which the server refuses, and the fields of the forms. */
const BODY_FIELDS = {
  deviceIds: 'devices',
  expireTime: 'until',
  permissions: 'level',
} as const;

const untilField = (isVisible?: FormField['isVisible']): FormField => ({
  key: 'until',
  type: 'date',
  label: t('shares.until'),
  isHalf: true,
  ...(isVisible ? { isVisible, required: true } : { hint: t('shares.until.hint') }),
  check: (value) =>
    typeof value === 'string' && value !== '' && endOfDay(value) < Date.now() ? t('shares.until.past') : null,
});

const attributesField = (attributes: readonly Attribute[]): FormField => ({
  key: 'attributes',
  type: 'select',
  multiple: true,
  required: true,
  maxLength: MAX_ATTRIBUTES,
  label: t('shares.attributes'),
  placeholder: t('shares.attributes.placeholder'),
  options: attributes.map(({ identify, label }) => ({ value: identify, label })),
  isVisible: ({ scope }) => scope === 'chosen',
  check: (_, { level }) => (level === 'configure' ? t('shares.attributes.configure') : null),
});

const choiceField = (key: 'level' | 'scope' | 'expiry', options: readonly SelectOption[]): FormField => ({
  key,
  type: 'select',
  label: t(`shares.${key}`),
  required: true,
  isHalf: true,
  options,
});

const levelField = (keep: boolean): FormField =>
  choiceField('level', [
    ...(keep ? [{ value: 'keep', label: t('shares.level.keep') }] : []),
    ...LEVELS.map((level) => ({ value: level, label: t(`shares.level.${level}`) })),
  ]);

const scopeField = (keep: boolean): FormField =>
  choiceField(
    'scope',
    (keep ? (['keep', 'all', 'chosen'] as const) : (['all', 'chosen'] as const)).map((value) => ({
      value,
      label: t(`shares.scope.${value}`),
    })),
  );

/** Terms of a new share. */
const newTermsFields = (attributes: readonly Attribute[]): readonly FormField[] => [
  levelField(false),
  untilField(),
  scopeField(false),
  attributesField(attributes),
];

/** Terms of several shares: each may stay as it is. */
const changedTermsFields = (attributes: readonly Attribute[]): readonly FormField[] => [
  levelField(true),
  scopeField(true),
  attributesField(attributes),
  choiceField(
    'expiry',
    (['keep', 'none', 'date'] as const).map((value) => ({ value, label: t(`shares.expiry.${value}`) })),
  ),
  untilField(({ expiry }) => expiry === 'date'),
];

const NEW_TERMS: FormValues = { level: 'see', scope: 'all' };
const CHANGED_TERMS: FormValues = { level: 'keep', scope: 'keep', expiry: 'keep' };

/** What a form asks for; what stays as it is is left out. */
function termsOf({ level, scope, attributes, until, expiry }: FormValues): ShareTerms {
  const isDated = typeof until === 'string' && until !== '';
  return {
    ...(isLevel(level) && { permissions: permissionsOf(level) }),
    ...(scope === 'all' && { attributes: null }),
    ...(scope === 'chosen' && { attributes: attributes as readonly string[] }),
    ...(expiry === 'keep' ? {} : { expiresAt: isDated && expiry !== 'none' ? endOfDay(until) : null }),
  };
}

/** Devices of one call. */
const MAX_DEVICES = 200;

/** The keys of devices, each once, fetched when they are first asked for: one device for each product model. */
function attributesOf({ api }: Services, devices: readonly SimpleDevice[], ids: () => Iterable<string>) {
  const known = signal<ReadonlyMap<string, readonly ProductAttribute[]>>(new Map());
  const asked = new Set<string>();
  const codes = computed(() => {
    const wanted = new Set(ids());
    const chosen = devices.filter(({ id }) => wanted.has(id));
    return new Map(chosen.map(({ id, productModelCode }) => [productModelCode, id]));
  });
  effect(() => {
    for (const [code, deviceId] of codes.value) {
      if (asked.has(code)) continue;
      asked.add(code);
      api.devices.attributes(deviceId).then(
        ({ items }) => {
          known.value = new Map(known.peek()).set(code, items);
        },
        // Asked again when another device is chosen.
        () => asked.delete(code),
      );
    }
  });
  return computed((): readonly Attribute[] => {
    const lines = [...codes.value.keys()].flatMap((code) => readingLines(known.value.get(code) ?? []));
    return [...new Map(lines.map(({ key, name }) => [key, name]))].map(([key, name]) => ({
      identify: key,
      label: name === '' ? key : name,
    }));
  });
}

interface ShareFormOptions {
  /** Devices of the organisation. */
  readonly devices: readonly SimpleDevice[];
  readonly onShared: (shares: readonly DeviceShare[]) => void;
}

/** Form of a new share. */
export const ShareFormModel = createModel((services: Services, { devices, onShared }: ShareFormOptions) => {
  const chosen = signal<readonly string[]>([]);
  const attributes = attributesOf(services, devices, () => chosen.value);
  const sent: SentForm = createForm(services, {
    fields: () => [
      {
        key: 'devices',
        type: 'select',
        multiple: true,
        required: true,
        maxLength: MAX_DEVICES,
        label: t('shares.devices'),
        placeholder: t('shares.devices.placeholder'),
        options: devices.map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        key: 'recipient',
        type: 'radio',
        label: t('shares.recipient'),
        required: true,
        options: [
          { value: 'person', label: t('shares.recipient.person') },
          { value: 'organisation', label: t('shares.recipient.organisation') },
        ],
      },
      {
        key: 'username',
        type: 'text',
        label: t('shares.username'),
        required: true,
        isVisible: ({ recipient }) => recipient !== 'organisation',
      },
      {
        key: 'organisation',
        type: 'text',
        label: t('shares.organisation'),
        hint: t('shares.organisation.hint'),
        required: true,
        isVisible: ({ recipient }) => recipient === 'organisation',
      },
      ...newTermsFields(attributes.value),
    ],
    initial: { recipient: 'person', ...NEW_TERMS },
    draft: 'share.new',
    bodyFields: BODY_FIELDS,
    send: async (values) => {
      const { devices: deviceIds, recipient, username, organisation } = values;
      const named =
        recipient === 'organisation'
          ? { organisation: (organisation as string).trim() }
          : { username: (username as string).trim() };
      const draft = { deviceIds: deviceIds as readonly string[], ...named, ...termsOf(values) };
      onShared((await services.clientOf({ sharing }).sharing.share(draft)).items);
    },
  });
  effect(() => {
    chosen.value = sent.form.values.value['devices'] as readonly string[];
  });
  return sent;
});

interface TermsFormOptions {
  readonly shares: readonly DeviceShare[];
  /** Devices of the organisation. */
  readonly devices: readonly SimpleDevice[];
  readonly onChanged: (count: number) => void;
}

/** Form of the terms of several shares. */
export const TermsFormModel = createModel(
  (services: Services, { shares, devices, onChanged }: TermsFormOptions) => {
    const attributes = attributesOf(services, devices, () => shares.map(({ deviceId }) => deviceId));
    return createForm(services, {
      fields: () => changedTermsFields(attributes.value),
      initial: CHANGED_TERMS,
      bodyFields: BODY_FIELDS,
      send: async (values) => {
        const ids = shares.map(({ id }) => id);
        await services.clientOf({ sharing }).sharing.change(ids, termsOf(values));
        onChanged(ids.length);
      },
    });
  },
);

/** What a share allows, from the least. */
export const LEVELS = ['view', 'see', 'control', 'configure'] as const;
export type Level = (typeof LEVELS)[number];

const PERMISSIONS: Readonly<Record<Level, readonly DevicePermission[]>> = {
  view: ['view'],
  see: ['view', 'history'],
  control: ['view', 'history', 'control'],
  configure: ['view', 'history', 'control', 'configure'],
};

export const permissionsOf = (level: Level): readonly DevicePermission[] => PERMISSIONS[level];

const isLevel = (value: unknown): value is Level => LEVELS.some((level) => level === value);

/** The level with exactly these permissions; null for a share that was put together by a program. */
export function levelOf(permissions: readonly DevicePermission[]): Level | null {
  return (
    LEVELS.find((level) => {
      const own = PERMISSIONS[level];
      return own.length === permissions.length && own.every((one) => permissions.includes(one));
    }) ?? null
  );
}
