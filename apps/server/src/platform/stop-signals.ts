/** Ctrl-C, `kill`, and a terminal that is closed. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/**
 * One Ctrl-C arrives several times: from the terminal, which sends it to the whole process group, and passed on by npm
 * and `npm start`. Signals within this time of the first are the same request, milliseconds.
 */
const SAME_REQUEST_MS = 2_000;

/**
 * Aborted by the first signal that asks this process to stop. A later one ends the process at once, with exit code 1;
 * what listens to `exit` then ends its child processes.
 */
export function stopRequested(): AbortSignal {
  const stop = new AbortController();
  let requestedAt = 0;
  for (const name of STOP_SIGNALS) {
    process.on(name, () => {
      if (!stop.signal.aborted) {
        requestedAt = performance.now();
        stop.abort();
      } else if (performance.now() - requestedAt > SAME_REQUEST_MS) {
        process.exit(1);
      }
    });
  }
  return stop.signal;
}
