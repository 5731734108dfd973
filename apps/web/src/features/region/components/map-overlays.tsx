import { useEffect, useRef } from 'react';
import { effect, type Signal } from '@preact/signals-react';
import { Clock, Navigation2 } from 'lucide-react';
import { Button, classes } from '@farm3d/ui';
import { useServices } from '../../../kit/services.tsx';
import { isDark } from '../../../platform/theme.ts';
import { clockText } from '../../../platform/time-text.ts';
import { lengthText, scaleBar } from '../map-geometry.ts';
import { colourOf, MEASURES, missingColour, valueOf, valueText, type Measure } from '../measures.ts';
import type { RegionScreen } from '../model.ts';
import { t } from '../zh-CN.ts';

/** Choice of the measure that colours the map. */
export function MeasureBar({ measure }: { measure: Signal<Measure> }) {
  return (
    <fieldset className="flex p-1 max-md:mb-2 max-md:rounded-control max-md:bg-sunken md:frosted">
      <legend className="sr-only">{t('region.measure')}</legend>
      {MEASURES.map((one) => (
        <button
          key={one}
          type="button"
          data-testid="region-measure"
          data-measure={one}
          aria-pressed={measure.value === one}
          onClick={() => {
            measure.value = one;
          }}
          className={classes(
            'h-9 min-w-14 rounded-control px-3 text-note font-medium transition-colors duration-150 max-md:h-11 max-md:flex-1',
            measure.value === one ? 'bg-leaf text-on-leaf' : 'text-ink-2 hover:bg-hover',
          )}
        >
          {t(`region.measure.${one}`)}
        </button>
      ))}
    </fieldset>
  );
}

/** Legend: colours, unit, number of regions, time of the data. */
export function MapLegend({ screen }: { screen: RegionScreen }) {
  const { live } = useServices();
  const legend = screen.view.legend.value;
  if (!legend || screen.isPlain.value) return null;
  const measure = screen.measure.value;
  const asOf = screen.asOf.value;
  const items = [
    ...legend.items,
    ...(legend.missing > 0
      ? [{ color: missingColour(isDark.value), label: t('region.legend.missing'), count: legend.missing }]
      : []),
  ];
  return (
    <section
      aria-label={t('region.legend')}
      className="frosted pointer-events-auto max-w-full px-4 py-3 max-md:px-3 max-md:py-2 md:w-fit"
    >
      <p className="flex flex-wrap items-baseline gap-x-3 text-note max-md:hidden">
        <span className="font-medium text-ink">{t(`region.legend.${measure}`)}</span>
        <span className="text-ink-3">{t('region.legend.count')}</span>
      </p>
      <dl data-testid="region-legend" className="mt-1.5 flex gap-x-1 gap-y-1.5 text-note max-md:mt-0">
        {items.map(({ color, label, count }) => (
          <div
            key={label}
            className="flex gap-1.5 border-t-8 pt-1 leading-tight max-md:min-w-0 max-md:flex-1 max-md:text-xs md:max-w-28 md:min-w-16 md:pr-2"
            style={{ borderColor: color }}
          >
            <dt className="text-ink">{label}</dt>
            <dd className="tabular-nums text-ink-3 max-md:sr-only">{count}</dd>
          </div>
        ))}
      </dl>
      {asOf !== null && (
        <p
          data-testid="region-as-of"
          className="mt-1.5 flex items-center gap-1.5 text-[0.75rem] text-ink-3 max-md:hidden"
        >
          <Clock aria-hidden size={14} />
          <span className="tabular-nums">{t('region.asOf', { time: clockText(asOf) })}</span>
          {live.status.value === 'online' && <span>{t('region.asOf.live')}</span>}
        </p>
      )}
    </section>
  );
}

/** Scale bar and compass that follow the camera, written to the DOM; a click on the compass resets the view. */
export function MapControls({ screen }: { screen: RegionScreen }) {
  const { view } = screen;
  const text = useRef<HTMLSpanElement>(null);
  const bar = useRef<HTMLSpanElement>(null);
  const needle = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      effect(() => {
        const bearing = view.bearing.value;
        if (!text.current || !bar.current || !needle.current) return;
        const metresPerPixel = bearing?.metresPerPixel ?? 0;
        const isKnown = Number.isFinite(metresPerPixel) && metresPerPixel > 0;
        bar.current.style.visibility = isKnown ? '' : 'hidden';
        if (!bearing || !isKnown) return;
        const { metres, pixels } = scaleBar(metresPerPixel);
        bar.current.style.width = `${pixels.toFixed(1)}px`;
        text.current.textContent = lengthText(metres);
        needle.current.style.transform = `rotate(${bearing.northDegrees.toFixed(1)}deg)`;
      }),
    [view],
  );
  return (
    <div className="pointer-events-none flex shrink-0 items-end gap-3">
      <div aria-hidden className="flex flex-col items-end gap-1 text-xs leading-none text-ink-2">
        <span ref={text} data-testid="region-scale" className="tabular-nums" />
        <span ref={bar} className="block h-1.5 border-x border-b border-ink-2" />
      </div>
      <button
        type="button"
        aria-label={t('region.fit')}
        title={t('region.fit')}
        data-testid="region-fit"
        onClick={view.fit}
        className="frosted pointer-events-auto grid size-11 place-items-center text-ink-2 hover:text-ink"
      >
        <span ref={needle} aria-hidden className="grid justify-items-center gap-px">
          <span className="text-xs leading-none font-semibold">N</span>
          <Navigation2 size={16} className="fill-leaf text-leaf" />
        </span>
      </button>
    </div>
  );
}

/** Progress of a loading map, with cancel. */
export function MapProgress({ screen }: { screen: RegionScreen }) {
  const { view } = screen;
  const now = view.progress.value;
  if (!now) return null;
  const percent = Math.round(now.ratio * 100);
  const text = view.ready.value ? t(`region.loading.${now.phase}`) : t('region.loading.open');
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center p-4">
      <div
        data-testid="region-progress"
        className="frosted pointer-events-auto flex w-72 max-w-full animate-appear flex-col gap-3 p-4"
      >
        <div className="flex justify-between text-note text-ink-2">
          <span>{text}</span>
          <span className="tabular-nums">{percent} %</span>
        </div>
        <progress
          aria-label={text}
          value={now.ratio}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-hover accent-leaf [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-leaf"
        />
        {view.ready.value && (
          <Button size="sm" className="self-end" data-testid="region-cancel" onClick={view.cancel}>
            {t('common.cancel')}
          </Button>
        )}
      </div>
    </div>
  );
}

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
