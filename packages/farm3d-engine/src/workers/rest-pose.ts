import { Matrix4, Quaternion, Vector3 } from 'three';
import type { BoxArray, NodeData, NumericArray, PrimitiveData, SkinData } from './model.contract.ts';

/** Maximum vertices for exact bounds; above, the boxes of the primitives are used. */
const EXACT_VERTICES = 2_000_000;

/** Node space → model space of every node, without clips. */
export function restMatrices(nodes: readonly NodeData[]): Matrix4[] {
  const matrices: Matrix4[] = [];
  for (const node of nodes) {
    const local = new Matrix4().compose(
      new Vector3(...node.position),
      new Quaternion(...node.quaternion),
      new Vector3(...node.scale),
    );
    // A parent always precedes its children.
    matrices.push(node.parent >= 0 ? local.premultiply(matrices[node.parent]!) : local);
  }
  return matrices;
}

/** Primitive space → model space of every joint of a skin. */
export function jointMatrices(skin: SkinData, matrices: readonly Matrix4[]): Matrix4[] {
  const bind = new Matrix4().fromArray(skin.bindMatrix);
  const inverse = new Matrix4();
  return skin.joints.map((node, j) =>
    new Matrix4().multiplyMatrices(
      matrices[node]!,
      inverse.fromArray(skin.inverseBindMatrices, j * 16).multiply(bind),
    ),
  );
}

/** Bounds of a model at rest, in its own space; a point at the origin if it shows nothing. */
export function restBox(
  nodes: readonly NodeData[],
  primitives: readonly PrimitiveData[],
  skins: readonly SkinData[],
): BoxArray {
  const matrices = restMatrices(nodes);
  const joints = skins.map((skin) => jointMatrices(skin, matrices));
  const min = new Vector3(Infinity, Infinity, Infinity);
  const max = new Vector3(-Infinity, -Infinity, -Infinity);
  const add = (point: Vector3) => {
    if (!Number.isFinite(point.x + point.y + point.z)) return;
    min.min(point);
    max.max(point);
  };
  const vertices = nodes.reduce(
    (sum, node) => sum + node.primitives.reduce((n, id) => n + verticesOf(primitives[id]!), 0),
    0,
  );
  const point = new Vector3();
  for (const [n, node] of nodes.entries()) {
    for (const id of node.primitives) {
      const primitive = primitives[id]!;
      if (primitive.triangles === 0) continue;
      const shape = node.skin === undefined ? undefined : joints[node.skin];
      const isStill = !shape && !node.morphWeights?.some((weight) => weight !== 0);
      if (isStill && (vertices > EXACT_VERTICES || isAligned(matrices[n]!))) {
        for (let corner = 0; corner < 8; corner++) {
          const [x0, y0, z0, x1, y1, z1] = primitive.box;
          point.set(corner & 1 ? x1 : x0, corner & 2 ? y1 : y0, corner & 4 ? z1 : z0);
          add(point.applyMatrix4(matrices[n]!));
        }
        continue;
      }
      const readVertex = vertexReader(primitive, node, matrices[n]!, shape);
      const count = verticesOf(primitive);
      for (let v = 0; v < count; v++) add(readVertex(v, point));
    }
  }
  if (min.x > max.x) return [0, 0, 0, 0, 0, 0];
  return [min.x, min.y, min.z, max.x, max.y, max.z];
}

/** Whether the matrix maps axes to axes, so that boxes stay boxes. */
function isAligned({ elements }: Matrix4): boolean {
  for (let column = 0; column < 3; column++) {
    let axes = 0;
    for (let row = 0; row < 3; row++) if (elements[column * 4 + row] !== 0) axes++;
    if (axes > 1) return false;
  }
  return true;
}

function verticesOf(primitive: PrimitiveData): number {
  return (arrayOf(primitive, 'position')?.length ?? 0) / 3;
}

function arrayOf(primitive: PrimitiveData, name: string): NumericArray | undefined {
  return primitive.attributes.find((attribute) => attribute.name === name)?.array;
}

/** Position of a vertex at rest, with its skin and morph targets. */
function vertexReader(
  primitive: PrimitiveData,
  node: NodeData,
  matrix: Matrix4,
  joints: readonly Matrix4[] | undefined,
): (vertex: number, out: Vector3) => Vector3 {
  const position = arrayOf(primitive, 'position')!;
  const morphs = (primitive.morphTargets ?? [])
    .map(({ attributes }, i) => ({
      weight: node.morphWeights?.[i] ?? 0,
      array: attributes.find(({ name }) => name === 'position')?.array,
    }))
    .filter(({ weight, array }) => weight !== 0 && array);
  const skinIndex = primitive.attributes.find(({ name }) => name === 'skinIndex');
  const skinWeight = primitive.attributes.find(({ name }) => name === 'skinWeight');
  const scale = skinWeight?.normalized ? 1 / maxOf(skinWeight.array) : 1;
  const from = new Vector3();
  const moved = new Vector3();
  return (v, out) => {
    from.fromArray(position, v * 3);
    for (const { weight, array } of morphs) {
      from.x += weight * array![v * 3]!;
      from.y += weight * array![v * 3 + 1]!;
      from.z += weight * array![v * 3 + 2]!;
    }
    if (!joints || !skinIndex || !skinWeight) return out.copy(from).applyMatrix4(matrix);
    out.set(0, 0, 0);
    for (let k = 0; k < 4; k++) {
      const weight = skinWeight.array[v * 4 + k]! * scale;
      const joint = joints[skinIndex.array[v * 4 + k]!];
      if (weight !== 0 && joint) out.addScaledVector(moved.copy(from).applyMatrix4(joint), weight);
    }
    return out;
  };
}

function maxOf(array: NumericArray): number {
  return array instanceof Uint8Array ? 255 : 65_535;
}
