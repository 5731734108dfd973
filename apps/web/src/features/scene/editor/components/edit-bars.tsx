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
import { useModelOf } from '../../../../kit/services.tsx';
import { isNarrow } from '../../../../platform/viewport.ts';
import { t } from '../../texts/zh-CN.ts';
import type { EditSession } from '../edit-session.ts';
import type { EditToolsModel } from '../edit-tools.ts';
import type { EditorModel } from '../editor-model.ts';
import { useFocusTaken } from '../../../../platform/use-focus.ts';
import { SNAP_ANGLES, SNAP_GRIDS, SnapStepsModel } from '../snap-steps.ts';

const ICON = { size: 18 } as const;

interface EditBarsProps {
  editor: Pick<EditorModel, 'isSaving' | 'cancel' | 'openDialog' | 'save'>;
  session: Pick<EditSession, 'tools' | 'canUndo' | 'canRedo' | 'transform' | 'undo' | 'redo'>;
  /** Whether a phone's object list covers the options. */
  isListOpen: boolean;
  onShowShortcuts: () => void;
}

/** The head bar's tools in edit mode. */
export default function EditBars({ editor, session, isListOpen, onShowShortcuts }: EditBarsProps) {
  const frame = useRef<HTMLDivElement>(null);
  useFocusTaken(frame);
  const options = <EditOptions tools={session.tools} onShowShortcuts={onShowShortcuts} />;
  return (
    <div ref={frame} className="flex flex-col items-end gap-2 md:flex-row">
      {!isNarrow.value && options}
      <EditCommands editor={editor} session={session} />
      {isNarrow.value && !isListOpen && options}
    </div>
  );
}

interface EditOptionsProps {
  tools: EditToolsModel;
  onShowShortcuts: () => void;
}

/** Options of editing; on a phone they are under the head bar, without the keyboard shortcuts. */
function EditOptions({ tools, onShowShortcuts }: EditOptionsProps) {
  return (
    <Toolbar label={t('scene.editAids')}>
      <ToolbarButton
        label={t('scene.areaSelect')}
        icon={<SquareDashedMousePointer {...ICON} />}
        pressed={tools.isAreaSelect.value}
        testId="area-select-button"
        iconOnly
        onClick={() => tools.setAreaSelect(!tools.isAreaSelect.peek())}
      />
      <ToolbarButton
        label={t('scene.snap')}
        icon={<Magnet {...ICON} />}
        pressed={tools.isSnapping.value}
        testId="snap-button"
        iconOnly
        onClick={tools.toggleSnapping}
      />
      <SnapSteps tools={tools} />
      {!isNarrow.value && (
        <ToolbarButton
          label={t('keys.title')}
          icon={<Keyboard {...ICON} />}
          testId="shortcuts-button"
          iconOnly
          onClick={onShowShortcuts}
        />
      )}
    </Toolbar>
  );
}

/** Grid and angle steps of snapping. */
function SnapSteps({ tools }: { tools: EditToolsModel }) {
  const steps = useModelOf(SnapStepsModel);
  const { value: grid } = steps.grid;
  const { value: angle } = steps.angle;
  useEffect(() => tools.setSteps(grid, (angle * Math.PI) / 180), [tools, grid, angle]);
  const grids = SNAP_GRIDS.map((metres) => ({
    id: `snap-grid-${metres}`,
    label: t('scene.snapGrid', { metres }),
    checked: grid === metres,
    onSelect: () => steps.chooseGrid(metres),
  }));
  const angles = SNAP_ANGLES.map((degrees, at) => ({
    id: `snap-angle-${degrees}`,
    label: t('scene.snapAngle', { degrees }),
    checked: angle === degrees,
    startsGroup: at === 0,
    onSelect: () => steps.chooseAngle(degrees),
  }));
  return (
    <Menu
      label={t('scene.snapSteps', { grid, angle })}
      testId="snap-steps"
      button={
        <>
          <Grid3x3 {...ICON} />
          <span className="tabular-nums text-note font-medium">
            {grid} m · {angle}°
          </span>
        </>
      }
      entries={[...grids, ...angles]}
    />
  );
}

function EditCommands({ editor, session }: Pick<EditBarsProps, 'editor' | 'session'>) {
  const busy = editor.isSaving.value;
  return (
    <Toolbar label={t('scene.editTools')}>
      <ToolbarButton
        label={t('scene.undo')}
        icon={<Undo2 {...ICON} />}
        disabled={busy || (!session.canUndo.value && session.transform.value === null)}
        testId="undo-button"
        iconOnly
        onClick={session.undo}
      />
      <ToolbarButton
        label={t('scene.redo')}
        icon={<Redo2 {...ICON} />}
        disabled={busy || !session.canRedo.value}
        testId="redo-button"
        iconOnly
        onClick={session.redo}
      />
      <ToolbarButton
        label={t('common.cancel')}
        icon={<X {...ICON} />}
        disabled={busy}
        testId="cancel-button"
        onClick={editor.cancel}
      />
      <ToolbarButton
        label={t('scene.delete')}
        icon={<Trash2 {...ICON} />}
        variant="danger"
        disabled={busy}
        testId="delete-button"
        onClick={() => editor.openDialog('delete')}
      />
      <ToolbarButton
        label={t(busy ? 'scene.saving' : 'scene.save')}
        icon={<Save {...ICON} />}
        variant="primary"
        disabled={busy}
        testId="save-button"
        onClick={() => void editor.save()}
      />
    </Toolbar>
  );
}
