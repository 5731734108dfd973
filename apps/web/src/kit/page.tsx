import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  type ComponentType,
  type ReactNode,
} from 'react';
import type { ReadonlySignal } from '@preact/signals-react';
import type { LucideIcon } from 'lucide-react';
import { useLocation } from 'wouter';
import type { Right } from '@farm3d/api';
import { OfflineBanner } from '@farm3d/ui';
import { t, type MessageKey } from '../platform/locale.ts';
import { withSearch } from '../platform/paths.ts';
import { useServices } from './services.tsx';

interface PageProps {
  /** Default: the name of the page in the list of pages. */
  title?: string;
  /** What the page is for, until its numbers are known. */
  hint?: string;
  /** Its numbers, in place of the hint; false until they are known. */
  summary?: ReactNode;
  /** The page's main buttons. */
  actions?: ReactNode;
  /** What its address holds behind the path: it is kept so. Default: the page leaves it alone. */
  search?: string | ReadonlySignal<string>;
  /** The page fills the content area without margins and heading, as a map does. */
  isFilled?: boolean;
  children: ReactNode;
}

/** The frame of a page inside the navigation: where it is, its title, what it is for, its buttons, and whether it is offline. */
export function Page({ title, hint, summary, actions, search, isFilled = false, children }: PageProps) {
  const entry = useCurrentPage();
  const { live } = useServices();
  const name = title ?? (entry?.title ? t(entry.title) : '');
  const application = t('app.name');
  useEffect(() => {
    document.title = `${name} · ${application}`;
    return () => {
      document.title = application;
    };
  }, [name, application]);
  if (isFilled)
    return (
      <div className="relative flex h-full min-h-0 flex-col">
        <h1 className="sr-only">{name}</h1>
        {children}
      </div>
    );
  return (
    <div className="mx-auto w-full max-w-[100rem] px-4 py-4 md:px-8 md:py-6">
      {search !== undefined && <Address search={search} />}
      <p className="hidden text-note text-ink-3 md:block">
        {entry?.group && t(entry.group)} <span aria-hidden>/</span> <span className="text-ink-2">{name}</span>
      </p>
      <div className="mt-1 mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        {/* On a phone of a width of its own: buttons stay where they are when its numbers come. */}
        <div className="min-w-0 max-md:grow max-md:basis-52">
          <h1 className="text-display font-semibold">{name}</h1>
          {(summary || hint) && (
            <p className="mt-0.5 text-body text-ink-2">
              {summary ||
                (summary === undefined ? (
                  hint
                ) : (
                  // One line on a phone, as its numbers are: nothing below moves when they come.
                  <span className="max-md:block max-md:truncate">{hint}</span>
                ))}
            </p>
          )}
        </div>
        {actions && <div className="flex min-w-0 flex-wrap gap-2">{actions}</div>}
      </div>
      {live.status.value === 'offline' && (
        <div className="mb-4">
          <OfflineBanner text={t('live.offline')} />
        </div>
      )}
      {children}
    </div>
  );
}

/**
 * Keeps the address of a page. A component of its own: the page is not rendered when only the address changes.
 * Without markup it is no component to the compiler: @useSignals
 */
function Address({ search }: { search: string | ReadonlySignal<string> }) {
  const page = useCurrentPage()?.path;
  const [path, navigate] = useLocation();
  const text = typeof search === 'string' ? search : search.value;
  // Before anything is painted: who reads the address reads what is shown.
  useLayoutEffect(() => {
    // Rendered once more while a link leads elsewhere.
    if (path === page) navigate(withSearch(page, text), { replace: true });
  }, [path, page, text, navigate]);
  return null;
}

/** A page: what the router, the navigation, the command palette and the head of the page know of it. */
export interface PageEntry {
  /** As the router reads it: `:name` is a parameter. */
  readonly path: string;
  readonly load: () => Promise<{ default: ComponentType }>;
  /**
   * What stands around it: the navigation (default), nothing, or nothing and no login either.
   */
  readonly frame?: 'shell' | 'bare' | 'open';
  /** Its name and its group; of the navigation, if it has an icon. */
  readonly title?: MessageKey;
  readonly group?: MessageKey;
  readonly icon?: LucideIcon;
  /** Right without which the navigation does not list it. */
  readonly right?: Right;
  /** Path that is opened instead without the right. Default: the page says itself what is refused. */
  readonly otherwise?: string;
}

export const CurrentPage = createContext<PageEntry | null>(null);

/** The entry of the page that a component is part of; null outside of pages. */
const useCurrentPage = (): PageEntry | null => useContext(CurrentPage);
