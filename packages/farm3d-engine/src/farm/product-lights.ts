import { Euler, Matrix4, PointLight, Quaternion, Vector3 } from 'three';
import { check } from '../core/check.ts';
import { checkList, checkRange } from '../core/check-fields.ts';
import type { IDisposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import type { EquipmentRecord } from '../document/records.ts';
import type { EquipmentKind } from '../engine/equipment-kind.ts';
import type { FarmViewer } from '../engine/farm-viewer.ts';
import type { ViewerContext } from '../context/viewer-context.ts';
import type { QualityTier } from '../render/quality.ts';
import type { LoadedModel, LoadedModelHandle } from '../context/context-parts.ts';

/** Options of {@link ProductLights}. */
export interface ProductLightsOptions {
  /** The viewer's catalogue, with product model codes. */
  readonly catalogue: readonly EquipmentKind[];
  /** Codes of product models with a light. Default: {@link PRODUCT_LIGHT_CODE}. */
  readonly codes?: readonly string[];
}

/** Spec §9: "a white point light on one special product model"; the code of the built-in grow light. */
export const PRODUCT_LIGHT_CODE = 'BGD-600';
/** Spec §9. */
const PRODUCT_LIGHT_COLOR = '#FFFFFF';
/** Intensity at night, candela. */
const INTENSITY = 10;
/** Factor by day, when the light is hardly visible. */
const BY_DAY = 0.12;
/** Factor where shadows and ambient shade leave the surroundings darker. */
const BESIDE_SHADOWS = 2.2;
/** Range, metres; that of the surfaces' own lamp, too. */
const DISTANCE = 9;
/**
 * Maximum number of lights: each costs time in every lit pixel, and another number compiles other shaders; the nearest are
 * on. The low tier has the lamp of its surfaces instead, by night only: at dusk no shader is compiled.
 */
const MAX_LIGHTS: Readonly<Record<QualityTier, number>> = { high: 4, medium: 2, low: 0 };
/** Below this darkness the lamp of the low tier is off. */
const DUSK = 0.05;
/** The camera must move this far before the nearest are chosen again, metres. */
const EYE_STEP = 2;
/** The node that emits light; the status lamp does not. */
const LIGHT_NODE = /^glow_(?!status)/;
/** Offset below the node, metres, so that it does not shade its own light. */
const BELOW = 0.12;

interface Lamp {
  readonly at: Vector3;
  readonly level: number;
}

const _euler = new Euler();
const _quaternion = new Quaternion();
const _position = new Vector3();
const _scale = new Vector3();
const _step = new Matrix4();

/**
 * White point lights of product models such as grow lights. Only the nearest few are on.
 * @example
 * const lights = new ProductLights(viewer, { catalogue });
 * lights.setLevel('grow-light-1', 0.5);
 */
export class ProductLights implements IDisposable {
  readonly #context: ViewerContext;
  readonly #codes: ReadonlySet<string>;
  readonly #levels = new Map<string, number>();
  readonly #models = new Map<string, { handle?: LoadedModelHandle; readonly abort: AbortController }>();
  readonly #lights: PointLight[] = [];
  readonly #eye = new Vector3(Infinity, 0, 0);
  #kinds = new Map<string, EquipmentKind>();
  #lamps: Lamp[] = [];
  /** The lamp nearest to the camera. */
  #nearest: Lamp | undefined;
  #pending: Promise<unknown> = Promise.resolve();

  /** @throws FarmError `disposed` */
  constructor(viewer: FarmViewer, { catalogue, codes = [PRODUCT_LIGHT_CODE] }: ProductLightsOptions) {
    checkList('catalogue', catalogue);
    const context = viewer.use({});
    this.#context = context;
    this.#codes = new Set(codes);
    context.own(() => {
      for (const path of this.#models.keys()) this.#forget(path);
      this.#setCount(0);
      this.#nearest = undefined;
      context.surroundings.surface.lamp.w = 0;
    });
    context.on('quality-changed', () => this.#assignLights());
    context.onBeforeRender(({ camera }) => this.#beforeFrame(camera.position));
    context.own(context.document.on('change', () => this.#sync()));
    this.setCatalogue(catalogue);
  }

  /** Whether `dispose` was called. */
  get isDisposed(): boolean {
    return this.#context.isDetached;
  }

  /** Resolves when all models requested so far are loaded or have failed. */
  get ready(): Promise<unknown> {
    return this.#pending;
  }

  /** Number of lights that are on. */
  get litCount(): number {
    return this.#lights.length + Number(this.#surfaceLamp !== undefined);
  }

  /** Sets the catalogue. @throws FarmError `disposed` */
  setCatalogue(catalogue: readonly EquipmentKind[]): void {
    if (this.isDisposed) throw new FarmError('disposed');
    checkList('catalogue', catalogue);
    this.#kinds = new Map(catalogue.map((kind) => [kind.equipmentId, kind]));
    this.#sync();
  }

  /** Sets the brightness of a light: 0: off, 1: full. Default 1. @throws FarmError `disposed` or `invalid-argument` */
  setLevel(id: string, level: number): void {
    if (this.isDisposed) throw new FarmError('disposed');
    check(typeof id === 'string', 'id', id);
    checkRange('level', level, 0, 1, id);
    if (this.#levels.get(id) === level) return;
    this.#levels.set(id, level);
    this.#sync();
  }

  /** Removes the lights from the scene. A second call has no effect. */
  dispose(): void {
    this.#context.detach();
  }

  #sync(): void {
    const neededPaths = new Set<string>();
    this.#lamps = [];
    for (const record of this.#context.document.equipment()) {
      const kind = this.#kinds.get(record.id);
      if (kind?.productModelCode === undefined || !this.#codes.has(kind.productModelCode)) continue;
      const path = kind.modelPath;
      if (path === null) continue;
      neededPaths.add(path);
      const model = this.#models.get(path)?.handle?.model;
      const level = this.#levels.get(record.id) ?? 1;
      if (model && level > 0) this.#lamps.push({ at: this.#positionOf(record, model), level });
      else if (!this.#models.has(path)) this.#pending = Promise.all([this.#pending, this.#fetch(path)]);
    }
    for (const path of this.#models.keys()) if (!neededPaths.has(path)) this.#forget(path);
    this.#assignLights();
  }

  /** A model that cannot be loaded has no light; the viewer reports the error. */
  async #fetch(path: string): Promise<void> {
    const entry: { handle?: LoadedModelHandle; readonly abort: AbortController } = {
      abort: new AbortController(),
    };
    this.#models.set(path, entry);
    try {
      const handle = await this.#context.models.acquire(path, { signal: entry.abort.signal });
      if (this.#models.get(path) !== entry) {
        handle.release();
        return;
      }
      entry.handle = handle;
      this.#sync();
    } catch {
      entry.abort.abort();
    }
  }

  #forget(path: string): void {
    const entry = this.#models.get(path);
    this.#models.delete(path);
    entry?.abort.abort();
    entry?.handle?.release();
  }

  /** World position of the light: at the glowing node, else at the top. */
  #positionOf({ position, rotation, scale, parentId }: EquipmentRecord, model: LoadedModel): Vector3 {
    const at = model.box.getCenter(new Vector3()).setY(model.box.max.y);
    const part = model.parts.find(({ nodeName }) => LIGHT_NODE.test(nodeName));
    if (part) {
      part.geometry.computeBoundingBox();
      part.geometry.boundingBox!.getCenter(at).applyMatrix4(part.matrix);
    }
    at.y -= BELOW;
    const frame = this.#context.frameOf(parentId);
    frame.updateWorldMatrix(true, false);
    _quaternion.setFromEuler(_euler.set(rotation.x, rotation.y, rotation.z));
    _step.compose(_position.copy(position), _quaternion, _scale.copy(scale));
    return at.applyMatrix4(_step).applyMatrix4(frame.matrixWorld);
  }

  #beforeFrame(eye: Vector3): void {
    const { tier, surroundings } = this.#context;
    const shown = tier === 'low' ? 1 : this.#lights.length;
    if (this.#lamps.length > shown && this.#eye.distanceTo(eye) > EYE_STEP) {
      this.#eye.copy(eye);
      this.#assignLights();
    }
    const { lamps } = surroundings.atmosphere;
    const weight = INTENSITY * (BY_DAY + (1 - BY_DAY) * lamps);
    for (const light of this.#lights)
      light.intensity = weight * BESIDE_SHADOWS * (light.userData['level'] as number);
    const lamp = this.#surfaceLamp;
    if (lamp) surroundings.surface.lamp.set(...lamp.at.toArray(), weight * lamp.level);
    else surroundings.surface.lamp.w = 0;
  }

  /** The lamp of the low tier; undefined: by day, or of another tier. */
  get #surfaceLamp(): Lamp | undefined {
    const { tier, surroundings } = this.#context;
    return tier === 'low' && surroundings.atmosphere.lamps > DUSK ? this.#nearest : undefined;
  }

  /** Assigns the available lights to the nearest lamps. */
  #assignLights(): void {
    const { camera, tier } = this.#context;
    const nearest = this.#lamps.toSorted(
      (a, b) => a.at.distanceToSquared(camera.position) - b.at.distanceToSquared(camera.position),
    );
    this.#nearest = nearest[0];
    this.#setCount(Math.min(MAX_LIGHTS[tier], nearest.length));
    for (const [i, light] of this.#lights.entries()) {
      light.position.copy(nearest[i]!.at);
      light.userData['level'] = nearest[i]!.level;
      light.updateMatrixWorld();
    }
    this.#context.requestRender('product-lights');
  }

  #setCount(count: number): void {
    while (this.#lights.length > count) {
      const light = this.#lights.pop()!;
      light.removeFromParent();
      light.dispose();
    }
    while (this.#lights.length < count) {
      const light = new PointLight(PRODUCT_LIGHT_COLOR, 0, DISTANCE, 2);
      light.name = 'product-light';
      this.#context.scene.add(light);
      this.#lights.push(light);
    }
  }
}
