import { useEffect, useRef, useState } from 'react';
import { useModel } from '@preact/signals-react';
import { CircleAlert, Eye, EyeOff, Languages } from 'lucide-react';
import { Redirect, useSearch } from 'wouter';
import { Button, IconButton, Menu, SproutMark, TextField } from '@farm3d/ui';
import { locale, t } from '../../platform/locale.ts';
import { PATHS, ownPath } from '../../platform/paths.ts';
import { sessionHasEnded, user } from '../../platform/session.ts';
import { settingsEntries } from '../../shell/settings-menu.tsx';
import { FieldScene } from './parts/field-scene.tsx';
import { LoginModel } from './model.ts';

export function LoginPage() {
  const model = useModel(LoginModel);
  const search = useSearch();
  const [revealed, setRevealed] = useState(false);
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const problem = model.problem.value;
  const language = locale.value === 'en' ? 'English' : '简体中文';

  useEffect(() => {
    // After a refusal the next thing to do is to type the password again.
    if (problem) password.current?.focus();
  }, [problem]);

  // The page has one purpose: typing can begin at once.
  useEffect(() => username.current?.focus(), []);

  if (user.value)
    return <Redirect to={ownPath(new URLSearchParams(search).get('next')) ?? PATHS.scenes} replace />;
  return (
    <main className="relative grid h-full min-h-[560px] overflow-hidden bg-page lg:grid-cols-[1.15fr_1fr]">
      <div className="absolute inset-0 lg:relative">
        <FieldScene />
        <div className="absolute top-10 left-10 hidden items-center gap-4 lg:flex xl:top-14 xl:left-14">
          <SproutMark size={44} />
          <div>
            <p className="text-display font-semibold">{t('app.name')}</p>
            <p className="text-body text-ink-2">{t('app.tagline')}</p>
          </div>
        </div>
      </div>
      <div className="absolute top-2 right-2 z-10">
        <Menu
          label={`${t('nav.language')}: ${language}`}
          testId="language-menu"
          button={
            <>
              <Languages aria-hidden size={18} strokeWidth={1.5} />
              <span className="text-note">{language}</span>
            </>
          }
          entries={settingsEntries()}
        />
      </div>
      <div className="relative grid place-items-center p-4 lg:bg-raised">
        <form
          noValidate
          aria-labelledby="login-title"
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
          <h1 id="login-title" className="text-display font-semibold">
            {t('login.title')}
          </h1>
          {sessionHasEnded.value && !problem && (
            <p role="alert" className="rounded-control bg-amber-soft px-3 py-2 text-note text-amber">
              {t('login.expired')}
            </p>
          )}
          {problem && (
            <p
              role="alert"
              data-testid="login-problem"
              className="flex items-center gap-2 rounded-control bg-alarm-soft px-3 py-2 text-note text-alarm"
            >
              <CircleAlert aria-hidden size={16} strokeWidth={1.5} className="shrink-0" />
              {problem}
            </p>
          )}
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
          <TextField
            ref={password}
            label={t('login.password')}
            name="password"
            type={revealed ? 'text' : 'password'}
            autoComplete="current-password"
            required
            data-testid="login-password"
            value={model.password.value}
            error={model.passwordError.value}
            onValueChange={model.typePassword}
            trailing={
              <IconButton
                label={t(revealed ? 'login.conceal' : 'login.reveal')}
                pressed={revealed}
                className="bg-transparent"
                icon={revealed ? <EyeOff size={18} strokeWidth={1.5} /> : <Eye size={18} strokeWidth={1.5} />}
                onClick={() => setRevealed(!revealed)}
              />
            }
          />
          <Button type="submit" variant="primary" busy={model.busy.value} data-testid="login-submit">
            {t('login.submit')}
          </Button>
          <p className="text-note text-ink-3">{t('login.firstHint')}</p>
        </form>
      </div>
    </main>
  );
}
