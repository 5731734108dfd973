import { type BufferGeometry, type Material, Mesh, type Object3D, Vector3, Vector4 } from 'three';

/** Lamps that every shader has: another number would compile others. */
export const LAMPS = 6;
/** Windows nearer to one another than this are one lamp, metres. */
const TOGETHER = 4.5;
/** Candela of a square metre of lit window. */
const CANDELA = 2.6;
const MOST_CANDELA = 9;

interface WindowLamp {
  /** Place before the window, and candela. */
  readonly place: Vector4;
  /** Direction that it shines to. */
  readonly face: Vector3;
}

interface Cluster {
  readonly sum: Vector3;
  readonly face: Vector3;
  area: number;
}

const _a = new Vector3();
const _b = new Vector3();
const _c = new Vector3();
const _normal = new Vector3();

/** The largest lit windows of a base model, as lamps. Always {@link LAMPS}; those that are missing are dark. */
export function windowLamps(base: Object3D): WindowLamp[] {
  const clusters: Cluster[] = [];
  base.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    const { material, geometry } = object as Mesh<BufferGeometry, Material>;
    if (material.name === 'window') gather(geometry, object, clusters);
  });
  const largest = clusters.toSorted((a, b) => b.area - a.area).slice(0, LAMPS);
  return Array.from({ length: LAMPS }, (_, i) => {
    const cluster = largest[i];
    if (!cluster) return { place: new Vector4(0, 0, 0, 0), face: new Vector3(0, -1, 0) };
    const face = cluster.face.normalize();
    const { x, y, z } = cluster.sum.divideScalar(cluster.area).addScaledVector(face, 0.35);
    return { place: new Vector4(x, y, z, Math.min(MOST_CANDELA, cluster.area * CANDELA)), face };
  });
}

function gather({ attributes, index }: BufferGeometry, object: Object3D, clusters: Cluster[]): void {
  const { position } = attributes;
  if (!position) return;
  const corners = index?.count ?? position.count;
  const at = (corner: number, target: Vector3) =>
    target
      .fromBufferAttribute(position, index ? index.getX(corner) : corner)
      .applyMatrix4(object.matrixWorld);
  for (let i = 0; i + 2 < corners; i += 3) {
    at(i, _a);
    at(i + 1, _b);
    at(i + 2, _c);
    _normal.copy(_b).sub(_a).cross(_c.clone().sub(_a));
    const area = _normal.length() / 2;
    // The glass itself, not the reveal around it.
    if (area < 0.02) continue;
    _normal.normalize();
    const middle = _a.add(_b).add(_c).divideScalar(3);
    let cluster = clusters.find(
      ({ sum, face, area: size }) =>
        sum.clone().divideScalar(size).distanceTo(middle) < TOGETHER && face.dot(_normal) > 0,
    );
    if (!cluster) clusters.push((cluster = { sum: new Vector3(), face: new Vector3(), area: 0 }));
    cluster.sum.addScaledVector(middle, area);
    cluster.face.addScaledVector(_normal, area);
    cluster.area += area;
  }
}
