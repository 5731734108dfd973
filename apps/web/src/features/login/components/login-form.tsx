import { useEffect, useRef } from 'react';
import { useModel } from '@preact/signals-react';
import { CircleAlert, Fingerprint } from 'lucide-react';
import { Button, SproutMark, TextField, classes } from '@farm3d/ui';
import { t } from '../../../platform/locale.ts';
import { passkeysWork } from '../../../platform/passkeys.ts';
import { sessionHasEnded } from '../../../platform/session.ts';
import { LoginModel, type Login } from '../model.ts';
import { ForgottenPassword } from './forgotten-password.tsx';
import { PasswordField } from '../../../components/password/password-field.tsx';
import { SingleSignOn } from './single-sign-on.tsx';

export interface LoginFormProps {
  /** Whether it is shown in a dialog over an open page whose session expired. */
  again?: boolean;
}

/** Login form with the error of the last attempt. */
export function LoginForm({ again = false }: LoginFormProps) {
  const model = useModel(LoginModel);
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
      {sessionHasEnded.value && (
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
        <Problem model={model} />
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
    const isNamed = model.username.peek() !== '';
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
        value={model.username.value}
        error={model.usernameError.value}
        onValueChange={model.typeUsername}
      />
      <PasswordField
        ref={password}
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        data-testid="login-password"
        value={model.password.value}
        error={model.passwordError.value}
        onValueChange={model.typePassword}
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
      value={model.code.value}
      error={model.codeError.value}
      onValueChange={model.typeCode}
    />
  );
}

function Problem({ model }: { model: Login }) {
  const problem = model.problem.value;
  if (problem === null) return null;
  return (
    <p
      role="alert"
      data-testid="login-problem"
      className="flex items-center gap-2 rounded-control bg-alarm-soft px-3 py-2 text-note text-alarm"
    >
      <CircleAlert aria-hidden size={16} className="shrink-0" />
      {problem}
    </p>
  );
}
