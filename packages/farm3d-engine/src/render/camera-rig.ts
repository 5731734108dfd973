import CameraControls from 'camera-controls';
import {
  Box3,
  Euler,
  Matrix4,
  PerspectiveCamera,
  Quaternion,
  Raycaster,
  Sphere,
  Spherical,
  Vector2,
  Vector3,
  Vector4,
} from 'three';
import { check, checkCamera, checkFinite, checkVector } from '../core/check.ts';
import { Disposer, type IDisposable } from '../core/disposer.ts';
import { TypedEmitter } from '../core/emitter.ts';
import type { Padding } from '../core/padding.ts';
import type { CameraState } from '../document/records.ts';
import { firstView } from './first-view.ts';
import type { TweenAdapter, TweenHandle } from './tween.ts';

/** Spec §9: "field of view 75", degrees. */
export const FIELD_OF_VIEW_DEGREES = 75;
/** Spec §9: "far plane 60000", metres. */
const FAR_PLANE = 60_000;
/** Spec §9: "camera distance 5 to 120", metres. */
const MIN_DISTANCE = 5;
const MAX_DISTANCE = 120;
/** Spec §9: "polar angle about pi/2.2", radians. */
const MAX_POLAR_ANGLE = Math.PI / 2.2;
/** Spec §9: "camera restore 1 s". */
const RESTORE_MS = 1_000;
/** Duration of the dolly into a new scene, milliseconds. */
export const ARRIVE_MS = 1_200;

/** Limits of the camera; the defaults are those of a scene. */
export interface CameraRigLimits {
  /** Nearest distance, metres. Default 5. */
  readonly minDistance?: number;
  /** Farthest distance, metres. Default 120. */
  readonly maxDistance?: number;
  /** Greatest angle from the vertical, radians. Default π/2.2. */
  readonly maxPolarAngle?: number;
  /** Near plane, metres. Default: by the distance, see {@link nearPlaneFor}. */
  readonly nearPlane?: number;
  /**
   * true: controls of a map: the left button pans over the ground, the right one rotates, and the wheel zooms to the
   * pointer.
   */
  readonly isMap?: boolean;
}

/** The near plane is at this share of the camera's distance, and never farther than this, metres. */
const NEAR_SHARE = 0.06;
const FARTHEST_NEAR = 2;

/**
 * Near plane for a distance to the target, metres. A depth buffer of 24 bits separates two surfaces at z² /
 * (near · 2²⁴): with 0.1 m, 5.4 cm at 300 m, which makes flat surfaces on the ground flicker; with 0.3 m, 1.8
 * cm: at the least distance of 5 m that a scene has, it is 0.3 m.
 */
function nearPlaneFor(distance: number, minDistance: number): number {
  return clamp(distance * NEAR_SHARE, minDistance * NEAR_SHARE, FARTHEST_NEAR);
}

/** What moved the camera. */
export type CameraSource = 'user' | 'api' | 'tween';

/** Events of a {@link CameraRig}. */
export interface CameraRigEvents {
  /** The camera moved. */
  changed: { readonly source: CameraSource };
  /** The camera starts to move: frames are needed. */
  wake: Record<string, never>;
}

/** A flight under way. */
interface Flight {
  handle?: TweenHandle;
  readonly finish: () => void;
}

CameraControls.install({
  THREE: { Vector2, Vector3, Vector4, Quaternion, Matrix4, Spherical, Box3, Sphere, Raycaster },
});

const _position = new Vector3();
const _target = new Vector3();
const _euler = new Euler();

/** The camera and its controls, within the specification's limits; moved by the user, by calls and by tweens. */
export class CameraRig extends TypedEmitter<CameraRigEvents> implements IDisposable {
  /** The three camera. Read only: the next frame overwrites it. */
  readonly three: PerspectiveCamera;
  readonly #canvas: HTMLElement;
  readonly #controls: CameraControls;
  readonly #disposer = new Disposer();
  readonly #tween: TweenAdapter;
  readonly #reducedMotion: () => boolean;
  #running: Flight | undefined;
  #home: CameraState | null = null;
  readonly #nearPlane: number | undefined;
  readonly #minDistance: number;
  readonly #maxDistance: number;
  #isUserActive = false;
  #enabled = true;
  readonly #holds = new Set<object>();

  constructor(
    canvas: HTMLElement,
    tween: TweenAdapter,
    reducedMotion: () => boolean,
    limits: CameraRigLimits = {},
  ) {
    super({ changed: true, wake: true });
    this.#canvas = canvas;
    this.#tween = tween;
    this.#reducedMotion = reducedMotion;
    this.#nearPlane = limits.nearPlane;
    this.#minDistance = limits.minDistance ?? MIN_DISTANCE;
    this.#maxDistance = Math.max(limits.maxDistance ?? MAX_DISTANCE, this.#minDistance);
    const near = limits.nearPlane ?? nearPlaneFor(this.#minDistance, this.#minDistance);
    this.three = new PerspectiveCamera(FIELD_OF_VIEW_DEGREES, 1, near, FAR_PLANE);
    this.three.position.set(18, 9, 20);
    const controls = new CameraControls(this.three, canvas);
    controls.minDistance = this.#minDistance;
    controls.maxDistance = this.#maxDistance;
    controls.maxPolarAngle = limits.maxPolarAngle ?? MAX_POLAR_ANGLE;
    controls.smoothTime = 0.18;
    controls.draggingSmoothTime = 0.06;
    controls.dollySpeed = 0.7;
    if (limits.isMap) {
      controls.mouseButtons.left = CameraControls.ACTION.SCREEN_PAN;
      controls.mouseButtons.right = CameraControls.ACTION.ROTATE;
      controls.touches.one = CameraControls.ACTION.TOUCH_SCREEN_PAN;
      controls.touches.two = CameraControls.ACTION.TOUCH_DOLLY_ROTATE;
      controls.dollyToCursor = true;
    }
    // A drag ends without a rest event: update() requests frames as long as the controls move.
    this.#controls = controls;
    const start = () => {
      this.#isUserActive = true;
      this.#stopTween();
      this.emit('wake', {});
    };
    const move = () => this.emit('wake', {});
    const end = () => {
      this.#isUserActive = false;
      this.emit('wake', {});
    };
    controls.addEventListener('controlstart', start);
    controls.addEventListener('control', move);
    controls.addEventListener('controlend', end);
    controls.addEventListener('transitionstart', move);
    this.#disposer.add(() => {
      controls.removeAllEventListeners();
      controls.dispose();
    });
  }

  /** Whether the camera follows the pointer. Default true. */
  get enabled(): boolean {
    return this.#enabled;
  }

  /** @throws FarmError `invalid-argument` */
  set enabled(enabled: boolean) {
    check(typeof enabled === 'boolean', 'enabled', enabled);
    this.#enabled = enabled;
    this.#applyEnabled();
  }

  /**
   * Freezes the camera: no input, no tween, no damping. Calls are counted.
   * @returns a function that releases it (a second call has no effect).
   */
  hold(): () => void {
    const hold = {};
    this.#holds.add(hold);
    this.#stopTween();
    this.#applyEnabled();
    // Not stop(): that jumps to the end of the damped motion.
    this.#set(this.state());
    this.#controls.update(0);
    return () => {
      this.#holds.delete(hold);
      this.#applyEnabled();
    };
  }

  /** Whether the camera is frozen by {@link CameraRig.hold}. */
  get isHeld(): boolean {
    return this.#holds.size > 0;
  }

  /** Present position and target. `rotation` is Euler XYZ, radians. */
  state(): CameraState {
    this.#controls.getPosition(_position, false);
    this.#controls.getTarget(_target, false);
    _euler.setFromQuaternion(this.three.quaternion, 'XYZ');
    return {
      position: { x: _position.x, y: _position.y, z: _position.z },
      target: { x: _target.x, y: _target.y, z: _target.z },
      rotation: { x: _euler.x, y: _euler.y, z: _euler.z },
    };
  }

  /** The view that {@link CameraRig.restore} returns to: the saved one, or the computed one. */
  get home(): CameraState | null {
    return this.#home;
  }

  set home(state: CameraState | null) {
    if (state !== null) checkCamera(state);
    this.#home = state;
  }

  /** Moves the camera at once. @throws FarmError `invalid-argument` */
  jump(state: CameraState): void {
    checkCamera(state);
    this.#stopTween();
    this.#set(state);
    this.#controls.update(0);
    this.emit('changed', { source: 'api' });
    this.emit('wake', {});
  }

  /**
   * Animates the camera to a view; resolves on arrival or when another movement replaces it. At once under reduced motion.
   * @throws FarmError `invalid-argument`
   */
  fly(state: CameraState, durationMs = RESTORE_MS): Promise<void> {
    checkCamera(state);
    checkFinite({ durationMs });
    this.#stopTween();
    if (this.#reducedMotion() || durationMs <= 0) {
      this.jump(state);
      return Promise.resolve();
    }
    const from = this.state();
    return new Promise((resolve) => {
      const running: Flight = { finish: resolve };
      this.#running = running;
      running.handle = this.#tween({
        durationMs,
        onUpdate: (t) => {
          // The last step sets the exact numbers, so that a saved camera is restored exactly.
          if (t >= 1) this.#set(state);
          else this.#lerp(from, state, t);
          this.#controls.update(0);
          this.emit('changed', { source: 'tween' });
          this.emit('wake', {});
        },
        onDone: () => {
          if (this.#running === running) this.#finishTween();
        },
      });
    });
  }

  /** Returns to the home view in one second (Spec §9). */
  restore(): Promise<void> {
    return this.#home ? this.fly(this.#home) : Promise.resolve();
  }

  /** Fits a box into the view and keeps the viewing direction, within the limits of the distance. */
  fit(box: Box3, durationMs = RESTORE_MS): Promise<void> {
    checkBox(box);
    const { target, position } = this.state();
    const direction = new Vector3(
      position.x - target.x,
      position.y - target.y,
      position.z - target.z,
    ).normalize();
    const sphere = box.getBoundingSphere(new Sphere());
    const half = Math.min(this.#halfHeight(), this.#halfHeight() * this.three.aspect);
    const distance = clamp(
      (sphere.radius / Math.sin(Math.atan(half))) * 1.15,
      this.#minDistance,
      this.#maxDistance,
    );
    const eye = direction.multiplyScalar(distance).add(sphere.center);
    return this.fly({ position: { ...xyz(eye) }, target: xyz(sphere.center) }, durationMs);
  }

  /**
   * The first view of a scene without a saved camera; see {@link firstView}.
   * @param padding covered edges of the viewport, CSS px
   */
  compose(box: Box3, padding: Pick<Padding, 'left' | 'right'> = {}): CameraState {
    checkBox(box);
    const viewportWidth = Math.max(1, this.#canvas.clientWidth);
    const left = (padding.left ?? 0) / viewportWidth;
    const right = (padding.right ?? 0) / viewportWidth;
    return firstView(box, {
      half: this.#halfHeight(),
      aspect: this.three.aspect,
      left,
      right,
      minDistance: MIN_DISTANCE + 3,
      maxDistance: this.#maxDistance * 0.8,
    });
  }

  /** Rotates around the target, damped. Radians; positive: to the right, down. The limits hold. */
  orbit(azimuth: number, polar: number): void {
    checkFinite({ azimuth, polar });
    this.#stopTween();
    if (this.isHeld) return;
    void this.#controls.rotate(azimuth, polar, this.#isGliding());
    this.emit('wake', {});
  }

  /** Moves to the right and up, as shares of the distance, damped. Never below the ground. */
  pan(right: number, up: number): void {
    checkFinite({ right, up });
    this.#stopTween();
    if (this.isHeld) return;
    const { distance } = this.#controls;
    void this.#controls.truck(right * distance, 0, this.#isGliding());
    void this.#controls.forward(up * distance, this.#isGliding());
    this.emit('wake', {});
  }

  /** Divides the distance by `factor`, damped. The limits hold. @throws FarmError `invalid-argument` */
  zoom(factor: number): void {
    check(Number.isFinite(factor) && factor > 0, 'factor', factor);
    this.#stopTween();
    if (this.isHeld) return;
    void this.#controls.dollyTo(this.#controls.distance / factor, this.#isGliding());
    this.emit('wake', {});
  }

  /** Distance to the target, metres. */
  get distance(): number {
    return this.#controls.distance;
  }

  /**
   * Sets the aspect ratio; the viewer calls it when its element changes.
   * @param aspect width divided by height
   */
  setAspect(aspect: number): void {
    check(Number.isFinite(aspect) && aspect > 0, 'aspect', aspect);
    this.three.aspect = aspect;
    this.three.updateProjectionMatrix();
  }

  /**
   * Advances the camera; the viewer calls it with every frame.
   * @param deltaMs time since the last frame, milliseconds
   * @returns whether the camera moved, and whether it needs another frame
   */
  update(deltaMs: number): { readonly isMoving: boolean; readonly isChanged: boolean } {
    const isChanged = this.#controls.update(deltaMs / 1000);
    this.#fitNearPlane();
    if (isChanged) this.emit('changed', { source: this.#isUserActive ? 'user' : 'api' });
    // The camera moves during a flight, whichever library plays it.
    return { isMoving: isChanged || this.#running !== undefined, isChanged };
  }

  /** Ends tweens and listeners. The viewer calls it. */
  dispose(): void {
    this.#stopTween();
    this.#disposer.dispose();
    this.removeAllListeners();
  }

  #applyEnabled(): void {
    const enabled = this.#enabled && this.#holds.size === 0;
    if (this.#controls.enabled === enabled) return;
    if (!enabled) this.#controls.cancel();
    this.#controls.enabled = enabled;
  }

  #isGliding(): boolean {
    return !this.#reducedMotion();
  }

  /** In steps: a projection that changes with each frame would invalidate everything that depends on it. */
  #fitNearPlane(): void {
    if (this.#nearPlane !== undefined) return;
    const near = nearPlaneFor(this.#controls.distance, this.#minDistance);
    if (Math.abs(near / this.three.near - 1) < 0.2) return;
    this.three.near = near;
    this.three.updateProjectionMatrix();
  }

  #halfHeight(): number {
    return Math.tan((FIELD_OF_VIEW_DEGREES * Math.PI) / 360);
  }

  #set({ position: p, target: t }: CameraState): void {
    void this.#controls.setLookAt(p.x, p.y, p.z, t.x, t.y, t.z, false);
  }

  #lerp(a: CameraState, b: CameraState, t: number): void {
    void this.#controls.lerpLookAt(
      ...tuple(a.position),
      ...tuple(a.target),
      ...tuple(b.position),
      ...tuple(b.target),
      t,
      false,
    );
  }

  #stopTween(): void {
    this.#running?.handle?.cancel();
    this.#finishTween();
  }

  #finishTween(): void {
    const running = this.#running;
    this.#running = undefined;
    running?.finish();
  }
}

/** @throws FarmError `invalid-argument` for a box that is empty or not finite */
function checkBox(box: Box3): void {
  check((box as Partial<Box3> | null)?.isBox3 === true && !box.isEmpty(), 'box', box);
  checkVector(box.min, 'box.min');
  checkVector(box.max, 'box.max');
}

function tuple({ x, y, z }: { x: number; y: number; z: number }): [number, number, number] {
  return [x, y, z];
}

function xyz({ x, y, z }: Vector3): { x: number; y: number; z: number } {
  return { x, y, z };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
