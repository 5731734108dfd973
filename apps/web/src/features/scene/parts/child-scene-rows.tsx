import { Warehouse } from 'lucide-react';
import { classes } from '@farm3d/ui';
import type { ChildSceneRecord } from 'farm3d-engine';
import { editText } from '../edit-text.ts';
import type { SceneScreen } from '../model.ts';

/** In the list of what stands on a plot: its greenhouses. */
export default function ChildSceneRows({
  screen,
  scenes,
}: {
  screen: SceneScreen;
  scenes: readonly ChildSceneRecord[];
}) {
  return scenes.map(({ id, name }) => <Row key={id} screen={screen} id={id} name={name} />);
}

function Row({ screen, id, name }: { screen: SceneScreen; id: string; name: string }) {
  const isSelected = screen.stage.selection.value.includes(id);
  return (
    <li>
      <button
        type="button"
        data-testid="object-list-scene"
        data-scene-id={id}
        aria-current={isSelected || undefined}
        onClick={(event) => {
          const isAdditive = event.shiftKey || event.ctrlKey || event.metaKey;
          if (isAdditive && screen.editing.editing.peek()) screen.toggleThing(id);
          else screen.openChildScene(id);
        }}
        className={classes(
          'flex min-h-12 w-full items-center gap-3 rounded-control px-2 py-1 text-left transition-colors duration-150',
          isSelected ? 'bg-leaf-soft' : 'hover:bg-hover',
        )}
      >
        <span className="grid size-8 shrink-0 place-items-center rounded-control bg-leaf-soft text-leaf-ink">
          <Warehouse aria-hidden size={16} strokeWidth={1.5} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-note leading-5 font-medium">{name}</span>
          <span className="block truncate text-xs text-ink-3">{editText('carousel.greenhouse')}</span>
        </span>
      </button>
    </li>
  );
}
