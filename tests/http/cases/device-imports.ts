import { randomUUID } from 'node:crypto';
import type { DeviceImportJob } from '@farm3d/api';
import { expect } from 'vitest';
import { waitFor } from '../../support/wait.ts';
import { refusal, report, uniqueName, type Cases, type CaseTarget } from './support.ts';

const model = 'TQ-3L';
const rowsOf = (count: number) => {
  const mark = randomUUID().slice(0, 8);
  return Array.from({ length: count }, (_, i) => ({ name: `批量-${mark}-${i}`, productModelCode: model }));
};

/** The job after its end. */
function ended({ api }: CaseTarget, id: string): Promise<DeviceImportJob> {
  return waitFor(
    async () => {
      const job = await api.deviceImports.get(id);
      return job.state === 'running' || job.state === 'undoing' ? null : job;
    },
    { what: `import ${id} to end` },
  );
}

export const deviceImportsCases: Cases<'deviceImports'> = {
  'deviceImports.start': async (target) => {
    const { api } = target;
    const token = `own.${randomUUID()}`;
    const devEui = randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase();
    const serial = `SN-${randomUUID()}`;
    const rows = [
      ...rowsOf(1_200),
      { name: uniqueName('自带'), productModelCode: model, accessToken: token, devEui, serial },
    ];
    const { id, total } = await api.deviceImports.start(rows);
    expect(total).toBe(1_201);
    expect(await ended(target, id)).toMatchObject({ state: 'done', done: 1_201, errors: [] });
    // Found by its DevEUI and serial, and it reports with the token that it had.
    const [found] = (await api.devices.list({ name: devEui.slice(2, 12) })).items;
    expect(found).toMatchObject({ devEui: devEui.toLowerCase(), serial });
    expect((await api.devices.list({ name: serial.toLowerCase() })).items).toMatchObject([{ id: found?.id }]);
    await report(target, { accessToken: token } as never, { soilMoisture20: 20 });
    expect(Object.keys(await api.telemetry.latest(found?.id ?? ''))).toEqual(['soilMoisture20']);
    // With an invalid row nothing is created, and each invalid row is named.
    const wrong = [
      rows[0],
      { name: '', productModelCode: model },
      { name: uniqueName('x'), productModelCode: 'NONE' },
      { name: uniqueName('x'), productModelCode: model, devEui: 'xyz' },
      { name: uniqueName('x'), productModelCode: model, devEui },
      { name: uniqueName('x'), productModelCode: model, serial },
      { name: uniqueName('x'), productModelCode: model, accessToken: token },
      { name: uniqueName('x'), productModelCode: model, accessToken: 'short' },
      7,
    ];
    const refused = await ended(target, (await api.deviceImports.start(wrong as never)).id);
    expect(refused).toMatchObject({ state: 'failed', done: 0 });
    expect(refused.errors.map(({ row, field }) => `${row} ${field}`).sort()).toEqual([
      '1 name',
      '2 name',
      '3 productModelCode',
      '4 devEui',
      '5 devEui',
      '6 serial',
      '7 accessToken',
      '8 accessToken',
      '9 devices',
    ]);
    expect(refused.errors.find(({ row }) => row === 1)?.msg).toBe('已有同名设备');
    const twice = { name: uniqueName('双'), productModelCode: model };
    const doubled = await ended(target, (await api.deviceImports.start([twice, twice])).id);
    expect(doubled.errors).toMatchObject([{ row: 2, field: 'name' }]);
    expect(await refusal(api.deviceImports.start([]))).toMatchObject({ status: 400, field: 'devices' });
    // The same fields must be unique for a device that is created by hand.
    const again = api.devices.create({ name: uniqueName('手'), productModelCode: model, serial });
    expect(await refusal(again)).toMatchObject({
      status: 409,
      field: 'serial',
      msg: '该序列号已被其他设备使用',
    });
  },

  'deviceImports.list': async (target) => {
    const { id } = await target.api.deviceImports.start(rowsOf(1));
    await ended(target, id);
    expect((await target.api.deviceImports.list()).items.map((job) => job.id)).toContain(id);
    expect((await target.neighbour.api.deviceImports.list()).items.map((job) => job.id)).not.toContain(id);
  },

  'deviceImports.get': async (target) => {
    const { id } = await target.api.deviceImports.start(rowsOf(3));
    expect(await ended(target, id)).toMatchObject({ id, total: 3, done: 3 });
    expect(await refusal(target.neighbour.api.deviceImports.get(id))).toMatchObject({ status: 404 });
  },

  'deviceImports.tokens': async (target) => {
    const { api } = target;
    const { id } = await api.deviceImports.start(rowsOf(2));
    await ended(target, id);
    const { items } = await api.deviceImports.tokens(id);
    expect(items).toHaveLength(2);
    for (const device of items) await report(target, device as never, { soilMoisture20: 21 });
    expect((await api.deviceImports.tokens(id)).total).toBe(0);
  },

  'deviceImports.undo': async (target) => {
    const { api } = target;
    const before = (await api.devices.count()).total;
    const { id } = await api.deviceImports.start(rowsOf(700));
    await ended(target, id);
    expect((await api.devices.count()).total).toBe(before + 700);
    const [one] = (await api.deviceImports.tokens(id)).items;
    await report(target, one as never, { soilMoisture20: 22 });
    expect(await refusal(target.neighbour.api.deviceImports.undo(id))).toMatchObject({ status: 404 });
    await api.deviceImports.undo(id);
    expect(await ended(target, id)).toMatchObject({ state: 'undone', done: 0 });
    expect((await api.devices.count()).total).toBe(before);
    expect(await refusal(api.devices.get(one?.id ?? ''))).toMatchObject({ status: 404 });
    expect(await refusal(api.deviceImports.undo(id))).toMatchObject({
      status: 409,
      msg: '导入正在进行，或已撤销',
    });
  },
};
