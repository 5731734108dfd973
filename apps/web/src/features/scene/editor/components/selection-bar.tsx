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
import { editText } from '../edit-text.ts';
import type { SceneScreen } from '../../scene-model.ts';
import { useFocusReturn } from '../../use-focus.ts';
import { CAROUSEL_REM } from './device-carousel.tsx';
import { TransformTools } from './transform-tools.tsx';

const ICON = { size: 18, strokeWidth: 1.5 } as const;
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

/** In edit mode over the carousel: what can be done with several things, or with a greenhouse on the plot. */
export default function SelectionBar({ screen }: { screen: SceneScreen }) {
  const { selection, childScenes } = screen.stage;
  const ids = selection.value;
  const child = childScenes.value.find(({ id }) => ids.length === 1 && id === ids[0]);
  return ids.length > 1 || child ? <Bar screen={screen} ids={ids} child={child} /> : null;
}

interface BarProps {
  screen: SceneScreen;
  ids: readonly string[];
  child: ChildSceneRecord | undefined;
}

function Bar({ screen, ids, child }: BarProps) {
  const { tools } = screen.stage;
  const frame = useRef<HTMLElement>(null);
  useFocusReturn(frame, screen);
  return (
    <section
      ref={frame}
      aria-label={editText('select.title')}
      data-testid="selection-bar"
      data-count={ids.length}
      style={{ bottom: `${CAROUSEL_REM + 1.75}rem` }}
      className={classes(
        'frosted absolute inset-x-3 z-20 mx-auto flex max-w-88 animate-rise flex-col gap-1 p-3 pt-1',
        // A phone's list has its place.
        screen.objectsOpen.value && 'max-md:invisible',
      )}
    >
      <div className="flex items-center gap-1">
        <h2 className="min-w-0 flex-1 truncate text-note font-semibold" aria-live="polite">
          {child ? child.name : editText('select.count', { n: ids.length })}
        </h2>
        {ids.length > 1 && (
          <Menu
            label={editText('select.arrange')}
            testId="arrange-menu"
            anchor="top start"
            button={
              <>
                <LayoutGrid {...ICON} />
                <span className="text-note font-medium">{editText('select.arrange')}</span>
              </>
            }
            entries={arrangements(screen, ids)}
          />
        )}
        <IconButton
          label={editText('select.clear')}
          icon={<X {...ICON} />}
          data-testid="selection-clear"
          onClick={() => {
            screen.stage.commitTransform();
            tools.clear();
          }}
        />
      </div>
      <TransformTools screen={screen} ids={ids} />
    </section>
  );
}

function arrangements({ stage: { tools } }: SceneScreen, ids: readonly string[]): MenuEntry[] {
  const align = ALIGNMENTS.map(([axis, edge, label, Icon], at) => ({
    id: `align-${axis}-${edge}`,
    label: editText(label),
    icon: <Icon {...ICON} />,
    startsGroup: edge === 'min' && at > 0,
    onSelect: () => tools.align(axis, edge),
  }));
  const distribute = DISTRIBUTIONS.map(([axis, label, Icon], at) => ({
    id: `distribute-${axis}`,
    label: editText(label),
    icon: <Icon {...ICON} />,
    startsGroup: at === 0,
    onSelect: () => tools.distribute(axis),
  }));
  const paste = {
    id: 'paste-all',
    label: editText('select.pasteAll'),
    icon: <ClipboardPaste {...ICON} />,
    startsGroup: true,
    onSelect: () => tools.paste(ids, true),
  };
  return [...align, ...(ids.length > 2 ? distribute : []), ...(tools.canPaste.peek() ? [paste] : [])];
}
