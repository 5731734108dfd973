import { once } from 'node:events';
import { compose } from './composition/compose.ts';
import { readConfig } from './platform/config/config.ts';
import { limitHeapGrowth } from './platform/heap-growth.ts';
import { exitWithStartupError } from './platform/startup-error.ts';
import { stopRequested } from './platform/stop-signals.ts';

limitHeapGrowth();
const signal = stopRequested();
try {
  let config = readConfig(process.env);
  while (!signal.aborted) {
    const restart = new AbortController();
    const server = await compose(config, {
      print: (line) => process.stdout.write(`${line}\n`),
      signal,
      restart: () => restart.abort(),
    });
    const end = AbortSignal.any([signal, restart.signal]);
    if (!end.aborted) await once(end, 'abort');
    await server.stop();
    // Ports that the system chose are those of the next start, too.
    config = { ...config, port: server.httpPort, mqttPort: server.mqttPort };
  }
} catch (error) {
  // A start that was interrupted has failed for that reason alone.
  if (!signal.aborted) exitWithStartupError(error);
}
process.exit(0);
