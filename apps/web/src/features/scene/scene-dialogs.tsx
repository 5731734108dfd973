import { useServices } from '../../kit/services.tsx';
import { lazyComponent } from '../../platform/lazy.tsx';
import { withTexts } from '../../platform/locale.ts';
import { isNarrow } from '../../platform/viewport.ts';
import type { SceneModels } from './scene-model.ts';

const DevicePanel = lazyComponent(() => withTexts(import('./panel/components/device-panel.tsx')));
const EditorDialogs = lazyComponent(() => import('./editor/components/editor-dialogs.tsx'));
const LedDialog = lazyComponent(() => withTexts(import('../../components/commands/led-dialog.tsx')));
const PlotDialogs = lazyComponent(() => import('./plots/components/plot-dialogs.tsx'));
const PlotLegend = lazyComponent(() => import('./plots/components/plot-legend.tsx'));
const StatusStrip = lazyComponent(() => withTexts(import('./status/components/status-strip.tsx')));
const ShortcutsDialog = lazyComponent(() => import('./editor/components/shortcuts-dialog.tsx'));
const WeatherDialog = lazyComponent(() => import('./weather/components/weather-dialog.tsx'));

/** The device panel, the strip and the legend at the foot, and the dialogs. */
export function Dialogs({
  loading,
  editor,
  panel,
  records,
  alarms,
  actions,
  viewer,
  plots,
  cards,
  list,
  display,
  weather,
  ledScreens,
  alarmCount,
  retryAlarms,
  leave,
}: SceneModels & { leave: () => void }) {
  const { session } = useServices();
  const isEditing = editor.isEditing.value;
  const isPanelOpen = panel.deviceId.value !== null;
  // The panel is at the foot, on a phone cards and list as well: nothing may lie over it or show through.
  const isFootTaken = isPanelOpen || (isNarrow.value && (list.isOpen.value || cards.cards.value.length > 0));
  const plotDialog = plots.dialog.value;
  const scene = records.scene.value;
  return (
    <>
      {/* Fetched when editing begins: they must open without a network, too. */}
      {isEditing && <EditorDialogs editor={editor} leave={leave} />}
      {isPanelOpen && (
        <DevicePanel
          panel={panel}
          records={records}
          alarms={alarms}
          onFlyTo={actions.flyTo}
          focusCanvas={viewer.focusCanvas}
        />
      )}
      {plotDialog !== null && (
        <PlotDialogs key={plotDialog} plots={plots} records={records} which={plotDialog} />
      )}
      {loading.state.value === 'ready' && !isEditing && !isFootTaken && (
        <div className="pointer-events-none absolute right-4 bottom-4 z-10 flex max-w-[calc(100vw-2rem)] flex-col items-end gap-2 *:pointer-events-auto">
          {scene && (
            <StatusStrip
              sceneId={scene.id}
              records={records}
              alarms={alarms}
              alarmCount={alarmCount.value}
              plots={plots}
              onRetryAlarms={retryAlarms}
            />
          )}
          {!session.seesByRules.value && <PlotLegend plots={plots} />}
        </div>
      )}
      {display.isShortcutsOpen.value && <ShortcutsDialog onClose={display.closeShortcuts} />}
      {weather.isDialogOpen.value && <WeatherDialog weather={weather} />}
      <LedEditor panel={panel} records={records} ledScreens={ledScreens} />
    </>
  );
}

function LedEditor({ panel, records, ledScreens }: Pick<SceneModels, 'panel' | 'records' | 'ledScreens'>) {
  const device = records.deviceById.value.get(panel.ledId.value ?? '');
  const close = (): void => {
    panel.closeLed();
    if (device) void ledScreens.load([device]);
  };
  return device ? <LedDialog key={device.id} device={device} onClose={close} /> : null;
}
