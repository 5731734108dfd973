import { availableParallelism, totalmem } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const GIB = 1024 ** 3;
/** What a browser that draws in software, or a server with its database, may take beside its test. */
const MEMORY_OF_A_FILE = 1.5 * GIB;

/**
 * Files of the suites under tests/ that run at once. Each has a browser or a server of its own and waits for it about half
 * of its time, so two run even on two cores.
 */
const workers = Math.max(
  1,
  Math.min(Math.max(2, availableParallelism() - 1), Math.floor(totalmem() / MEMORY_OF_A_FILE)),
);

/** Files that take longest, longest first: begun last, one of them would run on alone. */
const LONGEST = [
  'e2e/states',
  'e2e/scene-tools',
  'crash/crash',
  'e2e/scene',
  'browser/gallery',
  'leaks/engine-scale-leaks',
  'leaks/engine-leaks',
];

/** The longest first, files of all suites among each other; those that nobody knows by their size. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

/** One project a suite: `vitest run --project crash`. The seconds end a test that hangs; what it waits for has deadlines of its own. */
const suite = (name: string, seconds: number) => ({
  resolve: { conditions: ['@farm3d/source'] },
  ssr: { resolve: { conditions: ['@farm3d/source'] } },
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    maxWorkers: workers,
    sequence: { groupOrder: 1 },
    testTimeout: seconds * 1000,
    hookTimeout: seconds * 1000,
    execArgv: ['--conditions=@farm3d/source'],
  },
});

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve: { conditions: ['@farm3d/source'] },
        ssr: { resolve: { conditions: ['@farm3d/source'] } },
        test: {
          name: 'unit',
          // None takes a second; on a machine that is busy with other things each may take its time.
          testTimeout: 60_000,
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'apps/*/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
          ],
        },
      },
      suite('contract', 120),
      suite('security', 120),
      suite('crash', 900),
      suite('browser', 240),
      suite('leaks', 480),
      suite('e2e', 600),
      suite('cluster', 240),
      suite('corpus', 240),
    ],
  },
});
