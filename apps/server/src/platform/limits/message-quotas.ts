import { DEFAULT_QUOTAS, type QuotaName } from '../config/settings.ts';
import type { DeviceIdentity } from '../device-identity.ts';

const HOUR_MS = 3_600_000;

/** A message that is over a quota. */
export interface OverQuota {
  readonly name: QuotaName;
  /** Allowed messages in an hour. */
  readonly limit: number;
  /** Milliseconds until the next hour begins. */
  readonly waitMs: number;
}

/** Messages by subject: a device (`d` and its short key) or an organisation (`o` and its id). */
export type MessageCounts = Map<string, number>;

/**
 * Counts messages by the hour of the clock, in the memory of one server: a restart resets them. Several servers tell each
 * other what they counted, by `drain` and `absorb`.
 */
export class MessageQuotas {
  readonly #limits: Readonly<Record<QuotaName, number>>;
  readonly #own: (organisationId: string) => number | undefined;
  readonly #counts: MessageCounts = new Map();
  /** Counted since the last `drain`; null: nobody asks. */
  #fresh: MessageCounts | null = null;
  #hour = 0;

  /** @param own what an organisation has instead of the limit of all; undefined: nothing */
  constructor(
    limits: Partial<Record<QuotaName, number>> = {},
    own: (organisationId: string) => number | undefined = () => undefined,
  ) {
    this.#limits = { ...DEFAULT_QUOTAS, ...limits };
    this.#own = own;
  }

  /**
   * Counts one message; returns the exceeded quota, or null. A message over one quota does not count for the other.
   */
  take(device: Pick<DeviceIdentity, 'key' | 'organisationId'>, now: number): OverQuota | null {
    const hour = this.#begin(now);
    const subjects = [`d${device.key}`, `o${device.organisationId}`] as const;
    const [own = 0, all = 0] = subjects.map((subject) => this.#counts.get(subject) ?? 0);
    const waitMs = (hour + 1) * HOUR_MS - now;
    if (own >= this.#limits.device) return { name: 'device', limit: this.#limits.device, waitMs };
    const limit = this.#own(device.organisationId) ?? this.#limits.organisation;
    if (all >= limit) return { name: 'organisation', limit, waitMs };
    for (const subject of subjects) {
      this.#counts.set(subject, (this.#counts.get(subject) ?? 0) + 1);
      this.#fresh?.set(subject, (this.#fresh.get(subject) ?? 0) + 1);
    }
    return null;
  }

  /** What was counted since the last call, in the hour of `now`. */
  drain(now: number): { readonly hour: number; readonly counts: MessageCounts } {
    const hour = this.#begin(now);
    const counts = this.#fresh ?? new Map(this.#counts);
    this.#fresh = new Map();
    return { hour, counts };
  }

  /** Takes over what all servers have counted in this hour, with what this one had drained. */
  absorb(hour: number, totals: ReadonlyMap<string, number>): void {
    if (hour !== this.#hour) return;
    for (const [subject, total] of totals)
      this.#counts.set(subject, total + (this.#fresh?.get(subject) ?? 0));
  }

  /** What was drained and did not arrive is drained again. */
  restore(hour: number, counts: MessageCounts): void {
    if (hour !== this.#hour) return;
    for (const [subject, n] of counts) this.#fresh?.set(subject, (this.#fresh.get(subject) ?? 0) + n);
  }

  #begin(now: number): number {
    const hour = Math.floor(now / HOUR_MS);
    if (hour === this.#hour) return hour;
    this.#hour = hour;
    this.#counts.clear();
    this.#fresh?.clear();
    return hour;
  }
}
