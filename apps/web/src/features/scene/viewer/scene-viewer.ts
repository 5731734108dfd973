import { signal } from '@preact/signals-react';
import {
  FarmError,
  FarmViewer,
  type LabelPoint,
  type QualityChoice,
  type ModelLevelSource,
} from 'farm3d-engine';
import { locale } from '../../../platform/locale.ts';
import { loadTweens, tween } from '../../../platform/tween.ts';

/** Width of the object list on the left with its margin, CSS px. */
const OBJECT_LIST_PX = 320;

/** A model that uses the viewer while there is one. */
interface ViewerClient {
  /** Called when the viewer was created. @returns the function that detaches, called before the viewer is disposed */
  readonly attach: (viewer: FarmViewer) => () => void;
}

export interface MountOptions {
  readonly quality: QualityChoice;
  /** Whether the object list covers the left side of the canvas. */
  readonly hasObjectList: boolean;
  /** Attached in this order. */
  readonly clients: readonly ViewerClient[];
}

/** Creates the FarmViewer of the scene page, passes it to the models that use it, and disposes it. */
export class SceneViewer {
  /** The browser has no WebGL: there is no viewer. */
  readonly isUnavailable = signal(false);
  readonly isContextLost = signal(false);
  readonly #onError: (error: FarmError) => void;
  #viewer: FarmViewer | undefined;
  #canvas: HTMLElement | null = null;

  /** @param onError called for an error that no call reports */
  constructor(onError: (error: FarmError) => void) {
    this.#onError = onError;
  }

  /** Creates the viewer in an element. @returns the function that disposes it */
  mount(container: HTMLElement, options: MountOptions): () => void {
    const viewer = this.#create(container, options);
    if (!viewer) return () => {};
    this.#viewer = viewer;
    this.#canvas = container.querySelector('canvas');
    viewer.on('context-lost', () => {
      this.isContextLost.value = true;
    });
    viewer.on('context-restored', () => {
      this.isContextLost.value = false;
    });
    // The first of these events is emitted when the first frame is visible, not only drawn.
    for (const type of ['base-load', 'load'] as const) void viewer.once(type).then(loadTweens);
    viewer.on('error', ({ error }) => this.#onError(error));
    const detach = options.clients.map((client) => client.attach(viewer));
    const stopLocale = locale.subscribe((next) => viewer.setLocale(next));
    return () => {
      stopLocale();
      for (const stop of detach) stop();
      viewer.dispose();
      this.#viewer = undefined;
      this.#canvas = null;
    };
  }

  setQuality(quality: QualityChoice): void {
    this.#viewer?.setQuality(quality);
  }

  /** Calls `onSlow` once when this machine is too slow for a quality. @returns the function that ends it */
  watchFrames(
    choice: QualityChoice,
    onSlow: (report: (keep: () => void) => Promise<void>) => void,
  ): () => void {
    let stop: (() => void) | undefined;
    let hasEnded = false;
    void import('./slow-frames.ts').then(
      ({ watchFrames, reportSlowness }) => {
        if (hasEnded || !this.#viewer) return;
        stop = watchFrames(this.#viewer, () => onSlow((keep) => reportSlowness(choice, keep)));
      },
      // Without the code the quality stays as it was chosen.
      () => {},
    );
    return () => {
      hasEnded = true;
      stop?.();
    };
  }

  /** Moves the camera back to the saved view. */
  readonly restoreCamera = (): void => void this.#viewer?.camera.restore();

  /** A picture of the present view; null: there is no viewer. */
  readonly screenshot = (): Promise<Blob> | null => this.#viewer?.screenshot() ?? null;

  /** Gives the keyboard focus to the canvas. */
  readonly focusCanvas = (): void => this.#canvas?.focus({ preventScroll: true });

  /** Flies to an object. No effect while the object's model is not loaded: it has no position yet. */
  async flyTo(id: string): Promise<void> {
    await this.#viewer?.focus(id).catch(() => {});
  }

  /** Reports the screen position of an object's label. @returns the function that stops it */
  readonly trackLabel = (id: string, listener: (point: LabelPoint) => void): (() => void) =>
    this.#viewer?.trackLabel(id, listener) ?? (() => {});

  #create(container: HTMLElement, { quality, hasObjectList }: MountOptions): FarmViewer | null {
    try {
      return new FarmViewer(container, {
        fallbackModelPath: '/models/device-default.glb',
        locale: locale.peek(),
        quality,
        levels: modelLevels,
        tween,
        // The loading overlay covers the canvas until the scene is loaded.
        firstFrame: 'loaded',
        padding: hasObjectList ? { left: OBJECT_LIST_PX } : {},
      });
    } catch (error) {
      if (!(error instanceof FarmError) || error.code !== 'webgl-unavailable') throw error;
      this.isUnavailable.value = true;
      return null;
    }
  }
}

/** Calls `listener` with each new screen position of an object's label. @returns the function that stops it */
export type TrackLabel = SceneViewer['trackLabel'];

/** Path of a built-in model, which has level files beside it. */
const BUILT_IN = /^\/models\/([a-z0-9-]+)\.glb$/;
/** Devices have a middle level; structures and crops go from near to far. */
const WITH_MIDDLE = new Set([
  'camera',
  'climate-sensor',
  'device-default',
  'drip-controller',
  'fan-pad',
  'gateway',
  'grow-light',
  'insect-lamp',
  'led-screen',
  'ph-ec-probe',
  'pump',
  'roll-motor',
  'shade-motor',
  'soil-probe',
  'valve',
  'water-meter',
  'weather-station',
]);
/** Diameter of the bounding sphere below which a level is used, CSS px; the build of the models is tuned for it. */
const MIDDLE_BELOW = 150;
const FAR_BELOW = 48;

/** Levels of detail of a built-in model; none for any other. */
export function modelLevels(path: string): ModelLevelSource[] {
  const name = BUILT_IN.exec(path)?.[1];
  if (name === undefined) return [];
  const at = (level: string): string => `/models/${name}.${level}.glb`;
  return [
    ...(WITH_MIDDLE.has(name) ? [{ path: at('mid'), belowPixels: MIDDLE_BELOW }] : []),
    { path: at('far'), belowPixels: FAR_BELOW },
  ];
}
