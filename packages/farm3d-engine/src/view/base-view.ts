import { Box3, DoubleSide, Group, Matrix3, Matrix4, Mesh, type Object3D, Ray, Vector3 } from 'three';
import type { IDisposable } from '../core/disposer.ts';
import type { Model } from '../resources/model.ts';
import type { Lane } from './ground.ts';
import { raycastModel } from './pick-model.ts';
import { patchMaterial } from './surface.ts';

/** Spec §9: "rolling film 6 clones 4.1 apart", metres. */
const ROLLING_FILM_BAYS = 6;
const ROLLING_FILM_SPACING = 4.1;
/** Name of the node that is one bay of rolling film. */
const ROLLING_FILM_NODE = 'roll_film_bay';
/** Suffix of nodes that cast no shadow: flat objects, and inner parts of dense groups. */
const UNSHADED = '_unshaded';
/**
 * Nodes at the corners of the main part of a large base model, in its own space: lights, ground and the first view are
 * fitted to the greenhouse, not to the whole area.
 */
const FOCUS_NODES = ['anchor_focus_low', 'anchor_focus_high'] as const;
/** Nodes at the ends of the lane that is painted on the ground, in the model's own space. */
const LANE_NODES = ['anchor_lane_from', 'anchor_lane_to'] as const;

const _identity = new Matrix4();
const _inverse = new Matrix4();
const _world = new Matrix4();
const _normalMatrix = new Matrix3();
const _ray = new Ray();
const _up = new Vector3(0, 1, 0);

/** A hit of a ray with a model. */
export interface BaseCrossing {
  readonly distance: number;
  readonly point: Vector3;
  readonly normal: Vector3;
}

/** The base model of a scene, usually a greenhouse. */
export class BaseView implements IDisposable {
  readonly group = new Group();
  /** World box of the model or of its main part; empty without a model. */
  readonly box = new Box3();
  #model: Model | undefined;
  #lane: Lane | null = null;

  constructor() {
    this.group.matrixAutoUpdate = false;
  }

  get model(): Model | undefined {
    return this.#model;
  }

  /** The lane of the model, or null. */
  get lane(): Lane | null {
    return this.#lane;
  }

  /** Shows a model. The caller keeps its handle until the next call or dispose. */
  setModel(model: Model | null): void {
    this.group.clear();
    this.#model = model ?? undefined;
    this.box.makeEmpty();
    this.#lane = null;
    if (!model) return;
    const focus = nodePositions(model, FOCUS_NODES);
    if (focus) this.box.setFromPoints([...focus]);
    else this.box.copy(model.box);
    const [from, to] = nodePositions(model, LANE_NODES) ?? [];
    if (from && to) this.#lane = { from, to };
    for (const bay of buildInto(this.group, model)) this.box.expandByObject(bay);
    this.group.updateMatrixWorld(true);
  }

  /** The first hit of a ray with an opaque part; film is transparent for it. */
  raycast(ray: Ray, maxDistance = Infinity): { distance: number; point: Vector3 } | null {
    if (!this.#model) return null;
    const distance = raycastModel(this.#model, ray, _identity, _identity, maxDistance, true);
    return distance === null ? null : { distance, point: ray.at(distance, new Vector3()) };
  }

  /** All hits of a ray with the model, nearest first, with world normals. */
  crossings(ray: Ray): BaseCrossing[] {
    return this.#model
      ? modelCrossings(this.#model, ray, _identity).sort((a, b) => a.distance - b.distance)
      : [];
  }

  dispose(): void {
    this.group.clear();
    this.group.removeFromParent();
    this.#model = undefined;
  }
}

/** Builds a model below a group. @returns its bays of rolling film, of which the file has one */
export function buildInto(group: Group, model: Model): Object3D[] {
  const objects = buildNodes(model);
  for (const [i, object] of objects.entries()) (objects[model.nodes[i]!.parent] ?? group).add(object);
  const bay = objects.find(({ name }) => name === ROLLING_FILM_NODE);
  return bay ? cloneBays(bay) : [];
}

/** Clones the bay of the file to six. @returns all of them */
function cloneBays(bay: Object3D): Object3D[] {
  const bays = [bay];
  for (let i = 1; i < ROLLING_FILM_BAYS; i++) {
    const clone = bay.clone(true);
    clone.position.x += i * ROLLING_FILM_SPACING;
    clone.updateMatrix();
    bay.parent!.add(clone);
    bays.push(clone);
  }
  bay.parent!.updateMatrixWorld(true);
  return bays;
}

/** All hits of a ray with a model at `matrix`, unordered, with world normals. */
export function modelCrossings(model: Model, ray: Ray, matrix: Matrix4): BaseCrossing[] {
  const hits: BaseCrossing[] = [];
  for (const part of model.parts) {
    if (!part.bvh) continue;
    _world.multiplyMatrices(matrix, part.matrix);
    _inverse.copy(_world).invert();
    _ray.copy(ray).applyMatrix4(_inverse);
    _normalMatrix.getNormalMatrix(_world);
    for (const hit of part.bvh.raycast(_ray, DoubleSide)) {
      const point = hit.point.clone().applyMatrix4(_world);
      const normal = (hit.face?.normal ?? _up).clone().applyMatrix3(_normalMatrix).normalize();
      hits.push({ distance: point.distanceTo(ray.origin), point, normal });
    }
  }
  return hits;
}

/** Positions of two nodes; null if the model does not have both. */
function nodePositions(model: Model, names: readonly [string, string]): readonly [Vector3, Vector3] | null {
  const [first, second] = names.map((name) => model.nodes.find((node) => node.name === name));
  return first && second ? [new Vector3(...first.position), new Vector3(...second.position)] : null;
}

/** One object per node, with meshes and the model's shared materials, not yet connected. */
export function buildNodes(model: Model): Group[] {
  const objects = model.nodes.map((node) => {
    const object = new Group();
    object.name = node.name;
    object.position.fromArray(node.position);
    object.quaternion.fromArray(node.quaternion);
    object.scale.fromArray(node.scale);
    object.updateMatrix();
    object.matrixAutoUpdate = false;
    return object;
  });
  for (const part of model.parts) {
    const material = model.sharedMaterial(part.material);
    patchMaterial(material);
    const mesh = new Mesh(part.geometry, material);
    mesh.matrixAutoUpdate = false;
    mesh.castShadow = !material.transparent && !part.nodeName.endsWith(UNSHADED);
    mesh.receiveShadow = true;
    objects[part.node]!.add(mesh);
  }
  return objects;
}
