import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { newDevice, refusal, uniqueName, type CaseTarget, type Cases } from './support.ts';

const paper = async ({ api }: CaseTarget): Promise<string> =>
  (await api.files.upload(new Blob(['%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF']), '化验单.pdf')).path;

export const dataReportsCases: Cases<'dataReports'> = {
  'dataReports.list': async (target) => {
    const { api, neighbour } = target;
    const device = await newDevice(target);
    const materials = [await paper(target)];
    const report = { subject: uniqueName('土壤含水量'), materials, deviceId: device.id };
    const older = await api.dataReports.create({
      ...report,
      value: 21.5,
      unit: '%',
      observedAt: 1_700_000_000_000,
    });
    const newer = await api.dataReports.create({ ...report, value: null });
    const { items, total } = await api.dataReports.list({ deviceId: device.id });
    expect(total).toBe(2);
    expect(items.map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(items[1]).toMatchObject({
      value: 21.5,
      unit: '%',
      author: 'admin',
      observedAt: 1_700_000_000_000,
    });
    expect((await neighbour.api.dataReports.list({ deviceId: device.id })).total).toBe(0);
  },

  'dataReports.create': async (target) => {
    const { api, neighbour } = target;
    const materials = [await paper(target)];
    const requestKey = randomUUID();
    const draft = { subject: uniqueName('虫口密度'), value: 3, unit: '头/株', materials, requestKey };
    const [first, second] = [await api.dataReports.create(draft), await api.dataReports.create(draft)];
    expect(second.id).toBe(first.id);
    expect(first.materials).toMatchObject([{ name: '化验单.pdf' }]);
    const unproven = api.dataReports.create({ ...draft, materials: [] });
    expect(await refusal(unproven)).toMatchObject({
      status: 400,
      field: 'materials',
      msg: '请上传上报数据真实性证明材料',
    });
    const foreign = neighbour.api.dataReports.create({ subject: 'x', materials });
    expect(await refusal(foreign)).toMatchObject({ status: 400, field: 'materials' });
    const unknown = api.dataReports.create({ ...draft, requestKey: randomUUID(), deviceId: randomUUID() });
    expect(await refusal(unknown)).toMatchObject({ status: 404 });
  },
};
