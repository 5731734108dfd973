import type { Logger } from '../../platform/logger.ts';
import type { ProviderReport, WeatherPlace, WeatherProvider } from './providers.ts';

/** A provider is asked for a place at most this often. */
export const CACHE_MS = 10 * 60_000;
/** What is older says nothing of the weather now, even when nobody answers. */
export const STALE_MS = 2 * 60 * 60_000;
/** A provider that failed is left alone so long. */
const FAILURE_MS = 30_000;
const PLACES = 500;

export interface CachedReport extends ProviderReport {
  /** Whether the provider did not answer when it was asked last. */
  readonly stale: boolean;
}

interface Entry {
  report: ProviderReport | null;
  /** Epoch ms of the last answer, and of the last try. */
  answered: number;
  tried: number;
  asking: Promise<void> | undefined;
}

/** Remembers what a provider said: ten minutes as it is, up to two hours, and marked, while it does not answer. */
export class WeatherCache {
  readonly #ask: WeatherProvider;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();

  constructor(ask: WeatherProvider, log: Logger, now: () => number = Date.now) {
    this.#ask = ask;
    this.#log = log;
    this.#now = now;
  }

  /** Null when the provider does not know the place, or has not answered for too long. Never throws. */
  async get(place: WeatherPlace): Promise<CachedReport | null> {
    // A hundredth of a degree is a kilometre.
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
