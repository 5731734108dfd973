import { box } from '../../kit/box.ts';
import { PALETTE } from '../../kit/colour.ts';
import { merge, type Geometry } from '../../kit/geometry.ts';
import { cylinder } from '../../kit/lathe.ts';
import { place } from '../../kit/place.ts';
import { tube } from '../../kit/tube.ts';
import { arch, CURB, EAVE, HALF_WIDTH, LENGTH, RIBS, ribX, section, SKIRT, widthAt } from './profile.ts';

const STEEL = PALETTE.galvanised;
const TIE_HEIGHT = 2.3;

/** Ribs, purlins, rails, ties and braces of galvanised tube. */
export function frame(): Geometry {
  const parts: Geometry[] = [];
  const half = LENGTH / 2;
  for (let i = 0; i < RIBS; i++) {
    const end = i === 0 || i === RIBS - 1;
    parts.push(
      tube(section(ribX(i), end ? 40 : 24, CURB - 0.05), end ? 0.03 : 0.024, STEEL, {
        sides: 6,
        caps: false,
      }),
    );
  }
  for (const t of [0.14, 0.32, 0.5, 0.68, 0.86]) {
    const { y, z } = arch(t, -0.035);
    parts.push(
      tube(
        [
          [-half, y, z],
          [half, y, z],
        ],
        0.017,
        STEEL,
        { sides: 6 },
      ),
    );
  }
  for (const side of [-1, 1]) {
    // Eave gutter, film rails and the foot rail.
    parts.push(
      place(box([LENGTH + 0.1, 0.09, 0.075], STEEL, 0.012), {
        at: [0, EAVE + 0.005, side * (HALF_WIDTH + 0.01)],
      }),
      place(box([LENGTH + 0.04, 0.035, 0.04], STEEL, 0.008), { at: [0, SKIRT, side * HALF_WIDTH] }),
      place(box([LENGTH + 0.04, 0.04, 0.06], STEEL, 0.008), { at: [0, CURB + 0.01, side * HALF_WIDTH] }),
    );
    // Downpipes from the gutter's ends.
    for (const end of [-1, 1]) {
      const [x, z] = [end * (half + 0.02), side * (HALF_WIDTH + 0.07)];
      parts.push(
        tube(
          [
            [x, EAVE - 0.03, z],
            [x, 0.05, z],
            [x, 0.02, z + side * 0.1],
          ],
          0.028,
          STEEL,
          { sides: 8 },
        ),
      );
    }
    for (const bay of [0, RIBS - 3]) {
      const [x0, x1] = [ribX(bay), ribX(bay + 2)];
      const z = side * (HALF_WIDTH - 0.04);
      parts.push(
        tube(
          [
            [x0, CURB, z],
            [x1, EAVE, z],
          ],
          0.012,
          STEEL,
          { sides: 5 },
        ),
        tube(
          [
            [x0, EAVE, z],
            [x1, CURB, z],
          ],
          0.012,
          STEEL,
          { sides: 5 },
        ),
      );
    }
    for (const bay of [0, RIBS - 2]) {
      const low = arch(side < 0 ? 0.14 : 0.86, -0.05);
      const high = arch(0.5, -0.05);
      const [x0, x1] = bay === 0 ? [ribX(0), ribX(2)] : [ribX(RIBS - 1), ribX(RIBS - 3)];
      parts.push(
        tube(
          [
            [x0, low.y, low.z],
            [x1, high.y - 0.02, side * 0.15],
          ],
          0.012,
          STEEL,
          { sides: 5 },
        ),
      );
    }
  }
  // A tie with a king post and two struts in every second rib, where the crop wires and fans hang.
  for (let i = 2; i < RIBS - 1; i += 2) {
    const x = ribX(i);
    const w = widthAt(TIE_HEIGHT) - 0.01;
    const strut = arch(0.3);
    parts.push(
      tube(
        [
          [x, TIE_HEIGHT, -w],
          [x, TIE_HEIGHT, w],
        ],
        0.016,
        STEEL,
        { sides: 6, caps: false },
      ),
      tube(
        [
          [x, TIE_HEIGHT, 0],
          [x, arch(0.5).y, 0],
        ],
        0.013,
        STEEL,
        { sides: 5, caps: false },
      ),
      tube(
        [
          [x, TIE_HEIGHT, -0.9],
          [x, strut.y, strut.z],
        ],
        0.011,
        STEEL,
        { sides: 5, caps: false },
      ),
      tube(
        [
          [x, TIE_HEIGHT, 0.9],
          [x, strut.y, -strut.z],
        ],
        0.011,
        STEEL,
        { sides: 5, caps: false },
      ),
    );
  }
  return merge(parts);
}

/** The concrete foundation wall, with sleeves where ribs stand in it. */
export function foundation(door: { half: number }): Geometry {
  const thick = 0.14;
  const wall = (sx: number, sz: number, x: number, z: number) =>
    place(box([sx, CURB + 0.1, sz], PALETTE.concrete, 0.015), { at: [x, (CURB - 0.1) / 2, z] });
  const parts: Geometry[] = [];
  for (const side of [-1, 1]) {
    parts.push(wall(LENGTH + thick, thick, 0, side * HALF_WIDTH));
    const gap = HALF_WIDTH - door.half;
    for (const z of [-1, 1]) parts.push(wall(thick, gap, (side * LENGTH) / 2, z * (door.half + gap / 2)));
  }
  return merge(parts);
}

/** Drip lines along every bed with their header, and the sub-main on the gable side. */
export function irrigation(lines: readonly { z: number; y: number }[], from: number, to: number): Geometry {
  const parts = lines.map(({ z, y }) =>
    tube(
      [
        [from, y, z],
        [to, y, z],
      ],
      0.009,
      PALETTE.dripBlack,
      { sides: 5, caps: false },
    ),
  );
  for (const side of [-1, 1]) {
    const own = lines.filter(({ z }) => Math.sign(z) === side).map(({ z }) => z);
    const [low, high] = [Math.min(...own), Math.max(...own)];
    parts.push(
      tube(
        [
          [from, 0.19, low - 0.05],
          [from, 0.19, high + 0.05],
        ],
        0.025,
        PALETTE.pvcGrey,
        { sides: 8 },
      ),
    );
    for (const z of own)
      parts.push(place(cylinder(0.014, 0.05, PALETTE.waterBlue, { segments: 8 }), { at: [from, 0.2, z] }));
  }
  return merge(parts);
}
