import { Warehouse } from 'lucide-react';
import type { ChildSceneRecord } from 'farm3d-engine';
import { t } from '../../texts/zh-CN.ts';
import { ObjectRow } from './object-row.tsx';

export interface ChildSceneRowsProps {
  scenes: readonly ChildSceneRecord[];
  selection: readonly string[];
  /** Undefined outside edit mode. */
  onToggle: ((id: string) => void) | undefined;
  onOpen: (id: string) => void;
}

/** The child scenes of a plot in the object list. */
export default function ChildSceneRows({ scenes, selection, onToggle, onOpen }: ChildSceneRowsProps) {
  return scenes.map(({ id, name }) => (
    <ObjectRow
      key={id}
      isSelected={selection.includes(id)}
      onToggle={onToggle && (() => onToggle(id))}
      testId="object-list-scene"
      data={{ 'data-scene-id': id }}
      icon={
        <span className="grid size-8 shrink-0 place-items-center rounded-control bg-leaf-soft text-leaf-ink">
          <Warehouse aria-hidden size={16} />
        </span>
      }
      name={name}
      kind={<span className="truncate">{t('carousel.greenhouse')}</span>}
      onOpen={() => onOpen(id)}
    />
  ));
}
