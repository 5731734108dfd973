import type { ReactNode } from 'react';
import { BellRing, ClipboardList, CloudSun, Droplets, WifiOff, type LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import { Skeleton, classes } from '@farm3d/ui';
import { SimulatedBadge } from '../../../components/simulated-badge.tsx';
import type { Loadable } from '../../../platform/loadable.ts';
import { t as common } from '../../../platform/locale.ts';
import { alarmsPath, PATHS } from '../../../platform/paths.ts';
import { kindOf } from '../../../components/agronomy/advice.ts';
import type { Home } from '../model.ts';
import { t } from '../zh-CN.ts';
import { detailText, isLocal, missingText, skyText, sourceText } from '../weather-text.ts';

interface FigureProps<T> {
  testId: string;
  icon: LucideIcon;
  label: string;
  part: Loadable<T>;
  href?: string;
  className?: string;
  children: (value: T) => Shown;
}

interface Shown {
  value: ReactNode;
  note: ReactNode;
  /** Needs attention. */
  isUrgent?: boolean;
}

/** A figure with what it counts; as high while it is loaded. */
function Figure<T>({ testId, icon: Icon, label, part, href, className = '', children }: FigureProps<T>) {
  const value = part.value.value;
  const hasFailed = part.error.value !== null;
  const shown = value === null ? null : children(value);
  const body = (
    <>
      <span className="flex items-center gap-1.5 text-note text-ink-2">
        <Icon aria-hidden size={16} className="shrink-0" />
        <span className="truncate">{label}</span>
      </span>
      {shown ? (
        <span
          className={classes(
            'truncate text-display font-semibold tabular-nums',
            shown.isUrgent ? 'text-alarm' : 'text-ink',
          )}
        >
          {shown.value}
        </span>
      ) : hasFailed ? (
        <span className="truncate text-display font-semibold text-ink-3">{common('common.noValue')}</span>
      ) : (
        <span className="flex h-8 items-center">
          <Skeleton className="h-6 w-16" />
        </span>
      )}
      <span className="flex h-5 min-w-0 items-center gap-1.5 text-xs text-ink-3 tabular-nums">
        {shown ? shown.note : hasFailed ? t('home.unknown') : null}
      </span>
    </>
  );
  const box = classes(
    'flex h-[6.25rem] min-w-0 flex-col justify-center rounded-panel border bg-raised px-4',
    shown?.isUrgent ? 'border-alarm' : 'border-line',
    className,
  );
  return href === undefined ? (
    <div data-testid={testId} className={box}>
      {body}
    </div>
  ) : (
    <Link href={href} data-testid={testId} className={classes(box, 'hover:bg-hover')}>
      {body}
    </Link>
  );
}

/** The numbers of the farm: alarms first. */
export function Figures({ model, className = '' }: { model: Home; className?: string }) {
  const overdue = model.overdue.value;
  return (
    <div className={classes('grid grid-cols-2 gap-3 lg:grid-cols-5', className)}>
      <Figure
        testId="home-figure-alarms"
        icon={BellRing}
        label={t('home.alarms')}
        part={model.alarms}
        href={alarmsPath({ sort: 'severity' })}
      >
        {({ total, worst }) => ({
          value: total,
          isUrgent: worst?.severity === 'CRITICAL' || worst?.severity === 'MAJOR',
          note: worst
            ? t('home.alarms.worst', {
                severity: common(`alarms.severity.${worst.severity}`),
                n: worst.total,
              })
            : t('home.alarms.none'),
        })}
      </Figure>
      <Figure
        testId="home-figure-silent"
        icon={WifiOff}
        label={t('home.silent')}
        part={model.silent}
        href={`${PATHS.devices}?state=offline&silent=hour`}
      >
        {({ total, counts }) => ({
          value: total,
          note: <span title={t('home.silent.rule')}>{t('home.silent.note', counts)}</span>,
        })}
      </Figure>
      <Figure
        testId="home-figure-tasks"
        icon={ClipboardList}
        label={t('home.tasks')}
        part={model.tasks}
        href={PATHS.workOrders}
      >
        {({ total }) => ({
          value: total,
          isUrgent: overdue > 0,
          note:
            total === 0
              ? t('home.tasks.none')
              : overdue > 0
                ? t('home.tasks.overdue', { n: overdue })
                : t('home.tasks.onTime'),
        })}
      </Figure>
      <Figure
        testId="home-figure-advice"
        icon={Droplets}
        label={t('home.advice')}
        part={model.advice}
        href={PATHS.agronomy}
      >
        {({ rows, total }) =>
          total === 0
            ? { value: common('common.noValue'), note: t('home.advice.none') }
            : {
                value: rows.filter((row) => kindOf(row) === 'today').length,
                note: t('home.advice.note', { n: rows.length }),
              }
        }
      </Figure>
      <Figure
        testId="home-figure-weather"
        icon={CloudSun}
        label={t('home.weather')}
        part={model.weather}
        className="max-lg:col-span-2"
      >
        {({ weather, isSimulated }) =>
          isLocal(weather)
            ? {
                value: skyText(weather),
                note: (
                  <>
                    {isSimulated && <SimulatedBadge />}
                    <span className="truncate" title={detailText(weather)}>
                      {sourceText(weather)}
                    </span>
                  </>
                ),
              }
            : {
                value: t('home.weather.none'),
                note: (
                  <span className="truncate" title={missingText(weather)}>
                    {missingText(weather)}
                  </span>
                ),
              }
        }
      </Figure>
    </div>
  );
}
