/** H.264 frames in presentation order, without B-frames. */
export interface H264Film {
  readonly width: number;
  readonly height: number;
  readonly picturesPerSecond: number;
  /** AVCDecoderConfigurationRecord. */
  readonly setup: Buffer;
  readonly pictures: readonly { readonly key: boolean; readonly data: Buffer }[];
}

const SCRIPT = 18;
const VIDEO = 9;
const AVC = 7;

function tag(type: number, at: number, data: Buffer): Buffer {
  const head = Buffer.alloc(11);
  head[0] = type;
  head.writeUIntBE(data.length, 1, 3);
  head.writeUIntBE(at & 0xffffff, 4, 3);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(head.length + data.length);
  return Buffer.concat([head, data, size]);
}

/** A video tag: a frame (1) or the codec configuration (0), with composition time 0. */
const video = (key: boolean, kind: 0 | 1, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([((key ? 1 : 2) << 4) | AVC, kind, 0, 0, 0]), data]);

/** `onMetaData` with numbers and flags: AMF 0. */
function metadata(fields: Readonly<Record<string, number | boolean>>): Buffer {
  const name = (text: string): Buffer => {
    const bytes = Buffer.from(text);
    return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
  };
  const value = (given: number | boolean): Buffer => {
    if (typeof given === 'boolean') return Buffer.from([1, given ? 1 : 0]);
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(given, 1);
    return bytes;
  };
  return Buffer.concat([
    Buffer.from([2]),
    name('onMetaData'),
    Buffer.from([3]),
    ...Object.entries(fields).flatMap(([key, given]) => [name(key), value(given)]),
    Buffer.from([0, 0, 9]),
  ]);
}

/** An FLV file without sound. */
export function muxFlv({ width, height, picturesPerSecond, setup, pictures }: H264Film): Buffer {
  return Buffer.concat([
    Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]),
    tag(
      SCRIPT,
      0,
      metadata({
        duration: pictures.length / picturesPerSecond,
        width,
        height,
        framerate: picturesPerSecond,
        videocodecid: AVC,
        hasVideo: true,
        hasAudio: false,
      }),
    ),
    tag(VIDEO, 0, video(true, 0, setup)),
    ...pictures.map(({ key, data }, i) =>
      tag(VIDEO, Math.round((i * 1000) / picturesPerSecond), video(key, 1, data)),
    ),
  ]);
}
