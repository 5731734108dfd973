import { chmodSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartupError } from '../../startup-error.ts';
import { canTraverse, makeDataDir, prepareDataPaths } from './data-paths.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'places-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a folder that lets nobody through stops another user and not its owner', () => {
  const inner = join(folder, 'a/b');
  mkdirSync(inner, { recursive: true });
  chmodSync(join(folder, 'a'), 0o700);
  chmodSync(folder, 0o711);
  chmodSync(inner, 0o755);
  const otherUser = { uid: 54_321, gid: 54_321 };
  expect(canTraverse(inner, otherUser)).toBe(false);
  chmodSync(join(folder, 'a'), 0o701);
  expect(canTraverse(inner, otherUser)).toBe(true);
});

test('a data folder that cannot be made is one line that says how to mend it', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const make = () => makeDataDir(join(file, 'data'), null);
  expect(make).toThrow(StartupError);
  expect(make).toThrow(/cannot be written .* FARM3D_DATA_DIR/);
});

test('the socket of a deep data folder stands where its path is short enough', () => {
  const deep = join(folder, 'x'.repeat(120));
  const { sockets, cluster } = prepareDataPaths(deep, null);
  expect(Buffer.byteLength(sockets)).toBeLessThanOrEqual(80);
  expect(cluster.startsWith(deep)).toBe(true);
  // Outside of the folder of the test: nothing but what it made itself is removed.
  expect(basename(sockets)).toMatch(/^farm3d-[0-9a-f]{12}$/);
  rmdirSync(sockets);
});
