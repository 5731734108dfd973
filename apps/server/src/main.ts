import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { compose } from './composition/compose.ts';
import { readConfig } from './platform/config/config.ts';
import { exitWithStartupError } from './platform/startup-error.ts';
import { stopRequested } from './platform/stop-signals.ts';

// What the newest values of many devices replace is old by then: the heap grows by half before that is collected, not up to
// fourfold. 18,000 connected devices take 850 MB instead of up to 1,060 (benchmarks/ingest).
setFlagsFromString('--heap-growing-percent=50');

const signal = stopRequested();
try {
  const server = await compose(readConfig(process.env), {
    print: (line) => process.stdout.write(`${line}\n`),
    signal,
  });
  if (!signal.aborted) await once(signal, 'abort');
  await server.stop();
} catch (error) {
  // A start that was interrupted has failed for that reason alone.
  if (!signal.aborted) exitWithStartupError(error);
}
process.exit(0);
