import { useCallback } from 'react';
import { useModel } from '@preact/signals-react';
import { RefreshCw } from 'lucide-react';
import { useLocation, useSearchParams } from 'wouter';
import { Button, OfflineBanner } from '@farm3d/ui';
import { t, withTexts } from '../../platform/locale.ts';
import { part } from '../../platform/part.tsx';
import { PATHS, scenePath, storeTarget } from '../../platform/paths.ts';
import { live } from '../../platform/services.ts';
import { toasts } from '../../platform/toasts.ts';
import { isNarrow } from '../../platform/viewport.ts';
import { SceneModel, type SceneScreen } from './scene-model.ts';
import { HeadBar } from './components/head-bar.tsx';
import { LoadingOverlay } from './loading/components/loading-overlay.tsx';
import { ProblemView } from './loading/components/problem-view.tsx';
import { SceneCanvas } from './loading/components/scene-canvas.tsx';
import { useEditKeys } from './editor/use-edit-keys.ts';
import { useLeaveGuard } from './editor/use-leave-guard.ts';

// What is opened by hand comes when it is opened, and the tools with the scene: its first picture waits for neither. None
// of them can take the page and what is being edited down.
const DeviceCarousel = part(() => import('./editor/components/device-carousel.tsx'));
const DevicePanel = part(() => withTexts(import('./panel/components/device-panel.tsx')));
const InfoCards = part(() => import('./cards/components/info-cards.tsx'));
const LedDialog = part(() => withTexts(import('./panel/components/led-dialog.tsx')));
const Questions = part(() => import('./editor/components/questions.tsx'));
const Marks = part(async () => ({ default: (await import('./cards/components/marks.tsx')).Marks }));
const ObjectPanel = part(async () => ({
  default: (await import('./components/object-list.tsx')).ObjectPanel,
}));
const PlacementCue = part(() => import('./editor/components/placement-cue.tsx'));
const PlotDialogs = part(() => import('./plots/components/plot-dialogs.tsx'));
const PlotLegend = part(() => import('./plots/components/plot-legend.tsx'));
const SelectionBar = part(() => import('./editor/components/selection-bar.tsx'));
const ShortcutsDialog = part(() => import('./editor/components/shortcuts-dialog.tsx'));
const WeatherDialog = part(() => import('./weather/components/weather-dialog.tsx'));

/** `/scene?sceneId=…`: one scene, to look at, to operate and to edit. */
export default function ScenePage() {
  const [parameters] = useSearchParams();
  const sceneId = parameters.get('sceneId') ?? '';
  // Another scene is another screen: nothing of the first is left.
  return <SceneView key={sceneId} sceneId={sceneId} />;
}

function SceneView({ sceneId }: { sceneId: string }) {
  const [, navigate] = useLocation();
  const leave = useCallback(() => {
    // The way back of the specification (§2): the target is stored, /iframeModel opens it.
    storeTarget(PATHS.scenes);
    navigate(PATHS.iframeModel);
  }, [navigate]);
  const open = useCallback((id: string) => navigate(scenePath(id), { replace: true }), [navigate]);
  const screen = useModel(() => new SceneModel(sceneId, leave, open));
  useLeaveGuard(screen);
  useEditKeys(screen);

  return (
    <main
      data-screen="scene"
      className="relative h-[calc(100%-env(safe-area-inset-bottom))] overflow-hidden bg-page"
    >
      <SceneCanvas screen={screen} />
      <div className="pointer-events-none absolute inset-0 overflow-hidden [&_[data-testid=info-card]]:pointer-events-auto">
        {screen.state.value === 'ready' && <Marks screen={screen} />}
        {screen.cards.cards.value.length > 0 && <InfoCards screen={screen} />}
      </div>
      {/* With the first picture, from behind the overlay. */}
      {(screen.stage.baseLoaded.value || screen.stage.loaded.value) && <ObjectPanel screen={screen} />}
      {/* What is covered is not to be reached by keys either. */}
      <div className="contents" inert={isCovered(screen)}>
        <HeadBar screen={screen} />
      </div>
      <Notices screen={screen} />
      {screen.state.value === 'ready' && (
        <>
          <DeviceCarousel screen={screen} />
          <PlacementCue screen={screen} />
        </>
      )}
      {screen.editing.editing.value && <SelectionBar screen={screen} />}
      <LoadingOverlay screen={screen} />
      <ProblemView screen={screen} />
      {/* Fetched when editing begins: they are asked without a network, too. */}
      {screen.editing.editing.value && <Questions screen={screen} leave={leave} />}
      {screen.panel.deviceId.value !== null && <DevicePanel screen={screen} />}
      {screen.plots.dialog.value !== null && (
        <PlotDialogs key={screen.plots.dialog.value} screen={screen} which={screen.plots.dialog.value} />
      )}
      {screen.state.value === 'ready' && !screen.editing.editing.value && !isFootTaken(screen) && (
        <PlotLegend screen={screen} />
      )}
      {screen.shortcutsOpen.value && <ShortcutsDialog screen={screen} />}
      {screen.weather.isAsking.value && <WeatherDialog screen={screen} />}
      <LedEditor screen={screen} />
    </main>
  );
}

/** Whether the overlay, or what stands in place of a scene that cannot be shown, lies over the whole page. */
const isCovered = ({ stage, state }: SceneScreen): boolean =>
  !(stage.baseLoaded.value || stage.loaded.value) || !['loading', 'ready'].includes(state.value);

/** The panel stands at the foot, on a phone a card and the list as well: nothing may lie over it or shine through. */
const isFootTaken = ({ cards, panel, objectsOpen }: SceneScreen): boolean =>
  panel.deviceId.value !== null || (isNarrow.value && (objectsOpen.value || cards.cards.value.length > 0));

function LedEditor({ screen: { panel, data, screens } }: { screen: SceneScreen }) {
  const device = data.deviceById.value.get(panel.ledId.value ?? '');
  const close = (): void => {
    panel.closeLed();
    if (device) void screens.load([device]);
  };
  return device ? <LedDialog key={device.id} device={device} onClose={close} /> : null;
}

/** What is going on with the scene as a whole, under the head bar; on a phone under what stands below that. */
function Notices({ screen }: { screen: SceneScreen }) {
  const isOffline = live.status.value === 'offline' && screen.state.value === 'ready';
  return (
    <div
      // Messages that pass stand there as well.
      style={{ paddingTop: `${toasts.value.length * 3.5}rem` }}
      className="pointer-events-none absolute inset-x-0 top-31 z-20 flex flex-col items-center gap-2 px-4 *:pointer-events-auto md:top-20"
    >
      {isOffline && <OfflineBanner text={t('live.offline')} />}
      {screen.stage.contextLost.value && <OfflineBanner text={t('scene.contextLost')} />}
      {screen.newerVersion.value && (
        <output
          data-testid="newer-version"
          className="frosted flex items-center gap-2 py-1 pr-1 pl-4 text-note"
        >
          {t('scene.changed')}
          <Button
            size="sm"
            variant="quiet"
            icon={<RefreshCw size={16} strokeWidth={1.5} />}
            onClick={screen.editing.dirty.value ? () => screen.editing.ask('conflict') : screen.reload}
          >
            {t('scene.changed.reload')}
          </Button>
        </output>
      )}
    </div>
  );
}
