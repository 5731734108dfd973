import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { GripVertical } from 'lucide-react';
import { IconButton } from '@farm3d/ui';
import { t } from '../zh-CN.ts';

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
export function ActionHandle({ at, label, onMove, onDrag }: ActionHandleProps) {
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
