import { Sprout } from 'lucide-react';
import { Link } from 'wouter';
import { SimulatedBadge } from '../../../components/simulated-badge.tsx';
import { PATHS } from '../../../platform/paths.ts';
import { GradeMark } from '../../../components/agronomy/grade-mark.tsx';
import { dayText, localText, numberText } from '../../../components/agronomy/format.ts';
import { kindOf, type PlotAdvice } from '../../../components/agronomy/advice.ts';
import { ROWS, type Home } from '../model.ts';
import { t } from '../zh-CN.ts';
import { CardNote, PartCard, Row } from './part-card.tsx';

/** What is to be done with a plot, or why that is not known. */
function adviceText(advice: PlotAdvice): string {
  const { plot, irrigation } = advice;
  const water = irrigation?.advice;
  const mm = numberText(water?.grossMm);
  switch (kindOf(advice)) {
    case 'today':
      return t('home.advice.today', { mm });
    case 'done':
      return t('home.advice.done', { mm });
    case 'later':
      return t('home.advice.later', { mm, date: dayText(water?.when ?? '') });
    case 'rest':
      return t('home.advice.rest');
    case 'unknown':
      return t('home.advice.unknown');
    default:
      if (plot.deviceId === null) return t('home.advice.noProbe');
      return irrigation?.reason ? localText(irrigation.reason) : t('home.advice.noReason');
  }
}

/** Irrigation advice of the plots, those that need water soonest first. */
export function AdviceCard({ model }: { model: Home }) {
  return (
    <PartCard
      testId="home-advice"
      title={t('home.advice.title')}
      part={model.advice}
      href={PATHS.agronomy}
      rows={ROWS}
    >
      {({ rows, total }) =>
        total === 0 ? (
          <CardNote
            testId="home-advice-none"
            icon={<Sprout aria-hidden size={28} strokeWidth={1.25} className="text-leaf" />}
            text={t('home.advice.none')}
          />
        ) : (
          <ul>
            {rows.slice(0, total > ROWS ? ROWS - 1 : ROWS).map((advice) => (
              <Row
                key={advice.plot.id}
                testId="home-advice-plot"
                href={`${PATHS.agronomy}?plot=${encodeURIComponent(advice.plot.id)}`}
                title={adviceText(advice)}
                note={
                  <span className="flex items-center gap-2">
                    <span className="truncate">{advice.plot.name ?? advice.plot.crop}</span>
                    <GradeMark drought={advice.plot.drought} size="sm" />
                  </span>
                }
                aside={advice.plot.simulated && <SimulatedBadge />}
              />
            ))}
            {total > ROWS && (
              <li>
                <Link
                  href={PATHS.agronomy}
                  className="flex h-12 items-center px-4 text-note text-water -outline-offset-2 hover:bg-hover"
                >
                  {t('home.advice.more', { n: total - ROWS + 1 })}
                </Link>
              </li>
            )}
          </ul>
        )
      }
    </PartCard>
  );
}
