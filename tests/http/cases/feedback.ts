import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { picture } from '../../support/fixtures.ts';
import {
  expectPictureField,
  expectShown,
  newDevice,
  newPicture,
  refusal,
  uniqueName,
  type Cases,
} from './support.ts';

export const feedbackCases: Cases<'feedback'> = {
  'feedback.list': async (target) => {
    const { api } = target;
    const photo = await newPicture(target);
    const draft = { content: uniqueName('建议'), contact: '13800000000', photos: [photo] };
    const output = await api.feedback.create(draft);
    const listed = (await api.feedback.list()).items.find(({ id }) => id === output.id);
    expect(listed).toMatchObject({ content: output.content, contact: '13800000000' });
    await expectShown(target, listed?.photos ?? [], [photo]);
  },

  'feedback.create': async (target) => {
    const { api, neighbour } = target;
    const photo = await newPicture(target);
    const output = await api.feedback.create({ content: ' 图表很好 ', photos: [photo] });
    expect(output).toMatchObject({ content: '图表很好', contact: '' });
    await expectShown(target, output.photos, [photo]);
    const foreign = neighbour.api.feedback.create({ content: 'x', photos: [photo] });
    expect(await refusal(foreign)).toMatchObject({ status: 400, field: 'photos' });
    expect(await refusal(api.feedback.create({ content: ' ' }))).toMatchObject({
      status: 400,
      field: 'content',
      msg: '请输入反馈内容',
    });
  },

  'feedback.remove': async ({ api }) => {
    const [one, two] = [
      await api.feedback.create({ content: '一' }),
      await api.feedback.create({ content: '二' }),
    ];
    await api.feedback.remove([one.id]);
    const left = (await api.feedback.list()).items.map(({ id }) => id);
    expect(left).toContain(two.id);
    expect(left).not.toContain(one.id);
    expect(await refusal(api.feedback.remove([two.id, randomUUID()]))).toMatchObject({ status: 404 });
    expect((await api.feedback.list()).items.map(({ id }) => id)).toContain(two.id);
  },

  'feedback.removeAll': async ({ api }) => {
    await api.feedback.create({ content: '全部' });
    await api.feedback.removeAll();
    expect(await api.feedback.list()).toEqual({ items: [], total: 0 });
  },

  'feedback.ofEverybody': async ({ api, neighbour }) => {
    const waiting = await api.feedback.create({ content: uniqueName('等回复') });
    const answered = await api.feedback.create({ content: uniqueName('已回复') });
    await api.feedback.answer(answered.id, '好');
    const all = (await api.feedback.ofEverybody({ pageSize: 200 })).items.map(({ id }) => id);
    // What waits for an answer comes first.
    expect(all.indexOf(waiting.id)).toBeLessThan(all.indexOf(answered.id));
    const without = (await api.feedback.ofEverybody({ answered: '0', pageSize: 200 })).items;
    expect(without.map(({ id }) => id)).toContain(waiting.id);
    expect(without.map(({ id }) => id)).not.toContain(answered.id);
    const theirs = (await neighbour.api.feedback.ofEverybody({ pageSize: 200 })).items;
    expect(theirs.map(({ id }) => id)).not.toContain(waiting.id);
  },

  'feedback.answer': async ({ api, neighbour }) => {
    const sent = await api.feedback.create({ content: '导出太慢' });
    expect(sent).toMatchObject({ author: 'admin', answer: null, answeredBy: '', answeredAt: null });
    const answered = await api.feedback.answer(sent.id, ' 下个版本会快 ');
    expect(answered).toMatchObject({ id: sent.id, answer: '下个版本会快', answeredBy: 'admin' });
    expect(answered.answeredAt).toBeGreaterThanOrEqual(sent.createdAt);
    // Who said it reads the answer.
    expect((await api.feedback.list()).items.find(({ id }) => id === sent.id)).toMatchObject({
      answer: '下个版本会快',
    });
    expect(await refusal(api.feedback.answer(sent.id, ' '))).toMatchObject({
      status: 400,
      field: 'answer',
      msg: '请输入回复内容',
    });
    expect(await refusal(neighbour.api.feedback.answer(sent.id, 'x'))).toMatchObject({ status: 404 });
  },
};

export const articlesCases: Cases<'articles'> = {
  'articles.notices': async ({ api }) => {
    const draft = { kind: 'notice', title: uniqueName('停水'), content: '今晚' } as const;
    const older = await api.articles.publish(draft);
    const newer = await api.articles.publish(draft);
    expect((await api.articles.notices()).items.slice(0, 2)).toEqual([newer, older]);
  },

  'articles.tutorials': async ({ api }) => {
    const shown = await api.articles.publish({ kind: 'tutorial', title: '入门', content: '第一步' });
    const draft = await api.articles.publish({
      kind: 'tutorial',
      title: '草稿',
      content: '未完',
      published: false,
    });
    const published = (await api.articles.tutorials()).items;
    expect(published).toContainEqual(shown);
    expect(published).not.toContainEqual(draft);
    expect((await api.articles.tutorials({ published: false })).items).toContainEqual(draft);
  },

  'articles.tutorial': async ({ api }) => {
    const tutorial = await api.articles.publish({ kind: 'tutorial', title: '接线', content: '红线接正极' });
    expect(await api.articles.tutorial(tutorial.id)).toEqual(tutorial);
    const notice = await api.articles.publish({ kind: 'notice', title: '通知', content: 'x' });
    expect(await refusal(api.articles.tutorial(notice.id))).toMatchObject({ status: 404 });
  },

  'articles.instructions': async ({ api }) => {
    const [first, second] = (await api.productModels.list()).items;
    const instruction = await api.articles.publish({
      kind: 'instruction',
      title: uniqueName('说明书'),
      content: '安装深度 40 cm',
      productModelId: first?.id ?? '',
    });
    const found = await api.articles.instructions({ productModelId: first?.id ?? '' });
    expect(found.items).toContainEqual(instruction);
    const others = await api.articles.instructions({ productModelId: second?.id ?? '' });
    expect(others.items).not.toContainEqual(instruction);
  },

  'articles.publish': async (target) => {
    const { api } = target;
    const made = await api.articles.publish({ kind: 'notice', title: ' 标题 ', content: '<b>文</b>' });
    // Text is stored unchanged: a client must not render it as HTML.
    expect(made).toMatchObject({ title: '标题', content: '<b>文</b>', published: true });
    for (const kind of ['notice', 'tutorial', 'instruction'] as const) {
      await expectPictureField(target, 'cover', async (cover) => {
        const { id } = await api.articles.publish({ kind, title: '图', content: 'x', cover });
        const read = { notice: 'notices', tutorial: 'tutorials', instruction: 'instructions' } as const;
        return (await api.articles[read[kind]]()).items.find((article) => article.id === id)?.cover;
      });
    }
    const empty = api.articles.publish({ kind: 'notice', title: '', content: 'x' });
    expect(await refusal(empty)).toMatchObject({ status: 400, field: 'title' });
  },

  'articles.remove': async ({ api }) => {
    const made = await api.articles.publish({ kind: 'notice', title: uniqueName('撤回'), content: 'x' });
    await api.articles.remove(made.id);
    expect((await api.articles.notices()).items).not.toContainEqual(made);
    expect(await refusal(api.articles.remove(made.id))).toMatchObject({ status: 404 });
  },
};

export const organisationCases: Cases<'organisation'> = {
  'organisation.mapSetting': async ({ api }) => {
    const saved = await api.organisation.saveMapSetting({ longitude: 116.4, latitude: 39.9, zoom: 9 });
    expect(saved).toEqual({ longitude: 116.4, latitude: 39.9, zoom: 9, mapType: 'vector' });
    expect(await api.organisation.mapSetting()).toEqual(saved);
  },

  'organisation.saveMapSetting': async ({ api }) => {
    const wanted = { longitude: 105.16353, latitude: 31.635225, zoom: 11, mapType: 'satellite' as const };
    expect(await api.organisation.saveMapSetting(wanted)).toEqual(wanted);
    expect(await api.organisation.mapSetting()).toEqual(wanted);
    const beyond = api.organisation.saveMapSetting({ longitude: 181, latitude: 0 });
    expect(await refusal(beyond)).toMatchObject({ status: 400, field: 'longitude' });
    expect(await api.organisation.mapSetting()).toEqual(wanted);
  },

  'organisation.deviceNames': async ({ api }) => {
    expect(await api.organisation.deviceNames()).toEqual({
      unique: 'organisation',
      shared: { total: 0, names: [] },
    });
  },

  'organisation.saveDeviceNames': async ({ api }) => {
    try {
      const byGroup = { unique: 'group', shared: { total: 0, names: [] } };
      expect(await api.organisation.saveDeviceNames({ unique: 'group' })).toEqual(byGroup);
      expect(await api.organisation.deviceNames()).toEqual(byGroup);
      const other = api.organisation.saveDeviceNames({ unique: 'farm' as never });
      expect(await refusal(other)).toMatchObject({ status: 400, field: 'unique' });
    } finally {
      await api.organisation.saveDeviceNames({ unique: 'organisation' });
    }
  },

  'organisation.departments': async ({ api }) => {
    const top = await api.organisation.createDepartment({ name: uniqueName('生产部') });
    const below = await api.organisation.createDepartment({ name: '一组', parentId: top.id });
    const { items } = await api.organisation.departments();
    expect(items.find(({ id }) => id === top.id)).toEqual({ ...top, children: [below] });
  },

  'organisation.createDepartment': async ({ api }) => {
    const name = uniqueName('农技部');
    const made = await api.organisation.createDepartment({ name: ` ${name} ` });
    expect(made).toMatchObject({ name, children: [] });
    expect((await api.organisation.departments()).items).toContainEqual(made);
    const orphan = api.organisation.createDepartment({ name: 'x', parentId: randomUUID() });
    expect(await refusal(orphan)).toMatchObject({ status: 404 });
  },

  'organisation.renameDepartment': async ({ api, neighbour }) => {
    const { id } = await api.organisation.createDepartment({ name: uniqueName('旧名') });
    const name = uniqueName('新名');
    await api.organisation.renameDepartment(id, name);
    const { items } = await api.organisation.departments();
    expect(items.find((one) => one.id === id)?.name).toBe(name);
    const theirs = neighbour.api.organisation.renameDepartment(id, '他人');
    expect(await refusal(theirs)).toMatchObject({ status: 404 });
  },

  'organisation.removeDepartment': async ({ api }) => {
    const made = await api.organisation.createDepartment({ name: uniqueName('撤销') });
    await api.organisation.removeDepartment(made.id);
    expect((await api.organisation.departments()).items).not.toContainEqual(made);
    expect(await refusal(api.organisation.removeDepartment(made.id))).toMatchObject({ status: 404 });
  },

  'organisation.plotSkins': async ({ api, baseUrl, neighbour }) => {
    const file = await api.files.upload(new Blob([picture(8, 8)]), '草.png');
    const own = await api.organisation.createPlotSkin({ name: uniqueName('自己的草'), url: file.path });
    const listed = (await api.organisation.plotSkins()).items.find(({ id }) => id === own.id);
    // The signed URL opens the image, for an element that sends no token.
    const shown = await fetch(baseUrl + (listed?.url ?? ''));
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await fetch(baseUrl + file.path)).status).toBe(401);
    // A reference to an image of others does not open it.
    const foreign = neighbour.api.organisation.createPlotSkin({ name: 'x', url: file.path });
    expect(await refusal(foreign)).toMatchObject({ status: 400, field: 'skinUrl' });
    const skin = await api.organisation.createPlotSkin({ name: '草地', url: '/skins/grass.png' });
    expect((await api.organisation.plotSkins()).items).toContainEqual(skin);
  },

  'organisation.createPlotSkin': async ({ api }) => {
    const skin = await api.organisation.createPlotSkin({ name: uniqueName('沙地'), url: '/skins/sand.png' });
    expect(skin.url).toBe('/skins/sand.png');
    expect((await api.organisation.plotSkins()).items).toContainEqual(skin);
    const foreign = api.organisation.createPlotSkin({ name: 'x', url: 'https://elsewhere/x.png' });
    expect(await refusal(foreign)).toMatchObject({ status: 400, field: 'skinUrl' });
  },

  'organisation.removePlotSkin': async ({ api }) => {
    const skin = await api.organisation.createPlotSkin({ name: uniqueName('雪地'), url: '/skins/snow.png' });
    await api.organisation.removePlotSkin(skin.id);
    expect((await api.organisation.plotSkins()).items).not.toContainEqual(skin);
    expect(await refusal(api.organisation.removePlotSkin(skin.id))).toMatchObject({ status: 404 });
  },

  'organisation.operateLog': async (target) => {
    const { api } = target;
    const device = await newDevice(target, 'DCF-4');
    // A command that never reached the device is recorded as well.
    await refusal(api.rpc.twoway(device.id, { method: 'switchValve', params: { open: true } }));
    const { items, total } = await api.organisation.operateLog({ deviceId: device.id });
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({
      deviceName: device.name,
      username: 'admin',
      method: 'switchValve',
      params: { open: true },
    });
    const found = async (deviceName: string, username: string): Promise<number> =>
      (await api.organisation.operateLog({ deviceName, username, deviceId: device.id })).total;
    expect(await found(device.name.slice(1), 'admin')).toBe(1);
    expect(await found(device.name, 'nobody')).toBe(0);
    expect(await found('无此设备', 'admin')).toBe(0);
  },
};
