import { Group, type Loader, LoadingManager, type Object3D, Texture } from 'three';
import { FBXLoader } from 'three/examples/jsm/loaders/FBXLoader.js';
import { type Flattened, flatten } from '../flatten.ts';
import { decodeImage } from '../images.ts';
import { type ModelPlace, type ResourceFetch, resolveAllowed } from '../resources.ts';
import { incomplete } from './faults.ts';
import type { FbxNode } from './fbx-tree.ts';
import { nameOfWarning } from './left-out.ts';
import { type FbxImage, IMAGE_PREFIX, prepare, type PreparedFbx } from './prepare.ts';
import { readAscii } from './read-ascii.ts';
import { readBinary } from './read-binary.ts';
import { writeBinary } from './write-binary.ts';

/** An FBX model with the bytes of its images. */
export interface FbxParts {
  readonly prepared: PreparedFbx;
  /** By image; null if it could not be loaded. */
  readonly images: readonly (Uint8Array<ArrayBuffer> | null)[];
  readonly outside: readonly Uint8Array<ArrayBuffer>[];
}

/**
 * Reads the structure of the file and loads its images from the model's folder.
 * @throws FarmError `model-unsupported` (binary before 6400, ASCII before 7000), `model-truncated`, `model-invalid`,
 * `model-too-large` or `aborted`
 */
export async function openFbx(
  bytes: ArrayBuffer,
  place: ModelPlace,
  request: ResourceFetch,
  signal: AbortSignal,
): Promise<FbxParts> {
  const isBinary = new Uint8Array(bytes, 0, 1)[0] === 'K'.charCodeAt(0);
  const prepared = prepare(isBinary ? await readBinary(bytes) : readAscii(bytes));
  const outside: Uint8Array<ArrayBuffer>[] = [];
  const get = async ({ content, fileName }: FbxImage) => {
    if (content || fileName === '') return content;
    const address = resolveAllowed(encodeURIComponent(fileName), place);
    if (address === undefined) return null;
    try {
      const fetched = await request(address, signal);
      outside.push(fetched);
      return fetched;
    } catch (error) {
      if (signal.aborted) throw error;
      return null;
    }
  };
  return { prepared, images: await Promise.all(prepared.images.map(get)), outside };
}

/**
 * Decodes an FBX model into flat data, in metres with Y up.
 * @throws FarmError `model-invalid`
 */
export async function parseFbx({ prepared, images }: FbxParts): Promise<Flattened> {
  const textures: TextureUse[] = [];
  const missing = new Set<string>();
  const scene = readScene(prepared.nodes, textures, missing);
  const decoded = images.map((bytes) => bytes && decodeImage(bytes, true));
  for (const { texture, image: index } of textures) {
    const image = await decoded[index];
    if (!image || 'mipmaps' in image) {
      missing.add(`image ${prepared.images[index]?.fileName ?? ''}`.trim());
      continue;
    }
    texture.image = image;
    // Flipped while decoding: three does not flip bitmaps.
    texture.flipY = false;
  }
  return flatten(upright(scene, prepared), scene.animations, missing);
}

/** Texture and its image; -1: none. */
interface TextureUse {
  readonly texture: Texture;
  readonly image: number;
}

/** A file whose animations cannot be read is shown without them. @throws FarmError `model-invalid` */
function readScene(nodes: readonly FbxNode[], textures: TextureUse[], missing: Set<string>): Group {
  try {
    return readWithThree(nodes, textures, missing);
  } catch (error) {
    const still = nodes.map((node) =>
      node.name === 'Objects'
        ? { ...node, children: node.children.filter(({ name }) => !name.startsWith('Animation')) }
        : node,
    );
    textures.length = 0;
    try {
      const scene = readWithThree(still, textures, missing);
      missing.add('animations');
      return scene;
    } catch {
      throw incomplete(error);
    }
  }
}

function readWithThree(nodes: readonly FbxNode[], textures: TextureUse[], missing: Set<string>): Group {
  const manager = new LoadingManager();
  manager.addHandler(/(?:)/, new ImageHandler(textures) as unknown as Loader);
  // three reports skipped features on the console, which nothing else in this worker uses meanwhile.
  const { warn, error } = console;
  console.warn = console.error = (format: unknown, ...values: unknown[]) => {
    const name = nameOfWarning(String(format), values);
    if (name !== null) missing.add(name);
  };
  try {
    return new FBXLoader(manager).parse(writeBinary(nodes), '');
  } finally {
    Object.assign(console, { warn, error });
  }
}

function upright(scene: Object3D, { metresPerUnit, upAxis }: PreparedFbx): Group {
  const root = new Group();
  root.scale.setScalar(metresPerUnit);
  if (upAxis === 0) root.rotation.z = Math.PI / 2;
  if (upAxis === 2) root.rotation.x = -Math.PI / 2;
  root.add(scene);
  return root;
}

/** Texture loader for three's reader: records which image is needed and loads nothing. */
class ImageHandler {
  path = '';
  readonly #textures: TextureUse[];

  constructor(textures: TextureUse[]) {
    this.#textures = textures;
  }

  setPath(): this {
    return this;
  }

  load(name: string): Texture {
    const texture = new Texture();
    const image = name.startsWith(IMAGE_PREFIX) ? Number(name.slice(IMAGE_PREFIX.length)) : -1;
    this.#textures.push({ texture, image });
    return texture;
  }
}
