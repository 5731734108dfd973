// Second tier (soak): a stop at six instants of the start
import { someStopCases, stopTests } from './support/stopping.ts';

// Six of the sixty, the same in each run. All of them: tests/long/stopping.test.ts.
stopTests(someStopCases());
