import { type BufferGeometry, Vector3 } from 'three';
import { invalidArgument } from '../core/check.ts';
import type { IDisposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import type { FarmViewer } from '../engine/farm-viewer.ts';
import type { ViewerContext } from '../context/viewer-context.ts';
import type { QualityTier } from '../render/quality.ts';
import type { LoadedModel, LoadedModelHandle } from '../context/context-parts.ts';
import { type CropStage, type CropState, cropState, cropStateAt } from './crop-stages.ts';
import { PlantRowsMesh, type PlantPart, type PlantLodDistances } from './plant-rows-mesh.ts';
import type { PlacedPlant, PlantRow, PlantVariation } from './plant-rows.ts';

/** Options of a {@link CropField}. */
export interface CropFieldOptions {
  /** Rows of plants, metres. */
  readonly rows: readonly PlantRow[];
  /** Stages of the crop in the order of growth. */
  readonly stages: readonly CropStage[];
  /** Planting date: stage and size follow from the days since. Required without `growth`. */
  readonly plantedOn?: Date;
  /** Growth at the start as a fraction of the season, 0 … 1, instead of dates; see {@link CropField.setGrowth}. */
  readonly growth?: number;
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
 * await field.setDate(new Date('2026-07-01')); // or, of a field with a growth: field.setGrowth(0.6)
 */
export class CropField implements IDisposable {
  /** Resolves when the first models are loaded or have failed. */
  readonly ready: Promise<void>;
  readonly #context: ViewerContext;
  readonly #abort = new AbortController();
  readonly #mesh: PlantRowsMesh;
  readonly #stages: readonly CropStage[];
  readonly #lodDistances: PlantLodDistances | undefined;
  readonly #plantedOn: Date | undefined;
  readonly #eye = new Vector3(Infinity, 0, 0);
  #state: CropState;
  /** Index of the stage that is shown; −1 before the first. */
  #shown = -1;
  #handles: LoadedModelHandle[] = [];
  #change = 0;

  /** @throws FarmError `disposed` or `invalid-argument` */
  constructor(viewer: FarmViewer, options: CropFieldOptions) {
    const { stages, plantedOn } = options;
    const context = viewer.use({});
    this.#context = context;
    this.#stages = stages;
    this.#plantedOn = plantedOn;
    this.#lodDistances = options.lodDistances;
    try {
      this.#state =
        options.growth === undefined
          ? this.#stateOn(options.date ?? new Date(context.clock.now()))
          : cropStateAt(stages, options.growth);
      this.#mesh = new PlantRowsMesh(options.rows, options.variation);
    } catch (error) {
      context.detach();
      throw error;
    }
    this.#mesh.sway = options.sway ?? 1;
    this.#mesh.object.visible = false;
    context.scene.add(this.#mesh.object);
    context.own(() => this.#mesh.dispose());
    context.own(() => {
      this.#abort.abort();
      this.#release();
    });
    context.onBeforeRender(({ camera }) => this.#aim(camera.position));
    context.on('quality-changed', () => this.#applyTier());
    this.#applyReach();
    this.ready = this.#show();
  }

  /** Whether `dispose` was called. */
  get isDisposed(): boolean {
    return this.#context.isDetached;
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
   * Sets the date, of a field with a planting date.
   * @returns resolves when its models are loaded; until then the previous ones are shown
   * @throws FarmError `disposed`, `invalid-argument`, or an error of loading a model
   */
  setDate(date: Date): Promise<void> {
    if (this.isDisposed) throw new FarmError('disposed');
    this.#state = this.#stateOn(date);
    return this.#show();
  }

  /**
   * Sets the growth as a fraction of the season: 0: the first stage begins, 1: the last one ends; stages have the share of
   * their days. For growth that a model of the crop computes.
   * @returns resolves when its models are loaded; until then the previous ones are shown
   * @throws FarmError `disposed`, `invalid-argument`, or an error of loading a model
   */
  setGrowth(growth: number): Promise<void> {
    if (this.isDisposed) throw new FarmError('disposed');
    this.#state = cropStateAt(this.#stages, growth);
    return this.#show();
  }

  /** Removes the field from the scene and releases its models. A second call has no effect. */
  dispose(): void {
    this.#context.detach();
  }

  /** @throws FarmError `invalid-argument` */
  #stateOn(date: Date): CropState {
    if (!this.#plantedOn) throw invalidArgument('plantedOn', this.#plantedOn);
    return cropState(this.#stages, this.#plantedOn, date);
  }

  async #show(): Promise<void> {
    const { stage, size, progress } = this.#state;
    const change = ++this.#change;
    if (stage >= 0 && stage !== this.#shown) {
      const { nearPath, farPath } = this.#stages[stage]!;
      const { signal } = this.#abort;
      const handles: LoadedModelHandle[] = [];
      try {
        for (const path of [nearPath, farPath])
          handles.push(await this.#context.models.acquire(path, { signal }));
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
    this.#context.refreshShadows();
    this.#context.requestRender('crops');
  }

  #dress(): void {
    const [near, far] = this.#handles;
    if (!near || !far) return;
    this.#mesh.setModels(
      { near: partsOf(near.model), far: partsOf(far.model) },
      this.#context.tier !== 'low',
    );
    this.#eye.x = Infinity;
  }

  #applyTier(): void {
    this.#applyReach();
    this.#dress();
    this.#context.requestRender('crops');
  }

  #applyReach(): void {
    if (this.#lodDistances) {
      this.#mesh.setLodDistances(this.#lodDistances);
      return;
    }
    const { near, far, reach } = BUDGET[this.#context.tier];
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
    this.#context.refreshShadows();
  }

  #release(): void {
    for (const handle of this.#handles) handle.release();
    this.#handles = [];
  }
}

/** Parts of a model, in the model's frame. */
function partsOf(model: LoadedModel): PlantPart[] {
  return model.parts.map(({ geometry, material, matrix }) => ({
    geometry: isIdentity(matrix.elements) ? geometry : moved(geometry, matrix),
    material: model.createMaterial(material),
  }));
}

const moved = (geometry: BufferGeometry, matrix: Parameters<BufferGeometry['applyMatrix4']>[0]) =>
  geometry.clone().applyMatrix4(matrix);

const isIdentity = (elements: readonly number[]) =>
  elements.every((value, i) => value === (i % 5 === 0 ? 1 : 0));
