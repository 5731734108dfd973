import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  CompressedTexture,
  type CompressedPixelFormat,
  DataTexture,
  type Material,
  type Matrix4,
  RGBAFormat,
  Sphere,
  Texture,
  Vector3,
  type MagnificationTextureFilter,
  type MinificationTextureFilter,
  NoColorSpace,
  SRGBColorSpace,
  type Wrapping,
} from 'three';
import type { IDisposable } from '../core/disposer.ts';
import type {
  ClipData,
  MaterialData,
  ModelData,
  NodeData,
  PrimitiveData,
  SkinData,
  TextureData,
} from '../workers/model.contract.ts';
import type { FrameBudget } from './frame-budget.ts';
import { jointMatrices, restMatrices } from '../workers/rest-pose.ts';
import { createMaterial } from './material-factory.ts';
import { RayTree } from './ray-tree.ts';
import type { ModelRig } from './rig.ts';

/** Bytes of a ray tree per triangle: leaves hold up to ten triangles, about six on average. */
const TREE_BYTES = 12;

/** A drawable part: one primitive at one node. */
export interface ModelPart {
  /** Index in {@link Model.nodes}. */
  readonly node: number;
  readonly nodeName: string;
  readonly geometry: BufferGeometry;
  /** Index in {@link Model.materials}. */
  readonly material: number;
  /** Node space → model space, at rest. For a skinned part by its first joint, valid while nothing moves. */
  readonly matrix: Matrix4;
  /** It is skinned: only {@link Model.rig} can pose it. */
  readonly isSkinned: boolean;
  /** For picking, in node space; null for an empty primitive. */
  readonly bvh: RayTree | null;
}

/**
 * One decoded model as GPU resources, shared by all its instances. Owned by the ModelLibrary.
 *
 * There are two ways to show it: `parts` are flat pieces with a fixed matrix each, for thousands of copies at rest; `rig`
 * exists if the model can move, and builds trees of Bone and SkinnedMesh with their clips.
 */
export class Model implements IDisposable {
  /** In the order of the file, parents first. */
  readonly nodes: readonly NodeData[];
  readonly skins: readonly SkinData[];
  readonly clips: readonly ClipData[];
  /** Joints, morph targets and clips; null if there are none. */
  readonly rig: ModelRig | null;
  readonly materials: readonly MaterialData[];
  readonly parts: readonly ModelPart[];
  /** At rest, in model space, metres. */
  readonly box: Box3;
  readonly triangles: number;
  readonly hash: string;
  /** Estimated size of vertices, indices and textures, in main memory and again on the graphics card. For caches. */
  readonly sizeBytes: number;
  /** Names of what the file contains and is not shown. */
  readonly leftOut: readonly string[];
  /** Names of the material variants of the file. */
  readonly variants: readonly string[];
  readonly #geometries: readonly BufferGeometry[];
  readonly #textures: readonly Texture[];
  readonly #shared = new Map<number, Material>();

  private constructor(
    source: ModelData,
    geometries: readonly BufferGeometry[],
    textures: readonly Texture[],
    Rig: typeof ModelRig | undefined,
  ) {
    this.nodes = source.nodes;
    this.clips = source.clips;
    this.skins = source.skins ?? [];
    this.sizeBytes = sizeOf(source);
    this.materials = source.materials;
    this.triangles = source.triangles;
    this.hash = source.hash;
    this.leftOut = source.leftOut ?? [];
    this.variants = source.variants ?? [];
    this.#geometries = geometries;
    this.#textures = textures;
    const [x0, y0, z0, x1, y1, z1] = source.box;
    this.box = new Box3(new Vector3(x0, y0, z0), new Vector3(x1, y1, z1));
    const matrices = restMatrices(source.nodes);
    const skinMatrices = this.skins.map((skin) => jointMatrices(skin, matrices)[0]);
    const trees = source.primitives.map(({ triangles }, i) =>
      triangles > 0 ? new RayTree(geometries[i]!, source.onHierarchy !== undefined) : null,
    );
    source.onHierarchy?.((id, made) => {
      for (const tree of id === null ? trees : [trees[id]]) tree?.give(made);
    });
    this.parts = source.nodes.flatMap((node, n) =>
      node.primitives
        .filter((id) => source.primitives[id]!.triangles > 0)
        .map((id) => ({
          node: n,
          nodeName: node.name,
          geometry: geometries[id]!,
          material: source.primitives[id]!.material,
          matrix: (node.skin === undefined ? undefined : skinMatrices[node.skin]) ?? matrices[n]!,
          isSkinned: node.skin !== undefined,
          bvh: trees[id]!,
        })),
    );
    this.rig =
      Rig && isRigged(source)
        ? new Rig({
            nodes: this.nodes,
            skins: this.skins,
            clips: this.clips,
            primitives: source.primitives,
            geometries,
            material: (index) => this.sharedMaterial(index),
          })
        : null;
  }

  /** Builds a model from worker data and yields to the page between pieces. */
  static async build(source: ModelData, budget: FrameBudget): Promise<Model> {
    const geometries: BufferGeometry[] = [];
    for (const primitive of source.primitives) {
      await budget.yieldIfDue();
      geometries.push(createGeometry(primitive));
    }
    // The code for animated models is loaded on demand: most models do not move.
    const Rig = isRigged(source) ? (await import('./rig.ts')).ModelRig : undefined;
    await budget.yieldIfDue();
    return new Model(source, geometries, createTextures(source), Rig);
  }

  /** The texture of a material slot. */
  texture(index: number): Texture {
    return this.#textures[index]!;
  }

  /** The material for drawing this part without instancing. Shared; disposed with the model. */
  sharedMaterial(index: number): Material {
    let material = this.#shared.get(index);
    if (!material) {
      material = this.createMaterial(index);
      this.#shared.set(index, material);
    }
    return material;
  }

  /** A new material for a part, with shared textures. The caller disposes it. */
  createMaterial(index: number): Material {
    return createMaterial(this.materials[index]!, (texture) => this.texture(texture));
  }

  /** Frees its GPU resources. three uploads them again when it is drawn. */
  leaveGpu(): void {
    for (const geometry of this.#geometries) geometry.dispose();
    for (const texture of this.#textures) texture.dispose();
    for (const material of this.#shared.values()) material.dispose();
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

/** Whether anything in it can move. */
function isRigged({ skins, clips, primitives }: ModelData): boolean {
  return (
    (skins !== undefined && skins.length > 0) ||
    clips.length > 0 ||
    primitives.some(({ morphTargets }) => morphTargets && morphTargets.length > 0)
  );
}

function createGeometry(primitive: PrimitiveData): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const { name, array, itemSize, normalized } of primitive.attributes) {
    geometry.setAttribute(name, new BufferAttribute(array, itemSize, normalized));
  }
  if (primitive.index) geometry.setIndex(new BufferAttribute(primitive.index, 1));
  for (const { name: target, attributes } of primitive.morphTargets ?? []) {
    geometry.morphTargetsRelative = true;
    for (const { name, array, itemSize } of attributes) {
      const attribute = new BufferAttribute(array, itemSize);
      attribute.name = target;
      (geometry.morphAttributes[name as 'position'] ??= []).push(attribute);
    }
  }
  const [x0, y0, z0, x1, y1, z1] = primitive.box;
  geometry.boundingBox = new Box3(new Vector3(x0, y0, z0), new Vector3(x1, y1, z1));
  // Around the box: slightly too large, but without a pass over the vertices on the main thread.
  geometry.boundingSphere = geometry.boundingBox.getBoundingSphere(new Sphere());
  return geometry;
}

function createTextures(source: ModelData): Texture[] {
  return source.textures.map((info) => {
    const texture = createTexture(source, info);
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

function createTexture(source: ModelData, info: TextureData): Texture {
  const image = source.images[info.image]!;
  if (!('mipmaps' in image)) {
    const texture = new Texture(image);
    texture.flipY = info.flipY;
    return texture;
  }
  const { width, height, format } = image;
  const mipmaps = image.mipmaps.map((level) => ({ ...level }));
  if (format !== RGBAFormat)
    return new CompressedTexture(mipmaps, width, height, format as CompressedPixelFormat);
  const texture = new DataTexture(mipmaps[0]!.data, width, height, RGBAFormat);
  texture.mipmaps = mipmaps;
  texture.generateMipmaps = false;
  return texture;
}

function sizeOf({ primitives, images }: ModelData): number {
  let bytes = 0;
  for (const { attributes, index, triangles, morphTargets = [] } of primitives) {
    const all = [...attributes, ...morphTargets.flatMap((target) => target.attributes)];
    for (const { array } of all) bytes += array.byteLength;
    bytes += index?.byteLength ?? 0;
    // Its ray tree: a sorted index and about a node per three triangles.
    bytes += (index?.byteLength ?? 0) + triangles * TREE_BYTES;
  }
  for (const image of images) {
    bytes +=
      'mipmaps' in image
        ? image.mipmaps.reduce((sum, { data }) => sum + data.byteLength, 0)
        : image.width * image.height * 4;
  }
  return bytes;
}
