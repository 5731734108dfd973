import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { ArrowUp, CircleAlert, GripVertical, Plus, Trash2 } from 'lucide-react';
import { Button, IconButton, classes } from '@farm3d/ui';
import type { Catalogue } from '../catalogue.ts';
import { Notice, Section } from '../../../kit/blocks.tsx';
import type { Editor } from '../editor-model.ts';
import { ACTIONS, type ActionForm } from '../linkage-form.ts';
import { t } from '../zh-CN.ts';
import { ActionFields } from './action-fields.tsx';

const ICON = { size: 16 } as const;

/** 'Then': the actions, one after the other. */
export function ActionList({ model }: { model: Editor }) {
  const { actions } = model.form.value;
  const catalogue = model.catalogue.value;
  const error = model.errors.value['actions'];
  const [dragged, setDragged] = useState<number | null>(null);
  if (!catalogue) return null;
  return (
    <Section title={t('linkages.actions')} hint={t('linkages.actions.hint')}>
      {error && (
        <div className="mb-3">
          <Notice tone="alarm">
            <CircleAlert aria-hidden size={16} className="shrink-0" />
            <span data-testid="error-actions">{error}</span>
          </Notice>
        </div>
      )}
      <ol className="mb-3 flex flex-col gap-3 empty:mb-0">
        {actions.map((action, at) => (
          <Action
            key={at}
            model={model}
            catalogue={catalogue}
            action={action}
            at={at}
            isDragged={at === dragged}
            onDrag={setDragged}
          />
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        {ACTIONS.map((type) => (
          <Button
            key={type}
            size="sm"
            icon={<Plus {...ICON} />}
            data-testid={`add-action-${type}`}
            onClick={() => model.addAction(type)}
          >
            {t(`linkages.action.${type}`)}
          </Button>
        ))}
      </div>
    </Section>
  );
}

interface ActionProps {
  model: Editor;
  catalogue: Catalogue;
  action: ActionForm;
  at: number;
  isDragged: boolean;
  onDrag: (at: number | null) => void;
}

function Action({ model, catalogue, action, at, isDragged, onDrag }: ActionProps) {
  const { type } = action;
  const label = t('linkages.action.numbered', { n: at + 1, action: t(`linkages.action.${type}`) });
  const fields = {
    action,
    path: `actions.${at}`,
    catalogue,
    errors: model.errors.value,
    onChange: (next: Partial<ActionForm>): void => model.changeAction(at, { ...action, ...next }),
  };
  return (
    <li
      data-testid="linkage-action"
      data-type={type}
      className={classes(
        'flex flex-col gap-3 rounded-control border bg-raised p-3',
        isDragged ? 'border-leaf shadow-panel' : 'border-line',
      )}
    >
      <div className="flex items-center gap-1">
        {model.form.value.actions.length > 1 && (
          <ActionHandle at={at} label={label} onMove={model.moveAction} onDrag={onDrag} />
        )}
        <h3 className="min-w-0 flex-1 truncate text-body font-medium">{label}</h3>
        {at > 0 && (
          <IconButton
            size="sm"
            label={t('linkages.action.up', { action: label })}
            data-testid={`action-up-${at}`}
            icon={<ArrowUp {...ICON} />}
            onClick={() => model.moveAction(at, at - 1)}
          />
        )}
        <IconButton
          size="sm"
          tone="danger"
          label={t('linkages.action.remove', { action: label })}
          data-testid={`remove-action-${at}`}
          icon={<Trash2 {...ICON} />}
          onClick={() => model.removeAction(at)}
        />
      </div>
      <ActionFields {...fields} />
    </li>
  );
}

const ITEM = '[data-testid="linkage-action"]';
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

interface ActionHandleProps {
  at: number;
  /** Name of the action. */
  label: string;
  onMove: (from: number, to: number) => void;
  /** The action is dragged and now at this place; null: it was dropped. */
  onDrag: (at: number | null) => void;
}

/** The place in the list of the action that is dragged: behind the others whose middle is above the pointer. */
function placeOf(dragged: number, list: Element, y: number): number {
  const others = [...list.querySelectorAll(ITEM)].filter((_, at) => at !== dragged);
  return others.filter((item) => {
    const { top, height } = item.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
}

/** Moves an action in the list: by dragging it, or with the arrow keys. */
function ActionHandle({ at, label, onMove, onDrag }: ActionHandleProps) {
  /** Where the dragged action is now; null: none is dragged. */
  const dragged = useRef<number | null>(null);
  const drag = (place: number | null): void => {
    dragged.current = place;
    onDrag(place);
  };
  const move = ({ currentTarget, clientY }: PointerEvent<HTMLButtonElement>): void => {
    const list = currentTarget.closest('ol');
    const from = dragged.current;
    if (from === null || !list) return;
    const place = placeOf(from, list, clientY);
    if (place === from) return;
    onMove(from, place);
    drag(place);
  };
  const step = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const to = at + (STEPS[event.key] ?? 0);
    const item = event.currentTarget.closest('ol')?.querySelectorAll(ITEM)[to];
    if (to === at || !item) return;
    event.preventDefault();
    onMove(at, to);
    // The action is now where the other one was.
    item.querySelector<HTMLElement>('[data-handle]')?.focus();
  };
  return (
    <IconButton
      size="sm"
      label={t('linkages.action.move', { action: label })}
      data-testid={`action-handle-${at}`}
      data-handle
      // A finger drags the action instead of the page.
      className="cursor-grab touch-none active:cursor-grabbing"
      icon={<GripVertical size={16} />}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(at);
      }}
      onPointerMove={move}
      onPointerUp={() => drag(null)}
      onPointerCancel={() => drag(null)}
      onKeyDown={step}
    />
  );
}
