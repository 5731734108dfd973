import { BufferAttribute, BufferGeometry } from 'three';
import type { DracoMeshDecoder } from '../draco.ts';
import { expandInstances, MAX_EXPANDED_VERTICES } from '../expand-instances.ts';
import { flattenGeometry } from '../geometry.ts';
import { invalid } from '../limits.ts';
import type { NumericArray, PrimitiveData } from '../model.contract.ts';
import type { AccessorReader } from './accessors.ts';
import { type Gltf, type GltfMesh, type GltfPrimitive, list, textOr } from './gltf-json.ts';
import type { MaterialReader } from './materials.ts';
import { materialIn } from './variants.ts';

/** glTF's attribute names → three's. */
const NAMES: Readonly<Record<string, string>> = {
  POSITION: 'position',
  NORMAL: 'normal',
  TANGENT: 'tangent',
  TEXCOORD_0: 'uv',
  TEXCOORD_1: 'uv1',
  TEXCOORD_2: 'uv2',
  TEXCOORD_3: 'uv3',
  COLOR_0: 'color',
  JOINTS_0: 'skinIndex',
  WEIGHTS_0: 'skinWeight',
};
const SIZES: Readonly<Record<string, readonly number[]>> = {
  position: [3],
  normal: [3],
  tangent: [4],
  uv: [2],
  uv1: [2],
  uv2: [2],
  uv3: [2],
  color: [3, 4],
  skinIndex: [4],
  skinWeight: [4],
};
const DRACO = 'KHR_draco_mesh_compression';
/** 4: triangles; 5: triangle strip. */
const TRIANGLES = 4;
const FAN = 6;

/** Whether a file names the compression of Draco among its extensions. */
export const needsDraco = ({ extensionsUsed }: Gltf): boolean => list(extensionsUsed).includes(DRACO);

/** Converts meshes to primitives, each once. */
export class MeshReader {
  readonly primitives: PrimitiveData[] = [];
  readonly #json: Gltf;
  readonly #accessors: AccessorReader;
  readonly #materials: MaterialReader;
  readonly #draco: DracoMeshDecoder;
  readonly #transfer: Set<Transferable>;
  readonly #variant: number;
  readonly #meshes = new Map<number, readonly number[]>();

  constructor(
    json: Gltf,
    accessors: AccessorReader,
    materials: MaterialReader,
    draco: DracoMeshDecoder,
    transfer: Set<Transferable>,
    variant: number,
  ) {
    this.#variant = variant;
    this.#json = json;
    this.#accessors = accessors;
    this.#materials = materials;
    this.#draco = draco;
    this.#transfer = transfer;
  }

  /** Indices in `primitives` of a mesh's parts. Points and lines are skipped. */
  async mesh(index: number): Promise<readonly number[]> {
    const cached = this.#meshes.get(index);
    if (cached) return cached;
    const mesh = list(this.#json.meshes)[index];
    if (!mesh) throw invalid(`no mesh ${index}`);
    const ids: number[] = [];
    for (const primitive of list(mesh.primitives)) {
      const data = await this.#primitive(primitive, mesh);
      if (data) ids.push(this.primitives.push(data) - 1);
    }
    this.#meshes.set(index, ids);
    return ids;
  }

  /** Parts of a mesh with all instances expanded; undefined if they are too large. */
  async instances(index: number, matrices: Float32Array): Promise<readonly number[] | undefined> {
    const one = await this.mesh(index);
    const vertices = one.reduce(
      (sum, id) => sum + (this.primitives[id]!.attributes[0]?.array.length ?? 0) / 3,
      0,
    );
    const isMorphed = one.some((id) => this.primitives[id]!.morphTargets);
    if (isMorphed || vertices * (matrices.length / 16) > MAX_EXPANDED_VERTICES) return undefined;
    const mesh = list(this.#json.meshes)[index]!;
    const ids: number[] = [];
    for (const primitive of list(mesh.primitives)) {
      const data = await this.#primitive(primitive, mesh, matrices);
      if (data) ids.push(this.primitives.push(data) - 1);
    }
    return ids;
  }

  async #primitive(
    primitive: GltfPrimitive,
    mesh: GltfMesh,
    instances?: Float32Array,
  ): Promise<PrimitiveData | null> {
    const mode = primitive?.mode ?? TRIANGLES;
    if (mode < TRIANGLES || mode > FAN || !primitive?.attributes) return null;
    const geometry = new BufferGeometry();
    const packed = primitive.extensions?.[DRACO] as DracoExtension | undefined;
    if (packed) await this.#readDraco(geometry, primitive, packed);
    else this.#readPlain(geometry, primitive);
    if (!geometry.hasAttribute('position')) return null;
    if (mode !== TRIANGLES) unroll(geometry, mode);
    this.#readTargets(geometry, primitive);
    const hasNormals = geometry.hasAttribute('normal');
    const material = this.#materials.material(
      materialIn(this.#variant, primitive),
      geometry.hasAttribute('color'),
      !hasNormals,
    );
    const names = list(mesh.extras?.targetNames).map((name) => textOr(name, ''));
    const expanded = instances ? expandInstances(geometry, instances) : geometry;
    return flattenGeometry(expanded, material, this.#transfer, names, !hasNormals);
  }

  #readPlain(geometry: BufferGeometry, { attributes = {}, indices }: GltfPrimitive): void {
    for (const [given, id] of Object.entries(attributes)) {
      const name = NAMES[given];
      if (!name) continue;
      const { array, itemSize, normalized, count } = this.#accessors.accessor(id);
      this.#set(geometry, name, array, itemSize, normalized, count);
    }
    if (indices !== undefined) geometry.setIndex(indexAttribute(this.#accessors.accessor(indices).array));
  }

  async #readDraco(
    geometry: BufferGeometry,
    { attributes = {}, indices }: GltfPrimitive,
    { bufferView = -1, attributes: ids = {} }: DracoExtension,
  ): Promise<void> {
    const requested = Object.entries(ids).flatMap(([given, id]) => {
      const name = NAMES[given];
      const accessor = attributes[given];
      if (!name || accessor === undefined) return [];
      const { Type, normalized } = this.#accessors.shape(accessor);
      return [{ name, id, Type, normalized }];
    });
    const decoded = await this.#draco.decode(
      this.#accessors.view(bufferView),
      requested.map(({ id, Type }) => ({ id, Type })),
    );
    for (const [i, { name, normalized }] of requested.entries()) {
      const { array, itemSize } = decoded.attributes[i]!;
      this.#set(geometry, name, array, itemSize, normalized, array.length / itemSize);
    }
    // Attributes that are not in the stream.
    for (const [given, id] of Object.entries(attributes)) {
      const name = NAMES[given];
      if (!name || ids[given] !== undefined) continue;
      const { array, itemSize, normalized, count } = this.#accessors.accessor(id);
      this.#set(geometry, name, array, itemSize, normalized, count);
    }
    if (decoded.index.length > 0 || indices !== undefined) geometry.setIndex(indexAttribute(decoded.index));
  }

  #set(
    geometry: BufferGeometry,
    name: string,
    array: NumericArray,
    itemSize: number,
    normalized: boolean,
    count: number,
  ): void {
    const isPosition = name === 'position';
    const expected = isPosition ? count : (geometry.getAttribute('position')?.count ?? count);
    if (!SIZES[name]!.includes(itemSize)) {
      if (isPosition) throw invalid('POSITION is not VEC3');
      return;
    }
    if (count < expected) return;
    const given = new BufferAttribute(array, itemSize, normalized);
    geometry.setAttribute(name, name === 'skinWeight' ? weights(given) : given);
  }

  #readTargets(geometry: BufferGeometry, { targets }: GltfPrimitive): void {
    const count = geometry.getAttribute('position').count;
    for (const target of list(targets)) {
      geometry.morphTargetsRelative = true;
      for (const [given, name] of [
        ['POSITION', 'position'],
        ['NORMAL', 'normal'],
      ] as const) {
        const id = target[given];
        if (name === 'normal' && id === undefined) continue;
        const read = id === undefined ? undefined : this.#accessors.floats(id);
        const isGood = read?.itemSize === 3 && read.count === count;
        const array = isGood ? read.array.slice() : new Float32Array(count * 3);
        (geometry.morphAttributes[name] ??= []).push(new BufferAttribute(array, 3));
      }
    }
    const { position, normal } = geometry.morphAttributes;
    // Normals of all targets or of none: three matches them by index.
    if (normal && normal.length !== position?.length) delete geometry.morphAttributes.normal;
  }
}

interface DracoExtension {
  readonly bufferView?: number;
  readonly attributes?: Readonly<Record<string, number>>;
}

function indexAttribute(array: NumericArray): BufferAttribute {
  const isIndex = array instanceof Uint16Array || array instanceof Uint32Array;
  return new BufferAttribute(isIndex ? array : Uint32Array.from(array), 1);
}

/** Normalised: exporters round. */
function weights(given: BufferAttribute): BufferAttribute {
  const array = new Float32Array(given.count * 4);
  for (let v = 0; v < given.count; v++) {
    let sum = 0;
    for (let k = 0; k < 4; k++) {
      const weight = given.getComponent(v, k);
      array[v * 4 + k] = weight > 0 && Number.isFinite(weight) ? weight : 0;
      sum += array[v * 4 + k]!;
    }
    if (sum > 0) for (let k = 0; k < 4; k++) array[v * 4 + k]! /= sum;
    else array[v * 4] = 1;
  }
  return new BufferAttribute(array, 4);
}

/** Converts a strip or a fan to triangles. */
function unroll(geometry: BufferGeometry, mode: number): void {
  const count = geometry.index?.count ?? geometry.getAttribute('position').count;
  const at = (i: number) => geometry.index?.getX(i) ?? i;
  const index = new Uint32Array(Math.max(0, count - 2) * 3);
  for (let i = 0; i + 2 < count; i++) {
    const [a, b] = mode === FAN ? [0, i + 1] : i % 2 === 0 ? [i, i + 1] : [i + 1, i];
    index.set([at(a), at(b), at(i + 2)], i * 3);
  }
  geometry.setIndex(new BufferAttribute(index, 1));
}
