import { Vector3 } from 'three';
import type { TypedEmitter } from '../core/emitter.ts';
import { check, invalidArgument } from '../core/check.ts';
import { FarmError } from '../core/errors.ts';
import type { SceneLayout } from '../document/records.ts';
import type { SceneDocument } from '../document/scene-document.ts';
import { validateLayout } from '../document/validate-layout.ts';
import { ARRIVE_MS, type CameraRig } from '../render/camera-rig.ts';
import type { QualityTier } from '../render/quality.ts';
import { ProgressSum } from '../resources/load-progress.ts';
import type { SceneView } from '../view/scene-view.ts';
import type { EquipmentModels } from './equipment-models.ts';
import type { FarmViewerEvents, ModelFallback, ModelWarning } from './events.ts';
import type { ModelWarnings } from './model-warnings.ts';
import type { FarmViewerOptions } from './options.ts';
import type { ObjectInteraction } from './object-interaction.ts';
import type { ViewerRenderer } from './viewer-renderer.ts';
import type { LoadReport, ViewerScene } from './viewer-types.ts';

/** The camera approaches a computed first view from this many times its distance. */
const ARRIVE_FROM = 1.22;

interface Parts {
  readonly document: SceneDocument;
  readonly view: SceneView;
  readonly camera: CameraRig;
  readonly models: EquipmentModels;
  readonly warnings: ModelWarnings;
  readonly interaction: ObjectInteraction;
  readonly padding: NonNullable<FarmViewerOptions['padding']>;
  readonly quality: () => QualityTier;
  readonly renderer: Pick<ViewerRenderer, 'drawFirstFrame' | 'sceneLoaded'>;
  readonly events: TypedEmitter<FarmViewerEvents>;
  /** The base model was loaded, removed or changed its level. */
  readonly sceneChanged: () => void;
  /** Aborted when the viewer is disposed. */
  readonly lifetime: AbortSignal;
}

/** Loads one scene at a time: layout, models, first view. */
export class SceneLoading {
  readonly #parts: Parts;
  #running: AbortController | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Aborts a running load. @throws FarmError `aborted` */
  async load(scene: ViewerScene, given: AbortSignal | undefined): Promise<LoadReport> {
    checkScene(scene);
    const { document, view, models, interaction, renderer, events, lifetime, sceneChanged } = this.#parts;
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const signal = AbortSignal.any([running.signal, lifetime, ...(given ? [given] : [])]);
    if (signal.aborted) throw new FarmError('aborted', {}, { cause: signal.reason });

    const rows = models.setCatalogue(scene.catalogue);
    interaction.select([]);
    document.load(scene.layout);
    const skipped = [...document.skipped, ...rows];
    this.#report(skipped.map(({ error }) => error));
    const fallbacks: ModelFallback[] = [];
    const warnings: ModelWarning[] = [];
    this.#parts.warnings.forget();
    const stops = [
      events.on('model-fallback', (event) => fallbacks.push(event), { signal }),
      events.on('model-warning', (event) => warnings.push(event), { signal }),
    ];
    const progress = new ProgressSum((event) => {
      if (!signal.aborted) events.emit('load-progress', event);
    });
    const records = document.equipment();
    const lost = records.filter(({ id, kind }) => kind !== undefined && !models.isKnown(id));
    this.#report(lost.map(({ id, kind }) => invalidArgument('kind', kind, id)));
    if (scene.baseModelPath !== null) progress.expect(scene.baseModelPath, '');
    for (const { id } of records) progress.expect(models.pathOf(id), models.nameOf(id));
    let hasArrived = false;
    const base = models.showBase(scene.baseModelPath, progress).then(async () => {
      view.fitToBase();
      sceneChanged();
      // With a base model the first view does not depend on the equipment, so it does not wait for it.
      if (signal.aborted || view.base.box.isEmpty()) return;
      hasArrived = true;
      this.#arrive(scene.layout);
      await renderer.drawFirstFrame(signal);
      if (!signal.aborted) events.emit('base-load', {});
    });
    const equipment = records.map(({ id }) => models.show(id, progress));
    // In any case: a visible frame has full resolution from now on.
    const results = await settledUnless(signal, [base, ...equipment]).catch((error: unknown) => {
      renderer.sceneLoaded();
      throw error;
    });
    if (this.#running === running) this.#running = undefined;
    for (const result of results) if (result.status === 'rejected') this.reportUnlessAborted(result.reason);
    if (!hasArrived) {
      this.#arrive(scene.layout);
      await renderer.drawFirstFrame(signal);
      if (signal.aborted) throw new FarmError('aborted', {}, { cause: signal.reason });
    }
    renderer.sceneLoaded();
    for (const stop of stops) stop();
    events.emit('load', {});
    const fallen = new Set([...fallbacks, ...lost].map(({ id }) => id));
    const loaded = records.map(({ id }) => id).filter((id) => !fallen.has(id));
    return { loaded, fallbacks, warnings, skipped };
  }

  /** One event for all: the first one's id, and the number of others. */
  #report(errors: readonly FarmError[]): void {
    const [first] = errors;
    if (!first) return;
    const { reason = '', ...details } = first.details;
    const more = errors.length > 1 ? ` (+ ${errors.length - 1})` : '';
    const error = new FarmError('invalid-argument', { ...details, reason: `${reason}${more}` });
    this.#parts.events.emit('error', { error });
  }

  /** Loads the models of objects that were placed after the load; thousands of them not in one task. */
  async show(ids: readonly string[]): Promise<void> {
    const { models, document, lifetime } = this.#parts;
    for (const id of ids) {
      await models.yieldIfDue();
      if (lifetime.aborted) return;
      // Removed meanwhile.
      if (document.get(id)) models.show(id).catch((error: unknown) => this.reportUnlessAborted(error));
    }
  }

  /** At the low tier the base model uses its simplest level. */
  showBaseFor(tier: QualityTier): void {
    const { models, sceneChanged } = this.#parts;
    models
      .setBaseSimple(tier === 'low')
      .then(sceneChanged)
      .catch((error: unknown) => this.reportUnlessAborted(error));
  }

  /** Ends a running load with `aborted`. */
  abort(): void {
    this.#running?.abort();
  }

  reportUnlessAborted(reason: unknown): void {
    const error = FarmError.from(reason, 'model-invalid');
    if (error.code !== 'aborted' && error.code !== 'disposed') this.#parts.events.emit('error', { error });
  }

  #arrive(layout: SceneLayout): void {
    const { view, camera, padding, quality } = this.#parts;
    const { base, equipment } = view;
    const box = base.box.isEmpty() ? equipment.bounds() : base.box.clone();
    if (box.isEmpty()) box.set(new Vector3(-8, 0, -8), new Vector3(8, 3, 8));
    if (layout.camera) {
      camera.home = layout.camera;
      camera.jump(layout.camera);
      return;
    }
    const composed = camera.compose(box, padding);
    camera.home = composed;
    if (quality() === 'low') {
      camera.jump(composed);
      return;
    }
    const { target: t, position: p } = composed;
    const from = (to: number, at: number) => to + (at - to) * ARRIVE_FROM;
    camera.jump({ target: t, position: { x: from(t.x, p.x), y: from(t.y, p.y), z: from(t.z, p.z) } });
    void camera.fly(composed, ARRIVE_MS);
  }
}

function checkScene(scene: ViewerScene): void {
  check(typeof scene === 'object' && scene !== null, 'scene', scene);
  const { baseModelPath, layout, catalogue } = scene;
  const isPath = typeof baseModelPath === 'string' && baseModelPath !== '';
  check(baseModelPath === null || isPath, 'baseModelPath', baseModelPath);
  check(typeof layout === 'object' && layout !== null, 'layout', layout);
  check(Array.isArray(catalogue), 'catalogue', catalogue);
  // Before anything is removed: an invalid layout leaves the present scene.
  validateLayout(layout);
}

/** Resolves when all promises have settled; rejects with `aborted` at once. */
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
