import { Box3, type Mesh, type Object3D, Vector3 } from 'three';
import { FarmError } from '../core/errors.ts';
import type { FarmViewer } from '../engine/farm-viewer.ts';
import type { ViewerContext } from '../context/viewer-context.ts';

/** Prefix of the nodes with a base model's own plants: `crops_tomato_seen` belongs to the bed 'tomato'. */
const BASE_CROPS_PREFIX = 'crops_';
/** Vertices lower than this above the lowest one are the foot of a plant, metres. */
const FOOT = 0.12;
/** Minimum distance between the feet of two rows, metres. */
const BETWEEN_ROWS = 0.3;

/** A row of a bed along x, metres. */
export interface BedRow {
  /** Minimum x, metres. */
  readonly from: number;
  /** Maximum x, metres. */
  readonly to: number;
  /** Height of the soil, metres. */
  readonly y: number;
  /** z of the row's centre line, metres. */
  readonly z: number;
}

/** A bed of a base model, with plants of its own. */
export interface BaseBed {
  /** Name, such as 'tomato'. */
  readonly name: string;
  /** Centre of its plants, metres. */
  readonly middle: { readonly x: number; readonly y: number; readonly z: number };
  /** Its rows from north to south. Computed from all vertices: read it once. */
  readonly rows: readonly BedRow[];
  /** Shows or hides the base model's plants, so that others can be placed there; kept for other levels of the model. */
  readonly setVisible: (isVisible: boolean) => void;
}

/**
 * The beds of the present base model; none for open ground.
 * @example
 * const bed = baseBeds(viewer).find(({ name }) => name === 'tomato');
 * bed?.setVisible(false);
 * @throws FarmError `disposed`
 */
export function baseBeds(viewer: FarmViewer): BaseBed[] {
  if (viewer.isDisposed) throw new FarmError('disposed');
  let beds = views.get(viewer);
  if (!beds) views.set(viewer, (beds = new BedView(viewer.use({}))));
  return beds.list();
}

const views = new WeakMap<FarmViewer, BedView>();

/** Shows and hides the plants of a viewer's beds. */
class BedView {
  readonly #context: ViewerContext;
  /** Names of beds with hidden plants. */
  readonly #hidden = new Set<string>();

  constructor(context: ViewerContext) {
    this.#context = context;
    // Another tier may load another level of the base model, with its own plants.
    context.on('scene-changed', () => this.#apply());
  }

  list(): BaseBed[] {
    return [...this.#plantsByBed()].map(([name, objects]) => ({
      name,
      middle: middleOf(objects),
      get rows() {
        return rowsOf(objects);
      },
      setVisible: (isVisible) => this.#setVisible(name, isVisible),
    }));
  }

  #setVisible(name: string, isVisible: boolean): void {
    if (this.#context.isDetached) return;
    if (isVisible) this.#hidden.delete(name);
    else this.#hidden.add(name);
    this.#apply();
    this.#context.refreshShadows();
    this.#context.requestRender('crops');
  }

  #apply(): void {
    for (const [name, objects] of this.#plantsByBed())
      for (const object of objects) object.visible = !this.#hidden.has(name);
  }

  #plantsByBed(): Map<string, Object3D[]> {
    const beds = new Map<string, Object3D[]>();
    this.#context.base.group.traverse((object) => {
      if (!object.name.startsWith(BASE_CROPS_PREFIX)) return;
      const name = object.name.slice(BASE_CROPS_PREFIX.length).split('_')[0] ?? '';
      beds.set(name, [...(beds.get(name) ?? []), object]);
    });
    return beds;
  }
}

function middleOf(objects: readonly Object3D[]): BaseBed['middle'] {
  const box = new Box3();
  for (const object of objects) box.expandByObject(object);
  const { x, y, z } = box.getCenter(new Vector3());
  return { x, y, z };
}

/** The rows of the feet of all plants. */
function rowsOf(objects: readonly Object3D[]): BedRow[] {
  const points = objects.flatMap(pointsOf);
  const y = points.reduce((low, point) => Math.min(low, point.y), Infinity);
  const feet = points.filter((point) => point.y - y < FOOT).toSorted((a, b) => a.z - b.z);
  const rows: { from: number; to: number; minZ: number; maxZ: number }[] = [];
  for (const { x, z } of feet) {
    const row = rows.at(-1);
    if (!row || z - row.maxZ > BETWEEN_ROWS) rows.push({ from: x, to: x, minZ: z, maxZ: z });
    else {
      row.from = Math.min(row.from, x);
      row.to = Math.max(row.to, x);
      row.maxZ = z;
    }
  }
  return rows.map(({ from, to, minZ, maxZ }) => ({ from, to, y, z: (minZ + maxZ) / 2 }));
}

/** All vertices, in the scene's frame. */
function pointsOf(object: Object3D): Vector3[] {
  const points: Vector3[] = [];
  object.updateWorldMatrix(true, true);
  object.traverse((part) => {
    const { isMesh, geometry, matrixWorld } = part as Mesh;
    const position = isMesh ? geometry.getAttribute('position') : undefined;
    for (let i = 0; i < (position?.count ?? 0); i++)
      points.push(new Vector3().fromBufferAttribute(position!, i).applyMatrix4(matrixWorld));
  });
  return points;
}
