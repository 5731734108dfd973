import { useEffect, useRef, useState, type RefObject } from 'react';
import {
  ArrowLeft,
  CloudSun,
  Focus,
  Layers,
  MapPin,
  Maximize,
  Minimize,
  Pencil,
  Settings2,
  Sprout,
} from 'lucide-react';
import { Badge, IconButton, Toolbar, ToolbarButton, classes } from '@farm3d/ui';
import { t } from '../../../platform/locale.ts';
import { part } from '../../../platform/part.tsx';
import { isNarrow } from '../../../platform/viewport.ts';
import { SimulatedBadge } from '../../../parts/simulated-badge.tsx';
import { fallbackText } from '../objects/fallback-text.ts';
import type { SceneScreen } from '../scene-model.ts';
import { useFocusTaken } from '../use-focus.ts';

const ICON = { size: 18, strokeWidth: 1.5 } as const;

// Menus bring what places them: after the scene's first picture.
const EditBars = part(() => import('../editor/components/edit-bars.tsx'));
const SceneMenu = part(() => import('./scene-menu.tsx'), <MenuPlace />);

/** Above the scene: where one is at the left, what can be done at the right. */
export function HeadBar({ screen }: { screen: SceneScreen }) {
  const isEditing = screen.editing.editing.value;
  const hasEdited = useRef(false);
  useEffect(() => {
    if (isEditing) hasEdited.current = true;
  }, [isEditing]);
  return (
    <header className="pointer-events-none absolute inset-x-0 top-0 z-20 flex items-start justify-between gap-2 p-3 *:pointer-events-auto md:p-4">
      <div className="frosted flex min-w-0 items-center gap-1 p-0.5">
        <IconButton
          label={t('scene.back')}
          icon={<ArrowLeft size={20} strokeWidth={1.5} />}
          data-testid="back-button"
          onClick={screen.back}
        />
        {/* On a phone the tools of edit mode need the room; the name stands in its field then. */}
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
            {screen.data.scene.value?.name ?? t('scene.loading')}
          </h1>
          {screen.simulated.value && <SimulatedBadge title={t('scene.simulated.title')} />}
          <SceneBadges screen={screen} />
        </div>
      </div>
      {isEditing ? <EditBars screen={screen} /> : <ViewTools screen={screen} takesFocus={hasEdited} />}
    </header>
  );
}

/** What of the picture is not as it always is: other weather, or a stand-in where the base model should be. */
function SceneBadges({ screen: { weather, stage } }: { screen: SceneScreen }) {
  const kind = weather.shown.value;
  const fallback = stage.fallbacks.value.get('base');
  if (kind === null && !fallback) return null;
  return (
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
  );
}

interface ViewToolsProps {
  screen: SceneScreen;
  /** Whether they come back after editing, whose tools had the focus. */
  takesFocus: RefObject<boolean>;
}

function ViewTools({ screen, takesFocus }: ViewToolsProps) {
  const isReady = screen.state.value === 'ready';
  const edit = useRef<HTMLSpanElement>(null);
  useFocusTaken(edit, takesFocus.current);
  return (
    <Toolbar label={t('scene.viewTools')}>
      {!isNarrow.value && <WeatherButtons screen={screen} />}
      {!isNarrow.value && <PlotButtons screen={screen} />}
      <span ref={edit} className="contents">
        <ToolbarButton
          label={t('scene.edit')}
          icon={<Pencil {...ICON} />}
          disabled={!isReady}
          testId="edit-button"
          onClick={() => void screen.editing.begin()}
        />
      </span>
      <ToolbarButton
        label={t('scene.home')}
        icon={<Focus {...ICON} />}
        disabled={!isReady}
        testId="home-button"
        onClick={screen.stage.restoreView}
      />
      {!isNarrow.value && <FullScreenButton />}
      {isReady ? <SceneMenu screen={screen} /> : <MenuPlace />}
    </Toolbar>
  );
}

/** Shown as the platform's global flags say. A phone has them in the menu. */
function WeatherButtons({ screen: { data, weather, state } }: { screen: SceneScreen }) {
  const isReady = state.value === 'ready';
  const config = data.config.value;
  return (
    <>
      {config?.simulateWeather && (
        <ToolbarButton
          label={t('weather.mock')}
          icon={<CloudSun {...ICON} />}
          disabled={!isReady}
          testId="mock-weather-button"
          onClick={weather.open}
        />
      )}
      {config?.realWeather && (
        <ToolbarButton
          label={t('weather.real')}
          icon={<MapPin {...ICON} />}
          pressed={weather.real.value}
          disabled={!isReady}
          testId="real-weather-button"
          onClick={weather.toggleReal}
        />
      )}
    </>
  );
}

function PlotButtons({ screen: { plots, state } }: { screen: SceneScreen }) {
  const isReady = state.value === 'ready';
  return (
    <>
      <ToolbarButton
        label={t('plots.skin')}
        icon={<Layers {...ICON} />}
        disabled={!isReady}
        testId="plot-skin-button"
        onClick={() => plots.open('skin')}
      />
      <ToolbarButton
        label={t('plots.crop')}
        icon={<Sprout {...ICON} />}
        disabled={!isReady}
        testId="grow-crops-button"
        onClick={() => plots.open('crop')}
      />
    </>
  );
}

function FullScreenButton() {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const follow = (): void => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  // Some browsers have no full screen for pages: no button then.
  if (!document.fullscreenEnabled) return null;
  return (
    <ToolbarButton
      label={t(isFull ? 'scene.exitFullScreen' : 'scene.fullScreen')}
      icon={isFull ? <Minimize {...ICON} /> : <Maximize {...ICON} />}
      testId="full-screen-button"
      onClick={() => {
        const done = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
        done.catch(() => {
          // Refused, such as in a frame without the permission: the page stays as it is.
        });
      }}
    />
  );
}

/** Keeps the menu's room until it is there. */
function MenuPlace() {
  return (
    <span aria-hidden className="inline-grid size-11 place-items-center text-ink-2 opacity-40">
      <Settings2 {...ICON} />
    </span>
  );
}
