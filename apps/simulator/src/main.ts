import { readConfig } from './config.ts';
import { startSimulator } from './simulator.ts';

/** Interval of the check whether the parent process is alive. */
const PARENT_CHECK_MS = 1000;

const log = (line: string): void => console.log(`simulator: ${line}`);

try {
  const simulator = await startSimulator(await readConfig(process.env), log);
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await simulator.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  process.on('disconnect', () => void stop());
  // A killed parent sends no signal; without this check the devices would go on and report to the next server.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void stop();
  }, PARENT_CHECK_MS).unref();
} catch (error) {
  console.error(`simulator: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
