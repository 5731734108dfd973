import { expect, test } from 'vitest';
import { expectNewer, expectSameRepository, releaseChangelog } from './release.mjs';

const TEXT =
  '# Changelog\n\n## Unreleased\n\n### Engine\n- Grass.\n\n## 0.1.0 (2026-11-21)\n\n- All of it.\n';

test('unreleased entries move to the version, below a new empty Unreleased', () => {
  expect(releaseChangelog(TEXT, '0.2.0', '2026-12-01')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-12-01)\n\n### Engine\n- Grass.\n\n## 0.1.0 (2026-11-21)\n\n- All of it.\n',
  );
  const first = '# Changelog\n\n## Unreleased\n- All of it.\n';
  expect(releaseChangelog(first, '0.1.0', '2026-11-21')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-11-21)\n\n- All of it.\n',
  );
});

test('a release that changes nothing is refused, and so is a changelog without the section', () => {
  const empty = releaseChangelog(TEXT, '0.2.0', '2026-12-01');
  expect(() => releaseChangelog(empty, '0.3.0', '2026-12-02')).toThrow('nothing stands under Unreleased');
  expect(() => releaseChangelog('# Changelog\n', '0.1.0', '2026-12-01')).toThrow('no section Unreleased');
});

test.each([
  ['0.2.0', '0.1.9'],
  ['1.0.0', '0.99.99'],
  ['0.10.0', '0.9.0'],
])('%s comes after %s', (next, present) => {
  expect(() => expectNewer(next, present)).not.toThrow();
  expect(() => expectNewer(present, next)).toThrow('does not come after');
  expect(() => expectNewer(next, next)).toThrow('does not come after');
});

test('a version has three numbers', () => {
  expect(() => expectNewer('v0.2', '0.1.0')).toThrow("'v0.2' is not a version");
});

const NAMED = 'git+https://example.org/farm/farm3d.git';

test.each([
  'https://example.org/farm/farm3d',
  'https://example.org/farm/farm3d.git\n',
  'https://somebody@example.org/farm/farm3d.git',
  'git@example.org:farm/farm3d.git',
  'ssh://git@example.org/farm/farm3d.git',
])('%s is the repository that the package names', (origin) => {
  expect(() => expectSameRepository(NAMED, origin)).not.toThrow();
});

test.each(['https://example.org/other/farm3d.git', ''])("'%s' is not", (origin) => {
  expect(() => expectSameRepository(NAMED, origin)).toThrow(/origin/);
});
