/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the rows in sight are placed one by one, which the layout of a table cannot do */
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { classes } from '@farm3d/ui';
import { isNarrow } from '../../platform/viewport.ts';
import { ALARM_COLUMNS, AlarmCells, COLUMN_TEMPLATE } from './alarm-cells.tsx';
import { alarmsOf, type AlarmActions, type Alarms } from './model.ts';
import type { AlarmRow } from './storms.ts';
import { t } from './zh-CN.ts';

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
function useActiveRow(
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

const ROW_PX = 48;
/** On a phone a row is a card of three lines. */
const CARD_PX = 112;
/** Rows drawn above and below those in sight. */
const OVERSCAN = 12;
/** Older alarms are loaded so many rows before the end comes into sight. */
const LOAD_BEFORE_END = 20;

interface AlarmTableProps {
  model: Alarms;
  actions: AlarmActions;
  onOpen: (alarmId: string) => void;
}

/** Table of any number of alarms: only the rows in sight are drawn; on a phone each is a card. */
export function AlarmTable({ model, actions, onOpen }: AlarmTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = model.rows.value;
  const isPhone = isNarrow.value;
  // The compiler that it is incompatible with is off.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isPhone ? CARD_PX : ROW_PX),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
  });
  useEffect(() => virtual.measure(), [virtual, isPhone]);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const isComplete = model.store.isComplete.value;
  const isLoading = model.store.isLoading.value;
  useEffect(() => {
    if (last >= rows.length - LOAD_BEFORE_END && !isComplete && !isLoading) void model.store.more();
  }, [model, last, rows.length, isComplete, isLoading]);
  const active = useActiveRow(rows, scroller, (index) => virtual.scrollToIndex(index));
  const open = (row: AlarmRow): void => {
    if (row.kind === 'alarm') onOpen(row.alarm.id);
    else model.toggleStorm(row.key);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = active.row;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOpened = row?.kind === 'storm' && model.opened.peek().has(row.key);
    if (active.move(event.key)) event.preventDefault();
    else if (!row) return;
    else if (event.key === ' ') model.selection.toggle(alarmsOf(row));
    else if (event.key === 'Enter') open(row);
    else if (event.key === 'ArrowRight' && row.kind === 'storm' && !isOpened) open(row);
    else if (event.key === 'ArrowLeft' && isOpened) open(row);
    else if (event.key.toLowerCase() === 'a') {
      const selected = model.selection.alarms.peek();
      void actions.many(selected.length > 0 ? selected : alarmsOf(row), { kind: 'acknowledge' });
    } else return;
    event.preventDefault();
  };
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label={t('alarmList.title')}
      aria-rowcount={rows.length + 1}
      aria-colcount={ALARM_COLUMNS.length + 1}
      aria-multiselectable
      aria-busy={isLoading}
      data-testid="alarm-table"
      data-total={model.store.alarms.value.size}
      data-rows={rows.length}
      data-complete={isComplete}
      onKeyDown={onKeyDown}
      className="thin-scrollbar h-[calc(100dvh-24rem)] min-h-80 overflow-auto rounded-panel border border-line bg-raised outline-none"
    >
      <div role="rowgroup" className="sticky top-0 z-10 min-w-fit bg-raised max-md:sr-only">
        <div
          role="row"
          aria-rowindex={1}
          className="grid h-10 items-center gap-3 border-b border-line px-3 text-note font-medium text-ink-3"
          style={{ gridTemplateColumns: COLUMN_TEMPLATE }}
        >
          <span role="columnheader">
            <span className="sr-only">{t('alarmList.column.select')}</span>
          </span>
          {ALARM_COLUMNS.map((column) => (
            <span key={column} role="columnheader" className="truncate">
              {t(`alarmList.column.${column}`)}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="relative min-w-fit" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start, size, key }) => {
          const row = rows[index];
          if (!row) return null;
          const isSelected = alarmsOf(row).every(({ id }) => model.selection.ids.value.has(id));
          return (
            <div
              key={key}
              role="row"
              tabIndex={active.row?.key === row.key ? 0 : -1}
              aria-rowindex={index + 2}
              aria-selected={isSelected}
              aria-expanded={row.kind === 'storm' ? model.opened.value.has(row.key) : undefined}
              data-testid={row.kind === 'storm' ? 'alarm-storm' : 'alarm-row'}
              data-key={row.key}
              data-index={index}
              onFocus={() => active.set(row.key)}
              onClick={({ target }) => {
                // The check box selects; the rest of the row opens.
                if (!(target as Element).closest('label')) open(row);
              }}
              // The keys are handled by the grid.
              onKeyDown={undefined}
              className={classes(
                'absolute inset-x-0 top-0 cursor-pointer border-b border-line px-3 outline-water focus-visible:outline-2 focus-visible:-outline-offset-2',
                'md:grid md:items-center md:gap-3',
                'max-md:flex max-md:flex-wrap max-md:content-center max-md:items-center max-md:gap-x-2 max-md:gap-y-0.5 max-md:pl-13',
                isSelected
                  ? 'bg-leaf-soft/30 shadow-[inset_0.1875rem_0_0_var(--farm-leaf)]'
                  : 'hover:bg-hover',
              )}
              style={{
                height: size,
                transform: `translateY(${start}px)`,
                gridTemplateColumns: COLUMN_TEMPLATE,
              }}
            >
              <AlarmCells model={model} row={row} isSelected={isSelected} />
            </div>
          );
        })}
      </div>
    </div>
  );
}
