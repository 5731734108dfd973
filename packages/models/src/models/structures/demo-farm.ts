import { PALETTE } from '../../kit/colour.ts';
import { atLevel, detail, type Level } from '../../kit/detail.ts';
import type { Geometry } from '../../kit/geometry.ts';
import { place } from '../../kit/place.ts';
import { seeded } from '../../kit/random.ts';
import { tube } from '../../kit/tube.ts';
import type { Vec3 } from '../../kit/vector.ts';
import type { MaterialName } from '../../materials.ts';
import { part, settled, type Copy, type Model, type ModelNode } from '../../model.ts';
import { label, put } from '../parts.ts';
import { farmhouse, pumpHouse, waterTank } from './buildings.ts';
import { maize, plotSoil, tomatoes } from './demo-fields.ts';
import { fence, pond, powerPole } from './ground.ts';
import { multiSpan } from './multi-span.ts';
import { block } from './parts.ts';
import { treeBroadleaf, treePine, treePoplar } from './trees.ts';

const QUARTER = Math.PI / 2;
/** The lane along the greenhouse's east gable, from the road to the pump house: x, z of its ends. The ground paints it. */
const LANE = [
  [17.4, 17.4],
  [17.4, -24.5],
] as const;
/** Poles with their wires run along here. */
const POLES: readonly (readonly [number, number])[] = [
  [-34, -37],
  [-6, -37],
  [21, -37],
  [48, -37],
];

/** What stands where: builder, x, z, yaw, and the level that it is made at near (the farm's far level is far for all). */
type PlacedObject = readonly [
  make: () => Model,
  x: number,
  z: number,
  yaw: number,
  level: Level,
  scale?: number,
];

const OBJECTS: readonly PlacedObject[] = [
  [pumpHouse, 17.2, -27.4, 0, 'near'],
  [waterTank, 11.6, -22.6, 0.5, 'mid'],
  [pond, 29.5, -27, 2.2, 'mid'],
  [farmhouse, 34, -47, 0.35, 'near'],
  ...POLES.map(([x, z]): PlacedObject => [powerPole, x, z, QUARTER, 'mid']),
  [powerPole, 20.7, -13.4, -QUARTER, 'mid'],
];

type Spot = readonly [x: number, z: number, yaw: number];

/** What stands often: the file holds each once, and the engine draws all of a kind in one call. */
const MANY: Readonly<Record<string, readonly [make: () => Model, spots: readonly Spot[], vary: number]>> = {
  many_fences: [
    fence,
    [
      ...[0, 1, 2, 3].map((i): Spot => [25 + i * 6, 6.6, 0]),
      ...[0, 1].map((i): Spot => [22, 9.6 + i * 6, QUARTER]),
    ],
    0,
  ],
  // The windbreak behind the greenhouse.
  many_poplars: [
    treePoplar,
    Array.from({ length: 17 }, (_, i): Spot => [-44 + i * 3.2 + (i % 3) * 0.4, -31.8 - (i % 2), i * 2.1]),
    0.3,
  ],
  many_broadleaves: [
    treeBroadleaf,
    [
      [24, -43, 0],
      [44, -45, 1],
      [41, -53, 2],
      [26, -54, 3],
      [8.6, -38, 4],
      [40.5, -24, 5],
      [-19, 6, 2.5],
      [-21.5, -6, 0.7],
      [-18.6, -17, 3.6],
    ],
    0.35,
  ],
  many_pines: [
    treePine,
    [
      [50, -50, 0],
      [19, -46, 1.2],
      [14.5, -42, 2.9],
      [47, -31, 4.4],
    ],
    0.35,
  ],
};

/** @param isNear trees stand far enough away for their middle level. */
function groves(isNear: boolean): ModelNode[] {
  const random = seeded(77);
  return Object.entries(MANY).map(([name, [make, spots, vary]]) => ({
    name,
    parts: settled(atLevel(isNear ? 'mid' : 'far', make)),
    copies: spots.map(([x, z, yaw]): Copy => {
      const size = 1 - vary / 2 + random() * vary;
      return { at: [x, 0, z], yaw, scale: [size, size, size] };
    }),
  }));
}

/** Wires from pole to pole, sagging; three on the cross arms. */
function wires(): Geometry[] {
  const steps = detail().sides === 1 ? 8 : 4;
  return POLES.slice(1).flatMap(([x, z], i) =>
    [-0.95, 0, 0.95].map((across) => {
      const [x0, z0] = POLES[i]!;
      const path = Array.from({ length: steps + 1 }, (_, s): Vec3 => {
        const t = s / steps;
        return [x0 + (x - x0) * t, 8.56 - 2.2 * t * (1 - t), z0 + (z - z0) * t + across];
      });
      return tube(path, 0.04, PALETTE.graphite, { sides: 3, caps: false });
    }),
  );
}

/** What lies about where people work: a pallet of bags by the pump house. */
function yard(): Geometry[] {
  const random = seeded(5);
  return [
    put(block([1.2, 0.14, 1], PALETTE.timber, 0, 0, 0), 20.2, 0, -25.6, [0, 0.2, 0]),
    ...Array.from({ length: 8 }, (_, i) =>
      put(
        block([0.52, 0.15, 0.42], i % 3 === 0 ? PALETTE.powderGrey : PALETTE.plasterWarm, 0, 0, 0, 0.05),
        19.95 + (i % 2) * 0.55,
        0.15 + Math.floor(i / 4) * 0.15,
        -25.85 + (Math.floor(i / 2) % 2) * 0.46,
        [0, 0.2 + (random() - 0.5) * 0.2, 0],
      ),
    ),
  ];
}

/** Nodes of the whole farm that gather what has their material; everything else is `body`. */
const GATHERED: Readonly<Partial<Record<MaterialName, string>>> = {
  film: 'film',
  water: 'water',
  window: 'glow_windows',
};

/**
 * The demo farm: the three-span greenhouse at the origin with tomatoes, a lane along its east gable, maize
 * beyond the lane, pump house, tank and pond at the lane's end, farmhouse, windbreak, road and power line.
 * `crops_*` are its plants: hide them where the engine plants its own. What ends in `_unshaded` throws no shadow. `anchor_focus_low`
 * and `anchor_focus_high` are the corners of what the first view is about, `anchor_lane_from` and `anchor_lane_to` the
 * ends of the lane.
 */
export function demoFarm(): Model {
  const isNear = detail().sides === 1;
  const bare = multiSpan();
  const house = { ...bare, nodes: bare.nodes.filter(({ name }) => name !== 'crops') };
  const bay = house.nodes.find(({ name }) => name === 'roll_film_bay')!;
  const parts = settled({ ...house, nodes: house.nodes.filter((node) => node !== bay) });
  for (const [make, x, z, yaw, level, scale = 1] of OBJECTS)
    for (const { material, geometry } of settled(atLevel(isNear ? level : 'far', make)))
      parts.push({ material, geometry: place(geometry, { at: [x, 0, z], rotation: [0, yaw, 0], scale }) });
  parts.push(part('matte', plotSoil(isNear)), part('metal', ...wires()), part('painted', ...yard()));
  const nodeOf = (material: MaterialName): string => GATHERED[material] ?? 'body';
  const nodes = ['body', ...Object.values(GATHERED)].map((name): ModelNode => ({
    name,
    parts: parts.filter(({ material }) => nodeOf(material) === name),
  }));
  return {
    name: 'demo-farm',
    nodes: [
      ...nodes,
      ...groves(isNear),
      ...tomatoes(isNear),
      ...maize(isNear),
      bay,
      { name: 'anchor_focus_low', at: [-12.3, 0, -12] },
      { name: 'anchor_focus_high', at: [12.3, 4.8, 12] },
      { name: 'anchor_lane_from', at: [LANE[0][0], 0, LANE[0][1]] },
      { name: 'anchor_lane_to', at: [LANE[1][0], 0, LANE[1][1]] },
      { name: 'anchor_water', at: [29.5, 0.16, -27] },
      label(13),
    ],
    ...(isNear && house.clips ? { clips: house.clips } : {}),
  };
}
