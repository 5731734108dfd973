// Runs before each file of the suite `http`. The files of a worker share its process: one that leaves something running
// fails, not the one that meets it later.
import { afterAll } from 'vitest';
import { passwordCost } from '../../apps/server/src/features/users/passwords.ts';
import { runningFarms } from './farm.ts';
import { watchLeftovers } from './leftovers.ts';

/** Closed sockets and ended processes take a few turns to go. */
const CLOSING_MS = 5_000;

// A tenth of the suite's processor time otherwise; what a hash costs is the fact in passwords.test.ts.
passwordCost.memory = 64;

const leftovers = watchLeftovers();
// Registered first, it runs last.
afterAll(async () => {
  const farms = runningFarms();
  const until = Date.now() + CLOSING_MS;
  while (leftovers.list().length > 0 && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const left = leftovers.list();
  leftovers.end();
  if (farms.length > 0) throw new Error(`${farms.length} farms were not stopped`);
  if (left.length > 0) throw new Error(`the file leaves behind:\n${left.join('\n')}`);
});
