import { useState } from 'react';
import { reason } from '@farm3d/agronomy';
import type { Growth, PlotDetail } from '@farm3d/api';
import { classes } from '@farm3d/ui';
import { locale } from '../../../platform/locale.ts';
import type { PlotCardsModel } from '../model.ts';
import { dayText, numberText, localText } from '../../../components/agronomy/format.ts';
import { Card, Loaded } from './card.tsx';
import { HowDialog } from './how-dialog.tsx';
import { t } from '../zh-CN.ts';

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
  const [how, setHow] = useState(false);
  const known = model.detail.value.value;
  return (
    <Card title={t('agronomy.growth')} testId="growth-card" onHow={known ? () => setHow(true) : undefined}>
      <Loaded of={model.detail}>{(detail) => <GrowthBody detail={detail} />}</Loaded>
      {known && (
        <HowDialog
          open={how}
          onClose={() => setHow(false)}
          title={t('agronomy.growth')}
          formulas={['gdd']}
          facts={known.facts}
          sources={known.sources.filter(({ quantity }) => quantity === 'temperature')}
          missing={[
            ...(known.growthReason ? [known.growthReason] : []),
            ...((known.growth?.estimatedDays ?? 0) > 0
              ? [{ ...reason('temperature_filled'), field: null }]
              : []),
            ...known.notes,
          ]}
          methodsTitle="agronomy.how.heat"
          methods={
            known.growth && {
              base: `${known.growth.base} °C`,
              upper: `${known.growth.upper} °C`,
              method: known.growth.method,
            }
          }
        />
      )}
    </Card>
  );
}
