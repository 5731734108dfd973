import { Document, NodeIO, type Material, type Node, type Texture } from '@gltf-transform/core';
import { EXTMeshGPUInstancing, KHRDracoMeshCompression } from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { DETAILS, type Level } from './kit/detail.ts';
import {
  FOLIAGE,
  MATERIALS,
  solidsTexture,
  SURFACE,
  type DrawnMaterial,
  type SurfaceMaterial,
} from './materials.ts';
import { fuse, solidsOf, surfaces, type Copy, type Model, type ModelNode } from './model.ts';

/** What one model costs to draw. */
interface ModelCost {
  triangles: number;
  /**
   * What the engine draws a kind with, however many there are and whatever of it moves: one draw
   * call for all that is opaque, and one for each material that is not.
   */
  draws: number;
  /** Primitives: one draw call each where nothing is batched, as in a base model. */
  parts: number;
}

export interface WrittenModel extends ModelCost {
  glb: Uint8Array;
}

/** Position bits: 24.6 m over 2^15 is under a millimetre, so ribs and film never part visibly. */
const QUANTIZATION = { POSITION: 15, NORMAL: 10, COLOR: 8, TEX_COORD: 12, GENERIC: 12 };

/** glTF names samplers by WebGL's numbers. */
const GL_NEAREST = 9728;
const GL_CLAMP_TO_EDGE = 33071;

let encoder: Promise<unknown> | undefined;

/** Writes a model as a Draco-compressed GLB. Equal models give equal bytes. */
export async function writeModel(model: Model, level: Level = 'near'): Promise<WrittenModel> {
  const { document, cost } = toDocument(fuse(model), DETAILS[level].smallest);
  document.createExtension(KHRDracoMeshCompression).setRequired(true).setEncoderOptions({
    method: KHRDracoMeshCompression.EncoderMethod.EDGEBREAKER,
    encodeSpeed: 3,
    decodeSpeed: 5,
    quantizationBits: QUANTIZATION,
  });
  encoder ??= draco.createEncoderModule();
  const io = new NodeIO()
    .registerExtensions([KHRDracoMeshCompression, EXTMeshGPUInstancing])
    .registerDependencies({ 'draco3d.encoder': await encoder });
  return { glb: await io.writeBinary(document), ...cost };
}

function toDocument(model: Model, smallest: number): { document: Document; cost: ModelCost } {
  const document = new Document();
  document.getRoot().getAsset().generator = 'farm3d models';
  document.createBuffer();
  const scene = document.createScene(model.name);
  document.getRoot().setDefaultScene(scene);
  const materials = new Map<DrawnMaterial, Material>();
  const nodes = new Map<string, Node>();
  const cost: ModelCost = { triangles: 0, draws: 0, parts: 0 };
  const solids = solidsOf(model);
  let image: Texture | undefined;
  const surfaceTexture = (): Texture =>
    (image ??= document.createTexture(SURFACE).setMimeType('image/png').setImage(solidsTexture()));

  const material = (name: DrawnMaterial): Material => {
    const known = materials.get(name);
    if (known) return known;
    const made = toMaterial(document, name, solids === FOLIAGE, surfaceTexture);
    materials.set(name, made);
    return made;
  };

  const add = (description: ModelNode): Node => {
    if (nodes.has(description.name)) throw new Error(`${model.name}: two nodes named ${description.name}`);
    const node = document.createNode(description.name);
    nodes.set(description.name, node);
    if (description.at) node.setTranslation([...description.at]);
    if (description.rotation) node.setRotation([...description.rotation]);
    if (description.scale) node.setScale([...description.scale]);
    const parts = surfaces(description, smallest, solids);
    if (parts.length > 0) {
      const mesh = document.createMesh(description.name);
      for (const { material: name, geometry, uvs } of parts) {
        const accessor = (
          type: 'VEC3' | 'VEC2' | 'SCALAR',
          array: Float32Array | Uint32Array | Uint16Array,
        ) =>
          document
            .createAccessor()
            .setType(type)
            .setArray(array as Float32Array<ArrayBuffer>);
        const vertices = geometry.positions.length / 3;
        const indices = vertices < 65536 ? Uint16Array.from(geometry.indices) : geometry.indices;
        const primitive = document
          .createPrimitive()
          .setIndices(accessor('SCALAR', indices))
          .setAttribute('POSITION', accessor('VEC3', geometry.positions))
          .setAttribute('NORMAL', accessor('VEC3', geometry.normals))
          .setAttribute('COLOR_0', accessor('VEC3', geometry.colours))
          .setMaterial(material(name));
        if (uvs) primitive.setAttribute('TEXCOORD_0', accessor('VEC2', uvs));
        mesh.addPrimitive(primitive);
        cost.triangles += (indices.length / 3) * (description.copies?.length ?? 1);
        cost.parts += 1;
      }
      node.setMesh(mesh);
      if (description.copies) addCopies(document, node, description.copies);
    }
    for (const child of description.children ?? []) node.addChild(add(child));
    return node;
  };
  for (const node of model.nodes) scene.addChild(add(node));
  for (const clip of model.clips ?? []) addClip(document, nodes, clip);
  const isBlended = (name: DrawnMaterial): boolean =>
    name !== SURFACE && name !== FOLIAGE && 'opacity' in MATERIALS[name];
  const blended = [...materials.keys()].filter(isBlended).length;
  cost.draws = blended + (materials.size > blended ? 1 : 0);
  return { document, cost };
}

/**
 * @param isTwoSided whether the solids of the model are
 * @param surfaceTexture roughness and metalness of the solids
 */
function toMaterial(
  document: Document,
  name: DrawnMaterial,
  isTwoSided: boolean,
  surfaceTexture: () => Texture,
): Material {
  if (name === SURFACE || name === FOLIAGE)
    return useSurfaceTexture(document.createMaterial(name).setDoubleSided(isTwoSided), surfaceTexture());
  const surface: SurfaceMaterial = MATERIALS[name];
  const material = document
    .createMaterial(name)
    .setMetallicFactor(surface.metallic)
    .setRoughnessFactor(surface.roughness)
    .setDoubleSided(surface.doubleSided ?? false);
  if (surface.opacity !== undefined)
    material.setAlphaMode('BLEND').setBaseColorFactor([1, 1, 1, surface.opacity]);
  if (surface.emissive) material.setEmissiveFactor([...surface.emissive]);
  if (surface.as) useSurfaceTexture(material.setDoubleSided(isTwoSided), surfaceTexture());
  return material;
}

/** Roughness and metalness of each solid come from the texture. */
function useSurfaceTexture(material: Material, surfaceTexture: Texture): Material {
  material.setMetallicFactor(1).setRoughnessFactor(1).setMetallicRoughnessTexture(surfaceTexture);
  material
    .getMetallicRoughnessTextureInfo()!
    .setMinFilter(GL_NEAREST)
    .setMagFilter(GL_NEAREST)
    .setWrapS(GL_CLAMP_TO_EDGE)
    .setWrapT(GL_CLAMP_TO_EDGE);
  return material;
}

/** Quaternion components are normalised 16-bit integers: about a hundredth of a degree. */
const QUATERNION_STEPS = 32_767;

function addCopies(document: Document, node: Node, copies: readonly Copy[]): void {
  const list = (type: 'VEC3' | 'VEC4', array: Float32Array<ArrayBuffer> | Int16Array<ArrayBuffer>) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array)
      .setNormalized(array instanceof Int16Array);
  const rotations = copies.flatMap(({ yaw }) => [
    0,
    Math.round(Math.sin(yaw / 2) * QUATERNION_STEPS),
    0,
    Math.round(Math.cos(yaw / 2) * QUATERNION_STEPS),
  ]);
  node.setExtension(
    'EXT_mesh_gpu_instancing',
    document
      .createExtension(EXTMeshGPUInstancing)
      .setRequired(true)
      .createInstancedMesh()
      .setAttribute('TRANSLATION', list('VEC3', Float32Array.from(copies.flatMap(({ at }) => [...at]))))
      .setAttribute('ROTATION', list('VEC4', Int16Array.from(rotations)))
      .setAttribute('SCALE', list('VEC3', Float32Array.from(copies.flatMap(({ scale }) => [...scale])))),
  );
}

function addClip(
  document: Document,
  nodes: ReadonlyMap<string, Node>,
  clip: NonNullable<Model['clips']>[number],
): void {
  const animation = document.createAnimation(clip.name);
  for (const track of clip.tracks) {
    const target = nodes.get(track.node);
    if (!target) throw new Error(`clip ${clip.name}: no node ${track.node}`);
    const sampler = document
      .createAnimationSampler()
      .setInterpolation('LINEAR')
      .setInput(document.createAccessor().setType('SCALAR').setArray(Float32Array.from(track.times)))
      .setOutput(
        document
          .createAccessor()
          .setType(track.path === 'rotation' ? 'VEC4' : 'VEC3')
          .setArray(Float32Array.from(track.values.flat())),
      );
    animation
      .addSampler(sampler)
      .addChannel(
        document.createAnimationChannel().setTargetNode(target).setTargetPath(track.path).setSampler(sampler),
      );
  }
}
