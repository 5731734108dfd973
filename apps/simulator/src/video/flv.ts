/** A tag of a stream, as in FLV and RTMP. */
export interface FlvTag {
  /** 8 audio, 9 video, 18 metadata. */
  readonly type: number;
  /** Milliseconds from the start. */
  readonly at: number;
  readonly data: Buffer;
}

const HEADER_BYTES = 9;
const TAG_HEADER_BYTES = 11;
const VIDEO = 9;

/**
 * The tags of an FLV file.
 * @throws Error when it is none, or truncated
 */
export function parseFlv(file: Buffer): FlvTag[] {
  if (file.toString('latin1', 0, 3) !== 'FLV') throw new Error('not an FLV file');
  const tags: FlvTag[] = [];
  let offset = HEADER_BYTES + 4;
  while (offset < file.length) {
    const size = file.readUIntBE(offset + 1, 3);
    const begin = offset + TAG_HEADER_BYTES;
    if (begin + size + 4 > file.length) throw new Error('the FLV file breaks off');
    tags.push({
      type: file[offset] ?? 0,
      // The highest eight bits follow the others.
      at: file.readUIntBE(offset + 4, 3) + (file[offset + 7] ?? 0) * 0x1000000,
      data: file.subarray(begin, begin + size),
    });
    offset = begin + size + 4;
  }
  return tags;
}

/** Whether a tag is a codec configuration instead of a frame: it is sent once, before all others. */
export function isSetup({ type, data }: FlvTag): boolean {
  return type !== VIDEO || data[1] === 0;
}
