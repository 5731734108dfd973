import type { Drought } from '@farm3d/api';
import { DROUGHT_GRADES } from '@farm3d/agronomy';
import { Badge, classes } from '@farm3d/ui';
import { numberText, localText, noonOf } from '../../../components/agronomy/format.ts';
import { GradeMark } from '../../../components/agronomy/grade-mark.tsx';
import { gradeColour } from '../../../components/agronomy/plot-colour.ts';
import { Chart } from '../../../components/charts/chart.tsx';
import type { PlotCardsModel } from '../model.ts';
import { t } from '../zh-CN.ts';
import { Card, Figure, Loaded } from './card.tsx';

const DAY_MS = 86_400_000;

/** Series with gaps for days without a value. */
function withGaps(series: Drought['rsmSeries']): { times: number[]; values: (number | null)[] } {
  const times: number[] = [];
  const values: (number | null)[] = [];
  for (const day of series) {
    const at = noonOf(day.date);
    for (let gap = (times.at(-1) ?? at) + DAY_MS; gap < at - DAY_MS / 2 && times.length > 0; gap += DAY_MS) {
      times.push(gap);
      values.push(null);
    }
    times.push(at);
    values.push(day.rsm);
  }
  return { times, values };
}

/** Label with the number of known days, where some are unknown. */
function rainLabel(
  key: 'agronomy.drought.rain' | 'agronomy.drought.rain30',
  known: number,
  of: number,
): string {
  return known >= of ? t(key) : `${t(key)} · ${t('agronomy.drought.knownDays', { known, of })}`;
}

function dryText({ dryDays, dryAtLeast }: Drought['rain']): string {
  if (dryDays === null) return '–';
  return `${dryAtLeast ? '≥ ' : ''}${t('agronomy.days', { n: dryDays })}`;
}

function trendText({ trend, overall }: Drought): string {
  const { slopePctPerDay: slope, daysToNextGrade } = trend;
  if (slope === null) return '';
  const course =
    Math.abs(slope) < 0.05
      ? t('agronomy.drought.steady')
      : t(slope < 0 ? 'agronomy.drought.drying' : 'agronomy.drought.wetting', {
          slope: numberText(Math.abs(slope)),
        });
  const next = DROUGHT_GRADES[(overall.level ?? 0) + 1];
  if (daysToNextGrade === null || !next) return course;
  const days = Math.max(1, Math.round(daysToNextGrade));
  return `${course} · ${t('agronomy.drought.next', { days, grade: localText(next) })}`;
}

/** Relative soil moisture by depth. */
function SoilProfile({ profile, thresholds }: Pick<Drought, 'profile' | 'thresholds'>) {
  if (profile.length === 0) return null;
  return (
    <div className="mt-4">
      <p className="mb-1.5 text-note text-ink-3">{t('agronomy.drought.profile')}</p>
      <ul className="flex flex-col gap-1">
        {profile.map((layer) => {
          const level = thresholds.filter((limit) => layer.relative < limit).length;
          return (
            <li
              key={layer.depth}
              className="flex items-center gap-3"
              title={layer.counts ? undefined : t('agronomy.drought.notCounted')}
            >
              {!layer.counts && <span className="sr-only">{t('agronomy.drought.notCounted')}</span>}
              <span className="tabular-nums w-14 shrink-0 text-right text-note text-ink-2">
                {Math.round(layer.depth * 100)} cm
              </span>
              <span className="h-4 min-w-0 flex-1 overflow-hidden rounded-sm bg-sunken">
                <span
                  // The text keeps its contrast.
                  className={classes('block h-full rounded-sm', !layer.counts && 'opacity-50')}
                  style={{
                    width: `${Math.max(0, Math.min(100, layer.relative))}%`,
                    background: gradeColour(level),
                  }}
                />
              </span>
              <span className="tabular-nums w-24 shrink-0 text-note whitespace-nowrap">
                {numberText(layer.relative, 0)}%{' '}
                <span className="text-ink-3">({numberText(layer.vwc * 100)}%)</span>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Grade, soil profile, trend and days to the next grade. */
export function DroughtCard({ model }: { model: PlotCardsModel }) {
  const known = model.drought.value.value;
  return (
    <Card
      title={t('agronomy.drought')}
      testId="drought-card"
      aside={known?.overall.basis && <Badge tone="water">{t(`agronomy.basis.${known.overall.basis}`)}</Badge>}
      how={
        known && {
          formulas: known.formulas,
          facts: known.plot,
          sources: known.sources,
          missing: [
            ...(known.overall.reason ? [known.overall.reason] : []),
            ...known.notes,
            ...known.spi.flatMap(({ reason }) => reason ?? []),
          ],
        }
      }
    >
      <Loaded of={model.drought}>{(drought) => <DroughtBody drought={drought} />}</Loaded>
    </Card>
  );
}

function RainFigures({ rain }: Pick<Drought, 'rain'>) {
  return (
    <>
      <Figure
        label={rainLabel('agronomy.drought.rain', rain.last7Days, 7)}
        value={numberText(rain.last7Mm)}
        unit="mm"
      />
      <Figure
        label={rainLabel('agronomy.drought.rain30', rain.last30Days, 30)}
        value={numberText(rain.last30Mm)}
        unit="mm"
      />
      <Figure label={t('agronomy.drought.dryDays')} value={dryText(rain)} />
    </>
  );
}

function DroughtBody({ drought }: { drought: Drought }) {
  const { times, values } = withGaps(drought.rsmSeries);
  const thresholds = drought.thresholds.map((value, index) => ({
    value,
    label: localText(DROUGHT_GRADES[index + 1] ?? DROUGHT_GRADES[0]).replace(' drought', ''),
    colour: gradeColour(index + 1) as `#${string}`,
  }));
  return (
    <>
      <p data-testid="drought-grade">
        <GradeMark drought={drought.overall} />
        {drought.durationDays > 0 && (
          <span className="ml-3 text-body text-ink-2">
            {t('agronomy.drought.lasting', { days: drought.durationDays })}
          </span>
        )}
      </p>
      <p className="mt-1 min-h-6 text-body text-ink-2">
        {drought.overall.reason ? localText(drought.overall.reason) : trendText(drought)}
      </p>
      <div className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
        <Figure label={t('agronomy.drought.rsm')} value={numberText(drought.rsm, 0)} unit="%" />
        {/* Under a roof no rain falls on the plot. */}
        {drought.plot.environment === 'field' && <RainFigures rain={drought.rain} />}
      </div>
      {times.length > 1 && (
        <div className="mt-4">
          <Chart
            label={t('agronomy.drought.rsm')}
            testId="drought-chart"
            times={times}
            lines={[{ label: t('agronomy.drought.rsm'), colour: 'leaf', values, filled: true }]}
            thresholds={thresholds}
            unit="%"
            daily
            min={20}
            max={100}
            height={12}
          />
        </div>
      )}
      <SoilProfile profile={drought.profile} thresholds={drought.thresholds} />
    </>
  );
}
