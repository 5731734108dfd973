import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Debian puts it; `npm run test:all` installs it where it may. */
const FAKETIME = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((path) => existsSync(path));

/**
 * The clock of a server and of its database, which a test sets while they work. The clock of the test is not set, nor are
 * their monotonic clocks, as with a machine whose clock is set.
 */
export class SteppedClock {
  readonly #folder = mkdtempSync(join(tmpdir(), 'farm3d-clock-'));
  #shiftMs = 0;

  constructor() {
    this.set(0);
  }

  /** What the server must be started with. */
  get env(): Record<string, string> {
    return {
      LD_PRELOAD: FAKETIME ?? '',
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  get shiftMs(): number {
    return this.#shiftMs;
  }

  /** Milliseconds from the real time. */
  set(shiftMs: number): void {
    this.#shiftMs = shiftMs;
    // Renamed: it is read at each look at the clock, never half written.
    writeFileSync(`${this.#file}.next`, `${shiftMs < 0 ? '-' : '+'}${Math.abs(shiftMs) / 1000}`);
    renameSync(`${this.#file}.next`, this.#file);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #file(): string {
    return join(this.#folder, 'shift');
  }
}
