import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { BAD_SETTERS, SETTER_SCOPE } from './bad-setters.ts';
import { EngineDriver } from './engine-driver.ts';
import { type PageServer, servePage } from './pages/page-server.ts';

/**
 * Invalid calls in the page, and the field in the typed error `invalid-argument`, thrown or emitted as
 * `error`. In the page: `v` is a viewer with one object `a`, `at(id, fields)` a record, `scene(fields)`,
 * `load(records)`.
 */
const THROWN = [
  ['a viewer in nothing', 'new engine.FarmViewer(null)', 'container'],
  ['a viewer in a selector', 'new engine.FarmViewer("#view")', 'container'],
  ['options that are none', 'new engine.FarmViewer(view, null)', 'options'],
  ['an unknown language', 'new engine.FarmViewer(view, { locale: "fr" })', 'options.locale'],
  ['an unknown tier', 'new engine.FarmViewer(view, { quality: "ultra" })', 'options.quality'],
  ['no workers', 'new engine.FarmViewer(view, { workers: 0 })', 'options.workers'],
  ['half a worker', 'new engine.FarmViewer(view, { workers: 1.5 })', 'options.workers'],
  ['a ratio that is no number', 'new engine.FarmViewer(view, { pixelRatio: NaN })', 'options.pixelRatio'],
  ['a ratio of nothing', 'new engine.FarmViewer(view, { pixelRatio: 0 })', 'options.pixelRatio'],
  ['labels of another kind', 'new engine.FarmViewer(view, { labels: "some" })', 'options.labels'],
  ['no distance', 'new engine.FarmViewer(view, { minDistance: 0 })', 'options.minDistance'],
  ['a distance beyond 120 m', 'new engine.FarmViewer(view, { minDistance: 121 })', 'options.minDistance'],
  ['another first frame', 'new engine.FarmViewer(view, { firstFrame: "sky" })', 'options.firstFrame'],
  ['padding that is none', 'new engine.FarmViewer(view, { padding: { left: "20px" } })', 'options.padding'],
  ['levels that are no function', 'new engine.FarmViewer(view, { levels: [] })', 'options.levels'],
  ['a seed that is none', 'new engine.FarmViewer(view, { seed: Infinity })', 'options.seed'],
  [
    'a number as fallback',
    'new engine.FarmViewer(view, { fallbackModelPath: 7 })',
    'options.fallbackModelPath',
  ],
  ['keys by a word', 'new engine.FarmViewer(view, { keyboard: "yes" })', 'options.keyboard'],
  ['loading nothing', 'v.load()', 'scene'],
  ['loading an empty object', 'v.load({})', 'baseModelPath'],
  ['loading without a layout', 'v.load({ baseModelPath: null, catalogue: [] })', 'layout'],
  ['loading without a catalogue', 'v.load({ ...scene(), catalogue: undefined })', 'catalogue'],
  ['a base model without an address', 'v.load({ ...scene(), baseModelPath: "" })', 'baseModelPath'],
  ['a layout without things', 'v.load(scene({ equipment: undefined }))', 'layout.equipment'],
  ['a layout without child scenes', 'v.load(scene({ childScenes: null }))', 'layout.childScenes'],
  ['a catalogue that is none', 'v.setCatalogue({ a: 1 })', 'catalogue'],
  ['states that are no list', 'v.setLiveState({ id: "a" })', 'states'],
  ['states of nothing', 'v.setLiveState(undefined)', 'states'],
  ['an unknown language later', 'v.setLocale("fr")', 'locale'],
  ['an unknown tier later', 'v.setQuality("ultra")', 'quality'],
  ['choosing one id instead of a list', 'v.select("a")', 'ids'],
  ['choosing numbers', 'v.select([1])', 'ids[0]'],
  ['fitting numbers', 'v.fit([1])', 'ids[0]'],
  ['picking nowhere', 'v.pick(NaN, 0)', 'clientX'],
  ['picking without a place', 'v.pick()', 'clientX'],
  ['a rectangle to infinity', 'v.pickRectangle(0, 0, Infinity, 1)', 'x1'],
  ['following without a listener', 'v.trackLabel("a")', 'listener'],
  ['an unknown event', 'v.on("slect", () => {})', 'event'],
  ['an event without a listener', 'v.on("select")', 'listener'],
  ['an unknown event of the document', 'v.document.on("changed", () => {})', 'event'],
  ['a mode of labels that is none', 'v.labels.mode = "some"', 'labels.mode'],
  ['a label nowhere', 'v.labels.set({ id: "x", name: "x", position: { x: NaN, y: 0, z: 0 } })', 'position.x'],
  ['a label without a place', 'v.labels.set({ id: "x", name: "x" })', 'position'],
  ['a label without an id', 'v.labels.set({ name: "x", position: ORIGIN })', 'id'],
  [
    'jumping nowhere',
    'v.camera.jump({ position: ORIGIN, target: { x: 0, y: NaN, z: 0 } })',
    'camera.target.y',
  ],
  ['flying without a target', 'v.camera.fly({ position: ORIGIN })', 'camera.target'],
  ['a home that is none', 'v.camera.home = {}', 'camera.position'],
  ['turning by nothing', 'v.camera.orbit(undefined, 0)', 'azimuth'],
  ['moving to infinity', 'v.camera.pan(Infinity, 0)', 'right'],
  ['going nearer by 0', 'v.camera.zoom(0)', 'factor'],
  ['placing nothing', 'v.document.transact("x", (t) => t.add(undefined))', 'record'],
  ['placing without an id', 'v.document.transact("x", (t) => t.add(at("")))', 'id'],
  [
    'placing nowhere',
    'v.document.transact("x", (t) => t.add(at("b", { position: { x: NaN, y: 0, z: 0 } })))',
    'position.x',
  ],
  [
    'placing without a rotation',
    'v.document.transact("x", (t) => t.add(at("b", { rotation: undefined })))',
    'rotation',
  ],
  [
    'moving to infinity by an edit',
    'v.document.transact("x", (t) => t.update("a", { position: { x: 0, y: Infinity, z: 0 } }))',
    'position.y',
  ],
  [
    'flattening',
    'v.document.transact("x", (t) => t.update("a", { scale: { x: 1, y: 0, z: 1 } }))',
    'scale.y',
  ],
  [
    'a camera without a place',
    'v.document.transact("x", (t) => t.setCamera({ target: ORIGIN }))',
    'camera.position',
  ],
  ['a kind of numbers', 'v.document.transact("x", (t) => t.add(at("b", { kind: 3 })))', 'kind'],
  ['a name of numbers', 'v.document.transact("x", (t) => t.update("a", { name: 3 }))', 'name'],
  ['a change that is no function', 'v.document.transact("x")', 'write'],
] as const;

const REPORTED = [
  ['a place that is no number', 'load([at("b", { position: { x: NaN, y: 0, z: 0 } })])', 'position.x', 'b'],
  ['a place at infinity', 'load([at("b", { position: { x: 0, y: 0, z: -Infinity } })])', 'position.z', 'b'],
  ['a place of words', 'load([at("b", { position: { x: "1", y: 0, z: 0 } })])', 'position.x', 'b'],
  ['a missing rotation', 'load([at("b", { rotation: undefined })])', 'rotation', 'b'],
  ['a missing scale', 'load([at("b", { scale: null })])', 'scale', 'b'],
  ['an id named twice', 'load([at("a")])', 'id (a second time)', 'a'],
  ['a kind that is a number', 'load([at("b", { kind: 3 })])', 'kind', 'b'],
  ['a kind that there is not', 'load([at("b", { kind: "ghost" })])', 'kind', 'b'],
  ['a name that is a number', 'load([at("b", { name: 3 })])', 'name', 'b'],
  ['a record without an id', 'load([at(undefined)])', 'id', null],
  ['a record that is null', 'load([null])', 'record', null],
  ['a kind without a name', 'load([], [{ equipmentId: "c", modelPath: null }])', 'name', 'c'],
  [
    'a kind with a number as model',
    'load([], [{ equipmentId: "c", name: "c", modelPath: 3 }])',
    'modelPath',
    'c',
  ],
  ['a state without an id', 'v.setLiveState([{ online: true }])', 'id', null],
  ['a state of words', 'v.setLiveState([{ id: "a", online: "yes" }])', 'online', 'a'],
  ['a reading that is a number', 'v.setLiveState([{ id: "a", value: 31 }])', 'value', 'a'],
  ['a turn that is no number', 'v.setLiveState([{ id: "a", drive: { spin: NaN } }])', 'drive.spin', 'a'],
] as const;

let server: PageServer;
let browser: Browser;
let driver: EngineDriver;

interface Outcome {
  readonly thrown: { readonly code: string; readonly field: string; readonly id: string | null } | null;
  readonly reported: readonly { readonly code: string; readonly field: string; readonly id: string | null }[];
  readonly frame: boolean;
  readonly picturesLeft: number;
}

/** Evaluates the call and checks that the next frame is drawn. */
async function attempt(expression: string): Promise<Outcome> {
  const script = `(async () => {
    const { engine, view, viewer: v } = window;
    const ORIGIN = { x: 0, y: 0, z: 0 };
    const at = (id, fields) => ({ id, parentId: null, position: ORIGIN, rotation: ORIGIN, scale: { x: 1, y: 1, z: 1 }, extra: {}, ...fields });
    const scene = (fields) => ({ baseModelPath: null, layout: { camera: null, equipment: [at('a')], childScenes: [], extra: {}, ...fields }, catalogue: [] });
    const load = (records, catalogue = []) => v.load({ ...scene({ equipment: [at('a'), ...records] }), catalogue });
    ${SETTER_SCOPE}
    const plain = ({ code, details }) => ({ code, field: details?.field ?? '', id: details?.id ?? null });
    const reported = [];
    const off = v.on('error', ({ error }) => reported.push(plain(error)));
    let thrown = null;
    try { await (${expression}); } catch (error) { thrown = plain(error); }
    const drawn = v.once('render');
    v.requestRender('test');
    await drawn;
    off();
    return { thrown, reported, frame: true, picturesLeft: view.querySelectorAll('canvas').length };
  })()`;
  return (await driver.page.evaluate(script)) as Outcome;
}

beforeAll(async () => {
  server = await servePage('viewer');
  browser = await launchBrowser();
  driver = await EngineDriver.open(browser, server.url, 320, 200);
  await driver.create({ pixelRatio: 0.25, quality: 'low' });
  await attempt('v.load(scene())');
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

describe('bad input', () => {
  it('is tested in at least sixty ways', () => {
    expect(THROWN.length + REPORTED.length).toBeGreaterThanOrEqual(60);
    expect(BAD_SETTERS.length).toBeGreaterThanOrEqual(60);
  });

  it.each([...THROWN, ...BAD_SETTERS])(
    '%s throws an error that names the field, and the next frame is drawn',
    async (_, expression, field) => {
      const outcome = await attempt(expression);
      expect(outcome).toMatchObject({
        thrown: { code: 'invalid-argument', field },
        reported: [],
        frame: true,
      });
      // Nothing is left behind by a viewer that could not be made.
      expect(outcome.picturesLeft).toBe(1);
    },
  );

  it.each(REPORTED)(
    '%s is skipped and reported once, and the next frame is drawn',
    async (_, expression, field, id) => {
      const outcome = await attempt(expression);
      expect(outcome).toMatchObject({ thrown: null, frame: true });
      expect(outcome.reported).toEqual([{ code: 'invalid-argument', field, id }]);
    },
  );
});

it.each(['v.select(["a", "ghost", "wraith"])', 'v.fit(["a", "ghost", "wraith"])'])(
  'unknown ids are left out and reported once: %s',
  async (call) => {
    const reported = await driver.page.evaluate(`(async () => {
      const v = window.viewer;
      const reported = [];
      const off = v.on('error', ({ error }) => reported.push([error.code, error.details.id]));
      void ${call};
      const { selection } = v;
      v.select([]);
      off();
      return { reported, selection };
    })()`);
    expect(reported).toEqual({
      reported: [['unknown-equipment', 'ghost, wraith']],
      selection: call.includes('select') ? ['a'] : [],
    });
  },
);

it('a save keeps a record that could not be placed, writes no null, and the next load tries it again', async () => {
  const saved = (await driver.page.evaluate(`(async () => {
    const v = window.viewer;
    const ORIGIN = { x: 0, y: 0, z: 0 };
    const ONE = { x: 1, y: 1, z: 1 };
    const good = { id: 'a', parentId: null, position: ORIGIN, rotation: ORIGIN, scale: ONE, extra: {} };
    const bad = { ...good, id: 'b', position: { x: NaN, y: 2, z: 3 }, extra: { note: 'kept' } };
    const off = v.on('error', () => {});
    const report = await v.load({ baseModelPath: null, layout: { camera: null, equipment: [good, bad], childScenes: [], extra: {} }, catalogue: [] });
    const text = JSON.stringify(v.document.toLayout());
    const layout = JSON.parse(text);
    layout.skipped.equipment[0].position.x = 1;
    const again = await v.load({ baseModelPath: null, layout, catalogue: [] });
    off();
    const names = (list) => list.map(({ id, field }) => [id, field]);
    return { text, first: [report.loaded, names(report.skipped)], again: [again.loaded, names(again.skipped)], left: v.document.toLayout() };
  })()`)) as { text: string; first: unknown; again: unknown; left: { skipped?: unknown } };
  expect(saved.text).toContain('"note":"kept"');
  expect(saved.text).toContain('"position":{"y":2,"z":3}');
  expect(saved.text.replaceAll(/"(?:camera|parentId)":null/g, '')).not.toContain('null');
  expect(saved.first).toEqual([['a'], [['b', 'position.x']]]);
  expect(saved.again).toEqual([['a', 'b'], []]);
  expect(saved.left.skipped).toBeUndefined();
});

it("many devices share one row of the catalogue, and a missing model is reported in the viewer's language", async () => {
  const reported = (await driver.page.evaluate(`(async () => {
    const v = window.viewer;
    const ORIGIN = { x: 0, y: 0, z: 0 };
    const one = (id, kind) => ({ id, kind, parentId: null, position: ORIGIN, rotation: ORIGIN, scale: { x: 1, y: 1, z: 1 }, extra: {} });
    const equipment = ['p1', 'p2', 'p3'].map((id) => one(id, 'probe')).concat(one('lost', 'ghost'));
    const catalogue = [
      { equipmentId: 'probe', name: 'Probe', modelPath: '/models/soil-probe.glb' },
      { equipmentId: 'ghost', name: 'Ghost', modelPath: '/models/nowhere.glb' },
    ];
    v.setLocale('en');
    const { loaded, fallbacks } = await v.load({ baseModelPath: null, layout: { camera: null, equipment, childScenes: [], extra: {} }, catalogue });
    return { loaded, models: v.stats().models, fallbacks: fallbacks.map(({ id, message }) => [id, message]), kind: v.document.toLayout().equipment[0].kind };
  })()`)) as Record<string, unknown>;
  expect(reported).toMatchObject({ loaded: ['p1', 'p2', 'p3'], models: 2, kind: 'probe' });
  expect(reported['fallbacks']).toEqual([
    ['lost', expect.stringMatching(/^The model file does not exist: /)],
  ]);
  // The built-in fallback: nothing else was requested.
  expect(server.requests.filter((path) => path.includes('device-default'))).toEqual([]);
});

it('devices of one kind have names of their own, and follow a change of name and kind', async () => {
  const seen = (await driver.page.evaluate(`(async () => {
    const v = window.viewer;
    const ORIGIN = { x: 0, y: 0, z: 0 };
    const one = (id, fields) => ({ id, kind: 'probe', parentId: null, position: ORIGIN, rotation: ORIGIN, scale: { x: 1, y: 1, z: 1 }, extra: {}, ...fields });
    const catalogue = [
      { equipmentId: 'probe', name: 'Probe', modelPath: '/models/soil-probe.glb' },
      { equipmentId: 'valve', name: 'Valve', modelPath: '/models/valve.glb' },
    ];
    const names = () => [...document.querySelectorAll('[role=treeitem]')].map((item) => item.ariaLabel ?? item.textContent);
    await v.load({ baseModelPath: null, layout: { camera: null, equipment: [one('a'), one('b', { name: 'North probe' })], childScenes: [], extra: {} }, catalogue });
    const shown = async (models, name) => {
      while (v.stats().models !== models || !names().join().includes(name)) await v.once('render', v.requestRender('test'));
      return names().join();
    };
    const first = await shown(1, 'North probe');
    v.document.transact('rename', (t) => t.update('b', { name: 'South valve', kind: 'valve' }));
    return { first, second: await shown(2, 'South valve'), kept: v.document.toLayout().equipment[1].name };
  })()`)) as { first: string; second: string; kept: string };
  expect(seen.first).toMatch(/Probe.*North probe/);
  expect(seen.second).toMatch(/Probe.*South valve/);
  expect(seen.kept).toBe('South valve');
});
