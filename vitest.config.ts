import { defineConfig } from 'vitest/config';

/** One project a suite: `vitest run --project crash`. Suites under tests/ share the machine, so their files run one by one. */
const suite = (name: string, seconds: number) => ({
  resolve: { conditions: ['@farm3d/source'] },
  ssr: { resolve: { conditions: ['@farm3d/source'] } },
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    fileParallelism: false,
    testTimeout: seconds * 1000,
    hookTimeout: seconds * 1000,
    execArgv: ['--conditions=@farm3d/source'],
  },
});

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { conditions: ['@farm3d/source'] },
        ssr: { resolve: { conditions: ['@farm3d/source'] } },
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'apps/*/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
          ],
        },
      },
      suite('contract', 60),
      suite('security', 60),
      suite('crash', 900),
      suite('browser', 120),
      suite('leaks', 240),
      suite('e2e', 240),
      suite('cluster', 240),
      suite('corpus', 240),
    ],
  },
});
