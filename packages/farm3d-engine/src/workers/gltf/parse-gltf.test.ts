import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FarmError } from '../../core/errors.ts';
import type { DracoMeshDecoder } from '../draco.ts';
import { MemoryBudget } from '../limits.ts';
import { parseJson } from './container.ts';
import { fetchParts, parseGltf } from './parse-gltf.ts';

const NO_DRACO: DracoMeshDecoder = { decode: () => Promise.reject(new Error('no Draco here')) };
const BUDGET_BYTES = 2 ** 20;

/** A triangle with two instances' worth of everything: skin, morph target, clip. */
function document() {
  const floats = Float32Array.of(
    0, 0, 0, 1, 0, 0, 0, 1, 0, // positions
    0, 0, 1, 0, 0, 1, 0, 0, 1, // what the morph target adds
    0, 1, // times
    0, 0, 0, 2, 0, 0, // places
    1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, // weights
  ); // prettier-ignore
  const joints = Uint8Array.from({ length: 12 }, () => 0);
  const bytes = new Uint8Array(floats.byteLength + joints.byteLength);
  bytes.set(new Uint8Array(floats.buffer));
  bytes.set(joints, floats.byteLength);
  const accessor = (byteOffset: number, count: number, type: string, componentType = 5126) => ({
    bufferView: 0,
    byteOffset,
    componentType,
    count,
    type,
  });
  return {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { name: 'root', children: [1, 2] },
      { name: 'body', mesh: 0, skin: 0, translation: [5, 0, 0] },
      { name: 'joint', translation: [0, 3, 0] },
    ],
    meshes: [
      {
        primitives: [
          { attributes: { POSITION: 0, JOINTS_0: 5, WEIGHTS_0: 4 }, targets: [{ POSITION: 1 }], material: 0 },
        ],
        weights: [0.5],
        extras: { targetNames: ['lift'] },
      },
    ],
    materials: [{ name: 'skin', pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] } }],
    skins: [{ joints: [2] }],
    animations: [
      {
        name: 'slide',
        channels: [{ sampler: 0, target: { node: 2, path: 'translation' } }],
        samplers: [{ input: 2, output: 3 }],
      },
    ],
    accessors: [
      accessor(0, 3, 'VEC3'),
      accessor(36, 3, 'VEC3'),
      accessor(72, 2, 'SCALAR'),
      accessor(80, 2, 'VEC3'),
      accessor(104, 3, 'VEC4'),
      accessor(152, 3, 'VEC4', 5121),
    ],
    bufferViews: [{ buffer: 0, byteLength: bytes.byteLength }],
    buffers: [{ byteLength: bytes.byteLength, uri: `data:;base64,${btoa(String.fromCharCode(...bytes))}` }],
  };
}

const absent = (_url: string): Promise<Uint8Array<ArrayBuffer>> =>
  Promise.reject(new FarmError('model-missing', { status: 404 }));

async function parse(json: unknown, { hash = '', resourceFolders = [] as string[], request = absent } = {}) {
  const container = { json: parseJson(new TextEncoder().encode(JSON.stringify(json))), bin: null };
  const parts = await fetchParts(
    container,
    { url: `http://localhost/models/a.gltf${hash}`, resourceFolders },
    request,
    new AbortController().signal,
  );
  const { model } = await parseGltf(parts, NO_DRACO, new MemoryBudget(BUDGET_BYTES), () =>
    Promise.resolve(undefined),
  );
  return model;
}

describe('parseGltf', () => {
  it('reads nodes, skin, morph target and clip', async () => {
    const model = await parse(document());
    expect(model.nodes.map(({ name, parent }) => [name, parent])).toEqual([
      ['', -1],
      ['root', 0],
      ['body', 1],
      ['joint', 1],
    ]);
    expect(model.skins![0]!.joints).toEqual([3]);
    expect(model.nodes[2]).toMatchObject({ skin: 0, morphWeights: [0.5] });
    expect(model.primitives[0]!.morphTargets!.map(({ name }) => name)).toEqual(['lift']);
    expect(model.clips).toMatchObject([
      { name: 'slide', duration: 1, tracks: [{ node: 3, path: 'position' }] },
    ]);
    // Where the joint puts it, half a metre lifted; not where its node is.
    expect(model.box).toEqual([0, 3, 0.5, 1, 4, 0.5]);
    expect(model.materials[0]!.color).toEqual([1, 0, 0]);
  });

  it('computes vertices of a skin relative to the bind pose of its joints', async () => {
    const given = document();
    const inverse = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -3, 0, 1);
    const uri = `data:;base64,${btoa(String.fromCharCode(...new Uint8Array(inverse.buffer)))}`;
    const model = await parse({
      ...given,
      buffers: [...given.buffers, { byteLength: 64, uri }],
      bufferViews: [...given.bufferViews, { buffer: 1, byteLength: 64 }],
      accessors: [...given.accessors, { bufferView: 1, componentType: 5126, count: 1, type: 'MAT4' }],
      skins: [{ joints: [2], inverseBindMatrices: given.accessors.length }],
    });
    expect(model.skins![0]!.inverseBindMatrices).toEqual(inverse);
    // The joint stands three metres up, as when it was bound: the vertices stay where they are.
    expect(model.box).toEqual([0, 0, 0.5, 1, 1, 0.5]);
  });

  it.each([
    [
      'a count beyond its buffer',
      (d: ReturnType<typeof document>) => (d.accessors[0]!.count = 2 ** 31),
      'model-invalid',
    ],
    [
      'a count without a buffer',
      (d: ReturnType<typeof document>) => {
        Object.assign(d.accessors[0]!, { bufferView: undefined, count: 2 ** 40 });
      },
      'model-too-large',
    ],
    [
      'nodes in a ring',
      (d: ReturnType<typeof document>) => Object.assign(d.nodes[2]!, { children: [0] }),
      'model-invalid',
    ],
    [
      'a node with two parents',
      (d: ReturnType<typeof document>) => Object.assign(d.nodes[2]!, { children: [1] }),
      'model-invalid',
    ],
    [
      'nodes in a chain of thousands',
      (d: ReturnType<typeof document>) => {
        for (let i = 3; i < 5_000; i++) d.nodes[i] = { name: '', children: [i + 1] };
        d.nodes[5_000] = { name: '' } as never;
        Object.assign(d.nodes[2]!, { children: [3] });
      },
      'model-invalid',
    ],
    [
      'an extension that nobody knows',
      (d: ReturnType<typeof document>) => Object.assign(d, { extensionsRequired: ['FARM_unknown'] }),
      'model-unsupported',
    ],
    [
      'a buffer of another host',
      (d: ReturnType<typeof document>) => (d.buffers[0]!.uri = 'http://169.254.169.254/latest'),
      'model-invalid',
    ],
    [
      'a buffer up the tree',
      (d: ReturnType<typeof document>) => (d.buffers[0]!.uri = '%2e%2e/secret.bin'),
      'model-invalid',
    ],
    [
      'a buffer that is not there',
      (d: ReturnType<typeof document>) => (d.buffers[0]!.uri = 'sub/absent.bin'),
      'model-missing',
    ],
  ])('%s is a typed error', async (_, damage, code) => {
    const json = document();
    damage(json);
    await expect(parse(json)).rejects.toMatchObject({ code });
  });

  it.each([
    [
      'a channel of a node that is not there',
      (d: ReturnType<typeof document>) => (d.animations[0]!.channels[0]!.target.node = 99),
      (model: Awaited<ReturnType<typeof parse>>) => expect(model.clips[0]!.tracks).toEqual([]),
    ],
    [
      'a root of no size',
      (d: ReturnType<typeof document>) => Object.assign(d.nodes[0]!, { scale: [0, 0, 0] }),
      (model: Awaited<ReturnType<typeof parse>>) => expect(model.nodes[1]!.scale).toEqual([1, 1, 1]),
    ],
    [
      'a place beyond all places',
      (d: ReturnType<typeof document>) => Object.assign(d.nodes[0]!, { translation: [1e30, 0, 0] }),
      (model: Awaited<ReturnType<typeof parse>>) => expect(model.nodes[1]!.position).toEqual([0, 0, 0]),
    ],
    [
      'no scene',
      (d: ReturnType<typeof document>) => Object.assign(d, { scenes: undefined, scene: undefined }),
      (model: Awaited<ReturnType<typeof parse>>) => expect(model.triangles).toBe(1),
    ],
  ])('%s is repaired', async (_, damage, check) => {
    const json = document();
    damage(json);
    check(await parse(json));
  });

  it('reports ignored features, but none without an effect', async () => {
    const given = document();
    const [primitive] = given.meshes[0]!.primitives;
    Object.assign(given, {
      extensionsUsed: ['KHR_lights_punctual', 'KHR_materials_ior', 'KHR_xmp_json_ld', 'KHR_materials_unlit'],
    });
    Object.assign(given.nodes[1]!, { camera: 0 });
    Object.assign(given.materials[0]!, {
      extensions: {
        KHR_materials_ior: { ior: 1.5 },
        KHR_materials_clearcoat: { clearcoatFactor: 0 },
        KHR_materials_sheen: { sheenColorFactor: [0, 0.5, 0] },
      },
    });
    Object.assign(primitive!.attributes, { JOINTS_1: 5, COLOR_1: 0 });
    Object.assign(primitive!.targets[0]!, { TANGENT: 1 });
    Object.assign(given.animations[0]!.channels[0]!.target, { extensions: { KHR_animation_pointer: {} } });
    given.meshes[0]!.primitives.push(
      { ...primitive!, mode: 0 } as never,
      { ...primitive!, mode: 3 } as never,
    );
    const { leftOut } = await parse(given);
    expect(leftOut!.toSorted()).toEqual([
      'COLOR_1',
      'JOINTS_1',
      'KHR_animation_pointer',
      'KHR_lights_punctual',
      'KHR_materials_sheen',
      'cameras',
      'lines',
      'morph target TANGENT',
      'points',
    ]);
    expect((await parse(document())).leftOut).toEqual([]);
  });

  it('reports a missing image', async () => {
    const given = {
      ...document(),
      images: [{ uri: 'wood.png' }],
      textures: [{ source: 0 }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    };
    expect((await parse(given)).leftOut).toEqual(['image wood.png']);
  });

  it.each([
    ['a dielectric', [0.5, 0.25, 0.1], [0.04, 0.04, 0.04], 0.3, [0.5, 0.25, 0.1], 0],
    ['a metal', [0, 0, 0], [1, 0.77, 0.34], 0.9, [1, 0.77, 0.34], 1],
  ])('reads specular and glossiness: %s', async (_, diffuse, specular, glossinessFactor, color, metal) => {
    const given = document();
    Object.assign(given.materials[0]!, {
      extensions: {
        KHR_materials_pbrSpecularGlossiness: {
          diffuseFactor: [...diffuse, 0.5],
          specularFactor: specular,
          glossinessFactor,
        },
      },
    });
    const { materials, leftOut } = await parse(given);
    expect(leftOut).toEqual([]);
    expect(materials[0]!.metalness).toBeCloseTo(metal, 2);
    expect(materials[0]!.roughness).toBeCloseTo(1 - glossinessFactor);
    for (const [c, value] of color.entries()) expect(materials[0]!.color[c]).toBeCloseTo(value, 1);
  });

  it('shows the variant in the URL, and reports an unknown one', async () => {
    const given = {
      ...document(),
      extensions: { KHR_materials_variants: { variants: [{ name: 'Red' }, { name: 'Blue' }] } },
    };
    given.materials.push({ name: 'blue', pbrMetallicRoughness: { baseColorFactor: [0, 0, 1, 1] } });
    Object.assign(given.meshes[0]!.primitives[0]!, {
      extensions: { KHR_materials_variants: { mappings: [{ material: 1, variants: [1] }] } },
    });
    const colors = [];
    for (const hash of ['', '#variant=Blue', '#variant=Red', '#variant=Green']) {
      const { materials, leftOut, variants } = await parse(given, { hash });
      expect(variants).toEqual(['Red', 'Blue']);
      colors.push([materials[0]!.color, leftOut]);
    }
    expect(colors).toEqual([
      [[1, 0, 0], []],
      [[0, 0, 1], []],
      [[1, 0, 0], []],
      [[1, 0, 0], ['variant Green']],
    ]);
  });

  it('loads from other origins only what the host page allows', async () => {
    const bytes = new Uint8Array(document().buffers[0]!.byteLength);
    const elsewhere = (uri: string) => ({ ...document(), buffers: [{ byteLength: bytes.length, uri }] });
    const asked: string[] = [];
    const request = (url: string) => {
      asked.push(url);
      return Promise.resolve(bytes);
    };
    const resourceFolders = ['https://cdn.example/shared/', 'http://localhost/textures/'];
    const load = (uri: string) => parse(elsewhere(uri), { resourceFolders, request });
    await load('https://cdn.example/shared/a/b.bin');
    await load('../textures/c.bin');
    for (const uri of [
      'https://cdn.example/secret.bin',
      'https://cdn.example/shared/../secret.bin',
      'http://cdn.example/shared/a.bin',
      '../textures-of-others/c.bin',
      'http://169.254.169.254/latest',
    ])
      await expect(load(uri), uri).rejects.toMatchObject({ code: 'model-invalid' });
    expect(asked).toEqual(['https://cdn.example/shared/a/b.bin', 'http://localhost/textures/c.bin']);
  });

  /** Any value in any place: the reader ends, in time and in its budget, with bounds or with a code. */
  it('ends with a model or a typed error for any value of any field', async () => {
    const original = document();
    const places: [object, string][] = [];
    const collect = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const key of Object.keys(value)) {
        places.push([value, key]);
        collect((value as Record<string, unknown>)[key]);
      }
    };
    collect(original);
    const paths = places.length;
    const hostile = fc.oneof(
      fc.constantFrom(-1, 0, 1, 2, 3, 1e9, 2 ** 31, 2 ** 53, -0.5, 1e308, null, true, '', 'VEC4', 'x'),
      fc.jsonValue(),
      fc.array(fc.integer({ min: -2, max: 8 }), { maxLength: 5 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(paths - 1), hostile), { minLength: 1, maxLength: 4 }),
        async (changes) => {
          const json = document();
          const now: [Record<string, unknown>, string][] = [];
          const walk = (value: unknown): void => {
            if (typeof value !== 'object' || value === null) return;
            for (const key of Object.keys(value)) {
              now.push([value as Record<string, unknown>, key]);
              walk((value as Record<string, unknown>)[key]);
            }
          };
          walk(json);
          for (const [at, value] of changes) now[at]![0][now[at]![1]] = value;
          try {
            const model = await parse(json);
            expect(model.box.every((value) => Number.isFinite(value))).toBe(true);
          } catch (error) {
            // What is thrown past the reader becomes `model-invalid` in the worker; it must be an ordinary error.
            expect(error).toBeInstanceOf(Error);
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});
