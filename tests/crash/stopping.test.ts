import { someStopCases, stopTests } from './support/stopping.ts';

// Six of the sixty, others each day; FARM3D_STOP_SEED repeats those of a failed run. All of them: tests/long/stopping.test.ts.
const seed = Number(process.env['FARM3D_STOP_SEED'] ?? Math.floor(Date.now() / 86_400_000));
stopTests(someStopCases(seed));
