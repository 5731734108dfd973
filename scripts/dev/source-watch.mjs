import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lib/workspace.mjs';

/**
 * Quiet time after which events are reported, milliseconds: one save of an editor is several events (write,
 * rename).
 */
const QUIET_MS = 40;
const NOT_RUN = /\.test\.tsx?$|\.test-d\.ts$|(^|\/)(dist|node_modules|\.[^/]*)(\/|$)|~$/;

/**
 * Calls back with the folders of changed sources and migrations; tests are ignored.
 *
 * @param folders - Packages, relative to the root.
 * @returns A function that ends the watching.
 */
export function watchSources(folders, onChange, root = ROOT) {
  const changed = new Set();
  let timer;
  const watchers = folders
    .flatMap((folder) => ['src', 'migrations'].map((part) => ({ folder, path: join(root, folder, part) })))
    .filter(({ path }) => existsSync(path))
    .map(({ folder, path }) =>
      watch(path, { recursive: true }, (_event, file) => {
        if (!file || NOT_RUN.test(file.replaceAll('\\', '/'))) return;
        changed.add(folder);
        clearTimeout(timer);
        timer = setTimeout(() => {
          const all = [...changed];
          changed.clear();
          onChange(all);
        }, QUIET_MS);
      }),
    );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
