import type { ReactNode } from 'react';
import { classes } from '@farm3d/ui';
import type { SceneScreen } from '../scene-model.ts';

interface ThingRowProps {
  screen: SceneScreen;
  id: string;
  testId: string;
  /** What tests find it by. */
  data: Readonly<Record<`data-${string}`, string>>;
  icon: ReactNode;
  name: string;
  /** Under its name. */
  kind: ReactNode;
  /** Opens it. @param byKey whether a key did it */
  onOpen: (byKey: boolean) => void;
  /** At the end of the row. */
  children?: ReactNode;
}

/** One thing in the list of what stands in a scene: pressed it opens; with Shift or Ctrl, while one edits, it is chosen as well. */
export function ThingRow({ screen, id, testId, data, icon, name, kind, onOpen, children }: ThingRowProps) {
  const isSelected = screen.stage.selection.value.includes(id);
  return (
    <li>
      <button
        type="button"
        data-testid={testId}
        {...data}
        aria-current={isSelected || undefined}
        onClick={(event) => {
          const isAdditive = event.shiftKey || event.ctrlKey || event.metaKey;
          if (isAdditive && screen.editing.editing.peek()) screen.toggleThing(id);
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
