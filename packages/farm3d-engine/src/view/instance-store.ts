import {
  type Box3,
  DataTexture,
  FloatType,
  type Matrix4,
  NearestFilter,
  type PixelFormat,
  RGBAFormat,
  RGBAIntegerFormat,
  type Sphere,
  type TextureDataType,
  UnsignedIntType,
  Vector3,
} from 'three';
import type { IDisposable } from '../core/disposer.ts';

/** Instances per texture row. */
export const INSTANCES_PER_ROW = 256;
/** Texels of a transform: three matrix rows, and values for the ground marks. */
export const TRANSFORM_TEXELS = 4;

const PLACE_FLOATS = TRANSFORM_TEXELS * 4;
const STATE_WORDS = 4;

/** Components of the state texel. */
export const StateWord = { bits: 0, glow: 1, pose: 2, tint: 3 } as const;
/** Value of glow 1.0 in the state texel. */
export const GLOW_UNIT = 65_535;

/** Uniforms of all instance materials; a texture is replaced when the store grows. */
export interface StoreUniforms {
  readonly farmTransforms: { value: DataTexture };
  readonly farmStates: { value: DataTexture };
}

const _center = new Vector3();

/**
 * Transforms and states of all instances in flat arrays, which are textures as well. One store for all kinds, so that a
 * thousand new states are one upload.
 */
export class InstanceStore implements IDisposable {
  readonly uniforms: StoreUniforms;
  /** x, y, z, radius of each instance in world space. Read only outside. */
  spheres = new Float32Array(0);
  /** Level of detail of each instance; {@link HIDDEN} if it is not visible. */
  levels = new Uint8Array(0);
  /** Instances whose level is fixed while they are edited. */
  pinned = new Uint8Array(0);
  #transforms = new Float32Array(0);
  #states = new Uint32Array(0);
  #capacity = 0;
  #used = 0;
  readonly #free: number[] = [];
  readonly #dirtyTransforms = new DirtyRows();
  readonly #dirtyStates = new DirtyRows();

  constructor() {
    this.uniforms = {
      farmTransforms: { value: new DataTexture() },
      farmStates: { value: new DataTexture() },
    };
    this.#grow(INSTANCES_PER_ROW);
  }

  /** One more than the highest index in use. */
  get length(): number {
    return this.#used;
  }

  add(): number {
    const index = this.#free.pop() ?? this.#used++;
    if (index >= this.#capacity) this.#grow(this.#capacity * 2);
    this.levels[index] = HIDDEN;
    this.pinned[index] = 0;
    this.#states.fill(0, index * STATE_WORDS, (index + 1) * STATE_WORDS);
    this.#dirtyStates.add(index);
    return index;
  }

  remove(index: number): void {
    this.levels[index] = HIDDEN;
    this.#free.push(index);
  }

  /**
   * @param matrix to world space
   * @param box of the model, metres
   * @param sphere around everything that the model may show, in its own space
   */
  setTransform(index: number, matrix: Matrix4, box: Box3, sphere: Sphere): void {
    const m = matrix.elements;
    const at = index * PLACE_FLOATS;
    const transforms = this.#transforms;
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 4; column++) transforms[at + row * 4 + column] = m[column * 4 + row]!;
    }
    const scaleX = Math.hypot(m[0], m[1], m[2]);
    const scaleY = Math.hypot(m[4], m[5], m[6]);
    const scaleZ = Math.hypot(m[8], m[9], m[10]);
    const width = Math.max(box.max.x - box.min.x, box.max.z - box.min.z);
    transforms[at + 12] = width * 0.5 * Math.max(scaleX, scaleZ);
    transforms[at + 13] = box.max.y * scaleY;
    _center.copy(sphere.center).applyMatrix4(matrix);
    this.spheres[index * 4] = _center.x;
    this.spheres[index * 4 + 1] = _center.y;
    this.spheres[index * 4 + 2] = _center.z;
    this.spheres[index * 4 + 3] = sphere.radius * Math.max(scaleX, scaleY, scaleZ);
    this.#dirtyTransforms.add(index);
  }

  getMatrix(index: number, out: Matrix4): Matrix4 {
    const t = this.#transforms;
    const at = index * PLACE_FLOATS;
    return out.set(
      t[at]!, t[at + 1]!, t[at + 2]!, t[at + 3]!,
      t[at + 4]!, t[at + 5]!, t[at + 6]!, t[at + 7]!,
      t[at + 8]!, t[at + 9]!, t[at + 10]!, t[at + 11]!,
      0, 0, 0, 1,
    ); // prettier-ignore
  }

  /** @param word see {@link StateWord}. @returns whether it changed */
  setState(index: number, word: number, value: number): boolean {
    const at = index * STATE_WORDS + word;
    if (this.#states[at] === value) return false;
    this.#states[at] = value;
    this.#dirtyStates.add(index);
    return true;
  }

  getState(index: number, word: number): number {
    return this.#states[index * STATE_WORDS + word]!;
  }

  /** State bits of all instances. Read only. */
  get states(): Uint32Array {
    return this.#states;
  }

  /** Uploads changed rows; call before each frame. @returns number of uploads */
  flush(): number {
    return (
      this.#dirtyTransforms.flush(this.uniforms.farmTransforms.value) +
      this.#dirtyStates.flush(this.uniforms.farmStates.value)
    );
  }

  /** After the context was restored: everything must be uploaded again. */
  invalidate(): void {
    this.#dirtyTransforms.addAll();
    this.#dirtyStates.addAll();
  }

  dispose(): void {
    this.uniforms.farmTransforms.value.dispose();
    this.uniforms.farmStates.value.dispose();
  }

  #grow(capacity: number): void {
    const rows = Math.ceil(capacity / INSTANCES_PER_ROW);
    this.#capacity = rows * INSTANCES_PER_ROW;
    const transforms = new Float32Array(this.#capacity * PLACE_FLOATS);
    transforms.set(this.#transforms);
    const states = new Uint32Array(this.#capacity * STATE_WORDS);
    states.set(this.#states);
    this.#transforms = transforms;
    this.#states = states;
    this.spheres = larger(this.spheres, new Float32Array(this.#capacity * 4));
    this.levels = larger(this.levels, new Uint8Array(this.#capacity));
    this.pinned = larger(this.pinned, new Uint8Array(this.#capacity));
    const { farmTransforms, farmStates } = this.uniforms;
    farmTransforms.value.dispose();
    farmStates.value.dispose();
    farmTransforms.value = texture(transforms, TRANSFORM_TEXELS, rows, RGBAFormat, FloatType);
    farmStates.value = texture(states, 1, rows, RGBAIntegerFormat, UnsignedIntType);
    farmTransforms.value.onUpdate = this.#dirtyTransforms.read;
    farmStates.value.onUpdate = this.#dirtyStates.read;
    this.invalidate();
  }
}

/** Value of {@link InstanceStore.levels}: not visible. */
export const HIDDEN = 255;

function larger<T extends Float32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** A texture over an array, without filtering. */
function texture(
  array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
  texels: number,
  rows: number,
  format: PixelFormat,
  type: TextureDataType,
): DataTexture {
  const dataTexture = new DataTexture(array, INSTANCES_PER_ROW * texels, rows, format, type);
  dataTexture.minFilter = NearestFilter;
  dataTexture.magFilter = NearestFilter;
  if (type === UnsignedIntType) dataTexture.internalFormat = 'RGBA32UI';
  return dataTexture;
}

/** With more ranges of rows than this, the whole texture is uploaded. */
const MAX_SPANS = 8;

/** Rows of a texture that have changed. */
class DirtyRows {
  readonly #rows = new Set<number>();
  #isWhole = true;
  #isPending = false;

  /** Called when the texture was uploaded. */
  readonly read = (): void => {
    this.#isPending = false;
  };

  add(index: number): void {
    if (this.#isWhole) return;
    this.#rows.add(Math.floor(index / INSTANCES_PER_ROW));
    if (this.#rows.size > MAX_SPANS) this.addAll();
  }

  addAll(): void {
    this.#isWhole = true;
    this.#rows.clear();
  }

  flush(texture: DataTexture): number {
    if (!this.#isWhole && this.#rows.size === 0) return 0;
    const width = texture.image.width * 4;
    texture.clearUpdateRanges();
    // Changes that are not uploaded yet must not be lost by ranges without them.
    if (!this.#isWhole && !this.#isPending) {
      for (const row of this.#rows) texture.addUpdateRange(row * width, width);
    }
    const writes = Math.max(1, texture.updateRanges.length);
    this.#isWhole = false;
    this.#isPending = true;
    this.#rows.clear();
    texture.needsUpdate = true;
    return writes;
  }
}
