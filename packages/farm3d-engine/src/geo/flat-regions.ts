import type { SkippedFeature } from './faults.ts';

/** Marks a vertex that only closes its ring: no triangle uses it and no edge starts at it. */
export const CLOSING_VERTEX = 0xffff;
/** Vertices per row of the textures with positions: buffers are padded to whole rows. */
export const ROW_VERTICES = 1024;

/** Geometry of a map at one level of detail. */
export interface RegionShapes {
  /**
   * x, y per vertex, ring after ring; the first vertex of a ring is repeated at its end. The buffer is padded to a multiple
   * of ROW_VERTICES.
   */
  readonly positions: Float32Array<ArrayBuffer>;
  /** Region of each vertex, or CLOSING_VERTEX. The buffer is padded likewise. */
  readonly vertexRegion: Uint16Array<ArrayBuffer>;
  /** Triangles. */
  readonly indices: Uint32Array<ArrayBuffer>;
  /** First vertex of each region, and one more entry for the end. */
  readonly regionVertices: Uint32Array<ArrayBuffer>;
  /** First entry in `indices` of each region, and one more. */
  readonly regionIndices: Uint32Array<ArrayBuffer>;
}

/**
 * All regions of a map as flat arrays for GPU, picking and files. Coordinates are those of the projection minus `origin`,
 * so that 32-bit floats are exact enough for a county in a world map.
 */
export interface FlatRegions extends RegionShapes {
  /** Subtracted from every coordinate: x, y. */
  readonly origin: readonly [number, number];
  /** First vertex of each ring, and one more entry for the end. */
  readonly ringStarts: Uint32Array<ArrayBuffer>;
  /** First ring of each polygon (its outer one), and one more entry. */
  readonly polygonStarts: Uint32Array<ArrayBuffer>;
  /** First polygon of each region, and one more entry. */
  readonly regionStarts: Uint32Array<ArrayBuffer>;
  /** minX, minY, maxX, maxY of each polygon. */
  readonly polygonBoxes: Float32Array<ArrayBuffer>;
  /** Longitude and latitude of each region's centre, degrees. */
  readonly centers: Float64Array<ArrayBuffer>;
  /** x, y of each region's centre. */
  readonly anchors: Float32Array<ArrayBuffer>;
  /** minX, minY, maxX, maxY of each region. */
  readonly regionBoxes: Float32Array<ArrayBuffer>;
  /** Unique in the map: the feature's adcode or id, else its index in the file. */
  readonly ids: readonly string[];
  readonly names: readonly string[];
  /** Each feature's properties as JSON. */
  readonly propertiesTexts: readonly string[];
}

/** Statistics of a file. */
export interface RegionStats {
  /** Number of regions with a geometry. */
  readonly regions: number;
  /** Number of polygons of all regions. */
  readonly polygons: number;
  /** Number of holes. */
  readonly holes: number;
  /** Number of triangles. */
  readonly triangles: number;
  /** Number of positions in the file that belong to regions. */
  readonly points: number;
  /** Skipped features, and why. */
  readonly skipped: readonly SkippedFeature[];
  /** Ids of self-intersecting regions: they are drawn, but their area is undefined. */
  readonly selfIntersecting: readonly string[];
  /** Sum of the polygons' areas (outer rings minus holes) without self-intersecting ones, square map units. */
  readonly polygonArea: number;
  /** Sum of the triangles' areas, likewise. */
  readonly triangleArea: number;
}

export interface RegionMapContent {
  readonly flat: FlatRegions;
  readonly stats: RegionStats;
}

/** The region of each vertex; CLOSING_VERTEX for the last vertex of a ring. */
export function vertexOwners(
  vertices: number,
  regionVertices: Uint32Array,
  ringStarts: Uint32Array,
): Uint16Array<ArrayBuffer> {
  const owners = new Uint16Array(Math.ceil(vertices / ROW_VERTICES) * ROW_VERTICES).subarray(0, vertices);
  // The last entry is the end: nothing is left to fill.
  for (const [region, start] of regionVertices.entries())
    owners.fill(region, start, regionVertices[region + 1]);
  for (const end of ringStarts.subarray(1)) owners[end - 1] = CLOSING_VERTEX;
  return owners;
}

/** The buffers to transfer. */
export function shapeBuffersOf(shapes: RegionShapes): ArrayBuffer[] {
  const { positions, vertexRegion, indices, regionVertices, regionIndices } = shapes;
  return [positions, vertexRegion, indices, regionVertices, regionIndices].map((array) => array.buffer);
}

export function buffersOf(flat: FlatRegions): ArrayBuffer[] {
  return [
    flat.ringStarts,
    flat.polygonStarts,
    flat.regionStarts,
    flat.polygonBoxes,
    flat.centers,
    flat.anchors,
    flat.regionBoxes,
  ]
    .map<ArrayBuffer>((array) => array.buffer)
    .concat(shapeBuffersOf(flat));
}
