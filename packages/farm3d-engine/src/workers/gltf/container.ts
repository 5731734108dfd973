import { FarmError } from '../../core/errors.ts';
import { invalid } from '../limits.ts';
import type { Gltf } from './gltf-json.ts';

const GLB_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;

export interface Container {
  readonly json: Gltf;
  /** The binary chunk of a GLB file. */
  readonly bin: Uint8Array<ArrayBuffer> | null;
}

/** @throws FarmError `model-truncated`, `model-unsupported` or `model-invalid` */
export function openGlb(bytes: ArrayBuffer): Container {
  const view = new DataView(bytes);
  if (bytes.byteLength < GLB_HEADER_BYTES) throw new FarmError('model-truncated');
  const version = view.getUint32(4, true);
  if (version !== 2) throw new FarmError('model-unsupported', { reason: `GLB ${version}` });
  const length = view.getUint32(8, true);
  if (length > bytes.byteLength) throw new FarmError('model-truncated');
  let json: Uint8Array<ArrayBuffer> | undefined;
  let bin: Uint8Array<ArrayBuffer> | null = null;
  for (let at = GLB_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= length;) {
    const size = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    at += CHUNK_HEADER_BYTES;
    if (size > bytes.byteLength - at) throw new FarmError('model-truncated');
    const chunk = new Uint8Array(bytes, at, size);
    if (type === JSON_CHUNK) json ??= chunk;
    else if (type === BIN_CHUNK) bin ??= chunk;
    at += size;
  }
  if (!json) throw new FarmError('model-truncated');
  return { json: parseJson(json), bin };
}

/** @throws FarmError `model-invalid` or `model-unsupported` */
export function parseJson(bytes: Uint8Array<ArrayBuffer>): Gltf {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw FarmError.from(error, 'model-invalid');
  }
  const { asset } = (json ?? {}) as { asset?: { version?: unknown } };
  if (typeof json !== 'object' || typeof asset?.version !== 'string') throw invalid('no asset.version');
  if (!asset.version.startsWith('2.'))
    throw new FarmError('model-unsupported', { reason: `glTF ${asset.version}` });
  return json as Gltf;
}
