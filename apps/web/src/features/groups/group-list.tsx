/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events -- there is no element for a tree, whose keys are heard on the whole */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { ArrowUpToLine, ChevronDown, ChevronRight, FolderTree } from 'lucide-react';
import { classes } from '@farm3d/ui';
import type { DeviceGroup } from '@farm3d/api';
import type { GroupRow } from './grouping.ts';
import type { Groups } from './model.ts';
import { t } from './zh-CN.ts';

/** Indentation of a level of the tree, rem. */
const INDENT_REM = 1.25;
/** In the place of a group's id: the row that stands for the top level while a group is moved. */
const TOP = 'top';
const ROW =
  'flex min-h-11 w-full cursor-pointer items-center gap-2 rounded-control pr-3 text-left text-body outline-water focus-visible:outline-2 focus-visible:-outline-offset-2';
const ICON = { size: 16, 'aria-hidden': true } as const;

interface GroupListProps {
  model: Groups;
  chosenId: string | null;
  onChoose: (id: string) => void;
}

/**
 * The groups as a tree. A group is moved by dragging it onto another one, or, once a move has begun (M, or its menu),
 * by choosing where it goes: by arrow keys and Enter, by click, or by finger.
 */
export function GroupList({ model, chosenId, onChoose }: GroupListProps) {
  const tree = useRef<HTMLUListElement>(null);
  /** The group that gets the focus when it is drawn where it was moved to. */
  const refocus = useRef<Pick<DeviceGroup, 'id' | 'parentId'> | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const rows = model.rows.value;
  const moved = model.moved.value;
  const isMoving = moved !== null;
  const isRow = (id: string | null): id is string => rows.some(({ group }) => group.id === id);
  const tabStop = [focused, chosenId].find(isRow) ?? rows[0]?.group.id ?? null;

  useEffect(() => {
    const wanted = refocus.current;
    const row = rows.find(({ group }) => group.id === wanted?.id);
    if (wanted === null || row?.group.parentId !== wanted.parentId) return;
    refocus.current = null;
    tree.current?.querySelector<HTMLElement>(`[data-group-id="${wanted.id}"]`)?.focus();
  }, [rows]);
  useEffect(() => {
    // A move that begins in a menu goes on here.
    if (isMoving && !tree.current?.contains(document.activeElement))
      tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [isMoving]);

  const choose = (id: string): void => {
    if (moved === null) {
      if (id !== TOP) onChoose(id);
      return;
    }
    const parentId = id === TOP ? null : id;
    if (!model.accepts(parentId)) return;
    if (tree.current?.contains(document.activeElement)) refocus.current = { id: moved.id, parentId };
    void model.drop(parentId);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const item = (event.target as HTMLElement).closest<HTMLElement>('[role="treeitem"]');
    const id = item?.dataset['groupId'];
    if (item === null || id === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="treeitem"][tabindex]')];
    const handled = handleKey(event.key, { model, items, at: items.indexOf(item), id, choose });
    if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <ul
      ref={tree}
      role="tree"
      aria-label={t('groups.tree')}
      data-testid="groups"
      data-count={rows.length}
      onKeyDown={onKeyDown}
      onFocus={(event) => setFocused(event.target.dataset['groupId'] ?? null)}
      className="flex flex-col gap-0.5"
    >
      {rows.map((row) => (
        <Row
          key={row.group.id}
          row={row}
          model={model}
          isChosen={row.group.id === chosenId}
          isTabStop={row.group.id === tabStop}
          onChoose={choose}
        />
      ))}
      <DropTarget
        id={TOP}
        model={model}
        className={classes('mt-1 border border-dashed border-line-strong pl-2', !isMoving && 'invisible')}
        tabIndex={isMoving ? -1 : undefined}
        onChoose={choose}
      >
        <span className="grid size-6 shrink-0 place-items-center">
          <ArrowUpToLine {...ICON} />
        </span>
        <span className="min-w-0 flex-1 truncate">{t('groups.top')}</span>
      </DropTarget>
    </ul>
  );
}

interface KeyContext {
  model: Groups;
  /** The rows that can be reached. */
  items: readonly HTMLElement[];
  /** Index of the focused one, and its id. */
  at: number;
  id: string;
  choose: (id: string) => void;
}

/** Keys of a tree (WAI-ARIA), and M to move a group. @returns whether the key means something */
function handleKey(key: string, { model, items, at, id, choose }: KeyContext): boolean {
  const rows = model.rows.peek();
  const index = rows.findIndex(({ group }) => group.id === id);
  const row = rows[index];
  const isClosed = model.closed.peek().has(id);
  const go = (to: HTMLElement | undefined): boolean => {
    to?.focus();
    return true;
  };
  switch (key) {
    case 'ArrowDown':
      return go(items[at + 1]);
    case 'ArrowUp':
      return go(items[at - 1]);
    case 'Home':
      return go(items[0]);
    case 'End':
      return go(items.at(-1));
    case 'ArrowRight':
      if (!row?.isParent) return false;
      if (!isClosed) return go(items[at + 1]);
      model.toggleClosed(id);
      return true;
    case 'ArrowLeft': {
      if (row?.isParent && !isClosed) {
        model.toggleClosed(id);
        return true;
      }
      const parent = rows
        .slice(0, Math.max(0, index))
        .findLastIndex(({ depth }) => depth === (row?.depth ?? 0) - 1);
      return parent >= 0 && go(items[parent]);
    }
    case 'Enter':
    case ' ':
      choose(id);
      return true;
    case 'm':
    case 'M':
      if (!row) return false;
      model.startMove(id);
      return true;
    case 'Escape':
      if (model.moving.peek() === null) return false;
      model.cancelMove();
      return true;
    default:
      return false;
  }
}

interface RowProps {
  row: GroupRow;
  model: Groups;
  isChosen: boolean;
  isTabStop: boolean;
  onChoose: (id: string) => void;
}

function Row({ row: { group, depth, isParent }, model, isChosen, isTabStop, onChoose }: RowProps) {
  const isClosed = model.closed.value.has(group.id);
  const Arrow = isClosed ? ChevronRight : ChevronDown;
  return (
    <DropTarget
      id={group.id}
      model={model}
      tabIndex={isTabStop ? 0 : -1}
      isDraggable
      depth={depth}
      isChosen={isChosen}
      isExpanded={isParent ? !isClosed : undefined}
      className={isChosen ? 'bg-leaf-soft font-medium text-leaf-ink' : 'text-ink-2 hover:bg-hover'}
      onChoose={onChoose}
    >
      {isParent ? (
        // Keys do the same on the row.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          data-testid="group-toggle"
          onClick={(event) => {
            event.stopPropagation();
            model.toggleClosed(group.id);
          }}
          className="-m-1 grid size-8 shrink-0 place-items-center rounded-control hover:bg-hover"
        >
          <Arrow {...ICON} />
        </button>
      ) : (
        <span className="grid size-6 shrink-0 place-items-center text-ink-3">
          <FolderTree {...ICON} />
        </span>
      )}
      <span className="min-w-0 flex-1 truncate">{group.name}</span>
      <span className="text-note text-ink-3 tabular-nums">{group.deviceCount}</span>
    </DropTarget>
  );
}

interface DropTargetProps {
  /** Of a group, or TOP. */
  id: string;
  model: Groups;
  tabIndex: number | undefined;
  isDraggable?: boolean;
  /** Default 0. */
  depth?: number;
  isChosen?: boolean;
  isExpanded?: boolean | undefined;
  className: string;
  onChoose: (id: string) => void;
  children: ReactNode;
}

/** A row of the tree onto which the moved group can be dropped. */
function DropTarget({
  id,
  model,
  depth = 0,
  isDraggable = false,
  isChosen = false,
  ...rest
}: DropTargetProps) {
  const isMoving = model.moving.value !== null;
  const accepts = isMoving && model.accepts(id === TOP ? null : id);
  return (
    <li
      role="treeitem"
      tabIndex={rest.tabIndex}
      aria-level={depth + 1}
      aria-selected={isChosen}
      aria-expanded={rest.isExpanded}
      aria-disabled={(isMoving && !accepts) || undefined}
      aria-keyshortcuts={isDraggable ? 'M' : undefined}
      data-testid={id === TOP ? 'group-top' : 'group'}
      data-group-id={id}
      data-depth={depth}
      draggable={isDraggable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', id);
        // Chromium ends a drag whose page changes while it begins.
        setTimeout(() => model.startMove(id, true));
      }}
      onDragEnd={model.cancelMove}
      onDragOver={(event) => {
        if (accepts) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        rest.onChoose(id);
      }}
      onClick={() => rest.onChoose(id)}
      style={{ paddingLeft: `${0.5 + depth * INDENT_REM}rem` }}
      className={classes(
        ROW,
        rest.className,
        isMoving && (accepts ? 'ring-1 ring-leaf ring-inset' : 'cursor-not-allowed'),
      )}
    >
      {rest.children}
    </li>
  );
}
