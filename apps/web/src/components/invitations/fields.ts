import type { FieldValue, FormField, FormValues } from '@farm3d/ui';
import { t } from './zh-CN.ts';

const INVITEE_MAX = 254;
/** For how long an invitation may be accepted, days. */
const DAYS = { least: 1, most: 30, usual: 7 };

const text = (value: FieldValue | undefined): string => (typeof value === 'string' ? value.trim() : '');

/** Fields of an invitation: for whom, and for how long. */
export const invitationFields = (): readonly FormField[] => [
  {
    key: 'invitee',
    type: 'text',
    label: t('invitations.invitee'),
    hint: t('invitations.invitee.hint'),
    required: true,
    maxLength: INVITEE_MAX,
  },
  {
    key: 'days',
    type: 'number',
    label: t('invitations.days'),
    required: true,
    min: DAYS.least,
    max: DAYS.most,
  },
];

/** Values of the form before anything is typed. */
export const invitationDefaults: FormValues = { invitee: '', days: String(DAYS.usual) };

/** The values of the form as members of a call's body. */
export const invitationOf = (values: FormValues): { invitee: string; days: number } => ({
  invitee: text(values['invitee']),
  days: Number(text(values['days'])),
});
