/// <reference lib="esnext.disposable" preserve="true" />
import { Box3 } from 'three';
import type { AnimationPlayer } from '../animation/animation-player.ts';
import { browserClock } from '../core/clock.ts';
import { check, checkFinite } from '../core/check.ts';
import { Disposer, type IDisposable } from '../core/disposer.ts';
import { TypedEmitter } from '../core/emitter.ts';
import { FarmError } from '../core/errors.ts';
import type { Locale } from '../core/messages.ts';
import { SceneDocument } from '../document/scene-document.ts';
import { LabelLayer } from '../labels/label-layer.ts';
import { CameraRig } from '../render/camera-rig.ts';
import type { QualityTier } from '../render/quality.ts';
import { ModelLibrary } from '../resources/model-library.ts';
import type { ViewerContext, ViewerPlugin } from '../context/viewer-context.ts';
import { SceneView } from '../view/scene-view.ts';
import { LazyModelClient } from '../workers/lazy-model-client.ts';
import { checkIds, checkLocale, checkOptions, QUALITY_CHOICES } from './check-options.ts';
import { DeviceKinds } from './device-kinds.ts';
import type { DeviceKind } from './kind-types.ts';
import { EquipmentModels } from './equipment-models.ts';
import type { EquipmentKind } from './equipment-kind.ts';
import { type FarmViewerEvents, VIEWER_EVENTS } from './events.ts';
import { LabelUpdater } from './label-updater.ts';
import { LabelTracker, type LabelPoint } from './label-tracker.ts';
import { applyLiveStates } from './live-states.ts';
import {
  DEFAULT_FALLBACK_PATH,
  type FarmViewerOptions,
  type QualityChoice,
  type ScreenshotOptions,
} from './options.ts';
import { ModelWarnings } from './model-warnings.ts';
import { PointerInput } from './pointer-input.ts';
import { ObjectInteraction } from './object-interaction.ts';
import { ViewerRenderer } from './viewer-renderer.ts';
import { SceneLoading } from './scene-loading.ts';
import { EquipmentMotion } from './equipment-motion.ts';
import type { LiveState, LoadReport, Pick, ViewerScene, ViewerStats } from './viewer-types.ts';
import { ViewerAccess } from './viewer-access.ts';
import { ViewerPlugins } from './viewer-plugins.ts';

/**
 * A farm scene in an element of the page.
 * @example
 * const viewer = new FarmViewer(element);
 * await viewer.load({ baseModelPath: '/models/greenhouse.glb', layout, catalogue });
 * viewer.on('object-click', ({ id }) => viewer.select([id]));
 */
export class FarmViewer extends TypedEmitter<FarmViewerEvents> implements IDisposable {
  /** The scene as plain data: the viewer draws its changes, and the host saves it. */
  readonly document = new SceneDocument();
  /** The camera: animated moves, limits, home view. */
  readonly camera: CameraRig;
  /** Labels of objects: names, values and states. */
  readonly labels: LabelLayer;
  readonly #plugins: ViewerPlugins;
  readonly #view: SceneView;
  readonly #renderer: ViewerRenderer;
  readonly #client: LazyModelClient;
  readonly #library: ModelLibrary;
  readonly #models: EquipmentModels;
  readonly #motion: EquipmentMotion;
  readonly #tracker: LabelTracker;
  readonly #labelUpdater: LabelUpdater;
  readonly #interaction: ObjectInteraction;
  readonly #scenes: SceneLoading;
  readonly #access: ViewerAccess;
  readonly #disposer = new Disposer();
  readonly #lifetime = new AbortController();
  readonly #kinds = new DeviceKinds();
  #locale: Locale;

  /** @throws FarmError `webgl-unavailable`, or `invalid-argument` naming the option */
  constructor(container: HTMLElement, options: FarmViewerOptions = {}) {
    checkOptions(container, options);
    super(VIEWER_EVENTS);
    this.#locale = options.locale ?? 'zh-CN';
    const clock = options.clock ?? browserClock;
    const seed = options.seed ?? 1;
    const isReducedMotion = () => prefersReducedMotion(options.reducedMotion);
    this.#view = new SceneView(seed);
    this.#renderer = new ViewerRenderer(
      container,
      this.#view,
      clock,
      options.quality ?? 'auto',
      options.pixelRatio,
      options.firstFrame ?? 'immediate',
      {
        isReducedMotion,
        advance: (deltaMs) => this.#motion.advance(deltaMs),
        beforeDraw: (frame) => {
          this.#plugins.beforeDraw(frame);
          this.#labelUpdater.update();
          this.labels.update(this.#renderer.width, this.#renderer.height);
        },
        tierChanged: (tier) => {
          this.#scenes.showBaseFor(tier);
          this.#plugins.emit('quality-changed', { tier });
          this.emit('quality-changed', { tier });
        },
        continuousChanged: (isRunning) => this.#plugins.emit('continuous-changed', { isRunning }),
        drawn: (frame) => {
          this.#tracker.update();
          this.#motion.drawn();
          this.#models.update();
          this.emit('render', frame);
        },
        failed: (error) => this.emit('error', { error }),
        contextLost: () => {
          this.#plugins.emit('context-lost', {});
          this.emit('context-lost', {});
        },
        contextRestored: () => {
          this.#plugins.emit('context-restored', {});
          this.emit('context-restored', {});
        },
      },
    );
    // The view is disposed before its context.
    this.#disposer.own(this.#renderer);
    this.#disposer.own(this.#view);
    const { canvas, tweens } = this.#renderer;
    this.#motion = this.#disposer.own(
      new EquipmentMotion(this.#view.equipment, {
        isContinuous: () => this.#renderer.isContinuous,
        isReducedMotion,
        requestContinuousFrames: () => this.#renderer.requestContinuousFrames(),
        wake: () => this.#renderer.wake(),
      }),
    );
    this.camera = this.#disposer.own(
      new CameraRig(canvas, options.tween ?? tweens.play, isReducedMotion, options),
    );
    this.#client = this.#disposer.own(
      new LazyModelClient({
        workers: options.workers,
        workerUrl: options.workerUrl,
        resourceFolders: options.resourceFolders,
        fetch: options.fetch,
      }),
    );
    const textOf = (error: FarmError) => error.text(this.#locale, options.messages);
    const warnings = new ModelWarnings((event) => this.emit('model-warning', event), textOf);
    this.#library = this.#disposer.own(new ModelLibrary(this.#client, { onAcquired: warnings.acquired }));
    this.camera.on('changed', ({ source }) => this.emit('camera-changed', { source }));
    this.#models = this.#disposer.own(
      new EquipmentModels({
        library: this.#library,
        equipment: this.#view.equipment,
        base: this.#view.base,
        fallbackPath: options.fallbackModelPath ?? DEFAULT_FALLBACK_PATH,
        onFallback: (event) => this.emit('model-fallback', event),
        textOf,
        kinds: this.#kinds,
        kindOf: (id) => this.document.get(id)?.kind ?? id,
        ownNameOf: (id) => this.document.get(id)?.name,
        onChange: () => this.#renderer.modelChanged(),
        onShown: (id) => this.#motion.modelChanged(id),
        levelsOf: options.levels ?? (() => []),
      }),
    );
    this.labels = this.#disposer.own(
      new LabelLayer({
        container,
        scene: this.#view.scene,
        camera: this.camera.three,
        mode: options.labels ?? 'pinned',
        requestRender: (reason) => this.requestRender(reason),
      }),
    );
    this.#labelUpdater = this.#disposer.own(
      new LabelUpdater({
        labels: this.labels,
        equipment: this.#view.equipment,
        nameOf: (id) => this.#models.nameOf(id),
      }),
    );
    this.#plugins = this.#disposer.own(
      new ViewerPlugins({
        container,
        document: this.document,
        camera: this.camera,
        view: this.#view,
        library: this.#library,
        models: this.#models,
        renderer: this.#renderer,
        labels: this.labels,
        clock,
        seed,
        fallbackPath: options.fallbackModelPath ?? DEFAULT_FALLBACK_PATH,
        lifetime: this.#lifetime.signal,
        locale: () => this.#locale,
        isReducedMotion,
        pickRectangle: (x0, y0, x1, y1) => this.pickRectangle(x0, y0, x1, y1),
      }),
    );
    this.#interaction = new ObjectInteraction({
      document: this.document,
      view: this.#view,
      camera: this.camera,
      renderer: this.#renderer,
      labels: this.labels,
      labelUpdater: this.#labelUpdater,
      plugins: this.#plugins,
      events: this,
      lifetime: this.#lifetime.signal,
    });
    this.#scenes = new SceneLoading({
      document: this.document,
      view: this.#view,
      camera: this.camera,
      models: this.#models,
      warnings,
      interaction: this.#interaction,
      padding: options.padding ?? {},
      quality: () => this.quality,
      events: this,
      renderer: this.#renderer,
      sceneChanged: () => this.#plugins.emit('scene-changed', {}),
      lifetime: this.#lifetime.signal,
    });
    this.#scenes.showBaseFor(this.quality);
    this.#tracker = new LabelTracker((id) => this.projectToScreen(id));
    this.#disposer.own(
      new PointerInput(canvas, {
        click: (event) => this.#interaction.click(event),
        rest: (at) => this.#interaction.rest(at),
      }),
    );
    const { camera } = this;
    this.#access = this.#disposer.own(
      new ViewerAccess({
        container,
        canvas,
        document: this.document,
        labelUpdater: this.#labelUpdater,
        nameOf: (id) => this.#models.nameOf(id),
        locale: () => this.#locale,
        messages: options.messages ?? {},
        camera: {
          orbit: (azimuth, polar) => camera.orbit(azimuth, polar),
          pan: (right, up) => camera.pan(right, up),
          zoom: (factor) => camera.zoom(factor),
          restore: () => void camera.restore(),
          fit: () => void this.fit(),
        },
        focused: (id) => this.#interaction.hover(id),
        activated: (id, isAdditive) => this.#interaction.activate(id, isAdditive),
        hasKeys: options.keyboard ?? true,
        hasTree: options.objectTree ?? true,
      }),
    );
    this.#followDocument();
    this.#renderer.start(this.camera);
  }

  /** Whether {@link FarmViewer.dispose} was called. */
  get isDisposed(): boolean {
    return this.#disposer.isDisposed;
  }

  /** Ids of the selected objects. */
  get selection(): readonly string[] {
    return this.#interaction.selection;
  }

  /** The present tier. */
  get quality(): QualityTier {
    return this.#renderer.tier;
  }

  /**
   * Loads base model and layout and replaces the present scene. Resolves when every model is loaded or replaced by the
   * fallback (event `model-fallback`). A second call aborts a running one. An invalid record is skipped, reported by one
   * `error` event and in the result, and kept for the next save.
   * @throws FarmError `aborted` (by `signal`, another load or dispose), `disposed`, or `invalid-argument` if the argument
   * is not a scene; the present scene then stays
   */
  async load(scene: ViewerScene, options: { readonly signal?: AbortSignal } = {}): Promise<LoadReport> {
    this.#assertAlive();
    return this.#scenes.load(scene, options.signal);
  }

  /**
   * Names and models of the equipment that may be placed. Placed equipment whose model changed is shown with the new one.
   * An invalid row is skipped and reported by an `error` event.
   * @throws FarmError `disposed` or `invalid-argument`
   */
  setCatalogue(kinds: readonly EquipmentKind[]): void {
    this.#assertAlive();
    for (const { error } of this.#models.setCatalogue(kinds)) this.emit('error', { error });
    this.#labelUpdater.renamed();
    this.#access.changed();
    void this.#scenes.show(this.document.equipment().map(({ id }) => id));
  }

  /**
   * Sets the live state of devices; thousands in one call are one upload to the graphics card. The state of a device that
   * is not placed yet is kept until it is placed. An invalid state (a number that is not finite) is skipped and reported by
   * an `error` event.
   * @throws FarmError `invalid-argument` if `states` is not iterable
   * @example viewer.setLiveState([{ id: 'fan-1', online: true, alarm: false, value: '0.5', drive: { spin: 0.5 } }]);
   */
  setLiveState(states: Iterable<LiveState>): void {
    check(
      typeof (states as Partial<Iterable<LiveState>> | null)?.[Symbol.iterator] === 'function',
      'states',
      states,
    );
    const refused = (error: FarmError) => this.emit('error', { error });
    const parts = {
      equipment: this.#view.equipment,
      motion: this.#motion,
      labelUpdater: this.#labelUpdater,
      kinds: this.#kinds,
      keyOf: (id: string) => this.#models.keyOf(id),
      refused,
    };
    if (applyLiveStates(Array.isArray(states) ? states : [...states], parts)) this.requestRender('state');
    this.#access.changed(false);
  }

  /**
   * Registers a kind of device. It gives a model to records with this `kind`, and to catalogue rows with it as
   * `productModelCode`, whose own `modelPath` is null; `values` of their live states become label and colour.
   * @returns a function that removes the kind
   * @throws FarmError `disposed`; rejects with `invalid-argument`
   * @example await viewer.registerKind('probe', { model: '/probe.glb', states: { moisture: { unit: '%' } } });
   */
  async registerKind(key: string, kind: DeviceKind): Promise<() => void> {
    this.#assertAlive();
    await this.#kinds.register(key, kind);
    const refresh = () => {
      if (this.isDisposed) return;
      const ids = this.document.equipment().map(({ id }) => id);
      void this.#scenes.show(ids);
      this.#labelUpdater.renamed();
      this.setLiveState(ids.map((id) => ({ id, values: {} })));
    };
    refresh();
    return () => {
      this.#kinds.unregister(key, kind);
      refresh();
    };
  }

  /** Sets the language of the object tree and of messages. @throws FarmError `invalid-argument` */
  setLocale(locale: Locale): void {
    checkLocale(locale);
    if (locale === this.#locale) return;
    this.#locale = locale;
    this.#access.localeChanged();
    this.#plugins.emit('locale-changed', { locale });
  }

  /** Language of the object tree and of messages. Default `zh-CN`. */
  get locale(): Locale {
    return this.#locale;
  }

  /**
   * Selects these objects (devices and child scenes) and no others. An unknown id is left out and reported by an `error`
   * event (`unknown-equipment`). @throws FarmError `invalid-argument`
   */
  select(ids: readonly string[]): void {
    checkIds(ids);
    this.#reportUnknown(ids);
    this.#interaction.select(ids);
  }

  /** Picks the object at a point of the window, CSS px; null for the sky. @throws FarmError `invalid-argument` */
  pick(clientX: number, clientY: number): Pick | null {
    checkFinite({ clientX, clientY });
    return this.#interaction.pick(clientX, clientY);
  }

  /**
   * Ids of the objects whose box centre lies in a rectangle of the window, CSS px, corners in any order; hidden objects
   * count too.
   * @throws FarmError `invalid-argument`
   */
  pickRectangle(x0: number, y0: number, x1: number, y1: number): string[] {
    checkFinite({ x0, y0, x1, y1 });
    return this.#interaction.pickRectangle(x0, y0, x1, y1);
  }

  /**
   * The animation player of an object.
   * @throws FarmError `unknown-equipment` if it is not placed or its model is not loaded
   * @example viewer.animations('valve-1').play('open', { loop: false });
   */
  animations(id: string): AnimationPlayer {
    this.#assertAlive();
    return this.#motion.player(id);
  }

  /**
   * Names of the material variants in the model of an object (KHR_materials_variants of glTF). A path with one of them after
   * it shows it: `chair.glb#variant=Oak`.
   * @throws FarmError `unknown-equipment` if it is not placed or its model is not loaded
   */
  variants(id: string): readonly string[] {
    const model = this.#view.equipment.model(id);
    if (!model) throw new FarmError('unknown-equipment', { id });
    return model.variants;
  }

  /** Position of an object's label, CSS px in the container; null for an unknown id. */
  projectToScreen(id: string): LabelPoint | null {
    return this.#interaction.labelPoint(id);
  }

  /**
   * Calls `listener` now and whenever the position of the label changes. @returns a function that stops it. @throws
   * FarmError `invalid-argument`
   */
  trackLabel(id: string, listener: (point: LabelPoint) => void): () => void {
    check(typeof id === 'string', 'id', id);
    check(typeof listener === 'function', 'listener', listener, id);
    return this.#tracker.track(id, listener);
  }

  /** Moves the camera to an object. @throws FarmError `unknown-equipment` */
  focus(id: string): Promise<void> {
    const box = this.#boxOf(id);
    if (!box) return Promise.reject(new FarmError('unknown-equipment', { id }));
    return this.camera.fit(box.expandByScalar(1.2));
  }

  /**
   * Fits objects into the view. Default: the selection, or everything. An unknown id is left out and reported by an `error`
   * event (`unknown-equipment`). @throws FarmError `invalid-argument`
   */
  fit(ids: readonly string[] = this.selection): Promise<void> {
    checkIds(ids);
    this.#reportUnknown(ids);
    const { base, equipment } = this.#view;
    const box = new Box3();
    for (const id of ids) {
      const one = this.#boxOf(id);
      if (one) box.union(one);
    }
    if (box.isEmpty()) box.copy(base.box).union(equipment.bounds());
    return box.isEmpty() ? Promise.resolve() : this.camera.fit(box);
  }

  /**
   * Attaches a plugin: an extension with objects, pick targets, labels and work of its own for each frame.
   * @returns its context, whose `detach` removes it; disposing the viewer does so, too
   * @throws FarmError `disposed`, `invalid-argument` if it is no plugin or is attached, or what `attach` throws
   * @example viewer.use({ attach: (context) => context.add(mesh) });
   */
  use(plugin: ViewerPlugin): ViewerContext {
    this.#assertAlive();
    return this.#plugins.attach(plugin);
  }

  /** Requests a frame, after a change that the viewer cannot know of. @param reason reported by the `render` event */
  requestRender(reason = 'request'): void {
    this.#renderer.requestRender(reason);
  }

  /** Adopts the size of the container. Called automatically when the container is resized. */
  resize(): void {
    this.#renderer.resize();
  }

  /** Sets a tier, or `auto`. @throws FarmError `invalid-argument` */
  setQuality(quality: QualityChoice): void {
    check(QUALITY_CHOICES.includes(quality), 'quality', quality);
    this.#renderer.setQuality(quality);
  }

  /** Statistics of the last frame and of the present resources. */
  stats(): ViewerStats {
    const { frames, cost, memory, tier, isSoftware, pixelRatio } = this.#renderer;
    return {
      frames,
      ...cost,
      pixelRatio,
      ...this.labels.stats(),
      geometries: memory.geometries,
      textures: memory.textures,
      workers: this.#client.workerCount,
      models: this.#library.modelCount,
      quality: tier,
      isSoftwareRendering: isSoftware,
    };
  }

  /**
   * A PNG of the present view in the quality of a frame at rest, or as the options say. The visible frame does not change.
   * @throws FarmError `disposed`; rejects with `invalid-argument` or `unknown-equipment`
   * @example const png = await viewer.screenshot({ of: 'pump-1', transparent: true, width: 512, height: 512 });
   */
  screenshot(options: ScreenshotOptions = {}): Promise<Blob> {
    this.#assertAlive();
    if (!differsFromView(options)) return this.#renderer.screenshot();
    return this.#capture(options);
  }

  /**
   * The scene as binary glTF: base model and equipment, each with its id in `extras.farm3dId`.
   * The exporter is loaded on first use.
   * @throws FarmError `disposed`, `export-failed`, or `aborted`
   */
  async exportGlb(options: { readonly signal?: AbortSignal } = {}): Promise<Blob> {
    this.#assertAlive();
    const { signal } = options;
    const { exportGlb } = await import('../export/export-glb.ts');
    if (signal?.aborted || this.isDisposed) throw new FarmError('aborted', {}, { cause: signal?.reason });
    return exportGlb(this.#view, this.document, (id) => this.#models.nameOf(id));
  }

  /** Releases everything: downloads, workers, listeners, context and canvas. A second call has no effect. */
  dispose(): void {
    if (this.isDisposed) return;
    this.#lifetime.abort(new FarmError('disposed'));
    this.#scenes.abort();
    this.#tracker.clear();
    this.#disposer.dispose();
    this.removeAllListeners();
  }

  /** The same as {@link FarmViewer.dispose}, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  async #capture(options: ScreenshotOptions): Promise<Blob> {
    const { captureScreenshot } = await import('./capture-screenshot.ts');
    this.#assertAlive();
    const parts = { view: this.#view, document: this.document, renderer: this.#renderer };
    return captureScreenshot({ ...parts, camera: this.camera.three }, options);
  }

  #followDocument(): void {
    this.#disposer.add(
      this.document.on('change', ({ diff, source }) => {
        const { equipment } = this.#view;
        if (diff.childScenes) equipment.setChildScenes(diff.childScenes[1]);
        for (const { id } of diff.removed) {
          equipment.remove(id);
          this.#motion.removed(id);
          this.#models.drop(id);
        }
        for (const [, record] of diff.updated) equipment.set(record);
        for (const record of diff.added) equipment.set(record);
        const otherKind = diff.updated.filter(([from, to]) => from.kind !== to.kind).map(([, to]) => to);
        if (diff.added.length + diff.removed.length + otherKind.length > 0) this.#kinds.keysChanged();
        if (diff.updated.some(([from, to]) => from.name !== to.name) || otherKind.length > 0)
          this.#labelUpdater.renamed();
        if (source !== 'load') void this.#scenes.show([...diff.added, ...otherKind].map(({ id }) => id));
        if (diff.removed.length > 0 || diff.childScenes) this.#interaction.select(this.selection);
        this.requestRender('document');
      }),
    );
  }

  /** One event for all unknown ids of a call. */
  #reportUnknown(ids: readonly string[]): void {
    const unknown = ids.filter((id) => !this.document.get(id) && !this.document.childScene(id));
    if (unknown.length > 0)
      this.emit('error', { error: new FarmError('unknown-equipment', { id: unknown.join(', ') }) });
  }

  /** World box of equipment or of a child scene: of its base model, else of its equipment. */
  #boxOf(id: string): Box3 | null {
    const { children, equipment } = this.#view;
    const one = equipment.boxOf(id) ?? children.boxOf(id, new Box3());
    if (one) return one;
    const box = new Box3();
    for (const { id: inside, parentId } of this.document.equipment()) {
      const part = parentId === id && equipment.boxOf(inside);
      if (part) box.union(part);
    }
    return box.isEmpty() ? null : box;
  }

  #assertAlive(): void {
    if (this.isDisposed) throw new FarmError('disposed');
  }
}

/** Whether the screenshot differs from the present view. */
function differsFromView({ width, height, transparent, of }: ScreenshotOptions): boolean {
  return width !== undefined || height !== undefined || of !== undefined || transparent === true;
}

function prefersReducedMotion(option: 'auto' | boolean | undefined): boolean {
  if (typeof option === 'boolean') return option;
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
