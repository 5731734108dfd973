import type { ReactNode } from 'react';
import { classes } from '@farm3d/ui';

interface ObjectRowProps {
  isSelected: boolean;
  /** Adds it to the selection or removes it; undefined outside edit mode. */
  onToggle: (() => void) | undefined;
  testId: string;
  /** Data attributes by which tests find it. */
  data: Readonly<Record<`data-${string}`, string>>;
  icon: ReactNode;
  name: string;
  /** Under its name. */
  kind: ReactNode;
  /** @param byKey whether a key was pressed */
  onOpen: (byKey: boolean) => void;
  /** At the end of the row. */
  children?: ReactNode;
}

/** A row of the object list: a click opens the object; with Shift or Ctrl, in edit mode, it changes the selection. */
export function ObjectRow({
  isSelected,
  onToggle,
  testId,
  data,
  icon,
  name,
  kind,
  onOpen,
  children,
}: ObjectRowProps) {
  return (
    <li>
      <button
        type="button"
        data-testid={testId}
        {...data}
        aria-current={isSelected || undefined}
        onClick={(event) => {
          const isAdditive = event.shiftKey || event.ctrlKey || event.metaKey;
          if (isAdditive && onToggle) onToggle();
          else onOpen(event.detail === 0);
        }}
        className={classes(
          'flex min-h-12 w-full items-center gap-3 rounded-control px-2 py-1 text-left transition-colors duration-150',
          isSelected ? 'bg-leaf-soft' : 'hover:bg-hover',
        )}
      >
        {icon}
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block truncate text-left text-note leading-5 font-medium">
            {name}
          </span>
          <span className="flex items-center gap-1 text-xs text-ink-3">{kind}</span>
        </span>
        {children}
      </button>
    </li>
  );
}
