import {
  Box3,
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

/** A part of a kind, with a material of its own. */
export interface Part {
  readonly geometry: BufferGeometry;
  readonly look: Look;
}

/** What distinguishes materials: 0 to 1 each. */
interface Look {
  /** Light of its own. */
  readonly glow: number;
  /** Below 1 it is transparent. */
  readonly opacity: number;
}

const PLAIN: Look = { glow: 0, opacity: 1 };
/** Entirely rough: smooth and metallic surfaces of the engine reflect some of its sky, so that the pictures would not be the same. */
const ROUGHNESS = 1;

export function material({ glow, opacity }: Look = PLAIN): MeshStandardMaterial {
  const transparent = opacity < 1;
  // As in the engine: a transparent surface does not hide what is behind it.
  return new MeshStandardMaterial({
    vertexColors: true,
    roughness: ROUGHNESS,
    metalness: 0,
    emissive: new Color(glow, glow, glow),
    opacity,
    transparent,
    depthWrite: !transparent,
  });
}

/** Each kind as one part, or with two smaller balls above it: one that shines and a transparent one. */
export function partsOf(kinds: readonly BufferGeometry[], count: 1 | 3): Part[][] {
  return kinds.map((geometry) => {
    const body = { geometry, look: PLAIN };
    if (count === 1) return [body];
    return [
      body,
      { geometry: above(geometry, 0.5, 0.9), look: { glow: 0.2, opacity: 1 } },
      { geometry: above(geometry, 0.35, 1.5), look: { glow: 0, opacity: 0.5 } },
    ];
  });
}

/** A smaller copy, metres above. */
function above(geometry: BufferGeometry, scale: number, height: number): BufferGeometry {
  const copy = geometry.clone().scale(scale, scale, scale).translate(0, height, 0);
  copy.computeBoundingBox();
  copy.boundingSphere = copy.boundingBox!.getBoundingSphere(new Sphere());
  return copy;
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

/** One thing for each kind, of its devices. */
export function byKind<Kind, T>(
  placements: readonly Placement[],
  kinds: readonly Kind[],
  make: (kind: Kind, own: readonly Placement[]) => T,
): T[] {
  return kinds.map((one, kind) =>
    make(
      one,
      placements.filter((placement) => placement.kind === kind),
    ),
  );
}

/** The same parts as a model of the engine. */
export function toModel(parts: readonly Part[], name: string): Promise<Model> {
  const whole = new Box3();
  const primitives = parts.map(({ geometry }, material) => {
    const attributes = Object.entries(geometry.attributes).map(([attribute, { array, itemSize }]) => ({
      name: attribute,
      array: array as Float32Array<ArrayBuffer>,
      itemSize,
      normalized: false,
    }));
    whole.union(geometry.boundingBox!);
    const index = Uint16Array.from(geometry.index!.array);
    return { attributes, index, material, box: boxOf(geometry.boundingBox!), triangles: index.length / 3 };
  });
  return Model.build(
    {
      nodes: [
        {
          name,
          parent: -1,
          position: [0, 0, 0],
          quaternion: [0, 0, 0, 1],
          scale: [1, 1, 1],
          primitives: primitives.map((_, i) => i),
        },
      ],
      primitives,
      materials: parts.map(({ look: { glow, opacity } }) => ({
        name,
        unlit: false,
        color: [1, 1, 1],
        opacity,
        transparent: opacity < 1,
        alphaTest: 0,
        doubleSided: false,
        metalness: 0,
        roughness: ROUGHNESS,
        emissive: [glow, glow, glow],
        emissiveIntensity: 1,
        vertexColors: true,
        flatShading: false,
        normalScale: 1,
        textures: {},
      })),
      textures: [],
      images: [],
      clips: [],
      box: boxOf(whole),
      triangles: primitives.reduce((sum, { triangles }) => sum + triangles, 0),
      sizeBytes: 0,
      hash: name,
    },
    new FrameBudget(1e9, () => 0),
  );
}

const boxOf = ({ min, max }: Box3) => [min.x, min.y, min.z, max.x, max.y, max.z] as const;
