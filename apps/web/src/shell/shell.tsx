import { Suspense, useEffect, type ReactNode } from 'react';
import {
  Bell,
  Building2,
  CircleUserRound,
  Ellipsis,
  Landmark,
  LogOut,
  Search,
  Settings2,
  UserRound,
} from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { IconButton, Menu, OfflineBanner, SproutMark, classes } from '@farm3d/ui';
import { menuEntry } from '../kit/menu-entry.tsx';
import type { PageEntry } from '../kit/page.tsx';
import { useServices } from '../kit/services.tsx';
import { PersonPicture } from '../components/people/person-picture.tsx';
import { t } from '../platform/locale.ts';
import { isStartedOffline, oldestShown } from '../platform/last-known.ts';
import { palette, workplaces } from '../platform/dialogs.ts';
import { PATHS } from '../platform/paths.ts';
import { showEntry } from '../platform/use-focus.ts';
import { agoText, dateText } from '../platform/time-text.ts';
import { followUnread, unread } from '../platform/unread.ts';
import { useDestinations } from './destinations.ts';
import { LoadingScreen } from './gate.tsx';
import { settingsEntries } from '../components/settings-menu.tsx';
import type { Services } from '../platform/services.ts';

const ICON = { size: 20 } as const;

function PaletteButton({ testId }: { testId: string }) {
  return (
    <IconButton
      label={t('palette.open')}
      aria-keyshortcuts="Control+K Meta+K"
      icon={<Search {...ICON} />}
      data-testid={testId}
      onClick={palette.open}
    />
  );
}

/** How many notifications are unread; nothing where there are none. */
function UnreadCount({ className = '' }: { className?: string }) {
  const count = unread.value ?? 0;
  if (count === 0) return null;
  return (
    <span
      aria-hidden
      data-testid="unread"
      data-count={count}
      className={classes(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-alarm px-1 text-xs font-medium text-on-alarm',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
    </span>
  );
}

/** Leads to the notifications. */
function BellLink() {
  const { session } = useServices();
  if (!session.hasRight('personal')) return null;
  const count = unread.value ?? 0;
  return (
    <Link
      href={PATHS.notifications}
      data-testid="bell"
      className="relative inline-grid size-11 place-items-center rounded-control text-ink-2 hover:bg-hover hover:text-ink"
    >
      <Bell aria-hidden {...ICON} />
      <span className="sr-only">
        {count === 0 ? t('nav.notifications') : t('nav.notifications.unread', { n: count })}
      </span>
      <UnreadCount className="absolute top-0.5 right-0.5" />
    </Link>
  );
}

function UserMenu({ compact = false }: { compact?: boolean }) {
  const [, navigate] = useLocation();
  const { session } = useServices();
  const user = session.user.value;
  const name = user?.username ?? '';
  return (
    <Menu
      label={`${t('nav.user')}: ${name}`}
      testId="user-menu"
      anchor={compact ? 'bottom end' : 'top start'}
      head={
        <div className="flex items-center gap-3 border-b border-line px-3 pt-2 pb-3 text-body font-medium">
          <PersonPicture picture={user?.picture ?? null} />
          <div className="min-w-0">
            <p className="truncate">{name}</p>
            <p data-testid="workplace-name" className="truncate text-note font-normal text-ink-3">
              {user?.organisation.name}
            </p>
          </div>
        </div>
      }
      buttonClassName={
        compact
          ? 'inline-grid size-11 place-items-center rounded-control text-ink-2 hover:bg-hover'
          : 'flex h-11 w-full items-center gap-3 rounded-control px-3 text-body text-ink-2 hover:bg-hover hover:text-ink'
      }
      button={
        compact ? (
          <Settings2 {...ICON} />
        ) : (
          <>
            <UserRound {...ICON} className="shrink-0" />
            <span className="min-w-0 flex-1 truncate text-left">{name}</span>
            <Settings2 size={16} className="shrink-0 text-ink-3" />
          </>
        )
      }
      entries={[
        menuEntry('workplaces', t('nav.workplaces'), Building2, workplaces.open),
        // Above the organisations, so it is not in the navigation of one.
        ...(user?.isInstallationOperator === true
          ? [
              menuEntry('organisations', t('nav.organisations'), Landmark, () =>
                navigate(PATHS.organisations),
              ),
            ]
          : []),
        menuEntry('account', t('nav.account'), CircleUserRound, () => navigate(PATHS.account)),
        ...settingsEntries(),
        menuEntry('logout', t('nav.logout'), LogOut, () => void session.logOut(), { startsGroup: true }),
      ]}
    />
  );
}

function SideNavigation({ pages }: { pages: readonly PageEntry[] }) {
  return (
    <aside className="hidden w-60 shrink-0 flex-col border-r border-line bg-raised md:flex">
      <Link href={PATHS.app} className="flex h-16 items-center gap-3 px-5">
        <SproutMark size={32} />
        <span className="text-title font-semibold">{t('app.name')}</span>
      </Link>
      <nav aria-label={t('nav.main')} className="thin-scrollbar min-h-0 flex-1 overflow-y-auto px-3 py-2">
        {useDestinations(pages).map(({ path, group, label, Icon, isCurrent }, at, all) => (
          <div key={path} className={all[at + 1]?.group === group ? 'mb-1' : 'mb-4'}>
            {all[at - 1]?.group !== group && (
              <p className="px-3 pb-1 text-xs font-medium tracking-wide text-ink-3">{group}</p>
            )}
            <Link
              ref={isCurrent ? showEntry : undefined}
              href={path}
              aria-current={isCurrent ? 'page' : undefined}
              className={classes(
                'flex h-11 items-center gap-3 rounded-control px-3 text-body transition-colors duration-150',
                isCurrent
                  ? 'bg-leaf-soft font-medium text-leaf-ink'
                  : 'text-ink-2 hover:bg-hover hover:text-ink',
              )}
            >
              <Icon {...ICON} />
              {label}
              {path === PATHS.notifications && <UnreadCount className="ml-auto" />}
            </Link>
          </div>
        ))}
      </nav>
      <div className="flex border-t border-line p-3">
        <div className="min-w-0 flex-1">
          <UserMenu />
        </div>
        <PaletteButton testId="palette-open" />
      </div>
    </aside>
  );
}

/** Destinations of the tab bar of a phone; the others are in its menu. */
const TABS: readonly string[] = [PATHS.app, PATHS.scenes, PATHS.alarms, PATHS.devices];
const TAB = 'flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs';

function TabBar({ pages }: { pages: readonly PageEntry[] }) {
  const [, navigate] = useLocation();
  const all = useDestinations(pages);
  const others = all.filter(({ path }) => !TABS.includes(path));
  const isOther = others.some(({ isCurrent }) => isCurrent);
  return (
    <nav
      aria-label={t('nav.main')}
      className="flex shrink-0 border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {all
        .filter(({ path }) => TABS.includes(path))
        .map(({ path, label, Icon, isCurrent }) => (
          <Link
            key={path}
            href={path}
            aria-current={isCurrent ? 'page' : undefined}
            className={classes(TAB, isCurrent ? 'font-medium text-leaf-ink' : 'text-ink-2')}
          >
            <Icon {...ICON} />
            {label}
          </Link>
        ))}
      <div className="flex flex-1">
        <Menu
          testId="nav-more"
          anchor="top start"
          buttonClassName={classes(TAB, isOther ? 'font-medium text-leaf-ink' : 'text-ink-2')}
          button={
            <>
              <Ellipsis {...ICON} />
              {t('nav.more')}
            </>
          }
          entries={others.map(({ path, label, Icon, isCurrent }) => ({
            id: path,
            label,
            icon: <Icon {...ICON} />,
            checked: isCurrent,
            onSelect: () => navigate(path),
          }))}
        />
      </div>
    </nav>
  );
}

/** After a start without a network: that the page shows what was kept, and how old it is. */
function KeptBanner() {
  if (!isStartedOffline.value) return null;
  const at = oldestShown.value;
  return (
    <div className="sticky top-0 z-20 px-4 pt-3 md:px-8" data-testid="kept-banner">
      <OfflineBanner
        text={at === null ? t('kept.none') : t('kept.at', { ago: agoText(at), time: dateText(at) })}
      />
    </div>
  );
}

interface ShellProps {
  /** Those that its navigation lists. */
  pages: readonly PageEntry[];
  /** The page in a {@link PageSpace}. */
  children: ReactNode;
}

/** What stands around the pages: navigation, search, and the menu of the user. */
export function Shell({ pages, children }: ShellProps) {
  const services = useServices();
  useEffect(() => followWaiting(services), [services]);
  return (
    <div className="flex h-full">
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-raised px-4 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {t('app.skip')}
      </a>
      <SideNavigation pages={pages} />
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex h-14 shrink-0 items-center justify-between border-b border-line bg-raised pr-1 pl-4 md:hidden">
          <Link href={PATHS.app} className="flex items-center gap-2">
            <SproutMark size={28} />
            <span className="text-body font-semibold">{t('app.name')}</span>
          </Link>
          <div className="flex">
            <BellLink />
            <PaletteButton testId="palette-open-phone" />
            <UserMenu compact />
          </div>
        </header>
        {children}
        <TabBar pages={pages} />
      </div>
    </div>
  );
}

/** Where a page stands; each begins at its top. */
export function PageSpace({ children }: { children: ReactNode }) {
  const services = useServices();
  // Asked for with each page that is opened.
  useEffect(() => followUnread(services), [services]);
  return (
    <main
      id="main"
      tabIndex={-1}
      className="thin-scrollbar relative min-h-0 flex-1 overflow-y-auto outline-none"
    >
      <KeptBanner />
      <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
    </main>
  );
}

/** Sends what an earlier visit could not; the means to do so are loaded only when there is something. */
function followWaiting(services: Services): void {
  if (services.preferences.read('outbox') === null) return;
  void import('../platform/outbox/outbox.ts')
    .then(({ outboxOf }) => outboxOf(services).follow())
    .catch(() => {});
}
