// What mutation testing covers, its settings, and the page of its results (quality/mutants.mjs).
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { hashOf } from '../../scripts/lib/workspace.mjs';
import { REASONS } from '../mutants/reasons.mjs';

/**
 * Sources with the unit tests that should see their mutants. `least`: share of the mutants to be caught, %. `without`: a test
 * that reaches everything and takes seconds; without it less is caught, never more.
 */
export const SCOPES = [
  {
    name: 'agronomy',
    folder: 'packages/agronomy/src',
    tests: ['packages/agronomy/src'],
    without: ['packages/agronomy/src/cotton-2022.test.ts'],
    least: 80,
  },
  { name: 'api-validation', folder: 'packages/api/src/validation', tests: ['packages/api/src'], least: 80 },
  { name: 'api-wire', folder: 'packages/api/src/wire', tests: ['packages/api/src'], least: 80 },
  ...['document', 'tools', 'geo', 'core'].map((layer) => ({
    name: `engine-${layer}`,
    folder: `packages/farm3d-engine/src/${layer}`,
    tests: [layer, 'document', 'core'].map((name) => `packages/farm3d-engine/src/${name}`),
    least: 80,
  })),
  // What a unit test beside it can see; routes, SQL and streams have seeded faults (quality/faults/server.mjs).
  { name: 'server-logic', folder: 'apps/server/src', isTestedBeside: true, least: 80 },
];

/**
 * Tables, texts and lists of names: a mutant there is another number or word. And `data-paths`, which removes folders and
 * changes their rights: a mutant of it may do so with those of the machine.
 */
const NOT_MUTATED =
  /\.test\.tsx?$|\.fixtures\.ts$|\/(data|facts)\/|messages|test-|\/index\.ts$|common-passwords|\/data-paths\.ts$/;

/** A test that waits for a busy machine must not fail: its mutant would count as caught. */
const LONGEST_MS = 60_000;
/** Beyond its usual time, until a test counts as hanging. */
const HANGS_MS = 15_000;

/** Source files of a scope, sorted. */
export function filesOf({ folder, isTestedBeside = false }, root) {
  const below = (path) =>
    readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? below(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
    );
  return below(folder)
    .filter((file) => file.endsWith('.ts') && !NOT_MUTATED.test(file))
    .filter((file) => !isTestedBeside || existsSync(join(root, testBeside(file))))
    .sort();
}

const testBeside = (file) => file.replace(/\.ts$/, '.test.ts');

/** Settings of vitest and Stryker for some files of a scope. */
export function settingsOf(scope, files, { memory, report, tool }) {
  const include = scope.isTestedBeside
    ? files.map(testBeside)
    : [...new Set(scope.tests)].map((folder) => `${folder}/**/*.test.ts`);
  return {
    vitest: `import { defineConfig } from 'vitest/config';
const resolve = { conditions: ['@farm3d/source'] };
const test = { include: ${JSON.stringify(include)}, exclude: ${JSON.stringify(scope.without ?? [])}, testTimeout: ${LONGEST_MS} };
export default defineConfig({ resolve, ssr: { resolve }, test });
`,
    stryker: JSON.stringify({
      testRunner: 'vitest',
      plugins: [join(tool, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
      vitest: { configFile: 'vitest.mutants.ts' },
      mutate: files,
      coverageAnalysis: 'perTest',
      // In the copy: links between packages of the workspace would lead out of a sandbox.
      inPlace: true,
      incremental: true,
      incrementalFile: memory,
      concurrency: availableParallelism(),
      reporters: ['json'],
      jsonReporter: { fileName: report },
      disableTypeChecks: false,
      timeoutMS: HANGS_MS,
    }),
  };
}

const CAUGHT = new Set(['Killed', 'Timeout']);
const MISSED = new Set(['Survived', 'NoCoverage']);

/** Counts of a report of Stryker, and what survived: line, mutator, replacement. */
export function summaryOf(report, file) {
  // A file of types alone is not in it.
  const { mutants } = report.files[file] ?? { mutants: [] };
  const survivors = mutants
    .filter(({ status }) => MISSED.has(status))
    .map(({ status, location, mutatorName, replacement = '' }) => {
      const place = `${location.start.line}:${location.start.column}`;
      const what = replacement.replaceAll(/\s+/g, ' ').slice(0, 80);
      return `${place} ${mutatorName} ${what}${status === 'NoCoverage' ? ' (no test reaches it)' : ''}`.trim();
    });
  const ignored = mutants.filter(({ status }) => status === 'Ignored').length;
  return { caught: mutants.filter(({ status }) => CAUGHT.has(status)).length, ignored, survivors };
}

const percent = (caught, missed) =>
  caught + missed === 0 ? '–' : ((100 * caught) / (caught + missed)).toFixed(1);

/** Survivors of a file, each with the reason why it may live, where there is one. */
function listOf(file, survivors, root) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return survivors
    .map((survivor) => {
      const line = lines[Number.parseInt(survivor, 10) - 1] ?? '';
      const { because } =
        REASONS.find(
          (one) => one.file === file && line.includes(one.code) && survivor.includes(one.to ?? ''),
        ) ?? {};
      return `- \`${survivor.replaceAll('`', "'")}\`${because ? `: ${because}` : ''}`;
    })
    .join('\n');
}

/** Whether a file has a record and is as it was then. */
const isTried = (file, records, root) =>
  existsSync(join(root, file)) && records[file]?.hash === hashOf([file], root);

/** What survived in these files; one that changed since is named without its old places. */
export function survivorsOf(records, files, root) {
  const lists = files.flatMap((file) => {
    if (!isTried(file, records, root)) return [`${file}\nnot tried as it is now`];
    const { survivors } = records[file];
    return survivors.length > 0 ? [`${file}\n${listOf(file, survivors, root)}`] : [];
  });
  return lists.join('\n\n') || 'Nothing survived.';
}

/** The page of the results; files that changed since are not counted. */
export function documentOf(records, root) {
  const rows = SCOPES.map((scope) => {
    const files = filesOf(scope, root);
    const tried = files.filter((file) => isTried(file, records, root));
    const caught = tried.reduce((sum, file) => sum + records[file].caught, 0);
    const missed = tried.reduce((sum, file) => sum + records[file].survivors.length, 0);
    const ignored = tried.reduce((sum, file) => sum + records[file].ignored, 0);
    return `| ${scope.name} | ${tried.length} of ${files.length} | ${caught + missed} | ${caught} | ${missed} | ${ignored} | ${percent(caught, missed)} | ${scope.least} |`;
  });
  return `${[
    '# Mutants',
    '',
    'Stryker changes one thing in a source file at a time; a unit test should fail then. `npm run mutants` tries what changed since,',
    'and writes this page from `mutants.json`. Tables, texts and the lists of exports are not mutated, nor is what removes',
    'folders of the machine (`data-paths.ts`). `server-logic`: the files with a unit test beside them. A survivor counts as missed',
    'also where a reason stands beside it (`mutants/`); `npm run mutants -- --survivors SCOPE` (or FILE) lists them.',
    '',
    '| Scope | Files tried | Mutants | Caught | Survived | Ignored | % | Wanted |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')}\n`;
}
