/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a list of commands is no select, and its keys are heard in the field */
import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Search, X } from 'lucide-react';
import { FocusReturn } from './focus-return.tsx';
import { IconButton } from './icon-button.tsx';

export interface CommandEntry {
  /** Unique among all entries. */
  id: string;
  label: string;
  /** At the right, such as an identifier. */
  note?: string;
  icon?: ReactNode;
}

export interface CommandGroup {
  label: string;
  entries: readonly CommandEntry[];
}

export interface CommandPaletteProps {
  /** Accessible name, and placeholder of the field. */
  label: string;
  closeLabel: string;
  query: string;
  onQueryChange: (query: string) => void;
  /** What matches the query. Groups without entries are left out. */
  groups: readonly CommandGroup[];
  /** Under the entries: that nothing matches, or that a search failed or is under way. Announced to screen readers. */
  status: string;
  onChoose: (id: string) => void;
  onClose: () => void;
}

/** A dialog with a field and the commands that match it. Arrow keys choose one, Enter runs it, Escape closes. */
export function CommandPalette(props: CommandPaletteProps) {
  const { label, query, groups, status, onChoose, onClose } = props;
  const listId = useId();
  const optionId = (id: string): string => `${listId}-${id}`;
  const ids = groups.flatMap(({ entries }) => entries.map(({ id }) => id));
  const [chosen, setChosen] = useState<string | null>(null);
  // What was chosen may match no longer.
  const active = chosen !== null && ids.includes(chosen) ? chosen : (ids[0] ?? null);
  const field = useRef<HTMLInputElement>(null);
  // The dialog itself leaves the focus where it is on a touch screen.
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const element = active === null ? null : document.getElementById(`${listId}-${active}`);
    element?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);

  const step = (by: number): void => {
    const at = active === null ? -1 : ids.indexOf(active);
    setChosen(ids.at((at + by + ids.length) % ids.length) ?? null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter and arrows belong to the input method while it composes.
    if (event.nativeEvent.isComposing || ids.length === 0) return;
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter' && active !== null) onChoose(active);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog open onClose={onClose} aria-label={label} className="relative z-[80]">
      <DialogBackdrop className="fixed inset-0 bg-backdrop" />
      <div className="pointer-events-none fixed inset-0 flex items-start justify-center sm:p-4 sm:pt-[12dvh]">
        <DialogPanel
          data-testid="palette"
          className="pointer-events-auto flex h-dvh w-full max-w-2xl flex-col bg-raised text-ink shadow-panel sm:h-auto sm:max-h-[70dvh] sm:rounded-panel"
        >
          <FocusReturn />
          <div className="flex shrink-0 items-center gap-3 border-b border-line py-2 pr-2 pl-4">
            <Search aria-hidden size={20} className="shrink-0 text-ink-3" />
            <input
              ref={field}
              data-autofocus
              role="combobox"
              aria-label={label}
              aria-expanded
              aria-autocomplete="list"
              aria-controls={listId}
              aria-activedescendant={active === null ? undefined : optionId(active)}
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="go"
              placeholder={label}
              value={query}
              data-testid="palette-query"
              onChange={(event) => {
                setChosen(null);
                props.onQueryChange(event.target.value);
              }}
              onKeyDown={onKeyDown}
              className="h-11 min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-ink-3"
            />
            <IconButton
              label={props.closeLabel}
              icon={<X size={20} />}
              data-testid="palette-close"
              onClick={onClose}
            />
          </div>
          <div className="thin-scrollbar min-h-0 flex-1 overflow-y-auto p-2">
            <div role="listbox" id={listId} aria-label={label}>
              {groups
                .filter(({ entries }) => entries.length > 0)
                .map((group) => (
                  <div key={group.label} role="group" aria-label={group.label} className="pb-2">
                    <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-medium text-ink-3">
                      {group.label}
                    </p>
                    {group.entries.map((entry) => (
                      <Entry
                        key={entry.id}
                        id={optionId(entry.id)}
                        entry={entry}
                        isActive={entry.id === active}
                        onPoint={() => setChosen(entry.id)}
                        onChoose={() => onChoose(entry.id)}
                      />
                    ))}
                  </div>
                ))}
            </div>
            <output data-testid="palette-status" className="block px-3 text-note text-ink-3 not-empty:py-3">
              {status}
            </output>
          </div>
        </DialogPanel>
      </div>
    </Dialog>
  );
}

interface EntryProps {
  id: string;
  entry: CommandEntry;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Entry({ id, entry, isActive, onPoint, onChoose }: EntryProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      // The focus stays in the field, which has the keys.
      tabIndex={-1}
      data-testid="palette-entry"
      data-entry={entry.id}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onChoose}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-body aria-selected:bg-leaf-soft aria-selected:text-leaf-ink"
    >
      <span className="shrink-0 text-ink-3">{entry.icon}</span>
      <span className="min-w-0 flex-1 truncate">{entry.label}</span>
      {entry.note && <span className="max-w-[40%] shrink-0 truncate text-note text-ink-2">{entry.note}</span>}
    </div>
  );
}
