/** The real server with a clock of its own for rights: each SIGUSR2 moves it ahead by an hour. */
import { compose } from '../../../apps/server/src/composition/compose.ts';
import { readConfig } from '../../../apps/server/src/platform/config/config.ts';

const HOUR_MS = 3_600_000;
/** A longer one is due in none of these tests. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

let hours = 0;
const now = (): number => Date.now() + hours * HOUR_MS;
const waiting = new Set<{ readonly dueAt: number; fire(): void }>();

process.on('SIGUSR2', () => {
  hours += 1;
  for (const timer of waiting) if (timer.dueAt <= now()) timer.fire();
  process.stdout.write(`the clock is ${hours} h ahead\n`);
});

const server = await compose(readConfig(process.env), {
  print: (line) => process.stdout.write(`${line}\n`),
  clock: {
    now,
    after(waitMs, run) {
      const stop = (): void => {
        clearTimeout(timeout);
        waiting.delete(timer);
      };
      const timer = {
        dueAt: now() + waitMs,
        fire: () => {
          stop();
          run();
        },
      };
      const timeout = setTimeout(timer.fire, Math.min(Math.max(0, waitMs), LONGEST_TIMER_MS));
      waiting.add(timer);
      return stop;
    },
  },
});
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)));
