import { expect, it } from 'vitest';
import { resolveInside } from './static-files.ts';

it.each([
  ['index.html', '/srv/web/index.html'],
  ['/assets/app-1a2b.js', '/srv/web/assets/app-1a2b.js'],
  ['/assets/%E5%9B%BE.png', '/srv/web/assets/图.png'],
  ['/../secret', undefined],
  ['/assets/../../secret', undefined],
  ['/assets/..%2f..%2fsecret', undefined],
  ['/%2e%2e/secret', undefined],
  ['/assets/..\\..\\secret', undefined],
  ['/.env', undefined],
  ['/assets/.hidden/x.js', undefined],
  ['/a%00.js', undefined],
  ['/%E0%A4', undefined],
])('the request %s is the file %s', (requested, expected) => {
  expect(resolveInside('/srv/web', requested)).toBe(expected);
});
