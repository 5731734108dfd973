import { randomUUID } from 'node:crypto';
import { type SceneLayout } from '@farm3d/api';
import { expect } from 'vitest';
import { picture } from '../../support/fixtures.ts';
import { expectPictureField, newDevice, refusal, report, uniqueName, type Cases } from './support.ts';

function layoutWith(deviceId: string): SceneLayout {
  return {
    camera: { position: { x: 12.5, y: 9, z: 20.25 }, target: { x: 0, y: 1, z: 0 } },
    equipment: [
      {
        id: deviceId,
        parentId: null,
        position: { x: 1.5, y: 0, z: -2.25 },
        rotation: { x: 0, y: Math.PI / 3, z: 0 },
        scale: { x: 1, y: 1.5, z: 1 },
        extra: { paintedBy: 'another program' },
      },
    ],
    childScenes: [],
    extra: { legend: { shown: true } },
  };
}

export const scenesCases: Cases<'scenes'> = {
  'scenes.list': async ({ api }) => {
    const before = await api.scenes.list({ type: 'plot' });
    const scene = await api.scenes.create({ name: uniqueName('地块'), type: 'plot' });
    const after = await api.scenes.list({ type: 'plot' });
    expect(after.total).toBe(before.total + 1);
    // What the caller may do stands in the answers about one scene.
    expect(scene.rights).toEqual(['read', 'operate', 'scenes']);
    expect(after.items[0]).toEqual({ ...scene, rights: [] });
    expect(
      (await api.scenes.list({ type: 'greenhouse', pageSize: 200 })).items.map(({ id }) => id),
    ).not.toContain(scene.id);
  },

  'scenes.devices': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const scene = await api.scenes.create({ name: uniqueName('场景'), layout: layoutWith(device.id) });
    const { items, total } = await api.scenes.devices(scene.id);
    expect(total).toBe(1);
    expect(items).toMatchObject([{ id: device.id, name: device.name }]);
    expect(await refusal(api.scenes.devices(randomUUID()))).toMatchObject({ status: 404 });
  },

  'scenes.get': async ({ api }) => {
    const boundary = {
      coordinates: [
        [
          [105.1, 31.6],
          [105.2, 31.6],
          [105.2, 31.7],
          [105.1, 31.6],
        ],
      ],
    };
    const scene = await api.scenes.create({
      name: uniqueName('场景'),
      boundary,
      latitude: 31.6,
      longitude: 105.1,
    });
    expect(await api.scenes.get(scene.id)).toEqual(scene);
    expect(scene).toMatchObject({ boundary, latitude: 31.6, longitude: 105.1, version: 1 });
    expect(await refusal(api.scenes.get(randomUUID()))).toMatchObject({ status: 404, error: undefined });
  },

  'scenes.create': async (target) => {
    const { api } = target;
    const me = await api.auth.me();
    const device = await newDevice(target);
    const layout = layoutWith(device.id);
    const scene = await api.scenes.create({ name: ' 一号棚 ', description: '说明', layout });
    expect(scene).toMatchObject({
      name: '一号棚',
      description: '说明',
      type: 'greenhouse',
      createdBy: me.userId,
    });
    expect(scene.layout.equipment).toEqual(layout.equipment);
    expect(scene.layout.extra).toEqual(layout.extra);
    await expectPictureField(
      target,
      'plotSkin',
      async (plotSkin) => (await api.scenes.create({ name: uniqueName('图'), plotSkin })).plotSkin,
    );
    expect(scene.layout.camera).toMatchObject(layout.camera ?? {});
    expect(await refusal(api.scenes.create({ name: '' }))).toMatchObject({
      status: 400,
      field: 'name',
      msg: '请输入场景名称',
    });
    expect((await api.scenes.create({ name: '棚'.repeat(50) })).name).toHaveLength(50);
    const long = await refusal(api.scenes.create({ name: '棚'.repeat(51) }));
    expect(long).toMatchObject({ status: 400, field: 'name', msg: '长度不能超過50个字符' });
  },

  'scenes.update': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const layout = layoutWith(device.id);
    const scene = await api.scenes.create({
      name: '合并',
      description: '原来的',
      layout,
      plotSkin: '/skins/soil.png',
    });
    // A change of the skin omits the layout; a save of the layout omits the skin.
    const skinned = await api.scenes.update(scene.id, { plotSkin: '/skins/grass.png' });
    expect(skinned).toMatchObject({ name: '合并', description: '原来的', version: 2, layout: scene.layout });
    const moved = structuredClone(scene.layout);
    if (moved.equipment[0]) moved.equipment[0].position.x = 4.75;
    const saved = await api.scenes.update(scene.id, {
      name: '合并',
      description: '新的',
      layout: moved,
      version: 2,
    });
    expect(saved).toMatchObject({ plotSkin: '/skins/grass.png', description: '新的', version: 3 });
    expect((await api.scenes.get(scene.id)).layout).toEqual(moved);
    const stale = await refusal(api.scenes.update(scene.id, { name: '晚了', version: 2 }));
    expect(stale.status).toBe(409);
    expect((await api.scenes.get(scene.id)).name).toBe('合并');
    // A planting date in the future is refused, and so is an invalid date.
    for (const growTime of ['2999-01-01', '12026-01-05', '2026-13-01', '2026-02-31'])
      expect(await refusal(api.scenes.update(scene.id, { growTime }))).toMatchObject({
        status: 400,
        field: 'growTime',
      });
    expect((await api.scenes.update(scene.id, { growCrop: '番茄', growTime: '2026-01-05' })).growTime).toBe(
      '2026-01-05',
    );
    expect((await api.scenes.update(scene.id, { growTime: '' })).growTime).toBeNull();
    expect(await refusal(api.scenes.update(randomUUID(), { name: 'x' }))).toMatchObject({ status: 404 });

    for (const field of ['plotSkin', 'icon'] as const)
      await expectPictureField(target, field, async (picture) => {
        await api.scenes.update(scene.id, { [field]: picture });
        return (await api.scenes.get(scene.id))[field];
      });
  },

  'scenes.remove': async ({ api }) => {
    const scene = await api.scenes.create({ name: uniqueName('删除') });
    await api.scenes.remove(scene.id);
    expect(await refusal(api.scenes.get(scene.id))).toMatchObject({ status: 404 });
    expect(await refusal(api.scenes.remove(scene.id))).toMatchObject({ status: 404 });
  },

  'scenes.globalConfig': async ({ api }) => {
    expect(await api.scenes.globalConfig()).toEqual({
      simulateWeather: true,
      realWeather: true,
      baseModelPath: '/models/greenhouse.glb',
      mapTiles: null,
    });
  },

  'scenes.drag': async (target) => {
    const { api } = target;
    const [placed, dropped] = [await newDevice(target), await newDevice(target)];
    const scene = await api.scenes.create({ name: '拖放', layout: layoutWith(placed.id) });
    const position = { x: 3, y: 0, z: 4 };
    const after = await api.scenes.drag(scene.id, { deviceId: dropped.id, position });
    expect(after?.version).toBe(2);
    expect(after?.layout.equipment).toMatchObject([
      scene.layout.equipment[0] ?? {},
      { id: dropped.id, position, scale: { x: 1, y: 1, z: 1 } },
    ]);
    // A second call moves it, and keys of other programs beside it stay.
    const moved = await api.scenes.drag(scene.id, { deviceId: placed.id, position });
    expect(moved?.layout.equipment).toHaveLength(2);
    expect(moved?.layout.equipment[0]).toMatchObject({ position, extra: { paintedBy: 'another program' } });
    expect(moved?.layout.extra).toEqual(scene.layout.extra);
    const unknown = api.scenes.drag(scene.id, { deviceId: randomUUID(), position });
    expect(await refusal(unknown)).toMatchObject({ status: 404 });

    // With ids alone: the order of the list. The named scenes share the places that they have.
    const name = uniqueName('顺序');
    const order = async () =>
      (await api.scenes.list({ name, pageSize: 200 })).items.map(({ name: of }) => of.slice(name.length));
    const ids: Record<string, string> = {};
    for (const letter of ['C', 'B', 'A']) ids[letter] = (await api.scenes.create({ name: name + letter })).id;
    expect(await order()).toEqual(['A', 'B', 'C']);
    expect(await api.scenes.drag([ids['C'] ?? '', ids['A'] ?? ''])).toBeNull();
    expect(await order()).toEqual(['C', 'B', 'A']);
    // A new scene comes first; nothing that people edit has changed.
    await api.scenes.create({ name: `${name}D` });
    expect(await order()).toEqual(['D', 'C', 'B', 'A']);
    expect((await api.scenes.get(ids['A'] ?? '')).version).toBe(1);
    expect(await refusal(api.scenes.drag([ids['A'] ?? '', randomUUID()]))).toMatchObject({ status: 404 });
    expect(await refusal(target.neighbour.api.scenes.drag([ids['A'] ?? '']))).toMatchObject({ status: 404 });
    const twice = api.scenes.drag([ids['A'] ?? '', ids['A'] ?? '']);
    expect(await refusal(twice)).toMatchObject({ status: 400 });
    expect(await order()).toEqual(['D', 'C', 'B', 'A']);
  },

  'scenes.saveCover': async ({ api, baseUrl }) => {
    const scene = await api.scenes.create({ name: uniqueName('封面'), icon: '/models/greenhouse.png' });
    expect([scene.cover, scene.coverAt]).toEqual([null, null]);
    const bytesOf = async (address: string | null) =>
      Buffer.from(await (await fetch(`${baseUrl}${address}`)).arrayBuffer());
    const first = await api.scenes.saveCover(scene.id, new Blob([picture(40, 24)]));
    expect(await bytesOf(first.cover)).toEqual(Buffer.from(picture(40, 24)));
    const second = await api.scenes.saveCover(scene.id, new Blob([picture(48, 24)]));
    expect(await bytesOf(second.cover)).toEqual(Buffer.from(picture(48, 24)));
    expect(second.coverAt).toBeGreaterThanOrEqual(first.coverAt ?? Infinity);
    // It is no edit: the version and what people chose stay; the former picture is gone.
    expect(await api.scenes.get(scene.id)).toMatchObject({ version: scene.version, icon: scene.icon });
    const fileOf = (address: string | null) => address?.split('?', 1)[0]?.split(/[/.]/)[2] ?? '';
    expect((await api.files.list([fileOf(first.cover), fileOf(second.cover)])).items).toMatchObject([
      { id: fileOf(second.cover) },
    ]);
    const paper = new Blob(['%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF']);
    expect(await refusal(api.scenes.saveCover(scene.id, paper))).toMatchObject({
      status: 400,
      field: 'file',
    });
    const unknown = api.scenes.saveCover(randomUUID(), new Blob([picture(8, 8)]));
    expect(await refusal(unknown)).toMatchObject({ status: 404 });
    await api.scenes.remove(scene.id);
    expect((await api.files.list([fileOf(second.cover)])).total).toBe(0);
  },

  'scenes.config': async ({ api }) => {
    const { items } = await api.scenes.config();
    expect(items).toContainEqual({ name: 'baseModelPath', value: '/models/greenhouse.glb' });
    expect(items).toContainEqual({ name: 'realWeather', value: '1' });
  },

  'scenes.weather': async (target) => {
    const { api } = target;
    // An island without a station of another case.
    const place = { latitude: -54.2, longitude: -36.5 };
    const station = await newDevice(target, 'QX-9');
    await api.devices.update(station.id, place);
    await report(target, station, { airTemperature: -2.5, rainfall: 1.5, windSpeed: 12 });
    expect(await api.scenes.weather(place)).toMatchObject({
      text: '雪',
      temperature: -2.5,
      humidity: null,
      windSpeed: 12,
      source: 'station',
      station: { id: station.id, distanceKm: 0 },
      reason: null,
    });
    await api.devices.remove(station.id);
    const other = await api.scenes.weather(place);
    expect(other.station?.id).not.toBe(station.id);
  },
};
