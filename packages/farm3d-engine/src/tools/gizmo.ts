import { MathUtils, Vector2, Vector3, type Object3D } from 'three';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import { Disposer, type IDisposable } from '../core/disposer.ts';
import { CLICK_SLOP, type ClickGuard } from './click-guard.ts';
import { toNdc } from './pointer-ray.ts';
import { roundTo, type Snapping } from './snapping.ts';
import type { ViewerContext } from '../context/viewer-context.ts';

/** Mode of the handles: translate along, rotate about or scale along the axes. */
export type TransformMode = 'translate' | 'rotate' | 'scale';

/** Limits of scaling by a drag. An object of size 0 could not be selected again. */
const MIN_SCALE = 0.01;
const MAX_SCALE = 100;
/** Uniform scaling: pixels to the right or up that double the size. */
const DOUBLING_PIXELS = 120;
/** Maximum movement of one drag, metres: a handle seen along its axis would move objects to the horizon. */
const MAX_REACH = 500;
/** Axis colours that stand out from soil and film; yellow marks the dragged handle. */
const AXIS_COLOURS = [0xe5484d, 0x46a758, 0x3e8fdb, 0xffd54a] as const;
/** Size factor of handles for touch. */
const TOUCH_SIZE = 1.35;
const MOUSE_SIZE = 0.95;

export interface GizmoListener {
  /** The object was dragged. @param axis letters of the handle: X, Y, Z or several */
  dragged(isSnapped: boolean, axis: string): void;
  /** `isKept` is false if the drag was cancelled and the object is back at its start. */
  dragEnded(isKept: boolean): void;
}

export interface GizmoOptions {
  readonly clicks: ClickGuard;
  readonly snapping: Snapping;
  /** Whether every axis is scaled by the same factor. */
  readonly isUniform: boolean;
}

/** A press on a handle. */
interface Drag {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  readonly scale: Vector3;
  readonly end: Disposer;
  hasMoved: boolean;
}

const _ndc = new Vector2();
const _position = new Vector3();
const _scale = new Vector3();
const _world = new Vector3();

/**
 * three's TransformControls with our own pointer handling. Its own listeners ignore `pointercancel` and
 * `lostpointercapture` (a lost touch keeps dragging), and on touch they start with the plane of the axis that was hovered
 * before; so it is not connected to the DOM, and its methods are called for each event.
 */
export class Gizmo implements IDisposable {
  readonly #context: ViewerContext;
  readonly #object: Object3D;
  readonly #listener: GizmoListener;
  readonly #options: GizmoOptions;
  readonly #controls: TransformControls;
  readonly #disposer = new Disposer();
  #drag: Drag | undefined;

  constructor(context: ViewerContext, object: Object3D, listener: GizmoListener, options: GizmoOptions) {
    this.#context = context;
    this.#object = object;
    this.#listener = listener;
    this.#options = options;
    this.#controls = this.#createControls();
    const { canvas } = context;
    const first = { capture: true };
    this.#disposer.listen(canvas, 'pointerdown', (event: PointerEvent) => this.#press(event), first);
    this.#disposer.listen(canvas, 'pointermove', (event: PointerEvent) => this.#move(event), first);
    this.#disposer.listen(canvas, 'pointerup', (event: PointerEvent) => this.#release(event), first);
    for (const type of ['pointercancel', 'lostpointercapture'] as const) {
      this.#disposer.listen(
        canvas,
        type,
        (event: PointerEvent) => event.pointerId === this.#drag?.pointerId && this.cancelDrag(),
        first,
      );
    }
    this.#disposer.listen(canvas, 'pointerleave', () => this.#hover(null), first);
  }

  get mode(): TransformMode {
    return this.#controls.mode;
  }

  set mode(mode: TransformMode) {
    this.#controls.setMode(mode);
    // Rotation and scale use the object's axes; translation uses the world's, like the floor.
    this.#controls.setSpace(mode === 'translate' ? 'world' : 'local');
    this.#context.requestRender('gizmo');
  }

  get isDragging(): boolean {
    return this.#drag !== undefined;
  }

  /** Cancels the drag: the object returns to the start of the drag. Does nothing without a drag. */
  cancelDrag(): void {
    const drag = this.#drag;
    if (!drag) return;
    this.#controls.reset();
    this.#endDrag(drag, false);
  }

  dispose(): void {
    this.cancelDrag();
    this.#disposer.dispose();
  }

  #createControls(): TransformControls {
    const controls = new TransformControls(this.#context.camera);
    controls.attach(this.#object);
    controls.setColors(...AXIS_COLOURS);
    controls.setSize(MOUSE_SIZE);
    // Free rotation about the view axis is easy to start by accident and hard to revert by hand.
    controls.showE = false;
    controls.showXYZE = false;
    const helper = controls.getHelper();
    helper.userData['isTool'] = true;
    this.#context.scene.add(helper);
    this.#disposer.add(() => {
      controls.detach();
      helper.removeFromParent();
      helper.dispose();
      this.#context.canvas.style.cursor = '';
      this.#context.requestRender('gizmo');
    });
    return controls;
  }

  #press(event: PointerEvent): void {
    if (this.#drag) {
      // Other fingers and buttons are ignored during a drag.
      event.stopImmediatePropagation();
      return;
    }
    if (event.button !== 0 || !event.isPrimary) return;
    this.#controls.setSize(event.pointerType === 'touch' ? TOUCH_SIZE : MOUSE_SIZE);
    this.#hover(event);
    if (this.#controls.axis === null) return;
    event.stopImmediatePropagation();
    // Updates the drag plane for this axis; else it is that of the previous one.
    this.#update();
    const { canvas } = this.#context;
    const { pointerId, clientX: x, clientY: y } = event;
    // First: it throws if the press has ended meanwhile.
    canvas.setPointerCapture(pointerId);
    const end = new Disposer();
    end.add(() => canvas.hasPointerCapture(pointerId) && canvas.releasePointerCapture(pointerId));
    end.add(this.#context.holdCamera());
    this.#drag = { pointerId, x, y, scale: this.#object.scale.clone(), end, hasMoved: false };
    this.#controls.pointerDown(this.#at(event, 0));
    canvas.style.cursor = 'grabbing';
    this.#context.requestRender('gizmo');
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag) {
      if (event.buttons !== 0) return;
      this.#hover(event);
      // Over a handle, objects behind it are not hovered.
      if (this.#controls.axis !== null) event.preventDefault();
      return;
    }
    event.stopImmediatePropagation();
    if (event.pointerId !== drag.pointerId) return;
    drag.hasMoved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= CLICK_SLOP;
    // Below the click distance nothing moves.
    if (!drag.hasMoved) return;
    const axis = this.#controls.axis ?? '';
    const isSnapped = this.#snap(event);
    if (axis === 'XYZ' && this.mode === 'scale') this.#scaleAll(drag, event);
    else this.#dragTo(event);
    if (this.mode === 'scale') this.#finishScale(drag, axis, isSnapped);
    this.#listener.dragged(isSnapped, axis);
    this.#context.requestRender('gizmo');
  }

  #dragTo(event: PointerEvent): void {
    const object = this.#object;
    _position.copy(object.position);
    _scale.copy(object.scale);
    this.#update();
    this.#controls.pointerMove(this.#at(event, -1));
    const distance = object.getWorldPosition(_world).distanceTo(this.#context.camera.position);
    const isInReach = [...object.position, ...object.scale].every(Number.isFinite) && distance < MAX_REACH;
    if (isInReach) return;
    object.position.copy(_position);
    object.scale.copy(_scale);
  }

  /** By the pointer's movement on the screen: three divides by its distance from the centre, which is near 0 at first. */
  #scaleAll({ x, y, scale }: Drag, event: PointerEvent): void {
    const pixels = event.clientX - x + (y - event.clientY);
    this.#object.scale.copy(scale).multiplyScalar(2 ** (pixels / DOUBLING_PIXELS));
  }

  /** @returns whether this step of the drag is snapped */
  #snap(event: PointerEvent): boolean {
    const { options } = this.#options.snapping;
    const isOn = this.#options.snapping.isOnFor(event);
    this.#controls.setTranslationSnap(isOn ? options.grid : null);
    this.#controls.setRotationSnap(isOn ? options.angle : null);
    return isOn;
  }

  /** Snaps the scale, makes it uniform if requested, and keeps it above the minimum. */
  #finishScale({ scale }: Drag, axis: string, isSnapped: boolean): void {
    const { snapping, isUniform } = this.#options;
    const step = snapping.options.scale;
    if (isSnapped) {
      for (const each of ['x', 'y', 'z'] as const) {
        if (!axis.includes(each.toUpperCase())) continue;
        const size = roundTo(Math.abs(this.#object.scale[each]), step);
        this.#object.scale[each] = Math.sign(scale[each]) * Math.max(step, size);
      }
    }
    if (isUniform) {
      const dragged = (['x', 'y', 'z'] as const).find((each) => axis.includes(each.toUpperCase())) ?? 'x';
      this.#object.scale.setScalar(this.#object.scale[dragged]);
    }
    for (const axis of ['x', 'y', 'z'] as const) {
      const sign = Math.sign(scale[axis]);
      this.#object.scale[axis] =
        sign * MathUtils.clamp(this.#object.scale[axis] * sign, MIN_SCALE, MAX_SCALE);
    }
  }

  #release(event: PointerEvent): void {
    const drag = this.#drag;
    if (event.pointerId !== drag?.pointerId) return;
    event.stopImmediatePropagation();
    this.#endDrag(drag, true);
  }

  #endDrag(drag: Drag, isKept: boolean): void {
    this.#drag = undefined;
    // Also without a movement: the click was on the handle, not on the object behind it.
    this.#options.clicks.arm();
    this.#controls.pointerUp(null);
    drag.end.dispose();
    this.#context.canvas.style.cursor = '';
    this.#listener.dragEnded(isKept && drag.hasMoved);
    this.#context.requestRender('gizmo');
  }

  #hover(event: PointerEvent | null): void {
    if (this.#drag) return;
    const before = this.#controls.axis;
    if (event) {
      this.#update();
      this.#controls.pointerHover(this.#at(event, -1));
    } else this.#controls.axis = null;
    if (this.#controls.axis === before) return;
    this.#context.canvas.style.cursor = this.#controls.axis === null ? '' : 'grab';
    this.#context.requestRender('gizmo');
  }

  /** Updates camera, object and handles; the last frame may be older than this event. */
  #update(): void {
    this.#context.camera.updateMatrixWorld();
    this.#object.updateWorldMatrix(true, false);
    this.#controls.getHelper().updateMatrixWorld(true);
  }

  #at({ clientX, clientY }: PointerEvent, button: number): PointerEvent {
    const { x, y } = toNdc(this.#context.canvas, clientX, clientY, _ndc);
    return { x, y, button } as PointerEvent;
  }
}
