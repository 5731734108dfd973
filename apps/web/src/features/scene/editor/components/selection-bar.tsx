import { useRef } from 'react';
import type { ChildSceneRecord } from 'farm3d-engine';
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  AlignVerticalJustifyEnd,
  ClipboardPaste,
  LayoutGrid,
  X,
} from 'lucide-react';
import { IconButton, Menu, classes, type MenuEntry } from '@farm3d/ui';
import { menuEntry } from '../../../../kit/menu-entry.tsx';
import { t } from '../../texts/zh-CN.ts';
import type { SceneObjects } from '../../objects/scene-objects.ts';
import type { EditToolsModel } from '../edit-tools.ts';
import { useFocusReturn } from '../../../../platform/use-focus.ts';
import { CAROUSEL_REM } from './device-carousel.tsx';
import { TransformTools, type TransformSessionProps } from './transform-tools.tsx';

const ICON = { size: 18 } as const;
const ALIGNMENTS = [
  ['x', 'min', 'select.align.left', AlignStartVertical],
  ['x', 'center', 'select.align.centre', AlignCenterVertical],
  ['x', 'max', 'select.align.right', AlignEndVertical],
  ['z', 'min', 'select.align.back', AlignStartHorizontal],
  ['z', 'center', 'select.align.middle', AlignCenterHorizontal],
  ['z', 'max', 'select.align.front', AlignEndHorizontal],
  ['y', 'min', 'select.align.bottom', AlignVerticalJustifyEnd],
] as const;
const DISTRIBUTIONS = [
  ['x', 'select.distribute.x', AlignHorizontalDistributeCenter],
  ['z', 'select.distribute.z', AlignVerticalDistributeCenter],
] as const;

interface SelectionBarProps extends TransformSessionProps {
  objects: Pick<SceneObjects, 'selection' | 'childScenes'>;
  /** Whether a phone's object list covers it. */
  isCovered: boolean;
  /** Focuses the canvas, where the element that had the focus is gone. */
  focusCanvas: () => void;
}

/** In edit mode over the carousel: the tools for several objects, or for a child scene. */
export default function SelectionBar({ objects, ...props }: SelectionBarProps) {
  const ids = objects.selection.value;
  const child = objects.childScenes.value.find(({ id }) => ids.length === 1 && id === ids[0]);
  return ids.length > 1 || child ? <Bar {...props} ids={ids} child={child} /> : null;
}

interface BarProps extends Omit<SelectionBarProps, 'objects'> {
  ids: readonly string[];
  child: ChildSceneRecord | undefined;
}

function Bar({ session, onRemove, isCovered, focusCanvas, ids, child }: BarProps) {
  const { tools } = session;
  const frame = useRef<HTMLElement>(null);
  useFocusReturn(frame, focusCanvas);
  return (
    <section
      ref={frame}
      aria-label={t('select.title')}
      data-testid="selection-bar"
      data-count={ids.length}
      style={{ bottom: `${CAROUSEL_REM + 1.75}rem` }}
      className={classes(
        'frosted absolute inset-x-3 z-20 mx-auto flex max-w-88 animate-rise flex-col gap-1 p-3 pt-1',
        isCovered && 'max-md:invisible',
      )}
    >
      <div className="flex items-center gap-1">
        <h2 className="min-w-0 flex-1 truncate text-note font-semibold" aria-live="polite">
          {child ? child.name : t('select.count', { n: ids.length })}
        </h2>
        {ids.length > 1 && (
          <Menu
            label={t('select.arrange')}
            testId="arrange-menu"
            anchor="top start"
            button={
              <>
                <LayoutGrid {...ICON} />
                <span className="text-note font-medium">{t('select.arrange')}</span>
              </>
            }
            entries={arrangements(tools, ids)}
          />
        )}
        <IconButton
          label={t('select.clear')}
          icon={<X {...ICON} />}
          data-testid="selection-clear"
          onClick={() => {
            session.commitTransform();
            tools.clearSelection();
          }}
        />
      </div>
      <TransformTools session={session} onRemove={onRemove} ids={ids} />
    </section>
  );
}

function arrangements(tools: EditToolsModel, ids: readonly string[]): MenuEntry[] {
  const align = ALIGNMENTS.map(([axis, edge, label, Icon], at) =>
    menuEntry(`align-${axis}-${edge}`, t(label), Icon, () => tools.align(axis, edge), {
      startsGroup: edge === 'min' && at > 0,
    }),
  );
  const distribute = DISTRIBUTIONS.map(([axis, label, Icon], at) =>
    menuEntry(`distribute-${axis}`, t(label), Icon, () => tools.distribute(axis), { startsGroup: at === 0 }),
  );
  const paste = menuEntry('paste-all', t('select.pasteAll'), ClipboardPaste, () => tools.paste(ids, true), {
    startsGroup: true,
  });
  return [...align, ...(ids.length > 2 ? distribute : []), ...(tools.canPaste.peek() ? [paste] : [])];
}
