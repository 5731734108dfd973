import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { reasonOf, secondTierOf, testFiles } from './tiers.mjs';

test('a file is of the second tier when its first line says so', () => {
  expect(reasonOf('// Second tier (soak): twenty kills during ingestion', 'a')).toBe('soak');
  expect(reasonOf("import { expect, test } from 'vitest';", 'a')).toBeUndefined();
});

test.each([
  '// Second tier (slow): it takes a minute',
  '// Second tier (soak):',
  '// Second tier: it takes a minute',
])('the first line %j is an error that names the file', (line) => {
  expect(() => reasonOf(line, 'tests/long/scene.test.ts')).toThrow(
    'tests/long/scene.test.ts: its first line',
  );
});

test('every test file is found, and only its first line counts', () => {
  const root = mkdtempSync(join(tmpdir(), 'farm3d-tiers-'));
  const files = {
    'tests/long/rounds.test.ts': '// Second tier (soak): rounds\nexport {};\n',
    'tests/e2e/page.test.ts': 'export {};\n// Second tier (page): no\n',
    'packages/ui/src/button.test.tsx': 'export {};\n',
    'packages/ui/src/button.tsx': 'export {};\n',
    'packages/ui/node_modules/other/a.test.ts': 'export {};\n',
  };
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const found = testFiles(root);
    expect(found).toEqual([
      'packages/ui/src/button.test.tsx',
      'tests/e2e/page.test.ts',
      'tests/long/rounds.test.ts',
    ]);
    expect([...secondTierOf(found, root)]).toEqual([['tests/long/rounds.test.ts', 'soak']]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
