import { LoadingManager } from 'three';
import { GLTFLoader, type GLTF } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/examples/jsm/libs/meshopt_decoder.module.js';
import { FarmError } from '../core/errors.ts';
import { type InThreadDraco } from './draco.ts';
import { embeddedImages } from './embedded-images.ts';
import { expandInstances } from './expand-instances.ts';
import { type Flattened, flatten } from './flatten.ts';
import { assertGlb } from './sniff.ts';

/**
 * Decodes a binary glTF file (plain, Draco or meshopt) into flat data.
 * @throws FarmError `model-wrong-type`, `model-truncated` or `model-invalid`
 */
export async function parseGlb(bytes: ArrayBuffer, path: string, draco: InThreadDraco): Promise<Flattened> {
  assertGlb(bytes, path);
  const loader = new GLTFLoader(new LoadingManager());
  // Structural: GLTFLoader calls preload and decodeDracoFile of it, nothing else.
  loader.setDRACOLoader(draco as unknown as Parameters<GLTFLoader['setDRACOLoader']>[0]);
  loader.setMeshoptDecoder(MeshoptDecoder);
  loader.register(embeddedImages);
  let gltf: GLTF;
  try {
    gltf = await loader.parseAsync(bytes, path.slice(0, path.lastIndexOf('/') + 1));
  } catch (error) {
    throw FarmError.from(error, 'model-invalid', { path });
  }
  expandInstances(gltf.scene);
  return flatten(gltf.scene, gltf.animations);
}
