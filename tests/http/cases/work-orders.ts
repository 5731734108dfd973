import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { pdfWords } from './pdf-words.ts';
import {
  expectShown,
  newDevice,
  newPicture,
  refusal,
  uniqueName,
  type CaseTarget,
  type Cases,
} from './support.ts';

/** An order with a checklist that wants a signature is done when both are there; proof can be any file. */
async function expectTasks(target: CaseTarget): Promise<void> {
  const { api, neighbour } = target;
  const order = await api.workOrders.create({
    title: uniqueName('保养'),
    checklist: [{ text: '关阀' }, { text: '换滤网' }],
    needsSignature: true,
  });
  const paper = await api.files.upload(new Blob(['%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF']), '报告.pdf');
  const place = { longitude: 116.4, latitude: 39.9, accuracyM: 5 };
  const begun = await api.workOrders.update(order.id, {
    state: 'processing',
    checklist: [{ text: '关阀', done: true }, { text: '换滤网' }],
    materials: [paper.path],
    place,
  });
  expect(begun.checklist).toMatchObject([
    { done: true, by: 'admin' },
    { done: false, by: null },
  ]);
  expect(begun.materials).toMatchObject([{ name: '报告.pdf' }]);
  expect((await api.workOrders.log(order.id)).items[1]?.place).toEqual(place);
  expect(await refusal(api.workOrders.update(order.id, { state: 'done' }))).toMatchObject({
    status: 409,
    field: 'checklist',
  });
  const checklist = begun.checklist.map(({ text }) => ({ text, done: true }));
  expect(await refusal(api.workOrders.update(order.id, { state: 'done', checklist }))).toMatchObject({
    status: 409,
    field: 'signature',
  });
  const theirs = await neighbour.api.files.upload(new Blob(['%PDF-1.7\n%%EOF']), 'x.pdf');
  for (const wrong of [{ materials: [theirs.path] }, { signature: { image: paper.path, name: 'x' } }])
    expect(await refusal(api.workOrders.update(order.id, wrong))).toMatchObject({ status: 400 });
  const image = await newPicture(target);
  const done = await api.workOrders.update(order.id, {
    state: 'done',
    checklist,
    signature: { image, name: '李梅' },
  });
  expect(done).toMatchObject({ state: 'done', signature: { name: '李梅' } });
  expect(done.checklist[0]).toEqual(begun.checklist[0]);
  await expectShown(target, [done.signature?.image ?? ''], [image]);
}

/** What is sent again with the same key, also at once, is done once. */
async function expectOnce({ api }: CaseTarget): Promise<void> {
  const requestKey = randomUUID();
  const made = await Promise.all(
    [1, 2, 3].map(() => api.workOrders.create({ title: '离线新建', requestKey })),
  );
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  const [{ id } = { id: '' }] = made;
  const step = { state: 'processing', note: '离线记录', requestKey: randomUUID() } as const;
  await Promise.all([1, 2, 3].map(() => api.workOrders.update(id, step)));
  await api.workOrders.update(id, { state: 'done' });
  // Sent again late: the state that came after it stays.
  expect(await api.workOrders.update(id, step)).toMatchObject({ state: 'done' });
  expect((await api.workOrders.log(id)).items.map(({ to }) => to)).toEqual(['open', 'processing', 'done']);
}

export const workOrdersCases: Cases<'workOrders'> = {
  'workOrders.list': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const order = await api.workOrders.create({ title: uniqueName('巡检'), deviceId: device.id });
    expect((await api.workOrders.list({ deviceId: device.id })).items).toEqual([order]);
    expect((await api.workOrders.list({ title: order.title, state: 'open' })).total).toBe(1);
    expect((await api.workOrders.list({ title: order.title, state: 'done' })).total).toBe(0);
    expect(order.priority).toBe('normal');
    await api.workOrders.create({ title: uniqueName('抢修'), deviceId: device.id, priority: 'urgent' });
    await api.workOrders.create({ title: uniqueName('除草'), deviceId: device.id, priority: 'low' });
    const priorities = async (query: object) =>
      (await api.workOrders.list({ deviceId: device.id, ...query })).items.map(({ priority }) => priority);
    expect(await priorities({ priority: 'urgent' })).toEqual(['urgent']);
    expect(await priorities({ sortProperty: 'priority' })).toEqual(['urgent', 'normal', 'low']);
    expect(await priorities({ sortProperty: 'priority', sortOrder: 'ASC' })).toEqual([
      'low',
      'normal',
      'urgent',
    ]);
    const { userId: assignee } = await api.auth.me();
    await api.workOrders.update(order.id, { priority: 'high', assignee });
    expect((await api.workOrders.get(order.id)).priority).toBe('high');
    const assigned = await api.workOrders.list({ deviceId: device.id, assignee });
    expect(assigned.items.map(({ id }) => id)).toEqual([order.id]);
    const wrong = api.workOrders.create({ title: 'x', priority: 'soon' as 'high' });
    expect(await refusal(wrong)).toMatchObject({ status: 400, field: 'priority' });
  },

  'workOrders.get': async ({ api }) => {
    const order = await api.workOrders.create({ title: uniqueName('修阀'), content: '漏水' });
    expect(await api.workOrders.get(order.id)).toEqual(order);
    expect(await refusal(api.workOrders.get(randomUUID()))).toMatchObject({ status: 404 });
  },

  'workOrders.create': async (target) => {
    const { api } = target;
    const me = await api.auth.me();
    const device = await newDevice(target);
    const deadline = Date.parse('2030-01-02T03:04:05Z');
    const photo = await newPicture(target);
    const order = await api.workOrders.create({
      title: ' 换电池 ',
      content: '三号探头',
      deviceId: device.id,
      assignee: me.userId,
      deadline,
      photos: [photo],
    });
    expect(order).toMatchObject({
      title: '换电池',
      state: 'open',
      source: 'manual',
      assignee: me.userId,
      deadline,
      createdBy: me.userId,
    });
    await expectShown(target, order.photos, [photo]);
    // A reference to an image of others does not make it readable.
    const foreign = target.neighbour.api.workOrders.create({ title: 'x', photos: [photo] });
    expect(await refusal(foreign)).toMatchObject({ status: 400, field: 'photos' });
    const nowhere = api.workOrders.create({ title: 'x', photos: ['https://elsewhere/x.png'] });
    expect(await refusal(nowhere)).toMatchObject({ status: 400, field: 'photos' });
    expect(await refusal(api.workOrders.create({ title: '' }))).toMatchObject({
      status: 400,
      field: 'title',
      msg: '请输入工单标题',
    });
    expect(await refusal(api.workOrders.create({ title: 'x', deviceId: randomUUID() }))).toMatchObject({
      status: 404,
    });
  },

  'workOrders.update': async (target) => {
    const { api } = target;
    const order = await api.workOrders.create({ title: uniqueName('除草'), content: '东区' });
    expect(await refusal(api.workOrders.update(order.id, { state: 'done' }))).toMatchObject({
      status: 409,
      field: 'state',
    });
    const begun = await api.workOrders.update(order.id, { state: 'processing' });
    expect(begun).toEqual({ ...order, state: 'processing', version: 2 });
    const [photo, second] = [await newPicture(target), await newPicture(target)];
    const done = await api.workOrders.update(order.id, { state: 'done', photos: [photo] });
    // An order that is sent back unchanged keeps its images; new ones are added.
    await api.workOrders.update(order.id, { state: 'closed', photos: [...done.photos, second] });
    const closed = await api.workOrders.get(order.id);
    expect(closed).toMatchObject({ state: 'closed', version: 4 });
    await expectShown(target, closed.photos, [photo, second]);
    expect((await refusal(api.workOrders.update(order.id, { state: 'open' }))).status).toBe(409);
    await expectTasks(target);
    await expectOnce(target);
    // Two people opened the same version: the second one is told, and nothing of the first is lost.
    const shared = await api.workOrders.create({ title: uniqueName('修剪') });
    await api.workOrders.update(shared.id, { content: '先保存的', version: shared.version });
    const late = api.workOrders.update(shared.id, { content: '后保存的', version: shared.version });
    expect(await refusal(late)).toMatchObject({ status: 409 });
    expect(await api.workOrders.get(shared.id)).toMatchObject({ content: '先保存的', version: 2 });
  },

  'workOrders.pdf': async (target) => {
    const { api, neighbour } = target;
    const { userId: assignee } = await api.auth.me();
    const order = await api.workOrders.create({
      title: '清洗三号过滤器',
      content: '压力低于 0.2 MPa，由喆检查',
      assignee,
      photos: [await newPicture(target)],
      checklist: [{ text: '关闭进水阀' }],
      parts: [{ name: '滤网', quantity: 1.5, unit: '米' }],
    });
    const checklist = [{ text: '关闭进水阀', done: true }];
    await api.workOrders.update(order.id, { state: 'processing', note: '已到现场' });
    await api.workOrders.update(order.id, {
      state: 'done',
      checklist,
      signature: { image: await newPicture(target), name: '李梅' },
    });
    const words = await pdfWords(await api.workOrders.pdf(order.id));
    for (const word of [
      '清洗三号过滤器',
      '压力低于0.2MPa，由喆检查',
      '关闭进水阀',
      '滤网1.5米',
      '待处理→处理中',
      '已到现场',
      '李梅',
    ])
      expect(words).toContain(word);
    expect(await refusal(neighbour.api.workOrders.pdf(order.id))).toMatchObject({ status: 404 });
  },

  'workOrders.log': async (target) => {
    const { api } = target;
    const order = await api.workOrders.create({ title: uniqueName('施肥') });
    const photo = await newPicture(target);
    await api.workOrders.update(order.id, { state: 'processing', note: '已到现场', photos: [photo] });
    await api.workOrders.update(order.id, { content: '补充说明' });
    await refusal(api.workOrders.update(order.id, { state: 'processing', deviceId: randomUUID() }));
    const { items } = await api.workOrders.log(order.id);
    expect(items.map(({ action, from, to, note }) => [action, from, to, note])).toEqual([
      ['create', null, 'open', ''],
      ['state', 'open', 'processing', '已到现场'],
      ['edit', 'processing', 'processing', ''],
    ]);
    await expectShown(target, items[1]?.photos ?? [], [photo]);
    expect(items.every(({ username, at }) => username === 'admin' && at > 0)).toBe(true);
  },
};
