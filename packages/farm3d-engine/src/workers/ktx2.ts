import wasmDataUrl from 'three/examples/jsm/libs/basis/basis_transcoder.wasm?url&inline';
import { allowEmbind } from './embind-without-eval.ts';
import { unpackWasm } from './inline-wasm.ts';
import { MAX_PIXELS } from './limits.ts';
import type { CompressedImage } from './model.contract.ts';

/** The transcoder's file object; three has no types for it. */
interface Ktx2File {
  isValid(): boolean;
  isUASTC(): boolean;
  isETC1S(): boolean;
  getWidth(): number;
  getHeight(): number;
  getLevels(): number;
  getFaces(): number;
  getHasAlpha(): boolean;
  startTranscoding(): boolean;
  getImageLevelInfo(level: number, layer: number, face: number): { origWidth: number; origHeight: number };
  getImageTranscodedSizeInBytes(level: number, layer: number, face: number, format: number): number;
  transcodeImage(
    target: Uint8Array,
    level: number,
    layer: number,
    face: number,
    format: number,
    unused: number,
    channel0: number,
    channel1: number,
  ): boolean;
  close(): void;
  delete(): void;
}

interface Transcoder {
  readonly KTX2File: new (bytes: Uint8Array) => Ktx2File;
  initializeBasis(): void;
}
type CreateTranscoder = (options: { wasmBinary: Uint8Array }) => Promise<Transcoder>;

/** Transcoder format, three's constant, and the WebGL extension that it needs; in order of preference. */
const FORMATS = [
  { extension: 'WEBGL_compressed_texture_astc', transcoder: 10, three: 37808, uastcOnly: true },
  { extension: 'EXT_texture_compression_bptc', transcoder: 7, three: 36492, uastcOnly: false },
  { extension: 'WEBGL_compressed_texture_etc', transcoder: 1, three: 37496, uastcOnly: false },
  { extension: 'WEBGL_compressed_texture_s3tc', transcoder: 3, three: 33779, uastcOnly: false },
] as const;
/** Uncompressed: for graphics cards without these extensions, and for sizes that are not multiples of a block. */
const PLAIN = { transcoder: 13, three: 1023 } as const;

let transcoder: Promise<Transcoder> | undefined;
let extensions: ReadonlySet<string> | undefined;

/**
 * Transcodes a KTX2 image (ETC1S or UASTC) to a format of this machine's graphics card.
 * @throws Error for an invalid or unsupported KTX2 file
 */
export async function transcodeKtx2(bytes: Uint8Array<ArrayBuffer>): Promise<CompressedImage> {
  transcoder ??= start();
  extensions ??= supported();
  const { KTX2File } = await transcoder;
  const file = new KTX2File(bytes);
  try {
    if (!file.isValid() || !(file.isUASTC() || file.isETC1S()) || file.getFaces() !== 1)
      throw new Error('KTX2: not a supported image');
    const [width, height, levels] = [file.getWidth(), file.getHeight(), file.getLevels()];
    if (!width || !height || !levels || width * height > MAX_PIXELS) throw new Error('KTX2: size');
    if (!file.startTranscoding()) throw new Error('KTX2: damaged');
    const fitsBlocks = width % 4 === 0 && height % 4 === 0;
    const format =
      (fitsBlocks &&
        FORMATS.find(
          ({ extension, uastcOnly }) => extensions!.has(extension) && (!uastcOnly || file.isUASTC()),
        )) ||
      PLAIN;
    const mipmaps = Array.from({ length: levels }, (_, level) => {
      const info = file.getImageLevelInfo(level, 0, 0);
      const data = new Uint8Array(file.getImageTranscodedSizeInBytes(level, 0, 0, format.transcoder));
      if (!file.transcodeImage(data, level, 0, 0, format.transcoder, 0, -1, -1))
        throw new Error('KTX2: damaged');
      return { data, width: info.origWidth, height: info.origHeight };
    });
    return { width, height, format: format.three, mipmaps };
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) transcoder = undefined;
    throw error;
  } finally {
    try {
      file.close();
      file.delete();
    } catch {
      // After an abort there is nothing left to close.
    }
  }
}

async function start(): Promise<Transcoder> {
  allowEmbind();
  // A script without modules, exported as CommonJS or AMD. Bundlers that detect CommonJS give a default export; as a plain
  // module it finds no `module` and calls `define`.
  const scope = globalThis as { define?: unknown };
  let create = undefined as CreateTranscoder | undefined;
  const before = scope.define;
  scope.define = Object.assign((_: unknown, factory: () => CreateTranscoder) => (create = factory()), {
    amd: true,
  });
  try {
    const script = await import('three/examples/jsm/libs/basis/basis_transcoder.js');
    create ??= script.default;
    if (!create) throw new Error('KTX2: no transcoder');
  } finally {
    scope.define = before;
  }
  const basis = await create({ wasmBinary: await unpackWasm(wasmDataUrl) });
  basis.initializeBasis();
  return basis;
}

/** Queried from a separate context: the renderer is on another thread, with the same graphics card. */
function supported(): ReadonlySet<string> {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  const names = gl?.getSupportedExtensions() ?? [];
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return new Set(names);
}
