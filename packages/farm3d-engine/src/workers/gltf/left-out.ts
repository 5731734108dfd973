import { type Gltf, type GltfMaterial, list, textOr } from './gltf-json.ts';

/** Extensions that are shown as they are meant. */
export const SHOWN = new Set([
  'KHR_draco_mesh_compression',
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
  'KHR_mesh_quantization',
  'EXT_mesh_gpu_instancing',
  'KHR_texture_basisu',
  'EXT_texture_webp',
  'EXT_texture_avif',
  'KHR_texture_transform',
  'KHR_materials_unlit',
  'KHR_materials_emissive_strength',
  'KHR_materials_pbrSpecularGlossiness',
  'KHR_materials_variants',
]);
/** Nothing that could be shown: facts about the file. */
const METADATA = /^(KHR_xmp|EXT_structural_metadata|CESIUM_)/;

/** The value of an extension that changes nothing; exporters write it with every material. */
const NEUTRAL: Readonly<Record<string, (extension: Readonly<Record<string, unknown>>) => boolean>> = {
  KHR_materials_ior: ({ ior = 1.5 }) => ior === 1.5,
  KHR_materials_clearcoat: ({ clearcoatFactor = 0 }) => clearcoatFactor === 0,
  KHR_materials_transmission: ({ transmissionFactor = 0 }) => transmissionFactor === 0,
  KHR_materials_diffuse_transmission: ({ diffuseTransmissionFactor = 0 }) => diffuseTransmissionFactor === 0,
  KHR_materials_volume: ({ thicknessFactor = 0 }) => thicknessFactor === 0,
  KHR_materials_iridescence: ({ iridescenceFactor = 0 }) => iridescenceFactor === 0,
  KHR_materials_anisotropy: ({ anisotropyStrength = 0 }) => anisotropyStrength === 0,
  KHR_materials_dispersion: ({ dispersion = 0 }) => dispersion === 0,
  KHR_materials_sheen: ({ sheenColorFactor = [0, 0, 0] }) => isAll(sheenColorFactor, 0),
  KHR_materials_specular: ({ specularFactor = 1, specularColorFactor = [1, 1, 1], ...textures }) =>
    specularFactor === 1 && isAll(specularColorFactor, 1) && Object.keys(textures).length === 0,
};

const POINTS = 0;
const TRIANGLES = 4;
/** Vertex attributes beyond those that are read. */
const UNREAD = /^(JOINTS_[1-9]|COLOR_[1-9]|TEXCOORD_([4-9]|\d\d))/;
const MORPHED = new Set(['POSITION', 'NORMAL']);

/**
 * Names of what a file contains and is not shown: an extension by its own name, everything else in glTF's words (`points`,
 * `lines`, `cameras`, `JOINTS_1`, `morph target COLOR_0`).
 */
export function leftOut(json: Gltf): Set<string> {
  const names = new Set<string>();
  addExtensions(json, names);
  for (const mesh of list(json.meshes)) {
    for (const primitive of list(mesh?.primitives)) {
      const mode = primitive?.mode ?? TRIANGLES;
      if (mode < TRIANGLES) names.add(mode === POINTS ? 'points' : 'lines');
      for (const name of Object.keys(primitive?.attributes ?? {})) if (UNREAD.test(name)) names.add(name);
      for (const target of list(primitive?.targets))
        for (const name of Object.keys(target ?? {}))
          if (!MORPHED.has(name) && !name.startsWith('_')) names.add(`morph target ${name}`);
    }
  }
  if (list(json.nodes).some((node) => node?.camera !== undefined)) names.add('cameras');
  return names;
}

function addExtensions(json: Gltf, names: Set<string>): void {
  const used = new Set(list(json.extensionsUsed).map((name) => textOr(name, '')));
  const add = (holder: { readonly extensions?: Readonly<Record<string, unknown>> } | null | undefined) => {
    for (const name of Object.keys(holder?.extensions ?? {})) used.add(name);
  };
  add(json);
  for (const holders of [json.nodes, json.textures, json.materials])
    for (const one of list(holders)) add(one);
  for (const mesh of list(json.meshes)) for (const primitive of list(mesh?.primitives)) add(primitive);
  for (const animation of list(json.animations))
    for (const channel of list(animation?.channels)) add(channel?.target);
  for (const name of used) {
    if (name === '' || SHOWN.has(name) || METADATA.test(name)) continue;
    const isNeutral = NEUTRAL[name];
    if (isNeutral && list(json.materials).every((material) => hasNeutral(material, name, isNeutral)))
      continue;
    names.add(name);
  }
}

function hasNeutral(
  material: GltfMaterial | null,
  name: string,
  isNeutral: (extension: Readonly<Record<string, unknown>>) => boolean,
): boolean {
  const extension = material?.extensions?.[name];
  if (extension === undefined) return true;
  return typeof extension === 'object' && extension !== null && isNeutral({ ...extension });
}

function isAll(value: unknown, expected: number): boolean {
  return Array.isArray(value) && value.every((one) => one === expected);
}
