import {
  type AnimationClip,
  BufferAttribute,
  BufferGeometry,
  type Material,
  Mesh,
  type Object3D,
  SkinnedMesh,
} from 'three';
import { flattenGeometry } from './geometry.ts';
import { flattenClip } from './flatten-clip.ts';
import { MaterialTables } from './material-tables.ts';
import type { ModelData, NodeData, PrimitiveData, SkinData } from './model.contract.ts';
import { restBox } from './rest-pose.ts';

/** A parsed model as plain data, with its transferable buffers. */
export interface Flattened {
  readonly model: Omit<ModelData, 'sizeBytes' | 'hash'>;
  /** A set: attributes may share a buffer, which may be transferred only once. */
  readonly transfer: Set<Transferable>;
}

/**
 * Converts three's scene graph to flat arrays. Shared geometries, materials and images stay shared.
 * @param missing names of what is left out; completed here
 */
export function flatten(
  root: Object3D,
  animations: readonly AnimationClip[],
  missing = new Set<string>(),
): Flattened {
  const transfer = new Set<Transferable>();
  const nodeIds = new Map<Object3D, number>();
  const primitiveIds = new Map<string, number[]>();
  const nodes: NodeData[] = [];
  const primitives: PrimitiveData[] = [];
  const tables = new MaterialTables(transfer, missing);
  const skinned: { readonly node: number; readonly mesh: SkinnedMesh }[] = [];

  root.updateMatrixWorld(true);
  root.traverse((object) => {
    let own: number[] = [];
    if (object instanceof Mesh) {
      const geometry = object.geometry as BufferGeometry;
      const materials = (
        Array.isArray(object.material) ? object.material : [object.material]
      ) as readonly Material[];
      const key = `${geometry.uuid}:${materials.map(({ uuid }) => uuid).join()}`;
      own = primitiveIds.get(key) ?? [];
      if (!primitiveIds.has(key)) {
        const names = morphNames(object);
        for (const { piece, material } of piecesOf(geometry, materials)) {
          own.push(
            primitives.push(flattenGeometry(piece, tables.material(material, piece), transfer, names)) - 1,
          );
        }
        primitiveIds.set(key, own);
      }
      if (object instanceof SkinnedMesh && object.skeleton)
        skinned.push({ node: nodes.length, mesh: object as SkinnedMesh });
    }
    const undrawn = undrawnName(object);
    if (undrawn) missing.add(undrawn);
    nodeIds.set(object, nodes.length);
    const weights = (object as Mesh).morphTargetInfluences;
    nodes.push({
      name: (object.userData['originalName'] as string | undefined) ?? object.name,
      parent: object.parent ? (nodeIds.get(object.parent) ?? -1) : -1,
      position: object.position.toArray(),
      quaternion: object.quaternion.toArray(),
      scale: object.scale.toArray(),
      primitives: own,
      ...(weights && weights.length > 0 && { morphWeights: [...weights] }),
    });
  });

  const skins: SkinData[] = [];
  for (const { node, mesh } of skinned) {
    nodes[node] = { ...nodes[node]!, skin: skins.push(skinOf(mesh, nodeIds, transfer)) - 1 };
  }
  const model = {
    nodes,
    primitives,
    materials: tables.materials,
    textures: tables.textures,
    images: tables.images,
    clips: animations.map((clip) => flattenClip(clip, root, nodeIds, transfer)),
    skins,
    box: restBox(nodes, primitives, skins),
    triangles: nodes.reduce(
      (sum, node) => sum + node.primitives.reduce((n, id) => n + primitives[id]!.triangles, 0),
      0,
    ),
    leftOut: [...missing],
  };
  return { model, transfer };
}

/** What kind of object of three is not drawn; null: it is. */
function undrawnName(object: Object3D): string | null {
  const { isLight, isCamera, isLine, isPoints } = object as Partial<
    Record<'isLight' | 'isCamera' | 'isLine' | 'isPoints', boolean>
  >;
  if (isLight) return 'lights';
  if (isCamera) return 'cameras';
  if (isLine) return 'lines';
  return isPoints ? 'points' : null;
}

function morphNames(mesh: Mesh): string[] {
  const names: string[] = [];
  for (const [name, i] of Object.entries(mesh.morphTargetDictionary ?? {})) names[i] = name;
  return names;
}

function skinOf(
  mesh: SkinnedMesh,
  nodeIds: ReadonlyMap<Object3D, number>,
  transfer: Set<Transferable>,
): SkinData {
  const { bones, boneInverses } = mesh.skeleton;
  const inverseBindMatrices = new Float32Array(bones.length * 16);
  boneInverses.forEach((inverse, j) => inverse.toArray(inverseBindMatrices, j * 16));
  transfer.add(inverseBindMatrices.buffer);
  return {
    // An unknown joint is replaced by the root.
    joints: Array.from(bones, (bone) => (bone && nodeIds.get(bone)) ?? 0),
    inverseBindMatrices,
    bindMatrix: mesh.bindMatrix.toArray(),
  };
}

/** A geometry with several materials becomes several geometries. */
function piecesOf(
  geometry: BufferGeometry,
  materials: readonly Material[],
): { readonly piece: BufferGeometry; readonly material: Material }[] {
  if (materials.length === 1 || geometry.groups.length === 0)
    return materials[0] ? [{ piece: geometry, material: materials[0] }] : [];
  const ranges = new Map<number, { start: number; count: number }[]>();
  for (const { start, count, materialIndex = 0 } of geometry.groups) {
    const existing = ranges.get(materialIndex);
    if (existing) existing.push({ start, count });
    else ranges.set(materialIndex, [{ start, count }]);
  }
  return [...ranges].flatMap(([index, parts]) => {
    const material = materials[index] ?? materials[0];
    return material ? [{ piece: cut(geometry, parts), material }] : [];
  });
}

function cut(
  geometry: BufferGeometry,
  ranges: readonly { readonly start: number; readonly count: number }[],
): BufferGeometry {
  const piece = new BufferGeometry();
  piece.morphTargetsRelative = geometry.morphTargetsRelative;
  if (geometry.index) {
    for (const [name, attribute] of Object.entries(geometry.attributes)) piece.setAttribute(name, attribute);
    const source = geometry.index.array;
    piece.setIndex(ranges.flatMap(({ start, count }) => Array.from(source.slice(start, start + count))));
    piece.morphAttributes = geometry.morphAttributes;
    return piece;
  }
  const take = (attribute: BufferAttribute) => {
    const { itemSize, array, normalized } = attribute;
    const length = ranges.reduce((sum, { count }) => sum + count * itemSize, 0);
    const taken = new (array.constructor as Float32ArrayConstructor)(length);
    let at = 0;
    for (const { start, count } of ranges) {
      taken.set(array.subarray(start * itemSize, (start + count) * itemSize), at);
      at += count * itemSize;
    }
    const copy = new BufferAttribute(taken, itemSize, normalized);
    copy.name = attribute.name;
    return copy;
  };
  for (const [name, attribute] of Object.entries(geometry.attributes))
    piece.setAttribute(name, take(attribute as BufferAttribute));
  for (const [name, targets = []] of Object.entries(geometry.morphAttributes)) {
    piece.morphAttributes[name as 'position'] = targets.map((target) => take(target as BufferAttribute));
  }
  return piece;
}
