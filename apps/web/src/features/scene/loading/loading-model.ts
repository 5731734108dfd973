import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react';
import { FarmError, type FarmViewer, type ViewerScene } from 'farm3d-engine';
import type { Scene } from '@farm3d/api';
import type { SceneObjects } from '../objects/scene-objects.ts';
import type { SceneRecords } from './scene-records.ts';

/** The part of the FarmViewer that loading uses. */
export interface LoadingViewer {
  readonly on: FarmViewer['on'];
  load(scene: ViewerScene): Promise<unknown>;
}

/** A base model that is shown within this time finishes the overlay at once, milliseconds (Spec §9, readings 16). */
const QUICK_BASE_MS = 1400;
/** Else its bar eases to the present progress, milliseconds. */
const EASE_MS = 1500;

export type ScreenState = 'loading' | 'ready' | 'missing' | 'failed' | 'unavailable';

export interface LoadingOptions {
  readonly records: SceneRecords;
  readonly objects: Pick<SceneObjects, 'clearFallbacks'>;
  /** Whether the viewer cannot be created (no WebGL). */
  readonly isUnavailable: ReadonlySignal<boolean>;
  /** Resolves when the page has painted its present content. */
  readonly painted: () => Promise<void>;
  /** The records are known; the viewer begins to load. */
  readonly onRecords: (scene: Scene) => void;
  /** The viewer shows the scene. */
  readonly onShown: (scene: Scene) => void;
  /** Milliseconds; default `performance.now`. */
  readonly now?: () => number;
}

/** Loads a scene: its records from the server, then its models into the viewer. */
export class LoadingModel {
  /** 0 … 1 */
  readonly progress = signal(0);
  /** Name of the file that is loading. */
  readonly label = signal('');
  /** The base model is shown; objects may still be loading. */
  readonly isBaseLoaded = signal(false);
  readonly isLoaded = signal(false);
  /** Transition of the overlay's bar, milliseconds. */
  readonly easeMs = signal(EASE_MS);
  /** Why the viewer could not load the scene. */
  readonly failure = signal<unknown>(null);
  readonly state = computed((): ScreenState => {
    const { isUnavailable, records } = this.#options;
    if (isUnavailable.value) return 'unavailable';
    if (this.failure.value) return 'failed';
    if (records.state.value !== 'ready') return records.state.value;
    return this.isLoaded.value ? 'ready' : 'loading';
  });
  /** Whether the overlay, or the message that there is no scene, covers the page. */
  readonly isCovered = computed(
    () =>
      !(this.isBaseLoaded.value || this.isLoaded.value) || !['loading', 'ready'].includes(this.state.value),
  );
  readonly #options: LoadingOptions;
  readonly #now: () => number;
  #viewer: LoadingViewer | undefined;
  #startedAt = 0;

  constructor(options: LoadingOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  readonly attach = (viewer: LoadingViewer): (() => void) => {
    this.#viewer = viewer;
    const stopProgress = viewer.on('load-progress', ({ ratio, label }) =>
      batch(() => {
        this.progress.value = ratio;
        this.label.value = label;
      }),
    );
    const stopBase = viewer.on('base-load', () =>
      batch(() => {
        this.easeMs.value = this.#now() - this.#startedAt <= QUICK_BASE_MS ? 0 : EASE_MS;
        this.isBaseLoaded.value = true;
      }),
    );
    return () => {
      stopProgress();
      stopBase();
      this.#viewer = undefined;
    };
  };

  /** Loads the scene, also again after a failure. */
  readonly load = async (): Promise<void> => {
    const { records, onRecords, onShown } = this.#options;
    this.failure.value = null;
    if (!(await records.load())) return;
    const scene = records.scene.peek();
    if (!scene) return;
    onRecords(scene);
    try {
      if (await this.#show(scene)) onShown(scene);
    } catch (error) {
      this.failure.value = error;
    }
  };

  /** @returns whether the scene is shown; false when the viewer was disposed meanwhile */
  async #show(scene: Scene): Promise<boolean> {
    const { records, objects, painted } = this.#options;
    const viewer = this.#viewer;
    if (!viewer) return false;
    this.#startedAt = this.#now();
    batch(() => {
      this.easeMs.value = EASE_MS;
      this.isLoaded.value = false;
      this.isBaseLoaded.value = false;
      this.progress.value = 0;
      objects.clearFallbacks();
    });
    try {
      await viewer.load({
        // A plot without a base model is open ground: greenhouses are placed on it.
        baseModelPath: scene.type === 'plot' ? scene.baseModelPath : records.baseModelPathOf(scene),
        layout: scene.layout,
        catalogue: records.catalogue.peek(),
      });
    } catch (error) {
      if (error instanceof FarmError && (error.code === 'aborted' || error.code === 'disposed')) return false;
      throw error;
    }
    this.isLoaded.value = true;
    // The first frame is painted before other work keeps the page busy.
    await painted();
    return this.#viewer === viewer;
  }
}
