import type { ReactNode } from 'react';
import { BellRing, CloudSun, Droplets, Sprout } from 'lucide-react';
import { Link } from 'wouter';
import { classes } from '@farm3d/ui';
import type { Device, PlotState } from '@farm3d/api';
import { useModelOf, useServices } from '../../../../kit/services.tsx';
import { alarmsPath, PATHS } from '../../../../platform/paths.ts';
import { readingText } from '../../../../platform/readings.ts';
import { clockText } from '../../../../platform/time-text.ts';
import { dayText, localText, numberText } from '../../../../components/agronomy/format.ts';
import { gradeColour } from '../../../../components/agronomy/plot-colour.ts';
import { kindOf, type PlotAdvice } from '../../../../components/agronomy/advice.ts';
import type { SceneAlarms } from '../../live/alarms.ts';
import type { SceneRecords } from '../../loading/scene-records.ts';
import type { Plots } from '../../plots/plots-model.ts';
import { t } from '../../texts/zh-CN.ts';
import { weatherKind } from '../../../../platform/names.ts';
import { StatusModel, type Status } from '../status-model.ts';

export interface StatusStripProps {
  sceneId: string;
  records: Pick<SceneRecords, 'scene' | 'deviceById'>;
  alarms: Pick<SceneAlarms, 'state'>;
  /** Number of active alarms of the devices in the scene. */
  alarmCount: number;
  plots: Pick<Plots, 'plot' | 'state'>;
  onRetryAlarms: () => void;
}

const ICON = { size: 16, 'aria-hidden': true } as const;

/** One line about the scene now: alarms, drought, advice, weather. What could not be loaded is called unknown. */
export default function StatusStrip({
  sceneId,
  records,
  alarms,
  alarmCount,
  plots,
  onRetryAlarms,
}: StatusStripProps) {
  const { session } = useServices();
  const status = useModelOf(StatusModel, { scene: records.scene, plot: plots.plot });
  const plot = plots.plot.value;
  return (
    <section
      aria-label={t('status.label')}
      data-testid="status-strip"
      className="frosted flex max-w-full flex-wrap items-center gap-x-1 p-1 text-note"
    >
      <AlarmItem sceneId={sceneId} state={alarms.state.value} count={alarmCount} onRetry={onRetryAlarms} />
      <DroughtItem plot={plot} state={plots.state.value} />
      {plot && <AdviceItem status={status} plot={plot} />}
      {!session.seesByRules.value && <WeatherItem status={status} deviceById={records.deviceById.value} />}
    </section>
  );
}

interface ItemProps {
  testId: string;
  /** `unknown`: it could not be loaded. */
  state: 'known' | 'loading' | 'unknown';
  icon: ReactNode;
  text: string;
  title?: string | undefined;
  href?: string | undefined;
  onClick?: (() => void) | undefined;
  /** Default false. */
  isAlarm?: boolean;
}

const ITEM = 'inline-flex min-h-9 items-center gap-1.5 rounded-[8px] px-2 pointer-coarse:min-h-11';

function Item({ testId, state, icon, text, title, href, onClick, isAlarm = false }: ItemProps) {
  const look = classes(
    ITEM,
    isAlarm ? 'font-semibold text-alarm' : state === 'known' ? 'text-ink' : 'text-ink-3',
  );
  const content = (
    <>
      <span className="shrink-0">{icon}</span>
      <span className="min-w-0 truncate">{text}</span>
    </>
  );
  const marks = { 'data-testid': testId, 'data-state': state, title };
  if (onClick)
    return (
      <button type="button" {...marks} className={classes(look, 'hover:bg-hover')} onClick={onClick}>
        {content}
      </button>
    );
  return href === undefined ? (
    <span {...marks} className={look}>
      {content}
    </span>
  ) : (
    <Link href={href} {...marks} className={classes(look, 'hover:bg-hover')}>
      {content}
    </Link>
  );
}

interface AlarmItemProps {
  sceneId: string;
  state: SceneAlarms['state']['value'];
  count: number;
  onRetry: () => void;
}

function AlarmItem({ sceneId, state, count, onRetry }: AlarmItemProps) {
  const common = { testId: 'status-alarms', icon: <BellRing {...ICON} /> };
  if (state === 'failed')
    return (
      <Item
        {...common}
        state="unknown"
        text={t('status.alarms.unknown')}
        title={t('status.alarms.retry')}
        onClick={onRetry}
      />
    );
  if (state === 'loading') return <Item {...common} state="loading" text={t('status.loading')} />;
  return (
    <Item
      {...common}
      state="known"
      isAlarm={count > 0}
      text={count > 0 ? t('alarms.active', { n: count }) : t('status.alarms.none')}
      href={alarmsPath({ state: 'active', scene: sceneId })}
    />
  );
}

const plotPath = ({ id }: PlotState): string => `${PATHS.agronomy}?plot=${encodeURIComponent(id)}`;

function DroughtItem({ plot, state }: { plot: PlotState | null; state: Plots['state']['value'] }) {
  const testId = 'status-drought';
  if (plot)
    return (
      <Item
        testId={testId}
        state="known"
        icon={
          <span
            className="block size-3 rounded-full"
            style={{ background: gradeColour(plot.drought.level) }}
          />
        }
        text={localText(plot.drought)}
        title={plot.name ?? plot.crop ?? undefined}
        href={plotPath(plot)}
      />
    );
  // A scene without a plot has no drought.
  if (state !== 'failed') return null;
  return (
    <Item testId={testId} state="unknown" icon={<Sprout {...ICON} />} text={t('status.drought.unknown')} />
  );
}

function adviceText(advice: PlotAdvice): string {
  const water = advice.irrigation?.advice;
  const kind = kindOf(advice);
  const mm = numberText(water?.grossMm);
  return t(`status.advice.${kind}`, { mm, date: dayText(water?.when ?? '') });
}

function AdviceItem({ status: { advice }, plot }: { status: Status; plot: PlotState }) {
  const known = advice.value.value;
  const common = { testId: 'status-advice', icon: <Droplets {...ICON} />, href: plotPath(plot) };
  if (advice.error.value !== null)
    return <Item {...common} state="unknown" text={t('status.advice.unknown')} />;
  if (known === null) return <Item {...common} state="loading" text={t('status.loading')} />;
  return <Item {...common} state="known" text={adviceText(known)} />;
}

function WeatherItem({
  status: { weather },
  deviceById,
}: {
  status: Status;
  deviceById: ReadonlyMap<string, Device>;
}) {
  const known = weather.value.value;
  const common = { testId: 'status-weather', icon: <CloudSun {...ICON} /> };
  if (weather.error.value === null && known === null)
    return <Item {...common} state="loading" text={t('status.loading')} />;
  const kind = weatherKind(known?.text ?? null);
  const parts = known
    ? [
        kind && t(`weather.${kind}`),
        known.temperature === null ? null : `${readingText(known.temperature)}\u2009℃`,
      ]
    : [];
  const text = parts.filter(Boolean).join(' ');
  if (!known || weather.error.value !== null || text === '')
    return <Item {...common} state="unknown" text={t('status.weather.unknown')} />;
  const { station, source, at } = known;
  const isSimulated = station !== null && deviceById.get(station.id)?.simulated === true;
  return (
    <Item
      {...common}
      state="known"
      text={isSimulated ? `${text} · ${t('common.simulated')}` : text}
      title={t('status.weather.from', {
        name: station?.name ?? source ?? '',
        time: at === null ? '' : clockText(at),
      })}
    />
  );
}
