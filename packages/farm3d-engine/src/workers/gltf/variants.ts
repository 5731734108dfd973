import { type Gltf, type GltfPrimitive, list, textOr } from './gltf-json.ts';

const VARIANTS = 'KHR_materials_variants';

/** Names of a file's variants, in its order. */
export function variantNames(json: Gltf): string[] {
  const given = json.extensions?.[VARIANTS] as { variants?: readonly { name?: unknown }[] } | undefined;
  return list(given?.variants).map((variant, i) => textOr(variant?.name, `${i}`));
}

/** The variant that the URL of a model names, `chair.glb#variant=Oak`; null: none. */
export function variantOf(url: string): string | null {
  return new URLSearchParams(new URL(url).hash.slice(1)).get('variant');
}

/** The material of a primitive in a variant (its index; -1: none), or its own. */
export function materialIn(variant: number, primitive: GltfPrimitive): number | undefined {
  if (variant < 0) return primitive.material;
  const given = primitive.extensions?.[VARIANTS] as
    | { mappings?: readonly { material?: number; variants?: readonly number[] }[] }
    | undefined;
  const mapping = list(given?.mappings).find((one) => list(one?.variants).includes(variant));
  return mapping?.material ?? primitive.material;
}
