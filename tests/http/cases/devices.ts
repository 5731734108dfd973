import { deviceImportCases } from './device-import.ts';
import { randomUUID } from 'node:crypto';
import type { DeviceQuery } from '@farm3d/api';
import { expect } from 'vitest';
import { picture } from '../../support/fixtures.ts';
import { connectDevice } from './device-link.ts';
import {
  expectPictureField,
  expectShown,
  minutesAgo,
  MOISTURE,
  newDevice,
  newPicture,
  refusal,
  report,
  send,
  uniqueName,
  type Cases,
} from './support.ts';

export const devicesCases: Cases<'devices'> = {
  ...deviceImportCases,

  'devices.list': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const found = await api.devices.list({ name: device.name.slice(2).toUpperCase() });
    expect(found.total).toBe(1);
    expect(found.items[0]).toMatchObject({
      id: device.id,
      name: device.name,
      productModelCode: 'TQ-3L',
      modelPath: '/models/soil-probe.glb',
      online: false,
      simulated: false,
      version: 1,
    });
    expect((await api.devices.list({ name: device.name, online: true })).total).toBe(0);
    expect((await api.devices.list({ name: device.name, productModelCode: 'QX-9' })).total).toBe(0);
    await newDevice(target);
    const page = await api.devices.list({ page: 2, pageSize: 1 });
    expect(page.items).toHaveLength(1);
    expect(page.total).toBeGreaterThanOrEqual(2);
    expect(await refusal(api.devices.list({ pageSize: 1000 }))).toMatchObject({
      status: 400,
      field: 'pageSize',
    });

    // Three devices of this case: c reported first, then b; a never did.
    const series = uniqueName('排序');
    const named = (name: string, productModelCode: string) =>
      api.devices.create({ name: `${series}-${name}`, productModelCode });
    const c = await named('c', 'TQ-3L');
    await report(target, c, { [MOISTURE]: 1 });
    await named('a', 'WSN-6');
    const b = await named('b', 'QX-9');
    await report(target, b, { airTemperature: 1 });
    const order = async (query: Pick<DeviceQuery, 'sortProperty' | 'sortOrder'>) =>
      (await api.devices.list({ name: series, ...query })).items.map(({ name }) => name.at(-1)).join('');
    expect([
      await order({}),
      await order({ sortOrder: 'DESC' }),
      await order({ sortProperty: 'productModelCode' }),
      await order({ sortProperty: 'createTime' }),
      await order({ sortProperty: 'lastActivityTime' }),
      await order({ sortProperty: 'lastActivityTime', sortOrder: 'DESC' }),
      await order({ sortProperty: 'online', sortOrder: 'DESC' }),
    ]).toEqual(['abc', 'cba', 'bca', 'cab', 'acb', 'bca', 'bca']);
    const silent = async (inactiveSince: number) =>
      (await api.devices.list({ name: series, inactiveSince })).items.map(({ name }) => name.at(-1)).join('');
    // A device that never reported counts as inactive at every time.
    expect([await silent(Date.now() + 60_000), await silent(Date.now() - 3_600_000)]).toEqual(['abc', 'a']);
    expect(await refusal(api.devices.list({ sortProperty: 'token_hash' as 'name' }))).toMatchObject({
      status: 400,
      field: 'sortProperty',
    });
  },

  'devices.simple': async (target) => {
    const device = await newDevice(target);
    const { items, total } = await target.api.devices.simple();
    expect(items).toHaveLength(total);
    expect(items.find(({ id }) => id === device.id)).toEqual({
      id: device.id,
      name: device.name,
      productModelCode: 'TQ-3L',
      productTypeCode: 'TQ',
      online: false,
    });
  },

  'devices.count': async (target) => {
    const before = await target.api.devices.count();
    const device = await newDevice(target);
    await report(target, device, { [MOISTURE]: 30 });
    const after = await target.api.devices.count();
    expect(after.total).toBe(before.total + 1);
    expect(after.online).toBe(before.online + 1);
    expect(after.offline).toBe(after.total - after.online);
  },

  'devices.create': async (target) => {
    const { api } = target;
    const device = await api.devices.create({
      name: ' 南区阀门 ',
      productModelCode: 'DCF-4',
      thirdId: '34020000001320000001',
      ledScreenWidth: 128,
    });
    expect(device).toMatchObject({
      name: '南区阀门',
      thirdId: '34020000001320000001',
      ledScreenWidth: 128,
      ledScreenHeight: 48,
    });
    await report(target, device, { flowRate: 1.25 });
    await expectPictureField(target, 'pic', async (picture) => {
      const made = await api.devices.create({ name: uniqueName('图'), productModelCode: 'DCF-4', picture });
      await api.devices.remove(made.id);
      return made.picture;
    });
    expect(await refusal(api.devices.create({ name: ' ', productModelCode: 'DCF-4' }))).toMatchObject({
      status: 400,
      field: 'name',
      msg: '请输入设备名称',
    });
    expect(await refusal(api.devices.create({ name: 'x', productModelCode: 'NONE' }))).toMatchObject({
      status: 400,
      field: 'productModelCode',
    });
  },

  'devices.get': async (target) => {
    const { api } = target;
    const { accessToken: _, ...created } = await newDevice(target);
    expect(await api.devices.get(created.id)).toEqual(created);
    expect(created).toMatchObject({
      mqttPort: target.mqttPort,
      rtmpPort: null,
      rejectedCount: 0,
      lastRejection: null,
      ledScreenWidth: 96,
      ledScreenHeight: 48,
    });
    const unknown = await refusal(api.devices.get(randomUUID()));
    expect(unknown).toMatchObject({ status: 404, code: 404, error: undefined });
  },

  'devices.problems': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    expect(await api.devices.problems(device.id)).toEqual({ items: [], total: 0 });
    const path = { token: device.accessToken };
    const body = { [MOISTURE]: 130, soilMoisture40: 'wet', soilTemperature20: [], note: 1 };
    const answer = await send(target, 'ingest.telemetry', path, body);
    expect(answer.status).toBe(400);
    // All problems of the message, each with what became of the value.
    const { problems } = (await answer.json()) as { problems: { field: string; stored: boolean }[] };
    expect(problems.map(({ field, stored }) => [field, stored])).toEqual([
      ['soilMoisture40', false],
      ['soilTemperature20', false],
      [MOISTURE, true],
    ]);
    await send(target, 'ingest.telemetry', path, { [MOISTURE]: 170.5 });
    await send(target, 'ingest.telemetry', path, { [MOISTURE]: -3, soilMoisture40: 'dry' });
    const listed = (await api.devices.problems(device.id)).items;
    expect(listed.map(({ kind, field, count }) => `${kind} ${field} ${count}`).sort()).toEqual([
      'outside soilMoisture20 3',
      'refused soilMoisture40 2',
      'refused soilTemperature20 1',
    ]);
    expect(listed.find(({ field }) => field === MOISTURE)?.reason).toBe('must lie between 0 and 60, was -3');
    expect((await api.devices.get(device.id)).rejectedCount).toBe(3);
  },

  'devices.forgetProblems': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    await send(target, 'ingest.telemetry', { token: device.accessToken }, { [MOISTURE]: 130 });
    expect((await api.devices.problems(device.id)).total).toBe(1);
    await api.devices.forgetProblems(device.id);
    expect((await api.devices.problems(device.id)).total).toBe(0);
    expect((await api.telemetry.outside(device.id)).total).toBe(1);
  },

  'devices.update': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    await api.devices.update(device.id, { thirdId: 'kept' });
    const renamed = await api.devices.update(device.id, { name: '改名', version: 2 });
    expect(renamed).toMatchObject({ name: '改名', thirdId: 'kept', version: 3 });
    expect(await api.devices.get(device.id)).toEqual(renamed);
    expect(await refusal(api.devices.update(device.id, { name: '晚了', version: 2 }))).toMatchObject({
      status: 409,
    });
    const other = await fetch(`${target.baseUrl}/api/devices/${device.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${target.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: randomUUID(), name: 'x' }),
    });
    expect(other.status).toBe(400);
    expect((await api.devices.get(device.id)).name).toBe('改名');

    const write = async (picture: string) => (await api.devices.update(device.id, { picture })).picture;
    await expectPictureField(target, 'pic', write);
    // The address as in lists; sent back unchanged it is kept, although the upload was deleted.
    const file = await api.files.upload(new Blob([picture(8, 8)]), 'a.png');
    await write(file.path);
    const listed = (await api.devices.list({ name: '改名' })).items.find(({ id }) => id === device.id);
    await expectShown(target, [listed?.picture ?? ''], [file.path]);
    await api.files.remove(file.id);
    expect((await write(listed?.picture ?? ''))?.split('?')[0]).toBe(file.path);
  },

  'devices.remove': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    await report(target, device, { [MOISTURE]: 20 });
    await api.devices.remove(device.id);
    expect(await refusal(api.devices.get(device.id))).toMatchObject({ status: 404 });
    const token = device.accessToken;
    expect((await send(target, 'ingest.telemetry', { token }, { [MOISTURE]: 1 })).status).toBe(401);
  },

  'devices.attributes': async (target) => {
    const device = await newDevice(target);
    await report(target, device, { [MOISTURE]: 31.5 });
    const { items } = await target.api.devices.attributes(device.id);
    const moisture = items.find(({ identify }) => identify === MOISTURE);
    expect(moisture?.latest?.value).toBe(31.5);
    expect(moisture?.type).toBe('attribute');
    expect(moisture?.parameters[0]).toMatchObject({ key: MOISTURE, type: 'NUMERIC', unit: '%' });
  },

  'devices.displayed': async (target) => {
    const { api } = target;
    const [shown, hidden] = [await newDevice(target), await newDevice(target)];
    await api.devices.update(hidden.id, { displayed: false });
    const ids = (await api.devices.displayed()).items.map(({ id }) => id);
    expect(ids).toContain(shown.id);
    expect(ids).not.toContain(hidden.id);
    expect((await api.devices.displayed(false)).items.map(({ id }) => id)).toContain(hidden.id);
  },

  'devices.map': async (target) => {
    const { api } = target;
    const [placed, nowhere] = [await newDevice(target), await newDevice(target)];
    await api.devices.update(placed.id, { latitude: 31.635225, longitude: 105.16353 });
    const { items } = await api.devices.map();
    expect(items.find(({ id }) => id === placed.id)).toMatchObject({
      latitude: 31.635225,
      longitude: 105.16353,
    });
    expect(items.map(({ id }) => id)).not.toContain(nowhere.id);
    expect(await refusal(api.devices.update(placed.id, { latitude: 91 }))).toMatchObject({
      status: 400,
      field: 'latitude',
    });
  },

  'devices.typeCount': async (target) => {
    const { api } = target;
    const cameras = async () =>
      (await api.devices.typeCount()).items.find(({ productTypeCode }) => productTypeCode === 'SP');
    const before = await cameras();
    const camera = await newDevice(target, 'SP-DH2');
    await newDevice(target, 'SP-DH2');
    await report(target, camera, { videoQuality: 2 });
    expect(await cameras()).toEqual({
      productTypeCode: 'SP',
      total: (before?.total ?? 0) + 2,
      online: (before?.online ?? 0) + 1,
      offline: (before?.offline ?? 0) + 1,
    });
  },

  'devices.sim': async (target) => {
    const device = await newDevice(target);
    expect(await target.api.devices.sim(device.id)).toMatchObject({ iccid: null, rssi: null, rssiAt: null });
    const card = { iccid: '89860012345678901234', imei: '860000000000001', operator: '中国移动' };
    await send(target, 'ingest.attributes', { token: device.accessToken }, card);
    const ts = minutesAgo(1);
    await report(target, device, { ts, values: { rssi: -71 } });
    expect(await target.api.devices.sim(device.id)).toEqual({
      ...card,
      imsi: null,
      msisdn: null,
      rssi: -71,
      rssiAt: ts,
    });
  },

  'devices.claimCode': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const first = await api.devices.claimCode(device.id);
    expect(first.code).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
    expect(first.expiresAt).toBeGreaterThan(Date.now());
    const second = await api.devices.claimCode(device.id);
    expect(await refusal(api.devices.claim(first.code))).toMatchObject({ status: 400, field: 'code' });
    expect((await api.devices.claim(second.code)).id).toBe(device.id);
  },

  'devices.claim': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const { code } = await api.devices.claimCode(device.id);
    // Typed from a label, without regard to case.
    const claimed = await api.devices.claim(` ${code.toLowerCase().replaceAll('-', ' ')}`);
    expect(claimed).toMatchObject({ id: device.id, name: device.name });
    expect(await refusal(api.devices.claim(code))).toMatchObject({
      status: 400,
      msg: '验证码无效或已过期',
    });

    // The new owner of a device does not get the image, which stays with the former owner.
    const photo = await newPicture(target);
    await api.devices.update(device.id, { picture: photo });
    const again = await api.devices.claimCode(device.id);
    expect((await api.devices.claim(again.code)).picture).toContain(photo);
    const away = await api.devices.claimCode(device.id);
    expect((await target.neighbour.api.devices.claim(away.code)).picture).toBeNull();
  },

  'devices.leaveGateway': async (target) => {
    const { api } = target;
    const gateway = await newDevice(target);
    await api.deviceLink.setGateway(gateway.id, true);
    const name = uniqueName('子设备');
    const speak = async (): Promise<void> => {
      const connection = await connectDevice(target, gateway.accessToken);
      try {
        const message = JSON.stringify({ [name]: [{ [MOISTURE]: 30 }] });
        await connection.publishAsync('v1/gateway/telemetry', message, { qos: 1 });
      } finally {
        await connection.endAsync(true);
      }
    };
    await speak();
    const [child] = (await api.devices.list({ name })).items;
    const id = child?.id ?? '';
    const behind = async () => (await api.devices.list({ gatewayId: gateway.id })).items.map((one) => one.id);
    expect(await behind()).toEqual([id]);
    expect(await api.devices.get(id)).toMatchObject({ gateway: false, gatewayId: gateway.id });
    expect(await api.devices.get(gateway.id)).toMatchObject({ gateway: true, gatewayId: null });
    expect((await api.devices.list({ gatewayId: 'none' })).items).toEqual([]);
    const theirs = await target.neighbour.api.devices.list({ gatewayId: gateway.id });
    expect(theirs.items).toEqual([]);
    // A device that is not behind it refuses the whole call.
    const foreign = api.devices.leaveGateway(gateway.id, [id, gateway.id]);
    expect(await refusal(foreign)).toMatchObject({ status: 404 });
    await speak();
    expect((await api.devices.list({ name })).total).toBe(1);
    await api.devices.leaveGateway(gateway.id, [id]);
    expect(await api.devices.get(id)).toMatchObject({ version: 2, gatewayId: null });
    expect(await behind()).toEqual([]);
    // From now on this name at the gateway is another device.
    await speak();
    expect((await api.devices.list({ name })).total).toBe(2);
    expect(await api.telemetry.count(id)).toBe(2);
  },
};
