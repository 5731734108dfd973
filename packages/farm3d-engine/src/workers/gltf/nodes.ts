import { Matrix4, Quaternion, Vector3 } from 'three';
import { MAX_COORDINATE } from '../geometry.ts';
import { invalid, MAX_DEPTH, MAX_NODES } from '../limits.ts';
import type { NodeData } from '../model.contract.ts';
import type { AccessorReader } from './accessors.ts';
import { type Gltf, type GltfNode, list, numbers, textOr } from './gltf-json.ts';

const INSTANCING = 'EXT_mesh_gpu_instancing';

export interface NodeTree {
  readonly nodes: NodeData[];
  /** Node index in the file → index in `nodes`. */
  readonly indices: ReadonlyMap<number, number>;
}

/** Source of the nodes' primitives. */
export interface MeshPieces {
  mesh(index: number): Promise<readonly number[]>;
  instances(index: number, matrices: Float32Array): Promise<readonly number[] | undefined>;
}

/**
 * The nodes of the scene, parents first, under one root. A file without a scene has all root nodes.
 * @param animated nodes that clips move
 * @throws FarmError `model-invalid` for a cycle, a node with two parents, too many nodes or too deep nesting
 */
export async function readNodes(
  json: Gltf,
  accessors: AccessorReader,
  pieces: MeshPieces,
  animated: ReadonlySet<number>,
): Promise<NodeTree> {
  const allNodes = list(json.nodes);
  const parents = parentsOf(allNodes);
  const scene = list(json.scenes)[json.scene ?? 0];
  const all = [...allNodes.keys()];
  const listed = scene
    ? list(scene.nodes).filter((index) => allNodes[index])
    : all.filter((index) => !parents.has(index));
  for (const index of scene ? listed : all) assertRooted(index, parents, allNodes.length);
  // A scene may list a node besides its parent: it stays under its parent.
  const selected = new Set(listed);
  const roots = [...selected].filter((index) => !hasAncestorIn(index, parents, selected));

  const nodes: NodeData[] = [rootNode(textOr(scene?.name, ''))];
  const indices = new Map<number, number>();
  const waiting = roots.toReversed().map((index) => ({ index, parent: 0, depth: 1 }));
  for (;;) {
    const next = waiting.pop();
    if (!next) break;
    const { index, parent, depth } = next;
    const node = allNodes[index]!;
    if (depth > MAX_DEPTH) throw invalid(`nodes nested more than ${MAX_DEPTH} deep`);
    const id = nodes.length;
    indices.set(index, id);
    const instances = instancesOf(node, accessors);
    if (instances && instances.count > MAX_NODES) throw invalid(`more than ${MAX_NODES} instances`);
    const expanded =
      instances &&
      (await pieces.instances(
        node.mesh!,
        matricesOf(instances.count, (i) => instances.at(i)),
      ));
    const instanceNodes = expanded ? 0 : (instances?.count ?? 0);
    const primitives = expanded ?? (typeof node.mesh === 'number' ? await pieces.mesh(node.mesh) : []);
    const weights =
      list(node.weights).length > 0 ? node.weights : list(json.meshes)[node.mesh ?? -1]?.weights;
    nodes.push({
      name: textOr(node.name, ''),
      parent,
      ...transformOf(node, animated.has(index)),
      primitives: instanceNodes > 0 ? [] : primitives,
      ...(list(weights).length > 0 && {
        morphWeights: list(weights).map((weight) => (Number.isFinite(weight) ? weight : 0)),
      }),
    });
    if (nodes.length + instanceNodes > MAX_NODES) throw invalid(`more than ${MAX_NODES} nodes`);
    for (let i = 0; i < instanceNodes; i++) {
      nodes.push({ name: textOr(node.name, ''), parent: id, ...instances!.at(i), primitives });
    }
    for (const child of list(node.children).toReversed())
      if (allNodes[child]) waiting.push({ index: child, parent: id, depth: depth + 1 });
  }
  return { nodes, indices };
}

function parentsOf(fileNodes: readonly GltfNode[]): Map<number, number> {
  const parents = new Map<number, number>();
  for (const [index, node] of fileNodes.entries()) {
    for (const child of list(node?.children)) {
      if (parents.has(child)) throw invalid(`node ${child} has two parents`);
      parents.set(child, index);
    }
  }
  return parents;
}

/** @throws FarmError if the node is in a cycle, which no traversal from the roots reaches */
function assertRooted(index: number, parents: ReadonlyMap<number, number>, count: number): void {
  let at: number | undefined = index;
  for (let steps = 0; at !== undefined; steps++) {
    if (steps > count) throw invalid('nodes in a ring');
    if (steps > MAX_DEPTH) {
      // Both too deep nesting and a cycle; checked once, not for each node.
      throw invalid(`nodes in a ring or nested more than ${MAX_DEPTH} deep`);
    }
    at = parents.get(at);
  }
}

function hasAncestorIn(
  index: number,
  parents: ReadonlyMap<number, number>,
  among: ReadonlySet<number>,
): boolean {
  for (let at = parents.get(index); at !== undefined; at = parents.get(at)) if (among.has(at)) return true;
  return false;
}

function rootNode(name: string): NodeData {
  return {
    name,
    parent: -1,
    position: [0, 0, 0],
    quaternion: [0, 0, 0, 1],
    scale: [1, 1, 1],
    primitives: [],
  };
}

type Transform = Pick<NodeData, 'position' | 'quaternion' | 'scale'>;

/**
 * Repaired: an invalid position becomes the origin, and a scale of 0 becomes 1 unless a clip changes it. Otherwise the
 * model would be invisible, without bounds for the camera.
 */
function transformOf(node: GltfNode, isAnimated: boolean): Transform {
  const matrix = numbers(node.matrix, IDENTITY);
  let position: Triple = numbers<Triple>(node.translation, [0, 0, 0]);
  let quaternion = numbers<readonly [number, number, number, number]>(node.rotation, [0, 0, 0, 1]);
  let scale: Triple = numbers<Triple>(node.scale, [1, 1, 1]);
  if (matrix !== IDENTITY) {
    const p = new Vector3();
    const q = new Quaternion();
    const s = new Vector3();
    new Matrix4().fromArray(matrix).decompose(p, q, s);
    [position, quaternion, scale] = [p.toArray(), q.toArray(), s.toArray()];
  }
  return repaired(position, quaternion, scale, isAnimated);
}

const IDENTITY: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

type Triple = readonly [number, number, number];

function repaired(
  position: Triple,
  quaternion: readonly [number, number, number, number],
  scale: Triple,
  isAnimated: boolean,
): Transform {
  const isPosition = position.every((value) => Math.abs(value) <= MAX_COORDINATE);
  const isScale = scale.every((value) => Math.abs(value) <= MAX_COORDINATE);
  const isNothing = !isAnimated && scale.every((value) => value === 0);
  const length = Math.hypot(...quaternion);
  const isRotation = length > 0 && Number.isFinite(length);
  const [x, y, z, w] = quaternion;
  return {
    position: isPosition ? [...position] : [0, 0, 0],
    quaternion: isRotation ? [x / length, y / length, z / length, w / length] : [0, 0, 0, 1],
    scale: isScale && !isNothing ? [...scale] : [1, 1, 1],
  };
}

function matricesOf(count: number, at: (i: number) => Transform): Float32Array {
  const matrices = new Float32Array(count * 16);
  const matrix = new Matrix4();
  for (let i = 0; i < count; i++) {
    const { position, quaternion, scale } = at(i);
    matrix.compose(new Vector3(...position), new Quaternion(...quaternion), new Vector3(...scale));
    matrix.toArray(matrices, i * 16);
  }
  return matrices;
}

function instancesOf(
  node: GltfNode,
  accessors: AccessorReader,
): { readonly count: number; at(i: number): Transform } | undefined {
  const extension = node.extensions?.[INSTANCING] as { attributes?: Record<string, number> } | undefined;
  if (!extension?.attributes || typeof node.mesh !== 'number') return undefined;
  const read = (name: string, itemSize: number) => {
    const id = extension.attributes![name];
    if (id === undefined) return undefined;
    const floats = accessors.floats(id);
    if (floats.itemSize !== itemSize) throw invalid(`${INSTANCING}: ${name}`);
    return floats;
  };
  const translation = read('TRANSLATION', 3);
  const rotation = read('ROTATION', 4);
  const scale = read('SCALE', 3);
  const all = [translation, rotation, scale].filter((values) => values !== undefined);
  if (all.length === 0) return undefined;
  const take = <T extends readonly number[]>(values: typeof scale, i: number, otherwise: T) =>
    values
      ? (Array.from(values.array.subarray(i * values.itemSize, (i + 1) * values.itemSize)) as unknown as T)
      : otherwise;
  return {
    count: Math.min(...all.map(({ count }) => count)),
    at: (i) =>
      repaired(
        take(translation, i, [0, 0, 0] as const),
        take(rotation, i, [0, 0, 0, 1] as const),
        take(scale, i, [1, 1, 1] as const),
        false,
      ),
  };
}
