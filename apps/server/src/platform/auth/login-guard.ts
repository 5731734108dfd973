import { availableParallelism } from 'node:os';
import { platformNow } from '../clock.ts';
import { GrowingDelays } from './growing-delays.ts';
import { HashQueue } from './hash-queue.ts';

/** Wrong passwords of one account, from all addresses together: ten guesses a minute after the first hundred. */
const ACCOUNT = { free: 60, firstMs: 500, doublesEach: 20, maxMs: 8_000 };
/** Wrong passwords of one address, for all accounts together. Others may be behind the same address. */
const ADDRESS = { free: 60, firstMs: 125, doublesEach: 20, maxMs: 1_000 };
/** Wrong passwords from a known device in a row: more, and it counts as unknown. */
const DEVICE_FAILURES = 10;
const DEVICE = { free: DEVICE_FAILURES, firstMs: 1, doublesEach: 1_000, maxMs: 1 };
/** Password hashes computed at once. */
const HASHES_AT_ONCE = Math.min(3, availableParallelism());

/** One attempt to log in. */
export interface LoginAttempt {
  /** Name of the account, whether or not there is one. */
  readonly account: string;
  /** What limits count by: see `sourceOf`. */
  readonly source: string;
  /** A device on which, or an address at which, this account logged in before; null for an unknown one. */
  readonly device: string | null;
}

/**
 * Slows down password guessing. Every password is checked before anything is counted, so a right one is never refused
 * because of wrong ones; from a known device or address it does not wait either, nor behind the passwords of others.
 */
export class LoginGuard {
  readonly #enabled: boolean;
  readonly #accounts: GrowingDelays;
  readonly #addresses: GrowingDelays;
  readonly #devices: GrowingDelays;
  readonly #hashes: HashQueue;
  /** Attempts of known devices that are being checked. */
  readonly #checking = new Map<string, number>();

  constructor(enabled = true, now: () => number = platformNow, hashesAtOnce: number = HASHES_AT_ONCE) {
    this.#enabled = enabled;
    this.#accounts = new GrowingDelays(ACCOUNT, now);
    this.#addresses = new GrowingDelays(ADDRESS, now);
    this.#devices = new GrowingDelays(DEVICE, now);
    this.#hashes = new HashQueue(hashesAtOnce);
  }

  /** Seconds after which a displaced attempt may be repeated. */
  retryAfter({ account, source }: LoginAttempt): number {
    const delay = Math.max(this.#accounts.delayMs(nameOf(account)), this.#addresses.delayMs(source));
    return Math.max(1, Math.ceil(delay / 1000));
  }

  /**
   * Runs `verify` in its turn and counts the failure. 'displaced': newer attempts of the same kind took its place, and
   * nothing was checked.
   */
  async check(
    attempt: LoginAttempt,
    verify: () => Promise<boolean>,
  ): Promise<'right' | 'wrong' | 'displaced'> {
    const { source, device } = attempt;
    const account = nameOf(attempt.account);
    const isKnown = device !== null && this.#isTrusted(device);
    if (isKnown) return this.#checkKnown({ account, source, device }, verify);
    if (this.#enabled) {
      if (!(await this.#accounts.turn(account, source))) return 'displaced';
      if (!(await this.#addresses.turn(source, account))) return 'displaced';
    }
    const right = await this.#hashes.run({ account, source }, false, verify);
    if (right === null) return 'displaced';
    if (right) return 'right';
    if (!this.#enabled) return 'wrong';
    this.#accounts.failed(account, source);
    this.#addresses.failed(source, account);
    return 'wrong';
  }

  /** Neither did it fail too often, nor is it being tried as often at the same time. */
  #isTrusted(device: string): boolean {
    return this.#devices.delayMs(device) === 0 && (this.#checking.get(device) ?? 0) < DEVICE_FAILURES;
  }

  async #checkKnown(
    { account, source, device }: LoginAttempt & { readonly device: string },
    verify: () => Promise<boolean>,
  ): Promise<'right' | 'wrong'> {
    this.#checking.set(device, (this.#checking.get(device) ?? 0) + 1);
    try {
      const right = await this.#hashes.run({ account, source }, true, verify);
      if (!right && this.#enabled) this.#devices.failed(device, account);
      return right === true ? 'right' : 'wrong';
    } finally {
      const others = (this.#checking.get(device) ?? 1) - 1;
      if (others > 0) this.#checking.set(device, others);
      else this.#checking.delete(device);
    }
  }
}

function nameOf(account: string): string {
  return account.trim().toLowerCase();
}
