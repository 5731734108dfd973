import { classes } from '@farm3d/ui';
import { locale } from '../../../../platform/locale.ts';
import {
  GRADE_COLOURS,
  UNKNOWN_COLOUR,
  moistureColour,
  plotColour,
} from '../../../../components/agronomy/plot-colour.ts';
import type { Plots } from '../plots-model.ts';
import { t } from '../../texts/zh-CN.ts';

const CHOICES = [null, 'grade', 'moisture'] as const;
const GRADES = ['none', 'light', 'moderate', 'severe', 'extreme'] as const;
const MOISTURES = [20, 40, 60, 80, 100] as const;

interface PlotLegendProps {
  plots: Plots;
}

/** The choice of the plot's colouring, and its legend. */
export default function PlotLegend({ plots }: PlotLegendProps) {
  const by = plots.colouring.value;
  const plot = plots.plot.value;
  const isEnglish = locale.value === 'en';
  const entries =
    by === 'grade'
      ? GRADES.map((grade, i) => ({ label: t(`plots.grade.${grade}`), colour: GRADE_COLOURS[i] }))
      : MOISTURES.map((value) => ({ label: `${value}%`, colour: moistureColour(value) }));
  const now =
    plot === null
      ? null
      : by === 'grade'
        ? plot.drought[isEnglish ? 'en' : 'zh']
        : plot.soilMoisture === null
          ? t('plots.noData')
          : `${Math.round(plot.soilMoisture)}%`;
  return (
    <section
      aria-label={t('plots.colouring')}
      data-testid="plot-legend"
      data-shown={plots.isShown.value}
      data-colour={by === null || plot === null ? undefined : plotColour(plot, by)}
      className="frosted max-w-full p-2 text-note"
    >
      <fieldset className="flex gap-1">
        <legend className="sr-only">{t('plots.colouring')}</legend>
        {CHOICES.map((choice) => (
          <button
            key={choice ?? 'none'}
            type="button"
            aria-pressed={by === choice}
            data-testid="plot-colouring"
            data-value={choice ?? 'none'}
            className={classes(
              'min-h-9 rounded-[8px] px-3 pointer-coarse:min-h-11',
              by === choice ? 'bg-hover font-semibold text-ink' : 'text-ink-2 hover:bg-hover',
            )}
            onClick={() => plots.colourBy(choice)}
          >
            {t(`plots.by.${choice ?? 'none'}`)}
          </button>
        ))}
      </fieldset>
      {by !== null && plots.state.value === 'loading' && plot === null && <p>{t('plots.loading')}</p>}
      {by !== null && plots.state.value === 'failed' && (
        <button type="button" className="px-3 py-1 text-alarm" onClick={() => void plots.load()}>
          {t('plots.loadFailed')}
        </button>
      )}
      {by !== null && plots.state.value === 'ready' && plot === null && (
        <p className="px-3 py-1">{t('plots.empty')}</p>
      )}
      {by !== null && plot !== null && (
        <div className="px-1 pt-2">
          <ol className="grid auto-cols-fr grid-flow-col gap-1 text-center text-ink-2">
            {entries.map(({ label, colour }) => (
              <li key={label}>
                <span
                  aria-hidden
                  className="block h-2 rounded-full"
                  style={{ background: colour ?? UNKNOWN_COLOUR }}
                />
                {label}
              </li>
            ))}
          </ol>
          <p className="flex items-center gap-2 pt-1 text-ink" data-testid="plot-now">
            <span aria-hidden className="size-3 rounded-full" style={{ background: plotColour(plot, by) }} />
            {[plots.plotText.value, now].filter(Boolean).join(' · ')}
          </p>
        </div>
      )}
    </section>
  );
}
