import type { Page } from 'puppeteer';

/** EXIF data with orientation 6: rotate by 90° clockwise. */
const TURNED = Buffer.from(
  // APP1, its length, 'Exif', then TIFF (big endian) with one entry: 0x0112, SHORT, 1, 6.
  'ffe10022457869660000 4d4d002a00000008 0001 011200030000000100060000 00000000'.replaceAll(' ', ''),
  'hex',
);

/**
 * A photograph like that of a phone, created by the page: noisy, several megabytes, rotated with an EXIF
 * orientation. Upright it is red above and blue below.
 * @param width of the stored image, px; the height of the upright one
 */
export async function takePhoto(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    async (w, h) => {
      const canvas = new OffscreenCanvas(w, h);
      const context = canvas.getContext('2d')!;
      const image = context.createImageData(w, h);
      const { data } = image;
      let seed = 1;
      for (let at = 0; at < data.length; at += 4) {
        seed = (seed * 48_271) % 2_147_483_647;
        const isLeft = (at / 4) % w < w / 2;
        const noise = seed % 90;
        data[at] = isLeft ? 165 + noise : noise;
        data[at + 1] = noise;
        data[at + 2] = isLeft ? noise : 165 + noise;
        data[at + 3] = 255;
      }
      context.putImageData(image, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
    },
    width,
    height,
  );
  const jpeg = Buffer.from(base64, 'base64');
  // After the two bytes of the JPEG start marker.
  return Buffer.concat([jpeg.subarray(0, 2), TURNED, jpeg.subarray(2)]);
}
