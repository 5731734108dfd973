import type { BufferGeometry } from 'three';
import {
  DataTexture,
  DynamicDrawUsage,
  FloatType,
  type Frustum,
  Group,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  type Material,
  type Matrix4,
  Mesh,
  MeshDepthMaterial,
  NearestFilter,
  RGBADepthPacking,
  RGBAFormat,
  Sphere,
  Vector3,
} from 'three';
import type { Disposable } from '../core/disposer.ts';
import { createMaterial } from '../resources/material-factory.ts';
import type { Model } from '../resources/model.ts';
import {
  INSTANCES_PER_ROW,
  type InstanceUniforms,
  makeInstanced,
  TEXELS_PER_INSTANCE,
} from './instance-shader.ts';

const FLOATS_PER_INSTANCE = TEXELS_PER_INSTANCE * 4;
const LAMP_NODE = 'glow_status';

const _sphere = new Sphere();
const _center = new Vector3();

/**
 * All instances of one model: one draw for each of its parts, however many instances. Matrices and states are a flat
 * array that is also the texture; culling is a pass over flat spheres, made only when the camera or the things moved.
 */
export class InstanceBatch implements Disposable {
  readonly model: Model;
  /** One mesh a part; add it to the scene. */
  readonly group = new Group();
  readonly #uniforms: InstanceUniforms = { farmInstances: { value: null } };
  readonly #materials: Material[] = [];
  readonly #geometries: InstancedBufferGeometry[] = [];
  readonly #localCenter: Vector3;
  readonly #localRadius: number;
  #visible: InstancedBufferAttribute;
  #texels: Float32Array<ArrayBuffer>;
  #texture: DataTexture;
  /** x, y, z, radius in world space. */
  #spheres: Float32Array<ArrayBuffer>;
  #capacity = 0;
  #count = 0;
  #isDirty = true;

  constructor(model: Model) {
    this.model = model;
    const sphere = model.box.getBoundingSphere(new Sphere());
    this.#localCenter = sphere.center;
    this.#localRadius = sphere.radius;
    this.#texels = new Float32Array(0);
    this.#spheres = new Float32Array(0);
    this.#texture = new DataTexture();
    this.#visible = new InstancedBufferAttribute(new Uint32Array(0), 1);
    this.group.matrixAutoUpdate = false;
    this.#createParts();
    this.#grow(16);
  }

  get count(): number {
    return this.#count;
  }

  /** Draw calls this batch costs while anything of it is visible. */
  get drawCount(): number {
    return this.model.parts.length;
  }

  /** @returns the slot of the new instance. */
  add(matrix: Matrix4, state: number): number {
    if (this.#count === this.#capacity) this.#grow(this.#capacity * 2);
    const slot = this.#count++;
    this.setMatrix(slot, matrix);
    this.setState(slot, state);
    return slot;
  }

  /**
   * Frees a slot by moving the last instance into it.
   * @returns the slot that moved, or -1 when it was the last itself.
   */
  remove(slot: number): number {
    const last = --this.#count;
    this.#isDirty = true;
    if (slot === last) return -1;
    this.#texels.copyWithin(
      slot * FLOATS_PER_INSTANCE,
      last * FLOATS_PER_INSTANCE,
      (last + 1) * FLOATS_PER_INSTANCE,
    );
    this.#spheres.copyWithin(slot * 4, last * 4, last * 4 + 4);
    this.#texture.needsUpdate = true;
    return last;
  }

  setMatrix(slot: number, matrix: Matrix4): void {
    const m = matrix.elements;
    const at = slot * FLOATS_PER_INSTANCE;
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 4; column++) this.#texels[at + row * 4 + column] = m[column * 4 + row]!;
    }
    _center.copy(this.#localCenter).applyMatrix4(matrix);
    this.#spheres[slot * 4] = _center.x;
    this.#spheres[slot * 4 + 1] = _center.y;
    this.#spheres[slot * 4 + 2] = _center.z;
    this.#spheres[slot * 4 + 3] = this.#localRadius * matrix.getMaxScaleOnAxis();
    this.#texture.needsUpdate = true;
    this.#isDirty = true;
  }

  getMatrix(slot: number, out: Matrix4): Matrix4 {
    const t = this.#texels;
    const at = slot * FLOATS_PER_INSTANCE;
    return out.set(
      t[at]!, t[at + 1]!, t[at + 2]!, t[at + 3]!,
      t[at + 4]!, t[at + 5]!, t[at + 6]!, t[at + 7]!,
      t[at + 8]!, t[at + 9]!, t[at + 10]!, t[at + 11]!,
      0, 0, 0, 1,
    ); // prettier-ignore
  }

  setState(slot: number, state: number): void {
    this.#texels[slot * FLOATS_PER_INSTANCE + 12] = state;
    this.#texture.needsUpdate = true;
  }

  /** World bounding spheres, four floats a slot. Read only. */
  get spheres(): Float32Array {
    return this.#spheres;
  }

  /** Chooses what is drawn. Cheap to call every frame: without a change there is nothing to do. */
  cull(frustum: Frustum, hasCameraMoved: boolean): void {
    if (!this.#isDirty && !hasCameraMoved) return;
    this.#isDirty = false;
    const ids = this.#visible.array as Uint32Array;
    let visible = 0;
    let isSame = true;
    for (let slot = 0; slot < this.#count; slot++) {
      const at = slot * 4;
      _sphere.center.set(this.#spheres[at]!, this.#spheres[at + 1]!, this.#spheres[at + 2]);
      _sphere.radius = this.#spheres[at + 3]!;
      if (!frustum.intersectsSphere(_sphere)) continue;
      if (ids[visible] !== slot) {
        ids[visible] = slot;
        isSame = false;
      }
      visible++;
    }
    if (!isSame) this.#visible.needsUpdate = true;
    for (const geometry of this.#geometries) geometry.instanceCount = visible;
    this.group.visible = visible > 0;
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const geometry of this.#geometries) {
      // The model owns the shared attributes: only what belongs to this geometry goes.
      geometry.dispose();
    }
    for (const material of this.#materials) material.dispose();
    this.#texture.dispose();
  }

  #createParts(): void {
    const materials = new Map<string, Material>();
    for (const part of this.model.parts) {
      const isLamp = part.nodeName.startsWith(LAMP_NODE);
      const key = `${part.material}:${isLamp}`;
      let material = materials.get(key);
      if (!material) {
        material = createMaterial(this.model.materials[part.material]!, (texture) =>
          this.model.texture(texture),
        );
        makeInstanced(material, this.#uniforms, isLamp);
        materials.set(key, material);
        this.#materials.push(material);
      }
      const geometry = new InstancedBufferGeometry();
      shareAttributes(part.geometry, geometry);
      const mesh = new Mesh(geometry, material);
      mesh.name = part.nodeName;
      mesh.matrixAutoUpdate = false;
      mesh.matrix.copy(part.matrix);
      mesh.frustumCulled = false;
      mesh.castShadow = !material.transparent;
      mesh.receiveShadow = true;
      mesh.raycast = () => {};
      this.#geometries.push(geometry);
      this.group.add(mesh);
    }
    const depth = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
    makeInstanced(depth, this.#uniforms, false);
    this.#materials.push(depth);
    for (const mesh of this.group.children) (mesh as Mesh).customDepthMaterial = depth;
  }

  #grow(capacity: number): void {
    const rows = Math.max(1, Math.ceil(capacity / INSTANCES_PER_ROW));
    const texels = new Float32Array(rows * INSTANCES_PER_ROW * FLOATS_PER_INSTANCE);
    texels.set(this.#texels);
    const spheres = new Float32Array(capacity * 4);
    spheres.set(this.#spheres);
    this.#texels = texels;
    this.#spheres = spheres;
    this.#capacity = capacity;
    this.#texture.dispose();
    this.#texture = new DataTexture(
      texels,
      INSTANCES_PER_ROW * TEXELS_PER_INSTANCE,
      rows,
      RGBAFormat,
      FloatType,
    );
    this.#texture.minFilter = NearestFilter;
    this.#texture.magFilter = NearestFilter;
    this.#texture.needsUpdate = true;
    this.#uniforms.farmInstances.value = this.#texture;
    // Filled with an id that no slot has, so that the first cull sees every id as new.
    this.#visible = new InstancedBufferAttribute(new Uint32Array(capacity).fill(0xffffffff), 1);
    this.#visible.setUsage(DynamicDrawUsage);
    for (const geometry of this.#geometries) geometry.setAttribute('farmId', this.#visible);
    this.#isDirty = true;
  }
}

/** Several geometries over the same buffers: three uploads a buffer attribute once. */
function shareAttributes(from: BufferGeometry, to: InstancedBufferGeometry): void {
  for (const [name, attribute] of Object.entries(from.attributes)) to.setAttribute(name, attribute);
  to.setIndex(from.index);
  to.boundingBox = from.boundingBox;
  to.boundingSphere = from.boundingSphere;
}
