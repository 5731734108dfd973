import { Languages, Monitor, Moon, Sun, UserRoundPen } from 'lucide-react';
import type { MenuEntry } from '@farm3d/ui';
import { locale, setLocale, t } from '../platform/locale.ts';
import { profileIsOpen } from '../platform/profile.ts';
import { showToast } from '../platform/toasts.ts';
import { setTheme, themeChoice } from '../platform/theme.ts';

const ICON = { size: 18 } as const;

/** Menu entries for profile, language and theme. */
export function settingsEntries(): MenuEntry[] {
  const theme = themeChoice.value;
  return [
    {
      id: 'profile',
      label: t('profile.title'),
      icon: <UserRoundPen {...ICON} />,
      onSelect: () => {
        profileIsOpen.value = true;
      },
    },
    {
      id: 'zh',
      startsGroup: true,
      label: '简体中文',
      icon: <Languages {...ICON} />,
      checked: locale.value === 'zh-CN',
      onSelect: () => void setLocale('zh-CN'),
    },
    {
      id: 'en',
      label: 'English',
      icon: <Languages {...ICON} />,
      checked: locale.value === 'en',
      onSelect: () => void setLocale('en').catch(() => showToast('error', t('error.network'))),
    },
    {
      id: 'light',
      label: t('nav.theme.light'),
      icon: <Sun {...ICON} />,
      checked: theme === 'light',
      startsGroup: true,
      onSelect: () => setTheme('light'),
    },
    {
      id: 'dark',
      label: t('nav.theme.dark'),
      icon: <Moon {...ICON} />,
      checked: theme === 'dark',
      onSelect: () => setTheme('dark'),
    },
    {
      id: 'system',
      label: t('nav.theme.system'),
      icon: <Monitor {...ICON} />,
      checked: theme === 'system',
      onSelect: () => setTheme('system'),
    },
  ];
}
