import { expect, test, vi } from 'vitest';
import { MAX_EDGE, shrink, TARGET_BYTES, type DecodedImage } from './shrink.ts';

const file = (bytes: number, type = 'image/jpeg') => new Blob([new Uint8Array(bytes)], { type });

/** Packs every picture into so many bytes a pixel at full quality, and fewer at less. */
function packer(width: number, height: number, bytesPerPixel: number) {
  const close = vi.fn<() => void>();
  const encode = vi.fn<DecodedImage['encode']>((w, h, type, quality) =>
    Promise.resolve(file(Math.round(w * h * bytesPerPixel * quality), type)),
  );
  const unpack = (): Promise<DecodedImage> => Promise.resolve({ width, height, encode, close });
  return { unpack, encode, close };
}

test('a small picture goes as it came, byte for byte', async () => {
  const { unpack, encode, close } = packer(800, 600, 0.2);
  const small = file(90_000, 'image/png');
  expect(await shrink(small, unpack)).toEqual({ blob: small, width: 800, height: 600, isOriginal: true });
  expect(encode).not.toHaveBeenCalled();
  expect(close).toHaveBeenCalledOnce();
});

test('a large picture keeps its shape, its longest edge is bounded, its bytes come near the target and not above', async () => {
  const { unpack, close } = packer(3000, 4000, 0.2);
  const shrunk = await shrink(file(5_000_000), unpack);
  expect([shrunk.width, shrunk.height]).toEqual([1536, MAX_EDGE]);
  expect(shrunk.blob.size).toBeLessThanOrEqual(TARGET_BYTES);
  expect(shrunk.blob.size).toBeGreaterThan(TARGET_BYTES * 0.9);
  expect(shrunk.isOriginal).toBe(false);
  expect(close).toHaveBeenCalledOnce();
});

test('where quality alone does not do, the edges shrink', async () => {
  const { unpack } = packer(2000, 2000, 1);
  const shrunk = await shrink(file(3_000_000), unpack);
  expect(shrunk.width).toBeLessThan(2000);
  expect(shrunk.blob.size).toBeLessThanOrEqual(TARGET_BYTES);
});

test('a picture that cannot be brought to the target still ends, at a small size', async () => {
  const { unpack } = packer(2000, 1000, 40);
  const shrunk = await shrink(file(19_000_000), unpack);
  expect(shrunk.width).toBeGreaterThanOrEqual(320);
  expect(shrunk.width).toBeLessThan(500);
});

test('what is packed better than the browser packs goes as it came', async () => {
  const { unpack } = packer(1000, 1000, 10);
  const good = file(320_000, 'image/webp');
  const shrunk = await shrink(good, () =>
    unpack().then((picture) => ({ ...picture, encode: () => Promise.resolve(file(400_000)) })),
  );
  expect(shrunk.blob).toBe(good);
});

test.each([
  ['image/jpeg', 'image/jpeg'],
  ['image/bmp', 'image/jpeg'],
  ['image/png', 'image/webp'],
  ['image/webp', 'image/webp'],
])('%s becomes %s: what may be seen through stays so', async (from, to) => {
  const { unpack, encode } = packer(4000, 4000, 0.05);
  await shrink(file(900_000, from), unpack);
  expect(encode.mock.calls[0]?.[2]).toBe(to);
});

test('progress grows and never passes the end', async () => {
  const { unpack } = packer(4000, 3000, 0.5);
  const seen: number[] = [];
  await shrink(file(8_000_000), unpack, (ratio) => seen.push(ratio));
  expect(seen.length).toBeGreaterThan(1);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(Math.max(...seen)).toBeLessThan(1);
});

test('what is no picture is told, and nothing is left open', async () => {
  await expect(shrink(file(10), () => Promise.reject(new Error('no picture')))).rejects.toThrow('no picture');
});
