import { useEffect, useRef } from 'react';
import { isDark } from '../../../platform/theme.ts';
import { colourOf, valueOf, valueText } from '../measures.ts';
import type { RegionScreen } from '../model.ts';
import { t } from '../zh-CN.ts';

/** Distance from the pointer, CSS px. */
const GAP = 16;

/** Card of the hovered region beside the pointer; moved without rendering. */
export function HoverCard({ screen }: { screen: RegionScreen }) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = card.current?.parentElement;
    if (!frame) return undefined;
    const follow = ({ clientX, clientY }: PointerEvent): void => {
      const element = card.current;
      if (!element) return;
      const { left, top, width, height } = frame.getBoundingClientRect();
      const x = clientX - left;
      const y = clientY - top;
      const isRight = x + GAP + element.offsetWidth > width;
      const isLow = y + GAP + element.offsetHeight > height;
      element.style.transform = `translate(${isRight ? x - GAP - element.offsetWidth : x + GAP}px,${
        isLow ? y - GAP - element.offsetHeight : y + GAP
      }px)`;
    };
    frame.addEventListener('pointermove', follow, { passive: true });
    return () => frame.removeEventListener('pointermove', follow);
  }, []);
  const { view } = screen;
  const id = screen.isPlain.value ? null : view.hovered.value;
  const region = view.regions.value.find((one) => one.id === id);
  const counts = region && screen.counts.value.get(region.id);
  const measure = screen.measure.value;
  return (
    <div
      ref={card}
      aria-hidden
      data-testid="region-hover"
      className={`frosted pointer-events-none absolute top-0 left-0 z-10 min-w-36 px-3 py-2 ${region ? '' : 'invisible'}`}
    >
      {region && (
        <>
          <p className="text-body font-semibold">{region.name}</p>
          <p className="mt-0.5 flex items-center gap-2 text-note">
            <span
              className="size-2.5 rounded-sm"
              style={{ background: colourOf(measure, valueOf(measure, counts), isDark.value) }}
            />
            {valueText(measure, counts)}
          </p>
          {measure !== 'devices' && (
            <p className="tabular-nums text-note text-ink-2">
              {t('region.devices', { n: counts?.devices ?? 0 })}
            </p>
          )}
          {measure !== 'alarms' && (
            <p className="tabular-nums text-note text-ink-2">
              {t('region.alarms', { n: counts?.alarms ?? 0 })}
            </p>
          )}
        </>
      )}
    </div>
  );
}
