import { expect, test } from 'vitest';
import { loginPath, ownPath, scenePath } from './paths.ts';

test.each([
  ['/scene?sceneId=1', '/scene?sceneId=1'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['https://evil.example', null],
  ['javascript:alert(1)', null],
  ['/iframeModel', null],
  [null, null],
])('after login %j leads to %j', (next, path) => {
  expect(ownPath(next)).toBe(path);
});

test('the login page returns to the requested scene', () => {
  expect(loginPath(scenePath('a b'))).toBe('/login?next=%2Fscene%3FsceneId%3Da%2520b');
  expect(loginPath('/app')).toBe('/login');
});
