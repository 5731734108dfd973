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

/** Longitude and latitude, degrees. */
export type LngLat = readonly [number, number];

/**
 * Projects longitude and latitude to the plane, x to the east and y to the south: a projection of d3-geo or any function of
 * this form. Without `invert` the map cannot return longitudes and latitudes.
 */
export interface MapProjection {
  /** Longitude and latitude, degrees → x to the east and y to the south; null where the projection is undefined. */
  (point: [number, number]): [number, number] | null;
  /** The inverse; null where it is undefined. */
  invert?(point: [number, number]): [number, number] | null;
}

/** Spec §9: "default centre longitude 105.16353, latitude 31.635225". */
const DEFAULT_CENTER: LngLat = [105.16353, 31.635225];

/** One degree of longitude is one map unit: China is about 60 units wide, as a scene is about 60 metres. */
const DEFAULT_SCALE = 180 / Math.PI;

/** Projections of d3-geo that can be described as plain data, by function name. */
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
  /** Only of conic projections. */
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

/** @internal Creates the projection that a spec describes. */
export function createProjection(spec: ProjectionSpec): GeoProjection {
  const projection = KINDS[spec.kind]() as Conic;
  // First: it changes the effect of the centre.
  if (spec.parallels) projection.parallels!([...spec.parallels]);
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

/** Sample points at which projections are compared. */
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
 * Describes a projection of d3-geo as data: a function cannot be sent to a worker, its parameters can.
 * @returns null for other projections; their maps are projected on the main thread
 */
export function describeProjection(projection: MapProjection): ProjectionSpec | null {
  const conic = projection as Conic;
  if (typeof conic.rotate !== 'function' || typeof conic.scale !== 'function') return null;
  if (typeof conic.center !== 'function' || typeof conic.translate !== 'function') return null;
  const common = {
    center: conic.center(),
    rotate: conic.rotate(),
    scale: conic.scale(),
    translate: conic.translate(),
    angle: conic.angle?.() ?? 0,
    reflectX: conic.reflectX?.() ?? false,
    reflectY: conic.reflectY?.() ?? false,
    // d3 returns 0 for none.
    clipAngle: conic.clipAngle?.() || null,
    parallels: conic.parallels?.() ?? null,
  };
  for (const kind of Object.keys(KINDS) as ProjectionKind[]) {
    const isConic = 'parallels' in KINDS[kind]();
    if (isConic !== (common.parallels !== null)) continue;
    const spec: ProjectionSpec = { kind, ...common };
    if (isSame(conic, createProjection(spec), spec.scale)) return spec;
  }
  return null;
}

export function isSameSpec(a: ProjectionSpec, b: ProjectionSpec): boolean {
  return isSame(createProjection(a), createProjection(b), a.scale);
}

function isSame(a: MapProjection, b: MapProjection, scale: number): boolean {
  return PROBES.every((probe) => {
    const p = a([...probe]);
    const q = b([...probe]);
    // Those of d3 are defined everywhere.
    if (!p || !q) return false;
    return isNear(p[0], q[0], scale) && isNear(p[1], q[1], scale);
  });
}

/** @param scale map units per radian */
function isNear(a: number, b: number, scale: number): boolean {
  // Two infinities or two NaN are equal: the pole of a projection.
  return Object.is(a, b) || Math.abs(a - b) <= 1e-9 * (Math.abs(scale) + Math.abs(a));
}

/** How rings are prepared for a projection. */
export interface ProjectionPlan {
  readonly project: MapProjection;
  /** Added to longitudes before wrapping to ±180°: the projection is cut there. */
  readonly rotation: number;
  /** Maximum absolute latitude that the projection can show, degrees. */
  readonly latitudeLimit: number;
  /** @internal null: rings are clipped in longitude and latitude; else with d3's clipping on the sphere. */
  readonly stream: GeoStreamWrapper | null;
  /** Mercator without rotation as x = a + k·λ, y = b + m·ln tan(π/4 + φ/2): many times faster than the general way. */
  readonly mercator: { a: number; k: number; b: number; m: number } | null;
}

/** Limit of Web Mercator's square world, degrees. */
const MERCATOR_LIMIT = 85.051_128_779_806_6;

export function planProjection(projection: MapProjection, spec: ProjectionSpec | null): ProjectionPlan {
  if (!spec) {
    return { project: projection, rotation: 0, latitudeLimit: 90, stream: null, mercator: null };
  }
  const [rotation, tilt, roll] = spec.rotate;
  const isTilted = tilt !== 0 || roll !== 0;
  const needsSphere = isTilted || spec.clipAngle !== null || spec.kind === 'geoTransverseMercator';
  const isPlainMercator = spec.kind === 'geoMercator' && !isTilted;
  return {
    project: projection,
    rotation,
    latitudeLimit: spec.kind === 'geoMercator' ? MERCATOR_LIMIT : 90,
    stream: needsSphere ? (projection as GeoProjection) : null,
    mercator: isPlainMercator && spec.angle === 0 ? mercatorCoefficients(projection, rotation) : null,
  };
}

/** Coefficients for the rotated longitude λ in radians, from two samples, for any centre, translation and reflection. */
function mercatorCoefficients(projection: MapProjection, rotation: number): ProjectionPlan['mercator'] {
  const zero = projection([-rotation, 0]);
  const other = projection([60 - rotation, 45]);
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
