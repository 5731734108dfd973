import { Box3, Matrix4, Ray, Vector2, Vector3 } from 'three';
import type { AnimationPlayer } from '../animation/animation-player.ts';
import { browserClock } from '../core/clock.ts';
import { Disposer, type Disposable } from '../core/disposer.ts';
import { TypedEmitter } from '../core/emitter.ts';
import { FarmError } from '../core/errors.ts';
import type { Locale } from '../core/messages.ts';
import type { Vec3 } from '../core/vec3.ts';
import type { SceneLayout } from '../document/records.ts';
import { SceneDocument } from '../document/scene-document.ts';
import { LabelLayer } from '../labels/label-layer.ts';
import { ARRIVE_MS, CameraRig } from '../render/camera-rig.ts';
import type { QualityTier } from '../render/quality.ts';
import { ProgressSum } from '../resources/load-progress.ts';
import { ModelLibrary } from '../resources/model-library.ts';
import { TOOL_HOST, type ToolHost } from '../tools/tool-host.ts';
import { InstanceState } from '../view/instance-shader.ts';
import { SceneView } from '../view/scene-view.ts';
import { ModelClient } from '../workers/model.client.ts';
import { EquipmentModels, type EquipmentKind } from './equipment-models.ts';
import type { FarmViewerEvents } from './events.ts';
import { FEATURE_HOST, type FeatureHost } from './feature-host.ts';
import { LabelFeed, labelPlace } from './label-feed.ts';
import { LabelTracker, type LabelPoint } from './label-tracker.ts';
import {
  DEFAULT_FALLBACK_PATH,
  type FarmViewerOptions,
  type QualityChoice,
  type ScreenshotOptions,
  type ViewInsets,
} from './options.ts';
import { PointerInput } from './pointer-input.ts';
import { Presenter } from './presenter.ts';
import { ThingMotion } from './thing-motion.ts';
import type { LiveState, Pick, ViewerScene, ViewerStats } from './viewer-types.ts';
import { ViewerAccess } from './viewer-access.ts';
import { ViewerFeatureHost } from './viewer-feature-host.ts';
import { ViewerToolHost } from './viewer-tool-host.ts';

const _ndc = new Vector2();
const _projection = new Matrix4();
const _ray = new Ray();
const _vector = new Vector3();

/**
 * A farm scene in an element of the page.
 * @example
 * const viewer = new FarmViewer(element);
 * await viewer.load({ baseModelPath: '/models/greenhouse.glb', layout, catalogue });
 * viewer.on('object-click', ({ id }) => viewer.select([id]));
 */
export class FarmViewer extends TypedEmitter<FarmViewerEvents> implements Disposable {
  readonly document = new SceneDocument();
  readonly camera: CameraRig;
  /** Names, readings and states of things, over the picture. */
  readonly labels: LabelLayer;
  /** For the editing tools; not public. */
  readonly [TOOL_HOST]: ToolHost;
  /** For features with an entry of their own; not public. */
  readonly [FEATURE_HOST]: FeatureHost;
  readonly #features: ViewerFeatureHost;
  readonly #container: HTMLElement;
  readonly #view: SceneView;
  readonly #presenter: Presenter;
  readonly #client: ModelClient;
  readonly #library: ModelLibrary;
  readonly #models: EquipmentModels;
  readonly #motion: ThingMotion;
  readonly #tracker: LabelTracker;
  readonly #feed: LabelFeed;
  readonly #access: ViewerAccess;
  readonly #disposer = new Disposer();
  readonly #lifetime = new AbortController();
  #locale: Locale;
  readonly #insets: ViewInsets;
  #loading: AbortController | undefined;
  #selection: readonly string[] = [];
  #hovered: string | null = null;

  /** @throws FarmError `webgl-unavailable` */
  constructor(container: HTMLElement, options: FarmViewerOptions = {}) {
    super();
    this.#container = container;
    this.#locale = options.locale ?? 'zh-CN';
    this.#insets = options.insets ?? {};
    const clock = options.clock ?? browserClock;
    const seed = options.seed ?? 1;
    const isReducedMotion = () => prefersReducedMotion(options.reducedMotion);
    this.#view = new SceneView(seed);
    this.#presenter = new Presenter(
      container,
      this.#view,
      clock,
      options.quality ?? 'auto',
      options.pixelRatio,
      {
        isReducedMotion,
        advance: (deltaMs) => this.#motion.advance(deltaMs),
        beforeDraw: (frame) => {
          this.#features.beforeDraw(frame);
          this.#feed.update();
          this.labels.update(this.#presenter.width, this.#presenter.height);
        },
        tierChanged: (tier) => {
          this.#showBaseFor(tier).catch((error: unknown) => this.#reportUnlessAborted(error));
          this.#features.emit('quality-changed', { tier });
          this.emit('quality-changed', { tier });
        },
        continuousChanged: (isRunning) => this.#features.emit('continuous-changed', { isRunning }),
        drawn: (frame) => {
          this.#tracker.update();
          this.#motion.drawn();
          this.#models.update();
          this.emit('render', frame);
        },
        contextLost: () => this.emit('context-lost', {}),
        contextRestored: () => {
          this.#features.emit('context-restored', {});
          this.emit('context-restored', {});
        },
      },
    );
    // The view's resources go while their context is still there.
    this.#disposer.own(this.#presenter);
    this.#disposer.own(this.#view);
    const { canvas, tweens } = this.#presenter;
    this.#motion = this.#disposer.own(
      new ThingMotion(this.#view.equipment, {
        isContinuous: () => this.#presenter.isContinuous,
        isReducedMotion,
        requestContinuousFrames: () => this.#presenter.requestContinuousFrames(),
        wake: () => this.#presenter.wake(),
      }),
    );
    this.camera = this.#disposer.own(new CameraRig(canvas, options.tween ?? tweens.play, isReducedMotion));
    this.#client = this.#disposer.own(
      new ModelClient({ workers: options.workers, workerUrl: options.workerUrl, fetch: options.fetch }),
    );
    this.#library = this.#disposer.own(new ModelLibrary(this.#client));
    this.#features = this.#disposer.own(
      new ViewerFeatureHost({
        container,
        camera: this.camera.three,
        view: this.#view,
        models: this.#library,
        presenter: this.#presenter,
        clock,
        seed,
        locale: () => this.#locale,
        isReducedMotion,
      }),
    );
    this[FEATURE_HOST] = this.#features;
    this.camera.on('changed', ({ source }) => this.emit('camera-changed', { source }));
    this.#models = this.#disposer.own(
      new EquipmentModels({
        library: this.#library,
        equipment: this.#view.equipment,
        base: this.#view.base,
        fallbackPath: options.fallbackModelPath ?? DEFAULT_FALLBACK_PATH,
        onFallback: (event) => this.emit('model-fallback', event),
        onChange: () => this.requestRender('model'),
        onShown: (id) => this.#motion.modelChanged(id),
        levelsOf: options.levels ?? (() => []),
      }),
    );
    void this.#showBaseFor(this.quality);
    this[TOOL_HOST] = new ViewerToolHost({
      document: this.document,
      view: this.#view,
      rig: this.camera,
      canvas,
      container,
      pickRectangle: (x0, y0, x1, y1) => this.pickRectangle(x0, y0, x1, y1),
      models: this.#models,
      requestRender: (reason) => this.requestRender(reason),
      fallbackPath: options.fallbackModelPath ?? DEFAULT_FALLBACK_PATH,
      lifetime: this.#lifetime.signal,
    });
    this.labels = this.#disposer.own(
      new LabelLayer({
        container,
        scene: this.#view.scene,
        camera: this.camera.three,
        mode: options.labels ?? 'pinned',
        requestRender: (reason) => this.requestRender(reason),
      }),
    );
    this.#feed = this.#disposer.own(
      new LabelFeed({
        labels: this.labels,
        equipment: this.#view.equipment,
        nameOf: (id) => this.#models.nameOf(id),
      }),
    );
    this.#tracker = new LabelTracker((id) => this.projectToScreen(id));
    this.#disposer.own(
      new PointerInput(canvas, {
        click: (event) => this.#click(event),
        rest: (at) => this.#hover(at),
      }),
    );
    const { camera } = this;
    this.#access = this.#disposer.own(
      new ViewerAccess({
        container,
        canvas,
        document: this.document,
        feed: this.#feed,
        nameOf: (id) => this.#models.nameOf(id),
        locale: () => this.#locale,
        camera: {
          orbit: (azimuth, polar) => camera.orbit(azimuth, polar),
          pan: (right, up) => camera.pan(right, up),
          zoom: (factor) => camera.zoom(factor),
          restore: () => void camera.restore(),
          fit: () => void this.fit(),
        },
        focused: (id) => this.#setHovered(id),
        activated: (id, isAdditive) => this.#activate(id, isAdditive),
        hasKeys: options.keyboard ?? true,
        hasTree: options.objectTree ?? true,
      }),
    );
    this.#followDocument();
    this.#presenter.start(this.camera);
  }

  /** Whether {@link FarmViewer.dispose} was called. */
  get isDisposed(): boolean {
    return this.#disposer.isDisposed;
  }

  /** Ids of the chosen things. */
  get selection(): readonly string[] {
    return this.#selection;
  }

  /** The tier that is drawn now. */
  get quality(): QualityTier {
    return this.#presenter.tier;
  }

  /**
   * Loads base model and layout, replacing what was shown. Resolves when every model has settled: loaded, or fallen
   * back with a `model-fallback` event. A second call takes over from one that still runs.
   * @throws FarmError `aborted` (by `signal`, by another load or by dispose) or `disposed`
   */
  async load(scene: ViewerScene, options: { readonly signal?: AbortSignal } = {}): Promise<void> {
    this.#assertAlive();
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    const signal = AbortSignal.any([
      loading.signal,
      this.#lifetime.signal,
      ...(options.signal ? [options.signal] : []),
    ]);
    if (signal.aborted) throw new FarmError('aborted', {}, { cause: signal.reason });

    this.#models.setCatalogue(scene.catalogue);
    this.select([]);
    this.document.load(scene.layout);
    const progress = new ProgressSum((event) => {
      if (!signal.aborted) this.emit('load-progress', event);
    });
    const records = this.document.equipment();
    if (scene.baseModelPath !== null) progress.expect(scene.baseModelPath, '');
    for (const { id } of records) progress.expect(this.#models.pathOf(id), this.#models.nameOf(id));
    const base = this.#models.showBase(scene.baseModelPath, progress).then(() => {
      this.#view.fitToBase();
      this.#features.emit('scene-changed', {});
    });
    const things = records.map(({ id }) => this.#models.show(id, progress));
    const results = await settledUnless(signal, [base, ...things]);
    if (this.#loading === loading) this.#loading = undefined;
    for (const result of results) if (result.status === 'rejected') this.#reportUnlessAborted(result.reason);
    await this.#arrive(scene.layout);
    this.emit('load', {});
  }

  /** Names and models of what may be placed. Placed things whose model changed get the new one. */
  setCatalogue(kinds: readonly EquipmentKind[]): void {
    this.#assertAlive();
    this.#models.setCatalogue(kinds);
    this.#feed.renamed();
    this.#access.changed();
    for (const { id } of this.document.equipment()) this.#show(id);
  }

  /**
   * What is known of things now; thousands in one call are one write to the graphics card. A thing need not be placed yet:
   * it shows what was told when it is.
   * @example viewer.setLiveState([{ id: 'fan-1', online: true, alarm: false, value: '0.5', drive: { spin: 0.5 } }]);
   */
  setLiveState(states: Iterable<LiveState>): void {
    const told = [...states];
    let isChanged = false;
    this.#feed.quietly(() => {
      for (const { id, online, alarm, drive } of told) {
        let set = 0;
        let clear = 0;
        if (online !== undefined) {
          set |= online ? InstanceState.online : InstanceState.offline;
          clear |= online ? InstanceState.offline : InstanceState.online;
        }
        if (alarm !== undefined) {
          if (alarm) set |= InstanceState.alarm;
          else clear |= InstanceState.alarm;
        }
        isChanged = this.#view.equipment.changeLiveState(id, set, clear) || isChanged;
        if (drive) isChanged = this.#motion.drive(id, drive) || isChanged;
      }
    });
    if (this.#feed.report(told) || isChanged) this.requestRender('state');
    this.#access.changed(false);
  }

  /** Language of the tree of objects and of messages from now on. */
  setLocale(locale: Locale): void {
    if (locale === this.#locale) return;
    this.#locale = locale;
    this.#access.localeChanged();
    this.#features.emit('locale-changed', { locale });
  }

  get locale(): Locale {
    return this.#locale;
  }

  /** Marks these things (devices and child scenes) and no others. Unknown ids are left out. */
  select(ids: readonly string[]): void {
    const isThere = (id: string) => this.#view.equipment.has(id) || this.document.childScene(id);
    const next = [...new Set(ids)].filter(isThere);
    if (next.length === this.#selection.length && next.every((id, i) => id === this.#selection[i])) return;
    const { equipment } = this.#view;
    this.#feed.quietly(() => {
      for (const id of this.#selection) equipment.changeState(id, 0, InstanceState.selected);
      for (const id of next) equipment.changeState(id, InstanceState.selected, 0);
    });
    this.#selection = next;
    this.requestRender('selection');
    this.emit('select', { ids: next });
  }

  /** What is at this point of the window, CSS px; null for the sky. */
  pick(clientX: number, clientY: number): Pick | null {
    const ray = this.#rayAt(clientX, clientY);
    const thing = this.#view.equipment.raycast(ray);
    const base = this.#view.base.raycast(ray, thing?.distance);
    const nearest = Math.min(thing?.distance ?? Infinity, base?.distance ?? Infinity);
    const child = this.#view.children.raycast(ray, nearest);
    if (child && child.distance < nearest) {
      const point = ray.at(child.distance, new Vector3());
      return { id: null, point: plain(point), parentId: child.id, onBase: true };
    }
    if (base && (!thing || base.distance < thing.distance)) {
      return { id: null, point: plain(base.point), parentId: null, onBase: true };
    }
    if (thing) {
      const parentId = this.document.get(thing.id)?.parentId ?? null;
      return { id: thing.id, point: plain(thing.point), parentId, onBase: false };
    }
    if (ray.direction.y >= 0) return null;
    const point = ray.at(-ray.origin.y / ray.direction.y, new Vector3());
    return { id: null, point: plain(point), parentId: null, onBase: false };
  }

  /**
   * Things whose middle (of their box) lies in a rectangle of the window, CSS px, corners in any order; what stands behind
   * others counts as well.
   */
  pickRectangle(x0: number, y0: number, x1: number, y1: number): string[] {
    const { left, top, width, height } = this.#presenter.canvas.getBoundingClientRect();
    const { three } = this.camera;
    three.updateMatrixWorld();
    _projection.multiplyMatrices(three.projectionMatrix, three.matrixWorldInverse);
    const across = (x: number) => ((x - left) / width) * 2 - 1;
    const up = (y: number) => 1 - ((y - top) / height) * 2;
    return this.#view.equipment.within(
      _projection,
      across(Math.min(x0, x1)),
      up(Math.max(y0, y1)),
      across(Math.max(x0, x1)),
      up(Math.min(y0, y1)),
    );
  }

  /**
   * Plays the named clips of a thing, which is drawn with all others of its kind all the same.
   * @throws FarmError `unknown-equipment` when it is not placed or its model has not come yet
   * @example viewer.animations('valve-1').play('open', { loop: false });
   */
  animations(id: string): AnimationPlayer {
    this.#assertAlive();
    return this.#motion.player(id);
  }

  /** Where the label of a thing belongs, CSS px in the container; null when there is no such thing. */
  projectToScreen(id: string): LabelPoint | null {
    const box = this.#view.equipment.boxOf(id);
    if (!box) return null;
    _vector.copy(labelPlace(box));
    _vector.applyMatrix4(this.camera.three.matrixWorldInverse);
    const isBehind = _vector.z > 0;
    _vector.applyMatrix4(this.camera.three.projectionMatrix);
    const { width, height } = this.#presenter;
    const x = ((_vector.x + 1) / 2) * width;
    const y = ((1 - _vector.y) / 2) * height;
    return { x, y, visible: !isBehind && Math.abs(_vector.x) <= 1 && Math.abs(_vector.y) <= 1 };
  }

  /** Calls `listener` now and whenever the label's place has changed. @returns the function that stops it. */
  trackLabel(id: string, listener: (point: LabelPoint) => void): () => void {
    return this.#tracker.track(id, listener);
  }

  /** Flies to a thing. */
  focus(id: string): Promise<void> {
    const box = this.#view.equipment.boxOf(id);
    if (!box) return Promise.reject(new FarmError('unknown-equipment', { id }));
    return this.camera.fit(box.expandByScalar(1.2));
  }

  /** Flies so that these things fill the view; the chosen ones by default, or everything. */
  fit(ids: readonly string[] = this.#selection): Promise<void> {
    const { base, equipment } = this.#view;
    const box = new Box3();
    for (const id of ids) {
      const one = equipment.boxOf(id);
      if (one) box.union(one);
    }
    if (box.isEmpty()) box.copy(base.box).union(equipment.bounds());
    return box.isEmpty() ? Promise.resolve() : this.camera.fit(box);
  }

  /** Asks for a frame, after changing what only the caller knows of. @param reason told with the `render` event */
  requestRender(reason = 'request'): void {
    this.#presenter.requestRender(reason);
  }

  /** Takes over the container's size. Called by itself when the container changes. */
  resize(): void {
    this.#presenter.resize();
  }

  /** Forces a tier, or leaves the choice to the engine. */
  setQuality(quality: QualityChoice): void {
    this.#presenter.setQuality(quality);
  }

  /** Exact numbers of the last frame and of what is held now. */
  stats(): ViewerStats {
    const { frames, cost, memory, tier, isSoftware, pixelRatio } = this.#presenter;
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
   * A picture as PNG: of the present view as finely as it is drawn at rest, or as the options say. What the page shows
   * stays as it is.
   * @throws FarmError `disposed`; rejects with `invalid-argument` or `unknown-equipment`
   * @example const png = await viewer.screenshot({ of: 'pump-1', transparent: true, width: 512, height: 512 });
   */
  screenshot(options: ScreenshotOptions = {}): Promise<Blob> {
    this.#assertAlive();
    if (!isSpecial(options)) return this.#presenter.screenshot();
    return this.#capture(options);
  }

  /**
   * The scene as binary glTF, as it stands: base model and placed things, each with its id in `extras.farm3dId`.
   * The exporter is fetched when this is called for the first time.
   * @throws FarmError `disposed`, `export-failed`, or `aborted`
   */
  async exportGlb(options: { readonly signal?: AbortSignal } = {}): Promise<Blob> {
    this.#assertAlive();
    const { signal } = options;
    const { exportGlb } = await import('../export/export-glb.ts');
    if (signal?.aborted || this.isDisposed) throw new FarmError('aborted', {}, { cause: signal?.reason });
    const { base, equipment } = this.#view;
    const things = this.document.equipment().flatMap((record) => {
      const model = equipment.model(record.id);
      if (!model) return [];
      const matrix = equipment.worldMatrix(record, new Matrix4());
      return [{ id: record.id, name: this.#models.nameOf(record.id), model, matrix }];
    });
    return exportGlb({ base: base.group.children, things });
  }

  /** Gives everything back: downloads, workers, listeners, context and canvas. May be called at any time, and twice. */
  dispose(): void {
    if (this.isDisposed) return;
    this.#lifetime.abort(new FarmError('disposed'));
    this.#loading?.abort();
    this.#tracker.clear();
    this.#disposer.dispose();
    this.removeAllListeners();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  async #capture(options: ScreenshotOptions): Promise<Blob> {
    const { takeSpecialPicture } = await import('./special-picture.ts');
    this.#assertAlive();
    const parts = { view: this.#view, document: this.document, presenter: this.#presenter };
    return takeSpecialPicture({ ...parts, camera: this.camera.three }, options);
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
        for (const record of diff.added) {
          equipment.set(record);
          if (source !== 'load') this.#show(record.id);
        }
        if (diff.removed.length > 0 || diff.childScenes) this.select(this.#selection);
        this.requestRender('document');
      }),
    );
  }

  #show(id: string): void {
    this.#models.show(id).catch((error: unknown) => this.#reportUnlessAborted(error));
  }

  /** The low tier has no triangles to spare: there the base model comes by its simplest level. */
  async #showBaseFor(tier: QualityTier): Promise<void> {
    await this.#models.setBaseSimple(tier === 'low');
    this.#features.emit('scene-changed', {});
  }

  #reportUnlessAborted(reason: unknown): void {
    const error = FarmError.from(reason, 'model-invalid');
    if (error.code !== 'aborted' && error.code !== 'disposed') this.emit('error', { error });
  }

  async #arrive(layout: SceneLayout): Promise<void> {
    const { base, equipment } = this.#view;
    const box = base.box.isEmpty() ? equipment.bounds() : base.box.clone();
    if (box.isEmpty()) box.set(new Vector3(-8, 0, -8), new Vector3(8, 3, 8));
    if (layout.camera) {
      this.camera.home = layout.camera;
      this.camera.jump(layout.camera);
      return;
    }
    const width = Math.max(1, this.#container.clientWidth);
    const { left = 0, right = 0 } = this.#insets;
    const view = this.camera.compose(box, { left: left / width, right: right / width });
    this.camera.home = view;
    const { target: t, position: p } = view;
    const away = 1.22;
    this.camera.jump({
      target: t,
      position: { x: t.x + (p.x - t.x) * away, y: t.y + (p.y - t.y) * away, z: t.z + (p.z - t.z) * away },
    });
    if (this.quality === 'low') this.camera.jump(view);
    else void this.camera.fly(view, ARRIVE_MS);
  }

  #click(event: PointerEvent): void {
    const { clientX, clientY, pointerType } = event;
    const isAdditive = isAdding(event);
    const label = this.#labelAt(clientX, clientY);
    if (label !== null) {
      this.emit('label-click', { id: label });
      const point = this.labels.positionOf(label);
      if (point && this.#view.equipment.has(label))
        this.emit('object-click', { id: label, point, pointerType, isAdditive });
      return;
    }
    const hit = this.pick(clientX, clientY);
    if (hit?.id) this.emit('object-click', { id: hit.id, point: hit.point, pointerType, isAdditive });
    else if (hit?.parentId != null)
      this.emit('child-scene-click', { id: hit.parentId, point: hit.point, pointerType, isAdditive });
    else this.emit('background-click', { isAdditive });
  }

  /** Enter in the tree of objects is a click on the thing. */
  #activate(id: string, isAdditive: boolean): void {
    const { children, equipment } = this.#view;
    const isChild = this.document.childScene(id) !== undefined;
    const box = isChild ? children.boxOf(id, new Box3()) : equipment.boxOf(id);
    const point = box ? plain(box.getCenter(_vector)) : { x: 0, y: 0, z: 0 };
    this.emit(isChild ? 'child-scene-click' : 'object-click', {
      id,
      point,
      pointerType: 'keyboard',
      isAdditive,
    });
  }

  #hover(at: { clientX: number; clientY: number } | null): void {
    if (this.camera.isHeld) return;
    const id = at ? this.#thingAt(at.clientX, at.clientY) : null;
    this.#presenter.canvas.style.cursor = id === null ? '' : 'pointer';
    this.#setHovered(id);
  }

  /** By the pointer or by the keys. */
  #setHovered(id: string | null): void {
    if (id === this.#hovered || this.isDisposed) return;
    const { equipment } = this.#view;
    this.#feed.quietly(() => {
      if (this.#hovered !== null) equipment.changeState(this.#hovered, 0, InstanceState.hovered);
      if (id !== null) equipment.changeState(id, InstanceState.hovered, 0);
    });
    this.#hovered = id;
    this.requestRender('hover');
    this.emit('hover', { id });
  }

  #thingAt(clientX: number, clientY: number): string | null {
    const label = this.#labelAt(clientX, clientY);
    if (label !== null && this.#view.equipment.has(label)) return label;
    return this.pick(clientX, clientY)?.id ?? null;
  }

  #labelAt(clientX: number, clientY: number): string | null {
    if (this.labels.count === 0) return null;
    const { left, top } = this.#presenter.canvas.getBoundingClientRect();
    return this.labels.at(clientX - left, clientY - top);
  }

  #rayAt(clientX: number, clientY: number): Ray {
    const rect = this.#presenter.canvas.getBoundingClientRect();
    _ndc.set(((clientX - rect.left) / rect.width) * 2 - 1, 1 - ((clientY - rect.top) / rect.height) * 2);
    const { three } = this.camera;
    three.updateMatrixWorld();
    _ray.origin.setFromMatrixPosition(three.matrixWorld);
    // Not unproject: with far = 60 000 and a reversed depth range its result has no precision left.
    const half = Math.tan((three.fov * Math.PI) / 360);
    _ray.direction.set(_ndc.x * half * three.aspect, _ndc.y * half, -1).transformDirection(three.matrixWorld);
    return _ray;
  }

  #assertAlive(): void {
    if (this.isDisposed) throw new FarmError('disposed');
  }
}

/** Whether a press adds to what is chosen, as in every list. */
function isAdding({ shiftKey, ctrlKey, metaKey }: PointerEvent): boolean {
  return shiftKey || ctrlKey || metaKey;
}

/** Whether another picture is asked for than the present one. */
function isSpecial({ width, height, transparent, of }: ScreenshotOptions): boolean {
  return width !== undefined || height !== undefined || of !== undefined || transparent === true;
}

function plain({ x, y, z }: Vector3): Vec3 {
  return { x, y, z };
}

function prefersReducedMotion(option: 'auto' | boolean | undefined): boolean {
  if (typeof option === 'boolean') return option;
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** All settled, or `aborted` at once. */
function settledUnless<T>(signal: AbortSignal, promises: Promise<T>[]): Promise<PromiseSettledResult<T>[]> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new FarmError('aborted', {}, { cause: signal.reason }));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void Promise.allSettled(promises).then((results) => {
      signal.removeEventListener('abort', abort);
      resolve(results);
    });
  });
}
