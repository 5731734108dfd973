import type { DecodedImage } from './shrink.ts';

type Context2d = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

interface CanvasTarget {
  readonly pen: Context2d | null;
  readonly toBlob: (type: string, quality: number) => Promise<Blob>;
}

function offscreenCanvas(width: number, height: number): CanvasTarget {
  const canvas = new OffscreenCanvas(width, height);
  return {
    pen: canvas.getContext('2d'),
    toBlob: (type, quality) => canvas.convertToBlob({ type, quality }),
  };
}

function pageCanvas(width: number, height: number): CanvasTarget {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  return {
    pen: canvas.getContext('2d'),
    toBlob: (type, quality) =>
      new Promise((resolve, reject) =>
        canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no blob'))), type, quality),
      ),
  };
}

/**
 * Decodes an image, rotated as its EXIF data says.
 * @throws {DOMException} for a file that this browser cannot decode as an image
 */
export async function decodeImage(file: Blob): Promise<DecodedImage> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const createCanvas = typeof OffscreenCanvas === 'undefined' ? pageCanvas : offscreenCanvas;
  const write = async (width: number, height: number, type: string, quality: number): Promise<Blob> => {
    const { pen: context, toBlob } = createCanvas(width, height);
    if (!context) throw new Error('no canvas');
    if (type === 'image/jpeg') {
      // JPEG has no transparency: transparent pixels would be black.
      context.fillStyle = 'white';
      context.fillRect(0, 0, width, height);
    }
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    return toBlob(type, quality);
  };
  return {
    width: bitmap.width,
    height: bitmap.height,
    encode: async (width, height, type, quality) => {
      const blob = await write(width, height, type, quality);
      // A browser that cannot encode WebP returns PNG, whose size does not depend on the quality.
      return blob.type === type ? blob : write(width, height, 'image/jpeg', quality);
    },
    close: () => bitmap.close(),
  };
}
