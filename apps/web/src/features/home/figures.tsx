import type { ReactNode } from 'react';
import { BellRing, ClipboardList, CloudSun, Droplets, WifiOff, type LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import { Skeleton, classes, OfflineBanner } from '@farm3d/ui';
import type { SceneWeather } from '@farm3d/api';
import { kindOf } from '../../components/agronomy/advice.ts';
import { SimulatedBadge } from '../../components/device-state.tsx';
import { useServices } from '../../kit/services.tsx';
import type { Loadable } from '../../platform/loadable.ts';
import { t as common } from '../../platform/locale.ts';
import { alarmsPath, PATHS } from '../../platform/paths.ts';
import { weatherKind } from '../../platform/names.ts';
import { MAX_STATION_KM, type Home } from './model.ts';
import { t } from './zh-CN.ts';

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

/** What is to be said about the farm in one sentence. */
function verdictText(model: Home): string {
  if (!model.isKnown.value) return t(model.hasFailed.value ? 'home.verdict.unknown' : 'home.verdict.loading');
  const alarms = model.alarms.value.value?.total ?? 0;
  const silent = model.silent.value.value?.total ?? 0;
  const overdue = model.overdue.value;
  const parts = [
    alarms > 0 && t('home.verdict.alarms', { n: alarms }),
    silent > 0 && t('home.verdict.silent', { n: silent }),
    overdue > 0 && t('home.verdict.overdue', { n: overdue }),
    model.hasFailed.value && t('home.verdict.unknown'),
  ].filter((part) => part !== false);
  return parts.length === 0 ? t('home.verdict.well') : parts.join(t('home.verdict.and'));
}

/** One sentence about the farm. */
export function Verdict({ model }: { model: Home }) {
  return <output data-testid="home-verdict">{verdictText(model)}</output>;
}

/** Says that the stream is interrupted. */
export function Offline() {
  const { live } = useServices();
  return (
    live.status.value === 'offline' && (
      <div className="mb-3">
        <OfflineBanner text={common('live.offline')} />
      </div>
    )
  );
}

/** Distance below which a station counts as local, kilometres. */
const NEAR_KM = 1;

/** Whether the weather is that of the place: measured, or of a provider, and not from far away. */
const isLocal = ({ source, temperature, text, station }: SceneWeather): boolean =>
  source !== null && (temperature !== null || text !== null) && (station?.distanceKm ?? 0) <= MAX_STATION_KM;

/** Temperature and sky, as far as they are known. */
function skyText({ temperature, text }: SceneWeather): string {
  const kind = weatherKind(text);
  return [temperature === null ? null : `${Math.round(temperature)} °C`, kind && common(`weather.${kind}`)]
    .filter((part) => part !== null)
    .join(' ');
}

/** Humidity, wind and rain, as far as they are measured. */
function detailText({ humidity, windSpeed, rainfall }: SceneWeather): string {
  return [
    humidity === null ? null : t('home.weather.humidity', { n: Math.round(humidity) }),
    windSpeed === null ? null : t('home.weather.wind', { n: windSpeed.toFixed(1) }),
    rainfall === null || rainfall === 0 ? null : t('home.weather.rain', { n: rainfall.toFixed(1) }),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

/** Who measured it, and where. */
function sourceText({ station, source, stale }: SceneWeather): string {
  const from = !station
    ? t('home.weather.provider', { name: source ?? '' })
    : station.distanceKm === null || station.distanceKm < NEAR_KM
      ? t('home.weather.station', { name: station.name })
      : t('home.weather.distance', { name: station.name, km: Math.round(station.distanceKm) });
  return stale ? `${from} · ${t('home.weather.stale')}` : from;
}

/** Why there is no weather. */
const missingText = ({ station }: SceneWeather): string =>
  station?.distanceKm && station.distanceKm > MAX_STATION_KM
    ? t('home.weather.far', { km: Math.round(station.distanceKm) })
    : t('home.weather.none.note');
