import { BufferAttribute, BufferGeometry } from 'three';

/** Positions closer than this are one, metres. */
const TOLERANCE = 1e-4;

/** Gives a geometry of positions alone an index, so that triangles share their corners. */
export function weld(geometry: BufferGeometry): BufferGeometry {
  const position = geometry.getAttribute('position');
  const known = new Map<string, number>();
  const points: number[] = [];
  const index: number[] = [];
  for (let v = 0; v < position.count; v++) {
    const point = [position.getX(v), position.getY(v), position.getZ(v)];
    const key = point.map((value) => Math.round(value / TOLERANCE)).join();
    let at = known.get(key);
    if (at === undefined) {
      at = known.size;
      known.set(key, at);
      points.push(...point);
    }
    index.push(at);
  }
  geometry.dispose();
  return new BufferGeometry()
    .setAttribute('position', new BufferAttribute(Float32Array.from(points), 3))
    .setIndex(index);
}

/** One geometry of several with an index and the same float attributes. */
export function joinGeometries(pieces: readonly BufferGeometry[]): BufferGeometry {
  const joined = new BufferGeometry();
  for (const [name, { itemSize }] of Object.entries(pieces[0]!.attributes)) {
    const arrays = pieces.map((piece) => piece.getAttribute(name).array as Float32Array);
    const all = new Float32Array(arrays.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const array of arrays) {
      all.set(array, at);
      at += array.length;
    }
    joined.setAttribute(name, new BufferAttribute(all, itemSize));
  }
  const index: number[] = [];
  let first = 0;
  for (const piece of pieces) {
    for (const corner of piece.index!.array) index.push(first + corner);
    first += piece.getAttribute('position').count;
  }
  return joined.setIndex(index);
}
