import { platformNow } from '../clock.ts';
const FORGET_MS = 30 * 60_000;
/** Maximum number of accounts or addresses with failures; the oldest are removed first. */
const ENTRY_LIMIT = 20_000;
/** Attempts that wait for one key; above it one of whoever tried most leaves. */
const WAITING_LIMIT = 20;
/** Maximum number of origins of failures for one key; the oldest are removed first. */
const ORIGIN_LIMIT = 1_000;

/** How the delay grows. */
export interface DelayGrowth {
  /** Failures without a delay. */
  readonly free: number;
  /** First delay, milliseconds. */
  readonly firstMs: number;
  /** Failures after which the delay doubles. */
  readonly doublesEach: number;
  readonly maxMs: number;
}

interface Waiting {
  readonly origin: string;
  readonly answer: (passes: boolean) => void;
}

interface Entry {
  failures: number;
  lastFailure: number;
  /** When the next attempt may pass. */
  nextAt: number;
  readonly waiting: Waiting[];
  /** Failures by origin. */
  readonly failuresOf: Map<string, number>;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Lets attempts on one key (an account, an address) pass one after the other, the further apart the more of them
 * failed. Whoever has tried least passes first, by origin (the address of an attempt on an account, the account of an
 * attempt at an address), of equals the newest: a person who tries once does not wait behind a program that tries for
 * hours. Failures are forgotten half an hour after the last one.
 */
export class GrowingDelays {
  readonly #growth: DelayGrowth;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();

  constructor(growth: DelayGrowth, now: () => number = platformNow) {
    this.#growth = growth;
    this.#now = now;
  }

  /** Milliseconds between two attempts at present. */
  delayMs(key: string): number {
    const entry = this.#entries.get(key);
    if (!entry || this.#now() - entry.lastFailure >= FORGET_MS) return 0;
    const { free, firstMs, doublesEach, maxMs } = this.#growth;
    const over = entry.failures - free;
    return over < 0 ? 0 : Math.min(firstMs * 2 ** Math.floor(over / doublesEach), maxMs);
  }

  /** Resolves true when the attempt may pass; false when newer ones took its place. */
  async turn(key: string, origin: string): Promise<boolean> {
    const delay = this.delayMs(key);
    const entry = this.#entries.get(key);
    if (!entry || delay === 0) return true;
    if (entry.waiting.length === 0 && this.#now() >= entry.nextAt) {
      entry.nextAt = this.#now() + delay;
      return true;
    }
    return new Promise((answer) => {
      entry.waiting.push({ origin, answer });
      if (entry.waiting.length > WAITING_LIMIT) takeOut(entry, (one, most) => one > most)?.answer(false);
      this.#schedule(key, entry);
    });
  }

  failed(key: string, origin: string): void {
    const now = this.#now();
    const before = this.#entries.get(key);
    const isRecent = before !== undefined && now - before.lastFailure < FORGET_MS;
    const entry = before ?? {
      failures: 0,
      lastFailure: now,
      nextAt: 0,
      waiting: [],
      failuresOf: new Map(),
      timer: undefined,
    };
    if (!isRecent) entry.failuresOf.clear();
    entry.failuresOf.set(origin, (entry.failuresOf.get(origin) ?? 0) + 1);
    if (entry.failuresOf.size > ORIGIN_LIMIT)
      entry.failuresOf.delete(entry.failuresOf.keys().next().value ?? '');
    entry.failures = isRecent ? entry.failures + 1 : 1;
    entry.lastFailure = now;
    // Set again: the map is in the order of the last failures.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size <= ENTRY_LIMIT) return;
    for (const [oldest, { waiting }] of this.#entries) {
      if (waiting.length > 0) continue;
      this.#entries.delete(oldest);
      break;
    }
  }

  #schedule(key: string, entry: Entry): void {
    if (entry.timer || entry.waiting.length === 0) return;
    entry.timer = setTimeout(
      () => {
        entry.timer = undefined;
        entry.nextAt = this.#now() + this.delayMs(key);
        takeOut(entry, (one, least) => one <= least)?.answer(true);
        this.#schedule(key, entry);
      },
      Math.max(0, entry.nextAt - this.#now()),
    );
    entry.timer.unref();
  }
}

/** Removes the waiting attempt whose origin has tried most. */
function takeOut(
  { waiting, failuresOf }: Entry,
  standsOut: (tries: number, before: number) => boolean,
): Waiting | undefined {
  const tries = new Map(failuresOf);
  for (const { origin } of waiting) tries.set(origin, (tries.get(origin) ?? 0) + 1);
  let found = 0;
  for (let at = 1; at < waiting.length; at += 1) {
    const [own, before] = [waiting[at], waiting[found]].map((one) => tries.get(one?.origin ?? '') ?? 0);
    if (standsOut(own ?? 0, before ?? 0)) found = at;
  }
  return waiting.splice(found, 1)[0];
}
