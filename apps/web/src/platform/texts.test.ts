/// <reference types="vite/client" />
import { expect, test } from 'vitest';
import { setLocale, t } from './locale.ts';

type Texts = Readonly<Record<string, string>>;

/** The texts of every folder in a language. */
const all = <Name extends 'zhCN' | 'en'>(name: Name, modules: Record<string, Record<Name, Texts>>) =>
  new Map(Object.values(modules).flatMap((module) => Object.entries(module[name])));

const zhCN = all('zhCN', import.meta.glob<{ zhCN: Texts }>('../**/zh-CN.ts', { eager: true }));
const en = all('en', import.meta.glob<{ en: Texts }>('../**/en.ts', { eager: true }));
/** Name, Chinese and English. */
const texts = [...zhCN].map(([key, text]) => [key, text, en.get(key) ?? ''] as const);
const keysOf = (wrong: typeof texts) => wrong.map(([key]) => key);
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted((a, b) => a.localeCompare(b));

test('every text has the same placeholders in both languages', () => {
  expect(zhCN.size).toBeGreaterThan(2_500);
  const different = texts.filter(
    ([, one, other]) => String(placeholders(one)) !== String(placeholders(other)),
  );
  expect(keysOf(different)).toEqual([]);
});

test('every plural form has its number', async () => {
  await setLocale('en');
  try {
    expect([0, 1, 2].map((n) => t('scenes.devices', { n }))).toEqual(['0 devices', '1 device', '2 devices']);
  } finally {
    await setLocale('zh-CN');
  }
  const wrong = texts.filter(([, chinese, english]) =>
    [...english.matchAll(/\{(\w+)\|/g)].some(([, name]) => !placeholders(chinese).includes(name ?? '')),
  );
  expect(keysOf(wrong)).toEqual([]);
  // A placeholder within a form would stand as it is.
  const unfilled = texts.filter(([, ...both]) =>
    both.some((text) => /[{}]/.test(text.replaceAll(/\{\w+(?:\|[^|{}]*\|[^|{}]*)?\}/g, ''))),
  );
  expect(keysOf(unfilled)).toEqual([]);
  // Without forms a number of one would read 'one things'.
  const bare = texts.filter(([, , english]) =>
    /\{\w+\} (?:days|devices|alarms|things|files|points|scenes|regions)\b/.test(english),
  );
  expect(keysOf(bare)).toEqual([]);
});

test('no text is empty or in the wrong language', () => {
  expect(keysOf(texts.filter(([, ...both]) => both.some((text) => text.trim() === '')))).toEqual([]);
  expect(keysOf(texts.filter(([, , english]) => /\p{Script=Han}/u.test(english)))).toEqual([]);
  // But for names that are the same everywhere.
  const same = texts.filter(([, chinese, english]) => chinese === english).map(([, text]) => text);
  expect(same.filter((text) => !/^(?:HTML|React|Vue|iframe|Telegram)\b/.test(text))).toEqual([]);
});

test('the texts of the specification are exact', () => {
  expect(zhCN.get('scene.saved')).toBe('保存成功！');
  expect(zhCN.get('scene.deleted')).toBe('删除成功！');
  expect(zhCN.get('scene.delete.message')).toBe('此操作将永久删除该场景, 是否继续?');
  expect(zhCN.get('scene.deleteCancelled')).toBe('已取消删除');
  expect(zhCN.get('scene.loading.device')).toBe('{name}加载中');
  expect(zhCN.get('image.failed')).toBe('文件上传失败！');
  expect(zhCN.get('image.tooLarge')).toBe('上传文件大小不能超过 20MB!');
  expect(zhCN.get('image.limit')).toBe('当前最大上传{n}个,还能上传{m}个');
  expect(zhCN.get('image.remove.message')).toBe('确认要删除 {name} 图片吗?');
  expect([zhCN.get('image.remove.title'), zhCN.get('image.broken')]).toEqual(['警告', '加载失败']);
  expect([zhCN.get('common.prompt'), zhCN.get('common.confirm'), zhCN.get('common.cancel')]).toEqual([
    '提示',
    '确定',
    '取消',
  ]);
});
