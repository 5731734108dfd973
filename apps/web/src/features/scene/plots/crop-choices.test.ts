import { afterEach, expect, test } from 'vitest';
import { locale } from '../../../platform/locale.ts';
import { cropChoices } from './plot-form.ts';

const MODELS = [
  { crop: '番茄', cropEn: 'Tomato' },
  { crop: '水稻', cropEn: 'Rice' },
];

afterEach(() => (locale.value = 'zh-CN'));

test('own crops come first, each once, then crops with a growth model; the current crop is always offered', () => {
  const own = ['蓝莓', '番茄', '蓝莓'].map((crop) => ({ crop }));
  locale.value = 'en';
  expect(cropChoices(MODELS, own, '野菊')).toEqual([
    { crop: '蓝莓', name: '蓝莓', isOwn: true },
    { crop: '番茄', name: 'Tomato', isOwn: true },
    { crop: '水稻', name: 'Rice', isOwn: false },
    { crop: '野菊', name: '野菊', isOwn: false },
  ]);
});
