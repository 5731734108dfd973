import { useRef } from 'react';
import { useComputed } from '@preact/signals-react';
import {
  Check,
  ClipboardPaste,
  Copy,
  Move,
  RotateCw,
  Scaling,
  Trash2,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { Button, IconButton, NumberField, Toolbar, classes } from '@farm3d/ui';
import type { Transform } from 'farm3d-engine';
import type { TransformMode } from 'farm3d-engine/editor';
import { t } from '../../../../platform/locale.ts';
import { editText } from '../edit-text.ts';
import type { SceneScreen } from '../../scene-model.ts';
import { isNarrow } from '../../../../platform/viewport.ts';
import { useFocusKept } from '../../use-focus.ts';

const ICON = { size: 16, strokeWidth: 1.5 } as const;
const AXES = ['x', 'y', 'z'] as const;
const DEGREES = 180 / Math.PI;
/** A thing must stay big enough to be seen and clicked. */
const LEAST_SCALE = 0.05;

interface ModeForm {
  icon: LucideIcon;
  part: keyof Transform;
  /** Shown units in one unit of the document. */
  factor: number;
  unit: string;
  step: number;
  digits: number;
  min?: number;
}

const FORMS: Record<TransformMode, ModeForm> = {
  translate: { icon: Move, part: 'position', factor: 1, unit: 'm', step: 0.1, digits: 2 },
  rotate: { icon: RotateCw, part: 'rotation', factor: DEGREES, unit: '°', step: 5, digits: 1 },
  scale: { icon: Scaling, part: 'scale', factor: 1, unit: '×', step: 0.1, digits: 2, min: LEAST_SCALE },
};
const MODES = ['translate', 'rotate', 'scale'] as const;

interface TransformToolsProps {
  screen: SceneScreen;
  /** One thing, or several together. */
  ids: readonly string[];
}

/** In edit mode at the foot of a card and in the bar of what is chosen: handles, exact numbers, save and cancel, and out of the scene. */
export function TransformTools({ screen, ids }: TransformToolsProps) {
  const { stage } = screen;
  const active = stage.transform.value;
  const mode = active?.ids.join() === ids.join() ? active.mode : null;
  const [first = ''] = ids;
  // On a phone only what the handles need: what is being moved stays in sight.
  const isCompact = isNarrow.value && mode !== null;
  const frame = useRef<HTMLDivElement>(null);
  // Saved or put back by a button that is gone with the numbers: the one that began it has the focus again.
  useFocusKept(mode, (was) => was && frame.current?.querySelectorAll('button')[MODES.indexOf(was)]);
  return (
    <div ref={frame} className="flex flex-col gap-2" data-testid="transform-tools">
      <Toolbar plain label={t('card.tools')}>
        {MODES.map((each) => {
          const { icon: Icon } = FORMS[each];
          return (
            <Button
              key={each}
              size="sm"
              variant="quiet"
              icon={<Icon {...ICON} />}
              aria-pressed={mode === each}
              data-testid={`transform-${each}`}
              className="px-2 aria-pressed:bg-leaf-soft aria-pressed:text-leaf-ink"
              onClick={() => stage.setTransformMode(ids, each)}
            >
              {t(`card.${each}`)}
            </Button>
          );
        })}
        <span className="flex-1" />
        <IconButton
          size="sm"
          label={t('card.remove')}
          tone="danger"
          icon={<Trash2 {...ICON} />}
          data-testid="card-remove"
          onClick={() => screen.removeThings(ids)}
        />
      </Toolbar>
      <div className={classes('grid grid-cols-2 gap-2', isCompact && 'hidden')}>
        <Button
          size="sm"
          variant="quiet"
          icon={<Copy {...ICON} />}
          data-testid="transform-copy"
          onClick={() => stage.tools.copy(first)}
        >
          {editText('card.copy')}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          icon={<ClipboardPaste {...ICON} />}
          disabled={!stage.tools.canPaste.value}
          title={editText('card.paste.title')}
          data-testid="transform-paste"
          onClick={() => stage.tools.paste(ids)}
        >
          {editText('card.paste')}
        </Button>
      </div>
      {mode && (
        <div
          className={classes(
            'flex flex-col gap-2',
            // Side by side where a window is low.
            isCompact && '[@media(max-height:30rem)]:grid [@media(max-height:30rem)]:grid-cols-[3fr_2fr]',
          )}
        >
          <div className="grid grid-cols-3 gap-1.5">
            {AXES.map((axis) => (
              <AxisField key={`${mode}-${axis}`} screen={screen} mode={mode} axis={axis} />
            ))}
          </div>
          <div className="grid grid-cols-2 gap-2">
            <Button
              size="sm"
              icon={<Undo2 size={16} strokeWidth={1.5} />}
              data-testid="transform-cancel"
              onClick={stage.cancelTransform}
            >
              {t('card.transformCancel')}
            </Button>
            <Button
              size="sm"
              variant="primary"
              icon={<Check size={16} strokeWidth={1.5} />}
              data-testid="transform-save"
              onClick={stage.commitTransform}
            >
              {t('card.transformSave')}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

interface AxisFieldProps {
  screen: SceneScreen;
  mode: TransformMode;
  axis: (typeof AXES)[number];
}

function AxisField({ screen, mode, axis }: AxisFieldProps) {
  const { part, factor, unit, step, digits, min } = FORMS[mode];
  const { transformValues } = screen.stage;
  const value = useComputed(() => (transformValues.value?.[part][axis] ?? 0) * factor);
  return (
    <NumberField
      label={axis.toUpperCase()}
      description={t(`card.axis.${mode}`, { axis: axis.toUpperCase() })}
      value={value}
      unit={unit}
      step={step}
      digits={digits}
      {...(min === undefined ? {} : { min })}
      testId={`transform-input-${axis}`}
      onCommit={(number) => {
        const now = transformValues.peek();
        if (now) screen.stage.setTransform({ [part]: { ...now[part], [axis]: number / factor } });
      }}
    />
  );
}
