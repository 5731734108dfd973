import { useEffect, useRef } from 'react';
import { Ban, Check, Keyboard, MoveDiagonal2 } from 'lucide-react';
import { classes } from '@farm3d/ui';
import { t } from '../../texts/zh-CN.ts';
import type { Placement } from '../edit-session.ts';

/** Offset of the cue from the pointer, CSS px: beside a mouse, above a finger. */
const OFFSET = { x: 16, y: 20 };
const TOUCH_OFFSET = { x: -40, y: -72 };

/** While an object is being placed: whether it can be dropped here. */
export default function PlacementCue({ placement }: { placement: Placement | null }) {
  if (!placement) return null;
  return placement.by === 'pointer' ? (
    <PointerCue placement={placement} />
  ) : (
    <KeyboardCue placement={placement} />
  );
}

function CueText({ placement: { name, valid, reason } }: { placement: Placement }) {
  const Icon = valid ? Check : valid === false ? Ban : MoveDiagonal2;
  return (
    <>
      <Icon aria-hidden size={16} strokeWidth={2} className="shrink-0" />
      <span className="max-w-40 truncate">{name}</span>
      {valid !== null && <span aria-hidden>·</span>}
      {valid !== null && <span>{valid ? t('placement.valid') : obstacleText(reason)}</span>}
    </>
  );
}

/** Why it cannot be dropped here, and where it can. */
function obstacleText(reason: Placement['reason']): string {
  if (reason === 'off-plot') return t('placement.invalid.plot');
  return reason === 'off-base' ? t('placement.invalid.base') : t('placement.invalid');
}

const TONE = (valid: boolean | null): string =>
  valid === null ? 'bg-raised text-ink' : valid ? 'bg-leaf text-on-leaf' : 'bg-alarm text-on-alarm';

function PointerCue({ placement }: { placement: Placement }) {
  const cue = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const follow = (event: PointerEvent): void => {
      if (!cue.current) return;
      const { x, y } = event.pointerType === 'touch' ? TOUCH_OFFSET : OFFSET;
      cue.current.style.transform = `translate(${event.clientX + x}px, ${event.clientY + y}px)`;
      cue.current.style.opacity = '1';
    };
    window.addEventListener('pointermove', follow, { capture: true });
    return () => window.removeEventListener('pointermove', follow, { capture: true });
  }, []);
  return (
    <div
      ref={cue}
      aria-live="polite"
      data-testid="placement-cue"
      data-valid={placement.valid === true}
      style={{ opacity: 0 }}
      className={classes(
        'pointer-events-none fixed top-0 left-0 z-40 flex h-9 items-center gap-2 rounded-full px-3 text-note font-medium shadow-panel transition-colors duration-150',
        TONE(placement.valid),
      )}
    >
      <CueText placement={placement} />
    </div>
  );
}

function KeyboardCue({ placement }: { placement: Placement }) {
  return (
    <div
      role="alert"
      data-testid="placement-cue"
      data-valid={placement.valid === true}
      className={classes(
        'pointer-events-none fixed bottom-40 left-1/2 z-40 flex min-h-11 -translate-x-1/2 flex-wrap items-center justify-center gap-x-3 rounded-panel px-4 py-2 text-note font-medium shadow-panel',
        TONE(placement.valid),
      )}
    >
      <span className="flex items-center gap-2">
        <CueText placement={{ ...placement, valid: placement.valid === false ? false : null }} />
      </span>
      <span className="flex items-center gap-2 opacity-90">
        <Keyboard aria-hidden size={16} />
        {t('placement.keyboard')}
      </span>
    </div>
  );
}
