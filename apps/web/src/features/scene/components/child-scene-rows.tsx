import { Warehouse } from 'lucide-react';
import type { ChildSceneRecord } from 'farm3d-engine';
import { editText } from '../editor/edit-text.ts';
import type { SceneScreen } from '../scene-model.ts';
import { ThingRow } from './object-row.tsx';

/** In the list of what stands on a plot: its greenhouses. */
export default function ChildSceneRows({
  screen,
  scenes,
}: {
  screen: SceneScreen;
  scenes: readonly ChildSceneRecord[];
}) {
  return scenes.map(({ id, name }) => (
    <ThingRow
      key={id}
      screen={screen}
      id={id}
      testId="object-list-scene"
      data={{ 'data-scene-id': id }}
      icon={
        <span className="grid size-8 shrink-0 place-items-center rounded-control bg-leaf-soft text-leaf-ink">
          <Warehouse aria-hidden size={16} strokeWidth={1.5} />
        </span>
      }
      name={name}
      kind={<span className="truncate">{editText('carousel.greenhouse')}</span>}
      onOpen={() => screen.openChildScene(id)}
    />
  ));
}
