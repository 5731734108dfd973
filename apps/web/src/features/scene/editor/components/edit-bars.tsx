import { useEffect, useRef } from 'react';
import {
  Grid3x3,
  Keyboard,
  Magnet,
  Redo2,
  Save,
  SquareDashedMousePointer,
  Trash2,
  Undo2,
  X,
} from 'lucide-react';
import { Menu, Toolbar, ToolbarButton } from '@farm3d/ui';
import { t } from '../../../../platform/locale.ts';
import { isNarrow } from '../../../../platform/viewport.ts';
import { editText } from '../edit-text.ts';
import type { SceneScreen } from '../../scene-model.ts';
import { useFocusTaken } from '../../use-focus.ts';
import { chooseAngle, chooseGrid, SNAP_ANGLES, SNAP_GRIDS, snapAngle, snapGrid } from '../snap-steps.ts';

const ICON = { size: 18, strokeWidth: 1.5 } as const;

/** The head bar's tools in edit mode. */
export default function EditBars({ screen }: { screen: SceneScreen }) {
  const frame = useRef<HTMLDivElement>(null);
  useFocusTaken(frame);
  return (
    <div ref={frame} className="flex flex-col items-end gap-2 md:flex-row">
      {!isNarrow.value && <EditAids screen={screen} />}
      <EditTools screen={screen} />
      {isNarrow.value && !screen.objectsOpen.value && <EditAids screen={screen} />}
    </div>
  );
}

/** How editing works; a phone has them under the head bar, and no keyboard to explain. */
function EditAids({ screen }: { screen: SceneScreen }) {
  const { tools } = screen.stage;
  return (
    <Toolbar label={editText('scene.editAids')}>
      <ToolbarButton
        label={editText('scene.areaSelect')}
        icon={<SquareDashedMousePointer {...ICON} />}
        pressed={tools.isAreaSelect.value}
        testId="area-select-button"
        iconOnly
        onClick={() => tools.setAreaSelect(!tools.isAreaSelect.peek())}
      />
      <ToolbarButton
        label={editText('scene.snap')}
        icon={<Magnet {...ICON} />}
        pressed={tools.isSnapping.value}
        testId="snap-button"
        iconOnly
        onClick={tools.toggleSnapping}
      />
      <SnapSteps screen={screen} />
      {!isNarrow.value && (
        <ToolbarButton
          label={editText('keys.title')}
          icon={<Keyboard {...ICON} />}
          testId="shortcuts-button"
          iconOnly
          onClick={() => screen.showShortcuts(true)}
        />
      )}
    </Toolbar>
  );
}

/** How far apart snapping draws things, and in what steps it turns them. */
function SnapSteps({ screen: { stage } }: { screen: SceneScreen }) {
  const { value: grid } = snapGrid;
  const { value: angle } = snapAngle;
  const { tools } = stage;
  useEffect(() => tools.setSteps(grid, (angle * Math.PI) / 180), [tools, grid, angle]);
  const grids = SNAP_GRIDS.map((metres) => ({
    id: `snap-grid-${metres}`,
    label: editText('scene.snapGrid', { metres }),
    checked: grid === metres,
    onSelect: () => chooseGrid(metres),
  }));
  const angles = SNAP_ANGLES.map((degrees, at) => ({
    id: `snap-angle-${degrees}`,
    label: editText('scene.snapAngle', { degrees }),
    checked: angle === degrees,
    startsGroup: at === 0,
    onSelect: () => chooseAngle(degrees),
  }));
  return (
    <Menu
      label={editText('scene.snapSteps', { grid, angle })}
      testId="snap-steps"
      button={
        <>
          <Grid3x3 {...ICON} />
          <span className="figures text-note font-medium">
            {grid} m · {angle}°
          </span>
        </>
      }
      entries={[...grids, ...angles]}
    />
  );
}

function EditTools({ screen }: { screen: SceneScreen }) {
  const { editing, stage } = screen;
  const busy = editing.saving.value;
  return (
    <Toolbar label={t('scene.editTools')}>
      <ToolbarButton
        label={t('scene.undo')}
        icon={<Undo2 {...ICON} />}
        disabled={busy || (!stage.canUndo.value && stage.transform.value === null)}
        testId="undo-button"
        iconOnly
        onClick={stage.undo}
      />
      <ToolbarButton
        label={t('scene.redo')}
        icon={<Redo2 {...ICON} />}
        disabled={busy || !stage.canRedo.value}
        testId="redo-button"
        iconOnly
        onClick={stage.redo}
      />
      <ToolbarButton
        label={t('common.cancel')}
        icon={<X {...ICON} />}
        disabled={busy}
        testId="cancel-button"
        onClick={editing.cancel}
      />
      <ToolbarButton
        label={t('scene.delete')}
        icon={<Trash2 {...ICON} />}
        variant="danger"
        disabled={busy}
        testId="delete-button"
        onClick={() => editing.ask('delete')}
      />
      <ToolbarButton
        label={t(busy ? 'scene.saving' : 'scene.save')}
        icon={<Save {...ICON} />}
        variant="primary"
        disabled={busy}
        testId="save-button"
        onClick={() => void editing.save()}
      />
    </Toolbar>
  );
}
