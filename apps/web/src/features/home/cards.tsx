import { Ban, CalendarClock, CheckCheck, ShieldCheck, SquareTerminal, Sprout } from 'lucide-react';
import { Badge } from '@farm3d/ui';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { kindOf, type PlotAdvice } from '../../components/agronomy/advice.ts';
import { dayText, localText, numberText } from '../../components/agronomy/format.ts';
import { GradeMark } from '../../components/agronomy/grade-mark.tsx';
import { DeviceIcon } from '../../components/device-icon.tsx';
import { SeverityMark } from '../../components/rules/severity-mark.tsx';
import { SimulatedBadge } from '../../components/device-state.tsx';
import { t as common, term } from '../../platform/locale.ts';
import { alarmsPath, devicePath, PATHS, workOrderPath } from '../../platform/paths.ts';
import { agoText, dateText, presentTime } from '../../platform/time-text.ts';
import { ROWS, type Home } from './model.ts';
import { CardNote, PartCard, Row, type PartCardProps } from './part-card.tsx';
import { t } from './zh-CN.ts';

const QUIET = { 'aria-hidden': true, size: 28, strokeWidth: 1.25, className: 'text-leaf' } as const;
const ICON = { 'aria-hidden': true, size: 18, className: 'shrink-0 text-ink-3' } as const;

interface ListCardProps<T, Item> extends Omit<PartCardProps<T>, 'children'> {
  /** What is listed; the card shows as many as it has rows. */
  of: (value: T) => readonly Item[];
  /** In place of the rows when there are none. */
  none: { icon: ReactNode; text: string };
  children: (item: Item) => ReactNode;
}

/** A card with rows. */
function ListCard<T, Item>({ of, none, children, ...card }: ListCardProps<T, Item>) {
  return (
    <PartCard {...card}>
      {(value) => {
        const items = of(value);
        return items.length === 0 ? (
          <CardNote {...none} testId={`${card.testId}-none`} />
        ) : (
          <ul>{items.slice(0, card.rows).map((item) => children(item))}</ul>
        );
      }}
    </PartCard>
  );
}

interface AlarmCardProps {
  model: Home;
  rows?: number;
  className?: string;
}

/** Open alarms, the most severe first. */
export function AlarmCard({ model, rows = ROWS, className = '' }: AlarmCardProps) {
  return (
    <ListCard
      testId="home-alarms"
      title={common('nav.alarms')}
      part={model.alarms}
      href={alarmsPath({ sort: 'severity' })}
      rows={rows}
      className={className}
      of={({ alarms }) => alarms}
      none={{ icon: <ShieldCheck {...QUIET} />, text: t('home.alarms.none') }}
    >
      {(alarm) => (
        <Row
          key={alarm.id}
          testId="home-alarm"
          href={alarmsPath({ sort: 'severity', alarm: alarm.id })}
          mark={<SeverityMark severity={alarm.severity} />}
          title={alarm.name}
          note={`${alarm.deviceName} · ${agoText(alarm.raisedAt)}`}
          aside={alarm.acknowledged && <Badge>{common('alarms.acknowledged')}</Badge>}
        />
      )}
    </ListCard>
  );
}

/** Devices that are offline and have sent nothing for an hour. */
export function SilentCard({ model }: { model: Home }) {
  return (
    <ListCard
      testId="home-silent"
      title={t('home.silent')}
      part={model.silent}
      href={`${PATHS.devices}?state=offline&silent=hour`}
      rows={ROWS}
      of={({ items }) => items}
      none={{ icon: <CheckCheck {...QUIET} />, text: t('home.silent.none') }}
    >
      {(device) => (
        <Row
          key={device.id}
          testId="home-silent-device"
          href={devicePath(device.id)}
          mark={<DeviceIcon productTypeCode={device.productTypeCode} size={32} />}
          title={device.name}
          note={
            device.lastActivityAt === null
              ? t('home.silent.never')
              : t('home.silent.since', { time: agoText(device.lastActivityAt) })
          }
          aside={device.simulated && <SimulatedBadge />}
        />
      )}
    </ListCard>
  );
}

/** Tasks that are not done, those that are due first. */
export function TaskCard({ model }: { model: Home }) {
  const now = presentTime();
  return (
    <ListCard
      testId="home-tasks"
      title={t('home.tasks')}
      part={model.tasks}
      href={PATHS.workOrders}
      rows={ROWS}
      of={({ items }) => items}
      none={{ icon: <CheckCheck {...QUIET} />, text: t('home.tasks.none') }}
    >
      {(task) => (
        <Row
          key={task.id}
          testId="home-task"
          href={workOrderPath(task.id)}
          mark={<CalendarClock {...ICON} />}
          title={task.title}
          note={
            task.deadline === null
              ? t('home.tasks.noDeadline')
              : t('home.tasks.due', { time: dateText(task.deadline) })
          }
          aside={
            task.deadline !== null && task.deadline < now ? (
              <Badge tone="alarm">{t('home.tasks.late')}</Badge>
            ) : (
              <Badge>{t(task.state === 'processing' ? 'home.tasks.processing' : 'home.tasks.open')}</Badge>
            )
          }
        />
      )}
    </ListCard>
  );
}

/** The last commands to devices. */
export function ActionCard({ model }: { model: Home }) {
  return (
    <ListCard
      testId="home-actions"
      title={t('home.actions')}
      part={model.actions}
      rows={ROWS}
      of={({ items }) => items}
      none={{ icon: <SquareTerminal {...QUIET} />, text: t('home.actions.none') }}
    >
      {(entry) => (
        <Row
          key={entry.id}
          testId="home-action"
          href={devicePath(entry.deviceId, 'log')}
          mark={entry.error === null ? <SquareTerminal {...ICON} /> : <Ban {...ICON} />}
          title={`${entry.deviceName} · ${term(entry.method, entry.method)}`}
          note={`${entry.username ?? t('home.actions.platform')} · ${agoText(entry.at)}`}
          aside={entry.error !== null && <Badge tone="alarm">{t('home.actions.failed')}</Badge>}
        />
      )}
    </ListCard>
  );
}

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
          <CardNote testId="home-advice-none" icon={<Sprout {...QUIET} />} text={t('home.advice.none')} />
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
