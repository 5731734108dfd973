import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { SOLIDS, solidsTexture, texelOf } from '../materials.ts';
import { boundsOf, flatten, part, surfaces, type Model } from '../model.ts';
import { box } from './box.ts';
import { atLevel, detail, thinned } from './detail.ts';
import { farForm } from './far-form.ts';
import { merge, triangleCount, type Geometry } from './geometry.ts';
import { cylinder } from './lathe.ts';
import { place } from './place.ts';
import { Plant, SHAPES } from './plant.ts';
import { prune } from './prune.ts';
import { axisAngle } from './vector.ts';

const RED = [1, 0, 0] as const;
const GREEN = [0, 1, 0] as const;

describe('levels of detail', () => {
  test('a shape asks for the level it is made at, and the level ends with the making', () => {
    const sides = (): number => triangleCount(cylinder(1, 1, RED, { segments: 20 }));
    expect(sides()).toBe(80);
    expect(atLevel('mid', sides)).toBe(44);
    expect(atLevel('far', sides)).toBe(24);
    expect(() => atLevel('far', () => { throw new Error('no'); })).toThrow('no'); // prettier-ignore
    expect(detail().sides).toBe(1);
  });

  test('a bevel is for near only', () => {
    const bevelled = (): number => triangleCount(box([1, 1, 1], RED, 0.1));
    expect([bevelled(), atLevel('mid', bevelled)]).toEqual([44, 12]);
  });

  test('thinning never adds and never goes under its least', () => {
    expect(thinned(3, 5)).toBe(3);
    expect(atLevel('far', () => [thinned(3, 5), thinned(10, 5), thinned(100, 5)])).toEqual([3, 5, 30]);
  });
});

describe('prune', () => {
  const bolt = place(box([0.02, 0.02, 0.02], RED), { at: [2, 0, 0] });
  const whole = merge([box([1, 1, 1], RED), bolt]);

  test('leaves out pieces under the size, whole', () => {
    expect(triangleCount(prune(whole, 0.05))).toBe(12);
    expect(triangleCount(prune(whole, 0.01))).toBe(24);
    expect(triangleCount(prune(whole, 2))).toBe(0);
  });

  test('faces of a box are one piece although they share no vertex', () => {
    expect(triangleCount(prune(box([0.1, 0.1, 0.1], RED), 0.16))).toBe(12);
  });
});

describe('flatten', () => {
  const model: Model = {
    name: 'box',
    nodes: [
      { name: 'body', parts: [part('painted', box([1, 1, 1], RED))] },
      {
        name: 'spin_arm',
        at: [2, 0, 0],
        rotation: axisAngle([0, 1, 0], Math.PI / 2),
        children: [
          { name: 'tip', at: [0, 0, 3], scale: [2, 1, 1], parts: [part('painted', box([1, 1, 1], RED))] },
        ],
      },
      { name: 'glow_status', at: [0, 1, 0], parts: [part('lamp', box([0.1, 0.1, 0.1], GREEN))] },
    ],
  };

  test('bakes what moves where it stands, and keeps lamps apart', () => {
    const flat = flatten(model);
    expect(flat.nodes.map(({ name }) => name)).toEqual(['body', 'glow_status']);
    // The tip stands 3 m along the arm's turned Z, which is X, and its doubled width now lies along Z.
    const { low, high } = boundsOf(flat);
    expect([high[0], low[2], high[2]].map((value) => Number(value.toFixed(4)))).toEqual([5.5, -1, 1]);
    expect(boundsOf(model)).toEqual(boundsOf(flat));
  });

  test('all solids of a node are one draw, each looking up its own texel', () => {
    const [surface, ...others] = surfaces({
      name: 'body',
      parts: [part('painted', box([1, 1, 1], RED)), part('metal', box([1, 1, 2], RED))],
    });
    expect(others).toEqual([]);
    const across = new Set([...surface!.uvs!].filter((_, i) => i % 2 === 0));
    expect(across).toEqual(new Set([Math.fround(texelOf('painted')), Math.fround(texelOf('metal'))]));
  });
});

test('the solids’ picture holds roughness in green and metalness in blue', () => {
  const png = Buffer.from(solidsTexture());
  const at = png.indexOf('IDAT');
  const row = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  Object.values(SOLIDS).forEach(({ roughness, metallic }, i) => {
    expect(row[1 + i * 3 + 1]! / 255).toBeCloseTo(roughness, 2);
    expect(row[1 + i * 3 + 2]! / 255).toBeCloseTo(metallic, 2);
  });
});

describe('the far form of a plant', () => {
  const grow = (): Geometry => {
    const plant = new Plant();
    for (let i = 0; i < 40; i++)
      plant.leaf({
        at: [0, i * 0.02, 0],
        heading: i * 2.4,
        rise: 0.3,
        length: 0.3,
        width: 0.1,
        shape: SHAPES.ovate,
        dark: GREEN,
        light: GREEN,
      });
    plant.fruit({
      at: [0.4, 0.4, 0],
      along: [0, -1, 0],
      length: 0.2,
      radius: 0.1,
      profile: [0, 1, 0],
      from: RED,
      to: RED,
    });
    return plant.near();
  };

  test('keeps to its triangles, and inside what it stands for', () => {
    const near = grow();
    const far = farForm(near, 60);
    expect(triangleCount(far)).toBeLessThanOrEqual(60);
    const reach = ({ positions }: Geometry, axis: number): number =>
      Math.max(...positions.filter((_, i) => i % 3 === axis));
    for (const axis of [0, 1, 2]) expect(reach(far, axis)).toBeLessThan(reach(near, axis) + 0.05);
  });

  test('keeps the fruit’s colour: nothing is averaged into brown', () => {
    const { colours } = farForm(grow(), 60);
    const reds = colours.filter((_, i) => i % 3 === 0);
    const greens = colours.filter((_, i) => i % 3 === 1);
    expect([...reds].some((red, i) => red > 0.4 && greens[i]! < 0.05)).toBe(true);
    expect([...reds].some((red, i) => greens[i]! > 0.4 && red < 0.05)).toBe(true);
  });

  test('is the same each time', () => {
    expect(farForm(grow(), 60)).toEqual(farForm(grow(), 60));
  });
});

describe('the far form of a cereal', () => {
  /** One stalk of 2 m with arching blades, and a straw-coloured tassel above them. */
  const maize = (): Plant => {
    const plant = new Plant();
    plant.stem({ path: [[0, 0, 0], [0, 2, 0]], radius: 0.02, colour: GREEN, sides: 5 }); // prettier-ignore
    for (let i = 0; i < 12; i++)
      plant.leaf({
        at: [0, 0.2 + i * 0.13, 0],
        heading: (i % 2) * Math.PI,
        rise: 1.2,
        length: 0.9,
        width: 0.1,
        shape: SHAPES.arch,
        droop: 2.4,
        dark: GREEN,
        light: GREEN,
      });
    for (let i = 0; i < 40; i++)
      plant.leaf({
        at: [0, 1.95, 0],
        heading: i * 2.4,
        rise: 1.1,
        length: 0.3,
        width: 0.012,
        shape: SHAPES.strap,
        dark: RED,
        light: RED,
      });
    return plant;
  };
  const points = ({ positions }: Geometry): [number, number, number][] =>
    Array.from({ length: positions.length / 3 }, (_, i) => [
      positions[i * 3]!,
      positions[i * 3 + 1]!,
      positions[i * 3 + 2]!,
    ]);

  test.each([60, 150])('keeps to %i triangles', (triangles) => {
    expect(triangleCount(maize().far(triangles))).toBeLessThanOrEqual(triangles);
  });

  test('its blades still rise and bow', () => {
    const far = maize().far(150);
    // The lowest blade alone on its side until the next one above it, 0.26 m higher.
    const blade = points(far)
      .filter(([x]) => x > 0.05)
      .toSorted((a, b) => a[1] - b[1]);
    const [tip] = blade;
    const farthest = Math.max(...blade.map(([x]) => x));
    expect(tip![1]).toBeLessThan(0.25);
    expect(tip![0]).toBeCloseTo(farthest, 1);
    // Half way out a blade stands over the line from its foot to its tip.
    const middle = blade.filter(([x]) => Math.abs(x - farthest / 2) < farthest * 0.3);
    expect(middle.some(([, y]) => y > 0.4 && y < 0.7)).toBe(true);
  });

  test('thins out among leaves of one tone, so that its tassel stays', () => {
    const { colours } = maize().far();
    const isRed = (i: number): boolean => colours[i * 3]! > colours[i * 3 + 1]!;
    const reds = Array.from({ length: colours.length / 3 }, (_, i) => isRed(i)).filter(Boolean);
    expect(reds.length).toBeGreaterThanOrEqual(4);
  });

  test('stands as high as the plant', () => {
    const top = (geometry: Geometry): number => Math.max(...points(geometry).map(([, y]) => y));
    expect(top(maize().far())).toBeCloseTo(top(maize().near()), 1);
  });
});
