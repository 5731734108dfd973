import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import ZipStream from 'zip-stream';
import { unpacksWithin } from './bounded-zip.ts';

async function zip(files: Record<string, Buffer>): Promise<Buffer> {
  const archive = new ZipStream();
  const bytes = buffer(archive);
  for (const [name, content] of Object.entries(files)) {
    await new Promise<void>((resolve, reject) => {
      archive.entry(content, { name }, (error) => (error ? reject(error) : resolve()));
    });
  }
  archive.finish();
  return bytes;
}

describe('an archive', () => {
  it('within the limit is accepted', async () => {
    expect(unpacksWithin(await zip({ a: Buffer.alloc(600), b: Buffer.alloc(400) }), 1_000)).toBe(true);
  });

  it('that unpacks to more is refused, however small it is', async () => {
    const bomb = await zip({ a: Buffer.alloc(50_000_000) });
    expect(bomb.length).toBeLessThan(300_000);
    expect(unpacksWithin(bomb, 1_000_000)).toBe(false);
  });

  it('with false sizes in its headers is refused', async () => {
    const bomb = await zip({ a: Buffer.alloc(5_000_000) });
    const entry = bomb.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    bomb.writeUInt32LE(10, entry + 24);
    expect(unpacksWithin(bomb, 1_000_000)).toBe(false);
  });

  it('that is damaged is refused', async () => {
    const bytes = await zip({ a: Buffer.from('text') });
    expect(unpacksWithin(bytes.subarray(0, bytes.length - 30), 1_000)).toBe(false);
    expect(unpacksWithin(Buffer.from('no archive'), 1_000)).toBe(false);
  });
});

/** An archive of stored files: their bytes are in it as they are. */
async function stored(...sizes: number[]): Promise<Buffer> {
  const archive = new ZipStream({ store: true });
  const bytes = buffer(archive);
  for (const [index, size] of sizes.entries()) {
    await new Promise<void>((resolve, reject) => {
      archive.entry(Buffer.alloc(size), { name: `f${index}` }, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  }
  archive.finish();
  return bytes;
}

describe('the limit of an archive', () => {
  it('is one of all its files together, packed or not', async () => {
    const packed = await zip({ a: Buffer.alloc(600), b: Buffer.alloc(400) });
    expect([unpacksWithin(packed, 1_000), unpacksWithin(packed, 999)]).toEqual([true, false]);
    const plain = await stored(600, 400);
    expect([unpacksWithin(plain, 1_000), unpacksWithin(plain, 999)]).toEqual([true, false]);
    const nothing = await stored();
    expect(unpacksWithin(nothing, 0)).toBe(true);
  });

  it('is one of 500 files, too', async () => {
    expect(unpacksWithin(await stored(...Array.from({ length: 500 }, () => 1)), 10_000)).toBe(true);
    expect(unpacksWithin(await stored(...Array.from({ length: 501 }, () => 1)), 10_000)).toBe(false);
  });
});

it.each([
  ['an entry of its directory', [0x50, 0x4b, 0x01, 0x02]],
  ['the header of a file', [0x50, 0x4b, 0x03, 0x04]],
])('an archive without %s is refused', async (_what, mark) => {
  const bytes = await zip({ a: Buffer.from('text') });
  bytes[bytes.indexOf(Buffer.from(mark)) + 2] = 0;
  expect(unpacksWithin(bytes, 1_000)).toBe(false);
});

it('what stands behind an archive does not matter, what is missing of its end does', async () => {
  const bytes = await zip({ a: Buffer.from('text') });
  expect(unpacksWithin(Buffer.concat([bytes, Buffer.from('comment')]), 1_000)).toBe(true);
  expect(unpacksWithin(bytes.subarray(0, -1), 1_000)).toBe(false);
});
