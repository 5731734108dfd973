import { useEffect, useRef, useState, type RefObject } from 'react';
import type { AlarmRow } from '../storms.ts';

/** Rows of one page of the Page Up and Page Down keys. */
const PAGE_ROWS = 10;

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE_ROWS,
  PageUp: -PAGE_ROWS,
  Home: -Infinity,
  End: Infinity,
};

/**
 * The row that the keys act on: one Tab stop of the whole list. It is remembered by its key, so that it stays the same
 * while other rows come and go.
 */
export function useActiveRow(
  rows: readonly AlarmRow[],
  scroller: RefObject<HTMLElement | null>,
  scrollTo: (index: number) => void,
) {
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const isFocusWanted = useRef(false);
  const found = rows.findIndex(({ key }) => key === activeKey);
  const index = found < 0 ? 0 : found;
  useEffect(() => {
    if (!isFocusWanted.current) return;
    const element = scroller.current?.querySelector<HTMLElement>(
      `[data-key="${CSS.escape(activeKey ?? '')}"]`,
    );
    if (!element) return;
    isFocusWanted.current = false;
    element.focus({ preventScroll: true });
  });
  return {
    row: rows[index],
    set: setActiveKey,
    /** Moves by a key; answers whether it is one that moves. */
    move: (key: string): boolean => {
      const by = STEPS[key];
      if (by === undefined) return false;
      const next = Math.max(0, Math.min(rows.length - 1, index + by));
      isFocusWanted.current = true;
      setActiveKey(rows[next]?.key ?? null);
      scrollTo(next);
      return true;
    },
  };
}
