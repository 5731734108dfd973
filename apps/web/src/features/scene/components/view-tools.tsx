import { useEffect, useRef, useState, type RefObject } from 'react';
import { CloudSun, Focus, Layers, MapPin, Maximize, Minimize, Pencil, Settings2, Sprout } from 'lucide-react';
import { Toolbar, ToolbarButton } from '@farm3d/ui';
import { lazyComponent } from '../../../platform/lazy.tsx';
import { useFocusTaken } from '../../../platform/use-focus.ts';
import { isNarrow } from '../../../platform/viewport.ts';
import type { SceneMenuProps } from './scene-menu.tsx';
import { t } from '../texts/zh-CN.ts';

const ICON = { size: 18 } as const;

// The menu needs code for its position: it is fetched after the scene's first frame.
const SceneMenu = lazyComponent(() => import('./scene-menu.tsx'), <MenuPlace />);

interface ViewToolsProps extends SceneMenuProps {
  /** Whether the scene is loaded. */
  isReady: boolean;
  /** Whether the user may change the scene. */
  mayEdit: boolean;
  /** Whether they replace the tools of edit mode, which had the focus. */
  takesFocus: RefObject<boolean>;
  onEdit: () => void;
  /** Moves the camera back to the saved view. */
  onHome: () => void;
}

/** The head bar's tools outside edit mode. */
export function ViewTools({ isReady, mayEdit, takesFocus, onEdit, onHome, ...menu }: ViewToolsProps) {
  const edit = useRef<HTMLSpanElement>(null);
  useFocusTaken(edit, takesFocus.current);
  return (
    <Toolbar label={t('scene.viewTools')}>
      {!isNarrow.value && <WeatherButtons weather={menu.weather} config={menu.config} isReady={isReady} />}
      {menu.mayPlant && !isNarrow.value && <PlotButtons plots={menu.plots} isReady={isReady} />}
      <span ref={edit} className="contents">
        {mayEdit && (
          <ToolbarButton
            label={t('scene.edit')}
            icon={<Pencil {...ICON} />}
            disabled={!isReady}
            testId="edit-button"
            onClick={onEdit}
          />
        )}
      </span>
      <ToolbarButton
        label={t('scene.home')}
        icon={<Focus {...ICON} />}
        disabled={!isReady}
        testId="home-button"
        onClick={onHome}
      />
      {!isNarrow.value && <FullScreenButton />}
      {isReady ? <SceneMenu {...menu} /> : <MenuPlace />}
    </Toolbar>
  );
}

/** The weather that the platform's settings allow. A phone has it in the menu. */
function WeatherButtons({
  weather,
  config,
  isReady,
}: Pick<SceneMenuProps, 'weather' | 'config'> & { isReady: boolean }) {
  const allowed = config.value;
  return (
    <>
      {allowed?.simulateWeather && (
        <ToolbarButton
          label={t('weather.mock')}
          icon={<CloudSun {...ICON} />}
          disabled={!isReady}
          testId="mock-weather-button"
          onClick={weather.open}
        />
      )}
      {allowed?.realWeather && (
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

function PlotButtons({ plots, isReady }: Pick<SceneMenuProps, 'plots'> & { isReady: boolean }) {
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

/** Takes the menu's space until its code is loaded. */
function MenuPlace() {
  return (
    <span aria-hidden className="inline-grid size-11 place-items-center text-ink-2 opacity-40">
      <Settings2 {...ICON} />
    </span>
  );
}
