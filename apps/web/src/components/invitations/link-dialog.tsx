import { MailPlus } from 'lucide-react';
import { Button, Dialog } from '@farm3d/ui';
import type { CreatedInvitation } from '@farm3d/api';
import { invitationLink } from '../../platform/paths.ts';
import { dateText } from '../../platform/time-text.ts';
import { CopyLine } from '../copy-line.tsx';
import { t } from './zh-CN.ts';

export interface LinkDialogProps {
  /** Null: closed. */
  readonly invitation: CreatedInvitation | null;
  readonly onDone: () => void;
}

/** Shows the link of a new invitation, once. */
export function LinkDialog({ invitation, onDone }: LinkDialogProps) {
  return (
    <Dialog
      open={invitation !== null}
      onClose={onDone}
      title={invitation ? t('invitations.link.title', { name: invitation.invitee }) : ''}
      closeLabel={t('common.close')}
      testId="invitation-dialog"
      // A click outside must not lose it.
      keepOpen
      actions={
        <Button variant="primary" data-testid="invitation-done" onClick={onDone}>
          {t('invitations.done')}
        </Button>
      }
    >
      {invitation && (
        <div className="flex flex-col gap-4 pt-1">
          <p className="flex gap-3 rounded-control bg-amber-soft px-3 py-2 text-note text-amber">
            <MailPlus aria-hidden size={18} className="mt-0.5 shrink-0" />
            {t('invitations.link.hint', { date: dateText(invitation.expiresAt) })}
          </p>
          <CopyLine
            label={t('invitations.link')}
            text={invitationLink(invitation.token)}
            testId="invitation-link"
          />
        </div>
      )}
    </Dialog>
  );
}
