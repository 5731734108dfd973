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
