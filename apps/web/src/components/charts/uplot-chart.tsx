import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { locale, t, type Locale } from '../../platform/locale.ts';
import { numberText } from '../agronomy/format.ts';
import {
  drawMarks,
  drawShades,
  drawThresholds,
  gradient,
  labelRoom,
  rem,
  resolve,
  translucent,
} from './chart-drawing.ts';
import type { ChartProps } from './chart-types.ts';

/** Steps of an axis of whole numbers. */
const WHOLE_STEPS = Array.from({ length: 9 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();

function timeText(seconds: number, daily: boolean, language: Locale): string {
  return new Intl.DateTimeFormat(
    language === 'en' ? 'en-GB' : 'zh-CN',
    daily
      ? { month: 'numeric', day: 'numeric' }
      : { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false },
  ).format(seconds * 1000);
}

/** Range of all drawn values with a margin. */
function rangeOf(props: ChartProps): [number, number] {
  const values = [
    ...props.lines.flatMap((line) => line.values),
    ...(props.bands ?? []).flatMap((band) => [...band.low, ...band.high]),
    props.min ?? null,
    props.max ?? null,
  ].filter((value): value is number => value !== null && Number.isFinite(value));
  if (values.length === 0) return [0, 1];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const air = (high - low || Math.abs(high) || 1) * 0.08;
  return [props.min === low ? low : low - air, high + air];
}

function build(
  props: ChartProps,
  host: HTMLElement,
  language: Locale,
  onIndex: (index: number | null) => void,
): uPlot {
  const { lines, bands = [], thresholds = [], daily = false } = props;
  const size = rem();
  const grid = { stroke: translucent(resolve('ink-3'), 0.16), width: 1 };
  const axis = {
    stroke: resolve('ink-3'),
    font: `${0.75 * size}px system-ui, sans-serif`,
    grid,
    ticks: { show: false },
  };
  const hidden = { stroke: 'transparent', width: 0, points: { show: false } };
  const options: uPlot.Options = {
    width: Math.max(120, host.clientWidth),
    height: (props.height ?? 14) * size,
    padding: [0.75 * size, labelRoom(thresholds, size), 0, 0],
    legend: { show: false },
    cursor: {
      drag: { x: props.onZoom !== undefined, y: false, setScale: false },
      y: false,
      points: { size: 7, width: 1.5 },
    },
    scales: { x: { time: true }, y: { range: rangeOf(props) } },
    axes: [
      {
        ...axis,
        size: 1.9 * size,
        space: (daily ? 4.5 : 7.5) * size,
        values: (_, splits) => splits.map((at) => timeText(at, daily, language)),
      },
      {
        ...axis,
        size: 3 * size,
        space: 2.2 * size,
        ...(props.digits === 0 ? { incrs: WHOLE_STEPS } : {}),
        values: (_, splits) => splits.map((value) => numberText(value, 2)),
      },
    ],
    series: [
      {},
      ...bands.flatMap(() => [hidden, hidden]),
      ...lines.map((line): uPlot.Series => {
        const colour = resolve(line.colour);
        const isLone = line.values.filter((value) => value !== null).length < 2;
        return {
          label: line.label,
          stroke: colour,
          width: line.bars ? 0 : 1.5,
          points: { show: isLone, size: 5, fill: colour },
          spanGaps: false,
          ...(line.dashed ? { dash: [6, 4] } : {}),
          ...(line.filled ? { fill: (plot: uPlot) => gradient(plot, colour) } : {}),
          ...(line.bars && uPlot.paths.bars
            ? { paths: uPlot.paths.bars({ size: [0.5, 24] }), fill: translucent(colour, 0.45) }
            : {}),
        };
      }),
    ],
    bands: bands.map((band, index) => ({
      series: [2 + 2 * index, 1 + 2 * index],
      fill: translucent(resolve(band.colour), 0.18),
    })),
    hooks: {
      drawClear: [(plot) => drawShades(plot, props.shades ?? [])],
      draw: [(plot) => drawThresholds(plot, thresholds), (plot) => drawMarks(plot, props.marks ?? [])],
      setCursor: [(plot) => onIndex(plot.cursor.idx ?? null)],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          const at = (px: number): number => plot.posToVal(px, 'x') * 1000;
          if (width > 4) props.onZoom?.([at(left), at(left + width)]);
        },
      ],
    },
  };
  const data = [
    props.times.map((at) => at / 1000),
    ...bands.flatMap((band) => [[...band.low], [...band.high]]),
    ...lines.map((line) => [...line.values]),
  ] as uPlot.AlignedData;
  return new uPlot(options, data, host);
}

/** The newest time at which every line that has values has one; else that of the first line's newest value. */
function newestOf({ lines, times }: ChartProps): number {
  const filled = lines.filter(({ values }) => values.some((value) => value !== null));
  const common = times.findLastIndex((_time, at) =>
    filled.every(({ values }) => typeof values[at] === 'number'),
  );
  return common >= 0 ? common : (lines[0]?.values.findLastIndex((value) => value !== null) ?? -1);
}

/** Values at the crosshair; without one the newest measured values. A line without one is named, too. */
function Readout({ props, index }: { props: ChartProps; index: number | null }) {
  const { lines, bands = [], unit, digits = 1 } = props;
  const at = index ?? newestOf(props);
  const time = props.times[at];
  return (
    <p
      className="tabular-nums flex min-h-6 flex-wrap items-center gap-x-4 gap-y-0.5 text-note text-ink-2"
      data-testid={props.testId && `${props.testId}-readout`}
    >
      {time !== undefined && (
        <span className="text-ink-3">{timeText(time / 1000, props.daily ?? false, locale.value)}</span>
      )}
      {lines.map((line) => {
        const value = line.values[at] ?? null;
        return (
          <span key={line.label} className="inline-flex items-center gap-1.5">
            <span
              aria-hidden
              className="h-0.5 w-3 rounded-full"
              style={{ background: resolve(line.colour) }}
            />
            {line.label}
            <b className="font-medium text-ink">
              {value === null ? t('common.noValue') : numberText(value, digits)}
            </b>
            {value !== null && <span className="text-ink-3">{unit}</span>}
          </span>
        );
      })}
      {bands.map((band) => {
        const low = band.low[at];
        const high = band.high[at];
        return low === null || low === undefined || high === null || high === undefined ? null : (
          <span key={band.label} className="text-ink-3">
            {band.label} {numberText(low, digits)}–{numberText(high, digits)} {unit}
          </span>
        );
      })}
    </p>
  );
}

export default function UplotChart(props: ChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const [index, setIndex] = useState<number | null>(null);
  const language = locale.value;

  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    let size = rem();
    const draw = (): void => {
      size = rem();
      chart.current?.destroy();
      // The new chart has no crosshair until the pointer moves over it.
      setIndex(null);
      chart.current = build(props, element, language, setIndex);
    };
    draw();
    const sizes = new ResizeObserver(() => {
      const width = Math.max(120, element.clientWidth);
      // The root font size is larger on a wall screen.
      if (rem() !== size) draw();
      else if (chart.current && chart.current.width !== width) {
        chart.current.setSize({ width, height: chart.current.height });
      }
    });
    sizes.observe(element);
    // Redrawn with the colours of the new theme.
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      sizes.disconnect();
      theme.disconnect();
      chart.current?.destroy();
      chart.current = null;
    };
  }, [props, language]);

  const last = Math.max(0, props.times.length - 1);
  const moveTo = (next: number): void => {
    const plot = chart.current;
    plot?.setCursor({ left: plot.valToPos((props.times[next] ?? 0) / 1000, 'x'), top: 1 });
  };

  return (
    <figure className="min-w-0" data-testid={props.testId}>
      <Readout props={props} index={index} />
      {/* Arrow keys move the crosshair, whose values are read aloud. */}
      <input
        type="range"
        min={0}
        max={last}
        value={index ?? last}
        aria-label={props.label}
        onChange={(event) => moveTo(Number(event.target.value))}
        className="peer sr-only"
      />
      <div
        ref={host}
        className="w-full overflow-hidden rounded-control outline-offset-2 outline-water peer-focus-visible:outline-2"
      />
    </figure>
  );
}
