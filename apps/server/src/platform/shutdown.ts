import type { Logger } from './logger.ts';

/** A hanging step must not prevent the exit. */
const STEP_TIMEOUT_MS = 20_000;

/** Runs the cleanup steps in reverse order; the failure of one does not stop the others. */
export class Shutdown {
  readonly #log: Logger;
  readonly #steps: { name: string; run: () => void | Promise<void> }[] = [];
  #running: Promise<void> | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(name: string, run: () => void | Promise<void>): void {
    this.#steps.push({ name, run });
  }

  /** Idempotent: all callers await the same run. */
  run(): Promise<void> {
    this.#running ??= this.#runAll();
    return this.#running;
  }

  async #runAll(): Promise<void> {
    for (const { name, run } of this.#steps.toReversed()) {
      let timer: NodeJS.Timeout | undefined;
      try {
        const timeout = new Promise<never>((_resolve, reject) => {
          timer = setTimeout(
            () => reject(new Error(`took longer than ${STEP_TIMEOUT_MS} ms`)),
            STEP_TIMEOUT_MS,
          );
        });
        await Promise.race([run(), timeout]);
      } catch (error) {
        this.#log.error({ err: error, step: name }, 'a step of the shutdown failed');
      } finally {
        clearTimeout(timer);
      }
    }
  }
}
