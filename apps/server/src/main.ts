import { compose, type Server } from './composition/compose.ts';
import { readConfig } from './platform/config/config.ts';
import { exitWithStartupError } from './platform/startup-error.ts';

let server: Server | undefined;
let stopping = false;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second Ctrl-C exits at once. PostgreSQL keeps running and recovers.
    if (stopping) process.exit(1);
    stopping = true;
    // Before the end of the start there is nothing to flush; see below.
    if (server) void stop(server);
  });
}

async function stop(running: Server): Promise<void> {
  await running.stop();
  process.exit(0);
}

try {
  server = await compose(readConfig(process.env), { print: (line) => process.stdout.write(`${line}\n`) });
  if (stopping) await stop(server);
} catch (error) {
  exitWithStartupError(error);
}
