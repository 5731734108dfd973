import { box } from '../../kit/box.ts';
import { PALETTE } from '../../kit/colour.ts';
import { merge, type Geometry } from '../../kit/geometry.ts';
import { lathe } from '../../kit/lathe.ts';
import { place } from '../../kit/place.ts';
import { tube } from '../../kit/tube.ts';
import { axisAngle, radians, type Vec3 } from '../../kit/vector.ts';
import { part, type Clip, type ModelNode } from '../../model.ts';
import { sheet } from '../../kit/sheet.ts';
import { HALF_WIDTH, LENGTH, widthAt } from './profile.ts';

export const DOOR = { half: 0.95, top: 2.1 };
const STEEL = PALETTE.galvanised;

/** Posts and rails of both gables, with the door tracks. */
export function gableFrames(): Geometry {
  const parts: Geometry[] = [];
  for (const end of [-1, 1]) {
    const x = (end * LENGTH) / 2;
    const post = (z: number) => {
      const top = topAt(z);
      return tube(
        [
          [x, 0.02, z],
          [x, top, z],
        ],
        0.02,
        STEEL,
        { sides: 6, caps: false },
      );
    };
    for (const z of [-2.5, -DOOR.half - 0.02, DOOR.half + 0.02, 2.5]) parts.push(post(z));
    const rail = (y: number) => {
      const w = widthAt(y);
      return tube(
        [
          [x, y, -w],
          [x, y, w],
        ],
        0.018,
        STEEL,
        { sides: 6, caps: false },
      );
    };
    parts.push(
      rail(DOOR.top + 0.06),
      tube(
        [
          [x, 1.1, -HALF_WIDTH],
          [x, 1.1, -DOOR.half],
        ],
        0.014,
        STEEL,
        { sides: 5, caps: false },
      ),
      tube(
        [
          [x, 1.1, DOOR.half],
          [x, 1.1, HALF_WIDTH],
        ],
        0.014,
        STEEL,
        { sides: 5, caps: false },
      ),
      place(box([0.06, 0.07, 3.9], STEEL, 0.01), { at: [x + end * 0.09, DOOR.top + 0.05, 0] }),
    );
  }
  return merge(parts);
}

const topAt = (z: number): number => {
  let [low, high] = [1.8, 4];
  for (let i = 0; i < 24; i++) {
    const middle = (low + high) / 2;
    if (widthAt(middle) > Math.abs(z)) low = middle;
    else high = middle;
  }
  return low;
};

/** Two sliding leaves a door, their frames and film apart. The leaf toward +Z stands ajar on the +X gable. */
export function doors(): { frames: Geometry; sheets: Geometry } {
  const frames: Geometry[] = [];
  const sheets: Geometry[] = [];
  const [width, height] = [DOOR.half, DOOR.top - 0.04];
  for (const end of [-1, 1])
    for (const side of [-1, 1]) {
      const ajar = end > 0 && side > 0 ? 0.55 : 0;
      const at: Vec3 = [end * (LENGTH / 2 + 0.09), height / 2 + 0.04, side * (width / 2 + ajar)];
      const bar = (sy: number, sz: number, y: number, z: number, colour = PALETTE.powderWhite) =>
        place(box([0.035, sy, sz], colour, 0.007), { at: [at[0], at[1] + y, at[2] + z] });
      frames.push(
        bar(height, 0.05, 0, -width / 2 + 0.025),
        bar(height, 0.05, 0, width / 2 - 0.025),
        bar(0.05, width, height / 2 - 0.025, 0),
        bar(0.06, width, -height / 2 + 0.03, 0),
        bar(0.045, width, -0.12, 0),
        place(box([0.05, 0.2, 0.025], PALETTE.graphite, 0.006), {
          at: [at[0] + end * 0.03, 1.05, at[2] - side * (width / 2 - 0.06)],
        }),
      );
      sheets.push(
        place(
          sheet((u, v) => [(u - 0.5) * (width - 0.08), (v - 0.5) * (height - 0.08), 0], 1, 1, PALETTE.film),
          { at, rotation: [0, (end * Math.PI) / 2, 0] },
        ),
      );
    }
  return { frames: merge(frames), sheets: merge(sheets) };
}

const FAN_HALF = 0.48;
const FAN_CENTRES = [-2.35, 2.35];
const FAN_Y = 1.25;

/** Housings of the two exhaust fans on the −X gable; their blades are nodes of their own. */
export function fanHousings(): { painted: Geometry; metal: Geometry } {
  const painted: Geometry[] = [];
  const metal: Geometry[] = [];
  for (const z of FAN_CENTRES) {
    const x = -LENGTH / 2 - 0.08;
    const ring = lathe(
      [
        [FAN_HALF - 0.035, -0.12],
        [FAN_HALF, -0.14],
        [FAN_HALF + 0.005, 0.14],
        [FAN_HALF - 0.03, 0.12],
        [FAN_HALF - 0.035, -0.12],
      ],
      PALETTE.powderGrey,
      { segments: 28 },
    );
    painted.push(place(ring, { at: [x, FAN_Y, z], rotation: [0, 0, radians(90)] }));
    // The plate around the ring, from its circle out to the square of the housing; seen from outside.
    painted.push(
      sheet(
        (u, v) => {
          const a = u * Math.PI * 2;
          const square = FAN_HALF / Math.max(Math.abs(Math.cos(a)), Math.abs(Math.sin(a)));
          const r = FAN_HALF - 0.01 + v * (square - FAN_HALF + 0.01);
          return [x - 0.06, FAN_Y + r * Math.cos(a), z + r * Math.sin(a)];
        },
        48,
        1,
        PALETTE.powderWhite,
      ),
    );
    for (const s of [-1, 1]) {
      painted.push(
        place(box([0.3, 0.06, FAN_HALF * 2 + 0.12], PALETTE.powderWhite, 0.01), {
          at: [x, FAN_Y + s * (FAN_HALF + 0.03), z],
        }),
        place(box([0.3, FAN_HALF * 2, 0.06], PALETTE.powderWhite, 0.01), {
          at: [x, FAN_Y, z + s * (FAN_HALF + 0.03)],
        }),
      );
    }
    // Guard: a cross and two rings of wire.
    for (const r of [0.17, 0.33])
      metal.push(
        tube(
          Array.from({ length: 21 }, (_, i): Vec3 => {
            const a = (i / 20) * Math.PI * 2;
            return [x - 0.15, FAN_Y + Math.cos(a) * r, z + Math.sin(a) * r];
          }),
          0.005,
          STEEL,
          { sides: 4, caps: false },
        ),
      );
    for (let i = 0; i < 4; i++) {
      const a = (i * Math.PI) / 4;
      const reach: Vec3 = [0, Math.cos(a) * FAN_HALF, Math.sin(a) * FAN_HALF];
      metal.push(
        tube(
          [
            [x - 0.15, FAN_Y - reach[1], z - reach[2]],
            [x - 0.15, FAN_Y + reach[1], z + reach[2]],
          ],
          0.005,
          STEEL,
          { sides: 4, caps: false },
        ),
      );
    }
  }
  return { painted: merge(painted), metal: merge(metal) };
}

/** Six twisted blades about X. */
function blades(): Geometry {
  const blade = sheet(
    (u, v) => {
      const r = 0.07 + u * 0.36;
      const chord = (v - 0.5) * (0.12 + 0.1 * u);
      const twist = radians(52 - 26 * u);
      return [chord * Math.sin(twist), r, chord * Math.cos(twist)];
    },
    3,
    2,
    PALETTE.powderGrey,
  );
  const hub = place(
    lathe(
      [
        [0, -0.06],
        [0.075, -0.06],
        [0.085, -0.05],
        [0.085, 0.05],
        [0.06, 0.075],
        [0, 0.085],
      ],
      PALETTE.graphite,
      { segments: 16 },
    ),
    { rotation: [0, 0, radians(90)] },
  );
  return merge([
    hub,
    ...Array.from({ length: 6 }, (_, i) => place(blade, { rotation: [(i * Math.PI) / 3, 0, 0] })),
  ]);
}

/** The fans' blades, `spin_fan_1` and `spin_fan_2`. */
export const fanNodes = (): ModelNode[] =>
  FAN_CENTRES.map((z, i) => ({
    name: `spin_fan_${i + 1}`,
    at: [-LENGTH / 2 - 0.08, FAN_Y, z],
    parts: [part('leaf', blades())],
  }));

/** One turn of both fans in 0.8 s. */
export const fanClip = (): Clip => ({
  name: 'spin',
  tracks: FAN_CENTRES.map((_, i) => ({
    node: `spin_fan_${i + 1}`,
    path: 'rotation' as const,
    times: [0, 0.2, 0.4, 0.6, 0.8],
    values: [0, 1, 2, 3, 4].map((quarter) => axisAngle([1, 0, 0], (quarter * Math.PI) / 2)),
  })),
});
