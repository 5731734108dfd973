import * as v from 'valibot';
import type { PicturePreview, StoredFile } from '../domain/file.ts';
import { parseWire } from './codes.ts';

const size = v.nullable(v.number());
export const fileSchema = v.looseObject({
  id: v.string(),
  url: v.string(),
  relativePath: v.string(),
  fileType: v.string(),
  mediaType: v.string(),
  originalName: v.string(),
  size: v.number(),
  width: size,
  height: size,
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeFile(value: unknown): StoredFile {
  const wire = parseWire(fileSchema, value);
  return {
    id: wire.id,
    path: wire.relativePath,
    url: wire.url,
    fileType: wire.fileType,
    mediaType: wire.mediaType,
    originalName: wire.originalName,
    sizeBytes: wire.size,
    width: wire.width,
    height: wire.height,
  };
}

export const previewSchema = v.looseObject({ url: v.string(), width: v.number(), height: v.number() });

/** @throws {WireError} naming the field that does not fit. */
export function decodePreview(value: unknown): PicturePreview {
  const { url, width, height } = parseWire(previewSchema, value);
  return { url, width, height };
}

export const addressSchema = v.pipe(v.string(), v.nonEmpty());

/** An address as such. @throws {WireError} when it is none. */
export function decodeAddress(value: unknown): string {
  return parseWire(addressSchema, value);
}
