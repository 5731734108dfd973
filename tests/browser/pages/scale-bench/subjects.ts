import { InstancedMesh2 } from '@three.ez/instanced-mesh';
import {
  BatchedMesh,
  DirectionalLight,
  HemisphereLight,
  InstancedMesh,
  Mesh,
  type Object3D,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three';
import type { Model } from '../../../../packages/farm3d-engine/src/resources/model.ts';
import { Chooser, makeEquipment } from './equipment.ts';
import { byKind, material, type Part, type Placement } from './kinds.ts';

export const WIDTH = 64;
export const HEIGHT = 36;

/** One way of drawing the field. */
export interface Subject {
  /** Sets the camera and draws, even if nothing changed. */
  frame(angle: number): void;
  /** Waits until the GPU, here a software renderer, has finished. */
  drain(): void;
  readonly draws: number;
  readonly triangles: number;
  pixels(): Uint8Array;
  /** Culls exactly, if it usually draws more than the viewport. */
  exact?: () => void;
  dispose(): void;
}

export function lookAt(camera: PerspectiveCamera, angle: number): void {
  camera.position.set(Math.sin(angle) * 60, 30, Math.cos(angle) * 60);
  camera.lookAt(0, 0, 0);
}

/** A bare scene with two lights; `before` runs before each frame. */
function bare(objects: readonly Object3D[], before?: (camera: PerspectiveCamera) => void): Subject {
  const renderer = new WebGLRenderer({ antialias: false });
  renderer.setPixelRatio(1);
  renderer.setSize(WIDTH, HEIGHT, false);
  const scene = new Scene();
  const sun = new DirectionalLight(0xffffff, 2);
  sun.position.set(3, 5, 2);
  scene.add(new HemisphereLight(0xffffff, 0x445533, 1.5), sun, ...objects);
  const camera = new PerspectiveCamera(75, WIDTH / HEIGHT, 0.1, 60_000);
  const gl = renderer.getContext();
  const bytes = new Uint8Array(WIDTH * HEIGHT * 4);
  const pixels = () => {
    gl.readPixels(0, 0, WIDTH, HEIGHT, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    return bytes;
  };
  return {
    frame(angle) {
      lookAt(camera, angle);
      before?.(camera);
      renderer.render(scene, camera);
    },
    drain: () => void pixels(),
    get draws() {
      return renderer.info.render.calls;
    },
    get triangles() {
      return renderer.info.render.triangles;
    },
    pixels,
    dispose() {
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}

/** Only the first two and the last know kinds of several parts. */
type Make = (
  placements: readonly Placement[],
  kinds: readonly (readonly Part[])[],
  models: readonly Model[],
) => Subject;

export const SUBJECTS: Readonly<Record<string, Make>> = {
  'farm3d, its devices': (placements, _, models) => {
    const equipment = makeEquipment(placements, models);
    const chooser = new Chooser();
    const subject = bare([equipment.group], (camera) => chooser.choose(equipment, camera, HEIGHT));
    return Object.assign(subject, { exact: () => chooser.exact() });
  },
  'three, one Mesh each': (placements, kinds) => {
    const materials = kinds[0]!.map(({ look }) => material(look));
    return bare(
      placements.flatMap(({ kind, matrix }) =>
        kinds[kind]!.map(({ geometry }, part) => {
          const mesh = new Mesh(geometry, materials[part]);
          matrix.decompose(mesh.position, mesh.quaternion, mesh.scale);
          mesh.matrixAutoUpdate = true;
          return mesh;
        }),
      ),
    );
  },
  'three BatchedMesh, sort and cull': (placements, kinds) => bare([batched(placements, kinds, true)]),
  'three BatchedMesh, cull': (placements, kinds) => bare([batched(placements, kinds, false)]),
  InstancedMesh2: (placements, kinds) => bare(instanced2(placements, kinds, false)),
  'InstancedMesh2 with its BVH': (placements, kinds) => bare(instanced2(placements, kinds, true)),
  'three InstancedMesh, no culling': (placements, kinds) =>
    bare(
      byKind(placements, kinds, (parts, own) =>
        parts.map(({ geometry, look }) => {
          const mesh = new InstancedMesh(geometry, material(look), own.length);
          for (const [i, { matrix }] of own.entries()) mesh.setMatrixAt(i, matrix);
          mesh.frustumCulled = false;
          return mesh;
        }),
      ).flat(),
    ),
};

function batched(
  placements: readonly Placement[],
  kinds: readonly (readonly Part[])[],
  isSorted: boolean,
): BatchedMesh {
  const geometries = kinds.map(([body]) => body!.geometry);
  const vertices = geometries.reduce((sum, { attributes }) => sum + attributes['position']!.count, 0);
  const indices = geometries.reduce((sum, { index }) => sum + index!.count, 0);
  const mesh = new BatchedMesh(placements.length, vertices, indices, material());
  const ids = geometries.map((geometry) => mesh.addGeometry(geometry));
  for (const { kind, matrix } of placements) mesh.setMatrixAt(mesh.addInstance(ids[kind]!), matrix);
  mesh.sortObjects = isSorted;
  mesh.perObjectFrustumCulled = true;
  return mesh;
}

function instanced2(
  placements: readonly Placement[],
  kinds: readonly (readonly Part[])[],
  hasTree: boolean,
): Object3D[] {
  return byKind(placements, kinds, ([body], own) => {
    // A copy: otherwise it makes one itself and logs a warning.
    const mesh = new InstancedMesh2(body!.geometry.clone(), material(), { capacity: own.length });
    mesh.addInstances(own.length, (object: Object3D, i: number) => {
      own[i]!.matrix.decompose(object.position, object.quaternion, object.scale);
    });
    if (hasTree) mesh.computeBVH();
    return mesh as Object3D;
  });
}
