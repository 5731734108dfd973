import { Color, DoubleSide, FrontSide, MeshBasicMaterial, MeshStandardMaterial, type Texture } from 'three';
import type { MaterialData, TextureSlot } from '../workers/model.contract.ts';

/** A new material from worker data. The caller disposes it. */
export function createMaterial(
  source: MaterialData,
  texture: (index: number) => Texture,
): MeshStandardMaterial | MeshBasicMaterial {
  const common = {
    name: source.name,
    color: new Color(...source.color),
    opacity: source.opacity,
    transparent: source.transparent,
    alphaTest: source.alphaTest,
    side: source.doubleSided ? DoubleSide : FrontSide,
    vertexColors: source.vertexColors,
    // A transparent surface must not hide what is behind it.
    depthWrite: !source.transparent,
  };
  const maps = Object.entries(source.textures) as [TextureSlot, number][];
  if (source.unlit) {
    const material = new MeshBasicMaterial(common);
    for (const [slot, index] of maps) if (slot === 'map') material.map = texture(index);
    return material;
  }
  const material = new MeshStandardMaterial({
    ...common,
    metalness: source.metalness,
    roughness: source.roughness,
    emissive: new Color(...source.emissive),
    emissiveIntensity: source.emissiveIntensity,
    flatShading: source.flatShading,
  });
  material.normalScale.setScalar(source.normalScale);
  material.aoMapIntensity = source.aoIntensity ?? 1;
  for (const [slot, index] of maps) material[slot] = texture(index);
  return material;
}
