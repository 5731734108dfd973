import {
  BufferAttribute,
  type BufferGeometry,
  Color,
  Euler,
  IcosahedronGeometry,
  Matrix4,
  MeshStandardMaterial,
  Quaternion,
  Sphere,
  Vector3,
} from 'three';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';
import { createRandom } from '../../../../packages/farm3d-engine/src/core/random.ts';
import { FrameBudget } from '../../../../packages/farm3d-engine/src/resources/frame-budget.ts';
import { Model } from '../../../../packages/farm3d-engine/src/resources/model.ts';

export const KINDS = 30;

/** One device of the test field. */
export interface Placement {
  readonly id: string;
  readonly kind: number;
  readonly position: Vector3;
  readonly rotation: Euler;
  readonly scale: number;
  readonly matrix: Matrix4;
}

/** Bumpy balls on the ground, a different one per kind: indexed, with normals and colours. */
export function makeKinds(detail: number): BufferGeometry[] {
  return Array.from({ length: KINDS }, (_, kind) => {
    const ball = new IcosahedronGeometry(0.5, detail);
    ball.deleteAttribute('uv');
    ball.deleteAttribute('normal');
    const geometry = mergeVertices(ball);
    const position = geometry.getAttribute('position') as BufferAttribute;
    const colors = new Float32Array(position.count * 3);
    const point = new Vector3();
    const color = new Color();
    for (let i = 0; i < position.count; i++) {
      point.fromBufferAttribute(position, i);
      const bump =
        1 + 0.18 * Math.sin(point.x * (7 + (kind % 5)) + kind) * Math.cos(point.y * (5 + (kind % 7)));
      point.multiplyScalar(bump);
      position.setXYZ(i, point.x, point.y + 0.6, point.z);
      color.setHSL((kind * 0.37) % 1, 0.6, 0.35 + 0.3 * Math.abs(point.y)).toArray(colors, i * 3);
    }
    geometry.setAttribute('color', new BufferAttribute(colors, 3));
    geometry.computeVertexNormals();
    geometry.computeBoundingBox();
    // The bounding sphere of the box for all subjects, so that all cull the same objects.
    geometry.boundingSphere = geometry.boundingBox!.getBoundingSphere(new Sphere());
    return geometry;
  });
}

export function material(): MeshStandardMaterial {
  return new MeshStandardMaterial({ vertexColors: true, roughness: 0.8, metalness: 0 });
}

/** Devices on a jittered square field, 3 m apart. */
export function place(count: number): Placement[] {
  const random = createRandom(5);
  const side = Math.ceil(Math.sqrt(count));
  return Array.from({ length: count }, (_, i) => {
    const position = new Vector3(
      ((i % side) - side / 2) * 3 + random(),
      0,
      (Math.floor(i / side) - side / 2) * 3 + random(),
    );
    const rotation = new Euler(0, random() * 6, 0);
    const scale = 0.8 + random() * 0.8;
    const matrix = new Matrix4().compose(
      position,
      new Quaternion().setFromEuler(rotation),
      new Vector3(scale, scale, scale),
    );
    return { id: `d${i}`, kind: Math.floor(random() * KINDS), position, rotation, scale, matrix };
  });
}

/** The same geometry as a model of the engine. */
export function toModel(geometry: BufferGeometry, name: string): Promise<Model> {
  const attributes = Object.entries(geometry.attributes).map(([attribute, { array, itemSize }]) => ({
    name: attribute,
    array: array as Float32Array<ArrayBuffer>,
    itemSize,
    normalized: false,
  }));
  const { min, max } = geometry.boundingBox!;
  const box = [min.x, min.y, min.z, max.x, max.y, max.z] as const;
  const index = Uint16Array.from(geometry.index!.array);
  const triangles = index.length / 3;
  return Model.build(
    {
      nodes: [
        {
          name,
          parent: -1,
          position: [0, 0, 0],
          quaternion: [0, 0, 0, 1],
          scale: [1, 1, 1],
          primitives: [0],
        },
      ],
      primitives: [{ attributes, index, material: 0, box, triangles }],
      materials: [
        {
          name,
          unlit: false,
          color: [1, 1, 1],
          opacity: 1,
          transparent: false,
          alphaTest: 0,
          doubleSided: false,
          metalness: 0,
          roughness: 0.8,
          emissive: [0, 0, 0],
          emissiveIntensity: 1,
          vertexColors: true,
          flatShading: false,
          normalScale: 1,
          textures: {},
        },
      ],
      textures: [],
      images: [],
      clips: [],
      box,
      triangles,
      sizeBytes: 0,
      hash: name,
    },
    new FrameBudget(1e9, () => 0),
  );
}
