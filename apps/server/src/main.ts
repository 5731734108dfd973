import { once } from 'node:events';
import { compose } from './composition/compose.ts';
import { readConfig } from './platform/config/config.ts';
import { limitHeapGrowth } from './platform/heap-growth.ts';
import { exitWithStartupError } from './platform/startup-error.ts';
import { stopRequested } from './platform/stop-signals.ts';

limitHeapGrowth();
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
