import type { Irrigation, ProbeReport } from '@farm3d/api';
import { Badge } from '@farm3d/ui';
import { dayText, numberText, noonOf } from '../../../components/agronomy/format.ts';
import { Chart } from '../../../components/charts/chart.tsx';
import type { PlotCardsModel } from '../model.ts';
import { t } from '../zh-CN.ts';
import { Card, Figure, Loaded } from './card.tsx';

/** Days of the season that the chart shows. */
const SHOWN_DAYS = 45;
const TONES = { high: 'leaf', medium: 'water', low: 'amber' } as const;

type State = NonNullable<Irrigation['state']>;

/** Root zone depletion by the model, by the probes and by both, with its uncertainty band and a report of each probe. */
export function WaterCard({ model }: { model: PlotCardsModel }) {
  const known = model.irrigation.value.value;
  const state = known?.state;
  return (
    <Card
      title={t('agronomy.water')}
      testId="water-card"
      aside={
        state && (
          <Badge tone={TONES[state.water.confidence]}>
            {t(`agronomy.water.confidence.${state.water.confidence}`)}
          </Badge>
        )
      }
      how={
        known && {
          formulas: ['water-model', 'water-probes', 'water-both', 'irrigation-window'],
          facts: known.plot,
          sources: known.sources,
          missing: known.missing,
        }
      }
    >
      <Loaded of={model.irrigation}>
        {(answer) =>
          answer.state ? (
            <WaterBody state={answer.state} />
          ) : (
            <p className="py-6 text-body text-ink-2">{t('agronomy.water.none')}</p>
          )
        }
      </Loaded>
    </Card>
  );
}

function windowText({ earliest, likely, latest, chance }: State['water']['irrigation']): string {
  const share = `${Math.round(100 * chance)} %`;
  if (earliest === null) return t('agronomy.water.window.never', { share });
  if (earliest === latest) return t('agronomy.water.window.day', { day: dayText(earliest), share });
  return t('agronomy.water.window', {
    from: dayText(earliest),
    likely: likely === null ? t('agronomy.water.window.later') : dayText(likely),
    to: latest === null ? t('agronomy.water.window.later') : dayText(latest),
    share,
  });
}

function WaterBody({ state }: { state: State }) {
  const { water, soil } = state;
  const past = water.series.slice(-SHOWN_DAYS);
  const days = [...past, ...water.ahead.map((day) => ({ ...day, model: null, probes: null }))];
  return (
    <>
      <p data-testid="water-window" className="text-body font-medium">
        {windowText(water.irrigation)}
      </p>
      <div className="mt-3 flex flex-wrap gap-x-8 gap-y-2" data-testid="water-figures">
        <Figure
          label={t('agronomy.water.depletion')}
          value={`${numberText(water.depletion.mean)} (${numberText(water.depletion.low)}–${numberText(water.depletion.high)})`}
          unit="mm"
        />
        <Figure label={t('agronomy.water.allowed')} value={numberText(state.raw)} unit="mm" />
        <Figure label={t('agronomy.water.available')} value={numberText(state.taw)} unit="mm" />
        <Figure label={t('agronomy.water.probed')} value={numberText(100 * water.probed, 0)} unit="%" />
        <Figure
          label={t(`agronomy.water.soil.${soil.from}`)}
          value={`${numberText(100 * soil.fieldCapacity)} / ${numberText(100 * soil.wiltingPoint)}`}
          unit="%"
        />
        <Figure
          label={t(water.rootDepth === null ? 'agronomy.water.roots' : 'agronomy.water.rootsFitted')}
          value={numberText(water.rootDepth ?? soil.rootDepth, 2)}
          unit="m"
        />
      </div>
      {days.length > 1 && (
        <div className="mt-4">
          <Chart
            label={t('agronomy.water')}
            testId="water-chart"
            times={days.map(({ date }) => noonOf(date))}
            lines={[
              { label: t('agronomy.water.both'), colour: 'water', values: days.map(({ both }) => both.mean) },
              {
                label: t('agronomy.water.model'),
                colour: 'ink-3',
                values: days.map((day) => day.model),
                dashed: true,
              },
              { label: t('agronomy.water.probes'), colour: 'leaf', values: days.map((day) => day.probes) },
            ]}
            bands={[
              {
                label: t('agronomy.water.band'),
                colour: 'water',
                low: days.map(({ both }) => both.low),
                high: days.map(({ both }) => both.high),
              },
            ]}
            thresholds={[{ value: state.raw, label: t('agronomy.irrigation.allowed'), colour: 'amber' }]}
            unit="mm"
            daily
            min={0}
            height={14}
          />
        </div>
      )}
      {water.probes.length > 0 && <Probes probes={water.probes} />}
    </>
  );
}

/** Report of each probe: field capacity, bias, noise, faults. */
function Probes({ probes }: { probes: readonly ProbeReport[] }) {
  const percent = (value: number | null): string => (value === null ? '–' : `${numberText(100 * value)} %`);
  const heads = ['depth', 'capacity', 'bias', 'noise', 'days', 'faults'] as const;
  return (
    // Scrollable on a phone, also by keys.
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={t('agronomy.water.probe.title')}
      className="thin-scrollbar mt-4 overflow-x-auto"
      data-testid="water-probes"
    >
      <table className="w-full min-w-96 text-note">
        <thead>
          <tr className="text-left text-ink-3">
            {heads.map((head) => (
              <th key={head} scope="col" className="py-1 pr-4 font-normal">
                {t(`agronomy.water.probe.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered(probes).map(({ probe, number }) => (
            <tr key={`${probe.depth} ${number}`} className="border-t border-line align-top">
              <th scope="row" className="tabular-nums py-1.5 pr-4 text-left font-medium whitespace-nowrap">
                {numberText(100 * probe.depth, 0)} cm{number > 1 && ` (${number})`}
              </th>
              <td className="tabular-nums py-1.5 pr-4 whitespace-nowrap">
                {percent(probe.fieldCapacity)}
                {probe.plateaus > 0 && (
                  <span className="text-ink-3">
                    {' '}
                    · {t('agronomy.water.probe.plateaus', { n: probe.plateaus })}
                  </span>
                )}
              </td>
              <td className="tabular-nums py-1.5 pr-4 whitespace-nowrap">{percent(probe.bias)}</td>
              <td className="tabular-nums py-1.5 pr-4 whitespace-nowrap">{percent(probe.noise)}</td>
              <td className="tabular-nums py-1.5 pr-4 whitespace-nowrap">
                {probe.days} / {probe.days + probe.rejected}
              </td>
              <td className="py-1.5">{faultText(probe)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Probes with their number among those of the same depth. */
function numbered(probes: readonly ProbeReport[]): readonly { probe: ProbeReport; number: number }[] {
  return probes.map((probe, index) => ({
    probe,
    number: probes.slice(0, index + 1).filter(({ depth }) => depth === probe.depth).length,
  }));
}

/** Each kind of fault with the dates it began on, the newest three. */
function faultText({ faults }: ProbeReport): string {
  if (faults.length === 0) return t('agronomy.water.probe.sound');
  const kinds = [...new Set(faults.map(({ fault }) => fault))];
  return kinds
    .map((kind) => {
      const dates = faults.filter(({ fault }) => fault === kind).map(({ date }) => dayText(date));
      return `${t(`agronomy.water.fault.${kind}`)} (${dates.slice(-3).join(', ')})`;
    })
    .join('; ');
}
