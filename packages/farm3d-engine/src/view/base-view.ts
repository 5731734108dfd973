import { Box3, Group, Matrix4, Mesh, type Object3D, type Ray, Vector3 } from 'three';
import type { Disposable } from '../core/disposer.ts';
import type { Model } from '../resources/model.ts';
import { raycastModel } from './pick-model.ts';

/** Spec §9: "rolling film 6 clones 4.1 apart", metres. */
export const ROLLING_FILM_BAYS = 6;
export const ROLLING_FILM_SPACING = 4.1;
/** The node that is one bay of rolling film. */
export const ROLLING_FILM_NODE = 'roll_film_bay';
/** The node that is the floor. A model without one is floor all over. */
const FLOOR_NODE = 'floor';

const _identity = new Matrix4();

/** The greenhouse (or other base model) that a scene stands in. */
export class BaseView implements Disposable {
  readonly group = new Group();
  /** World box; empty before a model is there. */
  readonly box = new Box3();
  #model: Model | undefined;

  constructor() {
    this.group.matrixAutoUpdate = false;
  }

  get model(): Model | undefined {
    return this.#model;
  }

  /** Shows a model. The caller keeps its handle until the next one or dispose. */
  setModel(model: Model | null): void {
    this.group.clear();
    this.#model = model ?? undefined;
    this.box.makeEmpty();
    if (!model) return;
    this.box.copy(model.box);
    const objects = buildNodes(model);
    for (const [i, object] of objects.entries()) {
      const { parent } = model.nodes[i]!;
      (parent >= 0 ? objects[parent]! : this.group).add(object);
    }
    const bay = objects.find((object) => object.name === ROLLING_FILM_NODE);
    if (bay) this.#cloneBays(bay);
    this.group.updateMatrixWorld(true);
  }

  /** Where a ray meets anything solid of the base, and whether that is its floor. */
  raycast(ray: Ray, maxDistance = Infinity): { distance: number; point: Vector3; isFloor: boolean } | null {
    if (!this.#model) return null;
    const distance = raycastModel(this.#model, ray, _identity, _identity, maxDistance, true);
    if (distance === null) return null;
    const floor = this.raycastFloor(ray);
    const isFloor = floor !== null && floor.distance - distance < 0.02;
    return { distance, point: ray.at(distance, new Vector3()), isFloor };
  }

  /** Where a ray meets the floor, whatever stands before it: walls and film do not keep a device from being put inside. */
  raycastFloor(ray: Ray): { distance: number; point: Vector3 } | null {
    if (!this.#model) return null;
    const hasFloor = this.#model.parts.some((part) => part.nodeName.startsWith(FLOOR_NODE));
    const distance = raycastModel(this.#model, ray, _identity, _identity, Infinity, true, (name) =>
      hasFloor ? name.startsWith(FLOOR_NODE) : true,
    );
    return distance === null ? null : { distance, point: ray.at(distance, new Vector3()) };
  }

  dispose(): void {
    this.group.clear();
    this.group.removeFromParent();
    this.#model = undefined;
  }

  #cloneBays(bay: Object3D): void {
    for (let i = 1; i < ROLLING_FILM_BAYS; i++) {
      const clone = bay.clone(true);
      clone.position.x += i * ROLLING_FILM_SPACING;
      clone.updateMatrix();
      bay.parent!.add(clone);
    }
    bay.parent!.updateMatrixWorld(true);
    this.box.expandByObject(bay.parent!);
  }
}

/** One object for each node, meshes with the model's shared materials, not yet put together. */
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
    const mesh = new Mesh(part.geometry, material);
    mesh.matrixAutoUpdate = false;
    mesh.castShadow = !material.transparent;
    mesh.receiveShadow = true;
    objects[part.node]!.add(mesh);
  }
  return objects;
}
