import type { FarmViewer } from '../engine/farm-viewer.ts';
import type { FarmViewerEvents } from '../engine/events.ts';
import type { Locale } from '../core/messages.ts';
import type { FarmViewerOptions, QualityChoice, ScreenshotOptions } from '../engine/options.ts';
import type { LabelMode } from '../labels/label-layer.ts';
import type { LiveState, LoadReport, ViewerScene } from '../engine/viewer-types.ts';
import type { LiveEvents } from '../live/live-types.ts';
import type { GsapModule } from './gsap-tweens.ts';

/**
 * Events of a {@link FarmViewerElement}: those of its viewer without `render`, and those of its {@link LiveEvents | live
 * connection}, with the payload as `detail`. They bubble and leave shadow trees, hence the prefix: a bubbling `error` would
 * reach the error handlers of the page.
 */
export type FarmViewerElementEvents = {
  [Type in Exclude<keyof FarmViewerEvents, 'render'> as `farm3d-${Type}`]: CustomEvent<
    FarmViewerEvents[Type]
  >;
} & {
  [Type in Exclude<keyof LiveEvents, 'error'> as `farm3d-${Type}`]: CustomEvent<LiveEvents[Type]>;
};

/**
 * A viewer as an element of a page: created when the element is connected, disposed when it is removed; moved within a
 * document it keeps its viewer. Register it with {@link defineFarmViewer}.
 *
 * Attributes: `src`, the URL of a scene file (JSON of a {@link ViewerScene}, model paths relative to the file); `locale`,
 * `quality` and `labels` as in {@link FarmViewerOptions}, which they override. Errors are reported by `farm3d-error`, and written to the
 * console unless a listener calls `preventDefault()`.
 *
 * Live by itself: `server`, the address of a platform, and `token`, an embed token of it, show the token's scene with its
 * states, readings and alarms; `scene`, the id of the scene that the page means, refuses any other. `src` is not read then.
 *
 * Slots: `loading`, over the viewer while a scene loads; `error`, after a scene could not be loaded or no viewer be made;
 * `label`, elements that stand at the objects which their `data-id` names. Parts `loading`, `error`, `labels` and `viewport`,
 * for the page's styles.
 * @example <farm3d-viewer src="/farm/scene.json" locale="en"></farm3d-viewer>
 */
export interface FarmViewerElement extends HTMLElement {
  /** The attribute `src`; setting it loads the file. Default ''. */
  src: string;
  /** The attribute `server`; setting it with `token` connects. Default ''. */
  server: string;
  /** The attribute `token`: an embed token. Default ''. */
  token: string;
  /** The attribute `scene`: id of the scene that the token must be of; null: of any. */
  scene: string | null;
  /** The attribute `locale`; null: as in the options. */
  locale: Locale | null;
  /** The attribute `quality`; null: as in the options. */
  quality: QualityChoice | null;
  /** The attribute `labels`; null: as in the options. */
  labels: LabelMode | null;
  /** Options of the viewer, read when it is created. Default: none. @throws FarmError `invalid-argument` */
  options: FarmViewerOptions;
  /**
   * Loads gsap, which then plays every tween of the viewer; called after the first frame, and until it has resolved every
   * tween ends at once. If it fails, `farm3d-error` reports it and tweens go on ending at once. Read when the viewer is
   * created. Default: none; the viewer plays its own tweens.
   * @throws FarmError `invalid-argument`
   * @example element.gsap = () => import('gsap');
   */
  gsap: (() => Promise<GsapModule>) | undefined;
  /**
   * The viewer; null while the element is not in a document, and if the viewer cannot be created (`farm3d-error`). It is
   * created when this is first read, or when the script that connects the element has ended.
   */
  readonly viewer: FarmViewer | null;
  /**
   * Loads a scene. If the element is removed and connected again, its new viewer loads the same scene.
   * @throws FarmError as {@link FarmViewer.load}; `disposed` while the element is not in a document
   */
  load(scene: ViewerScene): Promise<LoadReport>;
  /** As {@link FarmViewer.setLiveState}. @throws FarmError `disposed` while the element has no viewer */
  setLiveState(states: Iterable<LiveState>): void;
  /** As {@link FarmViewer.select}. @throws FarmError `disposed` while the element has no viewer */
  select(ids: readonly string[]): void;
  /** As {@link FarmViewer.fit}. @throws FarmError `disposed` while the element has no viewer */
  fit(ids?: readonly string[]): Promise<void>;
  /** As {@link FarmViewer.screenshot}. @throws FarmError `disposed` while the element has no viewer */
  screenshot(options?: ScreenshotOptions): Promise<Blob>;
  /** As of any element, with the events of {@link FarmViewerElementEvents}. */
  addEventListener<Type extends keyof FarmViewerElementEvents>(
    type: Type,
    listener: (this: FarmViewerElement, event: FarmViewerElementEvents[Type]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** As of any element. */
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'farm3d-viewer': FarmViewerElement;
  }
}
