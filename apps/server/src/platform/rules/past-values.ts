import type { JsonValue } from '../json-value.ts';
import { PastForecasts } from './past-forecasts.ts';

/** A value counts as that of an instant for so long after it was reported, milliseconds. */
const STALE_MS = 3_600_000;

/** Empty past values of the keys that a condition needs of one device, each as far back as needed. */
export function pastOf(
  history: readonly { readonly key: string; readonly agoMs: number }[],
): Map<string, PastValues> {
  const longest = new Map<string, number>();
  for (const { key, agoMs } of history) longest.set(key, Math.max(agoMs, longest.get(key) ?? 0));
  return new Map([...longest].map(([key, agoMs]) => [key, new PastValues(agoMs)]));
}

/** The values of one key for some time, in the order of their reports. */
export class PastValues {
  readonly #keepMs: number;
  readonly #times: number[] = [];
  readonly #values: JsonValue[] = [];
  /** Before it the lists are no longer needed. */
  #first = 0;
  #version = 0;
  #forecasts: PastForecasts | undefined;

  /** `agoMs`: the longest time back that is asked for. */
  constructor(agoMs: number) {
    this.#keepMs = agoMs + STALE_MS;
  }

  /** Changes with each value that is not the newest. */
  get version(): number {
    return this.#version;
  }

  /** How far back values are needed, milliseconds. */
  get keepMs(): number {
    return this.#keepMs;
  }

  /** Adds a value at its place; one of the same instant replaces the former. */
  add(ts: number, value: JsonValue): void {
    let place = this.#times.length;
    while (place > this.#first && (this.#times[place - 1] ?? -Infinity) >= ts) place -= 1;
    const isKnown = this.#times[place] === ts;
    if (place < this.#times.length) this.#version += 1;
    this.#times.splice(place, isKnown ? 1 : 0, ts);
    this.#values.splice(place, isKnown ? 1 : 0, value);
    while ((this.#times[this.#first] ?? Infinity) < ts - this.#keepMs) this.#first += 1;
    // Now and then, so that a value costs no copy of the others.
    if (this.#first > 1_000 && this.#first * 2 > this.#times.length) {
      this.#times.splice(0, this.#first);
      this.#values.splice(0, this.#first);
      this.#first = 0;
    }
  }

  /** The newest value at an instant, epoch ms; undefined when it was not reported in the hour before. */
  at(ts: number): JsonValue | undefined {
    const found = this.#placeAfter(ts) - 1;
    if (found < this.#first || ts - (this.#times[found] ?? -Infinity) > STALE_MS) return undefined;
    return this.#values[found];
  }

  /** The next instant after `ts` at which there is another value, or none any more; null: none yet. */
  nextChange(ts: number): number | null {
    const place = this.#placeAfter(ts);
    const next = this.#times[place] ?? Infinity;
    const last = place > this.#first ? (this.#times[place - 1] ?? -Infinity) : -Infinity;
    const end = last + STALE_MS + 1;
    const change = Math.min(next, end > ts ? end : Infinity);
    return change === Infinity ? null : change;
  }

  /** The numbers from an instant to before another, epoch ms. */
  numbers(from: number, to: number): number[] {
    return this.#values
      .slice(this.#placeAfter(from - 1), this.#placeAfter(to - 1))
      .filter((value) => typeof value === 'number');
  }

  /** What was forecast `hours` before the hour of an instant, epoch ms. */
  forecastAt(ts: number, hours: number): number | undefined {
    return (this.#forecasts ??= new PastForecasts(this)).at(ts, hours);
  }

  /** Index of the first value after an instant. */
  #placeAfter(ts: number): number {
    let low = this.#first;
    let high = this.#times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#times[middle] ?? Infinity) <= ts) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
