import { expect } from 'vitest';
import { refusal, uniqueName, type CaseTarget } from './support.ts';

/** Names, product models and positions; one line with an unknown product model, one without a name. */
const TABLE = `名称,产品型号,第三方编号,纬度,经度
"探头, 东区",TQ-3L,a-1,38.04,114.51
探头西区,TQ-3L,,,
坏型号,NO-SUCH,,,
,TQ-3L,,,
太北,TQ-3L,,95,0
`;

export const deviceImportCases = {
  'devices.previewImport': async ({ api }: CaseTarget) => {
    const { items, total } = await api.devices.previewImport(new Blob([`\uFEFF${TABLE}`]), '设备.csv');
    expect(total).toBe(5);
    expect(items[0]).toEqual({
      row: 2,
      name: '探头, 东区',
      productModelCode: 'TQ-3L',
      thirdId: 'a-1',
      latitude: 38.04,
      longitude: 114.51,
      error: null,
    });
    expect(items.map(({ error }) => error?.field ?? null)).toEqual([
      null,
      null,
      'productModelCode',
      'name',
      'latitude',
    ]);
    expect(items[3]?.error?.msg).toBe('请输入设备名称');
    for (const bytes of ['no heading at all', 'x\n1\n']) {
      const refused = await refusal(api.devices.previewImport(new Blob([bytes]), 'x.csv'));
      expect(refused).toMatchObject({ status: 400, field: 'file' });
    }
  },

  'devices.import': async ({ api }: CaseTarget) => {
    const [one, two] = [uniqueName('导入'), uniqueName('导入')];
    const { items } = await api.devices.import([
      { name: one, productModelCode: 'TQ-3L', thirdId: null, latitude: 38, longitude: 114 },
      { name: two, productModelCode: 'QX-9', thirdId: 'b', latitude: null, longitude: null },
    ]);
    expect(items.map(({ name }) => name)).toEqual([one, two]);
    expect(items[0]?.accessToken).toMatch(/^[\w-]{27}$/);
    const made = await api.devices.get(items[1]?.id ?? '');
    expect(made).toMatchObject({ name: two, productModelCode: 'QX-9', thirdId: 'b' });
    // All or none.
    const three = uniqueName('导入');
    const mixed = api.devices.import([
      { name: three, productModelCode: 'TQ-3L', thirdId: null, latitude: null, longitude: null },
      { name: three, productModelCode: 'NO-SUCH', thirdId: null, latitude: null, longitude: null },
    ]);
    expect(await refusal(mixed)).toMatchObject({ status: 400, field: 'devices.1.productModelCode' });
    expect((await api.devices.list({ name: three })).total).toBe(0);
  },

  'devices.received': async ({ api, neighbour }: CaseTarget) => {
    const device = await api.devices.create({ name: uniqueName('共享'), productModelCode: 'TQ-3L' });
    const before = (await neighbour.api.devices.received()).total;
    await api.sharing.share({ deviceIds: [device.id], username: neighbour.username });
    const { items, total } = await neighbour.api.devices.received();
    expect(total).toBe(before + 1);
    expect(items.find(({ id }) => id === device.id)).toMatchObject({ name: device.name });
    expect((await api.devices.received()).items.map(({ id }) => id)).not.toContain(device.id);
  },
};
