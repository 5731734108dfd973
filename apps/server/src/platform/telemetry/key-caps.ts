import type { JsonValue } from '../json-value.ts';
import type { Problem } from './reading.ts';

/** Keys kept in memory, of all devices together; the devices that were not asked for longest leave first. */
const KEPT_KEYS = 1_000_000;

/** Reads the keys that a device has stored. */
export type LoadKeys = (device: number) => Promise<readonly string[]>;

type Values = Record<string, JsonValue>;

/**
 * Bounds the number of keys of a device. Declared keys are always stored; a new one above the cap is refused, with the
 * others of its message as one problem.
 */
export class KeyCaps {
  readonly #cap: number;
  readonly #load: LoadKeys;
  readonly #keys = new Map<number, Set<string>>();
  readonly #loading = new Map<number, Promise<Set<string> | undefined>>();
  #kept = 0;

  constructor(cap: number, load: LoadKeys) {
    this.#cap = cap;
    this.#load = load;
  }

  /** Removes refused keys from `messages`; what was refused, or null: at once where no keys are read. */
  check(
    device: number,
    messages: readonly Values[],
    isDeclared: (key: string) => boolean = () => false,
  ): Problem | null | Promise<Problem | null> {
    // The messages of a device keep their order: while its keys are read, all of them wait.
    const loading = this.#loading.get(device);
    if (loading) return loading.then((known) => this.#bound(device, messages, isDeclared, known));
    const known = this.#recent(device);
    if (!hasNew(messages, isDeclared, known)) return null;
    if (known) return this.#bound(device, messages, isDeclared, known);
    return this.#read(device).then((read) => this.#bound(device, messages, isDeclared, read));
  }

  /** @param known undefined: the keys could not be read, and nothing is refused */
  #bound(
    device: number,
    messages: readonly Values[],
    isDeclared: (key: string) => boolean,
    known: Set<string> | undefined,
  ): Problem | null {
    if (!known || !hasNew(messages, isDeclared, known)) return null;
    const refused = new Set<string>();
    for (const values of messages) {
      for (const key of Object.keys(values)) {
        if (isDeclared(key) || known.has(key)) continue;
        if (known.size < this.#cap) {
          known.add(key);
          this.#kept += 1;
        } else {
          refused.add(key);
          delete values[key];
        }
      }
    }
    this.#trim(device);
    const [field] = refused;
    if (field === undefined) return null;
    const reason = `too_many_keys: the device has ${this.#cap} keys, ${refused.size} new ones were not stored`;
    return { field, reason };
  }

  #recent(device: number): Set<string> | undefined {
    const known = this.#keys.get(device);
    if (known) {
      this.#keys.delete(device);
      this.#keys.set(device, known);
    }
    return known;
  }

  /** Undefined while the database is away: then nothing is refused. */
  #read(device: number): Promise<Set<string> | undefined> {
    const running = this.#loading.get(device);
    if (running) return running;
    const reading = this.#load(device)
      .then((keys) => {
        const known = new Set(keys);
        this.#keys.set(device, known);
        this.#kept += known.size;
        return known;
      })
      .catch(() => undefined)
      .finally(() => this.#loading.delete(device));
    this.#loading.set(device, reading);
    return reading;
  }

  #trim(current: number): void {
    for (const [device, keys] of this.#keys) {
      if (this.#kept <= KEPT_KEYS || device === current) return;
      this.#keys.delete(device);
      this.#kept -= keys.size;
    }
  }
}

function hasNew(
  messages: readonly Values[],
  isDeclared: (key: string) => boolean,
  known: ReadonlySet<string> | undefined,
): boolean {
  for (const values of messages) {
    for (const key in values) if (!isDeclared(key) && known?.has(key) !== true) return true;
  }
  return false;
}
