import { Chart } from '../../../components/charts/chart.tsx';
import { SERIES_COLOURS } from '../../../components/charts/chart-types.ts';
import { noonOf } from '../../../components/agronomy/format.ts';
import type { Statistics } from '../model.ts';
import { MEASURES } from '../numbers.ts';
import { t } from '../zh-CN.ts';

/** A chart for each measure, with a line for each chosen part. */
export function MeasureCharts({ model }: { model: Statistics }) {
  const days = model.shown.value?.days ?? [];
  const times = days.map(noonOf);
  const parts = model.inCharts.value.flatMap((id) => model.parts.value.find((part) => part.id === id) ?? []);
  const names = model.names.value;
  if (parts.length === 0) return null;
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      {MEASURES.map((measure) => (
        <section
          key={measure}
          data-testid="statistics-chart"
          data-measure={measure}
          data-lines={parts.length}
          className="min-w-0 rounded-panel border border-line bg-raised p-4"
        >
          <h2 className="mb-2 text-body font-semibold">{t(`statistics.${measure}`)}</h2>
          <Chart
            label={t(`statistics.${measure}`)}
            testId={`chart-${measure}`}
            times={times}
            daily
            min={0}
            digits={0}
            unit={t(measure === 'messages' ? 'statistics.unit.messages' : 'statistics.unit.devices')}
            lines={parts.map((part, at) => ({
              label: names.get(part.id) ?? part.id,
              colour: SERIES_COLOURS[at % SERIES_COLOURS.length] ?? 'leaf',
              values: part[measure],
              bars: measure === 'messages' && parts.length === 1,
            }))}
          />
        </section>
      ))}
    </div>
  );
}
