import { MailPlus } from 'lucide-react';
import type { FieldValue, FormField, FormValues } from '@farm3d/ui';
import type { CreatedInvitation } from '@farm3d/api';
import { invitationLink } from '../../platform/paths.ts';
import { dateText } from '../../platform/time-text.ts';
import { CopyLine } from '../../kit/blocks.tsx';
import { OnceDialog } from '../../kit/dialog.tsx';
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

interface LinkDialogProps {
  /** Null: closed. */
  readonly invitation: CreatedInvitation | null;
  readonly onDone: () => void;
}

/** Shows the link of a new invitation, once. */
export function LinkDialog({ invitation, onDone }: LinkDialogProps) {
  return (
    <OnceDialog
      made={invitation}
      onDone={onDone}
      title={({ invitee }) => t('invitations.link.title', { name: invitee })}
      note={({ expiresAt }) => t('invitations.link.hint', { date: dateText(expiresAt) })}
      icon={MailPlus}
      doneLabel={t('invitations.done')}
      testId="invitation-dialog"
      doneTestId="invitation-done"
    >
      {({ token }) => (
        <CopyLine label={t('invitations.link')} text={invitationLink(token)} testId="invitation-link" />
      )}
    </OnceDialog>
  );
}
