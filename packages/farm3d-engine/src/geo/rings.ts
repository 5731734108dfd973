/*
 * Rings that do not fit into one sheet of the map: across the antimeridian, around a pole, beyond what the projection
 * can show. Flat lists of lon, lat in degrees; longitudes are rotated ones, so that the sheet is always ±180°.
 */

/** A ring as lon, lat, lon, lat, …; open: the first point is not repeated. */
export type Ring = number[];

/** Slightly inside ±180°, where a projection may choose either side. */
const EDGE = 180 - 1e-9;
/** Distance of points along a pole, degrees: in a conic map it is an arc. */
const POLE_STEP = 5;

/** Whether the line between two longitudes crosses the antimeridian; at a pole all longitudes are equal. */
export function isJump(lonA: number, latA: number, lonB: number, latB: number): boolean {
  return Math.abs(lonB - lonA) > 180 && !(Math.abs(latA) >= 90 && Math.abs(latB) >= 90);
}

/**
 * Unrolls longitudes past ±180° so that they do not jump. A ring around a pole is closed along the pole.
 * @param positions longitude, latitude, …, degrees
 * @param start, end in positions
 */
export function unroll(positions: ArrayLike<number>, start: number, end: number, rotation: number): Ring {
  const ring: Ring = [];
  let last = 0;
  let latitudeSum = 0;
  for (let i = start; i < end; i++) {
    const latitude = positions[i * 2 + 1]!;
    let longitude = positions[i * 2]! + rotation;
    if (i === start) longitude = wrap(longitude);
    else longitude = last + wrap(longitude - last);
    // The seam of a file that was cut along a pole: the point stays as it is.
    last = longitude;
    latitudeSum += latitude;
    ring.push(longitude, latitude);
  }
  const count = ring.length / 2;
  if (count < 2) return ring;
  const isClosed = ring[1] === ring[ring.length - 1] && isWhole((ring[0]! - last) / 360);
  const span = isClosed ? last - ring[0]! : last + wrap(ring[0]! - last) - ring[0]!;
  if (Math.abs(span) < 180) return ring;
  if (!isClosed) ring.push(ring[0]! + span, ring[1]!);
  closeAlongPole(ring, latitudeSum / count < 0 ? -90 : 90);
  return ring;
}

function closeAlongPole(ring: Ring, pole: number): void {
  const from = ring[ring.length - 2]!;
  const to = ring[0]!;
  const steps = Math.ceil(Math.abs(to - from) / POLE_STEP);
  for (let i = 0; i <= steps; i++) ring.push(from + ((to - from) * i) / steps, pole);
}

/** To -180 … 180. */
function wrap(degrees: number): number {
  if (degrees >= -180 && degrees <= 180) return degrees;
  return degrees - 360 * Math.round(degrees / 360);
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-9;
}

/**
 * Cuts an unrolled polygon at ±180° and at the latitude limit.
 * @param rings outer ring and holes
 * @returns polygons with longitudes within ±180°
 */
export function cutIntoSheets(rings: readonly Ring[], latitudeLimit: number): Ring[][] {
  const outer = rings[0];
  if (!outer || outer.length < 6) return [];
  const [west, east] = range(outer);
  const holes = rings.slice(1).map((hole) => shiftInto(hole, west, east));
  const polygons: Ring[][] = [];
  for (let sheet = Math.round(west / 360); sheet <= Math.round(east / 360); sheet++) {
    const cut = (ring: Ring) => cutToBox(ring, sheet * 360, latitudeLimit);
    const shell = cut(outer);
    if (shell.length < 6) continue;
    polygons.push([shell, ...holes.map(cut).filter((hole) => hole.length >= 6)]);
  }
  return polygons;
}

/** Shifts a hole by multiples of 360° into its outer ring. */
function shiftInto(hole: Ring, west: number, east: number): Ring {
  const [from, to] = range(hole);
  const revolutions = Math.round(((west + east) / 2 - (from + to) / 2) / 360);
  return revolutions === 0 ? hole : hole.map((value, i) => (i % 2 === 0 ? value + revolutions * 360 : value));
}

function range(ring: Ring): [number, number] {
  let west = Infinity;
  let east = -Infinity;
  for (let i = 0; i < ring.length; i += 2) {
    west = Math.min(west, ring[i]!);
    east = Math.max(east, ring[i]!);
  }
  return [west, east];
}

function cutToBox(ring: Ring, middle: number, latitudeLimit: number): Ring {
  let cut = cutHalf(ring, 0, middle - 180, 1);
  cut = cutHalf(cut, 0, middle + 180, -1);
  cut = cutHalf(cut, 1, -latitudeLimit, 1);
  cut = cutHalf(cut, 1, latitudeLimit, -1);
  for (let i = 0; i < cut.length; i += 2) cut[i] = Math.min(EDGE, Math.max(-EDGE, cut[i]! - middle));
  return cut;
}

/** Sutherland–Hodgman clipping at a line. Separated parts stay connected along the line. */
function cutHalf(ring: Ring, axis: 0 | 1, limit: number, side: 1 | -1): Ring {
  const out: Ring = [];
  const other = 1 - axis;
  const count = ring.length;
  for (let i = 0; i < count; i += 2) {
    const j = (i + 2) % count;
    const a = (ring[i + axis]! - limit) * side;
    const b = (ring[j + axis]! - limit) * side;
    if (a >= 0) out.push(ring[i]!, ring[i + 1]!);
    if (a < 0 === b < 0) continue;
    if (a === 0 || b === 0) continue;
    const t = a / (a - b);
    const crossing = ring[i + other]! + (ring[j + other]! - ring[i + other]!) * t;
    if (axis === 0) out.push(limit, crossing);
    else out.push(crossing, limit);
  }
  return out;
}

/** Twice the signed area of a flat, open or closed ring. */
export function doubleArea(flat: ArrayLike<number>, start = 0, end = flat.length / 2): number {
  let sum = 0;
  let x = flat[(end - 1) * 2]!;
  let y = flat[(end - 1) * 2 + 1]!;
  for (let i = start; i < end; i++) {
    const nextX = flat[i * 2]!;
    const nextY = flat[i * 2 + 1]!;
    sum += x * nextY - nextX * y;
    x = nextX;
    y = nextY;
  }
  return sum;
}
