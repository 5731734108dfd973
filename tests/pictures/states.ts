import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

// Renews the reference records of each state of the screens (tests/long/kept) after an intended change, and
// writes full screenshots of each look, for review, to tests/.artifacts/states. Runs both walks, as their
// states follow from each other.

const ROOT = resolve(import.meta.dirname, '../..');
const PICTURES = resolve(ROOT, 'tests/.artifacts/states');
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'long',
    'tests/long/states.test.ts',
    'tests/long/states-pages.test.ts',
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, FARM3D_UPDATE_PICTURES: '1', FARM3D_PICTURES: PICTURES },
  },
);
console.log(`pictures of each look: ${PICTURES}`);
process.exitCode = status ?? 1;
