import {
  type BufferGeometry,
  DoubleSide,
  type Material,
  MeshBasicMaterial,
  MeshPhongMaterial,
  MeshStandardMaterial,
  SRGBColorSpace,
  type Texture,
} from 'three';
import {
  type TextureImage,
  type MaterialData,
  TEXTURE_SLOTS,
  type TextureData,
  type TextureSlot,
} from './model.contract.ts';

/** Textures of three's Phong and Lambert materials that are left out. */
const UNREAD_SLOTS = ['alphaMap', 'bumpMap', 'displacementMap', 'envMap', 'lightMap', 'specularMap'] as const;

/** Materials, textures and images by identity, so that shared ones stay shared. */
export class MaterialTables {
  readonly materials: MaterialData[] = [];
  readonly textures: TextureData[] = [];
  readonly images: TextureImage[] = [];
  readonly #materialIds = new Map<string, number>();
  readonly #textureIds = new Map<Texture, number>();
  readonly #imageIds = new Map<ImageBitmap, number>();
  readonly #transfer: Set<Transferable>;
  readonly #missing: Set<string>;

  /** @param missing receives the names of textures that are left out */
  constructor(transfer: Set<Transferable>, missing = new Set<string>()) {
    this.#transfer = transfer;
    this.#missing = missing;
  }

  material(material: Material, geometry: BufferGeometry): number {
    const vertexColors = geometry.getAttribute('color') !== undefined;
    const key = `${material.uuid}:${vertexColors}`;
    const cached = this.#materialIds.get(key);
    if (cached !== undefined) return cached;
    const id = this.materials.push(this.#flatten(material, vertexColors)) - 1;
    this.#materialIds.set(key, id);
    return id;
  }

  #flatten(material: Material, vertexColors: boolean): MaterialData {
    const unlit = material instanceof MeshBasicMaterial;
    const standard = material instanceof MeshStandardMaterial ? material : undefined;
    const { color, emissive, emissiveIntensity, flatShading, normalScale } = material as MeshStandardMaterial;
    const textures: Partial<Record<TextureSlot, number>> = {};
    for (const slot of TEXTURE_SLOTS) {
      const texture = (material as unknown as Partial<Record<TextureSlot, Texture | null>>)[slot];
      const id = texture ? this.#texture(texture) : undefined;
      if (id !== undefined) textures[slot] = id;
    }
    for (const slot of UNREAD_SLOTS)
      if ((material as unknown as Record<string, unknown>)[slot]) this.#missing.add(`texture ${slot}`);
    return {
      name: material.name,
      unlit,
      color: color ? [color.r, color.g, color.b] : [1, 1, 1],
      opacity: material.opacity,
      transparent: material.transparent,
      alphaTest: material.alphaTest,
      doubleSided: material.side === DoubleSide,
      metalness: standard?.metalness ?? 0,
      roughness: standard?.roughness ?? roughnessOf(material),
      emissive: emissive ? [emissive.r, emissive.g, emissive.b] : [0, 0, 0],
      emissiveIntensity: emissiveIntensity ?? 1,
      vertexColors,
      flatShading: flatShading ?? false,
      normalScale: normalScale?.x ?? 1,
      textures,
    };
  }

  #texture(texture: Texture): number | undefined {
    const cached = this.#textureIds.get(texture);
    if (cached !== undefined) return cached;
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

/** Physical roughness of a Phong or Lambert material from its shininess (Blinn's exponent, 2/α² − 2). */
function roughnessOf(material: Material): number {
  if (!(material instanceof MeshPhongMaterial)) return 1;
  const strength = Math.max(material.specular.r, material.specular.g, material.specular.b);
  if (strength === 0) return 1;
  return Math.min(1, Math.max(0.3, Math.sqrt(Math.sqrt(2 / (Math.max(0, material.shininess) + 2)))));
}
