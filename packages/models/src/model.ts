import { merge, weld, type Geometry } from './kit/geometry.ts';
import type { Quat, Vec3 } from './kit/vector.ts';
import type { MaterialName } from './materials.ts';

/** A piece of surface with its material. */
export interface Part {
  readonly material: MaterialName;
  readonly geometry: Geometry;
}

/** A node of a model. Without parts it is an anchor: a named place. */
export interface ModelNode {
  readonly name: string;
  /** Metres from the parent. */
  readonly at?: Vec3;
  readonly rotation?: Quat;
  readonly scale?: Vec3;
  readonly parts?: readonly Part[];
  readonly children?: readonly ModelNode[];
}

export type Track =
  | {
      readonly node: string;
      readonly path: 'rotation';
      readonly times: readonly number[];
      readonly values: readonly Quat[];
    }
  | {
      readonly node: string;
      readonly path: 'translation' | 'scale';
      readonly times: readonly number[];
      readonly values: readonly Vec3[];
    };

/** A named movement; times in seconds, linear between keys. */
export interface Clip {
  readonly name: string;
  readonly tracks: readonly Track[];
}

/** A model as data: metres, Y up, origin at the foot, forward +Z. */
export interface Model {
  readonly name: string;
  readonly nodes: readonly ModelNode[];
  readonly clips?: readonly Clip[];
}

export const part = (material: MaterialName, ...geometries: readonly Geometry[]): Part => ({
  material,
  geometry: merge(geometries),
});

/** One geometry for each material of a node, in the order of first use: one draw call each. */
export function surfaces(node: ModelNode): Part[] {
  const byMaterial = new Map<MaterialName, Geometry[]>();
  for (const { material, geometry } of node.parts ?? [])
    byMaterial.set(material, [...(byMaterial.get(material) ?? []), geometry]);
  return [...byMaterial].map(([material, geometries]) => ({ material, geometry: weld(merge(geometries)) }));
}

/** All nodes, parents first. */
export function* walk(nodes: readonly ModelNode[]): Generator<ModelNode> {
  for (const node of nodes) {
    yield node;
    yield* walk(node.children ?? []);
  }
}

/** A lit status lamp: a small lens on a dark collar, facing up. */
export const LAMP_NODE = 'glow_status';
/** The place over which the engine puts the label. */
export const LABEL_NODE = 'anchor_label';
