import { useEffect, useRef } from 'react';
import { Button, SproutMark } from '@farm3d/ui';
import { useLocation } from 'wouter';
import { LoginFrame } from '../../components/login-frame/login-frame.tsx';
import { Problem, PasswordField } from '../../components/people/password-field.tsx';
import { PasswordModel } from '../../components/people/password-model.ts';
import { t } from '../../components/people/zh-CN.ts';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { PATHS } from '../../platform/paths.ts';

/** Shown instead of every page until the user has changed a password that the server made. */
export default function ChangePassword() {
  const [path, navigate] = useLocation();
  const { user, logOut } = useServices().session;
  const model = useModelOf(PasswordModel, () => {
    // The first start of the installation, unless another page was asked for.
    if (path === PATHS.app && user.peek()?.isInstallationOperator === true) navigate(PATHS.start);
  });
  const current = useRef<HTMLInputElement>(null);
  const chosen = useRef<HTMLInputElement>(null);
  const currentError = model.currentError.value;
  const chosenError = model.chosenError.value;

  const failures = model.failures.value;
  // The first field, and after each failed attempt the first that is wrong.
  useEffect(() => {
    const isLast = failures > 0 && model.currentError.peek() === null && model.chosenError.peek() !== null;
    (isLast ? chosen : current).current?.focus();
  }, [model, failures]);

  return (
    <LoginFrame>
      <form
        noValidate
        aria-label={t('password.title')}
        data-testid="change-password"
        className="frosted flex w-full max-w-sm flex-col gap-5 p-6 sm:p-8 lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none lg:backdrop-filter-none"
        onSubmit={(event) => {
          event.preventDefault();
          void model.submit();
        }}
      >
        <div className="flex items-center gap-3 lg:hidden">
          <SproutMark size={36} />
          <p className="text-title font-semibold">{t('app.name')}</p>
        </div>
        <h1 className="text-display font-semibold">{t('password.title')}</h1>
        <p className="text-body text-ink-2">{t('password.why', { name: user.value?.username ?? '' })}</p>
        <Problem text={model.problem.value} testId="password-problem" />
        {/* Password managers store the new password under this name. */}
        <input hidden readOnly autoComplete="username" name="username" value={user.value?.username ?? ''} />
        <PasswordField
          ref={current}
          label={t('password.current')}
          name="current-password"
          autoComplete="current-password"
          data-testid="password-current"
          value={model.current.value}
          error={currentError}
          onValueChange={model.typeCurrent}
        />
        <PasswordField
          ref={chosen}
          label={t('password.new')}
          hint={t('password.hint')}
          name="new-password"
          autoComplete="new-password"
          data-testid="password-new"
          value={model.chosen.value}
          error={chosenError}
          onValueChange={model.typeChosen}
        />
        <Button type="submit" variant="primary" busy={model.busy.value} data-testid="password-submit">
          {t('password.submit')}
        </Button>
        <Button data-testid="password-logout" onClick={() => void logOut()}>
          {t('nav.logout')}
        </Button>
      </form>
    </LoginFrame>
  );
}
