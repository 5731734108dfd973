import { check, checkCamera, checkVector } from '../core/check.ts';
import { FarmError } from '../core/errors.ts';
import { diffOf, type DocumentDiff } from './diff.ts';
import { frozenCopy } from './plain.ts';
import {
  type CameraState,
  type ChildSceneRecord,
  type EquipmentRecord,
  type Transform,
  transformOf,
} from './records.ts';

/** The part of a document that a transaction reads and writes. */
export interface DocumentState {
  readonly equipment: Map<string, EquipmentRecord>;
  /** In the order of the layout. */
  childScenes: readonly ChildSceneRecord[];
  camera: CameraState | null;
}

/** Fields of a record that an edit may set; the id cannot change. */
export type EquipmentPatch = Partial<Omit<EquipmentRecord, 'id'>>;
/** Fields of a child scene that an edit may set; the id cannot change. */
export type ChildScenePatch = Partial<Omit<ChildSceneRecord, 'id'>>;

/** An atomic group of writes to a document. Valid only inside the function given to `transact`. */
export class Transaction {
  readonly #state: DocumentState;
  /** Each written record before the transaction; undefined if it did not exist. */
  readonly #before = new Map<string, EquipmentRecord | undefined>();
  readonly #cameraBefore: CameraState | null;
  readonly #childrenBefore: readonly ChildSceneRecord[];

  /** @internal */
  constructor(state: DocumentState) {
    this.#state = state;
    this.#cameraBefore = state.camera;
    this.#childrenBefore = state.childScenes;
  }

  /** The present record; undefined if there is none. */
  get(id: string): EquipmentRecord | undefined {
    return this.#state.equipment.get(id);
  }

  /** The present saved camera. */
  get camera(): CameraState | null {
    return this.#state.camera;
  }

  /** The present child scenes, in the order of the layout. */
  get childScenes(): readonly ChildSceneRecord[] {
    return this.#state.childScenes;
  }

  /** The present record of a child scene; undefined if there is none. */
  childScene(id: string): ChildSceneRecord | undefined {
    return this.#state.childScenes.find((child) => child.id === id);
  }

  /**
   * Adds equipment.
   * @throws FarmError `duplicate-equipment`, `unknown-equipment` for an unknown parent, or `invalid-argument`.
   */
  add(record: EquipmentRecord): void {
    check(typeof record === 'object' && record !== null, 'record', record);
    this.#assertFree(record.id);
    this.#assertParent(record.parentId);
    assertRecord(record);
    this.#put(record.id, frozenCopy(record));
  }

  /** Removes equipment. @throws FarmError `unknown-equipment`. */
  remove(id: string): void {
    this.#require(id);
    this.#put(id, undefined);
  }

  /** Sets fields of a record. @throws FarmError `unknown-equipment` or `invalid-argument`. */
  update(id: string, patch: EquipmentPatch): void {
    const next = { ...this.#require(id), ...patch, id };
    if (patch.parentId !== undefined) this.#assertParent(patch.parentId);
    assertRecord(next);
    this.#put(id, frozenCopy(next));
  }

  /** Sets the transform of equipment or a child scene. @throws FarmError `unknown-equipment` or `invalid-argument`. */
  setTransform(id: string, transform: Transform): void {
    for (const part of ['position', 'rotation', 'scale'] as const) checkVector(transform?.[part], part, id);
    if (this.childScene(id)) this.updateChildScene(id, transformOf(transform));
    else this.update(id, transformOf(transform));
  }

  /**
   * Adds a child scene.
   * @param at index in the list. Default: last.
   * @throws FarmError `duplicate-equipment` or `invalid-argument`.
   */
  addChildScene(record: ChildSceneRecord, at = this.childScenes.length): void {
    this.#assertFree(record.id);
    assertTransform(record);
    this.#state.childScenes = this.childScenes.toSpliced(at, 0, frozenCopy(record));
  }

  /** Sets fields of a child scene. @throws FarmError `unknown-equipment` or `invalid-argument`. */
  updateChildScene(id: string, patch: ChildScenePatch): void {
    const child = this.childScene(id);
    if (!child) throw new FarmError('unknown-equipment', { id });
    const next = { ...child, ...patch, id };
    assertTransform(next);
    this.#state.childScenes = this.childScenes.with(this.childScenes.indexOf(child), frozenCopy(next));
  }

  /** Removes a child scene and its equipment. @throws FarmError `unknown-equipment`. */
  removeChildScene(id: string): void {
    if (!this.childScene(id)) throw new FarmError('unknown-equipment', { id });
    for (const record of this.#state.equipment.values()) if (record.parentId === id) this.remove(record.id);
    this.#state.childScenes = this.childScenes.filter((child) => child.id !== id);
  }

  /**
   * Replaces all child scenes. Equipment of a removed one is removed.
   * @throws FarmError `duplicate-equipment` or `invalid-argument`.
   */
  setChildScenes(records: readonly ChildSceneRecord[]): void {
    const ids = new Set<string>();
    for (const record of records) {
      const { id } = record;
      assertId(id);
      if (ids.has(id) || this.get(id)) throw new FarmError('duplicate-equipment', { id });
      ids.add(id);
      // A scale of 0 may come from a saved layout, whose undo it must not stop.
      assertVectors(record);
    }
    for (const { id } of this.childScenes)
      if (!records.some((record) => record.id === id)) this.removeChildScene(id);
    this.#state.childScenes = frozenCopy(records);
  }

  /** Sets the camera that is saved with the scene. @throws FarmError `invalid-argument`. */
  setCamera(camera: CameraState | null): void {
    if (camera) checkCamera(camera);
    this.#state.camera = frozenCopy(camera);
  }

  /** The changes so far. */
  diff(): DocumentDiff {
    const changes = [...this.#before].map(([id, from]) => ({ from, to: this.get(id) }));
    return diffOf(
      changes,
      [this.#cameraBefore, this.#state.camera],
      [this.#childrenBefore, this.#state.childScenes],
    );
  }

  /** Reverts all writes. */
  rollBack(): void {
    for (const [id, record] of this.#before) this.#write(id, record);
    this.#state.camera = this.#cameraBefore;
    this.#state.childScenes = this.#childrenBefore;
  }

  /** Equipment and child scenes share one set of ids: a selection is a list of ids. */
  #assertFree(id: string): void {
    assertId(id);
    if (this.get(id) || this.childScene(id)) throw new FarmError('duplicate-equipment', { id });
  }

  /** A saved record must have an existing parent. */
  #assertParent(parentId: string | null): void {
    if (parentId !== null && !this.childScene(parentId))
      throw new FarmError('unknown-equipment', { id: parentId });
  }

  #require(id: string): EquipmentRecord {
    const record = this.get(id);
    if (!record) throw new FarmError('unknown-equipment', { id });
    return record;
  }

  #put(id: string, record: EquipmentRecord | undefined): void {
    if (!this.#before.has(id)) this.#before.set(id, this.get(id));
    this.#write(id, record);
  }

  #write(id: string, record: EquipmentRecord | undefined): void {
    if (record) this.#state.equipment.set(id, record);
    else this.#state.equipment.delete(id);
  }
}

function assertRecord(record: EquipmentRecord): void {
  const { id, kind, name } = record;
  check(kind === undefined || typeof kind === 'string', 'kind', kind, id);
  check(name === undefined || typeof name === 'string', 'name', name, id);
  assertTransform(record);
}

function assertId(id: unknown): void {
  check(typeof id === 'string' && id !== '', 'id', id);
}

function assertVectors({ id, position, rotation, scale }: Transform & { readonly id: string }): void {
  checkVector(position, 'position', id);
  checkVector(rotation, 'rotation', id);
  checkVector(scale, 'scale', id);
}

function assertTransform(record: Transform & { readonly id: string }): void {
  assertVectors(record);
  const { id, scale } = record;
  // An object with a factor of 0 could not be picked or scaled back.
  for (const axis of ['x', 'y', 'z'] as const) check(scale[axis] !== 0, `scale.${axis}`, 0, id);
}
