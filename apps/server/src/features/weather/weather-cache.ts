import { platformNow } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ProviderReport, WeatherPlace, WeatherProvider } from './providers.ts';

/** Lifetime of a cached response, milliseconds. */
export const CACHE_MS = 10 * 60_000;
/** Greatest age of a response that is still used while the provider fails, milliseconds. */
export const STALE_MS = 2 * 60 * 60_000;
/** Pause after a failure of the provider, milliseconds. */
const FAILURE_MS = 30_000;
const PLACES = 500;

export interface CachedReport extends ProviderReport {
  /** Whether the last call of the provider failed. */
  readonly stale: boolean;
}

interface Entry {
  report: ProviderReport | null;
  /** Times of the last response and the last attempt, epoch ms. */
  answered: number;
  tried: number;
  asking: Promise<void> | undefined;
}

/** Caches responses of a provider: ten minutes, and up to two hours, marked as stale, while it fails. */
export class WeatherCache {
  readonly #ask: WeatherProvider;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();

  constructor(ask: WeatherProvider, log: Logger, now: () => number = platformNow) {
    this.#ask = ask;
    this.#log = log;
    this.#now = now;
  }

  /** Null for an unknown place, or when the provider has failed for too long. Never throws. */
  async get(place: WeatherPlace): Promise<CachedReport | null> {
    // A hundredth of a degree is about a kilometre.
    const key = 'city' in place ? place.city : `${place.latitude.toFixed(2)},${place.longitude.toFixed(2)}`;
    const entry = this.#entries.get(key) ?? { report: null, answered: 0, tried: 0, asking: undefined };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > PLACES && oldest !== undefined) this.#entries.delete(oldest);
    const now = this.#now();
    if (now - entry.answered >= CACHE_MS && now - entry.tried >= FAILURE_MS) {
      entry.asking ??= this.#refresh(entry, place).finally(() => {
        entry.asking = undefined;
      });
    }
    await entry.asking;
    const { report } = entry;
    if (!report || this.#now() - report.at > STALE_MS) return null;
    return { ...report, stale: this.#now() - entry.answered >= CACHE_MS };
  }

  async #refresh(entry: Entry, place: WeatherPlace): Promise<void> {
    entry.tried = this.#now();
    try {
      entry.report = await this.#ask(place);
      entry.answered = this.#now();
    } catch (error) {
      this.#log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'no weather came');
    }
  }
}
