import type { ModelLevelSource } from './model-levels.ts';
import type { lookOf } from './kind-look.ts';

/** A range of a reading and the colour of devices in it. */
export interface KindThreshold {
  /** Least value of the range. Default: no least value. */
  readonly from?: number;
  /** The range ends before this value. Default: no end. */
  readonly below?: number;
  /** CSS colour of the value on the label, and of the light around the device. */
  readonly color: string;
}

/** How a numeric reading is shown. */
export interface KindReading {
  /** Unit after the number. Default none. */
  readonly unit?: string;
  /** Decimal places, 0 … 6. Default 1. */
  readonly digits?: number;
  /** Ranges with a colour; the first that contains the value counts. Default none. */
  readonly thresholds?: readonly KindThreshold[];
}

/** A kind of device: its model, and how readings become label and colour. */
export interface DeviceKind {
  /** Name of devices that have none. Default: the key of the kind. */
  readonly name?: string;
  /** Path of the model; null: the fallback model. */
  readonly model: string | null;
  /** Simpler models. Default: those of {@link FarmViewerOptions.levels}. */
  readonly levels?: readonly ModelLevelSource[];
  /** Template of the value on the label: `{key}` is the reading with its unit. Default: all readings. */
  readonly label?: string;
  /** Readings by key; the first one in a range with a colour colours the device. Default: none is shown. */
  readonly states?: Readonly<Record<string, KindReading>>;
}

/** What the readings of a device look like. */
export interface KindLook {
  readonly text: string;
  readonly color: string | null;
}

export type KindValues = Readonly<Record<string, number>>;

/** The registered kinds, and the last readings of devices. */
export class DeviceKinds {
  readonly #kinds = new Map<string, DeviceKind>();
  readonly #values = new Map<string, KindValues>();
  /** Loaded with the first kind. */
  #lookOf: typeof lookOf | undefined;

  /** @throws FarmError `invalid-argument` */
  async register(key: string, kind: DeviceKind): Promise<void> {
    const code = await import('./kind-look.ts');
    code.checkKind(key, kind);
    this.#lookOf = code.lookOf;
    this.#kinds.set(key, kind);
  }

  unregister(key: string, kind: DeviceKind): void {
    if (this.#kinds.get(key) === kind) this.#kinds.delete(key);
  }

  get(key: string): DeviceKind | undefined {
    return this.#kinds.get(key);
  }

  /** The levels of the kind with this model. */
  levelsOf(path: string): readonly ModelLevelSource[] | undefined {
    for (const { model, levels } of this.#kinds.values()) if (model === path && levels) return levels;
    return undefined;
  }

  /**
   * Keeps readings.
   * @returns the look of a device of this kind; undefined: its kind shows no readings, or there are none
   */
  read(id: string, key: string, values: KindValues): KindLook | undefined {
    const all = { ...this.#values.get(id), ...values };
    this.#values.set(id, all);
    const kind = this.#kinds.get(key);
    return kind?.states && Object.keys(all).length > 0 ? this.#lookOf?.(kind, all) : undefined;
  }
}
