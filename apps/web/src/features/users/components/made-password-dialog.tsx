import { KeyRound } from 'lucide-react';
import { Button, Dialog } from '@farm3d/ui';
import { CopyLine } from '../../../components/copy-line.tsx';
import { nameOf, type Users } from '../model.ts';
import { t } from '../zh-CN.ts';

/** Shows a password that the server made, once. */
export function MadePasswordDialog({ model }: { model: Users }) {
  const made = model.made.value;
  return (
    <Dialog
      open={made !== null}
      onClose={model.handedOver}
      title={made ? t('users.password.title', { name: nameOf(made.user) }) : ''}
      closeLabel={t('common.close')}
      testId="user-password-dialog"
      // A click outside must not lose it.
      keepOpen
      actions={
        <Button variant="primary" data-testid="user-password-done" onClick={model.handedOver}>
          {t('users.password.done')}
        </Button>
      }
    >
      {made && (
        <div className="flex flex-col gap-4 pt-1">
          <p className="flex gap-3 rounded-control bg-amber-soft px-3 py-2 text-note text-amber">
            <KeyRound aria-hidden size={18} className="mt-0.5 shrink-0" />
            {t('users.password.hint')}
          </p>
          <CopyLine label={t('users.username')} text={made.user.username} />
          <CopyLine label={t('users.password.label')} text={made.password} testId="user-password" />
        </div>
      )}
    </Dialog>
  );
}
