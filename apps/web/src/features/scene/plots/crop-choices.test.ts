import { expect, test } from 'vitest';
import { cropChoices } from './crop-choices.ts';

const MODELS = [
  { id: 'tomato', crop: '番茄' },
  { id: 'rice', crop: '水稻' },
];

test('own crops come first, each once, then crops with a growth model; the current crop is always offered', () => {
  const own = ['蓝莓', '番茄', '蓝莓'].map((crop) => ({ crop }));
  expect(cropChoices(MODELS, own, '野菊')).toEqual([
    { crop: '蓝莓', modelId: null, isOwn: true },
    { crop: '番茄', modelId: 'tomato', isOwn: true },
    { crop: '水稻', modelId: 'rice', isOwn: false },
    { crop: '野菊', modelId: null, isOwn: false },
  ]);
});
