import { term } from '../../../platform/locale.ts';
import type { ReadingLine } from '../../../platform/readings.ts';
import { shownUnit } from '../../../platform/units.ts';
import { SERIES_COLOURS, type ChartColour, type ChartProps } from '../../../components/charts/chart-types.ts';
import { t } from '../zh-CN.ts';
import type { ChartData, ChartValues } from './chart-model.ts';

/** Colour of the other device's line: far from that of the device. */
function besideColour(colour: ChartColour): ChartColour {
  const half = SERIES_COLOURS.length / 2;
  return SERIES_COLOURS[(SERIES_COLOURS.indexOf(colour) + half) % SERIES_COLOURS.length] ?? 'ink-3';
}

/** The lines of a key in the units of the reader: now, of the other device, and a week before. */
export function chartLines(
  { key, name, unit }: ReadingLine,
  { times, now, other, before }: ChartData,
  { colour, otherName }: { readonly colour: ChartColour; readonly otherName: string },
): ChartProps['lines'] {
  const { of } = shownUnit(unit);
  const label = term(key, name);
  const valuesOf = (series: ChartValues): readonly (number | null)[] =>
    (series[key] ?? times.map(() => null)).map(of);
  return [
    { label, colour, values: valuesOf(now) },
    ...(other
      ? [
          {
            label: t('device.chart.of', { name: label, device: otherName }),
            colour: besideColour(colour),
            values: valuesOf(other),
          },
        ]
      : []),
    ...(before
      ? [{ label: t('device.chart.before', { name: label }), colour, values: valuesOf(before), dashed: true }]
      : []),
  ];
}
