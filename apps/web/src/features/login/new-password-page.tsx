import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { Button, Skeleton, TextField } from '@farm3d/ui';
import { ApiError } from '@farm3d/api';
import { LoginFrame } from '../../components/login-frame/login-frame.tsx';
import { Problem, PasswordField } from '../../components/people/password-field.tsx';
import { Failure } from '../../kit/loaded.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { PATHS } from '../../platform/paths.ts';
import { NewPasswordModel, ResetRequestModel, type Step } from './new-password-model.ts';
import { t } from './zh-CN.ts';

/** `/new-password`: asks for a link; with the secret of one behind '#', chooses the password. */
export default function NewPasswordPage() {
  const token = useLocationProperty(() => location.hash.slice(1));
  const [asksAgain, askAgain] = useState('');
  return (
    <LoginFrame>
      <section
        data-testid="new-password"
        className="frosted flex w-full max-w-sm flex-col gap-5 p-6 sm:p-8 lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none lg:backdrop-filter-none"
      >
        {token === '' || asksAgain === token ? (
          <Request />
        ) : (
          <Choice key={token} token={token} onAgain={() => askAgain(token)} />
        )}
      </section>
    </LoginFrame>
  );
}

function Request() {
  const model = useModelOf(ResetRequestModel);
  if (model.done.value)
    return (
      <Outcome title={t('newPassword.sent.title')} testId="new-password-sent">
        {t('newPassword.sent', { email: model.text.value.trim() })}
      </Outcome>
    );
  return (
    <StepForm
      step={model}
      title={t('newPassword.title')}
      why={t('newPassword.why')}
      submit={t('newPassword.send')}
    >
      <TextField
        label={t('newPassword.email')}
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        data-testid="new-password-email"
        {...model.shown.value}
      />
      <ToLogin />
    </StepForm>
  );
}

function Choice({ token, onAgain }: { token: string; onAgain: () => void }) {
  const model = useModelOf(NewPasswordModel, token);
  const { account } = model;
  const error = account.error.value;
  const shown = account.value.value;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <Outcome title={t('newPassword.gone.title')} testId="new-password-gone">
        {t('newPassword.gone')}
        <Button variant="primary" data-testid="new-password-again" onClick={onAgain}>
          {t('newPassword.again')}
        </Button>
      </Outcome>
    );
  if (error !== null)
    return <Failure error={error} onRetry={() => void account.load()} testId="new-password-retry" />;
  if (!shown) return <Skeleton className="h-40" />;
  if (model.done.value)
    return (
      <Outcome title={t('newPassword.done.title')} testId="new-password-done">
        {t('newPassword.done')}
      </Outcome>
    );
  return (
    <StepForm
      step={model}
      title={t('newPassword.choose.title')}
      why={t('newPassword.choose', { name: shown.username })}
      submit={t('newPassword.submit')}
    >
      {/* Password managers store the new password under this name. */}
      <input hidden readOnly autoComplete="username" name="username" value={shown.username} />
      <PasswordField
        label={t('newPassword.new')}
        hint={t('newPassword.hint')}
        name="new-password"
        autoComplete="new-password"
        data-testid="new-password-chosen"
        {...model.shown.value}
      />
    </StepForm>
  );
}

interface StepFormProps {
  step: Step;
  title: string;
  why: string;
  submit: string;
  children: ReactNode;
}

/** A form of one field, which is focused at first and after each failed attempt. */
function StepForm({ step, title, why, submit, children }: StepFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const failures = step.failures.value;
  // At first, and after each failed attempt.
  useEffect(() => {
    if (failures >= 0) form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus();
  }, [failures]);
  return (
    <form
      ref={form}
      noValidate
      aria-label={title}
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void step.submit();
      }}
    >
      <h1 className="text-display font-semibold">{title}</h1>
      <p className="text-body text-ink-2">{why}</p>
      <Problem text={step.problem.value} testId="new-password-problem" />
      {children}
      <Button
        type="submit"
        variant="primary"
        busy={step.busy.value}
        data-testid="new-password-submit"
        className="order-1"
      >
        {submit}
      </Button>
    </form>
  );
}

function Outcome({ title, testId, children }: { title: string; testId: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div data-testid={testId} className="flex flex-col gap-5">
      <h1 ref={heading} tabIndex={-1} className="text-display font-semibold outline-none">
        {title}
      </h1>
      <div className="flex flex-col gap-5 text-body text-ink-2">{children}</div>
      <ToLogin />
    </div>
  );
}

function ToLogin() {
  const [, navigate] = useLocation();
  return (
    <Button className="order-2" data-testid="new-password-login" onClick={() => navigate(PATHS.login)}>
      {t('newPassword.toLogin')}
    </Button>
  );
}
