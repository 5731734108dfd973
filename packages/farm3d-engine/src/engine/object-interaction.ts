import { Box3, Matrix4, Ray, Vector2, Vector3 } from 'three';
import type { TypedEmitter } from '../core/emitter.ts';
import type { Vec3 } from '../core/vec3.ts';
import type { SceneDocument } from '../document/scene-document.ts';
import type { LabelLayer } from '../labels/label-layer.ts';
import type { CameraRig } from '../render/camera-rig.ts';
import { InstanceState } from '../view/instance-shader.ts';
import type { SceneView } from '../view/scene-view.ts';
import type { FarmViewerEvents } from './events.ts';
import { type LabelUpdater, labelPosition } from './label-updater.ts';
import type { LabelPoint } from './label-tracker.ts';
import type { ViewerPlugins } from './viewer-plugins.ts';
import type { ViewerRenderer } from './viewer-renderer.ts';
import type { Pick } from './viewer-types.ts';

/** Radii around a touch in which an object is searched, from the inside out, CSS px; the largest is half a fingertip. */
const TOUCH_RADII = [8, 15, 22] as const;
const RING_STEPS = 16;

const _ndc = new Vector2();
const _projection = new Matrix4();
const _ray = new Ray();
const _vector = new Vector3();

interface Parts {
  readonly document: SceneDocument;
  readonly view: SceneView;
  readonly camera: CameraRig;
  readonly renderer: ViewerRenderer;
  readonly labels: LabelLayer;
  readonly labelUpdater: LabelUpdater;
  readonly plugins: ViewerPlugins;
  /** Receives clicks, selection and hover. */
  readonly events: TypedEmitter<FarmViewerEvents>;
  /** Aborted when the viewer is disposed. */
  readonly lifetime: AbortSignal;
}

/** Picks objects at points of the window; keeps selection and hover, and turns clicks into events. */
export class ObjectInteraction {
  readonly #parts: Parts;
  #selection: readonly string[] = [];
  #hovered: string | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get selection(): readonly string[] {
    return this.#selection;
  }

  /** Selects these objects (devices and child scenes) and no others. Unknown ids are ignored. */
  select(ids: readonly string[]): void {
    const { document, view, labelUpdater, renderer, events } = this.#parts;
    const { equipment } = view;
    const exists = (id: string) => equipment.has(id) || document.childScene(id);
    const next = [...new Set(ids)].filter(exists);
    if (next.length === this.#selection.length && next.every((id, i) => id === this.#selection[i])) return;
    labelUpdater.withoutLabelUpdates(() => {
      for (const id of this.#selection) equipment.changeState(id, 0, InstanceState.selected);
      for (const id of next) equipment.changeState(id, InstanceState.selected, 0);
    });
    this.#selection = next;
    renderer.requestRender('selection');
    events.emit('select', { ids: next });
  }

  /** Picks the object at a point of the window; null for the sky. */
  pick(clientX: number, clientY: number): Pick | null {
    const { view, document, plugins } = this.#parts;
    const ray = this.#rayAt(clientX, clientY);
    const object = view.equipment.raycast(ray);
    const base = view.base.raycast(ray, object?.distance);
    const nearest = Math.min(object?.distance ?? Infinity, base?.distance ?? Infinity);
    const child = view.children.raycast(ray, nearest);
    const own = plugins.raycast(ray, Math.min(child?.distance ?? Infinity, nearest));
    if (own) return { id: own.id, point: plain(own.point), parentId: null, onBase: false };
    if (child && child.distance < nearest) {
      const point = ray.at(child.distance, new Vector3());
      return { id: null, point: plain(point), parentId: child.id, onBase: true };
    }
    if (base && (!object || base.distance < object.distance)) {
      return { id: null, point: plain(base.point), parentId: null, onBase: true };
    }
    if (object) {
      const parentId = document.get(object.id)?.parentId ?? null;
      return { id: object.id, point: plain(object.point), parentId, onBase: false };
    }
    if (ray.direction.y >= 0) return null;
    const point = ray.at(-ray.origin.y / ray.direction.y, new Vector3());
    return { id: null, point: plain(point), parentId: null, onBase: false };
  }

  /** Objects whose centre lies in a rectangle of the window. */
  pickRectangle(x0: number, y0: number, x1: number, y1: number): string[] {
    const { view, camera, renderer } = this.#parts;
    const { left, top, width, height } = renderer.canvas.getBoundingClientRect();
    const { three } = camera;
    three.updateMatrixWorld();
    _projection.multiplyMatrices(three.projectionMatrix, three.matrixWorldInverse);
    const across = (x: number) => ((x - left) / width) * 2 - 1;
    const up = (y: number) => 1 - ((y - top) / height) * 2;
    return view.equipment.within(
      _projection,
      across(Math.min(x0, x1)),
      up(Math.max(y0, y1)),
      across(Math.max(x0, x1)),
      up(Math.min(y0, y1)),
    );
  }

  /** Position of an object's label; null for an unknown id. */
  labelPoint(id: string): LabelPoint | null {
    const { view, camera, renderer } = this.#parts;
    const box = view.equipment.boxOf(id);
    if (!box) return null;
    _vector.copy(labelPosition(box));
    _vector.applyMatrix4(camera.three.matrixWorldInverse);
    const isBehind = _vector.z > 0;
    _vector.applyMatrix4(camera.three.projectionMatrix);
    const { width, height } = renderer;
    const x = ((_vector.x + 1) / 2) * width;
    const y = ((1 - _vector.y) / 2) * height;
    return { x, y, visible: !isBehind && Math.abs(_vector.x) <= 1 && Math.abs(_vector.y) <= 1 };
  }

  click(event: PointerEvent): void {
    const { labels, view, events, plugins } = this.#parts;
    const { clientX, clientY, pointerType } = event;
    const originalEvent = event;
    const isAdditive = isAdditiveClick(event);
    const label = this.#labelAt(clientX, clientY);
    if (label !== null) {
      events.emit('label-click', { id: label, originalEvent });
      const point = labels.positionOf(label);
      if (!point || !(view.equipment.has(label) || plugins.targets.has(label))) return;
      plugins.targets.get(label)?.clicked?.(point);
      events.emit('object-click', { id: label, point, pointerType, isAdditive, originalEvent });
      return;
    }
    const exact = this.pick(clientX, clientY);
    const hit =
      exact?.id == null && pointerType === 'touch' ? (this.#near(clientX, clientY) ?? exact) : exact;
    if (hit?.id) {
      plugins.targets.get(hit.id)?.clicked?.(hit.point);
      events.emit('object-click', { id: hit.id, point: hit.point, pointerType, isAdditive, originalEvent });
    } else if (hit?.parentId != null)
      events.emit('child-scene-click', {
        id: hit.parentId,
        point: hit.point,
        pointerType,
        isAdditive,
        originalEvent,
      });
    else events.emit('background-click', { isAdditive, originalEvent });
  }

  /** Enter in the object tree acts as a click on the object. */
  activate(id: string, isAdditive: boolean): void {
    const { document, view, events } = this.#parts;
    const { children, equipment } = view;
    const isChild = document.childScene(id) !== undefined;
    const box = isChild ? children.boxOf(id, new Box3()) : equipment.boxOf(id);
    const point = box ? plain(box.getCenter(_vector)) : { x: 0, y: 0, z: 0 };
    events.emit(isChild ? 'child-scene-click' : 'object-click', {
      id,
      point,
      pointerType: 'keyboard',
      isAdditive,
      originalEvent: null,
    });
  }

  /** The pointer rests here; null: it left the canvas. */
  rest(at: PointerEvent | null): void {
    const { camera, renderer } = this.#parts;
    if (camera.isHeld) return;
    const id = at ? this.#objectAt(at.clientX, at.clientY) : null;
    renderer.canvas.style.cursor = id === null ? '' : 'pointer';
    this.hover(id, at);
  }

  /** Sets the hovered object, by pointer or keyboard. */
  hover(id: string | null, originalEvent: PointerEvent | null = null): void {
    const { view, labelUpdater, renderer, events, lifetime, plugins } = this.#parts;
    if (id === this.#hovered || lifetime.aborted) return;
    const { equipment } = view;
    labelUpdater.withoutLabelUpdates(() => {
      if (this.#hovered !== null) equipment.changeState(this.#hovered, 0, InstanceState.hovered);
      if (id !== null) equipment.changeState(id, InstanceState.hovered, 0);
    });
    if (this.#hovered !== null) plugins.targets.get(this.#hovered)?.hovered?.(false);
    if (id !== null) plugins.targets.get(id)?.hovered?.(true);
    this.#hovered = id;
    renderer.requestRender('hover');
    events.emit('hover', { id, originalEvent });
  }

  #objectAt(clientX: number, clientY: number): string | null {
    const label = this.#labelAt(clientX, clientY);
    const { view, plugins } = this.#parts;
    if (label !== null && (view.equipment.has(label) || plugins.targets.has(label))) return label;
    return this.pick(clientX, clientY)?.id ?? null;
  }

  /** The visible object nearest to a touch; null if there is none within a fingertip. */
  #near(clientX: number, clientY: number): Pick | null {
    const { equipment } = this.#parts.view;
    for (const radius of TOUCH_RADII) {
      for (let step = 0; step < RING_STEPS; step++) {
        const angle = (step / RING_STEPS) * 2 * Math.PI;
        const x = clientX + Math.cos(angle) * radius;
        const y = clientY + Math.sin(angle) * radius;
        // Occlusion is tested only where there is an object.
        const hit = equipment.raycast(this.#rayAt(x, y)) && this.pick(x, y);
        if (hit?.id) return hit;
      }
    }
    return null;
  }

  #labelAt(clientX: number, clientY: number): string | null {
    const { labels, renderer } = this.#parts;
    if (labels.count === 0) return null;
    const { left, top } = renderer.canvas.getBoundingClientRect();
    return labels.at(clientX - left, clientY - top);
  }

  #rayAt(clientX: number, clientY: number): Ray {
    const { camera, renderer } = this.#parts;
    const rect = renderer.canvas.getBoundingClientRect();
    _ndc.set(((clientX - rect.left) / rect.width) * 2 - 1, 1 - ((clientY - rect.top) / rect.height) * 2);
    const { three } = camera;
    three.updateMatrixWorld();
    _ray.origin.setFromMatrixPosition(three.matrixWorld);
    // Not unproject: with far = 60 000 and a reversed depth range its result has no precision left.
    const half = Math.tan((three.fov * Math.PI) / 360);
    _ray.direction.set(_ndc.x * half * three.aspect, _ndc.y * half, -1).transformDirection(three.matrixWorld);
    return _ray;
  }
}

function plain({ x, y, z }: Vec3): Vec3 {
  return { x, y, z };
}

/** Whether a click toggles an object in the selection. */
function isAdditiveClick({ shiftKey, ctrlKey, metaKey }: PointerEvent): boolean {
  return shiftKey || ctrlKey || metaKey;
}
