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
import { t } from '../../texts/zh-CN.ts';
import { isTransforming, type EditSession } from '../edit-session.ts';
import { isNarrow } from '../../../../platform/viewport.ts';
import { useFocusKept } from '../../../../platform/use-focus.ts';

const ICON = { size: 16 } as const;
const AXES = ['x', 'y', 'z'] as const;
const DEGREES = 180 / Math.PI;
/** Minimum scale factor: a smaller object could hardly be seen and clicked. */
const MIN_SCALE = 0.05;

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
  scale: { icon: Scaling, part: 'scale', factor: 1, unit: '×', step: 0.1, digits: 2, min: MIN_SCALE },
};
const MODES = ['translate', 'rotate', 'scale'] as const;

export interface TransformSessionProps {
  session: Pick<
    EditSession,
    | 'transform'
    | 'transformValues'
    | 'tools'
    | 'setTransformMode'
    | 'setTransform'
    | 'commitTransform'
    | 'cancelTransform'
  >;
  /** Removes objects from the scene. */
  onRemove: (ids: readonly string[]) => void;
}

interface TransformToolsProps extends TransformSessionProps {
  /** The objects that are transformed together. */
  ids: readonly string[];
}

/** In edit mode at the foot of a card and in the selection bar: transform modes, numeric fields, copy, paste, remove. */
export function TransformTools({ session, onRemove, ids }: TransformToolsProps) {
  const active = session.transform.value;
  const mode = active && isTransforming(active, ids) ? active.mode : null;
  const [first = ''] = ids;
  // On a phone only the controls of the handles: the object stays visible.
  const isCompact = isNarrow.value && mode !== null;
  const frame = useRef<HTMLDivElement>(null);
  // Save and cancel disappear with the fields: the button of the mode gets the focus again.
  useFocusKept(mode, (before) => before && frame.current?.querySelectorAll('button')[MODES.indexOf(before)]);
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
              onClick={() => session.setTransformMode(ids, each)}
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
          onClick={() => onRemove(ids)}
        />
      </Toolbar>
      <div className={classes('grid grid-cols-2 gap-2', isCompact && 'hidden')}>
        <Button
          size="sm"
          variant="quiet"
          icon={<Copy {...ICON} />}
          data-testid="transform-copy"
          onClick={() => session.tools.copy(first)}
        >
          {t('card.copy')}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          icon={<ClipboardPaste {...ICON} />}
          disabled={!session.tools.canPaste.value}
          title={t('card.paste.title')}
          data-testid="transform-paste"
          onClick={() => session.tools.paste(ids)}
        >
          {t('card.paste')}
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
              <AxisField key={`${mode}-${axis}`} session={session} mode={mode} axis={axis} />
            ))}
          </div>
          <div className="grid grid-cols-2 gap-2">
            <Button
              size="sm"
              icon={<Undo2 size={16} />}
              data-testid="transform-cancel"
              onClick={session.cancelTransform}
            >
              {t('card.transformCancel')}
            </Button>
            <Button
              size="sm"
              variant="primary"
              icon={<Check size={16} />}
              data-testid="transform-save"
              onClick={session.commitTransform}
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
  session: Pick<EditSession, 'transformValues' | 'setTransform'>;
  mode: TransformMode;
  axis: (typeof AXES)[number];
}

function AxisField({ session, mode, axis }: AxisFieldProps) {
  const { part, factor, unit, step, digits, min } = FORMS[mode];
  const { transformValues } = session;
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
        const values = transformValues.peek();
        if (values) session.setTransform({ [part]: { ...values[part], [axis]: number / factor } });
      }}
    />
  );
}
