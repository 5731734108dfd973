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

/** Counts messages by the hour of the clock, in the memory of one server: a restart resets them. */
export class MessageQuotas {
  readonly #limits: Readonly<Record<QuotaName, number>>;
  readonly #own: (organisationId: string) => number | undefined;
  readonly #devices = new Map<number, number>();
  readonly #organisations = new Map<string, number>();
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
    const hour = Math.floor(now / HOUR_MS);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#devices.clear();
      this.#organisations.clear();
    }
    const own = this.#devices.get(device.key) ?? 0;
    const all = this.#organisations.get(device.organisationId) ?? 0;
    const waitMs = (hour + 1) * HOUR_MS - now;
    if (own >= this.#limits.device) return { name: 'device', limit: this.#limits.device, waitMs };
    const limit = this.#own(device.organisationId) ?? this.#limits.organisation;
    if (all >= limit) return { name: 'organisation', limit, waitMs };
    this.#devices.set(device.key, own + 1);
    this.#organisations.set(device.organisationId, all + 1);
    return null;
  }
}
