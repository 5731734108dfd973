import { BoxGeometry, type BufferAttribute } from 'three';
import type { ModelData } from '../workers/model.contract.ts';

/** A grey box 0.4 × 0.8 × 0.4 m: shown if even the fallback model cannot be loaded. */
export function plainBox(): ModelData {
  const geometry = new BoxGeometry(0.4, 0.8, 0.4).translate(0, 0.4, 0);
  const attributes = (['position', 'normal'] as const).map((name) => ({
    name,
    array: (geometry.getAttribute(name) as BufferAttribute).array as Float32Array<ArrayBuffer>,
    itemSize: 3,
    normalized: false,
  }));
  const box = [-0.2, 0, -0.2, 0.2, 0.8, 0.2] as const;
  const index = geometry.index!.array as Uint16Array<ArrayBuffer>;
  return {
    nodes: [
      {
        name: 'box',
        parent: -1,
        position: [0, 0, 0],
        quaternion: [0, 0, 0, 1],
        scale: [1, 1, 1],
        primitives: [0],
      },
    ],
    primitives: [{ attributes, index, material: 0, box, triangles: 12 }],
    materials: [
      {
        name: 'plain',
        unlit: false,
        color: [0.5, 0.52, 0.52],
        opacity: 1,
        transparent: false,
        alphaTest: 0,
        doubleSided: false,
        metalness: 0,
        roughness: 0.8,
        emissive: [0, 0, 0],
        emissiveIntensity: 1,
        vertexColors: false,
        flatShading: false,
        normalScale: 1,
        textures: {},
      },
    ],
    textures: [],
    images: [],
    clips: [],
    box,
    triangles: 12,
    sizeBytes: 0,
    hash: 'plain-box',
  };
}
