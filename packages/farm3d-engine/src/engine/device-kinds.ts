import type { ModelLevelSource } from './model-levels.ts';
import type { lookOf } from './kind-look.ts';
import type { DeviceKind, KindLook, KindValues } from './kind-types.ts';

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
