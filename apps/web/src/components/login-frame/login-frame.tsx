import type { ReactNode } from 'react';
import { Languages } from 'lucide-react';
import { Menu, SproutMark } from '@farm3d/ui';
import { locale, t } from '../../platform/locale.ts';
import { settingsEntries } from '../settings-menu.tsx';
import { LoginIllustration } from './login-illustration.tsx';

/** The page around the forms before the platform opens: the illustration, and the menu of languages and themes. */
export function LoginFrame({ children }: { children: ReactNode }) {
  const language = locale.value === 'en' ? 'English' : '简体中文';
  return (
    <main className="relative grid h-full min-h-[560px] overflow-hidden bg-page lg:grid-cols-[1.15fr_1fr]">
      <div className="absolute inset-0 lg:relative">
        <LoginIllustration />
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
              <Languages aria-hidden size={18} />
              <span className="text-note">{language}</span>
            </>
          }
          entries={settingsEntries()}
        />
      </div>
      <div className="relative grid place-items-center p-4 lg:bg-raised">{children}</div>
    </main>
  );
}
