/**
 * Something outside the program keeps it from starting, and a person can mend it: a taken port, a
 * folder that cannot be written. The message is one line that says what and how to mend it.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Prints the one line of a StartupError (the stack of anything else) on stderr and leaves with code 1. */
export function exitWithStartupError(error: unknown): never {
  const text = error instanceof StartupError ? error.message.replaceAll(/\s*\n\s*/g, ' ') : describe(error);
  process.stderr.write(`farm3d: ${text}\n`);
  process.exit(1);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
