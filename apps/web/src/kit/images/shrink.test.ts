import { expect, test, vi } from 'vitest';
import { MAX_EDGE, SCALED_ABOVE_BYTES, shrink, TARGET_BYTES, type DecodedImage } from './shrink.ts';

const file = (bytes: number, type = 'image/jpeg') => new Blob([new Uint8Array(bytes)], { type });

/** Encodes an image into this many bytes per pixel at full quality, and fewer at a lower quality. */
function packer(width: number, height: number, bytesPerPixel: number) {
  const close = vi.fn<() => void>();
  const encode = vi.fn<DecodedImage['encode']>((w, h, type, quality) =>
    Promise.resolve(file(Math.round(w * h * bytesPerPixel * quality), type)),
  );
  const unpack = (): Promise<DecodedImage> => Promise.resolve({ width, height, encode, close });
  return { unpack, encode, close };
}

test('a small image is uploaded unchanged, byte for byte', async () => {
  const { unpack, encode, close } = packer(800, 600, 0.2);
  const small = file(90_000, 'image/png');
  expect(await shrink(small, unpack)).toEqual({ blob: small, width: 800, height: 600, isOriginal: true });
  expect(encode).not.toHaveBeenCalled();
  expect(close).toHaveBeenCalledOnce();
});

test('a large image keeps its aspect ratio, has bounded edges, and comes close to the target size from below', async () => {
  const { unpack, close } = packer(3000, 4000, 0.2);
  const shrunk = await shrink(file(5_000_000), unpack);
  expect([shrunk.width, shrunk.height]).toEqual([1536, MAX_EDGE]);
  expect(shrunk.blob.size).toBeLessThanOrEqual(TARGET_BYTES);
  expect(shrunk.blob.size).toBeGreaterThan(TARGET_BYTES * 0.9);
  expect(shrunk.isOriginal).toBe(false);
  expect(close).toHaveBeenCalledOnce();
});

test('only above 3000 KB is an image scaled down before it is compressed', async () => {
  const sizeOf = async (bytes: number): Promise<number[]> => {
    const { unpack } = packer(4000, 3000, 0.05);
    const { width, height } = await shrink(file(bytes), unpack);
    return [width, height];
  };
  expect(await sizeOf(SCALED_ABOVE_BYTES)).toEqual([4000, 3000]);
  expect(await sizeOf(SCALED_ABOVE_BYTES + 1)).toEqual([MAX_EDGE, 1536]);
});

test('where a lower quality is not enough, the edges shrink', async () => {
  const { unpack } = packer(2000, 2000, 1);
  const shrunk = await shrink(file(3_000_000), unpack);
  expect(shrunk.width).toBeLessThan(2000);
  expect(shrunk.blob.size).toBeLessThanOrEqual(TARGET_BYTES);
});

test('an image that cannot reach the target ends at a small size', async () => {
  const { unpack } = packer(2000, 1000, 40);
  const shrunk = await shrink(file(19_000_000), unpack);
  expect(shrunk.width).toBeGreaterThanOrEqual(320);
  expect(shrunk.width).toBeLessThan(500);
});

test('an image compressed better than by the browser is uploaded unchanged', async () => {
  const { unpack } = packer(1000, 1000, 10);
  const original = file(320_000, 'image/webp');
  const shrunk = await shrink(original, () =>
    unpack().then((image) => ({ ...image, encode: () => Promise.resolve(file(400_000)) })),
  );
  expect(shrunk.blob).toBe(original);
});

test.each([
  ['image/jpeg', 'image/jpeg'],
  ['image/bmp', 'image/jpeg'],
  ['image/png', 'image/webp'],
  ['image/webp', 'image/webp'],
])('%s becomes %s: transparency is kept', async (from, to) => {
  const { unpack, encode } = packer(4000, 4000, 0.05);
  await shrink(file(900_000, from), unpack);
  expect(encode.mock.calls[0]?.[2]).toBe(to);
});

test('progress increases and stays below 1', async () => {
  const { unpack } = packer(4000, 3000, 0.5);
  const ratios: number[] = [];
  await shrink(file(8_000_000), unpack, (ratio) => ratios.push(ratio));
  expect(ratios.length).toBeGreaterThan(1);
  expect(ratios).toEqual(ratios.toSorted((a, b) => a - b));
  expect(Math.max(...ratios)).toBeLessThan(1);
});

test('a file that is not an image is refused, and every bitmap is closed', async () => {
  await expect(shrink(file(10), () => Promise.reject(new Error('no picture')))).rejects.toThrow('no picture');
});
