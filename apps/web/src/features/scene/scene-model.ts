import { batch, computed, createModel, effect, signal, untracked } from '@preact/signals-react';
import type { Device, Scene } from '@farm3d/api';
import type { Drive, LiveState, QualityChoice } from 'farm3d-engine';
import type { PlacementItem } from 'farm3d-engine/editor';
import { locale, t } from '../../platform/locale.ts';
import { readPreference, writePreference } from '../../platform/preferences.ts';
import { readingText } from '../../platform/reading-text.ts';
import { api, live } from '../../platform/services.ts';
import { user } from '../../platform/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { isNarrow } from '../../platform/viewport.ts';
import { createAlarms } from './live/alarms.ts';
import { createCards } from './cards/cards-model.ts';
import { carouselEntries, equipmentKinds, type CarouselEntry } from './objects/catalogue.ts';
import { createEditing } from './editor/editor-model.ts';
import { mainReading } from '../../parts/readings.ts';
import { createPanel } from './panel/panel-model.ts';
import { createPlots } from './plots/plots-model.ts';
import { driveOf, filmOpening, mayDrive } from './live/drives.ts';
import { createScreens } from './live/led-screens.ts';
import { createSceneData } from './loading/scene-records.ts';
import { createStage } from './viewer/scene-viewer.ts';
import { createValves } from './live/valves.ts';
import { createWeather } from './weather/weather-model.ts';

/** Devices on a page of the carousel: the specification's four (§9), two where a phone has room for no more. */
const CAROUSEL_PER_PAGE = 4;
const CAROUSEL_PER_PAGE_NARROW = 2;

export type ScreenState = 'loading' | 'ready' | 'missing' | 'failed' | 'unavailable';

const QUALITIES: readonly QualityChoice[] = ['auto', 'low', 'medium', 'high'];

/** `?quality=high` in the address wins over the person's own choice and is not remembered: for pictures and measuring. */
function qualityNamed(name: string | null): QualityChoice | undefined {
  return QUALITIES.find((choice) => choice === name);
}

/** What the screen of one scene knows and does. `leave` takes the person to the scene list, `open` to another scene. */
export const SceneModel = createModel((sceneId: string, leave: () => void, open: (id: string) => void) => {
  const data = createSceneData(api, sceneId);
  const cards = createCards();
  const valves = createValves(api, live);
  const alarms = createAlarms(api);
  const panel = createPanel();
  const lifetime = new AbortController();
  effect(() => () => lifetime.abort());
  const failure = signal<unknown>(null);
  const listOpen = signal(readPreference('objects') !== 'closed');
  /** A phone's list covers the scene: it is open only while something is looked for. */
  const sheetOpen = signal(false);
  const objectsOpen = computed(() => (isNarrow.value ? sheetOpen.value : listOpen.value));
  const carouselPage = signal(0);
  const shortcutsOpen = signal(false);
  const quality = signal<QualityChoice>(
    qualityNamed(new URLSearchParams(location.search).get('quality')) ??
      qualityNamed(readPreference('quality')) ??
      'auto',
  );
  /** A newer version of the scene that somebody else saved. */
  const newerVersion = signal<number | null>(null);

  const stage = createStage({
    onObjectClick: (id, isAdditive) => {
      // One more or one less is chosen by the editor; a card is about one thing.
      if (editing.editing.peek() && (isAdditive || stage.tools.isAreaSelect.peek())) return;
      openThing(id);
    },
    onChildSceneClick: (_, isAdditive) => {
      if (isAdditive || stage.transform.peek()) return;
      cards.closeUnpinned();
    },
    onBackgroundClick: (isAdditive) => {
      if (isAdditive || (editing.editing.peek() && stage.tools.isAreaSelect.peek())) return;
      // While handles are shown a click beside them is most likely a missed handle.
      if (stage.transform.peek()) return;
      batch(() => {
        stage.select(null);
        cards.closeUnpinned();
      });
    },
    onPlaced: (id, by) => {
      if (!data.deviceById.peek().has(id)) return;
      openThing(id);
      // Its place in the carousel is another one now: the next key is for the card.
      if (by === 'keyboard') cards.enter(id);
    },
    onPlacementCancelled: (name, reason) => {
      if (reason === 'off-plot') showToast('info', t('placement.dropped.plot', { name }));
      else if (reason === 'off-base' || reason === 'outside-canvas') {
        showToast('info', t('placement.dropped', { name }));
      }
    },
    onError: (error) => showToast('error', error.text(locale.peek())),
  });
  const weather = createWeather({ api, stage, areaCode: () => user.peek()?.areaCode ?? null });
  effect(() => () => weather.dispose());
  const plots = createPlots({ api, sceneId, data, stage });
  effect(() => () => plots.dispose());
  const screens = createScreens(api, stage);
  effect(() => () => screens.dispose());
  const editing = createEditing({
    api,
    sceneId,
    data,
    stage,
    onDeleted: leave,
    onCopied: open,
    reload: () => location.reload(),
    onChange: (isEditing) => {
      if (isEditing) showFirstUnplaced();
      else {
        cards.closeAll();
        stage.select(null);
      }
      if (isEditing) panel.close();
    },
  });

  const perPage = computed(() => (isNarrow.value ? CAROUSEL_PER_PAGE_NARROW : CAROUSEL_PER_PAGE));
  const carousel = computed(() =>
    carouselEntries(
      data.devices.value,
      data.childCandidates.value,
      stage.placed.value,
      stage.childScenes.value.map(({ id }) => id),
    ),
  );
  const state = computed<ScreenState>(() => {
    if (stage.unavailable.value) return 'unavailable';
    if (failure.value) return 'failed';
    if (data.state.value !== 'ready') return data.state.value;
    return stage.loaded.value ? 'ready' : 'loading';
  });
  const simulated = computed(() =>
    stage.placed.value.some((id) => data.deviceById.value.get(id)?.simulated === true),
  );

  const openThing = (id: string): void => {
    if (stage.transform.peek() && stage.transform.peek()?.ids.join() !== id) stage.commitTransform();
    batch(() => {
      stage.select(id);
      cards.open(id);
      panel.follow(id);
    });
  };
  const showFirstUnplaced = (): void => {
    const placed = new Set([...stage.placed.peek(), ...stage.childScenes.peek().map(({ id }) => id)]);
    const at = carousel.peek().findIndex(({ id }) => !placed.has(id));
    carouselPage.value = Math.max(0, Math.floor(at / perPage.peek()));
  };

  const basePathOf = (scene: Scene | undefined): string | null =>
    scene?.baseModelPath ?? data.config.peek()?.baseModelPath ?? null;
  const kinds = computed(() => equipmentKinds(data.devices.value));

  const show = async (): Promise<void> => {
    failure.value = null;
    void alarms.load(lifetime.signal);
    if (!(await data.load())) return;
    const scene = data.scene.peek();
    if (!scene) return;
    for (const device of data.devices.peek()) {
      live.know(device.id, device);
    }
    try {
      const isShown = await stage.load({
        // A plot is land: its greenhouses are placed on it.
        baseModelPath: scene.type === 'plot' ? scene.baseModelPath : basePathOf(scene),
        layout: scene.layout,
        catalogue: kinds.peek(),
      });
      if (!isShown) return;
      tellStates(stage.placed.peek());
      void plots.load();
      if (scene.type === 'plot') {
        void stage.showChildScenes((id) =>
          basePathOf(data.childCandidates.peek().find((candidate) => candidate.id === id)),
        );
      }
      void screens.load(placedDevices());
    } catch (error) {
      failure.value = error;
    }
  };

  const placedDevices = (): Device[] =>
    stage.placed.peek().flatMap((id) => data.deviceById.peek().get(id) ?? []);

  /** The reading of a device that its label shows. */
  const valueText = ({ id, productModelId }: Device): string | undefined => {
    const main = mainReading(data.attributes.peek().get(productModelId) ?? []);
    const latest = main && live.device(id).latest(main.key);
    return main && latest ? `${readingText(latest.value)} ${main.unit}` : undefined;
  };

  /** Shows the live state of devices in the scene. */
  const tellStates = (ids: Iterable<string>): void => {
    const known = data.deviceById.peek();
    const alarming = alarms.byDevice.peek();
    const glows = new Map<string, number>();
    const states: LiveState[] = [];
    for (const id of ids) {
      const device = known.get(id);
      if (!device) continue;
      const now = live.device(id);
      let drive: Drive | undefined;
      if (mayDrive(now.keys.peek())) {
        const reading = (key: string): unknown => now.latest(key)?.value;
        drive = driveOf(reading);
        const film = filmOpening(reading);
        if (film !== undefined) void stage.setFilm(film).catch(() => {});
        if (typeof drive?.glow === 'number') glows.set(id, drive.glow);
      }
      states.push({
        id,
        online: now.online.peek() ?? device.online,
        alarm: alarming.has(id),
        drive,
        value: () => valueText(device),
      });
    }
    stage.setLiveState(states);
    if (glows.size > 0) void stage.setLights(kinds.peek(), glows).catch(() => {});
  };

  effect(() =>
    live.onFlush((changed) => {
      if (stage.loaded.peek()) tellStates(stage.placed.peek().filter((id) => changed.has(id)));
    }),
  );
  effect(() =>
    live.watch({ scene: sceneId }, (event) => {
      if (event.type === 'scene-weather') {
        if (event.sceneId === sceneId) weather.showLinked(event.kind);
      } else if (event.type === 'alarm') alarms.take(event.alarm);
      else if (event.type === 'device-changed') void data.reloadDevices();
      else if (event.type === 'subscribed' && event.resumed) {
        void alarms.load(lifetime.signal);
        void data.reloadDevices();
      } else if (event.type === 'scene-changed' && event.sceneId === sceneId) {
        // What is not saved yet is not taken away: it may become a scene of its own.
        if (event.version === 0 && editing.dirty.peek()) editing.ask('gone');
        else if (event.version === 0) data.state.value = 'missing';
        else newerVersion.value = event.version;
      }
    }),
  );
  // Alarms pulse in the scene from the moment they are known.
  effect(() =>
    alarms.byDevice.subscribe(() => {
      if (stage.loaded.peek()) tellStates(stage.placed.peek());
    }),
  );
  // A thing placed just now is not part of the stored scene: its card listens by itself.
  effect(() => {
    const stored = new Set(data.scene.value?.layout.equipment.map(({ id }) => id));
    const others = cards.openIds.value.filter((id) => !stored.has(id) && data.deviceById.value.has(id));
    return others.length > 0 ? live.watch({ devices: others }) : undefined;
  });
  effect(() => {
    const known = data.deviceById.value;
    for (const id of stage.placed.value) {
      const device = known.get(id);
      if (device) untracked(() => data.needAttributes(device.productModelId));
    }
  });
  effect(() => {
    const { value: kinds } = data.devices;
    untracked(() => {
      if (stage.loaded.peek()) stage.setCatalogue(equipmentKinds(kinds));
    });
  });
  effect(() => {
    const ids = stage.placed.value;
    untracked(() => cards.keepOnly(ids));
  });

  // A card is about one thing: with none or several chosen, only what is pinned stays.
  effect(() => {
    if (stage.selection.value.length !== 1 && editing.editing.peek()) untracked(() => cards.closeUnpinned());
  });
  const placementItem = (entry: CarouselEntry): PlacementItem =>
    entry.kind === 'device'
      ? { id: entry.id, name: entry.name, modelPath: entry.device.modelPath }
      : {
          id: entry.id,
          name: entry.name,
          modelPath: basePathOf(entry.scene),
          kind: 'scene',
          equipment: entry.scene.layout.equipment.filter(({ parentId }) => parentId === null),
        };

  return {
    data,
    stage,
    cards,
    editing,
    valves,
    alarms,
    panel,
    weather,
    plots,
    screens,
    state,
    failure,
    simulated,
    objectsOpen,
    carouselPage,
    carousel,
    perPage,
    quality,
    newerVersion: computed(() => {
      const known = data.scene.value?.version ?? 0;
      // Our own save is told too, and may be told before it is answered.
      return (
        !editing.saving.value &&
        !plots.saving.value &&
        newerVersion.value !== null &&
        newerVersion.value > known
      );
    }),
    mount: (container: HTMLElement): (() => void) => {
      const unmount = stage.mount(container, quality.peek());
      if (!stage.unavailable.peek()) void show();
      return unmount;
    },
    retry: show,
    reload: (): void => location.reload(),
    openThing,
    flyTo: (id: string): void => {
      openThing(id);
      // Nothing may lie over what is flown to.
      sheetOpen.value = false;
      if (isNarrow.peek()) panel.close();
      void stage.focus(id);
    },
    /** Chooses one thing more, or one less. */
    toggleThing: stage.toggle,
    /** A greenhouse on the plot: its tools stand in the bar of what is chosen. */
    openChildScene: (id: string): void => {
      stage.commitTransform();
      sheetOpen.value = false;
      stage.select(id);
      void stage.focus(id);
    },
    removeThings: (ids: readonly string[]): void => {
      if (ids.length === 0 || editing.saving.peek()) return;
      const [first = ''] = ids;
      const name =
        data.deviceById.peek().get(first)?.name ??
        stage.childScenes.peek().find(({ id }) => id === first)?.name ??
        first;
      stage.remove(ids);
      showToast(
        'info',
        ids.length === 1 ? t('card.removed', { name }) : t('select.removed', { n: ids.length }),
      );
    },
    shortcutsOpen,
    showShortcuts: (isOpen: boolean): void => {
      shortcutsOpen.value = isOpen;
    },
    placeByPointer: (entry: CarouselEntry, pointer: PointerEvent): void =>
      stage.beginPlacement(placementItem(entry), pointer),
    placeByKeyboard: (entry: CarouselEntry): void => stage.beginKeyboardPlacement(placementItem(entry)),
    turnCarousel: (page: number): void => {
      carouselPage.value = page;
    },
    /** A phone's list, which lies over the scene and its tools. */
    closeList: (): void => {
      sheetOpen.value = false;
    },
    toggleObjects: (): void => {
      if (isNarrow.peek()) sheetOpen.value = !sheetOpen.peek();
      else {
        listOpen.value = !listOpen.peek();
        writePreference('objects', listOpen.peek() ? 'open' : 'closed');
      }
    },
    setQuality: (choice: QualityChoice): void => {
      quality.value = choice;
      writePreference('quality', choice);
      stage.setQuality(choice);
    },
    /** Goes back to the scene list; asks first when something would be lost. */
    back: (): void => {
      if (editing.dirty.peek() && state.peek() === 'ready') editing.ask('leave');
      else leave();
    },
  };
});

export type SceneScreen = InstanceType<typeof SceneModel>;
