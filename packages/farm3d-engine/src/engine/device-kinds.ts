import { IdMap } from '../core/id-map.ts';
import type { KindLook } from './kind-look.ts';
import type { DeviceKind, KindValues } from './kind-types.ts';
import type { ModelLevelSource } from './model-levels.ts';

interface Registered {
  readonly kind: DeviceKind;
  /** undefined: the kind shows no readings. */
  readonly look: KindLook | undefined;
}

/** The readings of a device, as its kind shows them. */
interface Readings {
  readonly id: string;
  next: Readings | undefined;
  /** The last of each; undefined: there are none. */
  values: Record<string, number> | undefined;
  /** Of the kind that showed them last. */
  look: KindLook | undefined;
  /** That of its kind, as of the revision of the kinds; undefined: it shows no readings. */
  ownLook: KindLook | undefined;
  revision: number;
  /** CSS colour of the device; null: none. */
  color: string | null;
  /** The text of its label, made when the label is shown. */
  readonly text: () => string | undefined;
}

function noReadings(id: string): Readings {
  const readings: Readings = {
    id,
    next: undefined,
    values: undefined,
    look: undefined,
    ownLook: undefined,
    revision: -1,
    color: null,
    text: () => readings.values && readings.look?.textOf(readings.values),
  };
  return readings;
}

/** The registered kinds, and the last readings of devices. */
export class DeviceKinds {
  readonly #kinds = new Map<string, Registered>();
  readonly #readings = new IdMap<Readings>(noReadings);
  #revision = 0;

  /** @throws FarmError `invalid-argument` */
  async register(key: string, kind: DeviceKind): Promise<void> {
    // Loaded with the first kind.
    const code = await import('./kind-look.ts');
    code.checkKind(key, kind);
    this.#kinds.set(key, { kind, look: kind.states ? new code.KindLook(kind) : undefined });
    this.#revision++;
  }

  unregister(key: string, kind: DeviceKind): void {
    if (this.get(key) === kind) this.#kinds.delete(key);
    this.#revision++;
  }

  /** Call after devices may have become of another kind. */
  keysChanged(): void {
    this.#revision++;
  }

  get(key: string): DeviceKind | undefined {
    return this.#kinds.get(key)?.kind;
  }

  /** The levels of the kind with this model. */
  levelsOf(path: string): readonly ModelLevelSource[] | undefined {
    for (const { kind } of this.#kinds.values()) if (kind.model === path && kind.levels) return kind.levels;
    return undefined;
  }

  /**
   * Keeps readings.
   * @param keyOf key of the kind of a device
   * @returns how the device looks, the same object each time; undefined: its kind shows no readings, or there are none
   */
  read(id: string, keyOf: (id: string) => string, values: KindValues): Readonly<Readings> | undefined {
    const readings = this.#readings.of(id);
    for (const name in values)
      if (Object.hasOwn(values, name)) (readings.values ??= {})[name] = values[name]!;
    if (readings.revision !== this.#revision) {
      readings.ownLook = this.#kinds.size === 0 ? undefined : this.#kinds.get(keyOf(id))?.look;
      readings.revision = this.#revision;
    }
    if (!readings.values || !readings.ownLook) return undefined;
    readings.look = readings.ownLook;
    readings.color = readings.look.colorOf(readings.values);
    return readings;
  }
}
