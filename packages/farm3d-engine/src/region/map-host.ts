import type { LngLat } from '../geo/projection.ts';

/** What the things on a map need of it. */
export interface MapHost {
  /** World x and z of a place. @throws FarmError `projection-missing`; RangeError when the projection has no place for it */
  toWorld(position: LngLat): readonly [number, number];
  /** Top of the region there, 0 beside all. */
  heightAt(x: number, z: number): number;
  /** Something changed: draw. */
  changed(): void;
}

/** Seconds for shaders, shared by everything that moves. */
export interface MapTime {
  readonly value: number;
}
