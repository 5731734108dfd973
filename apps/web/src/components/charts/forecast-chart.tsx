import type { ChartPoint, Prediction } from '@farm3d/api';
import { numberText } from '../agronomy/format.ts';
import { shownUnit } from '../../platform/readings.ts';
import { Chart } from './chart.tsx';
import { t } from './zh-CN.ts';

interface ForecastChartProps {
  /** Name of the reading. */
  name: string;
  measured: readonly ChartPoint[];
  prediction: Prediction;
  /** Instants of values that the line leaves out, epoch milliseconds. */
  marks?: readonly number[];
  testId?: string;
  /** rem. */
  height?: number;
}

/** Measured values of the last days, and the forecast band of the next hours. */
export function ForecastChart({
  name,
  measured,
  prediction,
  marks = [],
  testId,
  height = 15,
}: ForecastChartProps) {
  const [item] = prediction.items;
  const shown = shownUnit(item?.unit ?? '');
  const points = item?.points ?? [];
  const last = measured.at(-1);
  const times = [...measured.map(({ ts }) => ts), ...points.map(({ ts }) => ts)];
  // The forecast line starts at the last measured value.
  const before = measured.map((point, index) =>
    index === measured.length - 1 ? shown.of(point.value) : null,
  );
  return (
    <Chart
      label={name}
      {...(testId ? { testId } : {})}
      height={height}
      times={times}
      marks={marks}
      unit={shown.unit}
      digits={2}
      lines={[
        {
          label: t('agronomy.forecast.measured'),
          colour: 'leaf',
          values: [...measured.map(({ value }) => shown.of(value)), ...points.map(() => null)],
          filled: true,
        },
        {
          label: t('agronomy.forecast.expected'),
          colour: 'water',
          values: [...before, ...points.map(({ value }) => shown.of(value))],
          dashed: true,
        },
      ]}
      bands={[
        {
          label: t('agronomy.forecast.band'),
          colour: 'water',
          low: [...before, ...points.map(({ lo80 }) => shown.of(lo80))],
          high: [...(last ? before : []), ...points.map(({ hi80 }) => shown.of(hi80))],
        },
      ]}
      thresholds={prediction.warnings.map((warning) => ({
        value: shown.of(warning.threshold),
        label: `${warning.op} ${numberText(shown.of(warning.threshold), 2)}`,
        colour: 'amber',
      }))}
    />
  );
}
