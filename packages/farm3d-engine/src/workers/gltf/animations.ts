import type { ClipData, NodeData, PrimitiveData, SkinData, TrackData } from '../model.contract.ts';
import { invalid } from '../limits.ts';
import type { AccessorReader } from './accessors.ts';
import { type Gltf, list, textOr } from './gltf-json.ts';

const PATHS: Readonly<Record<string, TrackData['path']>> = {
  translation: 'position',
  rotation: 'quaternion',
  scale: 'scale',
  weights: 'morphWeights',
};
const INTERPOLATIONS: Readonly<Record<string, TrackData['interpolation']>> = {
  STEP: 'step',
  LINEAR: 'linear',
  CUBICSPLINE: 'spline',
};

/** Nodes that any clip moves. */
export function animatedNodes(json: Gltf): Set<number> {
  const nodes = list(json.animations).flatMap(({ channels }) =>
    list(channels).map(({ target }) => target?.node),
  );
  return new Set(nodes.filter((node) => node !== undefined));
}

/** Clips by node. A channel with an unknown target or invalid data is left out. */
export function readClips(
  json: Gltf,
  accessors: AccessorReader,
  nodes: readonly NodeData[],
  primitives: readonly PrimitiveData[],
  nodeIds: ReadonlyMap<number, number>,
  transfer: Set<Transferable>,
): ClipData[] {
  return list(json.animations).map((animation, a) => {
    const tracks = list(animation.channels).flatMap(({ sampler, target }): TrackData[] => {
      const node = nodeIds.get(target?.node ?? -1);
      const path = PATHS[target?.path ?? ''];
      const {
        input,
        output,
        interpolation: interpolationName,
      } = list(animation.samplers)[sampler ?? -1] ?? {};
      if (node === undefined || !path || input === undefined || output === undefined) return [];
      const times = accessors.floats(input).array.slice();
      const values = accessors.floats(output).array.slice();
      const interpolation = INTERPOLATIONS[interpolationName ?? 'LINEAR'] ?? 'linear';
      const width = (interpolation === 'spline' ? 3 : 1) * widthOf(path, nodes[node]!, primitives);
      const isSound =
        times.length > 0 &&
        values.length === times.length * width &&
        times.every((time, i) => time >= 0 && (i === 0 || time >= times[i - 1]!)) &&
        values.every((value) => Number.isFinite(value));
      if (!isSound) return [];
      transfer.add(times.buffer).add(values.buffer);
      return [{ node, path, times, values, interpolation }];
    });
    const duration = tracks.reduce((longest, { times }) => Math.max(longest, times.at(-1)!), 0);
    return { name: textOr(animation.name, `animation_${a}`), duration, tracks };
  });
}

function widthOf(path: TrackData['path'], node: NodeData, primitives: readonly PrimitiveData[]): number {
  if (path === 'quaternion') return 4;
  if (path !== 'morphWeights') return 3;
  return Math.max(0, ...node.primitives.map((id) => primitives[id]!.morphTargets?.length ?? 0));
}

/** Adds the skins to their nodes. */
export function readSkins(
  json: Gltf,
  accessors: AccessorReader,
  nodes: NodeData[],
  nodeIds: ReadonlyMap<number, number>,
  transfer: Set<Transferable>,
): SkinData[] {
  const skins: SkinData[] = [];
  const skinIds = new Map<number, number>();
  for (const [index, nodeId] of nodeIds) {
    const { skin, mesh } = json.nodes![index]!;
    if (typeof skin !== 'number' || typeof mesh !== 'number') continue;
    const source = list(json.skins)[skin];
    if (!source) throw invalid(`no skin ${skin}`);
    let id = skinIds.get(skin);
    if (id === undefined) {
      // A joint outside the scene is replaced by the root.
      const joints = list(source.joints).map((joint) => nodeIds.get(joint) ?? 0);
      if (joints.length === 0) continue;
      const inverseBindMatrices = inversesOf(source.inverseBindMatrices, joints.length, accessors);
      transfer.add(inverseBindMatrices.buffer);
      id = skins.push({ joints, inverseBindMatrices, bindMatrix: [...IDENTITY] }) - 1;
      skinIds.set(skin, id);
    }
    nodes[nodeId] = { ...nodes[nodeId]!, skin: id };
  }
  return skins;
}

const IDENTITY: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function inversesOf(
  accessor: number | undefined,
  joints: number,
  accessors: AccessorReader,
): Float32Array<ArrayBuffer> {
  if (accessor !== undefined) {
    const { array, itemSize, count } = accessors.floats(accessor);
    if (itemSize !== 16 || count < joints) throw invalid('inverseBindMatrices');
    const matrices = array.slice(0, joints * 16);
    if (matrices.every((value) => Number.isFinite(value))) return matrices;
  }
  return Float32Array.from({ length: joints * 16 }, (_, i) => IDENTITY[i % 16]!);
}
