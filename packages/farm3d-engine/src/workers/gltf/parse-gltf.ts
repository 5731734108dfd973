import { MeshoptDecoder } from 'three/examples/jsm/libs/meshopt_decoder.module.js';
import { FarmError } from '../../core/errors.ts';
import type { DracoMeshDecoder } from '../draco.ts';
import type { Flattened } from '../flatten.ts';
import { invalid, type MemoryBudget } from '../limits.ts';
import type { TextureImage } from '../model.contract.ts';
import { type ModelPlace, type ResourceFetch, readDataUrl, resolveAllowed } from '../resources.ts';
import { restBox } from '../rest-pose.ts';
import { AccessorReader, usesMeshopt } from './accessors.ts';
import { animatedNodes, readClips, readSkins } from './animations.ts';
import type { Container } from './container.ts';
import { type Gltf, list, textOr } from './gltf-json.ts';
import { leftOut, SHOWN } from './left-out.ts';
import { MaterialReader, sourcesOf } from './materials.ts';
import { MeshReader } from './meshes.ts';
import { readNodes } from './nodes.ts';
import { withMetalRough } from './spec-gloss.ts';
import { convertPixels } from './spec-gloss-pixels.ts';
import { variantNames, variantOf } from './variants.ts';

/** Extensions that only affect the look (clear coat, lights): a file that requires them is shown without. */
const LOOKS = /^(KHR_materials_|EXT_materials_|KHR_lights_|KHR_xmp|KHR_animation_pointer$)/;

/** The loaded parts of a file. Only parts outside the JSON are included in the content hash. */
export interface GltfParts {
  readonly json: Gltf;
  readonly buffers: readonly (Uint8Array<ArrayBuffer> | null)[];
  /** External images by index; missing if they could not be loaded. */
  readonly images: ReadonlyMap<number, Uint8Array<ArrayBuffer>>;
  /** Bytes of other files. */
  readonly outside: readonly Uint8Array<ArrayBuffer>[];
  /** Name of the variant in the URL. */
  readonly variant: string | null;
}

/**
 * Loads the buffers and images of the file by relative URL.
 * @throws FarmError `model-invalid` (a buffer outside the model's folder), `model-missing`, `model-network`, `aborted` or
 * `model-unsupported`
 */
export async function fetchParts(
  { json, bin }: Container,
  place: ModelPlace,
  request: ResourceFetch,
  signal: AbortSignal,
): Promise<GltfParts> {
  const unknown = list(json.extensionsRequired)
    .map((name) => textOr(name, '?'))
    .find((name) => !SHOWN.has(name) && !LOOKS.test(name));
  if (unknown !== undefined) throw new FarmError('model-unsupported', { reason: unknown });
  const outside: Uint8Array<ArrayBuffer>[] = [];
  const get = async (uri: string) => {
    const inside = readDataUrl(uri);
    if (inside) return inside.bytes;
    const url = resolveAllowed(uri, place);
    if (url === undefined)
      throw invalid(`${uri.slice(0, 80)} is not beside the model (option resourceFolders)`);
    return request(url, signal);
  };
  const buffers = await Promise.all(
    list(json.buffers).map(async (buffer, i) => {
      if (typeof buffer?.uri !== 'string') {
        // A compressed file may declare a buffer that only its uncompressed fallback needs.
        return i === 0 ? bin : null;
      }
      return get(buffer.uri);
    }),
  );
  for (const [i, buffer] of buffers.entries())
    if (buffer && typeof json.buffers![i]?.uri === 'string') outside.push(buffer);
  const images = new Map<number, Uint8Array<ArrayBuffer>>();
  await Promise.all(
    list(json.images).map(async (image, i) => {
      if (typeof image?.uri !== 'string') return;
      try {
        images.set(i, await get(image.uri));
      } catch (error) {
        if (signal.aborted) throw error;
      }
    }),
  );
  for (const [, bytes] of [...images].toSorted(([a], [b]) => a - b)) outside.push(bytes);
  return { json, buffers, images, outside, variant: variantOf(place.url) };
}

/**
 * Decodes a glTF 2 model into flat data.
 * @throws FarmError `model-invalid` or `model-too-large`
 */
export async function parseGltf(
  { json: given, buffers, images: files, variant }: GltfParts,
  draco: DracoMeshDecoder,
  budget: MemoryBudget,
  decode: (bytes: Uint8Array<ArrayBuffer>) => Promise<TextureImage | undefined>,
): Promise<Flattened> {
  const transfer = new Set<Transferable>();
  if (usesMeshopt(given)) await MeshoptDecoder.ready;
  const accessors = new AccessorReader(given, buffers, budget);

  const images: TextureImage[] = [];
  const indices = new Map<number, number>();
  const shown = new Set(list(given.textures).flatMap((texture) => sourcesOf(texture)));
  const decoded = await Promise.all(
    list(given.images).map(async (image, i) => {
      if (!shown.has(i)) return undefined;
      const bytes = files.get(i) ?? viewOf(accessors, image?.bufferView);
      return bytes && decode(bytes);
    }),
  );
  const missing = leftOut(given);
  const json = await withMetalRough(given, {
    images: decoded,
    imageOf: (texture) =>
      sourcesOf(list(given.textures)[texture ?? -1] ?? {})
        .map((source) => decoded[source])
        .find((image) => image !== undefined),
    convert: convertPixels,
    missing,
  });
  for (const [i, image] of decoded.entries()) {
    if (!image) continue;
    indices.set(i, images.push(image) - 1);
    if ('mipmaps' in image) for (const { data } of image.mipmaps) transfer.add(data.buffer);
    else transfer.add(image);
  }

  const variants = variantNames(given);
  const chosen = variant === null ? -1 : variants.indexOf(variant);
  if (variant !== null && chosen < 0) missing.add(`variant ${variant}`);
  const materials = new MaterialReader(json, indices, missing);
  const meshes = new MeshReader(json, accessors, materials, draco, transfer, chosen);
  const tree = await readNodes(json, accessors, meshes, animatedNodes(json));
  const { nodes } = tree;
  const skins = readSkins(json, accessors, nodes, tree.indices, transfer);
  const { primitives } = meshes;
  const model = {
    nodes,
    primitives,
    materials: materials.materials,
    textures: materials.textures,
    images,
    clips: readClips(json, accessors, nodes, primitives, tree.indices, transfer),
    skins,
    box: restBox(nodes, primitives, skins),
    triangles: nodes.reduce(
      (sum, node) => sum + node.primitives.reduce((n, id) => n + primitives[id]!.triangles, 0),
      0,
    ),
    leftOut: [...missing],
    variants,
  };
  return { model, transfer };
}

function viewOf(
  accessors: AccessorReader,
  bufferView: number | undefined,
): Uint8Array<ArrayBuffer> | undefined {
  try {
    return bufferView === undefined ? undefined : accessors.view(bufferView);
  } catch {
    return undefined;
  }
}
