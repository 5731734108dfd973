import type { MaterialData, TextureData, TextureSlot } from '../model.contract.ts';
import {
  type Gltf,
  type GltfMaterial,
  type GltfTextureInfo,
  list,
  numberOr,
  numbers,
  textOr,
} from './gltf-json.ts';

/** WebGL constants of glTF → three's. */
const WRAP: Readonly<Record<number, number>> = { 10497: 1000, 33071: 1001, 33648: 1002 };
const FILTER: Readonly<Record<number, number>> = {
  9728: 1003,
  9729: 1006,
  9984: 1004,
  9985: 1007,
  9986: 1005,
  9987: 1008,
};
const REPEAT = 1000;
const LINEAR = 1006;
const LINEAR_MIPMAPS = 1008;

/** Extensions that refer to a texture's image, in order of preference. */
const SOURCES = ['KHR_texture_basisu', 'EXT_texture_avif', 'EXT_texture_webp'] as const;

/** Materials by material and primitive: primitives differ in settings that three has on the material. */
export class MaterialReader {
  readonly materials: MaterialData[] = [];
  readonly textures: TextureData[] = [];
  readonly #json: Gltf;
  /** Index in the file → index of the decoded image. */
  readonly #images: ReadonlyMap<number, number>;
  readonly #missing: Set<string>;
  readonly #materialIds = new Map<string, number>();
  readonly #textureIds = new Map<string, number>();

  /** @param missing receives the names of images that could not be loaded */
  constructor(json: Gltf, images: ReadonlyMap<number, number>, missing: Set<string>) {
    this.#json = json;
    this.#images = images;
    this.#missing = missing;
  }

  material(index: number | undefined, vertexColors: boolean, flatShading: boolean): number {
    const key = `${index}:${vertexColors}:${flatShading}`;
    const cached = this.#materialIds.get(key);
    if (cached !== undefined) return cached;
    const given = list(this.#json.materials)[index ?? -1] ?? {};
    const id = this.materials.push(this.#read(given, vertexColors, flatShading)) - 1;
    this.#materialIds.set(key, id);
    return id;
  }

  #read(material: GltfMaterial, vertexColors: boolean, flatShading: boolean): MaterialData {
    const { pbrMetallicRoughness: pbr = {}, extensions = {}, alphaMode } = material;
    const [r, g, b, alpha] = numbers(pbr.baseColorFactor, [1, 1, 1, 1] as const);
    const glow = extensions['KHR_materials_emissive_strength'] as { emissiveStrength?: number } | undefined;
    const textures: Partial<Record<TextureSlot, number>> = {};
    const use = (slot: TextureSlot, info: GltfTextureInfo | undefined, srgb = false) => {
      const id = this.#texture(info, srgb);
      if (id !== undefined) textures[slot] = id;
    };
    use('map', pbr.baseColorTexture, true);
    use('metalnessMap', pbr.metallicRoughnessTexture);
    use('roughnessMap', pbr.metallicRoughnessTexture);
    use('normalMap', material.normalTexture);
    use('aoMap', material.occlusionTexture);
    use('emissiveMap', material.emissiveTexture, true);
    return {
      name: textOr(material.name, ''),
      unlit: extensions['KHR_materials_unlit'] !== undefined,
      color: [r, g, b],
      opacity: alphaMode === 'BLEND' ? alpha : 1,
      transparent: alphaMode === 'BLEND',
      alphaTest: alphaMode === 'MASK' ? numberOr(material.alphaCutoff, 0.5) : 0,
      doubleSided: material.doubleSided === true,
      metalness: numberOr(pbr.metallicFactor, 1),
      roughness: numberOr(pbr.roughnessFactor, 1),
      emissive: [...numbers(material.emissiveFactor, [0, 0, 0] as const)],
      emissiveIntensity: numberOr(glow?.emissiveStrength, 1),
      vertexColors,
      flatShading,
      normalScale: numberOr(material.normalTexture?.scale, 1),
      aoIntensity: numberOr(material.occlusionTexture?.strength, 1),
      textures,
    };
  }

  #texture(info: GltfTextureInfo | undefined, srgb: boolean): number | undefined {
    const texture = list(this.#json.textures)[info?.index ?? -1];
    if (!info || !texture) return undefined;
    const sources = sourcesOf(texture);
    const image = sources.map((source) => this.#images.get(source)).find((imageId) => imageId !== undefined);
    if (image === undefined) {
      this.#missing.add(this.#imageName(sources[0]));
      return undefined;
    }
    const transform = (info.extensions?.['KHR_texture_transform'] ?? {}) as {
      offset?: unknown;
      scale?: unknown;
      rotation?: unknown;
      texCoord?: unknown;
    };
    const sampler = list(this.#json.samplers)[texture.sampler ?? -1] ?? {};
    const data: TextureData = {
      image,
      flipY: false,
      srgb,
      wrapS: WRAP[sampler.wrapS ?? 0] ?? REPEAT,
      wrapT: WRAP[sampler.wrapT ?? 0] ?? REPEAT,
      magFilter: FILTER[sampler.magFilter ?? 0] ?? LINEAR,
      minFilter: FILTER[sampler.minFilter ?? 0] ?? LINEAR_MIPMAPS,
      channel: Math.min(3, Math.max(0, Math.trunc(numberOr(transform.texCoord, numberOr(info.texCoord, 0))))),
      offset: [...numbers(transform.offset, [0, 0] as const)],
      repeat: [...numbers(transform.scale, [1, 1] as const)],
      rotation: numberOr(transform.rotation, 0),
    };
    const key = JSON.stringify(data);
    const cached = this.#textureIds.get(key);
    if (cached !== undefined) return cached;
    const id = this.textures.push(data) - 1;
    this.#textureIds.set(key, id);
    return id;
  }

  #imageName(source: number | undefined): string {
    const { name, uri } = list(this.#json.images)[source ?? -1] ?? {};
    const file = typeof uri === 'string' && !uri.startsWith('data:') ? uri.slice(0, 80) : undefined;
    return `image ${file ?? textOr(name, `${source ?? ''}`)}`.trim();
  }
}

/** The images of a texture, in order of preference. */
export function sourcesOf(texture: NonNullable<Gltf['textures']>[number]): number[] {
  const preferred = SOURCES.map(
    (name) => (texture.extensions?.[name] as { source?: unknown } | undefined)?.source,
  );
  return [...preferred, texture.source].filter((source) => typeof source === 'number');
}
