import { Vector2, Vector3, type Object3D } from 'three';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import { Disposer, type IDisposable } from '../core/disposer.ts';
import { CLICK_SLOP, type ClickGuard } from './click-guard.ts';
import { toNdc } from './pointer-ray.ts';
import { roundTo, type Snapping } from './snapping.ts';
import type { ToolHost } from './tool-host.ts';

/** What the handles do: move along, turn about or scale along the axes. */
export type TransformMode = 'translate' | 'rotate' | 'scale';

/** Factors that dragging gives. A thing of size 0 could not be grabbed again. */
const MIN_SCALE = 0.01;
const MAX_SCALE = 100;
/** Scaling all axes at once: pixels to the right or up that double the size. */
const DOUBLING_PIXELS = 120;
/** Farthest that one drag carries, metres: a handle seen along its axis throws things towards the horizon. */
const MAX_REACH = 500;
/** Axis colours that stand out on soil and on film; yellow marks what is held. */
const AXIS_COLOURS = [0xe5484d, 0x46a758, 0x3e8fdb, 0xffd54a] as const;
/** A finger is coarser than a mouse: factor on the handles' size. */
const TOUCH_SIZE = 1.35;
const MOUSE_SIZE = 0.95;

export interface GizmoListener {
  /** The object has another transform now. @param axis letters of the handle: X, Y, Z or several */
  dragged(isSnapped: boolean, axis: string): void;
  /** `isKept` is false when the drag was cancelled and the object is back where the drag began. */
  dragEnded(isKept: boolean): void;
}

export interface GizmoOptions {
  readonly clicks: ClickGuard;
  readonly snapping: Snapping;
  /** Whether every axis is scaled the same, whichever is dragged. */
  readonly isUniform: boolean;
}

/** The press that drags. */
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
 * three's TransformControls with a pointer of our own. Its own listeners know neither `pointercancel` nor
 * `lostpointercapture` (a lost touch leaves it dragging for ever), and on touch they begin with the plane of the axis
 * that was hovered before; so it is never connected to the DOM but told each step.
 */
export class Gizmo implements IDisposable {
  readonly #host: ToolHost;
  readonly #object: Object3D;
  readonly #listener: GizmoListener;
  readonly #options: GizmoOptions;
  readonly #controls: TransformControls;
  readonly #disposer = new Disposer();
  #drag: Drag | undefined;

  constructor(host: ToolHost, object: Object3D, listener: GizmoListener, options: GizmoOptions) {
    this.#host = host;
    this.#object = object;
    this.#listener = listener;
    this.#options = options;
    this.#controls = this.#createControls();
    const { canvas } = host;
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
    // Turning and scaling follow the thing's own axes; moving follows the world's, which the floor has too.
    this.#controls.setSpace(mode === 'translate' ? 'world' : 'local');
    this.#host.requestRender('gizmo');
  }

  get isDragging(): boolean {
    return this.#drag !== undefined;
  }

  /** Puts the object back to where this drag began and lets the pointer go. Does nothing when nothing is dragged. */
  cancelDrag(): void {
    if (!this.#drag) return;
    this.#controls.reset();
    this.#endDrag(false);
  }

  dispose(): void {
    this.cancelDrag();
    this.#disposer.dispose();
  }

  #createControls(): TransformControls {
    const controls = new TransformControls(this.#host.camera);
    controls.attach(this.#object);
    controls.setColors(...AXIS_COLOURS);
    controls.setSize(MOUSE_SIZE);
    // Free rotation about the eye is easy to hit and hard to take back by hand; three rings say what turns.
    controls.showE = false;
    controls.showXYZE = false;
    const helper = controls.getHelper();
    helper.userData['isTool'] = true;
    this.#host.scene.add(helper);
    this.#disposer.add(() => {
      controls.detach();
      helper.removeFromParent();
      helper.dispose();
      this.#host.canvas.style.cursor = '';
      this.#host.requestRender('gizmo');
    });
    return controls;
  }

  #press(event: PointerEvent): void {
    if (this.#drag) {
      // A second finger or button belongs to nobody while something is held.
      event.stopImmediatePropagation();
      return;
    }
    if (event.button !== 0 || !event.isPrimary) return;
    this.#controls.setSize(event.pointerType === 'touch' ? TOUCH_SIZE : MOUSE_SIZE);
    this.#hover(event);
    if (this.#controls.axis === null) return;
    event.stopImmediatePropagation();
    // The plane that is dragged along follows the axis only here; else it is the one of the axis before.
    this.#update();
    const { canvas } = this.#host;
    const { pointerId, clientX: x, clientY: y } = event;
    // Before anything is held: it throws when the press has ended meanwhile.
    canvas.setPointerCapture(pointerId);
    const end = new Disposer();
    end.add(() => canvas.hasPointerCapture(pointerId) && canvas.releasePointerCapture(pointerId));
    end.add(this.#host.holdCamera());
    this.#drag = { pointerId, x, y, scale: this.#object.scale.clone(), end, hasMoved: false };
    this.#controls.pointerDown(this.#at(event, 0));
    canvas.style.cursor = 'grabbing';
    this.#host.requestRender('gizmo');
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag) {
      if (event.buttons !== 0) return;
      this.#hover(event);
      // Over a handle what stands behind it is not meant.
      if (this.#controls.axis !== null) event.preventDefault();
      return;
    }
    event.stopImmediatePropagation();
    if (event.pointerId !== drag.pointerId) return;
    drag.hasMoved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= CLICK_SLOP;
    // Below the slop it is still a click: a hand that trembles must not move what it only meant to touch.
    if (!drag.hasMoved) return;
    const axis = this.#controls.axis ?? '';
    const isSnapped = this.#snap(event);
    if (axis === 'XYZ' && this.mode === 'scale') this.#scaleAll(drag, event);
    else this.#dragTo(event);
    if (this.mode === 'scale') this.#finishScale(drag, axis, isSnapped);
    this.#listener.dragged(isSnapped, axis);
    this.#host.requestRender('gizmo');
  }

  #dragTo(event: PointerEvent): void {
    const object = this.#object;
    _position.copy(object.position);
    _scale.copy(object.scale);
    this.#update();
    this.#controls.pointerMove(this.#at(event, -1));
    const reach = object.getWorldPosition(_world).distanceTo(this.#host.camera.position);
    const isSane = [...object.position, ...object.scale].every(Number.isFinite) && reach < MAX_REACH;
    if (isSane) return;
    object.position.copy(_position);
    object.scale.copy(_scale);
  }

  /** By the pointer's way on the screen: three divides by its distance from the centre, which begins near 0. */
  #scaleAll({ x, y, scale }: Drag, event: PointerEvent): void {
    const pixels = event.clientX - x + (y - event.clientY);
    this.#object.scale.copy(scale).multiplyScalar(2 ** (pixels / DOUBLING_PIXELS));
  }

  /** @returns whether this step of the drag is drawn to round places. */
  #snap(event: PointerEvent): boolean {
    const { options } = this.#options.snapping;
    const isOn = this.#options.snapping.isOnFor(event);
    this.#controls.setTranslationSnap(isOn ? options.grid : null);
    this.#controls.setRotationSnap(isOn ? options.angle : null);
    return isOn;
  }

  /** In round steps, the same along every axis where that is asked for, neither vanishing nor turning inside out. */
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
      const size = this.#object.scale[axis] * sign;
      if (size < MIN_SCALE || size > MAX_SCALE) {
        this.#object.scale[axis] = sign * Math.min(Math.max(size, MIN_SCALE), MAX_SCALE);
      }
    }
  }

  #release(event: PointerEvent): void {
    if (event.pointerId !== this.#drag?.pointerId) return;
    event.stopImmediatePropagation();
    this.#endDrag(true);
  }

  #endDrag(isKept: boolean): void {
    const drag = this.#drag;
    if (!drag) return;
    this.#drag = undefined;
    // Also when it did not move: the click was for the handle, not for what stands behind it.
    this.#options.clicks.arm();
    this.#controls.pointerUp(release);
    this.#controls.axis = null;
    drag.end.dispose();
    this.#host.canvas.style.cursor = '';
    this.#listener.dragEnded(isKept && drag.hasMoved);
    this.#host.requestRender('gizmo');
  }

  #hover(event: PointerEvent | null): void {
    if (this.#drag) return;
    const before = this.#controls.axis;
    if (event) {
      this.#update();
      this.#controls.pointerHover(this.#at(event, -1));
    } else this.#controls.axis = null;
    if (this.#controls.axis === before) return;
    this.#host.canvas.style.cursor = this.#controls.axis === null ? '' : 'grab';
    this.#host.requestRender('gizmo');
  }

  /** Brings camera, object and handles up to date; the last frame may be older than this event. */
  #update(): void {
    this.#host.camera.updateMatrixWorld();
    this.#object.updateWorldMatrix(true, false);
    this.#controls.getHelper().updateMatrixWorld(true);
  }

  #at({ clientX, clientY }: PointerEvent, button: number): PointerEvent {
    const { x, y } = toNdc(this.#host.canvas, clientX, clientY, _ndc);
    return { x, y, button } as PointerEvent;
  }
}

/** What TransformControls reads of a pointer that is let go. */
const release = { x: 0, y: 0, button: 0 } as PointerEvent;
