import { type Remote, transfer, wrap } from 'comlink';
import type { Ktx2NeededMessage, TranscodeApi } from './ktx2.contract.ts';
import { MAX_PIXELS } from './limits.ts';
import type { CompressedImage, TextureImage } from './model.contract.ts';

const KTX2 = [0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb];

/**
 * Decodes an image by its bytes, whatever its name and type: PNG, JPEG, WebP, AVIF, GIF, BMP (what the browser decodes) or
 * KTX2. undefined if it cannot be decoded: a model is shown without it.
 */
export async function decodeImage(
  bytes: Uint8Array<ArrayBuffer>,
  flipY = false,
): Promise<TextureImage | undefined> {
  try {
    if (KTX2.every((byte, i) => bytes[i] === byte)) return await transcode(bytes);
    const size = sizeOf(bytes);
    if (size && size.width * size.height > MAX_PIXELS) return undefined;
    return await createImageBitmap(new Blob([bytes]), {
      colorSpaceConversion: 'none',
      premultiplyAlpha: 'none',
      imageOrientation: flipY ? 'flipY' : 'from-image',
    });
  } catch {
    return undefined;
  }
}

let transcoder: Remote<TranscodeApi> | undefined;

/** Calls the transcoder's worker; the main thread connects the two on first use. */
function transcode(bytes: Uint8Array<ArrayBuffer>): Promise<CompressedImage> {
  if (!transcoder) {
    const { port1, port2 } = new MessageChannel();
    transcoder = wrap<TranscodeApi>(port1);
    postMessage({ type: 'farm3d-ktx2', port: port2 } satisfies Ktx2NeededMessage, { transfer: [port2] });
  }
  // A copy: the bytes may be part of the file, which is still needed.
  const own = bytes.slice();
  return transcoder.transcode(transfer(own, [own.buffer]));
}

/** Width and height in the header of a PNG, JPEG or WebP, before anything is allocated. */
function sizeOf(bytes: Uint8Array<ArrayBuffer>): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24 && view.getUint32(0) === 0x89504e47)
    return { width: view.getUint32(16), height: view.getUint32(20) };
  if (bytes.length >= 30 && view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250)
    return webpSize(view);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < bytes.length;) {
    const marker = view.getUint16(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker < 0xff01) return undefined;
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function webpSize(view: DataView): { width: number; height: number } | undefined {
  const kind = view.getUint32(12);
  const three = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  if (kind === 0x56503858) return { width: 1 + three(24), height: 1 + three(27) };
  if (kind === 0x56503820)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  return undefined;
}
