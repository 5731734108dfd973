import type { CameraState } from '../document/records.ts';
import type { Padding } from '../core/padding.ts';
import type { MapProjection } from '../geo/projection.ts';
import { type CameraRig, FIELD_OF_VIEW_DEGREES } from '../render/camera-rig.ts';
import { type Outline, TILT, viewOf } from './map-camera.ts';
import { bearingOf, type MapBearing } from './map-compass.ts';
import { TRANSITION_MS } from './region-style.ts';

/** Minimum share of the viewport that the map gets despite padding. */
const MIN_SHARE = 0.3;

/** Views of a map: fits outlines into the viewport without its padding. */
export class MapView {
  readonly #camera: CameraRig;
  readonly #container: HTMLElement;
  #padding: Required<Padding> = { top: 0, right: 0, bottom: 0, left: 0 };

  constructor(camera: CameraRig, container: HTMLElement) {
    this.#camera = camera;
    this.#container = container;
  }

  /** Sets the padding of the next view. */
  setPadding({ top = 0, right = 0, bottom = 0, left = 0 }: Padding): void {
    this.#padding = { top, right, bottom, left };
  }

  /** Shows the whole outline at once. An empty outline leaves the view unchanged. */
  jump(outline: Outline): void {
    if (outline.length === 0) return;
    const view = this.#viewOf(outline);
    this.#camera.home = view;
    this.#camera.jump(view);
  }

  /** As `jump`, animated over 250 ms. */
  fly(outline: Outline): Promise<void> {
    if (outline.length === 0) return Promise.resolve();
    const view = this.#viewOf(outline);
    this.#camera.home = view;
    return this.#camera.fly(view, TRANSITION_MS);
  }

  /** @returns null if the projection cannot be inverted */
  bearing(projection: MapProjection | undefined): MapBearing | null {
    return projection?.invert
      ? bearingOf(this.#camera.state(), projection, this.#unitsPerPixel(this.#distance()))
      : null;
  }

  #viewOf(outline: Outline): CameraState {
    const { clientWidth, clientHeight } = this.#container;
    const { top, right, bottom, left } = this.#padding;
    const { aspect } = this.#camera.three;
    if (clientWidth === 0 || clientHeight === 0 || top + right + bottom + left === 0) {
      return viewOf(outline, FIELD_OF_VIEW_DEGREES, aspect);
    }
    const width = Math.max(clientWidth * MIN_SHARE, clientWidth - left - right);
    const height = Math.max(clientHeight * MIN_SHARE, clientHeight - top - bottom);
    const { target, position } = viewOf(outline, FIELD_OF_VIEW_DEGREES, width / height);
    // The same view from farther away, so that the map fits into the free part of the viewport.
    const scale = clientHeight / height;
    const distance = Math.hypot(position.y, position.z - target.z) * scale;
    const units = this.#unitsPerPixel(distance);
    const x = target.x - ((left - right) / 2) * units;
    const z = target.z - (((top - bottom) / 2) * units) / Math.cos(TILT);
    return {
      target: { x, y: 0, z },
      position: { x, y: position.y * scale, z: z + (position.z - target.z) * scale },
    };
  }

  #distance(): number {
    const { position: p, target: t } = this.#camera.state();
    return Math.hypot(p.x - t.x, p.y - t.y, p.z - t.z);
  }

  /** Map units per CSS px in the middle of the viewport. */
  #unitsPerPixel(distance: number): number {
    const half = Math.tan((FIELD_OF_VIEW_DEGREES * Math.PI) / 360);
    return (2 * distance * half) / Math.max(1, this.#container.clientHeight);
  }
}
