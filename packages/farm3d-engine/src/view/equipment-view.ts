import { Euler, type Frustum, Group, Matrix4, Quaternion, type Ray, Vector3, Box3 } from 'three';
import type { Disposable } from '../core/disposer.ts';
import type { ChildSceneRecord, EquipmentRecord, Transform } from '../document/records.ts';
import type { Model } from '../resources/model.ts';
import { InstanceBatch } from './instance-batch.ts';
import { InstanceState } from './instance-shader.ts';
import { raycastModel } from './pick-model.ts';

interface Placed {
  record: EquipmentRecord;
  batch: InstanceBatch | undefined;
  slot: number;
  state: number;
}

/** A hit on a thing. */
export interface EquipmentHit {
  readonly id: string;
  readonly distance: number;
  readonly point: Vector3;
}

const _matrix = new Matrix4();
const _inverse = new Matrix4();
const _position = new Vector3();
const _quaternion = new Quaternion();
const _scale = new Vector3();
const _euler = new Euler();
const _box = new Box3();

/** Draws the placed things from a flat store: one batch for each model. */
export class EquipmentView implements Disposable {
  readonly group = new Group();
  readonly #batches = new Map<Model, InstanceBatch>();
  readonly #placed = new Map<string, Placed>();
  /** Ids by slot, for each batch. */
  readonly #ids = new Map<InstanceBatch, string[]>();
  #frames = new Map<string, Matrix4>();

  get ids(): Iterable<string> {
    return this.#placed.keys();
  }

  has(id: string): boolean {
    return this.#placed.has(id);
  }

  model(id: string): Model | undefined {
    return this.#placed.get(id)?.batch?.model;
  }

  /** Frames of the child scenes, in which things with a `parentId` stand. */
  setChildScenes(children: readonly ChildSceneRecord[]): void {
    this.#frames = new Map(children.map((child) => [child.id, composeTransform(child, new Matrix4())]));
    for (const placed of this.#placed.values()) if (placed.record.parentId !== null) this.#place(placed);
  }

  /** Adds or moves a thing. Without a model it is known but not drawn. */
  set(record: EquipmentRecord): void {
    const known = this.#placed.get(record.id);
    if (known) {
      known.record = record;
      this.#place(known);
    } else this.#placed.set(record.id, { record, batch: undefined, slot: -1, state: 0 });
  }

  /** Gives a thing its shape. */
  setModel(id: string, model: Model): void {
    const placed = this.#placed.get(id);
    if (!placed || placed.batch?.model === model) return;
    this.#leaveBatch(placed);
    let batch = this.#batches.get(model);
    if (!batch) {
      batch = new InstanceBatch(model);
      this.#batches.set(model, batch);
      this.#ids.set(batch, []);
      this.group.add(batch.group);
    }
    placed.batch = batch;
    placed.slot = batch.add(this.worldMatrix(placed.record, _matrix), placed.state);
    this.#ids.get(batch)!.push(id);
  }

  remove(id: string): void {
    const placed = this.#placed.get(id);
    if (!placed) return;
    this.#leaveBatch(placed);
    this.#placed.delete(id);
  }

  clear(): void {
    for (const id of [...this.#placed.keys()]) this.remove(id);
  }

  /** Sets and clears state bits (see InstanceState). @returns whether anything changed. */
  changeState(id: string, set: number, clear: number): boolean {
    const placed = this.#placed.get(id);
    if (!placed) return false;
    const state = (placed.state & ~clear) | set;
    if (state === placed.state) return false;
    placed.state = state;
    placed.batch?.setState(placed.slot, state);
    return true;
  }

  state(id: string): number {
    return this.#placed.get(id)?.state ?? 0;
  }

  /** Hides the instance while something else (the gizmo's object) stands in for it. */
  setHidden(id: string, hidden: boolean): void {
    const placed = this.#placed.get(id);
    if (placed?.batch) placed.batch.setHidden(placed.slot, hidden);
  }

  /** World matrix of a record, its child scene included. */
  worldMatrix(record: EquipmentRecord, out: Matrix4): Matrix4 {
    composeTransform(record, out);
    const frame = record.parentId === null ? undefined : this.#frames.get(record.parentId);
    return frame ? out.premultiply(frame) : out;
  }

  matrixOf(id: string, out: Matrix4): Matrix4 | null {
    const placed = this.#placed.get(id);
    return placed ? this.worldMatrix(placed.record, out) : null;
  }

  /** World box of a thing, or null when unknown or without a model yet. */
  boxOf(id: string, out = new Box3()): Box3 | null {
    const placed = this.#placed.get(id);
    if (!placed?.batch) return null;
    return out.copy(placed.batch.model.box).applyMatrix4(this.worldMatrix(placed.record, _matrix));
  }

  /** Everything's world box; empty when nothing is drawn. */
  bounds(out = new Box3()): Box3 {
    out.makeEmpty();
    for (const id of this.#placed.keys()) if (this.boxOf(id, _box)) out.union(_box);
    return out;
  }

  /** Chooses what is drawn in this frame. */
  cull(frustum: Frustum, hasCameraMoved: boolean): void {
    for (const batch of this.#batches.values()) batch.cull(frustum, hasCameraMoved);
  }

  /** The nearest thing on the ray: spheres first, then triangles of what is nearer than the best so far. */
  raycast(ray: Ray, maxDistance = Infinity): EquipmentHit | null {
    let best: { id: string; distance: number } | undefined;
    const { origin, direction } = ray;
    for (const batch of this.#batches.values()) {
      const { spheres } = batch;
      const ids = this.#ids.get(batch)!;
      for (let slot = 0; slot < batch.count; slot++) {
        const at = slot * 4;
        const dx = spheres[at]! - origin.x;
        const dy = spheres[at + 1]! - origin.y;
        const dz = spheres[at + 2]! - origin.z;
        const radius = spheres[at + 3]!;
        const along = dx * direction.x + dy * direction.y + dz * direction.z;
        if (along < -radius || along - radius > (best?.distance ?? maxDistance)) continue;
        if (dx * dx + dy * dy + dz * dz - along * along > radius * radius || batch.isHidden(slot)) continue;
        _inverse.copy(batch.getMatrix(slot, _matrix)).invert();
        const distance = raycastModel(batch.model, ray, _matrix, _inverse, best?.distance ?? maxDistance);
        if (distance !== null) best = { id: ids[slot]!, distance };
      }
    }
    return best ? { ...best, point: ray.at(best.distance, new Vector3()) } : null;
  }

  dispose(): void {
    for (const batch of this.#batches.values()) batch.dispose();
    this.#batches.clear();
    this.#ids.clear();
    this.#placed.clear();
    this.group.removeFromParent();
  }

  #place(placed: Placed): void {
    placed.batch?.setMatrix(placed.slot, this.worldMatrix(placed.record, _matrix));
  }

  #leaveBatch(placed: Placed): void {
    const { batch, slot } = placed;
    if (!batch) return;
    const ids = this.#ids.get(batch)!;
    const moved = batch.remove(slot);
    const last = ids.pop()!;
    if (moved >= 0) {
      ids[slot] = last;
      this.#placed.get(last)!.slot = slot;
    }
    placed.batch = undefined;
    placed.slot = -1;
    if (batch.count > 0) return;
    this.#batches.delete(batch.model);
    this.#ids.delete(batch);
    batch.dispose();
  }
}

/** The matrix of a transform. */
export function composeTransform({ position, rotation, scale }: Transform, out: Matrix4): Matrix4 {
  _position.set(position.x, position.y, position.z);
  _euler.set(rotation.x, rotation.y, rotation.z);
  _scale.set(scale.x, scale.y, scale.z);
  return out.compose(_position, _quaternion.setFromEuler(_euler), _scale);
}
