import { FarmError } from '../core/errors.ts';
import type { Vec3 } from '../core/vec3.ts';
import { diffOf, type DocumentDiff } from './diff.ts';
import { frozenCopy } from './plain.ts';
import type { CameraState, EquipmentRecord, Transform } from './records.ts';

/** The part of a document that a transaction reads and writes. */
export interface DocumentState {
  readonly equipment: Map<string, EquipmentRecord>;
  camera: CameraState | null;
}

/** Fields of a record that an edit may set; an id is for life. */
export type EquipmentPatch = Partial<Omit<EquipmentRecord, 'id'>>;

/** Writes to a document that stand or fall together. Use it only inside the function given to `transact`. */
export class Transaction {
  readonly #state: DocumentState;
  /** Each touched record as it was before; undefined when it was not there. */
  readonly #before = new Map<string, EquipmentRecord | undefined>();
  readonly #cameraBefore: CameraState | null;

  constructor(state: DocumentState) {
    this.#state = state;
    this.#cameraBefore = state.camera;
  }

  get(id: string): EquipmentRecord | undefined {
    return this.#state.equipment.get(id);
  }

  get camera(): CameraState | null {
    return this.#state.camera;
  }

  /** @throws FarmError `duplicate-equipment` (a device is placed once) or `invalid-argument`. */
  add(record: EquipmentRecord): void {
    if (!record.id) throw new FarmError('invalid-argument', { reason: 'id' });
    if (this.get(record.id)) throw new FarmError('duplicate-equipment', { id: record.id });
    assertTransform(record);
    this.#put(record.id, frozenCopy(record));
  }

  /** @throws FarmError `unknown-equipment`. */
  remove(id: string): void {
    this.#require(id);
    this.#put(id, undefined);
  }

  /** @throws FarmError `unknown-equipment` or `invalid-argument`. */
  update(id: string, patch: EquipmentPatch): void {
    const next = { ...this.#require(id), ...patch, id };
    assertTransform(next);
    this.#put(id, frozenCopy(next));
  }

  /** The camera that is saved with the scene. @throws FarmError `invalid-argument`. */
  setCamera(camera: CameraState | null): void {
    if (camera) {
      assertFinite(camera.position, 'camera.position');
      assertFinite(camera.target, 'camera.target');
    }
    this.#state.camera = frozenCopy(camera);
  }

  /** What has been written so far. */
  diff(): DocumentDiff {
    const changes = [...this.#before].map(([id, from]) => ({ from, to: this.get(id) }));
    return diffOf(changes, [this.#cameraBefore, this.#state.camera]);
  }

  /** Takes every write back. */
  rollBack(): void {
    for (const [id, record] of this.#before) this.#write(id, record);
    this.#state.camera = this.#cameraBefore;
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

function assertTransform({ position, rotation, scale }: Transform): void {
  assertFinite(position, 'position');
  assertFinite(rotation, 'rotation');
  assertFinite(scale, 'scale');
  // A factor of 0 flattens the thing to nothing: it could never be picked, turned or scaled back.
  if (scale.x === 0 || scale.y === 0 || scale.z === 0) {
    throw new FarmError('invalid-argument', { reason: 'scale 0' });
  }
}

function assertFinite(vector: Vec3, name: string): void {
  for (const axis of ['x', 'y', 'z'] as const) {
    if (!Number.isFinite(vector?.[axis])) {
      throw new FarmError('invalid-argument', { reason: `${name}.${axis}` });
    }
  }
}
