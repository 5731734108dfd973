/**
 * A KTX2 texture of one colour: 4 × 4 pixels as one UASTC block (mode 8, "solid colour"), without supercompression.
 * Khronos KTX 2.0, sections 3 and 5; Basis Universal, "UASTC LDR 4x4 Texture Specification".
 */
export function plainKtx2([red, green, blue]: readonly [number, number, number]): Uint8Array<ArrayBuffer> {
  const HEADER = 80 + 24;
  const DESCRIPTOR = 44;
  const file = new Uint8Array(HEADER + DESCRIPTOR + 4 + 16);
  const view = new DataView(file.buffer);
  file.set([0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a]);
  // typeSize, width, height, depth, layers, faces, levels, supercompression; vkFormat before them is 0, undefined.
  for (const [i, value] of [1, 4, 4, 0, 0, 1, 1, 0].entries()) view.setUint32(16 + 4 * i, value, true);
  view.setUint32(48, HEADER, true);
  view.setUint32(52, DESCRIPTOR, true);
  const level = HEADER + DESCRIPTOR + 4;
  view.setBigUint64(80, BigInt(level), true);
  view.setBigUint64(88, 16n, true);
  view.setBigUint64(96, 16n, true);
  descriptor(new DataView(file.buffer, HEADER, DESCRIPTOR));
  // Five bits of the mode, then four bytes of the colour; the following zeros are hints for ETC1 only.
  let bits = 0b10111n;
  for (const [i, value] of [red, green, blue, 255].entries()) bits |= BigInt(value) << BigInt(5 + 8 * i);
  view.setBigUint64(level, bits, true);
  return file;
}

/** One sample, all of a block's 128 bits, in the colour model UASTC (166). */
function descriptor(view: DataView): void {
  view.setUint32(0, view.byteLength, true);
  view.setUint16(8, 2, true);
  view.setUint16(10, view.byteLength - 4, true);
  for (const [i, value] of [166, 1, 2, 0, 3, 3, 0, 0, 16].entries()) view.setUint8(12 + i, value);
  view.setUint8(28 + 2, 127);
  view.setUint32(28 + 12, 0xff_ff_ff_ff, true);
}
