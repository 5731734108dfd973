import { Ray } from 'three';
import { check, checkFinite, checkOneOf, checkVector } from '../core/check.ts';
import { checkObject, checkVectors } from '../core/check-fields.ts';
import { Disposer } from '../core/disposer.ts';
import type { Vec3 } from '../core/vec3.ts';
import { setTransforms } from '../document/commands/set-transform.ts';
import { transformOf, type Transform } from '../document/records.ts';
import type { ClickGuard } from './click-guard.ts';
import { findFloorAt } from './floor-finder.ts';
import { Gizmo, type TransformMode } from './gizmo.ts';
import { isKeyOfPage } from './key-owner.ts';
import { topmost } from './topmost.ts';
import { TransformGroup, type Transformable } from './transform-group.ts';
import type { Snapping } from './snapping.ts';
import type { ViewerContext } from '../context/viewer-context.ts';

/** Receives the events of one transform. */
export interface TransformListener {
  changed(session: TransformSession): void;
  ended(session: TransformSession, isKept: boolean): void;
}

/** Id and transform of one object. */
export interface ObjectTransform {
  /** Id of the object. */
  readonly id: string;
  /** Metres and radians, in the frame of its parent. */
  readonly transform: Transform;
}

/**
 * Moving, rotating and scaling of one or more objects until it is committed or cancelled; all drags and numbers in between
 * are one undo step. The document does not change before the commit.
 */
export class TransformSession {
  /** Ids of all transformed objects. */
  readonly ids: readonly string[];
  /** Transform of the handles at the start; {@link TransformSession.cancel} restores it. */
  readonly start: Transform;
  readonly #context: ViewerContext;
  readonly #listener: TransformListener;
  readonly #set: TransformGroup;
  readonly #snapping: Snapping;
  readonly #gizmo: Gizmo;
  readonly #ray = new Ray();
  readonly #disposer = new Disposer();
  #isActive = true;
  #isKept = false;
  #transform: Transform;

  /** @internal @throws FarmError `unknown-equipment`, or `invalid-argument` without ids. */
  constructor(
    context: ViewerContext,
    ids: readonly string[],
    mode: TransformMode,
    listener: TransformListener,
    tools: { readonly clicks: ClickGuard; readonly snapping: Snapping },
  ) {
    this.ids = topmost(context.document, ids);
    check(this.ids.length > 0, 'ids', ids);
    this.#context = context;
    this.#listener = listener;
    this.#snapping = tools.snapping;
    this.#set = new TransformGroup(context, this.ids);
    this.#disposer.add(() => this.#set.release());
    this.start = this.#set.transform;
    this.#transform = this.start;
    this.#gizmo = this.#disposer.own(
      new Gizmo(
        context,
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
      context.document.on('change', ({ diff, source }) => {
        // Reloaded, or removed by another user: nothing is left to save or restore.
        const isGone = (id: string) => !context.document.get(id) && !context.document.childScene(id);
        if (source === 'load' || ((diff.removed.length > 0 || diff.childScenes) && this.ids.some(isGone)))
          this.cancel();
      }),
    );
    const view = context.canvas.ownerDocument.defaultView ?? window;
    this.#disposer.listen(view, 'keydown', (event: KeyboardEvent) => this.#press(event), { capture: true });
  }

  /** The first of {@link ids}. */
  get id(): string {
    return this.ids[0]!;
  }

  /** false after commit or cancel, or if the object was removed. */
  get isActive(): boolean {
    return this.#isActive;
  }

  /** Whether a handle is being dragged. */
  get isDragging(): boolean {
    return this.#gizmo.isDragging;
  }

  /** Mode of the handles. `setMode` changes it. */
  get mode(): TransformMode {
    return this.#gizmo.mode;
  }

  /**
   * The present transform. For one object in the frame of its parent; for several that of the pivot at their centre, in the
   * world, rotated and scaled since the start (0 and 1 at first).
   */
  get transform(): Transform {
    return this.#transform;
  }

  /** The present transform of each object, in the frame of its parent. */
  get transforms(): readonly ObjectTransform[] {
    return this.#set.members.map(({ id, start, now }) => ({
      id,
      transform: this.#isActive || this.#isKept ? now : start,
    }));
  }

  /** Whether anything differs from the start. */
  get hasChanged(): boolean {
    return this.#set.hasChanged;
  }

  /** Changes the mode of the handles. Cancels a running drag. */
  setMode(mode: TransformMode): void {
    checkOneOf('mode', mode, ['translate', 'rotate', 'scale']);
    if (!this.#isActive) return;
    this.#gizmo.cancelDrag();
    this.#gizmo.mode = mode;
  }

  /**
   * Sets an exact transform, such as typed numbers. Parts left out keep their value. Several objects are scaled uniformly,
   * by the factor that changed.
   * @throws FarmError `invalid-argument` for a number that is not finite or a factor of 0.
   */
  set(transform: Partial<Transform>): void {
    checkObject('transform', transform);
    if (!this.#isActive) return;
    this.#gizmo.cancelDrag();
    const { position, rotation, scale } = transform;
    checkVectors({ position, rotation, scale });
    const next = transformOf({ ...this.#transform, ...transform });
    assertUsable(next);
    const factor = newFactor(this.#transform.scale, next.scale);
    this.#set.set(this.#set.isGroup ? { ...next, scale: { x: factor, y: factor, z: factor } } : next);
    this.#moved(false);
  }

  /** Moves, world metres. Cancels a running drag. */
  moveBy(by: Vec3): void {
    checkVector(by, 'by');
    this.#change((group) => group.moveBy(by));
  }

  /** Rotates about the vertical axis, radians, positive: counter-clockwise seen from above. Cancels a running drag. */
  rotateBy(angle: number): void {
    checkFinite({ angle });
    this.#change((group) => group.rotateBy(angle));
  }

  /** Multiplies the scale. Cancels a running drag. */
  scaleBy(factor: number): void {
    check(Number.isFinite(factor) && factor !== 0, 'factor', factor);
    this.#change((group) => group.scaleBy(factor));
  }

  /** Saves the present transforms as one undo step (none if nothing changed) and ends. A running drag is included. */
  commit(): void {
    if (!this.#isActive) return;
    // End first: the gizmo is removed, and the view draws the records from now on.
    this.#isActive = false;
    this.#isKept = true;
    this.#context.document.execute(
      setTransforms(this.transforms.map(({ id, transform }) => [id, transform] as const)),
    );
    this.#end();
    this.#listener.ended(this, true);
  }

  /** Restores the start and ends. No effect after it ended. */
  cancel(): void {
    if (!this.#isActive) return;
    this.#isActive = false;
    this.#transform = this.start;
    this.#end();
    this.#listener.ended(this, false);
  }

  /** Cancels the running drag; the session continues. Does nothing without a drag. */
  cancelDrag(): void {
    this.#gizmo.cancelDrag();
  }

  /** Escape cancels the running drag, or else the session. */
  #press(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (this.#gizmo.isDragging) this.#gizmo.cancelDrag();
    else if (isKeyOfPage(event)) return;
    else this.cancel();
    event.preventDefault();
    event.stopPropagation();
  }

  #change(act: (group: Transformable) => void): void {
    if (!this.#isActive) return;
    this.#gizmo.cancelDrag();
    act(this.#set);
    this.#moved(false);
  }

  /** Raising and rotating do not move the object to the floor. */
  #isOverFloor(axis: string): boolean {
    return this.#snapping.options.surface && this.mode === 'translate' && !axis.includes('Y');
  }

  /** The handle was moved. */
  #moved(isStanding: boolean): void {
    if (!this.#isActive) return;
    const floorAt = (x: number, z: number) => findFloorAt(this.#context, this.#ray, x, z)?.point.y ?? null;
    this.#set.follow(isStanding ? floorAt : null);
    this.#transform = this.#set.transform;
    this.#context.requestRender('transform');
    this.#listener.changed(this);
  }

  #end(): void {
    this.#disposer.dispose();
    this.#context.requestRender('transform');
  }
}

/** The one of three factors that was changed. */
function newFactor(before: Vec3, after: Vec3): number {
  return after.x !== before.x ? after.x : after.y !== before.y ? after.y : after.z;
}

function assertUsable({ position, rotation, scale }: Transform): void {
  checkVectors({ position, rotation, scale });
  for (const axis of ['x', 'y', 'z'] as const) check(scale[axis] !== 0, `scale.${axis}`, 0);
}
