import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_CAPS, DEFAULT_LIMITS, DEFAULT_QUOTAS, DEFAULT_RESERVES } from './settings.ts';

const DOCUMENT = resolve(import.meta.dirname, '../../../../../docs/security.md');
const ROW = /^\| `(FARM3D_\w+)` \| `([\w-]+)` \| ([\d,]+) \| .+ \|$/gm;

test('docs/security.md names every limit with its setting and its default', () => {
  const rows = [...readFileSync(DOCUMENT, 'utf8').matchAll(ROW)].map(
    ([, setting, name, value]) => `${setting} ${name} ${value?.replaceAll(',', '')}`,
  );
  const settings = {
    FARM3D_LIMITS: DEFAULT_LIMITS,
    FARM3D_QUOTAS: DEFAULT_QUOTAS,
    FARM3D_CAPS: DEFAULT_CAPS,
    FARM3D_RESERVES: DEFAULT_RESERVES,
  };
  const expected = Object.entries(settings).flatMap(([setting, values]) =>
    Object.entries(values).map(([name, value]) => `${setting} ${name} ${value}`),
  );
  expect(rows.toSorted()).toEqual(expected.toSorted());
});
