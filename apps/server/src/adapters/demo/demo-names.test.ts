import { expect, test } from 'vitest';
import { DEMO_DEVICES, DEMO_PLOT, DEMO_SCENE } from './demo-farm.ts';
import { DEMO_FIELD, DEMO_HOUSES } from './demo-field.ts';
import { inLanguage } from './demo-names.ts';
import { DEMO_SKINS } from './demo-skins.ts';

const scenes = [DEMO_SCENE, DEMO_FIELD, ...DEMO_HOUSES];
const names = [DEMO_DEVICES, scenes, [DEMO_PLOT], DEMO_SKINS].flatMap((named) =>
  named.map(({ name }) => name),
);
const descriptions = scenes.map(({ description }) => description);

test('everything in the demo farm has an English name of its own', () => {
  const english = names.map((name) => inLanguage(name, 'en'));
  expect(new Set(english).size).toBe(names.length);
  for (const text of [...english, ...descriptions.map((one) => inLanguage(one, 'en'))])
    expect(text).toMatch(/^[^\p{Script=Han}]+$/u);
});

test('what the farm does not name stays as it is', () => {
  expect(inLanguage('自己的地块', 'en')).toBe('自己的地块');
});

test('in Chinese the names are as they are written', () => {
  expect(names.map((name) => inLanguage(name, 'zh-CN'))).toEqual(names);
});
