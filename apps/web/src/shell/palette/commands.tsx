import type { ReactNode } from 'react';
import { BellOff, Languages, LogOut, MonitorPlay, Moon, Plus, Sun, UserRoundPen } from 'lucide-react';
import type { CommandEntry } from '@farm3d/ui';
import type { PageEntry } from '../../kit/page.tsx';
import { locale, setLocale } from '../../platform/locale.ts';
import { linkagePath, PATHS, productModelPath, workOrderPath } from '../../platform/paths.ts';
import { profile } from '../../platform/dialogs.ts';
import { setTheme } from '../../platform/theme.ts';
import type { UserSession } from '../../platform/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { destinations } from '../destinations.ts';
import type { Searchable } from './matching.ts';
import { t } from './zh-CN.ts';

/** What the palette can do: opens a path, or runs something. */
export type Command = CommandEntry & Searchable & ({ readonly path: string } | { readonly run: () => void });

const ICON = { size: 18 } as const;

/** The pages of the navigation. Their addresses find them in English, whatever the language. */
export function pageCommands(pages: readonly PageEntry[], session: UserSession): Command[] {
  return destinations(pages, session).map(({ path, group, label, Icon }) => ({
    id: `page-${path}`,
    label,
    note: group,
    icon: <Icon size={20} />,
    words: `${group} ${path}`,
    path,
  }));
}

const opening = (id: string, label: string, icon: ReactNode, path: string): Command => ({
  id: `action-${id}`,
  label,
  icon,
  // The names of actions are English words.
  words: id,
  path,
});

const running = (id: string, label: string, icon: ReactNode, run: () => void): Command => ({
  id: `action-${id}`,
  label,
  icon,
  words: id,
  run,
});

/** Actions that need no page of their own, and those that a page begins. */
export function actionCommands(session: UserSession): Command[] {
  const isEnglish = locale.value === 'en';
  const plus = <Plus {...ICON} />;
  return [
    opening('new device', t('palette.action.device'), plus, `${PATHS.devices}?new`),
    opening('new linkage automation', t('palette.action.linkage'), plus, linkagePath('new')),
    opening('new work order', t('palette.action.workOrder'), plus, workOrderPath('new')),
    opening('new product model', t('palette.action.productModel'), plus, productModelPath('new')),
    opening(
      'silent devices',
      t('palette.action.silent'),
      <BellOff {...ICON} />,
      `${PATHS.devices}?silent=day`,
    ),
    opening('wall display', t('palette.action.wall'), <MonitorPlay {...ICON} />, PATHS.wall),
    running('profile', t('profile.title'), <UserRoundPen {...ICON} />, profile.open),
    running(
      'language english chinese 中文',
      t('palette.action.language'),
      <Languages {...ICON} />,
      () => void setLocale(isEnglish ? 'zh-CN' : 'en').catch(() => showToast('error', t('error.network'))),
    ),
    running('light theme', t('palette.action.light'), <Sun {...ICON} />, () => setTheme('light')),
    running('dark theme', t('palette.action.dark'), <Moon {...ICON} />, () => setTheme('dark')),
    running('log out', t('nav.logout'), <LogOut {...ICON} />, () => void session.logOut()),
  ];
}
