// Second tier (soak): all sixty instants of stopping
import { stopCases, stopTests } from '../crash/support/stopping.ts';

// Ctrl-C and SIGTERM at thirty instants each, from the spawn to 5 s after ready.
stopTests(stopCases());
