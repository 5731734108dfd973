import { expect, test } from 'vitest';
import { setLocale, t } from '../platform/locale.ts';
import { agronomyEn } from './agronomy.en.ts';
import { agronomyZhCN } from './agronomy.zh-CN.ts';
import { en as coreEn } from './en.ts';
import { panelEn } from './panel.en.ts';
import { panelZhCN } from './panel.zh-CN.ts';
import { profileEn } from './profile.en.ts';
import { profileZhCN } from './profile.zh-CN.ts';
import { regionEn } from './region.en.ts';
import { regionZhCN } from './region.zh-CN.ts';
import { pictureEn } from './picture.en.ts';
import { pictureZhCN } from './picture.zh-CN.ts';
import { zhCN as coreZhCN } from './zh-CN.ts';
import { devicesEn } from './devices.en.ts';
import { devicesZhCN } from './devices.zh-CN.ts';
import { editEn } from './edit.en.ts';
import { editZhCN } from './edit.zh-CN.ts';

const zhCN = {
  ...coreZhCN,
  ...devicesZhCN,
  ...agronomyZhCN,
  ...editZhCN,
  ...panelZhCN,
  ...pictureZhCN,
  ...profileZhCN,
  ...regionZhCN,
};
const en = {
  ...coreEn,
  ...devicesEn,
  ...agronomyEn,
  ...editEn,
  ...panelEn,
  ...pictureEn,
  ...profileEn,
  ...regionEn,
};
const keys = Object.keys(zhCN) as (keyof typeof zhCN)[];
const places = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted((a, b) => a.localeCompare(b));

test('every text fills the same places in both languages', () => {
  const different = keys.filter((key) => String(places(zhCN[key])) !== String(places(en[key])));
  expect(different).toEqual([]);
});

test('a number has the form of its noun, and every form has its number', async () => {
  await setLocale('en');
  try {
    expect([0, 1, 2].map((n) => t('scenes.devices', { n }))).toEqual(['0 devices', '1 device', '2 devices']);
  } finally {
    await setLocale('zh-CN');
  }
  const wrong = keys.filter((key) =>
    [...en[key].matchAll(/\{(\w+)\|/g)].some(([, name]) => !places(zhCN[key]).includes(name ?? '')),
  );
  expect(wrong).toEqual([]);
  // Without forms a number of one would read 'one things'.
  const bare = keys.filter((key) =>
    /\{\w+\} (?:days|devices|alarms|things|files|points|scenes|regions)\b/.test(en[key]),
  );
  expect(bare).toEqual([]);
});

test('no text is empty or left in the other language', () => {
  expect(keys.filter((key) => zhCN[key].trim() === '' || en[key].trim() === '')).toEqual([]);
  expect(keys.filter((key) => /\p{Script=Han}/u.test(en[key]))).toEqual([]);
  const sameInBoth = keys.filter((key) => (zhCN[key] as string) === en[key]);
  expect(sameInBoth).toEqual([]);
});

test('the texts of the specification stand byte for byte', () => {
  expect(zhCN['scene.saved']).toBe('保存成功！');
  expect(zhCN['scene.deleted']).toBe('删除成功！');
  expect(zhCN['scene.delete.message']).toBe('此操作将永久删除该场景, 是否继续?');
  expect(zhCN['scene.deleteCancelled']).toBe('已取消删除');
  expect(zhCN['scene.loading.device']).toBe('{name}加载中');
  expect(zhCN['picture.failed']).toBe('文件上传失败！');
  expect(zhCN['picture.tooLarge']).toBe('上传文件大小不能超过 20MB!');
  expect(zhCN['picture.limit']).toBe('当前最大上传{n}个,还能上传{m}个');
  expect(zhCN['picture.remove.message']).toBe('确认要删除 {name} 图片吗?');
  expect([zhCN['picture.remove.title'], zhCN['picture.broken']]).toEqual(['警告', '加载失败']);
  expect([zhCN['common.prompt'], zhCN['common.confirm'], zhCN['common.cancel']]).toEqual([
    '提示',
    '确定',
    '取消',
  ]);
});
