import { forecastSeries } from '@farm3d/agronomy';

const HOUR_MS = 3_600_000;
/** Hours of readings that a forecast is made from: a week. */
const HISTORY_HOURS = 168;
/** Forecasts and hours that are kept. */
const KEPT = 600;

/** Numbers that a forecast is made from. */
interface PastNumbers {
  /** Changes with each number that is not the newest. */
  readonly version: number;
  /** From an instant to before another, epoch ms. */
  numbers(from: number, to: number): number[];
}

/** How far back readings are needed for a forecast that is compared with `hours` later, milliseconds. */
export const forecastNeedsMs = (hours: number): number => (HISTORY_HOURS + hours + 1) * HOUR_MS;

/** What was forecast of one key, computed from the readings before the forecast alone, at most once an hour. */
export class PastForecasts {
  readonly #past: PastNumbers;
  readonly #forecasts = new Map<string, number | undefined>();
  readonly #medians = new Map<number, number | undefined>();
  #version = 0;

  constructor(past: PastNumbers) {
    this.#past = past;
  }

  /**
   * The value for the hour of an instant (epoch ms) as it was forecast `hours` before the start of that hour;
   * undefined when there were too few readings, as the forecast of the device says it.
   */
  at(at: number, hours: number): number | undefined {
    // A late reading changes what is known of its hour.
    if (this.#version !== this.#past.version) {
      this.#version = this.#past.version;
      this.#forecasts.clear();
      this.#medians.clear();
    }
    const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
    return remembered(this.#forecasts, `${hour} ${hours}`, () => this.#forecast(hour, hours));
  }

  #forecast(hour: number, hours: number): number | undefined {
    const now = hour - hours * HOUR_MS;
    const points: [number, number][] = [];
    for (let ts = now - HISTORY_HOURS * HOUR_MS; ts < now; ts += HOUR_MS) {
      const median = remembered(this.#medians, ts, () => medianOf(this.#past.numbers(ts, ts + HOUR_MS)));
      if (median !== undefined) points.push([ts, median]);
    }
    const made = forecastSeries({ key: '', points, now, stepMinutes: 60, horizonHours: hours + 1 });
    return made.points.find(({ ts }) => ts === hour)?.value;
  }
}

function remembered<K>(
  known: Map<K, number | undefined>,
  key: K,
  make: () => number | undefined,
): number | undefined {
  if (known.has(key)) return known.get(key);
  const value = make();
  if (known.size >= KEPT) for (const old of [...known.keys()].slice(0, KEPT / 2)) known.delete(old);
  known.set(key, value);
  return value;
}

function medianOf(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const high = sorted[middle];
  const low = sorted[sorted.length % 2 === 1 ? middle : middle - 1];
  return high === undefined || low === undefined ? undefined : (low + high) / 2;
}
