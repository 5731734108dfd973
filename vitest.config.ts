import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longestFirst } from './scripts/lib/recorded-times.mjs';
import { TestReport } from './scripts/lib/test-report.mjs';
import { COMPILE_CACHE, FILES_AT_ONCE } from './scripts/lib/workspace.mjs';

/** Files of all suites among each other. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const order = longestFirst(sorted.map(({ moduleId }) => moduleId));
    return sorted.toSorted((a, b) => order.indexOf(a.moduleId) - order.indexOf(b.moduleId));
  }
}

// What the scripts ask for (scripts/lib/run-tests.mjs): a report, and a run without some files.
const report = process.env['FARM3D_TEST_REPORT'];
const exclude = [
  ...configDefaults.exclude,
  ...(process.env['FARM3D_TESTS_WITHOUT'] ?? '').split(',').filter(Boolean),
];

/** One project a suite: `vitest run --project crash`. The seconds end a test that hangs; what it waits for has deadlines of its own. */
const suite = (name: string, seconds: number) => ({
  resolve: { conditions: ['@farm3d/source'] },
  ssr: { resolve: { conditions: ['@farm3d/source'] } },
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    exclude,
    maxWorkers: FILES_AT_ONCE,
    sequence: { groupOrder: 2 },
    testTimeout: seconds * 1000,
    hookTimeout: seconds * 1000,
    execArgv: ['--conditions=@farm3d/source'],
    // For the servers that the tests start.
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
  },
});

/** Whole platforms in the processes of the tests, which the files share: tests/support/farm.ts. */
const http = suite('http', 300);
Object.assign(http.test, {
  isolate: false,
  // As the server runs them: by Node itself.
  server: { deps: { external: [/\/(?:apps|packages)\/[^/]+\/src\//] } },
  // They wait for each other's answers, and for time that passes, a fifth of the time.
  maxWorkers: FILES_AT_ONCE + 1,
  sequence: { groupOrder: 1 },
  globalSetup: ['tests/support/farm-database.ts'],
  setupFiles: ['tests/support/http-setup.ts'],
});

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: ['default', ...(report ? [new TestReport(report)] : [])],
    projects: [
      {
        resolve: { conditions: ['@farm3d/source'] },
        ssr: { resolve: { conditions: ['@farm3d/source'] } },
        test: {
          name: 'unit',
          setupFiles: ['tests/support/unit-setup.ts'],
          // Pure functions: files share processes, which takes half the processor time. A global that one stubs is put back.
          isolate: false,
          unstubGlobals: true,
          // None takes a second; on a machine that is busy with other things each may take its time.
          testTimeout: 60_000,
          exclude,
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'apps/*/{src,plugins}/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'quality/**/*.test.ts',
            'benchmarks/*.test.ts',
          ],
        },
      },
      http,
      suite('package', 300),
      suite('crash', 900),
      suite('browser', 300),
      suite('leaks', 480),
      suite('e2e', 600),
      suite('long', 900),
      suite('cluster', 300),
      suite('corpus', 900),
    ],
  },
});
