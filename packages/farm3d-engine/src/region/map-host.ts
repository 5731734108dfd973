import type { LngLat } from '../geo/projection.ts';

/** The map's functions that its layers use. */
export interface MapHost {
  /**
   * World x and z of a position. @throws FarmError `projection-missing`; RangeError if the projection does not contain it
   */
  toWorld(position: LngLat): readonly [number, number];
  /** Height of the region's top at a position; 0 outside all regions. */
  heightAt(x: number, z: number): number;
  /** Requests a frame. */
  changed(): void;
}

/** Animation time of shaders, seconds; shared by all layers. */
export interface MapTime {
  readonly value: number;
}
