import { passwordReset } from '@farm3d/api';
import { useEffect, useRef, useState } from 'react';
import { Fingerprint, LogIn } from 'lucide-react';
import { Button, SproutMark, TextField, classes } from '@farm3d/ui';
import { Link, useSearch } from 'wouter';
import { Problem, PasswordField } from '../../components/people/password-field.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { t } from './zh-CN.ts';
import { passkeysWork } from '../../platform/passkeys.ts';
import { PATHS } from '../../platform/paths.ts';
import { LoginModel, SingleSignOnModel, type Login } from './model.ts';

interface LoginFormProps {
  /** Whether it is shown in a dialog over an open page whose session expired. */
  again?: boolean;
}

/** Login form with the error of the last attempt. */
export function LoginForm({ again = false }: LoginFormProps) {
  const { session } = useServices();
  const model = useModelOf(LoginModel);
  const asksCode = model.asksCode.value;
  return (
    <form
      noValidate
      aria-label={t('login.title')}
      className={classes(
        'flex w-full flex-col gap-5',
        !again &&
          'frosted max-w-sm p-6 sm:p-8 lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none lg:backdrop-filter-none',
      )}
      onSubmit={(event) => {
        event.preventDefault();
        void model.submit();
      }}
    >
      {!again && (
        <>
          <div className="flex items-center gap-3 lg:hidden">
            <SproutMark size={36} />
            <p className="text-title font-semibold">{t('app.name')}</p>
          </div>
          <h1 className="text-display font-semibold">{t('login.title')}</h1>
        </>
      )}
      {session.hasEnded.value && (
        <p role="alert" className="rounded-control bg-amber-soft px-3 py-2 text-note text-amber">
          {t(again ? 'login.again' : 'login.expired')}
        </p>
      )}
      {asksCode ? <CodeField model={model} /> : <NameFields model={model} />}
      <Button type="submit" variant="primary" busy={model.busy.value} data-testid="login-submit">
        {t('login.submit')}
      </Button>
      {!asksCode && passkeysWork() && (
        <Button
          icon={<Fingerprint size={18} />}
          className="-mt-2"
          data-testid="login-passkey"
          onClick={() => void model.withPasskey()}
        >
          {t('login.passkey')}
        </Button>
      )}
      {!again && !asksCode && <ForgottenPassword />}
      {!again && !asksCode && <SingleSignOn />}
      {asksCode && (
        <Button variant="quiet" data-testid="login-start-again" onClick={model.startAgain}>
          {t('login.startAgain')}
        </Button>
      )}
      <div className="min-h-14">
        <Problem text={model.problem.value} testId="login-problem" />
        {!again && !asksCode && model.problem.value === null && (
          <p className="text-note text-ink-3">{t('login.firstHint')}</p>
        )}
      </div>
    </form>
  );
}

function NameFields({ model }: { model: Login }) {
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const problem = model.problem.value;

  useEffect(() => {
    // After a failure the password is typed again.
    if (problem) password.current?.focus();
  }, [problem]);

  // Focused at once: the page has no other purpose than the login.
  useEffect(() => {
    const isNamed = model.username.text.peek() !== '';
    (isNamed ? password : username).current?.focus();
  }, [model]);

  return (
    // Room for an error under each field: what is wrong moves nothing.
    <div className="-mb-5 flex flex-col *:min-h-24">
      <TextField
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        ref={username}
        required
        data-testid="login-username"
        {...model.username.shown.value}
      />
      <PasswordField
        ref={password}
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        data-testid="login-password"
        {...model.password.shown.value}
      />
    </div>
  );
}

/** The second step: a code of the authenticator app, or a recovery code. */
function CodeField({ model }: { model: Login }) {
  const field = useRef<HTMLInputElement>(null);
  const problem = model.problem.value;
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    // After a failure the code is typed again.
    if (problem) field.current?.focus();
  }, [problem]);
  return (
    <TextField
      label={t('login.code')}
      hint={t('login.code.hint')}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      ref={field}
      required
      data-testid="login-code"
      {...model.code.shown.value}
    />
  );
}

/** The way to a new password by e-mail, where the server sends any. */
function ForgottenPassword() {
  const { clientOf } = useServices();
  const [isOffered, offer] = useState(false);
  useEffect(() => {
    // Without an answer the form is as it is without e-mail.
    clientOf({ passwordReset })
      .passwordReset.offer()
      .then(
        ({ available }) => offer(available),
        () => undefined,
      );
  }, [clientOf]);
  if (!isOffered) return null;
  return (
    <Link
      href={PATHS.newPassword}
      data-testid="login-forgotten"
      className="-mt-3 inline-flex min-h-11 items-center self-start text-note text-leaf-ink hover:underline"
    >
      {t('login.forgotten')}
    </Link>
  );
}

/** The way to the provider of single sign-on, where one is set, and why the last login there failed. */
function SingleSignOn() {
  const search = useSearch();
  const model = useModelOf(SingleSignOnModel, search);
  const provider = model.provider.value;
  return (
    <>
      {provider !== null && (
        <a
          href={model.address.value}
          data-testid="login-sso"
          className="-mt-2 inline-flex min-h-11 items-center justify-center gap-2 rounded-control border border-line bg-raised px-4 text-body font-medium text-ink hover:bg-sunken"
        >
          <LogIn aria-hidden size={18} />
          {t('login.sso', { name: provider })}
        </a>
      )}
      <Problem text={model.problem.value} testId="login-sso-problem" />
    </>
  );
}
