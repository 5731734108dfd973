import { useEffect } from 'react';
import { createModel, signal } from '@preact/signals-react';
import { TriangleAlert } from 'lucide-react';
import { ErrorState, SelectField, Skeleton, classes } from '@farm3d/ui';
import type { ChartPoint, MisdatedReading, OutsideValue, Prediction } from '@farm3d/api';
import { useModelOf } from '../../kit/services.tsx';
import { term } from '../../platform/locale.ts';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import type { Api, Services } from '../../platform/services.ts';
import { type ReadingLine, readingText, shownUnit } from '../../platform/readings.ts';
import { clockText } from '../../platform/time-text.ts';
import { durationText } from '../rules/condition-text.ts';
import { Chart } from './chart.tsx';
import { ForecastChart } from './forecast-chart.tsx';
import { t } from './zh-CN.ts';

const HOUR = 3_600_000;
const RANGES = { day: 24 * HOUR, week: 7 * 24 * HOUR, month: 30 * 24 * HOUR } as const;
type Range = keyof typeof RANGES;
const POINTS = 300;
/** Horizon of a forecast, hours. */
const HORIZON = 24;

interface ChartReading {
  readonly key: string;
  readonly points: readonly ChartPoint[];
  /** Values outside their range, which the line leaves out: the newest, and how many there are. */
  readonly outside: { readonly items: readonly OutsideValue[]; readonly total: number };
  /** Readings that the platform dated while its clock was wrong, likewise. */
  readonly misdated: { readonly items: readonly MisdatedReading[]; readonly total: number };
  /** Null: no forecast. */
  readonly prediction: Prediction | null;
}

/** Forecast of a reading; null without enough history. */
async function forecast(client: Api, deviceId: string, key: string, signal: AbortSignal) {
  try {
    const prediction = await client.telemetry.warning(
      deviceId,
      { keys: [key], horizon: HORIZON },
      { signal },
    );
    return prediction.items[0]?.points.length ? prediction : null;
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

const ChartModel = createModel(({ api }: Services, deviceId: string, first: string) => {
  const key = signal(first);
  const range = signal<Range>('day');
  const reading = loadable<ChartReading>(async (abort) => {
    const wanted = key.peek();
    const now = Date.now();
    const asked = { keys: [wanted], startTs: now - RANGES[range.peek()], endTs: now };
    const { startTs, endTs } = asked;
    const [series, outside, misdated, prediction] = await Promise.all([
      api.telemetry.chart(deviceId, { ...asked, points: POINTS }, { signal: abort }),
      api.telemetry.outside(deviceId, asked, { signal: abort }),
      api.telemetry.misdated(deviceId, { startTs, endTs }, { signal: abort }),
      range.peek() === 'day' ? forecast(api, deviceId, wanted, abort) : null,
    ]);
    return { key: wanted, points: series[wanted] ?? [], outside, misdated, prediction };
  });
  return {
    key,
    range,
    reading,
    choose: (next: string): void => {
      key.value = next;
      void reading.load();
    },
    setRange: (next: Range): void => {
      range.value = next;
      void reading.load();
    },
  };
});

export interface ReadingChartProps {
  deviceId: string;
  /** The readings to select from. */
  lines: readonly ReadingLine[];
}

/** Chart of a reading, with the forecast band of the next day where there is one. */
export default function ReadingChart({ deviceId, lines }: ReadingChartProps) {
  const model = useModelOf(ChartModel, deviceId, lines[0]?.key ?? '');
  useEffect(() => void model.reading.load(), [model]);
  const { value: reading } = model.reading.value;
  const { value: error } = model.reading.error;
  const line = lines.find(({ key }) => key === (reading?.key ?? model.key.value));
  const shown = shownUnit(line?.unit ?? '');
  const name = line ? term(line.key, line.name) : '';
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label={t('panel.reading')}
        placeholder={t('panel.reading')}
        testId="chart-key"
        options={lines.map((one) => ({
          value: one.key,
          label: term(one.key, one.name),
          note: shownUnit(one.unit).unit,
        }))}
        value={model.key.value}
        onChange={model.choose}
      />
      <RangeChoice value={model.range.value} onChange={model.setRange} />
      {error !== null && !reading && (
        <ErrorState title={t('panel.loadFailed', { reason: problemText(error) })} />
      )}
      {!reading && error === null && <Skeleton className="h-56" />}
      {reading && reading.points.length < 2 && (
        <p className="py-6 text-center text-note text-ink-3">{t('panel.noHistory')}</p>
      )}
      {reading && reading.points.length > 1 && !reading.prediction && (
        <Chart
          label={t('panel.chart', { name })}
          testId="panel-chart"
          times={reading.points.map(({ ts }) => ts)}
          marks={reading.outside.items.map(({ ts }) => ts)}
          unit={shown.unit}
          digits={2}
          lines={[
            {
              label: name,
              colour: 'leaf',
              values: reading.points.map(({ value }) => shown.of(value)),
              filled: true,
            },
          ]}
          bands={[
            {
              label: t('panel.chart.band'),
              colour: 'leaf',
              low: reading.points.map(({ min }) => shown.of(min)),
              high: reading.points.map(({ max }) => shown.of(max)),
            },
          ]}
        />
      )}
      {reading?.prediction && reading.points.length > 1 && (
        <ForecastChart
          name={t('panel.chart', { name })}
          testId="panel-chart"
          measured={reading.points}
          marks={reading.outside.items.map(({ ts }) => ts)}
          prediction={reading.prediction}
        />
      )}
      {reading && reading.outside.total > 0 && <OutsideNote {...reading.outside} unit={line?.unit ?? ''} />}
      {reading && reading.misdated.total > 0 && <MisdatedNote {...reading.misdated} />}
    </div>
  );
}

/** Values of the note. */
const NOTED = 3;

/** The values outside their range, which the line leaves out: they would determine the range of its axis. */
function OutsideNote({ items, total, unit }: ChartReading['outside'] & { unit: string }) {
  const shown = shownUnit(unit);
  const values = items
    .slice(0, NOTED)
    .map(({ ts, value }) => `${readingText(shown.of(value))} ${shown.unit} (${clockText(ts)})`);
  const text = values.join(' · ') + (total > values.length ? ' …' : '');
  return (
    <Note testId="outside-note" count={total}>
      {t('panel.chart.outside', { n: total, values: text })}
    </Note>
  );
}

/** Readings with a time that is wrong: they stand in the line where they were stored. */
function MisdatedNote({ items, total }: ChartReading['misdated']) {
  const aheadMs = items[0]?.aheadMs ?? null;
  const kind = aheadMs === null ? 'open' : aheadMs > 0 ? 'ahead' : 'behind';
  return (
    <Note testId="misdated-note" count={total}>
      {t(`panel.chart.misdated.${kind}`, { n: total, time: durationText(Math.abs(aheadMs ?? 0)) })}
    </Note>
  );
}

function Note({ testId, count, children }: { testId: string; count: number; children: string }) {
  return (
    <p className="flex items-start gap-2 text-note text-amber" data-testid={testId} data-count={count}>
      <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
      {children}
    </p>
  );
}

function RangeChoice({ value, onChange }: { value: Range; onChange: (range: Range) => void }) {
  return (
    <fieldset className="flex gap-1 rounded-control bg-hover p-1">
      <legend className="sr-only">{t('panel.range')}</legend>
      {(Object.keys(RANGES) as Range[]).map((range) => (
        <button
          key={range}
          type="button"
          aria-pressed={value === range}
          data-testid={`range-${range}`}
          onClick={() => onChange(range)}
          className={classes(
            'h-9 flex-1 rounded-[6px] text-note font-medium transition-colors duration-150 pointer-coarse:h-11',
            value === range ? 'bg-raised text-ink shadow-sm' : 'text-ink-2 hover:text-ink',
          )}
        >
          {t(`panel.range.${range}`)}
        </button>
      ))}
    </fieldset>
  );
}
