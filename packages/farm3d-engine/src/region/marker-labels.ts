import type { IDisposable } from '../core/disposer.ts';
import type { Vec3 } from '../core/vec3.ts';
import {
  MARKER_FLOAT_SECONDS,
  MARKER_FLOATING_RANGE,
  type PointMarkerOptions,
} from './point-marker-options.ts';

interface Entry {
  readonly element: HTMLElement;
  readonly isOwn: boolean;
  position: Vec3;
  /** Floating range and phase of the marker. */
  range: number;
  phase: number;
  isShown: boolean;
}

/** World coordinates → CSS px; null: behind the camera. */
export type ToScreen = (x: number, y: number, z: number) => { x: number; y: number } | null;

/** Labels of markers: elements of the page, or texts in elements of ours. */
export class MarkerLabels implements IDisposable {
  readonly #layer: HTMLElement;
  readonly #entries = new Map<number, Entry>();

  constructor(layer: HTMLElement) {
    this.#layer = layer;
  }

  get count(): number {
    return this.#entries.size;
  }

  set(marker: number, options: PointMarkerOptions, top: Vec3, phase: number): void {
    const { labelElement, labelPosition: offset } = options;
    if (labelElement === undefined) {
      this.remove(marker);
      return;
    }
    let entry = this.#entries.get(marker);
    const isSame = entry && (typeof labelElement === 'string' ? entry.isOwn : entry.element === labelElement);
    if (!entry || !isSame) {
      this.remove(marker);
      const element = typeof labelElement === 'string' ? ownElement() : labelElement;
      this.#layer.append(element);
      element.style.position = 'absolute';
      entry = {
        element,
        isOwn: typeof labelElement === 'string',
        position: top,
        range: 0,
        phase,
        isShown: true,
      };
      this.#entries.set(marker, entry);
    }
    if (typeof labelElement === 'string') entry.element.textContent = labelElement;
    if (options.labelId !== undefined) entry.element.id = options.labelId;
    entry.position = offset ? { x: top.x + offset.x, y: top.y + offset.y, z: top.z + offset.z } : top;
    entry.range = options.labelAnimation ? (options.floatingRange ?? MARKER_FLOATING_RANGE) : 0;
    entry.isShown = options.showLabel ?? true;
  }

  remove(marker: number): void {
    this.#entries.get(marker)?.element.remove();
    this.#entries.delete(marker);
  }

  clear(): void {
    for (const { element } of this.#entries.values()) element.remove();
    this.#entries.clear();
  }

  /** Call after each frame. */
  update(toScreen: ToScreen, seconds: number): void {
    for (const { element, position, range, phase, isShown } of this.#entries.values()) {
      const up = range * (0.5 - 0.5 * Math.cos((seconds / MARKER_FLOAT_SECONDS + phase) * 2 * Math.PI));
      const at = isShown ? toScreen(position.x, position.y + up, position.z) : null;
      element.style.visibility = at ? 'visible' : 'hidden';
      if (!at) continue;
      element.style.transform = `translate(${at.x.toFixed(1)}px,${at.y.toFixed(1)}px) translate(-50%,-100%)`;
    }
  }

  dispose(): void {
    this.clear();
  }
}

function ownElement(): HTMLElement {
  const element = document.createElement('div');
  element.style.cssText =
    'left:0;top:0;padding:2px 6px;border-radius:3px;background:rgba(10,20,28,.78);color:#fff;' +
    'font:12px/1.4 system-ui,sans-serif;white-space:nowrap;pointer-events:none';
  return element;
}
