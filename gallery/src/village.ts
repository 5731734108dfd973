/** An invented county: townships as GeoJSON, neighbours share exactly equal border points. */

const [COLUMNS, ROWS] = [9, 7];
const CENTER = [118.7, 36.9] as const;
const STEP = 0.16;

type Point = [number, number];

/** A pseudo-random number, 0 … 1, by position. */
function chance(x: number, y: number, salt: number): number {
  const value =
    Math.sin(x * 127.1 + y * 311.7 + salt * 74.7) * 43_758.5453;
  return value - Math.floor(value);
}

const corner = (column: number, row: number): Point => [
  CENTER[0] +
    (column -
      COLUMNS / 2 +
      0.55 * (chance(column, row, 1) - 0.5)) *
      STEP *
      1.2,
  CENTER[1] +
    (row - ROWS / 2 + 0.55 * (chance(column, row, 2) - 0.5)) *
      STEP,
];

/** A border between two corners, the same points from either side. */
function border(a: Point, b: Point, depth = 5): Point[] {
  if (depth === 0) return [a];
  const [low, high] = a < b ? [a, b] : [b, a];
  const bend =
    (chance(low[0] + high[0], low[1] + high[1], depth) - 0.5) *
    0.34;
  const middle: Point = [
    (a[0] + b[0]) / 2 + (high[1] - low[1]) * bend,
    (a[1] + b[1]) / 2 - (high[0] - low[0]) * bend,
  ];
  return [
    ...border(a, middle, depth - 1),
    ...border(middle, b, depth - 1),
  ];
}

const NAMES = [
  '东',
  '西',
  '南',
  '北',
  '上',
  '下',
  '新',
  '老',
  '大',
  '小',
];
const PLACES = ['河', '店', '岭', '湾', '庄', '桥', '泉'];

function township(column: number, row: number) {
  const corners = [
    corner(column, row),
    corner(column + 1, row),
    corner(column + 1, row + 1),
    corner(column, row + 1),
  ];
  const ring = corners.flatMap((from, i) =>
    border(from, corners[(i + 1) % 4]!),
  );
  const id = `${370_700 + row * COLUMNS + column}`;
  const name = `${NAMES[(column + row * 3) % NAMES.length]}${PLACES[(column * 3 + row * 5) % PLACES.length]}镇`;
  return {
    type: 'Feature',
    id,
    properties: { adcode: id, name },
    geometry: {
      type: 'Polygon',
      coordinates: [[...ring, ring[0]!]],
    },
  };
}

/** The county as the bytes of a GeoJSON file. */
export function countyMap(): Uint8Array<ArrayBuffer> {
  const features = [];
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const [x, y] = [
        (column + 0.5) / COLUMNS - 0.5,
        (row + 0.5) / ROWS - 0.5,
      ];
      if (
        Math.hypot(x, y) <
        0.46 + 0.08 * chance(column, row, 3)
      )
        features.push(township(column, row));
    }
  }
  return new TextEncoder().encode(
    JSON.stringify({ type: 'FeatureCollection', features }),
  );
}
