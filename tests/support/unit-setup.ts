import { machineClock } from '../../apps/server/src/platform/clock.ts';

// Unit tests set the time by the timers of vitest; the time of the platform is theirs. How that goes by the clocks of a
// machine is proven with clocks of its own: apps/server/src/platform/clock.test.ts.
machineClock.now = () => Date.now();
