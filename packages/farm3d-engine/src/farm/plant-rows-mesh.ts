import {
  Box3,
  type BufferAttribute,
  BoxGeometry,
  type BufferGeometry,
  Color,
  DataTexture,
  FloatType,
  Group,
  InstancedBufferGeometry,
  type Material,
  Matrix4,
  Mesh,
  MeshDepthMaterial,
  MeshStandardMaterial,
  RGBADepthPacking,
  RGBAFormat,
  Vector3,
  Vector4,
} from 'three';
import { check, checkFinite, invalidArgument } from '../core/check.ts';
import { checkList, checkObject } from '../core/check-fields.ts';
import type { IDisposable } from '../core/disposer.ts';
import {
  packRows,
  type PlacedPlant,
  plantAt,
  type PlantGrowth,
  type PlantRow,
  type PlantVariation,
  ROW_FLOATS,
} from './plant-rows.ts';
import {
  type FieldUniforms,
  makeHedge,
  makePlant,
  type ReachUniforms,
  TEXTURE_ROWS,
} from './plant-shader.ts';

/** A part of a plant's model. The geometry is shared, the material is copied. */
export interface PlantPart {
  /** Foot at the origin, metres. Shared: not disposed with the field. */
  readonly geometry: BufferGeometry;
  /** Copied: later changes have no effect. */
  readonly material: Material;
}

/** Models of a plant at one stage. */
export interface PlantLodParts {
  /** Parts of the detailed model. */
  readonly near: readonly PlantPart[];
  /** Parts of the simple model. */
  readonly far: readonly PlantPart[];
}

/** Distances up to which plants are drawn individually, metres from the camera; beyond, rows are. */
export interface PlantLodDistances {
  /** Up to here plants have the detailed model, metres from the camera. */
  readonly near: number;
  /** Up to here plants have the simple model, metres from the camera; beyond, rows are hedges. */
  readonly far: number;
}

interface Level {
  readonly uniforms: ReachUniforms;
  readonly meshes: Mesh<InstancedBufferGeometry, Material>[];
}

/** Positions of rows perpendicular to the first one. */
interface RowOffsets {
  /** Distance between two plants of the first row, metres; negative if the rows follow to the left. */
  readonly length: number;
  /** Ascending, metres. */
  readonly offsets: Float32Array;
}

const NO_BOX = new Box3();
const _inverse = new Matrix4();
const _eye = new Vector3();

/**
 * Rows with up to millions of plants: 32 bytes per row and none per plant. The vertex shader computes position, rotation
 * and size from the index of a plant, so only rows are uploaded.
 */
export class PlantRowsMesh implements IDisposable {
  /** Object for the scene. */
  readonly object = new Group();
  /** Row data on the graphics card: eight floats each. */
  readonly rows: Float32Array<ArrayBuffer>;
  /** Number of rows. */
  readonly rowCount: number;
  /** Number of plants of all rows. */
  readonly plantCount: number;
  /** Bounds of the plants' positions, metres, in the frame of {@link object}; without their height. */
  readonly box = new Box3();
  readonly #variation: Required<PlantVariation>;
  readonly #texture: DataTexture;
  readonly #field: FieldUniforms;
  readonly #near: Level;
  readonly #far: Level;
  readonly #hedge: Mesh<InstancedBufferGeometry, MeshStandardMaterial>;
  readonly #hedgeUniform = { cropHedge: { value: new Vector4(16, 1, 1, 0) } };
  readonly #longest: number;
  readonly #step: number;
  /** null if rows are not parallel or not in order. */
  readonly #across: RowOffsets | null;
  #growth: PlantGrowth = { from: 1, to: 1, progress: 1 };
  #lodDistances: PlantLodDistances = { near: 12, far: 60 };

  /** @throws FarmError `invalid-argument` */
  constructor(rows: readonly PlantRow[], variation: PlantVariation = {}) {
    checkList('rows', rows);
    const first = rows[0];
    if (!first) throw invalidArgument('rows', rows);
    checkFinite({
      'variation.scatter': variation.scatter ?? 0,
      'variation.size': variation.size ?? 0,
    });
    const packed = packRows(rows);
    this.rowCount = rows.length;
    const lines = Math.ceil(rows.length / TEXTURE_ROWS);
    const texels = new Float32Array(lines * TEXTURE_ROWS * ROW_FLOATS);
    texels.set(packed);
    this.rows = texels.subarray(0, packed.length);
    this.#variation = { scatter: variation.scatter ?? 0.25, size: variation.size ?? 0.3 };
    this.#texture = new DataTexture(texels, TEXTURE_ROWS * 2, lines, RGBAFormat, FloatType);
    this.#texture.needsUpdate = true;
    let plants = 0;
    let longest = 0;
    let step = Infinity;
    for (const { x, y, z, stepX, stepZ, count } of rows) {
      plants += count;
      longest = Math.max(longest, count);
      step = Math.min(step, Math.hypot(stepX, stepZ));
      this.box.expandByPoint(_eye.set(x, y, z));
      this.box.expandByPoint(_eye.set(x + stepX * (count - 1), y, z + stepZ * (count - 1)));
    }
    this.plantCount = plants;
    this.#longest = longest;
    this.#step = step;
    this.#across = acrossOf(rows);
    const { scatter, size } = this.#variation;
    this.#field = {
      cropRows: { value: this.#texture },
      cropGrowth: { value: new Vector4(1, 1, 1, size) },
      cropHabit: { value: new Vector4(scatter, 1, 1, 1) },
    };
    this.#near = { uniforms: reachUniforms(), meshes: [] };
    this.#far = { uniforms: reachUniforms(), meshes: [] };
    this.#hedge = this.#createHedge();
    this.object.add(this.#hedge);
    this.object.name = 'crops';
  }

  /** Present growth. */
  get growth(): PlantGrowth {
    return this.#growth;
  }

  /** Present level-of-detail distances. */
  get lodDistances(): PlantLodDistances {
    return this.#lodDistances;
  }

  /** Instances of each level after the last {@link aim}, including collapsed ones out of range. */
  get instances(): { readonly near: number; readonly far: number; readonly hedge: number } {
    const of = ({ meshes }: Level) => (meshes[0]?.visible ? meshes[0].geometry.instanceCount : 0);
    return {
      near: of(this.#near),
      far: of(this.#far),
      hedge: this.#hedge.visible ? this.#hedge.geometry.instanceCount : 0,
    };
  }

  /** Sway in the wind: 1: normal, 0: none. */
  set sway(factor: number) {
    this.#field.cropHabit.value.y = factor;
  }

  /** Sets the growth: only uniforms change. */
  setGrowth(growth: PlantGrowth): void {
    this.#growth = growth;
    const { value } = this.#field.cropGrowth;
    value.set(growth.from, growth.to, growth.progress, value.w);
  }

  /**
   * Sets the models and releases the previous ones.
   * @param castsShadow whether individually drawn plants cast shadows
   */
  setModels(lodParts: PlantLodParts, castsShadow = false): void {
    this.#clear();
    this.#fill(this.#near, lodParts.near, castsShadow);
    this.#fill(this.#far, lodParts.far, castsShadow);
    const box = new Box3();
    for (const { geometry } of lodParts.far) {
      geometry.computeBoundingBox();
      box.union(geometry.boundingBox ?? NO_BOX);
    }
    const height = Math.max(0.02, box.max.y);
    // Leaves thin out towards the edge of the box.
    const width = Math.max(0.02, 0.35 * (box.max.x - box.min.x + box.max.z - box.min.z));
    this.#field.cropHabit.value.z = height;
    const piece = Math.max(2, Math.min(32, Math.round(4 / this.#step)));
    const pieces = Math.ceil(this.#longest / piece);
    this.#hedgeUniform.cropHedge.value.set(piece, pieces, width, Math.max(0, 1 - (1.5 * width) / this.#step));
    this.#hedge.geometry.instanceCount = pieces * this.rowCount;
    this.#hedge.material.color.copy(meanColor(lodParts.far)).multiplyScalar(0.72);
  }

  /** Sets the level-of-detail distances, from the next frame on. */
  setLodDistances(lodDistances: PlantLodDistances): void {
    checkObject('lodDistances', lodDistances);
    checkFinite({ 'lodDistances.near': lodDistances.near, 'lodDistances.far': lodDistances.far });
    this.#lodDistances = lodDistances;
  }

  /**
   * Updates the levels for a camera position. Call before a frame with a moved camera; needs no upload.
   * @param eye world coordinates, metres; the object's world matrix must be up to date
   */
  aim(eye: Vector3): void {
    _eye.copy(eye).applyMatrix4(_inverse.copy(this.object.matrixWorld).invert());
    const { near, far } = this.#lodDistances;
    this.#aimAt(this.#near, 0, near);
    this.#aimAt(this.#far, near, far);
    this.#hedgeReach.cropEye.value.set(_eye.x, _eye.y, _eye.z, 0);
    this.#hedgeReach.cropReach.value.set(far, Infinity, 1, 0);
    this.#hedge.visible = this.#farthest(_eye) >= far;
  }

  /**
   * Position and size of one plant, as computed on the graphics card.
   * @param row from 0
   * @param index of the plant in its row, from 0
   * @throws FarmError `invalid-argument` for an unknown plant
   */
  plantAt(row: number, index: number): PlacedPlant {
    const count = this.rows[row * ROW_FLOATS + 3];
    if (count === undefined) throw invalidArgument('row', row);
    check(Number.isInteger(index) && index >= 0 && index < count, 'index', index);
    return plantAt(this.rows, row, index, this.#growth, this.#variation);
  }

  /** Releases textures, geometries and materials. A second call has no effect. */
  dispose(): void {
    this.#clear();
    this.#hedge.geometry.dispose();
    this.#hedge.material.dispose();
    this.#texture.dispose();
    this.object.clear();
    this.object.removeFromParent();
  }

  readonly #hedgeReach = reachUniforms();

  #aimAt({ uniforms, meshes }: Level, minDistance: number, maxDistance: number): void {
    const [firstRow, rowCount] = this.#rowsWithin(_eye, maxDistance);
    const window = Math.min(this.#longest, Math.ceil((2 * Math.min(maxDistance, 1e6)) / this.#step) + 2);
    uniforms.cropEye.value.set(_eye.x, _eye.y, _eye.z, 0);
    uniforms.cropReach.value.set(minDistance, maxDistance, window, firstRow);
    const isSeen = maxDistance > minDistance && rowCount > 0;
    for (const mesh of meshes) {
      mesh.visible = isSeen;
      mesh.geometry.instanceCount = rowCount * window;
    }
  }

  /** First index and number of the rows that may have plants within a distance. */
  #rowsWithin(eye: Vector3, distance: number): [first: number, count: number] {
    const rows = this.rows;
    if (this.box.distanceToPoint(eye) > distance + 1) return [0, 0];
    if (!this.#across) return [0, this.rowCount];
    const [x, z, stepX, stepZ] = [rows[0]!, rows[2]!, rows[4]!, rows[5]!];
    const { length, offsets } = this.#across;
    const at = ((eye.z - z) * stepX - (eye.x - x) * stepZ) / length;
    const tolerance = distance + this.#variation.scatter * Math.abs(length);
    const first = lowerBound(offsets, at - tolerance);
    return [first, lowerBound(offsets, at + tolerance) - first];
  }

  #farthest(eye: Vector3): number {
    const { min, max } = this.box;
    return Math.hypot(
      Math.max(Math.abs(eye.x - min.x), Math.abs(eye.x - max.x)),
      Math.max(Math.abs(eye.y - min.y), Math.abs(eye.y - max.y)),
      Math.max(Math.abs(eye.z - min.z), Math.abs(eye.z - max.z)),
    );
  }

  #fill({ uniforms, meshes }: Level, parts: readonly PlantPart[], castsShadow: boolean): void {
    for (const { geometry, material: source } of parts) {
      const material = source.clone();
      makePlant(material, this.#field, uniforms, true);
      const mesh = new Mesh(instanced(geometry), material);
      if (castsShadow) {
        mesh.customDepthMaterial = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
        makePlant(mesh.customDepthMaterial, this.#field, uniforms, false);
        mesh.castShadow = true;
      }
      this.#add(mesh);
      meshes.push(mesh);
    }
  }

  #add(mesh: Mesh): void {
    mesh.frustumCulled = false;
    mesh.matrixAutoUpdate = false;
    mesh.receiveShadow = true;
    mesh.raycast = () => {};
    this.object.add(mesh);
  }

  #clear(): void {
    for (const { meshes } of [this.#near, this.#far]) {
      for (const mesh of meshes) {
        mesh.removeFromParent();
        // Its attributes belong to the model: only this geometry is freed.
        mesh.geometry.dispose();
        mesh.material.dispose();
        mesh.customDepthMaterial?.dispose();
      }
      meshes.length = 0;
    }
  }

  #createHedge(): Mesh<InstancedBufferGeometry, MeshStandardMaterial> {
    // Two sides and the top, slightly narrower: x −0.5 … 0.5, y and z 0 … 1.
    const box = new BoxGeometry(1, 1, 1).translate(0, 0.5, 0.5);
    box.setIndex([...box.index!.array.slice(0, 12), ...box.index!.array.slice(12, 18)]);
    const positions = box.attributes.position!;
    for (let i = 0; i < positions.count; i++)
      if (positions.getY(i) > 0.5) positions.setX(i, positions.getX(i) * 0.6);
    const material = new MeshStandardMaterial({ roughness: 0.9, side: 2 });
    material.name = 'hedge';
    makeHedge(material, this.#field, this.#hedgeReach, this.#hedgeUniform);
    const mesh = new Mesh(instanced(box), material);
    mesh.visible = false;
    this.#add(mesh);
    return mesh;
  }
}

function reachUniforms(): ReachUniforms {
  return { cropEye: { value: new Vector4() }, cropReach: { value: new Vector4(0, 0, 1, 0) } };
}

/** An instanced geometry with the same attributes. */
function instanced(source: BufferGeometry): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  geometry.setIndex(source.index);
  for (const [name, attribute] of Object.entries(source.attributes)) geometry.setAttribute(name, attribute);
  geometry.instanceCount = 0;
  return geometry;
}

function acrossOf(rows: readonly PlantRow[]): RowOffsets | null {
  const { x, z, stepX, stepZ } = rows[0]!;
  const end = rows.at(-1)!;
  // Rows may follow on either side.
  const isLeft = (end.z - z) * stepX - (end.x - x) * stepZ < 0;
  const length = Math.hypot(stepX, stepZ) * (isLeft ? -1 : 1);
  const across = new Float32Array(rows.length);
  let last = -Infinity;
  for (const [i, row] of rows.entries()) {
    const cross = row.stepX * stepZ - row.stepZ * stepX;
    if (Math.abs(cross) > 1e-6 * Math.abs(length) * Math.hypot(row.stepX, row.stepZ)) return null;
    const at = ((row.z - z) * stepX - (row.x - x) * stepZ) / length;
    if (at < last) return null;
    across[i] = last = at;
  }
  return { length, offsets: across };
}

/** Index of the first value that is not less. */
function lowerBound(sorted: Float32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Mean vertex colour, linear; leaf green without colours. */
function meanColor(parts: readonly PlantPart[]): Color {
  const mean = new Color(0, 0, 0);
  let count = 0;
  for (const { geometry } of parts) {
    const colors = geometry.getAttribute('color') as BufferAttribute | undefined;
    if (!colors) continue;
    for (let i = 0; i < colors.count; i++) {
      mean.r += colors.getX(i);
      mean.g += colors.getY(i);
      mean.b += colors.getZ(i);
    }
    count += colors.count;
  }
  return count > 0 ? mean.multiplyScalar(1 / count) : mean.setRGB(0.09, 0.19, 0.04);
}
