import { box } from '../../kit/box.ts';
import { blend, PALETTE } from '../../kit/colour.ts';
import { detail } from '../../kit/detail.ts';
import { panel } from '../../kit/extrude.ts';
import { merge, type Geometry } from '../../kit/geometry.ts';
import { Plant } from '../../kit/plant.ts';
import { place } from '../../kit/place.ts';
import { seeded } from '../../kit/random.ts';
import { sheet } from '../../kit/sheet.ts';
import { tube } from '../../kit/tube.ts';
import { axisAngle, mix, type Vec2, type Vec3 } from '../../kit/vector.ts';
import { part, type Clip, type Model, type ModelNode } from '../../model.ts';
import { TOMATO } from '../crops/vines.ts';
import { label, put, rod } from '../parts.ts';
import { block, terrain } from './parts.ts';

/** One bay of rolling film along X; six of them. Spec §9: rolling film 6 clones 4.1 apart. */
const BAY = 4.1;
const LENGTH = BAY * 6;
const SPAN = 8;
const SPANS = 3;
const HALF = (SPAN * SPANS) / 2;
const EAVE = 2.9;
const RISE = 1.9;
const CURB = 0.25;
const STEEL = PALETTE.galvanised;
/** The middles of the spans. */
const MIDDLES = Array.from({ length: SPANS }, (_, i) => -HALF + SPAN * (i + 0.5));
/** Lines of columns: both walls and the gutters between. */
const LINES = Array.from({ length: SPANS + 1 }, (_, i) => -HALF + SPAN * i);
const DOOR = { half: 1.3, top: 2.5 };

/** The path down the middle of each span, and its rows of plants. */
const PATH_HALF = 0.7;
export const ROWS = MIDDLES.flatMap((middle) => [-3.1, -1.7, 1.7, 3.1].map((z) => middle + z));
export const ROW_END = LENGTH / 2 - 1.3;

/** A point of one span's arch, t from −Z eave (0) to +Z eave (1). */
const arch = (middle: number, t: number, out = 0): Vec2 => {
  const a = Math.PI * (1 - t);
  return [middle + (SPAN / 2 + out) * Math.cos(a), EAVE + (RISE + out) * Math.sin(a)];
};

const hoop = (x: number, middle: number, steps: number): Vec3[] =>
  Array.from({ length: steps + 1 }, (_, i): Vec3 => {
    const [z, y] = arch(middle, i / steps);
    return [x, y, z];
  });

function frame(): Geometry {
  const parts: Geometry[] = [];
  const steps = detail().hasBevels ? 14 : 8;
  for (let i = 0; i <= 12; i++) {
    const x = -LENGTH / 2 + (i * BAY) / 2;
    const isMain = i % 2 === 0;
    for (const middle of MIDDLES) {
      parts.push(tube(hoop(x, middle, steps), isMain ? 0.032 : 0.022, STEEL, { sides: 6, caps: false }));
      if (!isMain) continue;
      // The tie with its web: what crops and screens hang from.
      parts.push(
        rod([x, EAVE - 0.05, middle - 4], [x, EAVE - 0.05, middle + 4], 0.026, STEEL, 6),
        rod([x, EAVE - 0.05, middle], [x, EAVE + RISE, middle], 0.018, STEEL, 5),
      );
      for (const s of [-1, 1]) {
        const [z, y] = arch(middle, 0.5 + s * 0.22);
        parts.push(
          rod([x, EAVE - 0.05, middle + s * 1.2], [x, y, z], 0.014, STEEL, 5),
          rod(
            [x, EAVE - 0.05, middle + s * 1.2],
            [x, EAVE + RISE * 0.96, middle + s * 0.15],
            0.014,
            STEEL,
            5,
          ),
        );
      }
    }
    if (isMain) for (const z of LINES) parts.push(put(box([0.09, EAVE, 0.09], STEEL, 0.01), x, EAVE / 2, z));
  }
  for (const middle of MIDDLES)
    for (const t of [0.18, 0.34, 0.5, 0.66, 0.82]) {
      const [z, y] = arch(middle, t, -0.035);
      parts.push(rod([-LENGTH / 2, y, z], [LENGTH / 2, y, z], t === 0.5 ? 0.024 : 0.016, STEEL, 6));
    }
  // Gutters over every line of columns, with downpipes at their ends; wall rails.
  for (const z of LINES) {
    parts.push(put(box([LENGTH + 0.3, 0.12, 0.26], STEEL, 0.03), 0, EAVE + 0.02, z));
    for (const end of [-1, 1])
      parts.push(
        rod([end * (LENGTH / 2 + 0.12), EAVE, z], [end * (LENGTH / 2 + 0.12), 0.05, z], 0.045, STEEL, 8),
      );
  }
  for (const s of [-1, 1]) {
    for (const y of [CURB, 0.62, EAVE - 0.25])
      parts.push(put(box([LENGTH, 0.05, 0.06], STEEL), 0, y, s * HALF));
    // Gable posts and rails, braces in the end bays.
    const x = (s * LENGTH) / 2;
    for (const middle of MIDDLES) {
      for (const dz of [-2.2, 2.2])
        parts.push(
          rod(
            [x, 0, middle + dz],
            [x, EAVE + RISE * Math.sqrt(1 - (dz / 4) ** 2), middle + dz],
            0.028,
            STEEL,
            6,
          ),
        );
      for (const y of [1.2, EAVE])
        parts.push(
          rod([x, y, middle - 4], [x, y, middle + (y < 2 && middle === 0 ? -DOOR.half : 4)], 0.018, STEEL, 5),
        );
    }
    parts.push(rod([x, 1.2, DOOR.half], [x, 1.2, 4], 0.018, STEEL, 5));
    for (const z of [-HALF, HALF])
      for (const end of [-1, 1])
        parts.push(
          rod(
            [end * (LENGTH / 2), CURB, z - Math.sign(z) * 0.05],
            [end * (LENGTH / 2 - BAY), EAVE, z - Math.sign(z) * 0.05],
            0.014,
            STEEL,
            5,
          ),
        );
  }
  return merge(parts);
}

/** Roofs, the −Z wall, the strips of fixed film over and under the rolling film, and both gables. */
function film(): Geometry {
  const sag = (u: number): number => 0.04 * Math.sin(Math.PI * 12 * u) ** 2;
  const x = (u: number): number => (u - 0.5) * LENGTH;
  const roofs = MIDDLES.map((middle) =>
    sheet(
      (u, v) => {
        const [z, y] = arch(middle, 1 - v, 0.03 - sag(u));
        return [x(u), y, z];
      },
      36,
      16,
      PALETTE.film,
    ),
  );
  const wall = sheet(
    (u, v) => [x(1 - u), CURB + v * (EAVE - CURB), -HALF - 0.04 + sag(u) * Math.sin(Math.PI * v)],
    36,
    3,
    PALETTE.film,
  );
  const strip = (from: number, to: number): Geometry =>
    sheet((u, v) => [x(u), mix(from, to, v), HALF + 0.04], 6, 1, PALETTE.film);
  const gables = MIDDLES.flatMap((middle) => {
    const over = Array.from({ length: 21 }, (_, i): Vec2 => arch(middle, 1 - i / 20));
    const notch: Vec2[] =
      middle === 0
        ? [
            [-DOOR.half, CURB],
            [-DOOR.half, DOOR.top],
            [DOOR.half, DOOR.top],
            [DOOR.half, CURB],
          ]
        : [];
    const outline: Vec2[] = [[middle + 4, CURB], ...over, [middle - 4, CURB], ...notch];
    const front = panel(outline, PALETTE.film);
    return [
      place(front, { at: [-LENGTH / 2 - 0.04, 0, 0], rotation: [0, -Math.PI / 2, 0] }),
      place(place(front, { rotation: [0, Math.PI, 0] }), {
        at: [LENGTH / 2 + 0.04, 0, 0],
        rotation: [0, -Math.PI / 2, 0],
      }),
    ];
  });
  return merge([...roofs, wall, strip(CURB, 0.64), strip(EAVE - 0.3, EAVE), ...gables]);
}

/** Two sliding leaves in each gable, one pushed half open. */
function doors(): { frames: Geometry; sheets: Geometry } {
  const frames: Geometry[] = [];
  const sheets: Geometry[] = [];
  const [w, h] = [DOOR.half, DOOR.top];
  for (const end of [-1, 1]) {
    const x = end * (LENGTH / 2 + 0.12);
    frames.push(put(box([0.08, 0.1, 5.4], PALETTE.powderWhite, 0.01), x, h + 0.06, 0));
    for (const [z, out] of [
      [-w / 2 - (end > 0 ? 0.7 : 0), 0],
      [w / 2, 0.05],
    ] as const) {
      const at = x + end * out;
      for (const s of [-1, 1]) {
        frames.push(put(box([0.05, h, 0.06], PALETTE.powderWhite, 0.008), at, h / 2, z + s * (w / 2 - 0.03)));
        frames.push(put(box([0.05, 0.06, w], PALETTE.powderWhite, 0.008), at, s > 0 ? h - 0.03 : 0.06, z));
      }
      frames.push(put(box([0.05, 0.05, w], PALETTE.powderWhite, 0.008), at, h * 0.45, z));
      sheets.push(
        place(
          sheet((u, v) => [(u - 0.5) * (w - 0.08), (v - 0.5) * (h - 0.08) + h / 2, 0], 1, 1, PALETTE.film),
          { at: [at, 0, z], rotation: [0, Math.PI / 2, 0] },
        ),
      );
    }
  }
  return { frames: merge(frames), sheets: merge(sheets) };
}

function floor(): Geometry {
  const smooth = (t: number): number => {
    const c = Math.min(1, Math.max(0, t));
    return c * c * (3 - 2 * c);
  };
  const row = (z: number): number => Math.min(...ROWS.map((r) => Math.abs(r - z)));
  const soil = terrain(
    ROW_END * 2 + 0.6,
    HALF * 2 - 0.2,
    [24, 150],
    (_x, z) => 0.02 + 0.16 * smooth((0.5 - row(z)) / 0.18),
    (_x, z, grain) =>
      blend(
        blend(PALETTE.soilDry, PALETTE.soilMid, 0.3 + grain * 0.7),
        PALETTE.soilWet,
        smooth(1.2 - row(z) / 0.3) * (0.7 + 0.3 * grain),
      ),
    17,
  );
  const random = seeded(3);
  const slab = (sx: number, sz: number, x: number, z: number): Geometry =>
    block([sx, 0.07, sz], blend(PALETTE.concrete, PALETTE.concreteDark, random() * 0.5), x, -0.03, z, 0.006);
  const paths = MIDDLES.flatMap((middle) =>
    Array.from({ length: 10 }, (_, i) =>
      slab((ROW_END * 2) / 10 - 0.02, PATH_HALF * 2, -ROW_END + (i + 0.5) * ((ROW_END * 2) / 10), middle),
    ),
  );
  const ends = [-1, 1].flatMap((end) => [
    ...MIDDLES.map((middle) =>
      slab(LENGTH / 2 - ROW_END - 0.1, SPAN - 0.03, end * (ROW_END + (LENGTH / 2 - ROW_END) / 2), middle),
    ),
    slab(1.6, 3.2, end * (LENGTH / 2 + 0.85), 0),
  ]);
  return merge([soil, ...paths, ...ends]);
}

function foundation(): Geometry {
  const wall = (sx: number, sz: number, x: number, z: number): Geometry =>
    block([sx, CURB + 0.12, sz], PALETTE.concrete, x, -0.12, z);
  const side = HALF - DOOR.half;
  return merge([
    ...[-1, 1].map((s) => wall(LENGTH + 0.2, 0.18, 0, s * HALF)),
    ...[-1, 1].flatMap((end) =>
      [-1, 1].map((s) => wall(0.18, side, (end * LENGTH) / 2, s * (DOOR.half + side / 2))),
    ),
  ]);
}

/** Drip lines, and the wires over the rows. */
function irrigation(): { lines: Geometry; wires: Geometry } {
  return {
    lines: merge([
      ...ROWS.map((z) => rod([-ROW_END, 0.195, z], [ROW_END, 0.195, z], 0.012, PALETTE.dripBlack, 5)),
      ...MIDDLES.map((middle) =>
        rod([-ROW_END, 0.14, middle - 3.6], [-ROW_END, 0.14, middle + 3.6], 0.04, PALETTE.pvcGrey, 8),
      ),
      ...ROWS.map((z) => put(box([0.06, 0.1, 0.06], PALETTE.waterBlue, 0.01), -ROW_END, 0.19, z)),
    ]),
    wires: merge(
      ROWS.map((z) => rod([-ROW_END, 2.1, z], [ROW_END, 2.1, z], 0.006, PALETTE.galvanisedDark, 4)),
    ),
  };
}

/** Tomatoes in every row, coarse: hide the node `crops` where plants are placed one by one. */
function crops(): Geometry {
  const isNear = detail().hasBevels;
  const random = seeded(99);
  const kinds = ['ripe', 'fruit'].map((stage) => {
    const plant = new Plant();
    TOMATO[stage]!(plant, seeded(stage.length));
    return plant.far();
  });
  const apart = isNear ? 1.2 : 2.9;
  const plants: Geometry[] = [];
  for (const z of ROWS)
    for (let x = -ROW_END + 0.4; x < ROW_END - 0.2; x += apart) {
      const size = (0.95 + random() * 0.2) * (isNear ? 1.12 : 1.45);
      plants.push(
        place(kinds[Math.floor(random() * 2)]!, {
          at: [x + (random() - 0.5) * 0.2, 0.17, z],
          rotation: [0, random() * 6.28, 0],
          scale: [size * 1.15, Math.min(size, 1.25), size * 1.15],
        }),
      );
    }
  return merge(plants);
}

const TOP = EAVE - 0.3;
const CLOSED_Y = 0.6;
const OPEN_Y = TOP - 0.06;
const REST = 0.45;
const QUARTERS = 24;
const filmScale = (opening: number): Vec3 => [1, mix(1, (TOP - OPEN_Y) / (TOP - CLOSED_Y), opening), 1];
const tubeAt = (opening: number): Vec3 => [0, mix(CLOSED_Y, OPEN_Y, opening), 0.06];

/** One bay of rolling film in the wall toward +Z; clones stand at whole multiples of BAY along +X. */
const rollFilmBay = (): ModelNode => ({
  name: 'roll_film_bay',
  at: [-LENGTH / 2, 0, HALF],
  children: [
    {
      name: 'roll_film',
      at: [0, TOP, 0.06],
      scale: filmScale(REST),
      parts: [
        part(
          'rollFilm',
          sheet(
            (u, v) => [u * BAY, (v - 1) * (TOP - CLOSED_Y), 0.014 * Math.sin(u * 26) * Math.sin(v * Math.PI)],
            24,
            3,
            PALETTE.film,
          ),
        ),
      ],
    },
    {
      name: 'roll_tube',
      at: tubeAt(REST),
      parts: [
        part(
          'painted',
          rod([0, 0, 0], [BAY, 0, 0], 0.04, PALETTE.powderWhite, 12),
          ...[0.4, 1.25, 2.05, 2.85, 3.7].map((x) =>
            put(box([0.06, 0.02, 0.07], PALETTE.waterBlue, 0.004), x, 0.032, 0),
          ),
        ),
      ],
    },
  ],
});

const rollClip = (): Clip => ({
  name: 'roll',
  tracks: [
    { node: 'roll_film', path: 'scale', times: [0, 1], values: [0, 1].map(filmScale) },
    { node: 'roll_tube', path: 'translation', times: [0, 1], values: [0, 1].map(tubeAt) },
    {
      node: 'roll_tube',
      path: 'rotation',
      times: Array.from({ length: QUARTERS + 1 }, (_, i) => i / QUARTERS),
      values: Array.from({ length: QUARTERS + 1 }, (_, i) => axisAngle([1, 0, 0], (-i * Math.PI) / 2)),
    },
  ],
});

/**
 * A film greenhouse of three spans: 24.6 m along X, 24 m across, 4.8 m high, centred at the origin. Rolling
 * film as in the single span, in the wall toward +Z; clip `roll`. Twelve rows of tomatoes in the node `crops`.
 */
export function multiSpan(): Model {
  const door = doors();
  const { lines, wires } = irrigation();
  return {
    name: 'multi-span',
    nodes: [
      { name: 'floor', parts: [part('matte', floor())] },
      {
        name: 'structure',
        parts: [
          part('metal', frame(), wires),
          part('matte', foundation()),
          part('painted', door.frames, lines),
        ],
      },
      { name: 'crops', parts: [part('leaf', crops())] },
      rollFilmBay(),
      { name: 'film', parts: [part('film', film(), door.sheets)] },
      label(EAVE + RISE + 0.6),
    ],
    clips: [rollClip()],
  };
}
