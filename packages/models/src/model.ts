import { merge, weld, type Geometry } from './kit/geometry.ts';
import { place, rotate } from './kit/place.ts';
import { prune } from './kit/prune.ts';
import type { Quat, Vec3 } from './kit/vector.ts';
import {
  FOLIAGE,
  isSolid,
  MATERIALS,
  SURFACE,
  texelOf,
  type DrawnMaterial,
  type SurfaceMaterial,
  type MaterialName,
  type SolidName,
} from './materials.ts';

/** A piece of surface with its material. */
export interface Part {
  readonly material: MaterialName;
  readonly geometry: Geometry;
}

/** Where one of many copies stands. */
export interface Copy {
  readonly at: Vec3;
  /** About Y, radians. */
  readonly yaw: number;
  readonly scale: Vec3;
}

/** A node of a model. Without parts it is an anchor: a named place. */
export interface ModelNode {
  readonly name: string;
  /** Metres from the parent. */
  readonly at?: Vec3;
  readonly rotation?: Quat;
  readonly scale?: Vec3;
  readonly parts?: readonly Part[];
  /** What the parts are drawn at instead of once: the file holds them once (EXT_mesh_gpu_instancing). */
  readonly copies?: readonly Copy[];
  readonly children?: readonly ModelNode[];
}

type Track =
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

/** What one draw call shows. */
export interface Surface {
  readonly material: DrawnMaterial;
  readonly geometry: Geometry;
  /** Two numbers a vertex: its place in the material’s texture (UV). */
  readonly uvs?: Float32Array;
}

/** Which material stands for the solids of a whole model, so that all of them are one. */
export function solidsOf(model: Model): typeof SURFACE | typeof FOLIAGE | 'leaf' {
  const used = new Set(
    [...walk(model.nodes)].flatMap(({ parts = [] }) => parts.map(({ material }) => material)),
  );
  if (!used.has('leaf')) return SURFACE;
  return [...used].some((name) => name !== 'leaf' && isSolid(name)) ? FOLIAGE : 'leaf';
}

/**
 * What a node draws, in the order of first use: all solids are one draw call, every other material one.
 *
 * @param smallest pieces of solids with a shorter diagonal are left out, metres.
 * @param solidMaterial what the solids are drawn with, see {@link solidsOf}.
 */
export function surfaces(
  node: ModelNode,
  smallest = 0,
  solidMaterial: typeof SURFACE | typeof FOLIAGE | 'leaf' = SURFACE,
): Surface[] {
  const byMaterial = new Map<MaterialName, Geometry[]>();
  for (const { material, geometry } of node.parts ?? [])
    byMaterial.set(material, [...(byMaterial.get(material) ?? []), geometry]);
  const drawn: Surface[] = [];
  const solids: { name: SolidName; geometry: Geometry }[] = [];
  for (const [name, geometries] of byMaterial) {
    const whole = merge(geometries);
    // Leaves are small and many; what is pruned is hardware.
    if (isSolid(name))
      solids.push({
        name,
        geometry: weld(name === 'leaf' ? whole : prune(whole, smallest)),
      });
    else {
      const geometry = weld(whole);
      const { mapped, as }: SurfaceMaterial = MATERIALS[name];
      drawn.push({
        material: name,
        geometry,
        ...(mapped && { uvs: acrossFront(geometry) }),
        ...(as && { uvs: atTexel(as, geometry) }),
      });
    }
  }
  if (solids.length > 0) {
    const geometry = merge(solids.map((solid) => solid.geometry));
    const uvs = solids.flatMap(({ name, geometry: solid }) => [...atTexel(name, solid)]);
    drawn.unshift(
      solidMaterial === 'leaf'
        ? { material: 'leaf', geometry }
        : { material: solidMaterial, geometry, uvs: Float32Array.from(uvs) },
    );
  }
  return drawn.filter(({ geometry }) => geometry.indices.length > 0);
}

/** What the engine looks up by name or draws by its own rules; it stays a node of its own. */
const STAYS_NODE = /^(face$|glow_|spin_|open_|roll_|crops|film$|water$|many_)/;

/**
 * Joins everything that stands still and has no name of its own in the engine into one node, `body`: a
 * base model costs one draw call for each node and material.
 */
export function fuse(model: Model): Model {
  const moving = new Set((model.clips ?? []).flatMap(({ tracks }) => tracks.map(({ node }) => node)));
  const parts: Part[] = [];
  const settle = (node: ModelNode, toModel: (geometry: Geometry) => Geometry): readonly ModelNode[] => {
    if (moving.has(node.name) || STAYS_NODE.test(node.name)) return [node];
    const own = (geometry: Geometry): Geometry => toModel(stand(geometry, node));
    for (const { material, geometry } of node.parts ?? []) parts.push({ material, geometry: own(geometry) });
    const children = (node.children ?? []).flatMap((child) => settle(child, own));
    const { parts: _, children: __, ...bare } = node;
    return children.length > 0 || !node.parts
      ? [{ ...bare, ...(children.length > 0 ? { children } : {}) }]
      : [];
  };
  const nodes = model.nodes.flatMap((node) => settle(node, (geometry) => geometry));
  const body = nodes.some(({ name }) => name === 'body') ? 'solid_body' : 'body';
  return { ...model, nodes: parts.length > 0 ? [{ name: body, parts }, ...nodes] : nodes };
}

/** Texture coordinates that are those of one solid for every vertex. */
function atTexel(name: SolidName, { positions }: Geometry): Float32Array {
  return Float32Array.from({ length: (positions.length / 3) * 2 }, (_, i) =>
    i % 2 === 0 ? texelOf(name) : 0.5,
  );
}

/** Texture coordinates over the bounds in X and Y: left to right, top to bottom. */
function acrossFront({ positions }: Geometry): Float32Array {
  const every = (axis: number): number[] => Array.from(positions).filter((_, i) => i % 3 === axis);
  const [xs, ys] = [every(0), every(1)];
  const [x0, y1] = [Math.min(...xs), Math.max(...ys)];
  const [width, height] = [Math.max(...xs) - x0, y1 - Math.min(...ys)];
  return Float32Array.from(xs.flatMap((x, i) => [(x - x0) / width, (y1 - ys[i]!) / height]));
}

/** What nobody sees from afar. */
const TOO_SMALL = /^(glow_display|glow_links|cell|plates)$/;
/** Names of nodes that stay apart in the far level: what the engine looks up even there. */
const STAYS_APART = /^(glow_|anchor_|face$|roll_film|many_|crops_)/;

/** The far level: whatever moves is baked into one body, at rest and without clips. */
export function flatten(model: Model): Model {
  const parts: Part[] = [];
  const apart: ModelNode[] = [];
  const visit = (node: ModelNode, toModel: (geometry: Geometry) => Geometry): void => {
    if (TOO_SMALL.test(node.name)) return;
    if (STAYS_APART.test(node.name)) {
      apart.push(node);
      return;
    }
    const own = (geometry: Geometry): Geometry => toModel(stand(geometry, node));
    for (const { material, geometry } of node.parts ?? []) parts.push({ material, geometry: own(geometry) });
    for (const child of node.children ?? []) visit(child, own);
  };
  for (const node of model.nodes) visit(node, (geometry) => geometry);
  return { name: model.name, nodes: [{ name: 'body', parts }, ...apart] };
}

/** All parts of a model where they stand at rest. */
export function settled(model: Model): Part[] {
  const parts: Part[] = [];
  const visit = (node: ModelNode, toModel: (geometry: Geometry) => Geometry): void => {
    const own = (geometry: Geometry): Geometry => toModel(stand(geometry, node));
    for (const { material, geometry } of node.parts ?? []) parts.push({ material, geometry: own(geometry) });
    for (const child of node.children ?? []) visit(child, own);
  };
  for (const node of model.nodes) visit(node, (geometry) => geometry);
  return parts;
}

/** The corners of the box around everything a model shows at rest, metres. */
export function boundsOf(model: Model): { low: Vec3; high: Vec3 } {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  const visit = (node: ModelNode, toModel: (geometry: Geometry) => Geometry): void => {
    const own = (geometry: Geometry): Geometry => toModel(stand(geometry, node));
    const copies = node.copies ?? [{ at: [0, 0, 0], yaw: 0, scale: [1, 1, 1] }];
    for (const { geometry } of node.parts ?? [])
      for (const { at, yaw, scale } of copies)
        own(place(geometry, { at, rotation: [0, yaw, 0], scale })).positions.forEach((value, i) => {
          low[i % 3] = Math.min(low[i % 3]!, value);
          high[i % 3] = Math.max(high[i % 3]!, value);
        });
    for (const child of node.children ?? []) visit(child, own);
  };
  for (const node of model.nodes) visit(node, (geometry) => geometry);
  return { low, high };
}

function stand(geometry: Geometry, { at, rotation, scale }: ModelNode): Geometry {
  const sized = scale ? place(geometry, { scale }) : geometry;
  const rotated = rotation ? rotate(sized, rotation) : sized;
  return at ? place(rotated, { at }) : rotated;
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
