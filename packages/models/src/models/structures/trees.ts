import { PALETTE } from '../../kit/colour.ts';
import type { Geometry } from '../../kit/geometry.ts';
import { bend, tube } from '../../kit/tube.ts';
import { add, normalize, scale, type Vec3 } from '../../kit/vector.ts';
import { part, type Model } from '../../model.ts';
import { label } from '../parts.ts';
import { cards } from './parts.ts';
import { thinned } from '../../kit/detail.ts';
import { cylinder } from '../../kit/lathe.ts';

/** A limb that thins to its end. */
const limb = (path: readonly Vec3[], radius: number, colour = PALETTE.bark): Geometry =>
  tube(bend(path, 0.6, 3), radius, colour, { sides: radius > 0.15 ? 10 : 6, taper: 0.2, caps: false });

/** A point in the shell of a ball, more often near its skin. */
function shell(random: () => number, centre: Vec3, radius: Vec3): { point: Vec3; way: Vec3; deep: number } {
  const up = random() * 2 - 1;
  const a = random() * Math.PI * 2;
  const flat = Math.sqrt(1 - up * up);
  const way: Vec3 = [Math.cos(a) * flat, up, Math.sin(a) * flat];
  const deep = 0.62 + 0.38 * random() ** 0.5;
  return {
    way,
    deep,
    point: [
      centre[0] + way[0] * radius[0] * deep,
      centre[1] + way[1] * radius[1] * deep,
      centre[2] + way[2] * radius[2] * deep,
    ],
  };
}

/** A broad crown on a forked trunk, 6.5 m high. */
export function treeBroadleaf(): Model {
  const clumps: readonly (readonly [Vec3, number])[] = [
    [[0, 4.6, 0], 1.7],
    [[1.35, 3.9, 0.4], 1.25],
    [[-1.3, 4.1, -0.3], 1.35],
    [[0.2, 3.8, 1.3], 1.2],
    [[-0.3, 4.0, -1.35], 1.2],
    [[0.5, 5.5, -0.2], 1.1],
  ];
  const limbs = clumps
    .slice(1)
    .map(([to]) => limb([[0, 1.5, 0], scale(add(to, [0, 1.4, 0]), 0.5), to], 0.13));
  const crown = clumps.map(([centre, radius], i) =>
    cards(
      330,
      0.25,
      70 + i,
      (random) => {
        const { point, way, deep } = shell(random, centre, [radius, radius * 0.8, radius]);
        const outward = normalize(add(way, scale([centre[0], (centre[1] - 4) * 0.8, centre[2]], 0.35)));
        return {
          point,
          facing: outward,
          light: 0.15 + 0.45 * (outward[1] * 0.5 + 0.5) + 0.4 * (deep - 0.62),
        };
      },
      { dark: PALETTE.canopyDark, light: PALETTE.canopyLight },
    ),
  );
  return {
    name: 'tree-broadleaf',
    nodes: [
      {
        name: 'trunk',
        parts: [
          part(
            'matte',
            limb(
              [
                [0, -0.1, 0],
                [0.04, 0.9, 0],
                [0, 1.7, 0],
                [0.05, 4.2, 0],
              ],
              0.3,
            ),
            ...limbs,
          ),
        ],
      },
      { name: 'crown', parts: [part('leaf', ...crown)] },
      label(7),
    ],
  };
}

/** A slim poplar, 10 m high: the windbreak tree of the plains. */
export function treePoplar(): Model {
  const profile = (t: number): number =>
    1.05 * Math.sin(Math.PI * Math.min(1, 0.1 + t * 0.92)) ** 0.8 * (1 - 0.35 * t) + 0.05;
  const crown = cards(
    1300,
    0.26,
    91,
    (random) => {
      const t = random() ** 0.85;
      const a = random() * Math.PI * 2;
      const deep = 0.55 + 0.45 * random() ** 0.5;
      const r = profile(t) * deep * (0.9 + 0.2 * Math.sin(a * 3 + t * 19));
      const facing: Vec3 = normalize([Math.cos(a), 0.35, Math.sin(a)]);
      return {
        point: [Math.cos(a) * r, 1.6 + t * 8.3, Math.sin(a) * r],
        facing,
        light: 0.1 + 0.55 * (deep - 0.45) + 0.35 * t,
      };
    },
    { dark: PALETTE.canopyDark, light: PALETTE.canopyLight },
    0.7,
  );
  const branches = Array.from({ length: 9 }, (_, i) => {
    const [a, y] = [i * 2.4, 2 + i * 0.75];
    return limb(
      [
        [0, y, 0],
        [Math.cos(a) * 0.5, y + 1.3, Math.sin(a) * 0.5],
      ],
      0.05,
      PALETTE.barkPale,
    );
  });
  return {
    name: 'tree-poplar',
    nodes: [
      {
        name: 'trunk',
        parts: [
          part(
            'matte',
            limb(
              [
                [0, -0.1, 0],
                [0, 1.6, 0],
                [0.04, 5, 0],
                [0, 9.2, 0],
              ],
              0.2,
              PALETTE.barkPale,
            ),
            ...branches,
          ),
        ],
      },
      { name: 'crown', parts: [part('leaf', crown)] },
      label(10.6),
    ],
  };
}

/** A pine in whorls, 7.5 m high. */
export function treePine(): Model {
  const whorls = thinned(11, 7);
  const parts: Geometry[] = [];
  for (let w = 0; w < whorls; w++) {
    const t = w / (whorls - 1);
    const [y, reach] = [1.3 + t * 5.6, 2.1 * (1 - t) ** 0.85 + 0.25];
    parts.push(
      cards(
        Math.round(190 * (1 - 0.75 * t)),
        0.3,
        200 + w,
        (random) => {
          const a = random() * Math.PI * 2;
          const r = reach * random() ** 0.6;
          // Boughs sag to their tips and are ragged between the whorls.
          const sag = 0.32 * r - 0.12 * r * r * 0.4;
          const point: Vec3 = [Math.cos(a) * r, y - sag + (random() - 0.35) * 0.34, Math.sin(a) * r];
          return {
            point,
            facing: normalize([Math.cos(a) * 0.8, 0.75, Math.sin(a) * 0.8]),
            light: 0.1 + 0.75 * (r / reach) ** 1.5 - 0.1 + 0.2 * t,
          };
        },
        { dark: PALETTE.needle, light: PALETTE.needleLight },
        0.34,
      ),
    );
  }
  return {
    name: 'tree-pine',
    nodes: [
      {
        name: 'trunk',
        parts: [
          part(
            'matte',
            cylinder(0.2, 7.1, PALETTE.bark, { segments: 10, top: 0.03 }),
            ...Array.from({ length: 8 }, (_, i) => {
              const [a, y] = [i * 2.4, 1.5 + i * 0.55];
              return tube(
                bend(
                  [
                    [0, y, 0],
                    [Math.cos(a) * 0.8, y, Math.sin(a) * 0.8],
                    [Math.cos(a) * 1.5, y - 0.35, Math.sin(a) * 1.5],
                  ],
                  0.3,
                  2,
                ),
                0.03,
                PALETTE.bark,
                { sides: 4 },
              );
            }),
          ),
        ],
      },
      { name: 'crown', parts: [part('leaf', ...parts)] },
      label(8),
    ],
  };
}
