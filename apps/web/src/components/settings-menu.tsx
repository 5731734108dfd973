import { Languages, Monitor, Moon, Sun, UserRoundPen } from 'lucide-react';
import type { MenuEntry } from '@farm3d/ui';
import { menuEntry } from '../kit/menu-entry.tsx';
import { locale, setLocale, t } from '../platform/locale.ts';
import { profile } from '../platform/dialogs.ts';
import { showToast } from '../platform/toasts.ts';
import { setTheme, themeChoice } from '../platform/theme.ts';

/** Menu entries for profile, language and theme. */
export function settingsEntries(): MenuEntry[] {
  const theme = themeChoice.value;
  return [
    menuEntry('profile', t('profile.title'), UserRoundPen, profile.open),
    menuEntry('zh', '简体中文', Languages, () => void setLocale('zh-CN'), {
      startsGroup: true,
      checked: locale.value === 'zh-CN',
    }),
    menuEntry(
      'en',
      'English',
      Languages,
      () => void setLocale('en').catch(() => showToast('error', t('error.network'))),
      { checked: locale.value === 'en' },
    ),
    menuEntry('light', t('nav.theme.light'), Sun, () => setTheme('light'), {
      startsGroup: true,
      checked: theme === 'light',
    }),
    menuEntry('dark', t('nav.theme.dark'), Moon, () => setTheme('dark'), { checked: theme === 'dark' }),
    menuEntry('system', t('nav.theme.system'), Monitor, () => setTheme('system'), {
      checked: theme === 'system',
    }),
  ];
}
