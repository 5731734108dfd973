import { useModel } from '@preact/signals-react';
import { CircleAlert } from 'lucide-react';
import { Button } from '@farm3d/ui';
import { user } from '../../../platform/session.ts';
import { PasswordField } from '../../../components/password/password-field.tsx';
import { PasswordModel } from '../../../components/password/password-model.ts';
import { t } from '../../../components/password/zh-CN.ts';
import type { Account } from '../model.ts';

/** The change of the caller's own password. */
export function PasswordForm({ model: account }: { model: Account }) {
  const model = useModel(() => new PasswordModel(account.passwordChanged));
  return (
    <form
      noValidate
      data-testid="account-password"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void model.submit();
      }}
    >
      {model.problem.value !== null && (
        <p
          role="alert"
          className="flex items-center gap-2 rounded-control bg-alarm-soft px-3 py-2 text-note text-alarm"
        >
          <CircleAlert aria-hidden size={16} className="shrink-0" />
          {model.problem.value}
        </p>
      )}
      {/* Password managers store the new password under this name. */}
      <input hidden readOnly autoComplete="username" name="username" value={user.value?.username ?? ''} />
      <PasswordField
        label={t('password.current')}
        name="current-password"
        autoComplete="current-password"
        data-testid="password-current"
        value={model.current.value}
        error={model.currentError.value}
        onValueChange={model.typeCurrent}
      />
      <PasswordField
        label={t('password.new')}
        hint={t('password.hint')}
        name="new-password"
        autoComplete="new-password"
        data-testid="password-new"
        value={model.chosen.value}
        error={model.chosenError.value}
        onValueChange={model.typeChosen}
      />
      <Button type="submit" className="self-start" busy={model.busy.value} data-testid="password-submit">
        {t('password.submit')}
      </Button>
    </form>
  );
}
