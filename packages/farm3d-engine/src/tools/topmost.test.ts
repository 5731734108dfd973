import { expect, test } from 'vitest';
import { SceneDocument } from '../document/scene-document.ts';
import { topmost } from './topmost.ts';

const transform = {
  position: { x: 0, y: 0, z: 0 },
  rotation: { x: 0, y: 0, z: 0 },
  scale: { x: 1, y: 1, z: 1 },
};
const document = SceneDocument.fromLayout({
  camera: null,
  childScenes: [{ id: 'house', name: 'house', ...transform, extra: {} }],
  equipment: [
    { id: 'inside', parentId: 'house', ...transform, extra: {} },
    { id: 'outside', parentId: null, ...transform, extra: {} },
  ],
  extra: {},
});

test.each([
  [
    ['house', 'inside', 'outside'],
    ['house', 'outside'],
  ],
  [['inside', 'house'], ['house']],
  [
    ['inside', 'outside'],
    ['inside', 'outside'],
  ],
  [['outside', 'outside'], ['outside']],
  [[], []],
])('of %j, %j are moved: what a chosen child scene carries moves with it', (ids, expected) => {
  expect(topmost(document, ids)).toEqual(expected);
});
