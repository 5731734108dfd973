/** Values of RTMP commands (AMF 0). */
export type AmfValue = number | string | null | { readonly [name: string]: AmfValue };

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

export function encodeAmf(value: AmfValue): Buffer {
  if (value === null) return Buffer.from([5]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  if (typeof value === 'string') return Buffer.concat([Buffer.from([2]), text(value)]);
  const fields = Object.entries(value).flatMap(([name, field]) => [text(name), encodeAmf(field)]);
  return Buffer.concat([Buffer.from([3]), ...fields, Buffer.from([0, 0, 9])]);
}
