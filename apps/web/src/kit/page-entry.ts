import { createContext, useContext, type ComponentType } from 'react';
import type { Right } from '@farm3d/api';
import type { LucideIcon } from 'lucide-react';
import type { MessageKey } from '../platform/locale.ts';

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
export const useCurrentPage = (): PageEntry | null => useContext(CurrentPage);
