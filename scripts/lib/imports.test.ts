import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { importsBelow } from './imports.mjs';

test('imports are followed through files and packages of the workspace', () => {
  const root = mkdtempSync(join(tmpdir(), 'farm3d-imports-'));
  const files = {
    'packages/engine/package.json': JSON.stringify({
      name: 'engine',
      exports: {
        '.': { '@farm3d/source': './src/index.ts', default: './dist/index.js' },
        './map': './src/map.ts',
      },
    }),
    'packages/engine/src/index.ts': "export { a } from './a.ts';",
    'packages/engine/src/a.ts': "import { index } from './index.ts';",
    'packages/engine/src/map.ts': '',
    'apps/web/package.json': JSON.stringify({ name: '@farm3d/web' }),
    'tests/support/page.ts': "export const file = new URL('./page.html', import.meta.url);",
    'tests/support/page.html': '',
    'tests/support/unused.ts': '',
    'tests/long/scene.test.ts': [
      "import { expect } from 'vitest';",
      "import {\n  page,\n} from '../support/page.ts';",
      "import type { Engine } from 'engine';",
      "const { map } = await import('engine/map');",
    ].join('\n'),
  };
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    expect(importsBelow(root)('tests/long/scene.test.ts')).toEqual(
      new Set([
        'packages/engine/src/a.ts',
        'packages/engine/src/index.ts',
        'packages/engine/src/map.ts',
        'tests/long/scene.test.ts',
        'tests/support/page.html',
        'tests/support/page.ts',
      ]),
    );
  } finally {
    rmSync(root, { recursive: true });
  }
});
