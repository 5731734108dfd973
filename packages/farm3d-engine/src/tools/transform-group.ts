import { Object3D, Quaternion, Vector3 } from 'three';
import type { Vec3 } from '../core/vec3.ts';
import { FarmError } from '../core/errors.ts';
import { samePlain } from '../document/plain.ts';
import { transformOf, type Transform } from '../document/records.ts';
import { roundTo } from './snapping.ts';
import type { ViewerContext } from '../context/viewer-context.ts';

/** One object that is transformed. */
export interface Member {
  readonly id: string;
  /** Transform at the start, in the frame of its parent. */
  readonly start: Transform;
  /** Present transform. */
  now: Transform;
  readonly object: Object3D;
  readonly worldPosition: Vector3;
  readonly worldQuaternion: Quaternion;
}

const _position = new Vector3();
const _quaternion = new Quaternion();
const _parent = new Quaternion();
const _scale = new Vector3();
const _axis = new Vector3();

/** Rounds off the error of added steps: metres, radians. */
const NOISE = 1e-9;

/** An object or group that can be moved, rotated and scaled. */
export interface Transformable {
  moveBy(by: Vec3): void;
  rotateBy(angle: number): void;
  scaleBy(factor: number): void;
}

/**
 * The objects of one transform and the object that the handles control: the object itself, or for several a pivot at their
 * centre. A change of the pivot is applied to all objects; scaling is then uniform, as rotated objects would be sheared
 * otherwise.
 */
export class TransformGroup implements Transformable {
  readonly members: readonly Member[];
  readonly handle: Object3D;
  readonly #context: ViewerContext;
  readonly #pivotStart = new Vector3();

  /** @throws FarmError `unknown-equipment`. */
  constructor(context: ViewerContext, ids: readonly string[]) {
    this.#context = context;
    const members: Member[] = [];
    try {
      for (const id of ids) members.push(memberOf(context, id));
    } catch (error) {
      for (const { id, object } of members) release(context, id, object);
      throw error;
    }
    this.members = members;
    const [only] = members;
    if (members.length === 1 && only) {
      this.handle = only.object;
      return;
    }
    this.handle = new Object3D();
    for (const { worldPosition } of members) this.#pivotStart.add(worldPosition);
    this.#pivotStart.divideScalar(members.length);
    this.#pivotStart.y = Math.min(...members.map(({ worldPosition }) => worldPosition.y));
    this.handle.position.copy(this.#pivotStart);
    context.scene.add(this.handle);
  }

  get isGroup(): boolean {
    return this.members.length > 1;
  }

  get hasChanged(): boolean {
    return this.members.some(({ start, now }) => !samePlain(start, now));
  }

  /** Transform of the handle: the object's in the frame of its parent, or the pivot's in the world. */
  get transform(): Transform {
    const { position, rotation, scale } = this.handle;
    return transformOf({ position, rotation, scale });
  }

  /** Sets the transform of the handle; {@link follow} applies it to the objects. */
  set({ position, rotation, scale }: Transform): void {
    this.handle.position.copy(position);
    this.handle.rotation.set(rotation.x, rotation.y, rotation.z, 'XYZ');
    this.handle.scale.copy(scale);
  }

  /** Moves the handle, world metres. */
  moveBy({ x, y, z }: Vec3): void {
    const { handle } = this;
    const parent = handle.parent!;
    handle.getWorldPosition(_position);
    _position.set(
      roundTo(_position.x + x, NOISE),
      roundTo(_position.y + y, NOISE),
      roundTo(_position.z + z, NOISE),
    );
    handle.position.copy(parent.worldToLocal(_position));
  }

  /** Rotates the handle about the vertical axis. @param angle radians, positive: counter-clockwise seen from above */
  rotateBy(angle: number): void {
    const { handle } = this;
    const { rotation } = handle;
    // For upright objects the angle itself is added: it stays a round number.
    if (rotation.x === 0 && rotation.z === 0) {
      handle.rotation.y = roundTo(wrapped(rotation.y + angle), NOISE);
      return;
    }
    const up = _axis.set(0, 1, 0).applyQuaternion(handle.parent!.getWorldQuaternion(_parent).invert());
    handle.quaternion.premultiply(_quaternion.setFromAxisAngle(up, angle));
  }

  scaleBy(factor: number): void {
    this.handle.scale.multiplyScalar(factor);
  }

  /**
   * Applies the handle's transform to the objects. @param floorAt height of the floor at a world position; null: unchanged
   */
  follow(floorAt: ((x: number, z: number) => number | null) | null): void {
    this.handle.updateWorldMatrix(true, false);
    for (const member of this.members) {
      if (this.isGroup) this.#carry(member);
      if (floorAt) this.#standOnFloor(member, floorAt);
      const { position, rotation, scale } = member.object;
      member.now = transformOf({ position, rotation, scale });
      member.object.updateWorldMatrix(true, false);
      this.#context.moveObject(member.id, member.object.matrixWorld);
    }
  }

  /** Objects return to the transforms of their records. */
  release(): void {
    for (const { id, object } of this.members) release(this.#context, id, object);
    if (this.isGroup) this.handle.removeFromParent();
  }

  #carry({ object, start, worldPosition, worldQuaternion }: Member): void {
    const { handle } = this;
    const factor = handle.scale.x;
    const isRotated = handle.rotation.x !== 0 || handle.rotation.y !== 0 || handle.rotation.z !== 0;
    const parent = object.parent!;
    // Unchanged values keep their exact numbers.
    if (isRotated || factor !== 1) {
      _position.copy(worldPosition).sub(this.#pivotStart).multiplyScalar(factor);
      _position.applyQuaternion(handle.quaternion).add(handle.position);
    } else _position.copy(handle.position).sub(this.#pivotStart).add(worldPosition);
    if (_position.equals(worldPosition)) object.position.copy(start.position);
    else object.position.copy(parent.worldToLocal(_position));
    object.scale.copy(start.scale).multiplyScalar(factor);
    if (!isRotated) object.rotation.set(start.rotation.x, start.rotation.y, start.rotation.z, 'XYZ');
    else {
      _quaternion.copy(handle.quaternion).multiply(worldQuaternion);
      object.quaternion.copy(parent.getWorldQuaternion(_parent).invert().multiply(_quaternion));
    }
  }

  #standOnFloor({ id, object }: Member, floorAt: (x: number, z: number) => number | null): void {
    if (this.#context.document.childScene(id)) return;
    const parent = object.parent!;
    parent.localToWorld(_position.copy(object.position));
    const y = floorAt(_position.x, _position.z);
    if (y === null) return;
    _position.y = y;
    object.position.copy(parent.worldToLocal(_position));
  }
}

/**
 * An object without a mesh stands for the equipment, which stays in its batch and follows: one matrix per move. So marks,
 * glow, picking and labels work as usual.
 */
function memberOf(context: ViewerContext, id: string): Member {
  const record = context.document.get(id) ?? context.document.childScene(id);
  if (!record) throw new FarmError('unknown-equipment', { id });
  const object = new Object3D();
  object.position.copy(record.position);
  object.rotation.set(record.rotation.x, record.rotation.y, record.rotation.z, 'XYZ');
  object.scale.copy(record.scale);
  context.frameOf('parentId' in record ? record.parentId : null).add(object);
  object.updateWorldMatrix(true, false);
  const worldPosition = new Vector3();
  const worldQuaternion = new Quaternion();
  object.matrixWorld.decompose(worldPosition, worldQuaternion, _scale);
  const { position, rotation, scale } = object;
  const start = transformOf({ position, rotation, scale });
  return { id, start, now: start, object, worldPosition, worldQuaternion };
}

function release(context: ViewerContext, id: string, object: Object3D): void {
  object.removeFromParent();
  context.moveObject(id, null);
}

/** The same angle between −π and π. */
function wrapped(angle: number): number {
  return Math.abs(angle) <= Math.PI ? angle : angle - Math.sign(angle) * 2 * Math.PI;
}
