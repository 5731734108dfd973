import { expect, test, vi } from 'vitest';
import { signal } from '@preact/signals-react';
import { ApiError, NetworkError, type Device } from '@farm3d/api';
import { FarmError } from 'farm3d-engine';
import { SceneObjects } from '../objects/scene-objects.ts';
import { FakeViewer, deviceOf, nobody, pressure, sceneOf } from '../testing/records.ts';
import { LoadingModel } from './loading-model.ts';
import { SceneRecords, type RecordsApi } from './scene-records.ts';

const page = <Item>(items: Item[], total = items.length) => ({ items, total });
const config = { baseModelPath: '/models/default.glb' };

function setUp(
  scene = sceneOf(),
  devices: Device[] = [deviceOf('pump-1'), deviceOf('pump-2')],
  now = () => 0,
) {
  const get = vi.fn<RecordsApi['scenes']['get']>().mockResolvedValue(scene);
  const attributes = vi.fn<RecordsApi['productModels']['linkageAttributes']>();
  attributes.mockResolvedValue({ items: [pressure], total: 1 });
  const list = vi.fn<(query: { page: number }) => Promise<{ items: Device[]; total: number }>>();
  list.mockResolvedValue(page(devices));
  const api = {
    scenes: { get, list: async () => page([sceneOf({ id: 'child' })]), globalConfig: async () => config },
    devices: { list, received: () => Promise.resolve({ items: [], total: 0 }) },
    productModels: { linkageAttributes: attributes },
  } as unknown as RecordsApi;
  const records = new SceneRecords({ api, session: nobody }, scene.id);
  const objects = new SceneObjects();
  const viewer = new FakeViewer();
  const events: string[] = [];
  const loading = new LoadingModel({
    records,
    objects,
    isUnavailable: signal(false),
    painted: async () => {},
    onRecords: () => events.push('records'),
    onShown: () => events.push('shown'),
    now,
  });
  const load = vi.spyOn(viewer, 'load');
  const detach = [objects.attach(viewer), loading.attach(viewer)];
  return { records, objects, viewer, loading, events, get, list, attributes, load, detach };
}

test('a scene is loaded: first the records, then the models in the viewer', async () => {
  const { loading, objects, viewer, load, events } = setUp();
  const done = loading.load();
  expect([loading.state.value, loading.isCovered.value]).toEqual(['loading', true]);
  await done;
  expect([loading.state.value, loading.isCovered.value]).toEqual(['ready', false]);
  expect(events).toEqual(['records', 'shown']);
  expect(load.mock.calls[0]?.[0].baseModelPath).toBe('/models/greenhouse.glb');
  expect(viewer.catalogue.map(({ equipmentId }) => equipmentId)).toEqual(['pump-1', 'pump-2']);
  expect(objects.equipmentIds.value).toEqual(['pump-1']);
});

test.each([
  [1400, 0],
  [1401, 1500],
])('after a base model of %i ms the bar takes %i ms', async (baseMs, easeMs) => {
  let now = 50_000;
  const { loading, viewer } = setUp(sceneOf(), [], () => now);
  const seen: number[] = [];
  viewer.on('base-load', () => seen.push(loading.easeMs.value));
  viewer.beforeLoad = async () => {
    expect(loading.easeMs.value).toBe(1500);
    now += baseMs;
  };
  await loading.load();
  expect(seen).toEqual([easeMs]);
});

test('a greenhouse without a base model gets the platform default, a plot gets none', async () => {
  const greenhouse = setUp(sceneOf({ baseModelPath: null }));
  await greenhouse.loading.load();
  const plot = setUp(sceneOf({ baseModelPath: null, type: 'plot' }));
  await plot.loading.load();
  expect([greenhouse, plot].map(({ load }) => load.mock.calls[0]?.[0].baseModelPath)).toEqual([
    '/models/default.glb',
    null,
  ]);
  expect(plot.records.childCandidates.value.map(({ id }) => id)).toEqual(['child']);
});

test('progress, base model and fallbacks follow the viewer; the next load resets the fallbacks', async () => {
  const { loading, objects, viewer } = setUp();
  viewer.beforeLoad = async () => {
    viewer.emit('load-progress', { ratio: 0.5, label: '水泵' } as never);
    viewer.emit('model-fallback', {
      id: 'base',
      path: '/models/greenhouse.glb',
      reason: 'model-missing',
      message: '',
    });
  };
  await loading.load();
  expect([loading.progress.value, loading.label.value, loading.isBaseLoaded.value]).toEqual([
    0.5,
    '水泵',
    true,
  ]);
  expect(objects.fallbacks.value.get('base')?.reason).toBe('model-missing');
  viewer.beforeLoad = async () => {};
  await loading.load();
  expect(objects.fallbacks.value.size).toBe(0);
});

test.each([
  [404, 'missing'],
  [400, 'missing'],
  [500, 'failed'],
])('after a response %i: %s, and a retry loads it', async (status, state) => {
  const { loading, get, load } = setUp();
  get.mockRejectedValueOnce(new ApiError({ status, code: status, msg: '', call: 'GET /scene' }));
  await loading.load();
  expect([loading.state.value, load.mock.calls.length]).toEqual([state, 0]);
  await loading.load();
  expect(loading.state.value).toBe('ready');
});

test('a failure of the viewer is shown, and a retry loads the scene', async () => {
  const { loading, viewer, events } = setUp();
  const failure = new Error('no memory');
  viewer.beforeLoad = () => Promise.reject(failure);
  await loading.load();
  expect([loading.state.value, loading.failure.value, events]).toEqual(['failed', failure, ['records']]);
  viewer.beforeLoad = async () => {};
  await loading.load();
  expect([loading.state.value, loading.failure.value]).toEqual(['ready', null]);
});

test('disposing the viewer during loading is no failure, and nothing is shown', async () => {
  const { loading, viewer, events, detach } = setUp();
  viewer.beforeLoad = async () => {
    for (const stop of detach) stop();
    throw new FarmError('disposed');
  };
  await loading.load();
  expect([loading.failure.value, events]).toEqual([null, ['records']]);
});

test('all pages of devices are fetched; loaded devices are kept when a later fetch fails', async () => {
  const { loading, records, list } = setUp();
  list.mockImplementation(async (query) => page([deviceOf(`pump-${query.page}`)], 3));
  await loading.load();
  expect(records.devices.value.map(({ id }) => id)).toEqual(['pump-1', 'pump-2', 'pump-3']);
  list.mockRejectedValueOnce(new NetworkError('GET /api/devices'));
  await records.reloadDevices();
  expect(records.devices.value).toHaveLength(3);
});

test('the attributes of all products are fetched in one call, and again after a failure', async () => {
  const { records, attributes } = setUp();
  attributes.mockRejectedValueOnce(new NetworkError('GET /attributes'));
  records.requestAttributes(['model-1', 'model-2', 'model-1']);
  records.requestAttributes(['model-2']);
  expect(attributes.mock.calls.map(([query]) => query)).toEqual([{ models: ['model-1', 'model-2'] }]);
  await vi.waitFor(() => {
    records.requestAttributes(['model-1', 'model-2']);
    expect(records.attributes.value.get('model-1')).toEqual([pressure]);
  });
  expect(records.attributes.value.get('model-2')).toEqual([]);
  expect(attributes).toHaveBeenCalledTimes(2);
});

test('a device whose model path changes is loaded again without its fallback', async () => {
  const { loading, objects, viewer } = setUp();
  await loading.load();
  for (const id of ['pump-1', 'pump-2'])
    viewer.emit('model-fallback', { id, path: '/models/pump.glb', reason: 'model-network', message: '' });
  objects.setCatalogue([
    { equipmentId: 'pump-1', name: '', modelPath: '/models/new.glb', productModelCode: '' },
    { equipmentId: 'pump-2', name: '', modelPath: '/models/pump.glb', productModelCode: '' },
  ]);
  expect([...objects.fallbacks.value.keys()]).toEqual(['pump-2']);
});
