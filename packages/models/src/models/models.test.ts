import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { NodeIO, type Document } from '@gltf-transform/core';
import {
  EXTMeshGPUInstancing,
  type InstancedMesh,
  KHRDracoMeshCompression,
} from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { validateBytes } from 'gltf-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  CROP_STAGES,
  cropModelName,
  DEVICE_NAMES,
  KIND_LEVELS,
  kindOf,
  LEVEL_FROM_PIXELS,
  MODEL_NAMES,
  modelPath,
  picturesFolder,
  PRODUCT_DEVICES,
  type Crop,
  type ModelKind,
  type ModelName,
} from '../catalogue.ts';
import type { Level } from '../kit/detail.ts';
import { isSolid } from '../materials.ts';
import { LABEL_NODE, LAMP_NODE, walk } from '../model.ts';
import { writeModel, type WrittenModel } from '../write.ts';
import { buildModel } from './all.ts';

/** Triangles that a model may cost near and far, and draw calls of a kind. */
const BUDGET: Record<ModelKind, { near: number; far: number; draws: number }> = {
  device: { near: 6000, far: 1500, draws: 3 },
  structure: { near: 40_000, far: 12_000, draws: 3 },
  crop: { near: 600, far: 60, draws: 1 },
};
/** A farm of many structures and thousands of plants: with the devices on it 600,000 triangles near, 100,000 far. */
const FARM_BUDGET = { near: 280_000, far: 50_000, draws: 5 };

const FILES = MODEL_NAMES.flatMap((name) =>
  KIND_LEVELS[kindOf(name)].map((level) => ({ name, level, path: modelPath(name, level) })),
);

let read: (glb: Uint8Array) => Promise<Document>;
const written = new Map<string, WrittenModel>();
const fileOf = (name: ModelName, level: Level = 'near'): WrittenModel => written.get(modelPath(name, level))!;
beforeAll(async () => {
  const io = new NodeIO()
    .registerExtensions([KHRDracoMeshCompression, EXTMeshGPUInstancing])
    .registerDependencies({ 'draco3d.decoder': await draco.createDecoderModule() });
  read = (glb) => io.readBinary(glb);
  for (const { name, level, path } of FILES)
    written.set(path, await writeModel(buildModel(name, level), level));
  // All models are built: seconds on a quiet machine, more on a busy one.
}, 60_000);

/** Bounds of all vertices in the model's frame. */
function bounds(document: Document): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const node of document.getRoot().listNodes()) {
    const m = node.getWorldMatrix();
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const positions = primitive.getAttribute('POSITION')!;
      for (let i = 0; i < positions.getCount(); i++) {
        const [x = 0, y = 0, z = 0] = positions.getElement(i, []);
        for (let axis = 0; axis < 3; axis++) {
          const p = m[axis]! * x + m[4 + axis]! * y + m[8 + axis]! * z + m[12 + axis]!;
          low[axis] = Math.min(low[axis]!, p);
          high[axis] = Math.max(high[axis]!, p);
        }
      }
    }
  }
  return { low, high };
}

describe.each(FILES)('$path', ({ name, level, path }) => {
  test('is valid glTF without errors or warnings', async () => {
    const { issues } = await validateBytes(written.get(path)!.glb);
    expect(issues.messages.filter(({ severity }) => severity <= 1)).toEqual([]);
    expect(issues.numErrors).toBe(0);
  });

  test('is the same to the byte when built again', async () => {
    const again = await writeModel(buildModel(name, level), level);
    expect(Buffer.compare(again.glb, written.get(path)!.glb)).toBe(0);
  });

  test('decodes to the triangles that it says, with finite numbers', async () => {
    const document = await read(written.get(path)!.glb);
    let triangles = 0;
    for (const node of document.getRoot().listNodes())
      for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
        const copies = node.getExtension<InstancedMesh>('EXT_mesh_gpu_instancing');
        triangles +=
          (primitive.getIndices()!.getCount() / 3) * (copies?.getAttribute('TRANSLATION')?.getCount() ?? 1);
        for (const semantic of ['POSITION', 'NORMAL', 'COLOR_0'])
          expect(primitive.getAttribute(semantic)!.getArray()!.every(Number.isFinite)).toBe(true);
      }
    expect(triangles).toBe(written.get(path)!.triangles);
  });

  test('keeps its budget', () => {
    const { triangles, draws } = written.get(path)!;
    const budget = name === 'demo-farm' ? FARM_BUDGET : BUDGET[kindOf(name)];
    expect(triangles).toBeGreaterThan(0);
    expect(triangles).toBeLessThanOrEqual(level === 'far' ? budget.far : budget.near);
    expect(draws).toBeLessThanOrEqual(budget.draws);
  });

  test('closed surfaces face outward', () => {
    // Film, nets and leaves are seen from both sides, and leaves carry the normals of the whole plant.
    for (const node of walk(buildModel(name, level).nodes))
      for (const { material, geometry } of node.parts ?? []) {
        if (!isSolid(material) || material === 'leaf') continue;
        const { positions: p, normals: n, indices } = geometry;
        let backward = 0;
        for (let i = 0; i < indices.length; i += 3) {
          const [a, b, c] = [indices[i]! * 3, indices[i + 1]! * 3, indices[i + 2]! * 3];
          const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
          const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!];
          const facing =
            (uy * vz - uz * vy) * (n[a]! + n[b]! + n[c]!) +
            (uz * vx - ux * vz) * (n[a + 1]! + n[b + 1]! + n[c + 1]!) +
            (ux * vy - uy * vx) * (n[a + 2]! + n[b + 2]! + n[c + 2]!);
          if (facing < -1e-9) backward++;
        }
        expect(backward, `${node.name}/${material}`).toBe(0);
      }
  });
});

describe('pictures', () => {
  const hex = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
  const read = (name: string): Buffer => readFileSync(new URL(name, picturesFolder()));
  const sources = JSON.parse(read('sources.json').toString()) as Record<
    string,
    { model: string; studio: string; picture: string }
  >;
  // What frames and takes them; not the whole engine: a picture need not follow each change of a shader.
  const studio = hex(
    ['tests/pictures/product-photo.ts', 'packages/farm3d-engine/src/render/portrait-camera.ts']
      .map((path) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8'))
      .join(''),
  );

  // `npm run pictures -- products` takes those anew that are not.
  test.each(MODEL_NAMES)('%s: its picture is of the model as it is now', (name) => {
    expect(sources[name]).toEqual({
      model: hex(fileOf(name).glb),
      studio,
      picture: hex(read(`${name}.webp`)),
    });
  });

  test('each is a WebP of 512 px square with a transparent ground', () => {
    for (const name of MODEL_NAMES) {
      const bytes = read(`${name}.webp`);
      expect(bytes.toString('latin1', 8, 16)).toBe('WEBPVP8X');
      expect([bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]).toEqual([512, 512]);
      // Bit 4 of the flags: there is an alpha channel.
      expect(bytes[20]! & 16).toBe(16);
      expect(bytes.length).toBeLessThan(80_000);
    }
  });
});

const nodeNames = (name: ModelName, level: Level = 'near'): string[] =>
  [...walk(buildModel(name, level).nodes)].map((node) => node.name);

describe.each(MODEL_NAMES.filter((name) => kindOf(name) !== 'crop'))('%s', (name) => {
  test('has a place for its label above its top', async () => {
    const document = await read(fileOf(name).glb);
    const label = document
      .getRoot()
      .listNodes()
      .find((node) => node.getName() === LABEL_NODE);
    expect(label?.getTranslation()[1]).toBeGreaterThan(bounds(document).high[1]!);
  });
});

describe.each(MODEL_NAMES)('levels of %s', (name) => {
  test('each level costs less than the one before and fills the same space', async () => {
    const levels = KIND_LEVELS[kindOf(name)].map((level) => fileOf(name, level));
    const boxes = await Promise.all(levels.map(async ({ glb }) => bounds(await read(glb))));
    for (let i = 1; i < levels.length; i++) {
      expect(levels[i]!.triangles).toBeLessThan(levels[i - 1]!.triangles);
      expect(levels[i]!.glb.byteLength).toBeLessThan(levels[i - 1]!.glb.byteLength);
      // A level must not jump when it takes over: a quarter of the longest side, at most.
      const near = boxes[0]!;
      const slack = 0.25 * Math.max(...[0, 1, 2].map((axis) => near.high[axis]! - near.low[axis]!));
      for (const axis of [0, 1, 2]) {
        expect(Math.abs(boxes[i]!.low[axis]! - near.low[axis]!)).toBeLessThan(slack);
        expect(Math.abs(boxes[i]!.high[axis]! - near.high[axis]!)).toBeLessThan(slack);
      }
    }
  });

  test('the far level has neither clips nor parts that turn', () => {
    expect(buildModel(name, 'far').clips ?? []).toEqual([]);
    expect(nodeNames(name, 'far').filter((node) => node.startsWith('spin_'))).toEqual([]);
  });
});

test('coarser levels serve smaller pictures, and one always serves', () => {
  for (const levels of Object.values(KIND_LEVELS)) {
    const heights = levels.map((level) => LEVEL_FROM_PIXELS[level]);
    expect(heights).toEqual(heights.toSorted((a, b) => b - a));
    expect(heights.at(-1)).toBe(0);
  }
});

test('every built-in product model has a device model of its own', async () => {
  expect(Object.keys(PRODUCT_DEVICES)).toHaveLength(16);
  const stand = Object.values(PRODUCT_DEVICES);
  expect(new Set(stand).size).toBe(16);
  expect([...stand, 'device-default'].sort()).toEqual([...DEVICE_NAMES].sort());
});

describe.each(DEVICE_NAMES)('%s', (name) => {
  test('stands on the ground with a status lamp', async () => {
    const document = await read(fileOf(name).glb);
    const lamp = document
      .getRoot()
      .listNodes()
      .find((node) => node.getName() === LAMP_NODE);
    expect(lamp?.getMesh()?.listPrimitives()).toHaveLength(1);
    const { low, high } = bounds(document);
    expect(low[1]).toBeLessThanOrEqual(0);
    expect(low[1]).toBeGreaterThan(-0.7);
    // Nobody is wider than two metres, so that a device fits between two beds.
    for (const axis of [0, 2]) expect(high[axis]! - low[axis]!).toBeLessThan(2.1);
  });
});

const CROPS = Object.keys(CROP_STAGES) as Crop[];

test('twelve crops, each with four stages of growth or more and its harvest', () => {
  expect(CROPS).toHaveLength(12);
  for (const crop of CROPS) {
    expect(CROP_STAGES[crop].length).toBeGreaterThanOrEqual(5);
    expect(CROP_STAGES[crop].at(-1)).toBe('harvest');
    expect(new Set(CROP_STAGES[crop]).size).toBe(CROP_STAGES[crop].length);
  }
});

describe.each(CROPS)('%s', (crop) => {
  test('stands at its root, in one draw call, and never higher than a house', async () => {
    for (const stage of CROP_STAGES[crop]) {
      const { low, high } = bounds(await read(fileOf(cropModelName(crop, stage)).glb));
      expect(low[1]).toBeGreaterThan(-0.15);
      expect(high[1]).toBeLessThan(2.6);
      for (const axis of [0, 2]) {
        expect(low[axis]).toBeLessThanOrEqual(0.001);
        expect(high[axis]).toBeGreaterThanOrEqual(-0.001);
        expect(high[axis]! - low[axis]!).toBeLessThan(2);
      }
    }
  });

  test('its first stage is the smallest, so that growing is seen', async () => {
    const heights = await Promise.all(
      CROP_STAGES[crop].map(
        async (stage) => bounds(await read(fileOf(cropModelName(crop, stage)).glb)).high[1]!,
      ),
    );
    const grown = Math.max(...heights.slice(0, -1));
    expect(heights[0]).toBeLessThan(grown * 0.5);
    expect(heights[1]).toBeLessThan(grown);
  });
});

/** The value of an animated property at a time, from the written file. */
async function valuesOf(name: ModelName, clip: string, node: string, path: string): Promise<number[][]> {
  const document = await read(fileOf(name).glb);
  const animation = document
    .getRoot()
    .listAnimations()
    .find((a) => a.getName() === clip);
  const channel = animation
    ?.listChannels()
    .find((c) => c.getTargetNode()?.getName() === node && c.getTargetPath() === path);
  const output = channel?.getSampler()?.getOutput();
  return Array.from({ length: output?.getCount() ?? 0 }, (_, i) => output!.getElement(i, []));
}

describe('moving parts', () => {
  test.each<[ModelName, string[]]>([
    ['greenhouse', ['roll', 'spin']],
    ['multi-span', ['roll']],
    ['demo-farm', ['roll']],
    ['weather-station', ['spin']],
    ['valve', ['open']],
    ['camera', ['pan']],
    ['pump', ['spin']],
    ['roll-motor', ['open']],
    ['shade-motor', ['open']],
    ['fan-pad', ['spin']],
    ['soil-probe', []],
    ['device-default', []],
  ])('%s has the clips %j', (name, clips) => {
    expect((buildModel(name).clips ?? []).map((clip) => clip.name)).toEqual(clips);
  });

  test.each<[ModelName, string[]]>([
    ['led-screen', ['face', 'anchor_face', 'glow_dots']],
    ['grow-light', ['glow_light']],
    ['insect-lamp', ['glow_lamp']],
    ['water-meter', ['anchor_water', 'glow_display']],
    ['fan-pad', ['spin_fan']],
    ['pump', ['spin_fan']],
    ['roll-motor', ['open_carriage', 'open_film', 'spin_tube']],
    ['shade-motor', ['open_net', 'open_pole', 'spin_shaft']],
    ['gateway', ['glow_links']],
    ['multi-span', ['floor', 'crops', 'roll_film_bay']],
    ['solar-greenhouse', ['floor', 'crops', 'quilt']],
    ['pond', ['water', 'anchor_water']],
    ['farmhouse', ['glow_windows']],
    ['power-pole', ['glow_street']],
    [
      'demo-farm',
      [
        'crops_tomato',
        'crops_maize_unshaded',
        'roll_film_bay',
        'anchor_focus_low',
        'anchor_focus_high',
        'anchor_lane_from',
        'anchor_lane_to',
      ],
    ],
  ])('%s has the nodes %j', (name, nodes) => {
    expect(nodeNames(name)).toEqual(expect.arrayContaining(nodes));
  });

  test('the LED face takes a picture: upright, from its left edge to its right', async () => {
    const document = await read(fileOf('led-screen').glb);
    const face = document
      .getRoot()
      .listNodes()
      .find((node) => node.getName() === 'face')!
      .getMesh()!
      .listPrimitives()[0]!;
    const [positions, uvs] = [face.getAttribute('POSITION')!, face.getAttribute('TEXCOORD_0')!];
    for (let i = 0; i < positions.getCount(); i++) {
      const [x = 0, y = 0] = positions.getElement(i, []);
      const [u = 0, v = 0] = uvs.getElement(i, []);
      expect(u).toBeCloseTo(x / 1.8 + 0.5, 2);
      expect(v).toBeCloseTo(0.5 - y / 0.9, 2);
    }
  });

  test('the rolling-film bay stands where the engine clones it from, 4.1 m long', async () => {
    const document = await read(fileOf('greenhouse').glb);
    const nodes = document.getRoot().listNodes();
    const bay = nodes.find((node) => node.getName() === 'roll_film_bay')!;
    expect(bay.getTranslation()[0]).toBeCloseTo(-12.3, 6);
    expect(bay.getTranslation()[2]).toBeCloseTo(4, 6);
    const film = nodes.find((node) => node.getName() === 'roll_film')!;
    const positions = film.getMesh()!.listPrimitives()[0]!.getAttribute('POSITION')!;
    expect(positions.getMax([])[0]! - positions.getMin([])[0]!).toBeCloseTo(4.1, 2);
    // All that stands still is one body.
    expect(nodes.map((node) => node.getName())).not.toContain('structure');
  });

  test('rolling up: the film shortens to nearly nothing while the tube rises to the eave', async () => {
    const scales = await valuesOf('greenhouse', 'roll', 'roll_film', 'scale');
    expect(scales[0]).toEqual([1, 1, 1]);
    expect(scales.at(-1)![1]).toBeLessThan(0.08);
    const heights = (await valuesOf('greenhouse', 'roll', 'roll_tube', 'translation')).map(([, y]) => y!);
    expect(heights[0]).toBeCloseTo(0.42, 2);
    expect(heights.at(-1)).toBeGreaterThan(1.6);
  });

  test('a full turn ends as it began, so that it repeats without a jump', async () => {
    for (const [name, node] of [
      ['weather-station', 'spin_cups'],
      ['greenhouse', 'spin_fan_1'],
      ['fan-pad', 'spin_fan'],
      ['pump', 'spin_fan'],
    ] as const) {
      const turns = await valuesOf(name, 'spin', node, 'rotation');
      const [first, last] = [turns[0]!, turns.at(-1)!];
      // q and −q are one rotation.
      expect(Math.abs(first.reduce((sum, value, i) => sum + value * last[i]!, 0))).toBeCloseTo(1, 5);
      expect(turns).toHaveLength(5);
    }
  });
});
