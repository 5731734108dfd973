import { expect, test } from 'vitest';
import { CrashRig } from './support/crash-rig.ts';
import { crashRounds, KILL_SPREAD_MS, seeded } from './support/crash-rounds.ts';
import { FAULTY_SERVER_ENTRY } from './support/farm-process.ts';

// Each victim once; tests/long/crash-rounds runs twenty rounds.
crashRounds(3);

test('the same check finds a server that acknowledges before the commit', async () => {
  const faulty = new CrashRig(FAULTY_SERVER_ENTRY);
  try {
    await faulty.start();
    const random = seeded();
    let lost = 0;
    // A kill between two batches loses nothing by chance; three kills in a row do.
    for (let attempt = 0; attempt < 3 && lost === 0; attempt += 1) {
      lost += (await faulty.round('both', Math.floor(random() * KILL_SPREAD_MS), attempt % 2 === 0 ? 5 : 4))
        .lost;
    }
    expect(lost).toBeGreaterThan(0);
  } finally {
    await faulty.end();
  }
});
