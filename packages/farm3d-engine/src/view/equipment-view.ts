import { Box3, Euler, type Frustum, Group, Matrix4, Object3D, Quaternion, type Ray, Vector3 } from 'three';
import type { Disposable } from '../core/disposer.ts';
import type { ChildSceneRecord, EquipmentRecord, Transform } from '../document/records.ts';
import type { Model } from '../resources/model.ts';
import { GroundMarkKind, type GroundMarks } from './ground-marks.ts';
import { InstanceBatch } from './instance-batch.ts';
import { InstanceState } from './instance-shader.ts';
import { raycastModel } from './pick-model.ts';

interface Placed {
  record: EquipmentRecord;
  batch: InstanceBatch | undefined;
  slot: number;
  state: number;
  /** World matrix while a tool moves the thing; its record waits. */
  moved: Matrix4 | undefined;
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
  /** What things reported of themselves, placed or not. */
  readonly #states = new Map<string, number>();
  #revision = 0;
  /** Ids by slot, for each batch. */
  readonly #ids = new Map<InstanceBatch, string[]>();
  readonly #frames = new Map<string, Object3D>();

  /** Grows whenever something is added, moved, removed or changes its state. */
  get revision(): number {
    return this.#revision;
  }

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
    for (const frame of this.#frames.values()) frame.removeFromParent();
    this.#frames.clear();
    for (const child of children) {
      const frame = new Object3D();
      frame.name = child.name;
      composeTransform(child, frame.matrix).decompose(frame.position, frame.quaternion, frame.scale);
      this.group.add(frame);
      frame.updateMatrixWorld(true);
      this.#frames.set(child.id, frame);
    }
    for (const placed of this.#placed.values()) if (placed.record.parentId !== null) this.#place(placed);
  }

  /** Adds or moves a thing. Without a model it is known but not drawn. */
  set(record: EquipmentRecord): void {
    const known = this.#placed.get(record.id);
    if (known) {
      known.record = record;
      this.#place(known);
    } else {
      const state = this.#states.get(record.id) ?? 0;
      this.#placed.set(record.id, { record, batch: undefined, slot: -1, state, moved: undefined });
    }
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
    placed.slot = batch.add(this.#current(placed, _matrix), placed.state);
    this.#ids.get(batch)!.push(id);
    this.#revision++;
  }

  remove(id: string): void {
    const placed = this.#placed.get(id);
    if (!placed) return;
    this.#leaveBatch(placed);
    this.#placed.delete(id);
  }

  clear(): void {
    for (const id of this.#placed.keys()) this.remove(id);
  }

  /**
   * Sets and clears what a thing reports of itself (see InstanceState). It may be told before the thing is placed, and
   * stays known when the thing is taken away and placed again.
   * @returns whether what is drawn changed.
   */
  changeLiveState(id: string, set: number, clear: number): boolean {
    this.#states.set(id, ((this.#states.get(id) ?? 0) & ~clear) | set);
    return this.changeState(id, set, clear);
  }

  /** Sets and clears state bits until the thing is removed. @returns whether anything changed. */
  changeState(id: string, set: number, clear: number): boolean {
    const placed = this.#placed.get(id);
    if (!placed) return false;
    const state = (placed.state & ~clear) | set;
    if (state === placed.state) return false;
    placed.state = state;
    this.#revision++;
    placed.batch?.setState(placed.slot, state);
    return true;
  }

  state(id: string): number {
    return this.#placed.get(id)?.state ?? 0;
  }

  /**
   * Draws a thing at this world matrix whatever its record says; null puts it back. A tool moves one of ten thousand
   * things this way: one row of the batch's texture changes, nothing is taken out of it and nothing looks different.
   */
  setMoved(id: string, matrix: Matrix4 | null): void {
    const placed = this.#placed.get(id);
    if (!placed) return;
    if (matrix) (placed.moved ??= new Matrix4()).copy(matrix);
    else placed.moved = undefined;
    this.#place(placed);
  }

  /** The frame in which things of this parent stand. */
  frameOf(parentId: string | null): Object3D {
    return (parentId === null ? undefined : this.#frames.get(parentId)) ?? this.group;
  }

  record(id: string): EquipmentRecord | undefined {
    return this.#placed.get(id)?.record;
  }

  /** World matrix of a record, its child scene included. */
  worldMatrix(record: EquipmentRecord, out: Matrix4): Matrix4 {
    composeTransform(record, out);
    const frame = record.parentId === null ? undefined : this.#frames.get(record.parentId);
    return frame ? out.premultiply(frame.matrixWorld) : out;
  }

  /** World box of a thing, or null when unknown or without a model yet. */
  boxOf(id: string, out = new Box3()): Box3 | null {
    const placed = this.#placed.get(id);
    if (!placed?.batch) return null;
    return out.copy(placed.batch.model.box).applyMatrix4(this.#current(placed, _matrix));
  }

  /** Everything's world box; empty when nothing is drawn. */
  bounds(out = new Box3()): Box3 {
    out.makeEmpty();
    for (const id of this.#placed.keys()) if (this.boxOf(id, _box)) out.union(_box);
    return out;
  }

  /** Draws the contact shadow of each thing and the ring that its state asks for. */
  mark(marks: GroundMarks): void {
    marks.begin(this.#placed.size * 3);
    for (const placed of this.#placed.values()) {
      if (!placed.batch) continue;
      const { box } = placed.batch.model;
      this.#current(placed, _matrix).decompose(_position, _quaternion, _scale);
      const reach =
        Math.max(box.max.x - box.min.x, box.max.z - box.min.z) * 0.5 * Math.max(_scale.x, _scale.z);
      const { x, y, z } = _position;
      marks.add(GroundMarkKind.contact, x, y, z, Math.min(reach, 0.7) * 1.15 + 0.12);
      if (marks.hasShade) marks.add(GroundMarkKind.shade, x, y, z, Math.max(0.1, box.max.y * _scale.y));
      const ring = ringOf(placed.state);
      if (ring !== undefined) marks.add(ring, x, y, z, Math.min(reach, 1.2) + 0.45);
    }
    marks.end();
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
        if (dx * dx + dy * dy + dz * dz - along * along > radius * radius) continue;
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
    this.#revision++;
    placed.batch?.setMatrix(placed.slot, this.#current(placed, _matrix));
  }

  #current(placed: Placed, out: Matrix4): Matrix4 {
    return placed.moved ? out.copy(placed.moved) : this.worldMatrix(placed.record, out);
  }

  #leaveBatch(placed: Placed): void {
    const { batch, slot } = placed;
    if (!batch) return;
    this.#revision++;
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

/** The most urgent ring for a state; undefined for none. */
function ringOf(state: number): number | undefined {
  if (state & InstanceState.selected) return GroundMarkKind.selected;
  if (state & InstanceState.alarm) return GroundMarkKind.alarm;
  return state & InstanceState.hovered ? GroundMarkKind.hovered : undefined;
}

/** The matrix of a transform. */
export function composeTransform({ position, rotation, scale }: Transform, out: Matrix4): Matrix4 {
  _position.set(position.x, position.y, position.z);
  _euler.set(rotation.x, rotation.y, rotation.z);
  _scale.set(scale.x, scale.y, scale.z);
  return out.compose(_position, _quaternion.setFromEuler(_euler), _scale);
}
