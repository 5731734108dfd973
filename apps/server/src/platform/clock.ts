import { uptime } from 'node:os';

/** Longest delay of setTimeout, milliseconds. */
const MAX_TIMER_MS = 2_147_483_647;
/** A larger step of the machine's clock is not followed before a person has confirmed it, milliseconds. */
export const LARGEST_STEP_MS = 60_000;
/** Between two comparisons of the clocks, milliseconds. */
export const CHECK_MS = 500;
/** A clock that stood still for longer than the boot clock has slept with its machine, milliseconds. */
const SLEEP_MS = 1_000;

/** Time as the platform sees it. Tests pass their own. */
export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** Calls `run` once, `waitMs` from now. Returns the function that cancels it. */
  after(waitMs: number, run: () => void): () => void;
}

/** The clocks of a machine, each in milliseconds. */
export interface MachineClocks {
  /** Since 1970; it can be set. */
  readonly wall: () => number;
  /** Since any moment; it never steps, and stands still while the machine sleeps. */
  readonly elapsed: () => number;
  /** Since the boot of the machine, with the time that it slept. */
  readonly boot: () => number;
}

const MACHINE: MachineClocks = {
  wall: () => Date.now(),
  elapsed: () => performance.now(),
  boot: () => uptime() * 1000,
};

/** A step of the machine's clock that is not followed. */
export interface ClockStep {
  /** When it was seen, in the time of the platform, epoch ms. */
  readonly at: number;
  /** How far the machine's clock is ahead of the platform's time, milliseconds; negative: behind. */
  readonly sizeMs: number;
}

/**
 * Time that runs like the clock of the machine but does not step with it: a step of more than {@link LARGEST_STEP_MS} is
 * reported and otherwise ignored until it is confirmed, or until the clock comes back. A smaller one is followed, backwards
 * at half speed, so that the time never goes back by itself.
 */
export class SteadyClock {
  readonly #clocks: MachineClocks;
  #base: number;
  #elapsedAtBase: number;
  #bootAtBase: number;
  #speed = 1;
  #step: ClockStep | null = null;

  constructor(clocks: MachineClocks = MACHINE) {
    this.#clocks = clocks;
    this.#base = clocks.wall();
    this.#elapsedAtBase = clocks.elapsed();
    this.#bootAtBase = clocks.boot();
  }

  /** Epoch ms. */
  now(): number {
    return Math.floor(this.#exact());
  }

  /** The step that is not confirmed; null: the machine's clock agrees. */
  get step(): ClockStep | null {
    return this.#step;
  }

  /** How fast it runs, of the speed of the machine's clock: from 0.5 to 1 while that is followed backwards, else 1. */
  get speed(): number {
    return this.#speed;
  }

  /** Compares the clocks; to be called every {@link CHECK_MS}. */
  check(): void {
    const { wall, elapsed, boot } = this.#clocks;
    const passedMs = elapsed() - this.#elapsedAtBase;
    const sleptMs = boot() - this.#bootAtBase - passedMs;
    this.#rebase(this.#exact() + (sleptMs > SLEEP_MS ? sleptMs : 0));
    const ahead = wall() - this.#base;
    if (Math.abs(ahead) <= LARGEST_STEP_MS) {
      this.#step = null;
      this.#rebase(this.#base + Math.max(ahead, 0));
      this.#speed = Math.min(1, Math.max(0.5, 1 + ahead / CHECK_MS));
    } else if (this.#step === null || Math.abs(ahead - this.#step.sizeMs) > LARGEST_STEP_MS) {
      this.#step = { at: this.#step?.at ?? this.now(), sizeMs: Math.round(ahead) };
    }
  }

  /** The machine's clock is right: the platform takes its time, also backwards. */
  confirm(): void {
    this.#step = null;
    this.#rebase(this.#clocks.wall());
  }

  /** Goes on from a time that was known before the process began, epoch ms. */
  goOnFrom(at: number): void {
    this.#rebase(at);
    this.check();
  }

  #exact(): number {
    return this.#base + (this.#clocks.elapsed() - this.#elapsedAtBase) * this.#speed;
  }

  #rebase(base: number): void {
    this.#base = base;
    this.#speed = 1;
    this.#elapsedAtBase = this.#clocks.elapsed();
    this.#bootAtBase = this.#clocks.boot();
  }
}

/** The time of this machine, for all that runs on it. */
export const machineClock = new SteadyClock();

/** The time of the platform, epoch ms: see {@link SteadyClock}. */
export const platformNow = (): number => machineClock.now();

export const SYSTEM_CLOCK: Clock = {
  now: platformNow,
  after(waitMs, run) {
    let timer: NodeJS.Timeout;
    const wait = (leftMs: number): void => {
      const stepMs = Math.min(Math.max(0, leftMs), MAX_TIMER_MS);
      timer = setTimeout(() => (leftMs > stepMs ? wait(leftMs - stepMs) : run()), stepMs);
    };
    wait(waitMs);
    return () => clearTimeout(timer);
  },
};
