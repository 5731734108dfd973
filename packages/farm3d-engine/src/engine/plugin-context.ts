import {
  type Box3,
  Group,
  type Matrix4,
  type Mesh,
  type Object3D,
  type PerspectiveCamera,
  type Ray,
  type Scene,
  Texture,
} from 'three';
import { check } from '../core/check.ts';
import type { Clock } from '../core/clock.ts';
import { Disposer } from '../core/disposer.ts';
import type { TypedEmitter } from '../core/emitter.ts';
import { FarmError } from '../core/errors.ts';
import type { Locale } from '../core/messages.ts';
import type { BaseModel, LoadedModel, ModelStore, SceneSurroundings } from '../context/context-parts.ts';
import type {
  AddOptions,
  BaseHit,
  ContextFrame,
  PickTarget,
  PlotGround,
  PreviewModel,
  ViewerContext,
  ViewerContextEvents,
  ViewerPlugin,
} from '../context/viewer-context.ts';
import type { SceneDocument } from '../document/scene-document.ts';
import type { LabelLayer, LabelRecord } from '../labels/label-layer.ts';
import type { CameraRig } from '../render/camera-rig.ts';
import type { ContinuousRequest } from '../render/continuous-frames.ts';
import type { QualityTier } from '../render/quality.ts';
import type { ModelLibrary } from '../resources/model-library.ts';
import type { Model } from '../resources/model.ts';
import { asBackdrop } from '../view/backdrop.ts';
import { buildInto } from '../view/base-view.ts';
import type { SceneView } from '../view/scene-view.ts';
import type { EquipmentModels } from './equipment-models.ts';
import type { ViewerRenderer } from './viewer-renderer.ts';

/** The parts of a viewer that its plugins use. */
export interface PluginParts {
  readonly container: HTMLElement;
  readonly document: SceneDocument;
  readonly camera: CameraRig;
  readonly view: SceneView;
  readonly library: ModelLibrary;
  readonly models: EquipmentModels;
  readonly renderer: ViewerRenderer;
  readonly labels: LabelLayer;
  readonly clock: Clock;
  readonly seed: number;
  readonly fallbackPath: string;
  /** Aborted when the viewer is disposed. */
  readonly lifetime: AbortSignal;
  readonly locale: () => Locale;
  readonly isReducedMotion: () => boolean;
  readonly pickRectangle: ViewerContext['pickRectangle'];
}

/** What the plugins of a viewer have registered. */
export interface PluginRegistry extends Pick<TypedEmitter<ViewerContextEvents>, 'on'> {
  readonly parts: PluginParts;
  readonly isDisposed: boolean;
  /** Run before each frame. */
  readonly hooks: Set<(frame: ContextFrame) => void>;
  readonly targets: Map<string, PickTarget>;
  readonly plots: Set<PlotGround>;
}

/** The context of one attached plugin. */
export class PluginContext implements ViewerContext {
  readonly document: SceneDocument;
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly canvas: HTMLCanvasElement;
  readonly container: HTMLElement;
  readonly surroundings: SceneSurroundings;
  readonly base: BaseModel;
  readonly models: ModelStore;
  readonly clock: Clock;
  readonly seed: number;
  readonly #parts: PluginParts;
  readonly #plugins: PluginRegistry;
  readonly #cleanups = new Set<() => void>();
  readonly #labels = new Set<string>();
  readonly #ended: () => void;
  readonly #plugin: ViewerPlugin;
  #isDetached = false;

  constructor(plugins: PluginRegistry, plugin: ViewerPlugin, ended: () => void) {
    const { parts } = plugins;
    this.#parts = parts;
    this.#plugins = plugins;
    this.#plugin = plugin;
    this.#ended = ended;
    this.document = parts.document;
    this.scene = parts.view.scene;
    this.camera = parts.camera.three;
    this.canvas = parts.renderer.canvas;
    this.container = parts.container;
    this.surroundings = parts.view.surroundings;
    this.base = parts.view.base;
    this.models = parts.library;
    this.clock = parts.clock;
    this.seed = parts.seed;
  }

  get isDetached(): boolean {
    return this.#isDetached;
  }

  get locale(): Locale {
    return this.#parts.locale();
  }

  get tier(): QualityTier {
    return this.#parts.renderer.tier;
  }

  get isReducedMotion(): boolean {
    return this.#parts.isReducedMotion();
  }

  get isContinuous(): boolean {
    return this.#parts.renderer.isContinuous;
  }

  get plot(): PlotGround | null {
    return this.#plugins.plots.values().next().value ?? null;
  }

  on<Type extends keyof ViewerContextEvents>(
    type: Type,
    listener: (payload: ViewerContextEvents[Type]) => void,
  ): () => void {
    return this.own(this.#plugins.on(type, listener));
  }

  own(cleanup: () => void): () => void {
    const once = () => {
      if (this.#cleanups.delete(once)) cleanup();
    };
    this.#cleanups.add(once);
    if (this.#isDetached) once();
    return once;
  }

  detach(): void {
    if (this.#isDetached) return;
    this.#isDetached = true;
    this.#ended();
    const all = new Disposer();
    for (const cleanup of this.#cleanups) all.add(cleanup);
    all.add(() => this.#plugin.detach?.());
    try {
      all.dispose();
    } finally {
      if (!this.#plugins.isDisposed) this.#parts.renderer.requestRender('detach');
    }
  }

  requestRender(reason: string): void {
    if (!this.#plugins.isDisposed) this.#parts.renderer.requestRender(reason);
  }

  requestContinuousFrames(): ContinuousRequest {
    const request = this.#parts.renderer.requestContinuousFrames();
    return { end: this.own(() => request.end()) };
  }

  onBeforeRender(hook: (frame: ContextFrame) => void): () => void {
    // A new wrapper each time: a function registered twice is called twice and removed separately.
    return this.#register(this.#plugins.hooks, (frame: ContextFrame) => hook(frame));
  }

  rebakeEnvironment(): void {
    if (!this.#plugins.isDisposed) this.#parts.renderer.rebakeEnvironment();
  }

  get firstFrame(): Promise<void> {
    return this.#parts.renderer.firstFrame;
  }

  async compile(objects: Object3D): Promise<void> {
    if (!this.#isDetached) await this.#parts.renderer.compile(objects, this.#parts.lifetime);
  }

  refreshShadows(): void {
    if (!this.#plugins.isDisposed) this.#parts.renderer.refreshShadows();
  }

  add(object: Object3D, { isBackdrop = false, isShared = false }: AddOptions = {}): () => void {
    this.scene.add(isBackdrop ? asBackdrop(object) : object);
    this.requestRender('add');
    return this.own(() => {
      object.removeFromParent();
      if (!isShared) object.traverse(disposeParts);
      this.requestRender('remove');
    });
  }

  addPickTarget(target: PickTarget): () => void {
    const { id, object } = target;
    check(typeof id === 'string' && id !== '', 'id', id);
    check((object as Partial<Object3D> | undefined)?.isObject3D === true, 'object', object, id);
    const { targets } = this.#plugins;
    check(!targets.has(id) && !this.document.get(id) && !this.document.childScene(id), 'id', id, id);
    targets.set(id, target);
    return this.own(() => void targets.delete(id));
  }

  setLabel(label: LabelRecord): void {
    if (this.#isDetached) return;
    const { labels } = this.#parts;
    labels.set(label);
    labels.pin(label.id);
    if (this.#labels.size === 0) this.own(() => this.#labels.forEach((id) => this.removeLabel(id)));
    this.#labels.add(label.id);
  }

  removeLabel(id: string): void {
    if (!this.#labels.delete(id)) return;
    this.#parts.labels.remove(id);
    this.#parts.labels.unpin(id);
  }

  holdCamera(): () => void {
    return this.own(this.#parts.camera.hold());
  }

  frameOf(parentId: string | null): Object3D {
    return this.#parts.view.equipment.frameOf(parentId);
  }

  boundsOf(id: string, target: Box3): Box3 | null {
    const { equipment, children } = this.#parts.view;
    return equipment.has(id) ? equipment.boxOf(id, target) : children.boxOf(id, target);
  }

  moveObject(id: string, matrix: Matrix4 | null): void {
    const { equipment } = this.#parts.view;
    if (equipment.has(id)) equipment.setMoved(id, matrix);
    else if (matrix) equipment.moveChildScene(id, matrix);
    else equipment.setChildScenes(this.document.childScenes());
    this.requestRender('moved');
  }

  pickRectangle(x0: number, y0: number, x1: number, y1: number): string[] {
    return this.#parts.pickRectangle(x0, y0, x1, y1);
  }

  castBase(ray: Ray): readonly BaseHit[] {
    const { base, children } = this.#parts.view;
    const own = base.crossings(ray).map((hit) => ({ ...hit, parentId: null }));
    const childHits = children.crossings(ray);
    return childHits.length === 0 ? own : [...own, ...childHits].sort((a, b) => a.distance - b.distance);
  }

  setChildBase(id: string, model: LoadedModel | null): void {
    this.#parts.view.children.set(id, model as Model | null);
  }

  childBase(id: string): LoadedModel | null {
    return this.#parts.view.children.modelOf(id);
  }

  addPlot(plot: PlotGround): () => void {
    return this.#register(this.#plugins.plots, plot);
  }

  createObject(model: LoadedModel): Group {
    const group = new Group();
    buildInto(group, model as Model);
    return group;
  }

  async createPreview(modelPath: string | null, signal: AbortSignal): Promise<PreviewModel> {
    const { models, fallbackPath, lifetime } = this.#parts;
    const either = AbortSignal.any([signal, lifetime]);
    const handle = await models.acquire(modelPath ?? fallbackPath, either);
    if (either.aborted) {
      handle.release();
      throw new FarmError('aborted', {}, { cause: either.reason });
    }
    return { object: this.createObject(handle.model), release: () => handle.release() };
  }

  #register<T>(set: Set<T>, entry: T): () => void {
    set.add(entry);
    return this.own(() => void set.delete(entry));
  }
}

/** Disposes geometry, materials and their textures. */
function disposeParts(object: Object3D): void {
  const { geometry, material, dispose } = object as Partial<Mesh & { dispose: () => void }>;
  geometry?.dispose();
  // Instanced meshes and lights.
  dispose?.call(object);
  const materials = Array.isArray(material) ? material : material ? [material] : [];
  for (const one of materials) {
    for (const value of Object.values(one)) if (value instanceof Texture) value.dispose();
    one.dispose();
  }
}
