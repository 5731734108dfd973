/**
 * The program cannot start for a reason that a person can fix: a port in use, a folder without write permission. The
 * message is one line with the reason and the fix.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Prints the line of a StartupError (or the stack of another error) on stderr and exits with code 1. */
export function exitWithStartupError(error: unknown): never {
  const text = error instanceof StartupError ? error.message.replaceAll(/\s*\n\s*/g, ' ') : describe(error);
  process.stderr.write(`farm3d: ${text}\n`);
  process.exit(1);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
