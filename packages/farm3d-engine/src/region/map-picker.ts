import { type PerspectiveCamera, Ray, Vector2 } from 'three';
import type { RegionLevel } from './region-level.ts';
import type { PointMarkers } from './point-markers.ts';

/** A hit of a ray. */
export interface MapHit {
  /** -1: outside all regions. */
  readonly region: number;
  readonly marker: number | null;
  /** World coordinates. */
  readonly x: number;
  readonly z: number;
}

/** Picks regions on the CPU, without a render target. */
export class MapPicker {
  readonly #canvas: HTMLCanvasElement;
  readonly #camera: PerspectiveCamera;
  readonly #ndc = new Vector2();
  readonly #ray = new Ray();

  constructor(canvas: HTMLCanvasElement, camera: PerspectiveCamera) {
    this.#canvas = canvas;
    this.#camera = camera;
  }

  /** The region at a point of the window; -1: none. */
  region(clientX: number, clientY: number, level: RegionLevel): number {
    this.#aim(clientX, clientY);
    return this.#cast(level)?.region ?? -1;
  }

  /** @returns null for the sky */
  pick(clientX: number, clientY: number, level: RegionLevel, markers: PointMarkers): MapHit | null {
    this.#aim(clientX, clientY);
    const { origin, direction } = this.#ray;
    const marker = markers.cast(this.#ray);
    const hit = this.#cast(level);
    const ground = direction.y < 0 ? -origin.y / direction.y : Infinity;
    const distance = hit?.distance ?? ground;
    if (marker && marker.distance < distance) {
      return { region: -1, marker: marker.marker, ...this.#at(marker.distance) };
    }
    if (!Number.isFinite(distance)) return null;
    return { region: hit?.region ?? -1, marker: null, ...this.#at(distance) };
  }

  #at(distance: number): { x: number; z: number } {
    const { origin, direction } = this.#ray;
    return { x: origin.x + direction.x * distance, z: origin.z + direction.z * distance };
  }

  #cast(level: RegionLevel) {
    const { origin, direction } = this.#ray;
    const [x, z] = level.map.flat.origin;
    const { states } = level;
    return level.finder.cast(
      { origin: { x: origin.x - x, y: origin.y, z: origin.z - z }, direction },
      (region) => states.heightOf(region),
      states.maxHeight,
    );
  }

  #aim(clientX: number, clientY: number): void {
    const rect = this.#canvas.getBoundingClientRect();
    this.#ndc.set(((clientX - rect.left) / rect.width) * 2 - 1, 1 - ((clientY - rect.top) / rect.height) * 2);
    const camera = this.#camera;
    camera.updateMatrixWorld();
    this.#ray.origin.setFromMatrixPosition(camera.matrixWorld);
    const half = Math.tan((camera.fov * Math.PI) / 360);
    this.#ray.direction
      .set(this.#ndc.x * half * camera.aspect, this.#ndc.y * half, -1)
      .transformDirection(camera.matrixWorld);
  }
}
