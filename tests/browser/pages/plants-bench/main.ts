import { type PlantRow, PlantRowsMesh } from 'farm3d-engine/farm';
import {
  Color,
  ConeGeometry,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  PerspectiveCamera,
  Quaternion,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { plantAt, type PlantGrowth } from '../../../../packages/farm3d-engine/src/farm/plant-rows.ts';

/** A field of plants, implemented with one library. */
interface Field {
  readonly scene: Scene;
  /** Bytes of main memory for the plants. */
  readonly bytes: number;
  beforeFrame?(eye: Vector3): void;
  /** Shows another date. */
  grow(growth: PlantGrowth): void;
  dispose(): void;
}

export interface Measured {
  /** Main thread time of the creation, milliseconds; without the first frame. */
  readonly createMs: number;
  readonly dateMs: number;
  readonly bytes: number;
  readonly uploadedFirst: number;
  /** Bytes uploaded in the frame after the change of date, and in the next frame. */
  readonly uploadedForDate: number;
  readonly uploadedStill: number;
  /** Images of both days, and of the first day partly towards the horizon: 1 where a plant is. */
  readonly pictures: readonly string[];
}

declare global {
  interface Window {
    measurePlants: (subject: string, rows: number, plants: number) => Promise<Measured>;
  }
}

const WIDTH = 64;
const HEIGHT = 36;
const SPRING: PlantGrowth = { from: 0.5, to: 1, progress: 0.1 };
const SUMMER: PlantGrowth = { from: 0.5, to: 1, progress: 0.9 };
const VARIATION = { scatter: 0.25, size: 0.3 };

const plantForm = () => new ConeGeometry(0.12, 0.4, 3, 1, true).translate(0, 0.2, 0);
const rowsOf = (rows: number, plants: number): PlantRow[] =>
  Array.from({ length: rows }, (_, i) => ({ x: 0, y: 0, z: i * 0.7, stepX: 0.25, stepZ: 0, count: plants }));

/** Calls back with the matrix of each plant, equal to that computed by our shader. */
function eachMatrix(
  packed: Float32Array,
  growth: PlantGrowth,
  plants: number,
  put: (i: number, at: Matrix4) => void,
) {
  const position = new Vector3();
  const turn = new Quaternion();
  const scale = new Vector3();
  const up = new Vector3(0, 1, 0);
  const matrix = new Matrix4();
  for (let row = 0, i = 0; row < packed.length / 8; row++) {
    for (let index = 0; index < plants; index++, i++) {
      const { x, y, z, yaw, size } = plantAt(packed, row, index, growth, VARIATION);
      matrix.compose(position.set(x, y, z), turn.setFromAxisAngle(up, yaw), scale.setScalar(size));
      put(i, matrix);
    }
  }
}

type Make = (rows: PlantRow[], packed: Float32Array, renderer: WebGLRenderer) => Field;

const subjects: Record<string, () => Promise<Make> | Make> = {
  farm3d: () => (rows) => {
    const scene = new Scene();
    const field = new PlantRowsMesh(rows, VARIATION);
    const parts = [{ geometry: plantForm(), material: new MeshLambertMaterial({ side: 2 }) }];
    field.setModels({ near: parts, far: parts });
    field.setLodDistances({ near: 1e6, far: 1e6 });
    field.sway = 0;
    field.setGrowth(SPRING);
    scene.add(field.object);
    return {
      scene,
      bytes: field.rows.buffer.byteLength,
      beforeFrame: (eye) => field.aim(eye),
      grow: (growth) => field.setGrowth(growth),
      dispose: () => field.dispose(),
    };
  },
  InstancedMesh: () => (rows, packed) => {
    const scene = new Scene();
    const plants = rows[0]!.count;
    const mesh = new InstancedMesh(plantForm(), new MeshLambertMaterial({ side: 2 }), rows.length * plants);
    const grow = (growth: PlantGrowth) => {
      eachMatrix(packed, growth, plants, (i, matrix) => mesh.setMatrixAt(i, matrix));
      mesh.instanceMatrix.needsUpdate = true;
    };
    grow(SPRING);
    mesh.computeBoundingSphere();
    scene.add(mesh);
    return { scene, bytes: mesh.instanceMatrix.array.byteLength, grow, dispose: () => mesh.dispose() };
  },
  '@three.ez/instanced-mesh': async () => {
    const { InstancedMesh2 } = await import('@three.ez/instanced-mesh');
    return (rows, packed, renderer) => {
      const scene = new Scene();
      const plants = rows[0]!.count;
      const count = rows.length * plants;
      const mesh = new InstancedMesh2(plantForm(), new MeshLambertMaterial({ side: 2 }), {
        capacity: count,
        renderer,
      });
      mesh.addInstances(count, () => {});
      const grow = (growth: PlantGrowth) =>
        eachMatrix(packed, growth, plants, (i, matrix) => mesh.setMatrixAt(i, matrix));
      grow(SPRING);
      scene.add(mesh);
      const bytes =
        (mesh.matricesTexture.image.data as Float32Array).byteLength +
        (mesh.instanceIndex.array as Uint32Array).byteLength;
      return { scene, bytes, grow, dispose: () => mesh.dispose() };
    };
  },
};

const calls = { bytes: 0 };
const gl = WebGL2RenderingContext.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
const bytesOf = (args: unknown[]) =>
  args.reduce<number>((sum, value) => sum + (ArrayBuffer.isView(value) ? value.byteLength : 0), 0);
for (const name of ['bufferData', 'bufferSubData', 'texImage2D', 'texSubImage2D']) {
  const original = gl[name]!;
  gl[name] = function (this: unknown, ...args: unknown[]) {
    // With a range (offset, length in elements) only that is uploaded.
    const ranged = name === 'bufferSubData' && args[4] ? (args[4] as number) * 4 : undefined;
    calls.bytes += ranged ?? bytesOf(args);
    return original.apply(this, args);
  };
}

function uploads(work: () => void): number {
  calls.bytes = 0;
  work();
  return calls.bytes;
}

function picture(renderer: WebGLRenderer): string {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 4);
  const context = renderer.getContext();
  context.readPixels(0, 0, WIDTH, HEIGHT, context.RGBA, context.UNSIGNED_BYTE, pixels);
  let text = '';
  for (let i = 0; i < pixels.length; i += 4) text += pixels[i]! < 128 ? '1' : '0';
  return text;
}

window.measurePlants = async (subject, rowCount, plants) => {
  const make = await subjects[subject]!();
  const renderer = new WebGLRenderer({ antialias: false, preserveDrawingBuffer: true });
  renderer.setSize(WIDTH, HEIGHT, false);
  renderer.setClearColor(new Color(1, 1, 1));
  const camera = new PerspectiveCamera(50, WIDTH / HEIGHT, 0.1, 2_000);
  const middle = new Vector3((plants * 0.25) / 2, 0, (rowCount * 0.7) / 2);
  const above = () => {
    camera.position.set(middle.x, 3, middle.z);
    camera.up.set(0, 0, -1);
    camera.lookAt(middle);
  };
  const { packed } = reference(rowCount, plants);
  const rows = rowsOf(rowCount, plants);
  const start = performance.now();
  const field = make(rows, packed, renderer);
  const createMs = performance.now() - start;
  const pictures: string[] = [];
  const draw = () => {
    camera.updateMatrixWorld();
    field.scene.updateMatrixWorld();
    field.beforeFrame?.(camera.position);
    renderer.render(field.scene, camera);
  };
  above();
  const uploadedFirst = uploads(draw);
  pictures.push(picture(renderer));
  camera.up.set(0, 1, 0);
  camera.position.set(middle.x, 1.2, middle.z + 20);
  camera.lookAt(middle.x, 0, middle.z);
  draw();
  pictures.push(picture(renderer));
  above();
  const startDate = performance.now();
  field.grow(SUMMER);
  const dateMs = performance.now() - startDate;
  const uploadedForDate = uploads(draw);
  pictures.push(picture(renderer));
  const uploadedStill = uploads(draw);
  field.dispose();
  renderer.dispose();
  renderer.forceContextLoss();
  return {
    createMs,
    dateMs,
    bytes: field.bytes,
    uploadedFirst,
    uploadedForDate,
    uploadedStill,
    pictures,
  };
};

/** The packed rows, for the peers' matrices. */
function reference(rows: number, plants: number): { packed: Float32Array } {
  const field = new PlantRowsMesh(rowsOf(rows, plants), VARIATION);
  const packed = field.rows.slice();
  field.dispose();
  return { packed };
}
