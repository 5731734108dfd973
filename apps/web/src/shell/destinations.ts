import type { LucideIcon } from 'lucide-react';
import { useLocation } from 'wouter';
import type { PageEntry } from '../kit/page.tsx';
import { t } from '../platform/locale.ts';
import type { UserSession } from '../platform/session.ts';
import { useServices } from '../kit/services.tsx';

export interface Destination {
  readonly path: string;
  /** Group of the navigation. */
  readonly group: string;
  readonly label: string;
  readonly Icon: LucideIcon;
}

/**
 * Pages of the navigation that the user may read, in its order. Reading them in a component subscribes to the language and the
 * user.
 */
export const destinations = (pages: readonly PageEntry[], { hasRight }: UserSession): Destination[] =>
  pages.flatMap(({ path, title, group, icon, right }) =>
    title && group && icon && (!right || hasRight(right))
      ? [{ path, group: t(group), label: t(title), Icon: icon }]
      : [],
  );

export function useDestinations(pages: readonly PageEntry[]): (Destination & { isCurrent: boolean })[] {
  const [path] = useLocation();
  return destinations(pages, useServices().session).map((destination) => ({
    ...destination,
    isCurrent: path === destination.path,
  }));
}
