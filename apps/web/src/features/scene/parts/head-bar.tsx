import { Suspense, lazy, useEffect, useState } from 'react';
import {
  ArrowLeft,
  CloudSun,
  Focus,
  Keyboard,
  Layers,
  Magnet,
  MapPin,
  Maximize,
  Minimize,
  Pencil,
  Redo2,
  Save,
  Settings2,
  Sprout,
  SquareDashedMousePointer,
  Trash2,
  Undo2,
  X,
} from 'lucide-react';
import { IconButton, Toolbar, ToolbarButton, classes } from '@farm3d/ui';
import { t } from '../../../platform/locale.ts';
import { isNarrow } from '../../../platform/viewport.ts';
import { SimulatedBadge } from '../../../parts/simulated-badge.tsx';
import type { SceneScreen } from '../model.ts';

const ICON = { size: 18, strokeWidth: 1.5 } as const;

// Menus bring what places them: after the scene's first picture.
const SceneMenu = lazy(() => import('./scene-menu.tsx'));

/** Above the scene: where one is at the left, what can be done at the right. */
export function HeadBar({ screen }: { screen: SceneScreen }) {
  const isEditing = screen.editing.editing.value;
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
        <div className={classes('flex min-w-0 items-center gap-2 pr-3', isEditing && 'max-md:sr-only')}>
          <h1 className="truncate text-body font-semibold md:max-w-[32vw]" data-testid="scene-name">
            {screen.data.scene.value?.name ?? t('scene.unnamed')}
          </h1>
          {screen.simulated.value && <SimulatedBadge title={t('scene.simulated.title')} />}
        </div>
      </div>
      {isEditing ? (
        <div className="flex flex-col items-end gap-2 md:flex-row">
          {!isNarrow.value && <EditAids screen={screen} />}
          <EditTools screen={screen} />
          {isNarrow.value && !screen.objectsOpen.value && <EditAids screen={screen} />}
        </div>
      ) : (
        <ViewTools screen={screen} />
      )}
    </header>
  );
}

function ViewTools({ screen }: { screen: SceneScreen }) {
  const isReady = screen.state.value === 'ready';
  return (
    <Toolbar label={t('scene.viewTools')}>
      {!isNarrow.value && <WeatherButtons screen={screen} />}
      {!isNarrow.value && <PlotButtons screen={screen} />}
      <ToolbarButton
        label={t('scene.edit')}
        icon={<Pencil {...ICON} />}
        disabled={!isReady}
        testId="edit-button"
        onClick={() => void screen.editing.begin()}
      />
      <ToolbarButton
        label={t('scene.home')}
        icon={<Focus {...ICON} />}
        disabled={!isReady}
        testId="home-button"
        onClick={screen.stage.restoreView}
      />
      {!isNarrow.value && <FullScreenButton />}
      <Suspense fallback={<MenuPlace />}>{isReady ? <SceneMenu screen={screen} /> : <MenuPlace />}</Suspense>
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

/** How editing works; a phone has them under the head bar, and no keyboard to explain. */
function EditAids({ screen }: { screen: SceneScreen }) {
  const { tools } = screen.stage;
  return (
    <Toolbar label={t('scene.editAids')}>
      <ToolbarButton
        label={t('scene.areaSelect')}
        icon={<SquareDashedMousePointer {...ICON} />}
        pressed={tools.isAreaSelect.value}
        testId="area-select-button"
        iconOnly
        onClick={() => tools.setAreaSelect(!tools.isAreaSelect.peek())}
      />
      <ToolbarButton
        label={t('scene.snap')}
        icon={<Magnet {...ICON} />}
        pressed={tools.isSnapping.value}
        testId="snap-button"
        iconOnly
        onClick={tools.toggleSnapping}
      />
      {!isNarrow.value && (
        <ToolbarButton
          label={t('keys.title')}
          icon={<Keyboard {...ICON} />}
          testId="shortcuts-button"
          iconOnly
          onClick={() => screen.showShortcuts(true)}
        />
      )}
    </Toolbar>
  );
}

function EditTools({ screen }: { screen: SceneScreen }) {
  const { editing, stage } = screen;
  const busy = editing.saving.value;
  return (
    <Toolbar label={t('scene.editTools')}>
      <ToolbarButton
        label={t('scene.undo')}
        icon={<Undo2 {...ICON} />}
        disabled={!stage.canUndo.value && stage.transform.value === null}
        testId="undo-button"
        iconOnly
        onClick={stage.undo}
      />
      <ToolbarButton
        label={t('scene.redo')}
        icon={<Redo2 {...ICON} />}
        disabled={!stage.canRedo.value}
        testId="redo-button"
        iconOnly
        onClick={stage.redo}
      />
      <ToolbarButton
        label={t('common.cancel')}
        icon={<X {...ICON} />}
        disabled={busy}
        testId="cancel-button"
        onClick={editing.cancel}
      />
      <ToolbarButton
        label={t('scene.delete')}
        icon={<Trash2 {...ICON} />}
        variant="danger"
        disabled={busy}
        testId="delete-button"
        onClick={() => editing.ask('delete')}
      />
      <ToolbarButton
        label={t(busy ? 'scene.saving' : 'scene.save')}
        icon={<Save {...ICON} />}
        variant="primary"
        disabled={busy}
        testId="save-button"
        onClick={() => void editing.save()}
      />
    </Toolbar>
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
