import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  type Material,
  Matrix4,
  Quaternion,
  Sphere,
  Texture,
  Vector3,
  type MagnificationTextureFilter,
  type MinificationTextureFilter,
  NoColorSpace,
  SRGBColorSpace,
  type Wrapping,
} from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import type { Disposable } from '../core/disposer.ts';
import type { ClipData, MaterialData, ModelData, NodeData, PrimitiveData } from '../workers/glb.contract.ts';
import type { FrameBudget } from './frame-budget.ts';
import { createMaterial } from './material-factory.ts';

/** A drawable piece: one primitive at one node. */
export interface ModelPart {
  /** Index in {@link Model.nodes}. */
  readonly node: number;
  readonly nodeName: string;
  readonly geometry: BufferGeometry;
  /** Index in {@link Model.materials}. */
  readonly material: number;
  /** Node space → model space, at rest. */
  readonly matrix: Matrix4;
  /** For picking, in node space; null for an empty primitive. */
  readonly bvh: MeshBVH | null;
}

/** One decoded model as GPU resources, shared by everything that shows it. Owned by the ModelLibrary. */
export class Model implements Disposable {
  readonly nodes: readonly NodeData[];
  readonly clips: readonly ClipData[];
  readonly materials: readonly MaterialData[];
  readonly parts: readonly ModelPart[];
  /** At rest, in model space, metres. */
  readonly box: Box3;
  readonly triangles: number;
  readonly hash: string;
  readonly #geometries: readonly BufferGeometry[];
  readonly #textures: readonly Texture[];
  readonly #shared = new Map<number, Material>();

  constructor(source: ModelData, geometries: readonly BufferGeometry[], textures: readonly Texture[]) {
    this.nodes = source.nodes;
    this.clips = source.clips;
    this.materials = source.materials;
    this.triangles = source.triangles;
    this.hash = source.hash;
    this.#geometries = geometries;
    this.#textures = textures;
    const [x0, y0, z0, x1, y1, z1] = source.box;
    this.box = new Box3(new Vector3(x0, y0, z0), new Vector3(x1, y1, z1));
    const matrices = restMatrices(source.nodes);
    const hierarchies = source.primitives.map((primitive, i) => hierarchy(primitive, geometries[i]!));
    this.parts = source.nodes.flatMap((node, n) =>
      node.primitives
        .filter((id) => source.primitives[id]!.triangles > 0)
        .map((id) => ({
          node: n,
          nodeName: node.name,
          geometry: geometries[id]!,
          material: source.primitives[id]!.material,
          matrix: matrices[n]!,
          bvh: hierarchies[id]!,
        })),
    );
  }

  /** Builds from worker data, giving the page a breath between pieces. */
  static async build(source: ModelData, budget: FrameBudget): Promise<Model> {
    const geometries: BufferGeometry[] = [];
    for (const primitive of source.primitives) {
      await budget.turn();
      geometries.push(createGeometry(primitive));
    }
    await budget.turn();
    return new Model(source, geometries, createTextures(source));
  }

  /** The texture for a material's slot. */
  texture(index: number): Texture {
    return this.#textures[index]!;
  }

  /** The material for drawing this part once (not instanced). Shared; disposed with the model. */
  sharedMaterial(index: number): Material {
    let material = this.#shared.get(index);
    if (!material) {
      material = createMaterial(this.materials[index]!, (texture) => this.texture(texture));
      this.#shared.set(index, material);
    }
    return material;
  }

  dispose(): void {
    for (const geometry of this.#geometries) geometry.dispose();
    for (const texture of this.#textures) {
      texture.dispose();
      (texture.image as ImageBitmap | undefined)?.close?.();
    }
    for (const material of this.#shared.values()) material.dispose();
    this.#shared.clear();
  }
}

function restMatrices(nodes: readonly NodeData[]): Matrix4[] {
  const matrices: Matrix4[] = [];
  for (const node of nodes) {
    const local = new Matrix4().compose(
      new Vector3(...node.position),
      new Quaternion(...node.quaternion),
      new Vector3(...node.scale),
    );
    // A parent always comes before its children.
    matrices.push(node.parent >= 0 ? local.premultiply(matrices[node.parent]!) : local);
  }
  return matrices;
}

function createGeometry(primitive: PrimitiveData): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const { name, array, itemSize, normalized } of primitive.attributes) {
    geometry.setAttribute(name, new BufferAttribute(array, itemSize, normalized));
  }
  if (primitive.index) geometry.setIndex(new BufferAttribute(primitive.index, 1));
  const [x0, y0, z0, x1, y1, z1] = primitive.box;
  geometry.boundingBox = new Box3(new Vector3(x0, y0, z0), new Vector3(x1, y1, z1));
  // Around the box: a little larger than need be, but no pass over the vertices on the page.
  geometry.boundingSphere = geometry.boundingBox.getBoundingSphere(new Sphere());
  return geometry;
}

function hierarchy(primitive: PrimitiveData, geometry: BufferGeometry): MeshBVH | null {
  if (primitive.triangles === 0) return null;
  // Only what no worker has made comes without: the plain box.
  if (!primitive.bvhRoots) return new MeshBVH(geometry);
  const serialized = {
    version: 1,
    roots: [...primitive.bvhRoots],
    index: geometry.index?.array ?? null,
    indirectBuffer: null,
  };
  return MeshBVH.deserialize(serialized as never, geometry, { setIndex: false });
}

function createTextures(source: ModelData): Texture[] {
  return source.textures.map((info) => {
    const texture = new Texture(source.images[info.image]);
    texture.flipY = info.flipY;
    texture.colorSpace = info.srgb ? SRGBColorSpace : NoColorSpace;
    texture.wrapS = info.wrapS as Wrapping;
    texture.wrapT = info.wrapT as Wrapping;
    texture.magFilter = info.magFilter as MagnificationTextureFilter;
    texture.minFilter = info.minFilter as MinificationTextureFilter;
    texture.channel = info.channel;
    texture.offset.fromArray(info.offset);
    texture.repeat.fromArray(info.repeat);
    texture.rotation = info.rotation;
    texture.needsUpdate = true;
    return texture;
  });
}
