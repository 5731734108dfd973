import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('../../packages/farm3d-engine/src/', import.meta.url));
const NAMES = /(?:import|export) (?:type )?\{([^}]*)\} from '(\.[^']+)';/g;

/** What a module names of others, as `folder/file.ts name`. */
function namesIn(folder: string, file: string): string[] {
  const text = readFileSync(join(SOURCE, folder, file), 'utf8');
  return [...text.matchAll(NAMES)].flatMap(([, list, path]) =>
    list!
      .split(',')
      .map(
        (name) =>
          name
            .trim()
            .replace(/^type /, '')
            .split(' as ')[0]!,
      )
      .filter((name) => name !== '')
      .map((name) => `${join(folder, path!)} ${name}`),
  );
}

/** What the view entry exports. */
const published = new Set(namesIn('.', 'index.ts'));

/**
 * `core` knows no viewer (checks, errors, a list of cleanups), nor does the set-up of instanced meshes, and `document` is
 * plain data: what a plugin would write itself or finds in the editor's entry.
 */
test.each([
  ['weather', /^(core\/|resources\/instanced-mesh\.ts )/],
  ['farm', /^(core\/|resources\/instanced-mesh\.ts )/],
  ['tools', /^(core|document)\//],
])('%s uses nothing of a viewer that a plugin written outside the package could not', (folder, own) => {
  const files = readdirSync(join(SOURCE, folder)).filter((file) => /^[\w-]+\.ts$/.test(file));
  const used = files.flatMap((file) => namesIn(folder, file));
  // A pattern that matched nothing would find nothing.
  expect(used).toContain('context/viewer-context.ts ViewerContext');
  const foreign = used.filter((name) => !name.startsWith(`${folder}/`) && !own.test(name));
  expect(foreign.filter((name) => !published.has(name))).toEqual([]);
});

const FENCE = new URL('../../gallery/src/fence.ts', import.meta.url);

test('a plugin with objects, picking and a label of its own has fewer than eighty lines, and needs the package and three', () => {
  const text = readFileSync(FENCE, 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThan(80);
  for (const call of ['addPickTarget', 'setLabel']) expect(text).toContain(call);
  const from = [...text.matchAll(/from '([^']+)'/g)].map(([, name]) => name);
  expect(from).toEqual(['farm3d-engine', 'three']);
});

test('all entries together export at most ten constants; the others are documented defaults', () => {
  const reports = fileURLToPath(new URL('../../packages/farm3d-engine/api/', import.meta.url));
  const constants = readdirSync(reports).flatMap((file) => [
    ...readFileSync(join(reports, file), 'utf8').matchAll(/^export const (\w+)/gm),
  ]);
  expect(constants.length).toBeGreaterThan(0);
  expect(constants.length).toBeLessThanOrEqual(10);
});
