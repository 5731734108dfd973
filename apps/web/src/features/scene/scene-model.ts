import { computed, createModel, effect, signal, untracked, type ReadonlySignal } from '@preact/signals-react';
import type { Scene } from '@farm3d/api';
import type { FarmViewer, QualityChoice } from 'farm3d-engine';
import type { PlacementCancelReason } from 'farm3d-engine/editor';
import { locale } from '../../platform/locale.ts';
import { afterPaint } from '../../platform/after-paint.tsx';
import { problemText } from '../../platform/problem.ts';
import { onReconnected } from '../../platform/loadable.ts';
import type { Preferences } from '../../platform/storage.ts';
import { profile } from '../../platform/dialogs.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { isNarrow } from '../../platform/viewport.ts';
import { createCards } from './cards/cards-model.ts';
import { createPanel } from './panel/panel-model.ts';
import { keepCover } from './cover/scene-cover.ts';
import { CarouselModel } from './editor/carousel-model.ts';
import { EditSession } from './editor/edit-session.ts';
import { EditorModel } from './editor/editor-model.ts';
import { FarmEffects } from './farm/farm-effects.ts';
import { createLabelChoice } from './labels/label-choice.ts';
import { createAlarms, createLedScreens } from './live/alarms.ts';
import { LiveModel } from './live/live-model.ts';
import { LoadingModel } from './loading/loading-model.ts';
import { SceneRecords } from './loading/scene-records.ts';
import { ObjectActions } from './object-actions.ts';
import { ObjectListState, SceneObjects } from './objects/scene-objects.ts';
import { createPlots } from './plots/plots-model.ts';
import { SceneViewer } from './viewer/scene-viewer.ts';
import { WeatherEffect } from './weather/weather-effect.ts';
import { createWeather } from './weather/weather-model.ts';
import { t } from './texts/zh-CN.ts';

const QUALITIES: readonly QualityChoice[] = ['auto', 'low', 'medium', 'high'];

const qualityNamed = (name: string | null): QualityChoice | undefined =>
  QUALITIES.find((choice) => choice === name);

/** `?quality=high` in the address overrides this browser's choice and is not remembered: for screenshots and measurements. */
const initialQuality = (preferences: Preferences): QualityChoice =>
  qualityNamed(new URLSearchParams(location.search).get('quality')) ??
  qualityNamed(preferences.read('quality')) ??
  'auto';

const loadEditor = async () => {
  const { SceneEditor } = await import('farm3d-engine/editor');
  return (viewer: FarmViewer) => new SceneEditor(viewer);
};

function placementCancelled(name: string, reason: PlacementCancelReason): void {
  if (reason === 'off-plot') showToast('info', t('placement.dropped.plot', { name }));
  else if (reason === 'off-base' || reason === 'outside-canvas') {
    showToast('info', t('placement.dropped', { name }));
  }
}

/** The pages that the screen navigates to: the list of scenes, or another scene. */
interface Navigation {
  readonly leave: () => void;
  readonly open: (sceneId: string) => void;
  /** Device to fly to once the scene is shown; null: none. */
  readonly deviceId: string | null;
}

/** The basis of all models of the screen: the records of the server, the objects in the scene, the viewer. */
function createBase(services: Services, sceneId: string) {
  return {
    services,
    sceneId,
    records: new SceneRecords(services, sceneId),
    objects: new SceneObjects(),
    viewer: new SceneViewer((error) => showToast('error', error.text(locale.peek()))),
  };
}
type Base = ReturnType<typeof createBase>;

/** Edit mode, the cards and panels of objects, and the actions on objects. */
function createEditing({ services, sceneId, records, objects, viewer }: Base, { leave, open }: Navigation) {
  const list = new ObjectListState(isNarrow, services.preferences);
  const cards = createCards();
  const panel = createPanel();
  const carousel = new CarouselModel({ records, objects, isNarrow });
  const session = new EditSession<FarmViewer>({
    loadEditor,
    onPlaced: (id, by) => actions.placed(id, by),
    onPlacementCancelled: placementCancelled,
  });
  const editor = new EditorModel({
    api: services.api,
    sceneId,
    scene: records.scene,
    session,
    onDeleted: leave,
    onCopied: open,
    reload: () => location.reload(),
    onChange: (isEditing) => {
      if (isEditing) {
        carousel.showFirstUnplaced();
        void records.loadPlacedElsewhere();
        panel.close();
      } else {
        cards.closeAll();
        objects.select(null);
      }
    },
  });
  const actions: ObjectActions = new ObjectActions({
    records,
    objects,
    session,
    editor,
    cards,
    panel,
    list,
    flyTo: (id) => viewer.flyTo(id),
    isNarrow: () => isNarrow.peek(),
  });
  return { list, cards, panel, carousel, session, editor, actions };
}

/** Weather, plots and LED screens of the scene. */
function createFarm({ services, sceneId, records }: Base, isLoaded: ReadonlySignal<boolean>) {
  const { api, session } = services;
  const effects = new FarmEffects();
  const weatherEffect = new WeatherEffect();
  const weather = createWeather({
    api,
    effect: weatherEffect,
    areaCode: () => session.user.peek()?.areaCode ?? null,
    openProfile: profile.open,
  });
  const plots = createPlots({ services, sceneId, records, farm: effects, isLoaded });
  const ledScreens = createLedScreens(api, effects);
  effect(() => () => {
    weather.dispose();
    plots.dispose();
    ledScreens.dispose();
  });
  /** Shows the contents of a loaded scene: its plots, its child scenes, the programmes of its LED screens. */
  const show = (scene: Scene, placedIds: readonly string[]): void => {
    void plots.load();
    if (scene.type === 'plot') {
      void effects.showChildScenes((id) =>
        records.baseModelPathOf(records.childCandidates.peek().find((candidate) => candidate.id === id)),
      );
    }
    void ledScreens.load(placedIds.flatMap((id) => records.deviceById.peek().get(id) ?? []));
  };
  /** Sun and sky of the hour at the scene, before its first frame; the default morning where it has no position. */
  const followClock = ({ latitude, longitude }: Scene): void => {
    const position = latitude === null || longitude === null ? undefined : { latitude, longitude };
    weatherEffect
      .followClock(position)
      .catch((error: unknown) => showToast('error', t('weather.failed', { reason: problemText(error) })));
  };
  return { effects, weatherEffect, weather, plots, ledScreens, show, followClock };
}

/** Whether somebody else saved a newer version of the scene than the one that is shown. */
function createNewerVersion(scene: ReadonlySignal<Scene | null>, isSaving: () => boolean) {
  const newest = signal(0);
  return {
    newest,
    // The event of our own save may come before its response.
    isNewer: computed(() => !isSaving() && newest.value > (scene.value?.version ?? 0)),
  };
}

/** The display settings of the scene, which are stored in this browser. */
function createDisplay({ services: { preferences }, viewer }: Base, isLoaded: ReadonlySignal<boolean>) {
  const quality = signal<QualityChoice>(initialQuality(preferences));
  /** The person keeps it although this machine is slow, or the address demands it. */
  let isKept = qualityNamed(new URLSearchParams(location.search).get('quality')) !== undefined;
  const setQuality = (choice: QualityChoice): void => {
    isKept = false;
    quality.value = choice;
    preferences.write('quality', choice);
    viewer.setQuality(choice);
  };
  effect(() => {
    const choice = quality.value;
    if (!isLoaded.value || isKept || choice === 'auto' || choice === 'low') return undefined;
    return viewer.watchFrames(choice, (report) => {
      setQuality('auto');
      void report(() => {
        isKept = true;
        quality.value = choice;
        viewer.setQuality(choice);
      });
    });
  });
  const isShortcutsOpen = signal(false);
  return {
    quality,
    setQuality,
    /** Whether the dialog of keyboard shortcuts is open. */
    isShortcutsOpen,
    openShortcuts: (): void => {
      isShortcutsOpen.value = true;
    },
    closeShortcuts: (): void => {
      isShortcutsOpen.value = false;
    },
  };
}

/** Passes new names and models of devices on to the viewer while it shows the scene. */
function followCatalogue({ records, objects }: Base, isLoaded: ReadonlySignal<boolean>): void {
  effect(() => {
    const { value: catalogue } = records.catalogue;
    untracked(() => {
      if (isLoaded.peek()) objects.setCatalogue(catalogue);
    });
  });
}

interface Shown {
  readonly loading: LoadingModel;
  readonly farm: ReturnType<typeof createFarm>;
  readonly editor: EditorModel;
}

/** Keeps the cover of the scene up to date, where the user may change the scene. */
function followCover(
  { services, sceneId, records, viewer }: Base,
  { deviceId }: Navigation,
  { loading, farm, editor }: Shown,
): void {
  const mayChange = untracked(() => services.session.hasRight('scenes'));
  // A scene that opens with a flight to a device is not seen from its first view.
  if (!mayChange || deviceId !== null) return;
  effect(() =>
    untracked(() =>
      keepCover({
        api: services.api,
        sceneId,
        scene: records.scene,
        isShown: computed(
          () => loading.isLoaded.value && farm.plots.isShown.value && !editor.isEditing.value,
        ),
        quiet: async (signal) => (await import('./cover/cover-picture.ts')).whenQuiet(signal),
        screenshot: viewer.screenshot,
        shrink: async (picture) => (await import('./cover/cover-picture.ts')).shrinkCover(picture),
        now: Date.now,
      }),
    ),
  );
}

/** Loading, and the models that depend on the loaded scene: live data, weather, plots, editing. */
function createContent(base: Base, navigation: Navigation) {
  const { services, sceneId, records, objects, viewer } = base;
  const alarms = createAlarms(services.api, sceneId);
  const loading = new LoadingModel({
    records,
    objects,
    isUnavailable: viewer.isUnavailable,
    painted: afterPaint,
    onRecords: (scene) => {
      live.takeRecords();
      farm.followClock(scene);
    },
    onShown: (scene) => {
      live.updateAll();
      farm.show(scene, objects.equipmentIds.peek());
      const { deviceId } = navigation;
      if (deviceId !== null && objects.equipmentIds.peek().includes(deviceId))
        editing.actions.flyTo(deviceId);
    },
  });
  const farm = createFarm(base, loading.isLoaded);
  const editing = createEditing(base, navigation);
  const { editor, cards } = editing;
  const versions = createNewerVersion(records.scene, () => editor.isSaving.value || farm.plots.saving.value);
  const live = new LiveModel({
    sceneId,
    live: services.live,
    records,
    objects,
    alarms,
    effects: farm.effects,
    isLoaded: loading.isLoaded,
    openCardIds: cards.openIds,
    onWeather: farm.weather.showLinked,
    onSceneChanged: (version) => {
      if (version > 0) versions.newest.value = version;
      // Unsaved work is kept: it may be saved as a new scene.
      else if (editor.isDirty.peek()) editor.openDialog('gone');
      else records.state.value = 'missing';
    },
  });
  followCatalogue(base, loading.isLoaded);
  followCover(base, navigation, { loading, farm, editor });
  return { alarms, loading, farm, editing, live, isNewerVersion: versions.isNewer };
}

/** All models of one scene's screen. The page hands each component those that it uses. */
export const SceneModel = createModel((services: Services, sceneId: string, navigation: Navigation) => {
  const { leave } = navigation;
  const base = createBase(services, sceneId);
  const { records, objects, viewer } = base;
  const { alarms, loading, farm, editing, live, isNewerVersion } = createContent(base, navigation);
  const { editor, session, actions } = editing;
  const display = createDisplay(base, loading.isLoaded);
  const load = async (): Promise<void> => {
    live.loadAlarms();
    await loading.load();
  };
  // What failed without a connection is loaded when it is back.
  effect(() =>
    onReconnected(services.live, () => {
      if (loading.state.peek() === 'failed') void load();
      else if (farm.plots.state.peek() === 'failed') void farm.plots.load();
    }),
  );
  return {
    ...editing,
    records,
    objects,
    viewer,
    loading,
    display,
    labels: createLabelChoice(services.preferences),
    alarms,
    weather: farm.weather,
    plots: farm.plots,
    ledScreens: farm.ledScreens,
    isNewerVersion,
    retryAlarms: (): void => live.loadAlarms(),
    /** Number of active alarms of the devices in the scene. */
    alarmCount: computed(() =>
      objects.equipmentIds.value.reduce((sum, id) => sum + (alarms.byDevice.value.get(id)?.length ?? 0), 0),
    ),
    /** Whether a device in the scene is simulated. */
    isSimulated: computed(() =>
      objects.equipmentIds.value.some((id) => records.deviceById.value.get(id)?.simulated === true),
    ),
    mount: (container: HTMLElement): (() => void) => {
      const unmount = viewer.mount(container, {
        quality: display.quality.peek(),
        hasObjectList: !isNarrow.peek(),
        clients: [objects, session, actions, loading, live, farm.effects, farm.weatherEffect],
      });
      if (!viewer.isUnavailable.peek()) void load();
      return unmount;
    },
    retry: load,
    reload: (): void => location.reload(),
    /** Goes back to the scene list; asks first when something would be lost. */
    back: (): void => {
      if (editor.isDirty.peek() && loading.state.peek() === 'ready') editor.openDialog('leave');
      else leave();
    },
  };
});

/** The models of a scene's screen, by name. */
export type SceneModels = InstanceType<typeof SceneModel>;
