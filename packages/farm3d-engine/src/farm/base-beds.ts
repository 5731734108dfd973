import { Box3, type Mesh, type Object3D, Vector3 } from 'three';
import { FarmError } from '../core/errors.ts';
import type { FarmViewer } from '../engine/farm-viewer.ts';
import { FEATURE_HOST, type FeatureHost } from '../engine/feature-host.ts';

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

/** Beds with hidden plants, per viewer. */
const hidden = new WeakMap<FeatureHost, Set<string>>();

function hiddenIn(host: FeatureHost): Set<string> {
  let names = hidden.get(host);
  if (!names) {
    const added = new Set<string>();
    hidden.set(host, (names = added));
    // Another tier may load another level of the base model, with its own plants.
    host.on('scene-changed', () => applyHidden(host, added));
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
