import {
  type AnimationClip,
  Box3,
  BufferAttribute,
  type BufferGeometry,
  DoubleSide,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Object3D,
  SRGBColorSpace,
  type Texture,
} from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import {
  type AttributeData,
  type BoxArray,
  type ClipData,
  type MaterialData,
  type ModelData,
  type NodeData,
  type NumericArray,
  type PrimitiveData,
  TEXTURE_SLOTS,
  type TextureData,
  type TextureSlot,
  type TrackData,
} from './glb.contract.ts';

/** A parsed model as plain data, and what of it can be transferred. */
export interface Flattened {
  readonly model: Omit<ModelData, 'sizeBytes' | 'hash'>;
  /** A set: several attributes may share one buffer, and a transfer list must not name one twice. */
  readonly transfer: Set<Transferable>;
}

/** Turns three's scene graph into flat arrays. Geometry, material and image shared in the file stay shared. */
export function flatten(root: Object3D, animations: readonly AnimationClip[]): Flattened {
  const transfer = new Set<Transferable>();
  const nodeIds = new Map<Object3D, number>();
  const primitiveIds = new Map<string, number>();
  const nodes: NodeData[] = [];
  const primitives: PrimitiveData[] = [];
  const tables = new MaterialTables(transfer);

  root.updateMatrixWorld(true);
  root.traverse((object) => {
    const own: number[] = [];
    if (object instanceof Mesh) {
      const geometry = object.geometry as BufferGeometry;
      const material = tables.material(object.material as Material, geometry);
      const key = `${geometry.uuid}:${material}`;
      let id = primitiveIds.get(key);
      if (id === undefined) {
        id = primitives.push(flattenGeometry(geometry, material, transfer)) - 1;
        primitiveIds.set(key, id);
      }
      own.push(id);
    }
    nodeIds.set(object, nodes.length);
    nodes.push({
      name: object.name,
      parent: object.parent ? (nodeIds.get(object.parent) ?? -1) : -1,
      position: object.position.toArray(),
      quaternion: object.quaternion.toArray(),
      scale: object.scale.toArray(),
      primitives: own,
    });
  });

  const box = new Box3().setFromObject(root, true);
  if (box.isEmpty()) box.min.copy(box.max.set(0, 0, 0));
  const model = {
    nodes,
    primitives,
    materials: tables.materials,
    textures: tables.textures,
    images: tables.images,
    clips: animations.map((clip) => flattenClip(clip, root, nodeIds, transfer)),
    box: boxArray(box),
    triangles: nodes.reduce(
      (sum, node) => sum + node.primitives.reduce((n, id) => n + primitives[id]!.triangles, 0),
      0,
    ),
  };
  return { model, transfer };
}

function boxArray(box: Box3): BoxArray {
  return [box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z];
}

function flattenGeometry(
  geometry: BufferGeometry,
  material: number,
  transfer: Set<Transferable>,
): PrimitiveData {
  const position = geometry.getAttribute('position') as BufferAttribute | undefined;
  if (!position || position.count === 0) {
    return { attributes: [], index: null, material, box: [0, 0, 0, 0, 0, 0], triangles: 0, bvhRoots: null };
  }
  if (!geometry.getAttribute('normal')) geometry.computeVertexNormals();
  geometry.computeBoundingBox();

  // The hierarchy reorders the index, so it comes first. It needs plain float positions to be quick at picking.
  geometry.setAttribute('position', plain(position));
  let bvhRoots: ArrayBuffer[] | null = null;
  if (geometry.index || position.count >= 3) {
    const bvh = new MeshBVH(geometry, { targetLeafSize: 10 });
    bvhRoots = MeshBVH.serialize(bvh, { cloneBuffers: false }).roots;
    for (const buffer of bvhRoots) transfer.add(buffer);
  }

  const attributes: AttributeData[] = [];
  for (const [name, attribute] of Object.entries(geometry.attributes)) {
    if (name.startsWith('_')) continue;
    const source = plain(attribute as BufferAttribute);
    const array = source.array as NumericArray;
    transfer.add(array.buffer);
    attributes.push({ name, array, itemSize: source.itemSize, normalized: source.normalized });
  }
  const index = geometry.index ? narrowIndex(geometry.index.array, position.count) : null;
  if (index) transfer.add(index.buffer);
  return {
    attributes,
    index,
    material,
    box: boxArray(geometry.boundingBox!),
    triangles: (index ? index.length : position.count) / 3,
    bvhRoots,
  };
}

/** Tightly packed and 4-byte aligned per vertex: interleaved, 8-bit ×3 and 16-bit ×3 attributes become floats. */
function plain(attribute: BufferAttribute): BufferAttribute {
  const { itemSize, normalized, count } = attribute;
  const isInterleaved = 'isInterleavedBufferAttribute' in attribute;
  const aligned = (itemSize * attribute.array.BYTES_PER_ELEMENT) % 4 === 0;
  const whole = !isInterleaved && attribute.array.byteLength === attribute.array.buffer.byteLength;
  if (!isInterleaved && aligned && whole) return attribute;
  if (!isInterleaved && aligned) return new BufferAttribute(attribute.array.slice(), itemSize, normalized);
  const floats = new Float32Array(count * itemSize);
  // getComponent undoes the normalisation, so the copy is plain.
  for (let i = 0, at = 0; i < count; i++) {
    for (let c = 0; c < itemSize; c++) floats[at++] = attribute.getComponent(i, c);
  }
  return new BufferAttribute(floats, itemSize);
}

function narrowIndex(
  array: ArrayLike<number>,
  vertexCount: number,
): Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> {
  return vertexCount < 65_536 ? Uint16Array.from(array) : Uint32Array.from(array);
}

/** Materials, textures and images by identity, so that what the file shares stays one. */
class MaterialTables {
  readonly materials: MaterialData[] = [];
  readonly textures: TextureData[] = [];
  readonly images: ImageBitmap[] = [];
  readonly #materialIds = new Map<string, number>();
  readonly #textureIds = new Map<Texture, number>();
  readonly #imageIds = new Map<ImageBitmap, number>();
  readonly #transfer: Set<Transferable>;

  constructor(transfer: Set<Transferable>) {
    this.#transfer = transfer;
  }

  material(material: Material, geometry: BufferGeometry): number {
    const vertexColors = geometry.getAttribute('color') !== undefined;
    const key = `${material.uuid}:${vertexColors}`;
    const known = this.#materialIds.get(key);
    if (known !== undefined) return known;
    const id = this.materials.push(this.#flatten(material, vertexColors)) - 1;
    this.#materialIds.set(key, id);
    return id;
  }

  #flatten(material: Material, vertexColors: boolean): MaterialData {
    const unlit = material instanceof MeshBasicMaterial;
    const standard = material instanceof MeshStandardMaterial ? material : undefined;
    const { color } = material as MeshStandardMaterial;
    const textures: Partial<Record<TextureSlot, number>> = {};
    for (const slot of TEXTURE_SLOTS) {
      const texture = (material as unknown as Partial<Record<TextureSlot, Texture | null>>)[slot];
      const id = texture ? this.#texture(texture) : undefined;
      if (id !== undefined) textures[slot] = id;
    }
    return {
      name: material.name,
      unlit,
      color: color ? [color.r, color.g, color.b] : [1, 1, 1],
      opacity: material.opacity,
      transparent: material.transparent,
      alphaTest: material.alphaTest,
      doubleSided: material.side === DoubleSide,
      metalness: standard?.metalness ?? 0,
      roughness: standard?.roughness ?? 1,
      emissive: standard ? [standard.emissive.r, standard.emissive.g, standard.emissive.b] : [0, 0, 0],
      emissiveIntensity: standard?.emissiveIntensity ?? 1,
      vertexColors,
      flatShading: standard?.flatShading ?? false,
      normalScale: standard?.normalScale.x ?? 1,
      textures,
    };
  }

  #texture(texture: Texture): number | undefined {
    const known = this.#textureIds.get(texture);
    if (known !== undefined) return known;
    const image = texture.image;
    if (typeof ImageBitmap === 'undefined' || !(image instanceof ImageBitmap)) return undefined;
    let imageId = this.#imageIds.get(image);
    if (imageId === undefined) {
      imageId = this.images.push(image) - 1;
      this.#imageIds.set(image, imageId);
      this.#transfer.add(image);
    }
    const id =
      this.textures.push({
        image: imageId,
        flipY: texture.flipY,
        srgb: texture.colorSpace === SRGBColorSpace,
        wrapS: texture.wrapS,
        wrapT: texture.wrapT,
        magFilter: texture.magFilter,
        minFilter: texture.minFilter,
        channel: texture.channel,
        offset: texture.offset.toArray(),
        repeat: texture.repeat.toArray(),
        rotation: texture.rotation,
      }) - 1;
    this.#textureIds.set(texture, id);
    return id;
  }
}

function flattenClip(
  clip: AnimationClip,
  root: Object3D,
  nodeIds: ReadonlyMap<Object3D, number>,
  transfer: Set<Transferable>,
): ClipData {
  const tracks: TrackData[] = [];
  for (const track of clip.tracks) {
    // GLTFLoader names tracks '<node uuid or name>.<property>'.
    const dot = track.name.lastIndexOf('.');
    const target = track.name.slice(0, dot);
    const path = track.name.slice(dot + 1);
    if (path !== 'position' && path !== 'quaternion' && path !== 'scale') continue;
    const object = root.getObjectByProperty('uuid', target) ?? root.getObjectByName(target);
    const node = object && nodeIds.get(object);
    if (node === undefined) continue;
    const times = Float32Array.from(track.times);
    const values = Float32Array.from(track.values);
    transfer.add(times.buffer).add(values.buffer);
    tracks.push({ node, path, times, values, interpolation: track.getInterpolation() });
  }
  return { name: clip.name, duration: clip.duration, tracks };
}
