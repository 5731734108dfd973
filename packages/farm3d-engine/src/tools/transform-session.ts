import { Ray } from 'three';
import { Disposer } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import type { Vec3 } from '../core/vec3.ts';
import { setTransforms } from '../document/commands/set-transform.ts';
import { transformOf, type Transform } from '../document/records.ts';
import type { ClickGuard } from './click-guard.ts';
import { findFloorAt } from './floor-finder.ts';
import { Gizmo, type TransformMode } from './gizmo.ts';
import { isKeyOfPage } from './key-owner.ts';
import { TransformGroup, type Transformable } from './transform-group.ts';
import type { Snapping } from './snapping.ts';
import type { ToolHost } from './tool-host.ts';

/** Tells what happens to one transform. */
export interface TransformListener {
  changed(session: TransformSession): void;
  ended(session: TransformSession, isKept: boolean): void;
}

/** A transform of one thing, as it is told. */
export interface ObjectTransform {
  /** Of the placed thing. */
  readonly id: string;
  /** Metres and radians, in the frame that the thing lives in. */
  readonly transform: Transform;
}

/**
 * Moving, turning and scaling one thing or several together until it is committed or cancelled; any number of drags and
 * exact numbers in between are one undo step. The document does not change before the commit.
 */
export class TransformSession {
  /** Everything that is transformed. */
  readonly ids: readonly string[];
  /** Where the handles stood at the beginning; {@link TransformSession.cancel} goes back to it. */
  readonly start: Transform;
  readonly #host: ToolHost;
  readonly #listener: TransformListener;
  readonly #set: TransformGroup;
  readonly #snapping: Snapping;
  readonly #gizmo: Gizmo;
  readonly #ray = new Ray();
  readonly #disposer = new Disposer();
  #isActive = true;
  #isKept = false;
  #transform: Transform;

  /** @internal @throws FarmError `unknown-equipment`, or `invalid-argument` without anything to transform. */
  constructor(
    host: ToolHost,
    ids: readonly string[],
    mode: TransformMode,
    listener: TransformListener,
    tools: { readonly clicks: ClickGuard; readonly snapping: Snapping },
  ) {
    this.ids = topmost(host, ids);
    if (this.ids.length === 0) throw new FarmError('invalid-argument', { reason: 'ids' });
    this.#host = host;
    this.#listener = listener;
    this.#snapping = tools.snapping;
    this.#set = new TransformGroup(host, this.ids);
    this.#disposer.add(() => this.#set.release());
    this.start = this.#set.transform;
    this.#transform = this.start;
    this.#gizmo = this.#disposer.own(
      new Gizmo(
        host,
        this.#set.handle,
        {
          dragged: (isSnapped, axis) => this.#moved(isSnapped && this.#isOverFloor(axis)),
          dragEnded: (isKept) => {
            if (!isKept) this.#moved(false);
          },
        },
        { ...tools, isUniform: this.#set.isGroup },
      ),
    );
    this.#gizmo.mode = mode;
    this.#disposer.add(
      host.document.on('change', ({ diff, source }) => {
        // Loaded anew or removed by somebody else: there is nothing left to save or restore.
        const isGone = (id: string) => !host.document.get(id) && !host.document.childScene(id);
        if (source === 'load' || ((diff.removed.length > 0 || diff.childScenes) && this.ids.some(isGone)))
          this.cancel();
      }),
    );
    const view = host.canvas.ownerDocument.defaultView ?? window;
    this.#disposer.listen(view, 'keydown', (event: KeyboardEvent) => this.#press(event), { capture: true });
  }

  /** The first of {@link ids}. */
  get id(): string {
    return this.ids[0]!;
  }

  /** false once it was committed or cancelled, or the thing is gone. */
  get isActive(): boolean {
    return this.#isActive;
  }

  /** Whether a handle is held by the pointer now. */
  get isDragging(): boolean {
    return this.#gizmo.isDragging;
  }

  /** What the handles do now. `setMode` changes it. */
  get mode(): TransformMode {
    return this.#gizmo.mode;
  }

  /**
   * As it is shown now. Of one thing: in the frame of its parent. Of several: the pivot in their middle, in the world,
   * turned and scaled since the beginning (at first by 0 and by 1).
   */
  get transform(): Transform {
    return this.#transform;
  }

  /** Each thing as it is shown now, in the frame of its parent. */
  get transforms(): readonly ObjectTransform[] {
    return this.#set.members.map(({ id, start, now }) => ({
      id,
      transform: this.#isActive || this.#isKept ? now : start,
    }));
  }

  /** Whether anything is shown elsewhere than where it began. */
  get hasChanged(): boolean {
    return this.#set.hasChanged;
  }

  /** Changes what the handles do. A drag in progress is cancelled. */
  setMode(mode: TransformMode): void {
    if (!this.#isActive) return;
    this.#gizmo.cancelDrag();
    this.#gizmo.mode = mode;
  }

  /**
   * Shows exactly this transform, such as numbers that were typed. Parts left out keep their value. Several things are
   * scaled the same along every axis: by the factor that is new.
   * @throws FarmError `invalid-argument` for a number that is not finite or a factor of 0.
   */
  set(transform: Partial<Transform>): void {
    if (!this.#isActive) return;
    this.#gizmo.cancelDrag();
    const next = transformOf({ ...this.#transform, ...transform });
    assertUsable(next);
    const factor = newFactor(this.#transform.scale, next.scale);
    this.#set.set(this.#set.isGroup ? { ...next, scale: { x: factor, y: factor, z: factor } } : next);
    this.#moved(false);
  }

  /** Moves from where it is shown, world metres. A drag in progress is cancelled. */
  moveBy(by: Vec3): void {
    this.#change((things) => things.moveBy(by));
  }

  /** Turns about the vertical, radians, positive to the left. A drag in progress is cancelled. */
  rotateBy(angle: number): void {
    this.#change((things) => things.rotateBy(angle));
  }

  /** Scales from the size that is shown. A drag in progress is cancelled. */
  scaleBy(factor: number): void {
    this.#change((things) => things.scaleBy(factor));
  }

  /** Saves what is shown as one undo step (none when nothing changed) and ends. A drag in progress counts. */
  commit(): void {
    if (!this.#isActive) return;
    // The session ends first: the gizmo lets go, and the view draws the records from here on.
    this.#isActive = false;
    this.#isKept = true;
    this.#host.document.execute(
      setTransforms(this.transforms.map(({ id, transform }) => [id, transform] as const)),
    );
    this.#end();
    this.#listener.ended(this, true);
  }

  /** Goes back to where it began and ends. Harmless when it has ended. */
  cancel(): void {
    if (!this.#isActive) return;
    this.#isActive = false;
    this.#transform = this.start;
    this.#end();
    this.#listener.ended(this, false);
  }

  /** Takes back the drag in progress; the session goes on. Does nothing when nothing is dragged. */
  cancelDrag(): void {
    this.#gizmo.cancelDrag();
  }

  /** Esc takes back the drag in progress, and without one the whole session. */
  #press(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (this.#gizmo.isDragging) this.#gizmo.cancelDrag();
    else if (isKeyOfPage(event)) return;
    else this.cancel();
    event.preventDefault();
    event.stopPropagation();
  }

  #change(act: (things: Transformable) => void): void {
    if (!this.#isActive) return;
    this.#gizmo.cancelDrag();
    act(this.#set);
    this.#moved(false);
  }

  /** Raising and turning a thing is meant as it is done. */
  #isOverFloor(axis: string): boolean {
    return this.#snapping.options.surface && this.mode === 'translate' && !axis.includes('Y');
  }

  /** The handle has another transform now. */
  #moved(isStanding: boolean): void {
    if (!this.#isActive) return;
    const floorAt = (x: number, z: number) => findFloorAt(this.#host, this.#ray, x, z)?.point.y ?? null;
    this.#set.follow(isStanding ? floorAt : null);
    this.#transform = this.#set.transform;
    this.#host.requestRender('transform');
    this.#listener.changed(this);
  }

  #end(): void {
    this.#disposer.dispose();
    this.#host.requestRender('transform');
  }
}

/** Without what is carried anyway, because its child scene is among them. */
function topmost(host: ToolHost, ids: readonly string[]): readonly string[] {
  const all = new Set(ids);
  return [...all].filter((id) => {
    const parentId = host.document.get(id)?.parentId ?? null;
    return parentId === null || !all.has(parentId);
  });
}

/** Of three factors the one that was changed. */
function newFactor(before: Vec3, after: Vec3): number {
  return after.x !== before.x ? after.x : after.y !== before.y ? after.y : after.z;
}

function assertUsable({ position, rotation, scale }: Transform): void {
  const values = [position, rotation, scale].flatMap(({ x, y, z }) => [x, y, z]);
  if (!values.every(Number.isFinite)) throw new FarmError('invalid-argument', { reason: 'transform' });
  if (scale.x === 0 || scale.y === 0 || scale.z === 0)
    throw new FarmError('invalid-argument', { reason: 'scale 0' });
}
