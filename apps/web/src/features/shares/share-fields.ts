import type { FormField, FormValues } from '@farm3d/ui';
import type { ShareTerms } from '@farm3d/api';
import { isLevel, LEVELS, permissionsOf } from './levels.ts';
import { t } from './zh-CN.ts';

/** Keys of a share, as the server limits them. */
const MAX_ATTRIBUTES = 100;

export interface Attribute {
  readonly identify: string;
  readonly label: string;
}

/** The end of a day, where the user is. */
const endOfDay = (day: string): number => new Date(`${day}T23:59:59`).getTime();

/** Names of body fields by which the server refuses, and the fields of the forms. */
export const BODY_FIELDS = {
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

const levelField = (keep: boolean): FormField => ({
  key: 'level',
  type: 'select',
  label: t('shares.level'),
  required: true,
  isHalf: true,
  options: [
    ...(keep ? [{ value: 'keep', label: t('shares.level.keep') }] : []),
    ...LEVELS.map((level) => ({ value: level, label: t(`shares.level.${level}`) })),
  ],
});

const scopeField = (keep: boolean): FormField => ({
  key: 'scope',
  type: 'select',
  label: t('shares.scope'),
  required: true,
  isHalf: true,
  options: (keep ? (['keep', 'all', 'chosen'] as const) : (['all', 'chosen'] as const)).map((value) => ({
    value,
    label: t(`shares.scope.${value}`),
  })),
});

/** Terms of a new share. */
export const newTermsFields = (attributes: readonly Attribute[]): readonly FormField[] => [
  levelField(false),
  untilField(),
  scopeField(false),
  attributesField(attributes),
];

/** Terms of several shares: each may stay as it is. */
export const changedTermsFields = (attributes: readonly Attribute[]): readonly FormField[] => [
  levelField(true),
  scopeField(true),
  attributesField(attributes),
  {
    key: 'expiry',
    type: 'select',
    label: t('shares.expiry'),
    required: true,
    isHalf: true,
    options: (['keep', 'none', 'date'] as const).map((value) => ({
      value,
      label: t(`shares.expiry.${value}`),
    })),
  },
  untilField(({ expiry }) => expiry === 'date'),
];

export const NEW_TERMS: FormValues = { level: 'see', scope: 'all' };
export const CHANGED_TERMS: FormValues = { level: 'keep', scope: 'keep', expiry: 'keep' };

/** What a form asks for; what stays as it is is left out. */
export function termsOf({ level, scope, attributes, until, expiry }: FormValues): ShareTerms {
  const isDated = typeof until === 'string' && until !== '';
  return {
    ...(isLevel(level) && { permissions: permissionsOf(level) }),
    ...(scope === 'all' && { attributes: null }),
    ...(scope === 'chosen' && { attributes: attributes as readonly string[] }),
    ...(expiry === 'keep' ? {} : { expiresAt: isDated && expiry !== 'none' ? endOfDay(until) : null }),
  };
}
