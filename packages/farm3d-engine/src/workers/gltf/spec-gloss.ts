import type { TextureImage } from '../model.contract.ts';
import { type Gltf, type GltfMaterial, type GltfTextureInfo, list, numberOr, numbers } from './gltf-json.ts';
import { metalRoughOf } from './metal-rough.ts';
import type { convertPixels } from './spec-gloss-pixels.ts';

const SPEC_GLOSS = 'KHR_materials_pbrSpecularGlossiness';
/** Roughness where the texture with the glossiness cannot be read. */
const UNKNOWN_ROUGHNESS = 0.8;

interface SpecGloss {
  readonly diffuseFactor?: readonly number[];
  readonly diffuseTexture?: GltfTextureInfo;
  readonly specularFactor?: readonly number[];
  readonly glossinessFactor?: number;
  readonly specularGlossinessTexture?: GltfTextureInfo;
}

interface Parts {
  /** Decoded, by their index in the file; new ones are appended. */
  readonly images: (TextureImage | undefined)[];
  /** The decoded image of a texture. */
  readonly imageOf: (texture: number | undefined) => TextureImage | undefined;
  readonly convert: typeof convertPixels;
  /** Receives the name of a texture that could not be converted. */
  readonly missing: Set<string>;
}

/** The same file with materials of specular and glossiness as metalness and roughness, which is what is drawn. */
export async function withMetalRough(json: Gltf, parts: Parts): Promise<Gltf> {
  if (!list(json.materials).some((material) => material?.extensions?.[SPEC_GLOSS])) return json;
  const textures = [...list(json.textures)];
  const addTexture = (image: TextureImage, like: GltfTextureInfo): GltfTextureInfo => {
    const source = parts.images.push(image) - 1;
    const { sampler } = textures[like.index ?? -1] ?? {};
    return { ...like, index: textures.push({ source, ...(sampler !== undefined && { sampler }) }) - 1 };
  };
  const materials: GltfMaterial[] = [];
  for (const material of list(json.materials)) {
    const given = material?.extensions?.[SPEC_GLOSS] as SpecGloss | undefined;
    const pbrMetallicRoughness = given && (await converted(given, parts, addTexture));
    materials.push(pbrMetallicRoughness ? { ...material, pbrMetallicRoughness } : material);
  }
  return { ...json, materials, textures };
}

async function converted(
  given: SpecGloss,
  { imageOf, convert, missing }: Parts,
  addTexture: (image: TextureImage, like: GltfTextureInfo) => GltfTextureInfo,
): Promise<GltfMaterial['pbrMetallicRoughness']> {
  const [r, g, b, alpha] = numbers(given.diffuseFactor, [1, 1, 1, 1] as const);
  const specular = numbers(given.specularFactor, [1, 1, 1] as const);
  const glossiness = numberOr(given.glossinessFactor, 1);
  const { diffuseTexture, specularGlossinessTexture: info } = given;
  const image = info && imageOf(info.index);
  const diffuse = imageOf(diffuseTexture?.index) ?? null;
  const pixels = image && (await convert(diffuse, image, { diffuse: [r, g, b], specular, glossiness }));
  if (info && pixels)
    return {
      baseColorFactor: [1, 1, 1, alpha],
      metallicFactor: 1,
      roughnessFactor: 1,
      baseColorTexture: addTexture(pixels.color, diffuseTexture ?? info),
      metallicRoughnessTexture: addTexture(pixels.metalRough, info),
    };
  if (info) missing.add(`${SPEC_GLOSS} specularGlossinessTexture`);
  // Without its texture the factors mean nothing: a rough dielectric.
  const { color, metalness } = info
    ? { color: [r, g, b] as const, metalness: 0 }
    : metalRoughOf([r, g, b], specular);
  return {
    baseColorFactor: [...color, alpha],
    metallicFactor: metalness,
    roughnessFactor: info ? UNKNOWN_ROUGHNESS : 1 - glossiness,
    ...(diffuseTexture && { baseColorTexture: diffuseTexture }),
  };
}
