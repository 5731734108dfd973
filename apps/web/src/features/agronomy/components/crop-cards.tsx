import { reason } from '@farm3d/agronomy';
import type { Growth, PlotDetail, DiseaseRisk, RiskLevel } from '@farm3d/api';
import { classes, Badge, type BadgeTone } from '@farm3d/ui';
import { dayText, numberText, localText } from '../../../components/agronomy/format.ts';
import { locale } from '../../../platform/locale.ts';
import type { PlotCardsModel } from '../model.ts';
import { t, type AgronomyKey } from '../zh-CN.ts';
import { Card, Loaded } from './card.tsx';

/** Growth stages, their width proportional to the heat sum, and the present progress. */
function GrowthTimeline({ growth }: { growth: Growth }) {
  const english = locale.value === 'en';
  const starts = growth.stages.map((_, index) => growth.stages[index - 1]?.endGdd ?? 0);
  return (
    // Scrollable on a phone, also by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={t('agronomy.growth')} tabIndex={0} className="relative overflow-x-auto pb-1">
      <ol className="flex min-w-[36rem] gap-1" data-testid="growth-stages">
        {growth.stages.map((stage, index) => {
          const length = (stage.endGdd ?? 0) - (starts[index] ?? 0);
          const isNow = index === growth.stageIndex && !growth.finished;
          const share = index < growth.stageIndex || growth.finished ? 1 : isNow ? growth.progress : 0;
          return (
            <li
              key={stage.code}
              aria-current={isNow ? 'step' : undefined}
              className="min-w-24"
              style={{ flexGrow: Math.max(1, length), flexBasis: 0 }}
            >
              <span className="block h-2.5 overflow-hidden rounded-full bg-sunken">
                <span className="block h-full rounded-full bg-leaf" style={{ width: `${share * 100}%` }} />
              </span>
              <span
                className={classes(
                  'mt-2 block text-note',
                  isNow ? 'font-semibold text-leaf-ink' : 'text-ink-2',
                )}
              >
                {english ? stage.nameEn : stage.name}
              </span>
              <span className="tabular-nums block text-note text-ink-3">
                {stage.date === null ? '–' : dayText(stage.date)}
                {stage.expected && stage.date !== null && ` (${t('agronomy.growth.expected')})`}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function GrowthBody({ detail }: { detail: PlotDetail }) {
  const { growth } = detail;
  if (!growth) {
    return (
      <p className="py-2 text-body text-ink-2">{detail.growthReason && localText(detail.growthReason)}</p>
    );
  }
  const facts = [
    t('agronomy.growth.day', { day: growth.day }),
    t('agronomy.growth.gdd', { gdd: numberText(growth.gdd, 0) }),
    growth.maturity &&
      t(growth.maturity.expected ? 'agronomy.growth.ripe' : 'agronomy.growth.ripeSince', {
        date: dayText(growth.maturity.date),
      }),
    growth.estimatedDays > 0 && t('agronomy.growth.estimated', { days: growth.estimatedDays }),
  ].filter(Boolean);
  return (
    <>
      <p className="tabular-nums mb-4 text-body text-ink-2" data-testid="growth-facts">
        {facts.join(' · ')}
      </p>
      <GrowthTimeline growth={growth} />
    </>
  );
}

/** Growth stage of the crop and its expected maturity. */
export function GrowthCard({ model }: { model: PlotCardsModel }) {
  const known = model.detail.value.value;
  return (
    <Card
      title={t('agronomy.growth')}
      testId="growth-card"
      how={
        known && {
          formulas: ['gdd'],
          facts: known.facts,
          sources: known.sources.filter(({ quantity }) => quantity === 'temperature'),
          missing: [
            ...(known.growthReason ? [known.growthReason] : []),
            ...((known.growth?.estimatedDays ?? 0) > 0
              ? [{ ...reason('temperature_filled'), field: null }]
              : []),
            ...known.notes,
          ],
          methodsTitle: 'agronomy.how.heat',
          methods: known.growth && {
            base: `${known.growth.base} °C`,
            upper: `${known.growth.upper} °C`,
            method: known.growth.method,
          },
        }
      }
    >
      <Loaded of={model.detail}>{(detail) => <GrowthBody detail={detail} />}</Loaded>
    </Card>
  );
}

/** Colour and fill height of each risk level: the height makes it readable without colours. */
const CELLS: Record<RiskLevel, { colour: string; height: string }> = {
  insufficient_data: { colour: 'transparent', height: '0%' },
  none: { colour: 'var(--farm-leaf)', height: '12%' },
  low: { colour: '#d3b548', height: '38%' },
  medium: { colour: '#cf8332', height: '68%' },
  high: { colour: '#a94a25', height: '100%' },
};
const TONES: Record<RiskLevel, BadgeTone> = {
  insufficient_data: 'neutral',
  none: 'leaf',
  low: 'amber',
  medium: 'amber',
  high: 'alarm',
};
const MISSING = new Set([
  'temperature',
  'humidity',
  'rain',
  'soilTemperature',
  'flowering',
  'shoots',
  'trap',
]);

function missingText(missing: readonly string[]): string {
  const names = missing
    .filter((name) => MISSING.has(name))
    .map((name) => t(`agronomy.disease.missing.${name}` as AgronomyKey));
  return names.length === 0 ? '' : t('agronomy.disease.missing', { what: names.join(', ') });
}

/** Table of risks by disease and day. */
function DiseaseCalendar({ diseases }: { diseases: readonly DiseaseRisk[] }) {
  const dates = [...new Set(diseases.flatMap(({ days }) => days.map(({ date }) => date)))].toSorted();
  return (
    // Scrollable on a phone, also by keys; `relative` keeps the visually hidden text inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={t('agronomy.disease')} tabIndex={0} className="relative overflow-x-auto">
      <table
        className="w-full min-w-[36rem] table-fixed border-separate border-spacing-y-1 text-note"
        data-testid="disease-calendar"
      >
        <thead>
          <tr className="text-left text-ink-3">
            <th scope="col" className="sticky left-0 w-36 bg-raised pr-3 font-normal md:w-72">
              {t('agronomy.disease.name')}
            </th>
            {dates.map((date, index) => (
              <th key={date} scope="col" className="tabular-nums px-0.5 text-center font-normal">
                {/* A month is wider than a day number: it may extend into the gaps. */}
                <span aria-hidden className="-mx-2 block whitespace-nowrap">
                  {index === 0 || date.endsWith('-01') ? (
                    <>
                      <span className="md:hidden">{date.slice(5).split('-').map(Number).join('/')}</span>
                      <span className="max-md:hidden">{dayText(date)}</span>
                    </>
                  ) : (
                    Number(date.slice(8))
                  )}
                </span>
                <span className="sr-only">{dayText(date)}</span>
              </th>
            ))}
            <th scope="col" className="w-32">
              <span className="sr-only">{t('agronomy.disease')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {diseases.map((disease) => (
            <tr key={disease.id}>
              <th scope="row" className="sticky left-0 bg-raised pr-3 text-left font-medium">
                {localText(disease)}
                {disease.evidence.length > 0 && (
                  <ul className="font-normal text-ink-3" data-testid="disease-evidence">
                    {disease.evidence.map((one) => (
                      <li key={one.en}>{localText(one)}</li>
                    ))}
                  </ul>
                )}
                {disease.risk === 'insufficient_data' && (
                  <span className="block font-normal text-ink-3">{missingText(disease.missing)}</span>
                )}
              </th>
              {dates.map((date) => {
                const risk = disease.days.find((day) => day.date === date)?.risk ?? 'insufficient_data';
                const { colour, height } = CELLS[risk];
                const name = t(`agronomy.disease.risk.${risk}`);
                return (
                  <td key={date} className="px-0.5" title={`${dayText(date)} · ${name}`}>
                    <span className="flex h-7 items-end overflow-hidden rounded-sm bg-sunken">
                      <span className="block w-full" style={{ height, background: colour }} />
                    </span>
                    <span className="sr-only">{name}</span>
                  </td>
                );
              })}
              <td className="pl-3 text-right">
                <Badge tone={TONES[disease.risk]}>{t(`agronomy.disease.risk.${disease.risk}`)}</Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Legend of the cells. */
function RiskKey() {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-note text-ink-2">
      {(['none', 'low', 'medium', 'high', 'insufficient_data'] as const).map((risk) => (
        <li key={risk} className="flex items-center gap-1.5">
          <span className="flex size-4 items-end overflow-hidden rounded-sm bg-sunken">
            <span
              className="block w-full"
              style={{ height: CELLS[risk].height, background: CELLS[risk].colour }}
            />
          </span>
          {t(`agronomy.disease.risk.${risk}`)}
        </li>
      ))}
    </ul>
  );
}

/** Disease risks of the last fortnight. */
export function DiseaseCard({ model }: { model: PlotCardsModel }) {
  const known = model.detail.value.value;
  return (
    <Card
      title={t('agronomy.disease')}
      testId="disease-card"
      how={
        known && {
          formulas: ['disease-risk'],
          facts: known.facts,
          sources: known.sources,
          missing: known.notes,
        }
      }
    >
      <Loaded of={model.detail}>
        {({ diseases }) =>
          diseases.length === 0 ? (
            <p className="py-2 text-body text-ink-2">{t('agronomy.disease.none')}</p>
          ) : (
            <>
              <DiseaseCalendar diseases={diseases} />
              <RiskKey />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
