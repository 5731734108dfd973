import { Check, ClipboardList, CloudRain, Droplets, Workflow } from 'lucide-react';
import { useLocation } from 'wouter';
import type { Irrigation } from '@farm3d/api';
import { Badge, Button } from '@farm3d/ui';
import { dayText, numberText, localText, noonOf } from '../../../components/agronomy/format.ts';
import { Chart } from '../../../components/charts/chart.tsx';
import { wateringLinkagePath } from '../../../platform/paths.ts';
import type { PlotCardsModel } from '../model.ts';
import { wateringRuleOf } from '../plot-values.ts';
import { t } from '../zh-CN.ts';
import { Card, Figure, Loaded } from './card.tsx';

/** Assumed rain of tomorrow, mm. */
const SUPPOSED_MM = 20;
const DAY_MS = 86_400_000;

/** Depletion curve, allowed depletion, rain, and the advice: a command, a work order or an automation by one click. */
export function IrrigationCard({ model }: { model: PlotCardsModel }) {
  const known = model.irrigation.value.value;
  return (
    <Card
      title={t('agronomy.irrigation')}
      testId="irrigation-card"
      aside={known?.state && <Badge>{t(`agronomy.irrigation.confidence.${known.state.confidence}`)}</Badge>}
      how={
        known && {
          formulas: known.formulas,
          facts: known.plot,
          sources: known.sources,
          missing: [...(known.reason ? [known.reason] : []), ...known.missing],
          methods: known.state?.et0.findLast(({ et0 }) => et0 !== null)?.methods,
        }
      }
    >
      <Loaded of={model.irrigation}>{(answer) => <IrrigationBody model={model} answer={answer} />}</Loaded>
    </Card>
  );
}

function headline({ advice }: Irrigation): string {
  if (!advice) return t('agronomy.irrigation.none');
  return advice.dayOffset === 0
    ? t('agronomy.irrigation.now')
    : t('agronomy.irrigation.on', { date: dayText(advice.when) });
}

/** What the days ahead are: the caller's or a provider's forecast, climatology, or the mean of the last days. */
function aheadText(from: string): string {
  if (from === 'climatology') return t('agronomy.irrigation.ahead.climatology');
  if (from === 'recent-days') return t('agronomy.irrigation.ahead.recent');
  if (from === 'caller') return t('agronomy.irrigation.ahead.caller');
  return t('agronomy.irrigation.ahead.provider', { name: from });
}

function IrrigationBody({ model, answer }: { model: PlotCardsModel; answer: Irrigation }) {
  const { state, advice } = answer;
  if (!state) {
    return (
      <p data-testid="irrigation-reason" className="py-6 text-body text-ink-2">
        {answer.reason && localText(answer.reason)}
      </p>
    );
  }
  const times = [
    noonOf(state.trajectory[0]?.date ?? '') - DAY_MS,
    ...state.trajectory.map(({ date }) => noonOf(date)),
  ];
  const rain = answer.forecast.rain;
  const isDry = advice !== null;
  return (
    <>
      <p data-testid="irrigation-headline" className="flex items-center gap-2.5 text-display font-semibold">
        <Droplets aria-hidden size={24} className={isDry ? 'text-water' : 'text-leaf'} />
        {headline(answer)}
      </p>
      <p className="mt-1 min-h-6 text-body text-ink-2">
        {localText({ zh: state.reasonZh, en: state.reasonEn })}
      </p>
      <p className="mt-1 text-note text-ink-3" data-testid="irrigation-ahead">
        {aheadText(answer.forecast.from)}
      </p>
      <div className="mt-3 flex flex-wrap gap-x-8 gap-y-2" data-testid="irrigation-figures">
        {advice && (
          <>
            <Figure label={t('agronomy.irrigation.gross')} value={numberText(advice.grossMm)} unit="mm" />
            {advice.volumeM3 !== null && (
              <Figure label={t('agronomy.irrigation.volume')} value={numberText(advice.volumeM3)} unit="m³" />
            )}
            <Figure label={t('agronomy.irrigation.perMu')} value={numberText(advice.m3PerMu)} unit="m³" />
            {advice.durationH !== null && (
              <Figure label={t('agronomy.irrigation.hours')} value={numberText(advice.durationH)} unit="h" />
            )}
          </>
        )}
        <Figure label={t('agronomy.irrigation.etc')} value={numberText(state.etc)} unit="mm" />
      </div>
      <div className="mt-4">
        <Chart
          label={t('agronomy.irrigation.depletion')}
          testId="irrigation-chart"
          times={times}
          lines={[
            {
              label: t('agronomy.irrigation.depletion'),
              colour: 'water',
              values: [state.depletion, ...state.trajectory.map(({ depletion }) => depletion)],
              dashed: true,
              filled: true,
            },
            ...(rain && rain.some((mm) => (mm ?? 0) > 0)
              ? [
                  {
                    label: t('agronomy.irrigation.rain'),
                    colour: 'leaf' as const,
                    values: [null, ...state.trajectory.map((_, day) => rain[day] ?? 0)],
                    bars: true,
                  },
                ]
              : []),
          ]}
          thresholds={[
            {
              value: state.raw,
              label: t('agronomy.irrigation.allowed'),
              colour: 'amber',
            },
          ]}
          unit="mm"
          daily
          min={0}
          max={Math.max(state.raw * 1.15, state.depletion)}
          height={12}
        />
      </div>
      <Actions model={model} answer={answer} />
    </>
  );
}

function Actions({ model, answer }: { model: PlotCardsModel; answer: Irrigation }) {
  const { advice, valveId } = answer;
  const minutes = model.minutes.value;
  const actionInProgress = model.actionInProgress.value;
  const done = model.done.value;
  const supposed = model.rainTomorrow.value > 0;
  const rule = wateringRuleOf(answer, minutes);
  const [, navigate] = useLocation();
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      {advice && valveId !== null && minutes !== null && (
        <Button
          variant="primary"
          icon={done === 'valve' ? <Check size={18} /> : <Droplets size={18} />}
          busy={actionInProgress === 'valve'}
          disabled={actionInProgress !== null || done === 'valve'}
          data-testid="irrigation-open-valve"
          onClick={() => void model.openValve()}
        >
          {t('agronomy.irrigation.openValve', { minutes })}
        </Button>
      )}
      {advice && (
        <Button
          icon={done === 'order' ? <Check size={18} /> : <ClipboardList size={18} />}
          busy={actionInProgress === 'order'}
          disabled={actionInProgress !== null || done === 'order'}
          data-testid="irrigation-work-order"
          onClick={() => void model.makeWorkOrder()}
        >
          {t('agronomy.irrigation.workOrder')}
        </Button>
      )}
      {rule && (
        <Button
          icon={<Workflow size={18} />}
          data-testid="irrigation-automate"
          onClick={() => navigate(wateringLinkagePath(rule))}
        >
          {t('agronomy.irrigation.automate')}
        </Button>
      )}
      <Button
        aria-pressed={supposed}
        icon={<CloudRain size={18} />}
        data-testid="irrigation-rain"
        onClick={() => model.supposeRain(supposed ? 0 : SUPPOSED_MM)}
        className={supposed ? 'bg-water-soft text-water' : ''}
      >
        {t('agronomy.irrigation.whatIfRain', { mm: SUPPOSED_MM })}
      </Button>
    </div>
  );
}
