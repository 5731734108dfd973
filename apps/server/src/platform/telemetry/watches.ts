/** Keys that rules watch, by device. Other readings cost the rules nothing. */
export class WatchIndex {
  readonly #byDevice = new Map<number, Map<string | null, number>>();

  /** Watches a key of a device, or with null everything that it reports. Returns the function that ends it. */
  watch(device: number, key: string | null): () => void {
    let keys = this.#byDevice.get(device);
    if (!keys) this.#byDevice.set(device, (keys = new Map()));
    keys.set(key, (keys.get(key) ?? 0) + 1);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      const left = (keys.get(key) ?? 1) - 1;
      if (left > 0) keys.set(key, left);
      else keys.delete(key);
      if (keys.size === 0 && this.#byDevice.get(device) === keys) this.#byDevice.delete(device);
    };
  }

  /** The watched keys of a device; undefined when there are none. Null among them: all are. */
  of(device: number): ReadonlyMap<string | null, number> | undefined {
    return this.#byDevice.get(device);
  }
}
