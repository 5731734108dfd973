import {
  geoAlbers,
  geoAzimuthalEqualArea,
  geoAzimuthalEquidistant,
  geoConicConformal,
  geoConicEqualArea,
  geoConicEquidistant,
  geoEqualEarth,
  geoEquirectangular,
  geoGnomonic,
  geoMercator,
  geoNaturalEarth1,
  geoOrthographic,
  geoStereographic,
  geoTransverseMercator,
  type GeoProjection,
  type GeoStreamWrapper,
} from 'd3-geo';

/** Longitude, latitude, degrees. */
export type LngLat = readonly [number, number];

/**
 * Turns longitude and latitude into plane coordinates, x to the east and y to the south: every projection of d3-geo is
 * one, and so is any function of this form. Without `invert` the map cannot give places back.
 */
export interface MapProjection {
  /**
   * Longitude and latitude, degrees → x to the east and y to the south; null where the projection shows nothing.
   */
  (point: [number, number]): [number, number] | null;
  /** The way back; null for what is no place. */
  invert?(point: [number, number]): [number, number] | null;
}

/** Spec §9: "default centre longitude 105.16353, latitude 31.635225". */
const DEFAULT_CENTER: LngLat = [105.16353, 31.635225];

/** One degree of longitude is one unit wide: China is about 60 units, as a scene of the viewer is about 60 metres. */
const DEFAULT_SCALE = 180 / Math.PI;

/** Projections of d3-geo that can travel as plain data, by the names of its functions. */
type ProjectionKind =
  | 'geoMercator'
  | 'geoEquirectangular'
  | 'geoTransverseMercator'
  | 'geoConicConformal'
  | 'geoConicEqualArea'
  | 'geoConicEquidistant'
  | 'geoAlbers'
  | 'geoAzimuthalEqualArea'
  | 'geoAzimuthalEquidistant'
  | 'geoEqualEarth'
  | 'geoGnomonic'
  | 'geoNaturalEarth1'
  | 'geoOrthographic'
  | 'geoStereographic';

const KINDS: Readonly<Record<ProjectionKind, () => GeoProjection>> = {
  geoMercator,
  geoEquirectangular,
  geoTransverseMercator,
  geoConicConformal,
  geoConicEqualArea,
  geoConicEquidistant,
  geoAlbers,
  geoAzimuthalEqualArea,
  geoAzimuthalEquidistant,
  geoEqualEarth,
  geoGnomonic,
  geoNaturalEarth1,
  geoOrthographic,
  geoStereographic,
};

/** A projection of d3-geo as plain data, for a worker or a region pack. */
export interface ProjectionSpec {
  readonly kind: ProjectionKind;
  readonly center: LngLat;
  readonly rotate: readonly [number, number, number];
  readonly scale: number;
  readonly translate: readonly [number, number];
  readonly angle: number;
  readonly reflectX: boolean;
  readonly reflectY: boolean;
  /** Degrees; null: cut at the antimeridian. */
  readonly clipAngle: number | null;
  /** Of conic projections. */
  readonly parallels: readonly [number, number] | null;
}

type Conic = GeoProjection & {
  parallels?: { (): [number, number]; (parallels: [number, number]): GeoProjection };
};

/**
 * A Mercator projection.
 * @param center longitude and latitude of the origin, degrees. Default 105.16353, 31.635225: the middle of China
 * @param scale map units per radian of longitude. Default 180 / π: one unit per degree
 */
export function createMercator(center: LngLat = DEFAULT_CENTER, scale = DEFAULT_SCALE): MapProjection {
  return geoMercator()
    .center([...center])
    .scale(scale)
    .translate([0, 0]);
}

/** @internal The projection that a spec describes. */
export function createProjection(spec: ProjectionSpec): GeoProjection {
  const projection = KINDS[spec.kind]() as Conic;
  // Before the rest: it moves where the centre comes to lie.
  if (spec.parallels) projection.parallels?.([...spec.parallels]);
  projection
    .rotate([...spec.rotate])
    .center([...spec.center])
    .scale(spec.scale)
    .translate([...spec.translate])
    .angle(spec.angle)
    .reflectX(spec.reflectX)
    .reflectY(spec.reflectY);
  projection.clipAngle(spec.clipAngle ?? 0);
  return projection;
}

/** Places at which two projections are compared. */
const PROBES: readonly [number, number][] = [
  [0, 0],
  [12.5, 41.25],
  [73.5, 18],
  [105.16353, 31.635225],
  [135, 53.5],
  [-60.75, -33.125],
  [-149, 64],
  [151, -33],
];

/**
 * Finds out which of d3-geo's projections this is: a function cannot travel to a worker, its parameters can.
 * @returns null for one that is not of d3-geo; such maps are projected on the page.
 */
export function describeProjection(projection: MapProjection): ProjectionSpec | null {
  const given = projection as Conic;
  if (typeof given.rotate !== 'function' || typeof given.scale !== 'function') return null;
  if (typeof given.center !== 'function' || typeof given.translate !== 'function') return null;
  const common = {
    center: given.center(),
    rotate: given.rotate(),
    scale: given.scale(),
    translate: given.translate(),
    angle: given.angle?.() ?? 0,
    reflectX: given.reflectX?.() ?? false,
    reflectY: given.reflectY?.() ?? false,
    // 0 is how d3 says none.
    clipAngle: given.clipAngle?.() || null,
    parallels: given.parallels?.() ?? null,
  };
  for (const kind of Object.keys(KINDS) as ProjectionKind[]) {
    const isConic = 'parallels' in KINDS[kind]();
    if (isConic !== (common.parallels !== null)) continue;
    const spec: ProjectionSpec = { kind, ...common };
    if (isSame(given, createProjection(spec), spec.scale)) return spec;
  }
  return null;
}

export function isSameSpec(a: ProjectionSpec, b: ProjectionSpec): boolean {
  return isSame(createProjection(a), createProjection(b), a.scale);
}

function isSame(a: MapProjection, b: MapProjection, scale: number): boolean {
  const slack = 1e-9 * Math.abs(scale);
  return PROBES.every((probe) => {
    const p = a([...probe]);
    const q = b([...probe]);
    if (!p || !q) return p === q;
    return isNear(p[0], q[0], slack) && isNear(p[1], q[1], slack);
  });
}

function isNear(a: number, b: number, slack: number): boolean {
  // Both infinite or both not a number count as equal: the pole of a projection.
  return Object.is(a, b) || Math.abs(a - b) <= slack * (1 + Math.abs(a));
}

/** How rings have to be prepared for a projection. */
export interface ProjectionPlan {
  readonly project: MapProjection;
  /** Added to a longitude before it is wrapped to ±180°: where the projection cuts the world. */
  readonly rotation: number;
  /** Most latitude, degrees, that has a place in the plane. */
  readonly latitudeLimit: number;
  /** @internal null: rings are cut in longitude and latitude; else by d3's own clipping on the sphere. */
  readonly stream: GeoStreamWrapper | null;
  /** Mercator without turns, as x = a + k·λ, y = b + m·ln tan(π/4 + φ/2): many times faster than the general way. */
  readonly mercator: { a: number; k: number; b: number; m: number } | null;
}

/** Spec of Web Mercator: the square world ends here, degrees. */
const MERCATOR_LIMIT = 85.051_128_779_806_6;

export function planProjection(projection: MapProjection, spec: ProjectionSpec | null): ProjectionPlan {
  if (!spec) {
    return { project: projection, rotation: 0, latitudeLimit: 90, stream: null, mercator: null };
  }
  const [turn, tilt, roll] = spec.rotate;
  const isTilted = tilt !== 0 || roll !== 0;
  const needsSphere = isTilted || spec.clipAngle !== null || spec.kind === 'geoTransverseMercator';
  const isPlainMercator = spec.kind === 'geoMercator' && !isTilted;
  return {
    project: projection,
    rotation: turn,
    latitudeLimit: spec.kind === 'geoMercator' ? MERCATOR_LIMIT : 90,
    stream: needsSphere ? (projection as GeoProjection) : null,
    mercator: isPlainMercator && spec.angle === 0 ? mercatorCoefficients(projection, turn) : null,
  };
}

/** Rotated longitude λ in radians; found from two places, whatever centre, translation and reflection are set. */
function mercatorCoefficients(projection: MapProjection, turn: number): ProjectionPlan['mercator'] {
  const zero = projection([-turn, 0]);
  const other = projection([60 - turn, 45]);
  if (!zero || !other) return null;
  return {
    a: zero[0],
    k: (other[0] - zero[0]) / (Math.PI / 3),
    b: zero[1],
    m: (other[1] - zero[1]) / mercatorLatitude(45),
  };
}

/** @param latitude degrees */
function mercatorLatitude(latitude: number): number {
  return Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360));
}
