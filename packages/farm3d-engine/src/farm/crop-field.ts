import { type BufferGeometry, Vector3 } from 'three';
import { Disposer, type IDisposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import type { FarmViewer } from '../engine/farm-viewer.ts';
import { FEATURE_HOST, type FeatureHost } from '../engine/feature-host.ts';
import type { QualityTier } from '../render/quality.ts';
import { createMaterial } from '../resources/material-factory.ts';
import type { ModelHandle } from '../resources/model-library.ts';
import type { Model } from '../resources/model.ts';
import { type CropStage, type CropState, cropState } from './crop-stages.ts';
import { PlantRowsMesh, type PlantPart, type PlantLodDistances } from './plant-rows-mesh.ts';
import type { PlacedPlant, PlantRow, PlantVariation } from './plant-rows.ts';

/** Options of a {@link CropField}. */
export interface CropFieldOptions {
  /** Rows of plants, metres. */
  readonly rows: readonly PlantRow[];
  /** Stages of the crop in the order of growth. */
  readonly stages: readonly CropStage[];
  /** Planting date: stage and size follow from the days since. */
  readonly plantedOn: Date;
  /** Date to show. Default: now. */
  readonly date?: Date;
  /** Variation between plants. Default: position by a quarter of their distance, size by 0.3. */
  readonly variation?: PlantVariation;
  /** Level-of-detail distances. Default: by the viewer's tier and the density of plants. */
  readonly lodDistances?: PlantLodDistances;
  /** Sway in the wind: 1 in the open, 0: none. Default 1. */
  readonly sway?: number;
}

/** Maximum number of plants drawn individually, near and far, and their maximum distance, metres. */
const BUDGET: Readonly<Record<QualityTier, { near: number; far: number; reach: PlantLodDistances }>> = {
  high: { near: 1_600, far: 30_000, reach: { near: 9, far: 90 } },
  medium: { near: 500, far: 9_000, reach: { near: 7, far: 45 } },
  low: { near: 60, far: 900, reach: { near: 4, far: 18 } },
};
/** Fields up to this size are drawn plant by plant up to this distance, metres. */
const SMALL_FIELD = { plants: 600, reach: 60 };
/** The camera must move this far before distances are updated, metres: each update redraws shadows. */
const EYE_STEP = 1;

/**
 * A crop on a plot or in beds: it grows with the date and sways in the wind; the cost depends on rows, not on plants. A
 * change of the date sets uniforms, and loads models if the stage changes.
 * @example
 * const field = new CropField(viewer, { rows, stages, plantedOn: new Date('2026-04-20') });
 * await field.ready;
 * await field.setDate(new Date('2026-07-01'));
 */
export class CropField implements IDisposable {
  /** Resolves when the first models are loaded or have failed. */
  readonly ready: Promise<void>;
  readonly #host: FeatureHost;
  readonly #disposer = new Disposer();
  readonly #abort = new AbortController();
  readonly #mesh: PlantRowsMesh;
  readonly #stages: readonly CropStage[];
  readonly #lodDistances: PlantLodDistances | undefined;
  readonly #plantedOn: Date;
  readonly #eye = new Vector3(Infinity, 0, 0);
  #state: CropState;
  /** Index of the stage that is shown; −1 before the first. */
  #shown = -1;
  #handles: ModelHandle[] = [];
  #change = 0;

  /** @throws FarmError `disposed` or `invalid-argument` */
  constructor(viewer: FarmViewer, options: CropFieldOptions) {
    if (viewer.isDisposed) throw new FarmError('disposed');
    const host = viewer[FEATURE_HOST];
    this.#host = host;
    this.#stages = options.stages;
    this.#plantedOn = options.plantedOn;
    this.#state = cropState(options.stages, options.plantedOn, options.date ?? new Date(host.clock.now()));
    this.#lodDistances = options.lodDistances;
    this.#mesh = this.#disposer.own(new PlantRowsMesh(options.rows, options.variation));
    this.#mesh.sway = options.sway ?? 1;
    this.#mesh.object.visible = false;
    host.scene.add(this.#mesh.object);
    this.#disposer.add(() => {
      this.#abort.abort();
      this.#release();
    });
    this.#disposer.add(host.own(() => this.dispose()));
    this.#disposer.add(host.onBeforeRender(({ camera }) => this.#aim(camera.position)));
    this.#disposer.add(host.on('quality-changed', () => this.#applyTier()));
    this.#applyReach();
    this.ready = this.#show();
  }

  /** Whether `dispose` was called. */
  get isDisposed(): boolean {
    return this.#disposer.isDisposed;
  }

  /** Number of plants of all rows. */
  get plantCount(): number {
    return this.#mesh.plantCount;
  }

  /** Growth on the present date; `stage` −1: not planted yet. */
  get state(): CropState {
    return this.#state;
  }

  /** Instances drawn in the last frame. */
  get instances(): PlantRowsMesh['instances'] {
    return this.#mesh.instances;
  }

  /** Position and size of a plant. @throws FarmError `invalid-argument` */
  plantAt(row: number, index: number): PlacedPlant {
    return this.#mesh.plantAt(row, index);
  }

  /**
   * Sets the date.
   * @returns resolves when its models are loaded; until then the previous ones are shown
   * @throws FarmError `disposed`, `invalid-argument`, or an error of loading a model
   */
  setDate(date: Date): Promise<void> {
    if (this.isDisposed) throw new FarmError('disposed');
    this.#state = cropState(this.#stages, this.#plantedOn, date);
    return this.#show();
  }

  /** Removes the field from the scene and releases its models. A second call has no effect. */
  dispose(): void {
    if (this.isDisposed) return;
    this.#disposer.dispose();
    if (this.#host.isDisposed) return;
    this.#host.refreshShadows();
    this.#host.requestRender('crops');
  }

  async #show(): Promise<void> {
    const { stage, size, progress } = this.#state;
    const change = ++this.#change;
    if (stage >= 0 && stage !== this.#shown) {
      const { nearPath, farPath } = this.#stages[stage]!;
      const { signal } = this.#abort;
      const handles: ModelHandle[] = [];
      try {
        for (const path of [nearPath, farPath])
          handles.push(await this.#host.models.acquire(path, { signal }));
      } catch (error) {
        for (const handle of handles) handle.release();
        if (this.isDisposed) return;
        throw error;
      }
      if (this.isDisposed || change !== this.#change) {
        for (const handle of handles) handle.release();
        return;
      }
      this.#release();
      this.#handles = handles;
      this.#shown = stage;
      this.#dress();
    }
    this.#mesh.object.visible = stage >= 0;
    this.#mesh.setGrowth({ from: size[0], to: size[1], progress });
    this.#host.refreshShadows();
    this.#host.requestRender('crops');
  }

  #dress(): void {
    const [near, far] = this.#handles;
    if (!near || !far) return;
    this.#mesh.setModels({ near: partsOf(near.model), far: partsOf(far.model) }, this.#host.tier !== 'low');
    this.#eye.x = Infinity;
  }

  #applyTier(): void {
    this.#applyReach();
    this.#dress();
    this.#host.requestRender('crops');
  }

  #applyReach(): void {
    if (this.#lodDistances) {
      this.#mesh.setLodDistances(this.#lodDistances);
      return;
    }
    const { near, far, reach } = BUDGET[this.#host.tier];
    const { box, plantCount } = this.#mesh;
    const area = Math.max(1, (box.max.x - box.min.x) * (box.max.z - box.min.z));
    const within = (plants: number) => Math.sqrt((plants * area) / (plantCount * Math.PI));
    this.#mesh.setLodDistances({
      near: Math.min(reach.near, within(near)),
      far: Math.max(
        plantCount <= SMALL_FIELD.plants ? SMALL_FIELD.reach : 0,
        Math.min(reach.far, within(far)),
      ),
    });
    this.#eye.x = Infinity;
  }

  #aim(camera: Vector3): void {
    if (this.#eye.distanceTo(camera) < EYE_STEP) return;
    this.#eye.copy(camera);
    this.#mesh.aim(camera);
    this.#host.refreshShadows();
  }

  #release(): void {
    for (const handle of this.#handles) handle.release();
    this.#handles = [];
  }
}

/** Parts of a model, in the model's frame. */
function partsOf(model: Model): PlantPart[] {
  return model.parts.map(({ geometry, material, matrix }) => ({
    geometry: isIdentity(matrix.elements) ? geometry : moved(geometry, matrix),
    material: createMaterial(model.materials[material]!, (texture) => model.texture(texture)),
  }));
}

const moved = (geometry: BufferGeometry, matrix: Parameters<BufferGeometry['applyMatrix4']>[0]) =>
  geometry.clone().applyMatrix4(matrix);

const isIdentity = (elements: readonly number[]) =>
  elements.every((value, i) => value === (i % 5 === 0 ? 1 : 0));
