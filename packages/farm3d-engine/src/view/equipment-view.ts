import {
  Box3,
  Color,
  Euler,
  Group,
  LinearSRGBColorSpace,
  Matrix4,
  Object3D,
  Quaternion,
  type Ray,
  Vector3,
} from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { IdMap } from '../core/id-map.ts';
import type { ChildSceneRecord, EquipmentRecord, Transform } from '../document/records.ts';
import { BoxTree } from '../picking/box-tree.ts';
import type { Model } from '../resources/model.ts';
import { InstanceMaterials } from './instance-materials.ts';
import type { InstanceUniforms } from './instance-shader.ts';
import { GLOW_UNIT, HIDDEN, InstanceStore, StateWord } from './instance-store.ts';
import { type CullView, KindBatch, type MarkLists, type ModelLevel } from './kind-batch.ts';
import type { KindJoints } from './kind-joints.ts';
import { raycastModel } from './pick-model.ts';
import { PoseStore } from './pose-store.ts';

interface Placed {
  record: EquipmentRecord;
  batch: KindBatch | undefined;
  /** Index in the store; -1 without a model. */
  index: number;
  /** Index in the batch's members. */
  memberIndex: number;
  /** All state bits: those of tools, too. */
  state: number;
  readonly known: Known;
  /** World matrix while a tool moves the object; overrides its record. */
  moved: Matrix4 | undefined;
  /** First texel of its own pose; -1: the pose of its kind. */
  pose: number;
  /** See {@link EquipmentView.setGlow}; undefined: as in the material. */
  glow: number | undefined;
}

/** What is kept of an id, placed or not. */
interface Known {
  readonly id: string;
  next: Known | undefined;
  placed: Placed | undefined;
  /** Bits of its live state. */
  live: number;
  /** Its colour, as in the store. */
  tint: number;
}

/** A hit on an object. */
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
const _color = new Color();

/** Above the colour in the tint word: black is a colour, too. */
const TINTED = 1 << 24;

/** Draws the equipment from a flat store: one batch per model. */
export class EquipmentView implements IDisposable {
  readonly group = new Group();
  readonly uniforms: InstanceUniforms;
  readonly #store = new InstanceStore();
  readonly #poses = new PoseStore();
  readonly #materials: InstanceMaterials;
  readonly #tree = new BoxTree();
  readonly #batches = new Map<Model, KindBatch>();
  readonly #placed = new Map<string, Placed>();
  readonly #known = new IdMap<Known>((id) => ({
    id,
    next: undefined,
    placed: undefined,
    live: 0,
    tint: 0,
  }));
  readonly #tintWords = new Map<string, number>();
  /** Ids by index in the store. */
  readonly #ids: (string | undefined)[] = [];
  readonly #frames = new Map<string, Object3D>();
  #revision = 0;
  #culledRevision = -1;
  #visible = 0;
  #visibleAlarms = 0;

  constructor() {
    this.uniforms = {
      ...this.#store.uniforms,
      farmPoses: this.#poses.uniform,
      farmPulse: { value: 1 },
    };
    this.#materials = new InstanceMaterials(this.uniforms);
  }

  /** Increases when an object is added, moved, removed or changes its state. */
  get revision(): number {
    return this.#revision;
  }

  get ids(): Iterable<string> {
    return this.#placed.keys();
  }

  /** Number of visible objects, by their bounding spheres. */
  get visibleCount(): number {
    return this.#visible;
  }

  /** Number of visible objects in alarm. */
  get visibleAlarms(): number {
    return this.#visibleAlarms;
  }

  has(id: string): boolean {
    return this.#placed.has(id);
  }

  model(id: string): Model | undefined {
    return this.#placed.get(id)?.batch?.model;
  }

  /** Frames of the child scenes, parents of equipment with a `parentId`. */
  setChildScenes(children: readonly ChildSceneRecord[]): void {
    const existing = new Map(this.#frames);
    this.#frames.clear();
    for (const child of children) {
      // The same object while the child scene exists: models are attached to it, and tools move objects in it.
      const frame = existing.get(child.id) ?? new Object3D();
      existing.delete(child.id);
      frame.name = child.name;
      setFrame(frame, composeTransform(child, _matrix));
      this.group.add(frame);
      this.#frames.set(child.id, frame);
    }
    for (const frame of existing.values()) frame.removeFromParent();
    for (const placed of this.#placed.values())
      if (placed.record.parentId !== null) this.#updateTransform(placed);
  }

  /** Moves a child scene and its equipment to a world matrix; {@link setChildScenes} resets it. */
  moveChildScene(id: string, matrix: Matrix4): void {
    const frame = this.#frames.get(id);
    if (!frame) return;
    setFrame(frame, matrix);
    for (const placed of this.#placed.values())
      if (placed.record.parentId === id) this.#updateTransform(placed);
  }

  /** Adds or moves an object. Without a model it is not drawn. */
  set(record: EquipmentRecord): void {
    const existing = this.#placed.get(record.id);
    if (existing) {
      existing.record = record;
      this.#updateTransform(existing);
      return;
    }
    const known = this.#known.of(record.id);
    known.placed = {
      record,
      batch: undefined,
      index: -1,
      memberIndex: -1,
      state: known.live,
      known,
      moved: undefined,
      pose: -1,
      glow: undefined,
    };
    this.#placed.set(record.id, known.placed);
  }

  /** Sets the model of an object. @returns whether the model is new; then {@link setLevels} may follow */
  setModel(id: string, model: Model): boolean {
    const placed = this.#placed.get(id);
    if (!placed || placed.batch?.model === model) return false;
    this.#leaveBatch(placed);
    const existing = this.#batches.get(model);
    let batch = existing;
    if (!batch) {
      batch = new KindBatch(model, this.#store, this.#poses, this.#materials);
      this.#batches.set(model, batch);
      this.group.add(batch.group);
    }
    const index = this.#store.add();
    this.#ids[index] = id;
    placed.batch = batch;
    placed.index = index;
    placed.memberIndex = batch.add(index);
    this.#store.setState(index, StateWord.bits, placed.state);
    this.#store.setState(index, StateWord.glow, glowWord(placed.glow));
    this.#store.setState(index, StateWord.pose, batch.restPose);
    this.#store.setState(index, StateWord.tint, placed.known.tint);
    this.#updateTransform(placed);
    return existing === undefined;
  }

  /** Sets the simpler levels of a model; ignored if the model is no longer used. */
  setLevels(model: Model, levels: readonly ModelLevel[]): void {
    this.#batches.get(model)?.setLevels(levels);
    this.#revision++;
  }

  /** Whether any object uses this model. */
  isShown(model: Model): boolean {
    return this.#batches.has(model);
  }

  /** Models with objects that are small enough for a level that is not loaded. */
  *wanted(): Iterable<Model> {
    for (const batch of this.#batches.values()) if (batch.needsLevels) yield batch.model;
  }

  remove(id: string): void {
    const placed = this.#placed.get(id);
    if (!placed) return;
    this.#leaveBatch(placed);
    this.#placed.delete(id);
    placed.known.placed = undefined;
  }

  clear(): void {
    for (const id of this.#placed.keys()) this.remove(id);
  }

  /**
   * Sets and clears live state bits (see InstanceState). They may be set before the object is placed, and are kept when it
   * is removed and placed again.
   * @returns whether the frame changes
   */
  changeLiveState(id: string, set: number, clear: number): boolean {
    const known = this.#known.of(id);
    known.live = (known.live & ~clear) | set;
    return known.placed !== undefined && this.#change(known.placed, set, clear);
  }

  /** Sets and clears state bits until the object is removed. @returns whether anything changed */
  changeState(id: string, set: number, clear: number): boolean {
    const placed = this.#placed.get(id);
    return placed ? this.#change(placed, set, clear) : false;
  }

  state(id: string): number {
    return this.#placed.get(id)?.state ?? 0;
  }

  /** Whether an object is visible. */
  isVisible(id: string): boolean {
    const index = this.#placed.get(id)?.index ?? -1;
    return index >= 0 && this.#store.levels[index] !== HIDDEN;
  }

  /**
   * Sets the brightness of the `glow_…` parts of an object, 0 to 1; null: as in the material.
   * @returns whether the frame changes
   */
  setGlow(id: string, glow: number | null): boolean {
    const { placed } = this.#known.of(id);
    if (!placed) return false;
    placed.glow = glow ?? undefined;
    return placed.index >= 0 && this.#store.setState(placed.index, StateWord.glow, glowWord(placed.glow));
  }

  /**
   * Sets the colour of the light around an object and of its status lamps; kept when it is removed and placed again.
   * @param color CSS colour; null: none
   * @returns whether the frame changes
   */
  setTint(id: string, color: string | null): boolean {
    const known = this.#known.of(id);
    const word = color === null ? 0 : this.#tintOf(color);
    if (word === known.tint) return false;
    known.tint = word;
    const index = known.placed?.index ?? -1;
    return index >= 0 && this.#store.setState(index, StateWord.tint, word);
  }

  /** The movable nodes of an object; undefined without a model. */
  joints(id: string): KindJoints | undefined {
    return this.#placed.get(id)?.batch?.joints;
  }

  /** Sets a pose of the object's own, of length {@link KindJoints.texels}; null: at rest. */
  setPose(id: string, pose: Float32Array | null): void {
    const placed = this.#placed.get(id);
    if (!placed?.batch) return;
    const { texels } = placed.batch.joints;
    if (texels === 0) return;
    if (pose) {
      if (placed.pose < 0) placed.pose = this.#poses.allocate(texels);
      this.#poses.write(placed.pose, pose);
    } else this.#dropPose(placed);
    this.#store.setState(placed.index, StateWord.pose, pose ? placed.pose : placed.batch.restPose);
  }

  /**
   * Draws an object at a world matrix, whatever its record says; null resets it. For tools: one of ten thousand objects is
   * moved by one row of the texture, without a visible change. Its level of detail is fixed meanwhile.
   */
  setMoved(id: string, matrix: Matrix4 | null): void {
    const placed = this.#placed.get(id);
    if (!placed) return;
    if (matrix) (placed.moved ??= new Matrix4()).copy(matrix);
    else placed.moved = undefined;
    if (placed.index >= 0) this.#store.pinned[placed.index] = matrix ? 1 : 0;
    this.#updateTransform(placed);
  }

  /** The frame of equipment with this parent. */
  frameOf(parentId: string | null): Object3D {
    return (parentId === null ? undefined : this.#frames.get(parentId)) ?? this.group;
  }

  record(id: string): EquipmentRecord | undefined {
    return this.#placed.get(id)?.record;
  }

  /** World matrix of a record, including its child scene. */
  worldMatrix(record: EquipmentRecord, out: Matrix4): Matrix4 {
    composeTransform(record, out);
    const frame = record.parentId === null ? undefined : this.#frames.get(record.parentId);
    return frame ? out.premultiply(frame.matrixWorld) : out;
  }

  /** World box of an object; null for an unknown id or without a model. */
  boxOf(id: string, out = new Box3()): Box3 | null {
    const placed = this.#placed.get(id);
    if (!placed?.batch) return null;
    const { boxes } = this.#tree;
    const at = placed.index * 6;
    out.min.fromArray(boxes, at);
    out.max.fromArray(boxes, at + 3);
    return out;
  }

  /** World box of all equipment; empty if nothing is drawn. */
  bounds(out = new Box3()): Box3 {
    out.makeEmpty();
    for (const id of this.#placed.keys()) if (this.boxOf(id, _box)) out.union(_box);
    return out;
  }

  /**
   * Culls for this frame, unless neither camera nor objects changed.
   * @returns whether other objects, or other levels of them, are drawn than before
   */
  cull(view: CullView, hasCameraMoved: boolean, marks: MarkLists): boolean {
    if (!hasCameraMoved && this.#culledRevision === this.#revision) return false;
    this.#culledRevision = this.#revision;
    marks.contacts.begin(this.#placed.size);
    marks.rings.begin(this.#placed.size);
    marks.alarms = 0;
    this.#visible = 0;
    let isChanged = false;
    for (const batch of this.#batches.values()) {
      this.#visible += batch.cull(view, marks);
      isChanged ||= batch.isChanged;
    }
    this.#visibleAlarms = marks.alarms;
    return isChanged;
  }

  /** Uploads changed texture rows; call before each frame. @returns number of uploads */
  flush(): number {
    this.#poses.flush();
    return this.#store.flush();
  }

  /** Call after the context was restored. */
  invalidate(): void {
    this.#store.invalidate();
    this.#poses.invalidate();
  }

  /** The nearest object on a ray: by boxes first, then by triangles at rest. */
  raycast(ray: Ray, maxDistance = Infinity): EquipmentHit | null {
    const { origin: o, direction: d } = ray;
    const hit = this.#tree.raycast(o.x, o.y, o.z, d.x, d.y, d.z, maxDistance, (index, best) => {
      const { batch } = this.#placed.get(this.#ids[index]!)!;
      _inverse.copy(this.#store.getMatrix(index, _matrix)).invert();
      return raycastModel(batch!.model, ray, _matrix, _inverse, best);
    });
    if (!hit) return null;
    return { id: this.#ids[hit.index]!, distance: hit.distance, point: ray.at(hit.distance, new Vector3()) };
  }

  /**
   * Objects whose centre a projection puts into a rectangle.
   * @param projection world → clip space
   * @param x0 … y1 in normalised device coordinates, −1 to 1, y up; the smaller of each pair first
   */
  within(projection: Matrix4, x0: number, y0: number, x1: number, y1: number): string[] {
    const m = projection.elements;
    const { boxes } = this.#tree;
    const found: string[] = [];
    for (const [id, { index }] of this.#placed) {
      if (index < 0) continue;
      const at = index * 6;
      const x = (boxes[at]! + boxes[at + 3]!) / 2;
      const y = (boxes[at + 1]! + boxes[at + 4]!) / 2;
      const z = (boxes[at + 2]! + boxes[at + 5]!) / 2;
      const w = m[3] * x + m[7] * y + m[11] * z + m[15];
      if (w <= 0) continue;
      const px = (m[0] * x + m[4] * y + m[8] * z + m[12]) / w;
      const py = (m[1] * x + m[5] * y + m[9] * z + m[13]) / w;
      if (px >= x0 && px <= x1 && py >= y0 && py <= y1) found.push(id);
    }
    return found;
  }

  dispose(): void {
    for (const batch of this.#batches.values()) batch.dispose();
    this.#batches.clear();
    this.#placed.clear();
    this.#materials.dispose();
    this.#store.dispose();
    this.#poses.dispose();
    this.group.removeFromParent();
  }

  /** The word of a CSS colour. Kinds have a handful of them, for thousands of devices. */
  #tintOf(color: string): number {
    let word = this.#tintWords.get(color);
    if (word === undefined) {
      word = TINTED | _color.set(color).getHex(LinearSRGBColorSpace);
      this.#tintWords.set(color, word);
    }
    return word;
  }

  #change(placed: Placed, set: number, clear: number): boolean {
    const state = (placed.state & ~clear) | set;
    if (state === placed.state) return false;
    placed.state = state;
    this.#revision++;
    if (placed.index >= 0) this.#store.setState(placed.index, StateWord.bits, state);
    return true;
  }

  #updateTransform(placed: Placed): void {
    this.#revision++;
    const { batch, index } = placed;
    if (!batch) return;
    const matrix = this.#current(placed, _matrix);
    this.#store.setTransform(index, matrix, batch.model.box, batch.sphere);
    const { min, max } = _box.copy(batch.model.box).applyMatrix4(matrix);
    this.#tree.set(index, min.x, min.y, min.z, max.x, max.y, max.z);
  }

  #current(placed: Placed, out: Matrix4): Matrix4 {
    return placed.moved ? out.copy(placed.moved) : this.worldMatrix(placed.record, out);
  }

  #dropPose(placed: Placed): void {
    if (placed.pose >= 0) this.#poses.release(placed.pose, placed.batch!.joints.texels);
    placed.pose = -1;
  }

  #leaveBatch(placed: Placed): void {
    const { batch, index, memberIndex } = placed;
    if (!batch) return;
    this.#revision++;
    this.#dropPose(placed);
    const moved = batch.remove(memberIndex);
    if (moved >= 0) this.#placed.get(this.#ids[moved]!)!.memberIndex = memberIndex;
    this.#tree.delete(index);
    this.#store.remove(index);
    this.#ids[index] = undefined;
    placed.batch = undefined;
    placed.index = -1;
    placed.memberIndex = -1;
    if (batch.count > 0) return;
    this.#batches.delete(batch.model);
    batch.dispose();
  }
}

function glowWord(glow: number | undefined): number {
  return glow === undefined ? 0 : 1 + Math.round(Math.min(1, Math.max(0, glow)) * GLOW_UNIT);
}

function setFrame(frame: Object3D, matrix: Matrix4): void {
  matrix.decompose(frame.position, frame.quaternion, frame.scale);
  frame.updateMatrix();
  frame.updateWorldMatrix(true, true);
}

/** The matrix of a transform. */
function composeTransform({ position, rotation, scale }: Transform, out: Matrix4): Matrix4 {
  _position.set(position.x, position.y, position.z);
  _euler.set(rotation.x, rotation.y, rotation.z);
  _scale.set(scale.x, scale.y, scale.z);
  return out.compose(_position, _quaternion.setFromEuler(_euler), _scale);
}
