/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- a list that opens further lists is no select */
import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Check, ChevronDown, ChevronRight, X } from 'lucide-react';
import { limitOf } from '@farm3d/api/validation';
import { classes } from '../classes.ts';
import { describedBy, FieldFrame, INPUT_CLASSES } from '../field.tsx';
import { SearchField } from '../search-field.tsx';
import { useLatest } from '../use-latest.ts';
import { Skeleton } from '../states.tsx';
import { createAreaPicker, type AreaPicker } from './area-picker.ts';
import type { AreaNode, FormServices } from './form-types.ts';
import type { FieldProps } from './field-props.ts';

export type AreaFieldProps = Pick<FieldProps, 'field' | 'value' | 'error' | 'onChange' | 'onLeave'> & {
  services: Pick<FormServices, 'areas' | 'locale' | 't'>;
};

/** Areas selected level by level, by pointer or keys (arrows, Enter, Space). */
export function AreaField({ field, value, error, services, onChange, onLeave }: AreaFieldProps) {
  const id = useId();
  const selected: readonly string[] = Array.isArray(value)
    ? (value as readonly string[])
    : typeof value === 'string' && value !== ''
      ? [value]
      : [];
  const latest = useLatest({ selected, onChange });
  const [picker] = useState(() =>
    createAreaPicker({
      source: services.areas,
      locale: () => services.locale,
      levels: field.levels,
      limit: field.multiple ? (limitOf(field) ?? 1) : 1,
      selected: () => latest().selected,
      onChange: (codes) => latest().onChange(field.multiple ? codes : (codes[0] ?? null)),
    }),
  );
  useEffect(() => picker.fetchNames(selected));
  useEffect(() => () => picker.dispose(), [picker]);
  const { t } = services;
  return (
    <FieldFrame id={id} label={field.label} hint={field.hint} error={error} required={field.required}>
      <Popover className="relative">
        <PopoverButton
          id={id}
          data-testid={`field-${field.key}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, field.hint, error)}
          className={classes(
            INPUT_CLASSES,
            'flex min-h-11 items-center justify-between gap-2 py-1 text-left',
            error ? 'border-alarm' : 'border-line-strong hover:border-ink-3',
          )}
        >
          <span className={classes('min-w-0', selected.length === 0 && 'text-ink-3')}>
            {selected.length === 0
              ? (field.placeholder ?? t('form.choose'))
              : selected.map((code) => picker.nameOf(code)).join(' · ')}
          </span>
          <ChevronDown aria-hidden size={16} className="shrink-0 text-ink-3" />
        </PopoverButton>
        <PopoverPanel
          anchor={{ to: 'bottom start', gap: 4 }}
          focus
          className="z-[70] flex max-h-96! w-[max(var(--button-width),18rem)] flex-col rounded-control border border-line bg-raised text-ink shadow-panel outline-none"
        >
          {({ close }) => (
            <AreaPanel
              picker={picker}
              field={field}
              selected={selected}
              t={t}
              onDone={() => {
                onLeave();
                close();
              }}
            />
          )}
        </PopoverPanel>
      </Popover>
      {field.multiple && selected.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {selected.map((code) => (
            <li
              key={code}
              className="flex items-center rounded-full bg-leaf-soft pl-3 text-note text-leaf-ink"
            >
              {picker.nameOf(code)}
              <button
                type="button"
                aria-label={t('form.area.remove', { name: picker.nameOf(code) })}
                onClick={() => onChange(selected.filter((one) => one !== code))}
                className="grid size-8 place-items-center rounded-full pointer-coarse:size-11"
              >
                <X aria-hidden size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </FieldFrame>
  );
}

interface AreaPanelProps extends Pick<FieldProps, 'field'>, Pick<FormServices, 't'> {
  picker: AreaPicker;
  selected: readonly string[];
  onDone: () => void;
}

function AreaPanel({ picker, field, selected, t, onDone }: AreaPanelProps) {
  const shown = picker.shown.value;
  const opened = picker.opened.value;
  const [active, setActive] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  // Fetched each time the panel opens: a failed fetch is tried again.
  useEffect(() => void picker.open(picker.opened.peek()), [picker]);
  const at = Math.min(active, Math.max(0, (shown?.length ?? 0) - 1));
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' });
    // The row of the same index is another one in another list.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [at, shown]);
  const enter = (path: readonly AreaNode[]): void => {
    setActive(0);
    void picker.open(path);
  };
  const choose = (path: readonly AreaNode[]): void => {
    picker.toggle(path);
    if (!field.multiple) onDone();
  };
  const press = (event: KeyboardEvent): void => {
    const path = shown?.[at];
    const area = path?.at(-1);
    const moved = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: (shown?.length ?? 1) - 1 }[event.key];
    if (moved !== undefined) setActive(Math.max(0, Math.min(moved, (shown?.length ?? 1) - 1)));
    else if (event.key === 'ArrowRight' && path && area && picker.canOpen(area)) enter(path);
    else if (event.key === 'ArrowLeft' && opened.length > 0) enter(opened.slice(0, -1));
    else if ((event.key === 'Enter' || event.key === ' ') && path) choose(path);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="flex flex-col gap-2 border-b border-line p-2">
        <SearchField
          label={t('form.area.search')}
          clearLabel={t('form.clear')}
          value={picker.text.value}
          onValueChange={picker.search}
          size="sm"
          testId="area-search"
        />
        <nav aria-label={field.label} className="flex flex-wrap items-center text-note">
          {[undefined, ...opened].map((area, index) => (
            <button
              key={area?.code ?? 'root'}
              type="button"
              disabled={index === opened.length}
              onClick={() => enter(opened.slice(0, index))}
              className="min-h-8 rounded px-1 text-water disabled:text-ink pointer-coarse:min-h-11"
            >
              {area?.name ?? t('form.area.root')}
              {index < opened.length && <span className="ml-2 text-ink-3">/</span>}
            </button>
          ))}
        </nav>
        {picker.warning.value && (
          <p role="alert" className="text-note text-amber" data-testid="area-warning">
            {picker.warning.value}
          </p>
        )}
      </div>
      <ul
        ref={list}
        role="listbox"
        aria-label={opened.at(-1)?.name ?? field.label}
        aria-multiselectable={field.multiple || undefined}
        aria-activedescendant={shown && shown.length > 0 ? `${field.key}-area-${at}` : undefined}
        tabIndex={0}
        data-testid="area-list"
        data-level={opened.length + 1}
        onKeyDown={press}
        className="thin-scrollbar min-h-24 flex-1 overflow-y-auto p-1"
      >
        {shown === null && <Skeleton className="m-2 h-8" />}
        {shown?.length === 0 && (
          <li role="presentation" className="px-3 py-4 text-note text-ink-3" data-testid="area-empty">
            {t('form.area.empty')}
          </li>
        )}
        {shown?.map((path, index) => (
          <AreaRow
            key={path.at(-1)!.code}
            id={`${field.key}-area-${index}`}
            at={index}
            name={(picker.text.value === '' ? path.slice(-1) : path).map((area) => area.name).join(' / ')}
            code={path.at(-1)!.code}
            isActive={index === at}
            isSelected={selected.includes(path.at(-1)!.code)}
            openLabel={picker.canOpen(path.at(-1)!) ? t('form.area.open', { name: path.at(-1)!.name }) : null}
            onOpen={() => enter(path)}
            onChoose={() => choose(path)}
          />
        ))}
      </ul>
      {field.multiple && (
        <button
          type="button"
          onClick={onDone}
          data-testid="area-done"
          className="h-11 border-t border-line font-medium text-leaf-ink"
        >
          {t('form.area.done')}
        </button>
      )}
    </>
  );
}

interface AreaRowProps {
  id: string;
  at: number;
  name: string;
  code: string;
  isActive: boolean;
  isSelected: boolean;
  /** Null: it cannot be opened. */
  openLabel: string | null;
  onOpen: () => void;
  onChoose: () => void;
}

/** The name selects the area, the arrow opens it; keys do both on the list. */
function AreaRow(props: AreaRowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are heard on the list
    <li
      id={props.id}
      role="option"
      tabIndex={-1}
      aria-selected={props.isSelected}
      data-at={props.at}
      data-testid="area-option"
      data-code={props.code}
      onClick={props.onChoose}
      className={classes(
        'flex min-h-10 cursor-pointer items-center gap-2 rounded-md pl-2 text-body pointer-coarse:min-h-11',
        props.isActive ? 'bg-hover' : 'hover:bg-hover',
      )}
    >
      <span className="grid size-5 shrink-0 place-items-center text-leaf">
        {props.isSelected && <Check aria-hidden size={16} strokeWidth={2} />}
      </span>
      <span className="min-w-0 flex-1 truncate">{props.name}</span>
      {props.openLabel !== null && (
        // Arrow right does the same: an option holds no button.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <span
          aria-hidden
          title={props.openLabel}
          data-testid="area-open"
          data-code={props.code}
          onClick={(event) => {
            event.stopPropagation();
            props.onOpen();
          }}
          className="grid h-10 w-11 shrink-0 place-items-center text-ink-3 hover:text-ink pointer-coarse:h-11"
        >
          <ChevronRight size={18} />
        </span>
      )}
    </li>
  );
}
