import { type BufferGeometry, Mesh, Ray, Raycaster, Vector3 } from 'three';
import { acceleratedRaycast, MeshBVH, ObjectBVH } from 'three-mesh-bvh';
import { createRandom } from '../../../../packages/farm3d-engine/src/core/random.ts';
import type { Model } from '../../../../packages/farm3d-engine/src/resources/model.ts';
import { makeEquipment } from './equipment.ts';
import { material, type Placement } from './kinds.ts';

export interface PickRound {
  /** Microseconds per pick, by subject, for each round. */
  readonly micros: Record<string, number[]>;
  /** Milliseconds until the first pick is possible. */
  readonly build: Record<string, number>;
  /** Id of the object that each ray hit, by subject; an empty text: none. */
  readonly ids: Record<string, string[]>;
}

const RAYS = 400;
/** Number of rays for the subject that tests every mesh, because it is slow. */
const SLOW_RAYS = 40;

/** Rays of a camera in the middle of the field, in all directions within its viewport. */
function rays(): Ray[] {
  const random = createRandom(17);
  return Array.from({ length: RAYS }, () => {
    const origin = new Vector3(0, 30, 60);
    const target = new Vector3((random() - 0.5) * 260, random() * 1.2, 40 - random() * 160);
    return new Ray(origin, target.sub(origin).normalize());
  });
}

type Pick = (ray: Ray) => string;

export function pickRound(
  placements: readonly Placement[],
  kinds: readonly BufferGeometry[],
  models: readonly Model[],
  rounds: number,
): PickRound {
  const build: Record<string, number> = {};
  const picks: Record<string, Pick> = {};
  const add = (name: string, make: () => Pick) => {
    const start = performance.now();
    picks[name] = make();
    // Some build their tree at the first pick.
    picks[name](new Ray(new Vector3(0, 30, 60), new Vector3(0, -0.5, -1).normalize()));
    build[name] = performance.now() - start;
  };
  add('farm3d', () => {
    const equipment = makeEquipment(placements, models);
    return (ray) => equipment.raycast(ray)?.id ?? '';
  });
  add('three Raycaster', () => cast(meshes(placements, kinds)));
  const trees = kinds.map((geometry) => {
    const own = geometry.clone();
    Object.assign(own, { boundsTree: new MeshBVH(own) });
    return own;
  });
  const accelerated = meshes(placements, trees);
  for (const mesh of accelerated) mesh.raycast = acceleratedRaycast;
  add('three-mesh-bvh, each mesh', () => cast(accelerated, true));
  add('three-mesh-bvh ObjectBVH', () => {
    const tree = new ObjectBVH(accelerated);
    const raycaster = new Raycaster();
    Object.assign(raycaster, { firstHitOnly: true });
    return (ray) => {
      raycaster.ray.copy(ray);
      return tree.raycast(raycaster)[0]?.object.name ?? '';
    };
  });
  const all = rays();
  const slow = new Set(['three Raycaster', 'three-mesh-bvh, each mesh']);
  const micros: Record<string, number[]> = {};
  const ids: Record<string, string[]> = {};
  for (let round = 0; round <= rounds; round++) {
    for (const [name, pick] of Object.entries(picks)) {
      const rayCount = slow.has(name) ? all.slice(0, SLOW_RAYS) : all;
      const start = performance.now();
      for (const ray of rayCount) pick(ray);
      const spent = ((performance.now() - start) / rayCount.length) * 1000;
      if (round > 0) (micros[name] ??= []).push(spent);
    }
  }
  // The results of all rays, outside the timed part.
  for (const [name, pick] of Object.entries(picks)) ids[name] = all.map(pick);
  return { micros, build, ids };
}

function meshes(placements: readonly Placement[], kinds: readonly BufferGeometry[]): Mesh[] {
  const shared = material();
  return placements.map(({ id, kind, matrix }) => {
    const mesh = new Mesh(kinds[kind], shared);
    mesh.name = id;
    matrix.decompose(mesh.position, mesh.quaternion, mesh.scale);
    mesh.updateMatrixWorld();
    return mesh;
  });
}

function cast(objects: Mesh[], isFirstOnly = false): Pick {
  const raycaster = new Raycaster();
  if (isFirstOnly) Object.assign(raycaster, { firstHitOnly: true });
  return (ray) => {
    raycaster.ray.copy(ray);
    return raycaster.intersectObjects(objects, false)[0]?.object.name ?? '';
  };
}
