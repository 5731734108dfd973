import { batch, computed, signal } from '@preact/signals-react';
import {
  FarmError,
  FarmViewer,
  type CameraState,
  type ChildSceneRecord,
  type FarmViewerEvents,
  type LabelPoint,
  type QualityChoice,
  type SceneLayout,
  type Transform,
  type ViewerScene,
} from 'farm3d-engine';
import type {
  PlacementCancelReason,
  PlacementItem,
  PlacementObstacle,
  SceneEditor,
  TransformMode,
} from 'farm3d-engine/editor';
import type { SceneWeather, WeatherKind, WeatherSource } from 'farm3d-engine/weather';
import type { LedEntry } from 'farm3d-engine/farm';
import { locale } from '../../../platform/locale.ts';
import { painted } from '../../../platform/painted.ts';
import { isNarrow } from '../../../platform/viewport.ts';
import { createEditTools } from './edit-tools.ts';
import type { FarmWish } from '../farm/farm-look.ts';
import type { FarmView } from '../farm/farm-view.ts';
import { modelLevels } from './model-levels.ts';

/** What the list of things covers on the left, its margin included. */
const OBJECT_LIST_PX = 320;

/** Why a stand-in model is shown. */
export interface Fallback {
  /** Address of the file that could not be shown. */
  readonly path: string;
  readonly reason: FarmViewerEvents['model-fallback']['reason'];
}

/** A device on its way into the scene. */
export interface Placement {
  readonly id: string;
  readonly name: string;
  readonly by: 'pointer' | 'keyboard';
  /** Null until the pointer has reached the scene. */
  readonly valid: boolean | null;
  /** Why it cannot be dropped there; null while it can. */
  readonly reason: PlacementObstacle | null;
}

export interface ActiveTransform {
  /** What the handles hold: one thing or several together. */
  readonly ids: readonly string[];
  readonly mode: TransformMode;
}

export interface StageListeners {
  /** @param isAdditive with Shift, Ctrl or ⌘ */
  onObjectClick: (id: string, isAdditive: boolean) => void;
  onChildSceneClick: (id: string, isAdditive: boolean) => void;
  onBackgroundClick: (isAdditive: boolean) => void;
  onPlaced: (id: string, by: Placement['by']) => void;
  onPlacementCancelled: (name: string, reason: PlacementCancelReason) => void;
  onError: (error: FarmError) => void;
}

/** The 3D scene on the page: the engine's events as signals, the screen's wishes as engine calls. */
export function createStage(listeners: StageListeners) {
  const unavailable = signal(false);
  /** The scene is drawn without a graphics card. */
  const isSoftware = signal(false);
  const contextLost = signal(false);
  const progress = signal(0);
  const loadingName = signal('');
  const loaded = signal(false);
  /** The base model is in the picture; things may still be on their way. */
  const baseLoaded = signal(false);
  const placed = signal<readonly string[]>([]);
  const fallbacks = signal<ReadonlyMap<string, Fallback>>(new Map());
  const hovered = signal<string | null>(null);
  /** Chosen devices and child scenes. */
  const selection = signal<readonly string[]>([]);
  /** The one that is chosen; null when none or several are. */
  const selected = computed(() => (selection.value.length === 1 ? (selection.value[0] ?? null) : null));
  const childScenes = signal<readonly ChildSceneRecord[]>([]);
  const layoutIsDirty = signal(false);
  const canUndo = signal(false);
  const canRedo = signal(false);
  const placement = signal<Placement | null>(null);
  const transform = signal<ActiveTransform | null>(null);
  /** Changes while handles are dragged; read it outside React's render. */
  const transformValues = signal<Transform | null>(null);
  let viewer: FarmViewer | undefined;
  let picture: HTMLElement | null = null;
  let editor: SceneEditor | undefined;
  /** The editor while it may be used: before editing, and while a save is on its way, nothing changes. */
  const active = (): SceneEditor | undefined => (editor?.enabled ? editor : undefined);
  const tools = createEditTools(active);
  let weather: SceneWeather | undefined;
  let farm: Promise<FarmView | null> | undefined;
  /** Plots, plants, film, lights and screens come with their own code, after the scene's first picture. */
  const farmView = (): Promise<FarmView | null> => {
    const mine = viewer;
    farm ??= Promise.all([import('farm3d-engine/farm'), import('../farm/farm-view.ts')]).then(
      ([engine, { createFarmView }]) =>
        mine && mine === viewer && !mine.isDisposed ? createFarmView(mine, engine) : null,
    );
    return farm;
  };
  /** Grows with every wish about the weather: what arrives for an earlier one is not shown. */
  let weatherWish = 0;

  const followViewer = (view: FarmViewer): void => {
    view.on('load-progress', ({ ratio, label }) =>
      batch(() => {
        progress.value = ratio;
        loadingName.value = label;
      }),
    );
    view.on('base-load', () => {
      baseLoaded.value = true;
    });
    view.on('model-fallback', ({ id, path, reason }) => {
      fallbacks.value = new Map(fallbacks.value).set(id, { path, reason });
    });
    view.on('object-click', ({ id, isAdditive }) => listeners.onObjectClick(id, isAdditive));
    view.on('child-scene-click', ({ id, isAdditive }) => listeners.onChildSceneClick(id, isAdditive));
    view.on('background-click', ({ isAdditive }) => listeners.onBackgroundClick(isAdditive));
    view.on('hover', ({ id }) => {
      hovered.value = id;
    });
    view.on('select', ({ ids }) => {
      selection.value = ids;
    });
    view.on('context-lost', () => {
      contextLost.value = true;
    });
    view.on('context-restored', () => {
      contextLost.value = false;
    });
    view.on('error', ({ error }) => listeners.onError(error));
    view.document.on('change', ({ diff }) => {
      if (diff.added.length > 0 || diff.removed.length > 0) {
        placed.value = view.document.equipment().map(({ id }) => id);
      }
      if (diff.childScenes) childScenes.value = view.document.childScenes();
      if (diff.removed.some(({ id }) => fallbacks.peek().has(id))) {
        const left = new Map(fallbacks.peek());
        for (const { id } of diff.removed) left.delete(id);
        fallbacks.value = left;
      }
    });
    view.document.on('history-changed', (history) =>
      batch(() => {
        canUndo.value = history.canUndo;
        canRedo.value = history.canRedo;
        layoutIsDirty.value = history.isDirty;
      }),
    );
  };

  const followEditor = (edit: SceneEditor): void => {
    tools.follow(edit);
    edit.on('placement-preview', ({ id, valid, reason }) => {
      const now = placement.peek();
      if (now?.id !== id) return;
      const next = reason === 'outside-canvas' ? null : valid;
      if (now.valid !== next || now.reason !== (reason ?? null))
        placement.value = { ...now, valid: next, reason: reason ?? null };
    });
    edit.on('placed', ({ id }) => {
      const by = placement.peek()?.by ?? 'pointer';
      placement.value = null;
      listeners.onPlaced(id, by);
    });
    edit.on('placement-cancelled', ({ reason }) => {
      const name = placement.peek()?.name;
      placement.value = null;
      if (name !== undefined) listeners.onPlacementCancelled(name, reason);
    });
    edit.on('transform-start', ({ ids, mode, transform: values }) =>
      batch(() => {
        transform.value = { ids, mode };
        transformValues.value = values;
      }),
    );
    edit.on('transform-change', ({ transform: values }) => {
      transformValues.value = values;
    });
    for (const type of ['transform-commit', 'transform-cancel'] as const) {
      edit.on(type, () =>
        batch(() => {
          transform.value = null;
          transformValues.value = null;
        }),
      );
    }
  };

  /** Puts the scene into an element. @returns the function that takes it out and gives everything back. */
  const mount = (container: HTMLElement, quality: QualityChoice): (() => void) => {
    try {
      viewer = new FarmViewer(container, {
        fallbackModelPath: '/models/device-default.glb',
        locale: locale.peek(),
        quality,
        levels: modelLevels,
        // The overlay covers it until then.
        firstFrame: 'loaded',
        padding: isNarrow.peek() ? {} : { left: OBJECT_LIST_PX },
      });
    } catch (error) {
      if (!(error instanceof FarmError) || error.code !== 'webgl-unavailable') throw error;
      unavailable.value = true;
      return () => {};
    }
    followViewer(viewer);
    picture = container.querySelector('canvas');
    const stopTelling = locale.subscribe((now) => viewer?.setLocale(now));
    return () => {
      stopTelling();
      editor?.dispose();
      // The viewer takes its weather down with itself.
      viewer?.dispose();
      weather = undefined;
      farm = undefined;
      weatherWish += 1;
      editor = undefined;
      viewer = undefined;
      picture = null;
    };
  };

  return {
    unavailable,
    isSoftware,
    contextLost,
    progress,
    loadingName,
    loaded,
    baseLoaded,
    placed,
    fallbacks,
    hovered,
    selection,
    selected,
    childScenes,
    tools,
    layoutIsDirty,
    canUndo,
    canRedo,
    placement,
    transform,
    transformValues,
    mount,
    /** Resolves with whether it was shown; false when the page has moved on meanwhile. */
    load: async (scene: ViewerScene): Promise<boolean> => {
      const shown = viewer;
      if (!shown) return false;
      batch(() => {
        loaded.value = false;
        baseLoaded.value = false;
        progress.value = 0;
        fallbacks.value = new Map();
      });
      try {
        await shown.load(scene);
      } catch (error) {
        if (error instanceof FarmError && (error.code === 'aborted' || error.code === 'disposed'))
          return false;
        throw error;
      }
      loaded.value = true;
      // The picture is to be seen before anything else keeps the page busy.
      await painted();
      return viewer === shown;
    },
    setCatalogue: (kinds: ViewerScene['catalogue']): void => {
      // A device that has another model now gets another chance; the engine tells if it fails again.
      const paths = new Map(kinds.map(({ equipmentId, modelPath }) => [equipmentId, modelPath]));
      const still = [...fallbacks.peek()].filter(
        ([id, { path }]) => !paths.has(id) || paths.get(id) === path,
      );
      if (still.length < fallbacks.peek().size) fallbacks.value = new Map(still);
      viewer?.setCatalogue(kinds);
    },
    setLiveState: (states: Parameters<FarmViewer['setLiveState']>[0]): void => viewer?.setLiveState(states),
    showFarm: async (wish: FarmWish): Promise<void> => {
      const { farmLook } = await import('../farm/farm-look.ts');
      await (await farmView())?.show(farmLook(wish, new Date()));
    },
    showChildScenes: async (modelPathOf: (id: string) => string | null): Promise<void> =>
      (await farmView())?.showChildScenes(modelPathOf),
    setFilm: async (opening: number): Promise<void> => (await farmView())?.setFilm(opening),
    setLights: async (
      catalogue: ViewerScene['catalogue'],
      levels: ReadonlyMap<string, number>,
    ): Promise<void> => (await farmView())?.setLights(catalogue, levels),
    setScreen: async (
      id: string,
      entries: readonly LedEntry[],
      size: { width: number; height: number },
    ): Promise<void> => (await farmView())?.setScreen(id, entries, size),
    /** Weather comes with its own code, on the first wish. */
    setWeather: async (kind: WeatherKind, source: WeatherSource, range?: number): Promise<void> => {
      weatherWish += 1;
      const wish = weatherWish;
      const { SceneWeather: Weather } = await import('farm3d-engine/weather');
      if (!viewer || wish !== weatherWish) return;
      weather ??= new Weather(viewer);
      await weather.set(kind, { source, ...(range === undefined ? {} : { range }) });
    },
    /** The default sky again; what the effect took is given back. */
    clearWeather: async (): Promise<void> => {
      weatherWish += 1;
      const wish = weatherWish;
      await weather?.clear();
      if (wish !== weatherWish) return;
      weather?.dispose();
      weather = undefined;
    },
    setQuality: (quality: QualityChoice): void => viewer?.setQuality(quality),
    /** The editor comes with its own code, the first time that somebody edits. */
    prepareEditing: async (): Promise<void> => {
      const { SceneEditor: Editor } = await import('farm3d-engine/editor');
      if (!viewer || editor) return;
      editor = new Editor(viewer);
      editor.enabled = false;
      followEditor(editor);
    },
    setEditing: (editing: boolean): void => {
      if (editor) editor.enabled = editing;
    },
    /** The picture hears the next key. */
    takeFocus: (): void => picture?.focus({ preventScroll: true }),
    select: (id: string | null): void => viewer?.select(id === null ? [] : [id]),
    /** One more of what is chosen, or one less. What handles hold is kept first. */
    toggle: (id: string): void => {
      const now = selection.peek();
      active()?.select(now.includes(id) ? now.filter((one) => one !== id) : [...now, id]);
    },
    focus: async (id: string): Promise<void> => {
      // A thing whose model has not arrived yet has no place to fly to.
      await viewer?.focus(id).catch(() => {});
    },
    restoreView: (): void => void viewer?.camera.restore(),
    trackLabel: (id: string, listener: (point: LabelPoint) => void): (() => void) =>
      viewer?.trackLabel(id, listener) ?? (() => {}),
    beginPlacement: (item: PlacementItem, pointer: PointerEvent): void => {
      const edit = active();
      if (!edit || placement.peek()) return;
      placement.value = { id: item.id, name: item.name, by: 'pointer', valid: null, reason: null };
      edit.beginPlacement(item, pointer);
    },
    beginKeyboardPlacement: (item: PlacementItem): void => {
      const edit = active();
      if (!edit || placement.peek()) return;
      placement.value = { id: item.id, name: item.name, by: 'keyboard', valid: null, reason: null };
      edit.beginKeyboardPlacement(item);
    },
    /** Handles on these things; on those that have them already only what they do. */
    setTransformMode: (ids: readonly string[], mode: TransformMode): void => {
      const edit = active();
      if (!edit) return;
      const session = edit.activeTransform;
      if (session && transform.peek()?.ids.join() === ids.join()) {
        session.setMode(mode);
        transform.value = { ids, mode };
      } else {
        edit.beginTransform(ids, mode);
        // A thing inside a child scene that is chosen too goes with it, and is none of its own.
        transform.value = { ids, mode };
      }
    },
    setTransform: (part: Partial<Transform>): void => editor?.activeTransform?.set(part),
    commitTransform: (): void => editor?.activeTransform?.commit(),
    cancelTransform: (): void => editor?.activeTransform?.cancel(),
    remove: (ids: readonly string[]): void => active()?.remove(ids),
    undo: (): void => active()?.undo(),
    redo: (): void => active()?.redo(),
    /** What would be saved now, with the records that cannot stand in the scene; the camera as it stands. */
    layout: (): SceneLayout | null => {
      if (!viewer) return null;
      const { skipped, ...layout } = viewer.document.toLayout();
      return {
        ...layout,
        equipment: [...layout.equipment, ...((skipped?.equipment ?? []) as typeof layout.equipment)],
        childScenes: [...layout.childScenes, ...((skipped?.childScenes ?? []) as typeof layout.childScenes)],
        camera: viewer.camera.state(),
      };
    },
    /** The layout is stored: `camera` is the view to come back to. */
    markSaved: (camera: CameraState | null): void => {
      if (!viewer) return;
      viewer.document.markSaved();
      viewer.camera.home = camera;
    },
  };
}

export type Stage = ReturnType<typeof createStage>;
