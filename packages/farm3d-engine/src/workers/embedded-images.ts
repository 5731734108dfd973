import { Texture } from 'three';
import type { GLTFLoaderPlugin, GLTFParser } from 'three/examples/jsm/loaders/GLTFLoader.js';

/** The parts of three's parser (0.187) that the plugin uses; its types do not name all of them. */
interface Parser {
  readonly json: { readonly images: readonly { readonly bufferView?: number; readonly mimeType?: string }[] };
  readonly sourceCache: Record<number, Promise<Texture> | undefined>;
  getDependency(type: 'bufferView', index: number): Promise<ArrayBuffer>;
  loadImageSource(index: number, loader: unknown): Promise<Texture>;
}

/**
 * Decodes pictures inside a file straight from their bytes. GLTFLoader makes a blob: address of them and fetches it,
 * which a strict connect-src forbids; the model would come without its textures.
 */
export function embeddedImages(given: GLTFParser): GLTFLoaderPlugin {
  const parser = given as unknown as Parser;
  const loadImageSource = parser.loadImageSource.bind(parser);
  parser.loadImageSource = (index, loader) => {
    const { bufferView, mimeType = '' } = parser.json.images[index]!;
    if (bufferView === undefined || mimeType === 'image/ktx2') return loadImageSource(index, loader);
    const known = parser.sourceCache[index];
    if (known) return known.then((texture) => texture.clone());
    const promise = parser
      .getDependency('bufferView', bufferView)
      .then((bytes) =>
        createImageBitmap(new Blob([bytes], { type: mimeType }), { colorSpaceConversion: 'none' }),
      )
      .then((bitmap) => {
        const texture = new Texture(bitmap);
        texture.userData['mimeType'] = mimeType;
        texture.needsUpdate = true;
        return texture;
      });
    parser.sourceCache[index] = promise;
    return promise;
  };
  return { name: 'FARM3D_embedded_images' };
}
