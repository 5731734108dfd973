import { Box3, BoxGeometry, type Group, Mesh, MeshLambertMaterial, Vector3, type Scene } from 'three';
import type { BaseHit, PreviewModel, ViewerContext } from '../context/viewer-context.ts';
import type { Vec3 } from '../core/vec3.ts';
import type { PlacementItem, PlacementListener } from './placement-session.ts';
import { testPage } from './test-page.ts';

/** A device to place. */
export const PROBE: PlacementItem = { id: 'probe', name: 'Probe', modelPath: 'probe.glb' };
/** A scene to place, with a device in it, and one that is placed already. */
export const BARN: PlacementItem = {
  id: 'barn',
  name: 'Barn',
  modelPath: null,
  kind: 'scene',
  equipment: ['in-barn', 'outside'].map((id) => ({
    id,
    position: { x: 1, y: 2, z: 3 },
    rotation: { x: 0, y: 0, z: 0 },
    scale: { x: 1, y: 1, z: 1 },
    extra: {},
  })),
};

/** A base model, whose middle is at (1, −1), and in the house of the test scene a floor above its origin. */
const FLOORS: readonly { parentId: string | null; y: number; box: Box3 }[] = [
  { parentId: null, y: 0, box: new Box3(new Vector3(-4, 0, -5), new Vector3(6, 3, 3)) },
  { parentId: 'house', y: 0.25, box: new Box3(new Vector3(8, 0, -2), new Vector3(12, 3, 2)) },
];

interface Ground {
  readonly hasBase?: boolean;
  readonly hasPlot?: boolean;
}

/**
 * The page of {@link testPage} with something to stand on. The camera is at (0, 10, 10) and looks at the origin. Waiting
 * previews are delivered by `load`.
 */
export function testPlacement({ hasBase = true, hasPlot = false }: Ground = {}) {
  const previews: { path: string | null; signal: AbortSignal; resolve: (model: PreviewModel) => void }[] = [];
  const castBase: ViewerContext['castBase'] = (ray) =>
    (hasBase ? FLOORS : []).flatMap(({ parentId, y, box }): BaseHit[] => {
      const distance = (y - ray.origin.y) / ray.direction.y;
      const point = ray.at(distance, new Vector3());
      const isHit = distance > 0 && box.containsPoint(new Vector3(point.x, 1, point.z));
      const isThere = parentId === null || page.context.document.childScene(parentId) !== undefined;
      return isHit && isThere ? [{ distance, point, normal: new Vector3(0, 1, 0), parentId }] : [];
    });
  const page = testPage({
    castBase,
    base: { group: null as unknown as Group, box: hasBase ? FLOORS[0]!.box : new Box3(), model: undefined },
    plot: hasPlot
      ? // Its middle is at (−1, −5).
        {
          y: 0.5,
          low: [-16, -20],
          high: [14, 10],
          contains: (x, z) => x >= -16 && x <= 14 && z >= -20 && z <= 10,
        }
      : null,
    createPreview: (path, signal) =>
      new Promise((resolve) => previews.push({ path, signal, resolve: (model) => resolve(model) })),
  });
  const { camera, scene } = page.context;
  camera.aspect = 2;
  camera.updateProjectionMatrix();
  camera.position.set(0, 10, 10);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  const events: unknown[] = [];
  const listener: PlacementListener = {
    preview: (...all) => void events.push(['preview', ...all]),
    placed: (...all) => void events.push(['placed', ...all]),
    cancelled: (...all) => void events.push(['cancelled', ...all]),
  };
  const before = new Set(scene.children);
  return {
    ...page,
    events,
    listener,
    previews,
    ghosts: () => ghostsOf(scene, before),
    /** What has happened since the last call. Coordinates to a thousandth. */
    news: () => rounded(events.splice(0)) as unknown[][],
    undoSteps: () => {
      let count = 0;
      while (page.context.document.undo()) count++;
      return count;
    },
  };
}

const ghostsOf = (scene: Scene, before: ReadonlySet<unknown>) =>
  scene.children.filter((child) => !before.has(child));

/** A model as a preview, 2 × 1 × 1 m. */
export function testPreview() {
  const material = new MeshLambertMaterial({ color: 0xff0000 });
  const mesh = new Mesh(new BoxGeometry(2, 1, 1), material);
  const state = { released: 0 };
  const model: PreviewModel = { object: mesh, release: () => void state.released++ };
  return { model, mesh, material, state };
}

/** To a thousandth, without −0. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(value * 1000) / 1000 + 0;
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rounded(one)]));
}

/** A point of the world. */
export const at = (x: number, y: number, z: number): Vec3 => ({ x, y, z });
