// What `npm test` runs: checks and suites, and what each suite needs.
import { buildsFor, foldersFor } from './builds.mjs';

/** Static checks: each counts as one test. */
export const CHECKS = [
  { name: 'format', args: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'] },
  { name: 'lint', args: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', args: ['scripts/types.mjs'] },
  { name: 'graph', args: ['scripts/graph.mjs'] },
  { name: 'api report', args: ['scripts/api-report.mjs', '--check'] },
  { name: 'dead code', args: ['node_modules/knip/bin/knip.js'] },
  { name: 'commits', args: ['scripts/check-commits.mjs'] },
];

/**
 * Vitest projects. `runs`: packages that the tests run in a process or a page of their own, with all that these depend on:
 * they are built first, and vitest does not see in its imports that a change of them concerns the suite.
 */
export const SUITES = [
  { name: 'unit', runs: [] },
  { name: 'http', runs: ['apps/server', 'apps/web'] },
  { name: 'package', runs: ['packages/farm3d-engine'] },
  { name: 'browser', runs: ['packages/farm3d-engine', 'packages/models'], browser: true },
  { name: 'e2e', runs: ['apps/server', 'apps/web', 'apps/simulator'], browser: true },
  { name: 'crash', runs: ['apps/server', 'apps/web', 'apps/simulator'] },
  {
    name: 'long',
    runs: ['apps/server', 'apps/web', 'apps/simulator', 'packages/farm3d-engine', 'packages/models'],
    browser: true,
  },
  { name: 'leaks', runs: ['packages/farm3d-engine', 'packages/models'], browser: true },
  // These two need programs or real files from outside the clone (outside.mjs).
  { name: 'cluster', runs: ['apps/server', 'apps/web', 'apps/simulator'], browser: true },
  { name: 'corpus', runs: ['packages/farm3d-engine', 'packages/models'], browser: true },
];

/** Name of the suite that a test file belongs to. */
export const suiteOf = (path) => /^tests\/([^/]+)\//.exec(path)?.[1] ?? 'unit';

/** Names of the builds that the suites need. */
export function buildsOf(suites) {
  return buildsFor(suites.flatMap(({ runs }) => runs));
}

/** Suites among these which run a package that one of the changed files belongs to. */
export function concernedBy(changedFiles, suites) {
  return suites.filter(({ runs }) =>
    runs
      .flatMap((folder) => foldersFor(folder))
      .some((folder) =>
        changedFiles.some((file) => file.startsWith(`${folder}/`) && !/\.test\.tsx?$/.test(file)),
      ),
  );
}
