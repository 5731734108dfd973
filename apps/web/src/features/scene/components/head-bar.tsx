import type { ReactNode } from 'react';
import { ArrowLeft, BellRing } from 'lucide-react';
import { Link } from 'wouter';
import { Badge, IconButton, classes } from '@farm3d/ui';
import { SimulatedBadge } from '../../../components/device-state.tsx';
import { alarmsPath } from '../../../platform/paths.ts';
import { fallbackText, type SceneObjects } from '../objects/scene-objects.ts';
import type { Weather } from '../weather/weather-model.ts';
import { t } from '../texts/zh-CN.ts';

interface HeadBarProps {
  /** Name of the scene; undefined until it is loaded. */
  name: string | undefined;
  /** Beside the name; under it on a phone. */
  badges: ReactNode;
  /** After name and badges. */
  alarms: ReactNode;
  /** At the right. */
  tools: ReactNode;
  isEditing: boolean;
  onBack: () => void;
}

/** Above the scene: its name at the left, the tools at the right. */
export function HeadBar({ name, badges, alarms, tools, isEditing, onBack }: HeadBarProps) {
  return (
    <header
      data-covers-labels
      className="pointer-events-none absolute inset-x-0 top-0 z-20 flex items-start justify-between gap-2 p-3 *:pointer-events-auto md:p-4"
    >
      <div className="frosted flex min-w-0 items-center gap-1 p-0.5">
        <IconButton
          label={t('scene.back')}
          icon={<ArrowLeft size={20} />}
          data-testid="back-button"
          onClick={onBack}
        />
        {/* On a phone the tools of edit mode need the space; the name is in its field then. */}
        <div
          className={classes(
            'flex min-w-0 items-center gap-2 pr-3 max-md:flex-col max-md:items-start max-md:gap-0',
            isEditing && 'max-md:sr-only',
          )}
        >
          <h1
            dir="auto"
            className="max-w-full truncate text-left text-body font-semibold max-md:leading-5 md:max-w-[32vw]"
            data-testid="scene-name"
          >
            {name ?? t('scene.loading')}
          </h1>
          {badges}
        </div>
        {alarms}
      </div>
      {tools}
    </header>
  );
}

interface SceneAlarmsProps {
  sceneId: string;
  /** Number of active alarms, at least 1. */
  count: number;
}

/** The number of active alarms; leads to them in the alarm centre. */
export function SceneAlarms({ sceneId, count }: SceneAlarmsProps) {
  return (
    <Link
      href={alarmsPath({ state: 'active', scene: sceneId })}
      data-testid="scene-alarms"
      data-count={count}
      className="inline-flex h-11 min-w-11 shrink-0 items-center justify-center rounded-full px-1 hover:brightness-95"
    >
      <Badge tone="alarm" icon={<BellRing aria-hidden size={12} strokeWidth={2} />}>
        <span className="max-md:sr-only">{t('alarms.active', { n: count })}</span>
        <span aria-hidden className="md:hidden">
          {count}
        </span>
      </Badge>
    </Link>
  );
}

interface SceneBadgesProps {
  isSimulated: boolean;
  weather: Pick<Weather, 'shown' | 'real'>;
  fallbacks: SceneObjects['fallbacks'];
}

/** Badges for simulated devices, for the weather that is shown, and for a base model that could not be shown. */
export function SceneBadges({ isSimulated, weather, fallbacks }: SceneBadgesProps) {
  const kind = weather.shown.value;
  const fallback = fallbacks.value.get('base');
  return (
    <>
      {isSimulated && <SimulatedBadge title={t('scene.simulated.title')} />}
      {(kind !== null || fallback) && (
        <span className="hidden gap-2 md:inline-flex">
          {kind !== null && (
            <Badge
              tone="water"
              testId="weather-chip"
              title={t(weather.real.value ? 'weather.real' : 'weather.mock')}
            >
              {t(`weather.${kind}`)}
            </Badge>
          )}
          {fallback && (
            <Badge tone="amber" testId="base-badge" title={fallbackText(fallback)}>
              {t('scene.baseFallback')}
            </Badge>
          )}
        </span>
      )}
    </>
  );
}
