// Fonts differ between machines, and with them the size of texts. Screens that are compared with reference
// screenshots therefore use this generated font: each glyph is empty, with a fixed width per kind.

const UNITS = 1000;
const ASCENT = 880;
const DESCENT = -240;
/**
 * Widths in thousandths of the font size: of letters and digits, and of Han characters, which are square in
 * every font.
 */
const NARROW = 560;
const WIDE = 1000;
/** First and last character, and their glyph. */
const SIGNS = [
  [0x20, 0x2e7f, 1],
  [0x2e80, 0xffee, 2],
  [0x1f000, 0x1faff, 2],
] as const;

class Bytes {
  readonly #bytes: number[] = [];
  u8(...values: number[]): this {
    this.#bytes.push(...values.map((value) => value & 0xff));
    return this;
  }
  u16(...values: number[]): this {
    for (const value of values) this.u8(value >> 8, value);
    return this;
  }
  u32(...values: number[]): this {
    for (const value of values) this.u16(value >>> 16, value & 0xffff);
    return this;
  }
  text(value: string): this {
    return this.u8(...Buffer.from(value, 'latin1'));
  }
  get buffer(): Buffer {
    return Buffer.from(this.#bytes);
  }
}
const bytes = (): Bytes => new Bytes();

const sumOf = (data: Buffer): number => {
  let sum = 0;
  for (let at = 0; at < data.length; at += 4)
    sum =
      (sum + data.subarray(at, at + 4).reduce((all, byte, i) => all + byte * 2 ** (24 - 8 * i), 0)) % 2 ** 32;
  return sum;
};

/** The font file (OpenType with TrueType outlines), base64. */
export function evenFont(): string {
  const name = Buffer.from('Even', 'utf16le').swap16();
  const names = [1, 2, 4, 6];
  const tables: Record<string, Buffer> = {
    'OS/2': bytes()
      .u16(4, NARROW, 400, 5, 0)
      .u16(650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0)
      .u8(...Array<number>(10).fill(0))
      .u32(0, 0, 0, 0)
      .text('FARM')
      .u16(0x40, 0x20, 0xffff, ASCENT, DESCENT, 0, ASCENT, -DESCENT)
      .u32(1, 0)
      .u16(500, 700, 0, 0x20, 1).buffer,
    // Format 13: all characters of a range have one glyph.
    cmap: bytes()
      .u16(0, 1, 3, 10)
      .u32(12)
      .u16(13, 0)
      .u32(16 + 12 * SIGNS.length, 0, SIGNS.length)
      .u32(...SIGNS.flat()).buffer,
    glyf: bytes().u32(0).buffer,
    head: bytes()
      .u32(0x10000, 0x10000, 0, 0x5f0f3cf5)
      .u16(0x0b, UNITS)
      .u32(0, 0, 0, 0)
      .u16(0, 0, 0, 0, 0, 8, 2, 0, 0).buffer,
    hhea: bytes().u32(0x10000).u16(ASCENT, DESCENT, 0, WIDE, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3).buffer,
    hmtx: bytes().u16(NARROW, 0, NARROW, 0, WIDE, 0).buffer,
    loca: bytes().u16(0, 0, 0, 0).buffer,
    maxp: bytes().u32(0x10000).u16(3, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0).buffer,
    name: Buffer.concat([
      bytes().u16(0, names.length, 6 + 12 * names.length).buffer,
      ...names.map((id) => bytes().u16(3, 1, 0x409, id, name.length, 0).buffer),
      name,
    ]),
    post: bytes().u32(0x30000, 0, 0, 0, 0, 0, 0, 0).buffer,
  };
  const count = Object.keys(tables).length;
  const directory = bytes()
    .u32(0x10000)
    .u16(count, 128, 3, count * 16 - 128);
  let offset = 12 + 16 * count;
  const bodies = Object.entries(tables).map(([tag, data]) => {
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    directory.text(tag).u32(sumOf(padded), offset, data.length);
    offset += padded.length;
    return padded;
  });
  return Buffer.concat([directory.buffer, ...bodies]).toString('base64');
}
