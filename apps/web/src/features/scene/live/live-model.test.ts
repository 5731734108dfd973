import { expect, test, vi } from 'vitest';
import { signal } from '@preact/signals-react';
import type { Alarm, RealtimeClient, StreamEvent, StreamTarget } from '@farm3d/api';
import { LiveStore } from '../../../platform/live-store.ts';
import { SceneRecords, type RecordsApi } from '../loading/scene-records.ts';
import { SceneObjects } from '../objects/scene-objects.ts';
import { FakeViewer, deviceOf, equipment, nobody, pressure, sceneOf } from '../testing/records.ts';
import { createAlarms } from './alarms.ts';
import { LiveModel } from './live-model.ts';

/** A fake stream: delivers the events that the test emits to the open subscriptions. */
function fakeStream() {
  const open = new Map<StreamTarget, (event: StreamEvent) => void>();
  const client: RealtimeClient = {
    status: 'online',
    subscribe: (target, listener) => {
      open.set(target, listener);
      return () => open.delete(target);
    },
    onStatus: () => () => {},
    reauthenticate: () => {},
    networkLost: () => {},
    close: () => {},
  };
  const emit = (event: StreamEvent): void => {
    for (const listener of open.values()) listener(event);
  };
  return { client, emit, targets: () => [...open.keys()] };
}

function setUp() {
  const stream = fakeStream();
  const flushes: (() => void)[] = [];
  const live = new LiveStore(stream.client, (run) => flushes.push(run));
  const list = vi.fn<() => Promise<unknown>>().mockResolvedValue({ items: [deviceOf('pump-1')], total: 1 });
  const query = vi.fn<() => Promise<{ items: Alarm[] }>>().mockResolvedValue({ items: [] });
  const records = new SceneRecords(
    {
      api: {
        devices: { list, received: () => Promise.resolve({ items: [], total: 0 }) },
        productModels: { linkageAttributes: async () => ({ items: [pressure], total: 1 }) },
      } as unknown as RecordsApi,
      session: nobody,
    },
    'scene-1',
  );
  const objects = new SceneObjects();
  const viewer = new FakeViewer();
  const alarms = createAlarms({ alarms: { query } } as unknown as Parameters<typeof createAlarms>[0], 's1');
  const effects = {
    setFilm: vi.fn<() => Promise<void>>(),
    setLights: vi.fn<() => Promise<void>>(),
    setWater: vi.fn<() => Promise<void>>(),
  };
  effects.setFilm.mockResolvedValue();
  effects.setWater.mockResolvedValue();
  effects.setLights.mockResolvedValue();
  const openCardIds = signal<readonly string[]>([]);
  const isLoaded = signal(false);
  const reports: unknown[] = [];
  const model = new LiveModel({
    sceneId: 'scene-1',
    live,
    records,
    objects,
    alarms,
    effects,
    isLoaded,
    openCardIds,
    onWeather: (kind) => reports.push({ weather: kind }),
    onSceneChanged: (version) => reports.push({ version }),
  });
  objects.attach(viewer);
  model.attach(viewer);
  /** The server's records arrive and the viewer shows the scene. */
  const load = async (): Promise<void> => {
    records.devices.value = [deviceOf('pump-1'), deviceOf('pump-2')];
    records.scene.value = sceneOf();
    viewer.document.load(sceneOf().layout);
    isLoaded.value = true;
    model.updateAll();
    await vi.waitFor(() => expect(records.attributes.value.size).toBe(1));
  };
  const telemetry = (deviceId: string, values: Record<string, number | boolean>): void => {
    stream.emit({ type: 'telemetry', items: [{ deviceId, ts: 1, values }] });
    for (const run of flushes.splice(0)) run();
  };
  const labelOf = (id: string) => {
    const value = viewer.liveStates.get(id)?.value;
    return typeof value === 'function' ? value() : value;
  };
  return {
    stream,
    live,
    list,
    query,
    records,
    viewer,
    effects,
    openCardIds,
    reports,
    model,
    load,
    telemetry,
    labelOf,
  };
}

test('a device value is written to its signal and to its label in the scene', async () => {
  const { live, load, telemetry, labelOf } = setUp();
  await load();
  expect([live.device('pump-1').reading('pressure').value, labelOf('pump-1')]).toEqual([null, undefined]);
  telemetry('pump-1', { pressure: 250 });
  expect(live.device('pump-1').reading('pressure').value).toEqual({ ts: 1, value: 250 });
  expect(labelOf('pump-1')).toBe('250 kPa');
});

test('before the scene is shown, and for a device outside it, the viewer is not called', async () => {
  const { load, telemetry, viewer, records } = setUp();
  records.devices.value = [deviceOf('pump-1')];
  viewer.document.load(sceneOf().layout);
  telemetry('pump-1', { pressure: 250 });
  expect(viewer.liveStates.size).toBe(0);
  await load();
  telemetry('pump-2', { pressure: 1 });
  expect([...viewer.liveStates.keys()]).toEqual(['pump-1']);
});

test('a device that goes offline is shown offline', async () => {
  const { load, stream, viewer, telemetry } = setUp();
  await load();
  expect(viewer.liveStates.get('pump-1')?.online).toBe(true);
  stream.emit({ type: 'device-state', items: [{ deviceId: 'pump-1', online: false, lastActivity: null }] });
  telemetry('pump-1', {});
  expect(viewer.liveStates.get('pump-1')?.online).toBe(false);
});

test('an alarm is shown from its first event to its end', async () => {
  const { load, stream, viewer } = setUp();
  await load();
  const alarm = (active: boolean): StreamEvent => ({
    type: 'alarm',
    deviceId: 'pump-1',
    change: active ? 'raised' : 'cleared',
    alarm: { id: 'alarm-1', deviceId: 'pump-1', active } as Alarm,
  });
  const shown = [true, false].map((active) => {
    stream.emit(alarm(active));
    return viewer.liveStates.get('pump-1')?.alarm;
  });
  expect(shown).toEqual([true, false]);
});

test('readings drive moving parts, the film and the lights of the scene', async () => {
  const { load, telemetry, viewer, effects } = setUp();
  await load();
  telemetry('pump-1', { pumpState: true, filmOpening: 40, lightState: true, power: 300 });
  expect(viewer.liveStates.get('pump-1')?.drive).toEqual({ open: 0.4, spin: 1, glow: 0.5 });
  expect(effects.setFilm).toHaveBeenLastCalledWith(0.4, null);
  expect(effects.setLights).toHaveBeenLastCalledWith(expect.anything(), new Map([['pump-1', 0.5]]));
});

test('water runs in the beds while a valve of the scene itself is open', async () => {
  const { load, telemetry, effects } = setUp();
  await load();
  telemetry('pump-1', { valveState: true, opening: 60 });
  expect(effects.setWater).toHaveBeenLastCalledWith('pump-1', 0.6);
  telemetry('pump-1', { valveState: false });
  expect(effects.setWater).toHaveBeenLastCalledWith('pump-1', 0);
});

test('the film of a child greenhouse follows the device in it', async () => {
  const { load, telemetry, viewer, effects } = setUp();
  await load();
  const { layout } = sceneOf();
  const { parentId: _, ...house } = equipment('house-1');
  viewer.document.load({
    ...layout,
    equipment: layout.equipment.map((record) => ({ ...record, parentId: 'house-1' })),
    childScenes: [{ ...house, name: '一号棚' }],
  });
  telemetry('pump-1', { filmOpening: 60 });
  expect(effects.setFilm).toHaveBeenLastCalledWith(0.6, 'house-1');
});

test('the card of an unsaved device has its own subscription while it is open', async () => {
  const { load, stream, openCardIds, records } = setUp();
  await load();
  openCardIds.value = ['pump-1', 'pump-2', 'deleted'];
  expect(stream.targets()).toEqual([{ scene: 'scene-1' }, { devices: ['pump-2'] }]);
  const { layout } = sceneOf();
  records.scene.value = sceneOf({
    layout: { ...layout, equipment: [...layout.equipment, equipment('pump-2')] },
  });
  expect(stream.targets()).toEqual([{ scene: 'scene-1' }]);
});

test('weather and versions are handled for this scene only', () => {
  const { stream, reports } = setUp();
  for (const sceneId of ['scene-1', 'scene-2']) {
    stream.emit({ type: 'scene-weather', sceneId, kind: 'rain' });
    stream.emit({ type: 'scene-changed', sceneId, version: 4, by: null });
    stream.emit({ type: 'scene-changed', sceneId, version: 0, by: null });
  }
  expect(reports).toEqual([{ weather: 'rain' }, { version: 4 }, { version: 0 }]);
});

test('devices and alarms are fetched again after an interruption, but not after the first connection', async () => {
  const { stream, list, query } = setUp();
  const subscribed = (resumed: boolean) => ({ type: 'subscribed', resumed }) as unknown as StreamEvent;
  stream.emit(subscribed(false));
  expect([list.mock.calls.length, query.mock.calls.length]).toEqual([0, 0]);
  stream.emit(subscribed(true));
  expect([list.mock.calls.length, query.mock.calls.length]).toEqual([1, 1]);
});
