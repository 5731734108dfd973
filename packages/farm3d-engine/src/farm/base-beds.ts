import { Box3, type Mesh, type Object3D, Vector3 } from 'three';
import { FarmError } from '../core/errors.ts';
import type { FarmViewer } from '../engine/farm-viewer.ts';
import { FEATURE_HOST, type FeatureHost } from '../engine/feature-host.ts';

/** How the nodes of a base model begin that are its own plants: `crops_tomato_seen` are plants of the bed 'tomato'. */
const BASE_CROPS_PREFIX = 'crops_';
/** What is lower than this above the lowest point belongs to a plant's foot, metres. */
const FOOT = 0.12;
/** The feet of two rows are further apart than this, metres. */
const BETWEEN_ROWS = 0.3;

/** A stretch of a bed along x, metres. */
export interface BedRow {
  /** Least x, metres. */
  readonly from: number;
  /** Greatest x, metres. */
  readonly to: number;
  /** Of the soil, metres. */
  readonly y: number;
  /** Of the row's middle, metres. */
  readonly z: number;
}

/** Where a base model grows plants of its own. */
export interface BaseBed {
  /** Such as 'tomato'. */
  readonly name: string;
  /** Where its plants stand, on the whole; metres. */
  readonly middle: { readonly x: number; readonly y: number; readonly z: number };
  /** Its rows from north to south. Found by looking at every plant, so ask once. */
  readonly rows: readonly BedRow[];
  /** Shows or hides the plants of the base model, so that others can stand there; another level of it keeps to that. */
  readonly setVisible: (isVisible: boolean) => void;
}

/**
 * The beds of the base model that is shown now; none for open ground.
 * @example
 * const bed = baseBeds(viewer).find(({ name }) => name === 'tomato');
 * bed?.setVisible(false);
 * @throws FarmError `disposed`
 */
export function baseBeds(viewer: FarmViewer): BaseBed[] {
  if (viewer.isDisposed) throw new FarmError('disposed');
  const host = viewer[FEATURE_HOST];
  return [...plantsByBed(host)].map(([name, objects]) => ({
    name,
    middle: middleOf(objects),
    get rows() {
      return rowsOf(objects);
    },
    setVisible: (isVisible) => {
      if (host.isDisposed) return;
      const names = hiddenIn(host);
      if (isVisible) names.delete(name);
      else names.add(name);
      applyHidden(host, names);
      host.refreshShadows();
      host.requestRender('crops');
    },
  }));
}

/** Beds whose own plants are hidden, for each viewer that has any. */
const hidden = new WeakMap<FeatureHost, Set<string>>();

function hiddenIn(host: FeatureHost): Set<string> {
  let names = hidden.get(host);
  if (!names) {
    const mine = new Set<string>();
    hidden.set(host, (names = mine));
    // Another tier brings another level of the base model, its plants with it.
    host.on('scene-changed', () => applyHidden(host, mine));
  }
  return names;
}

function applyHidden(host: FeatureHost, names: ReadonlySet<string>): void {
  for (const [name, objects] of plantsByBed(host))
    for (const object of objects) object.visible = !names.has(name);
}

function plantsByBed(host: FeatureHost): Map<string, Object3D[]> {
  const beds = new Map<string, Object3D[]>();
  host.base.group.traverse((object) => {
    if (!object.name.startsWith(BASE_CROPS_PREFIX)) return;
    const name = object.name.slice(BASE_CROPS_PREFIX.length).split('_')[0] ?? '';
    beds.set(name, [...(beds.get(name) ?? []), object]);
  });
  return beds;
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
  const rows: { from: number; to: number; least: number; most: number }[] = [];
  for (const { x, z } of feet) {
    const row = rows.at(-1);
    if (!row || z - row.most > BETWEEN_ROWS) rows.push({ from: x, to: x, least: z, most: z });
    else {
      row.from = Math.min(row.from, x);
      row.to = Math.max(row.to, x);
      row.most = z;
    }
  }
  return rows.map(({ from, to, least, most }) => ({ from, to, y, z: (least + most) / 2 }));
}

/** Every vertex in the scene. */
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
