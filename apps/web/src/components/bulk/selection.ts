import { computed, signal } from '@preact/signals-react';
import type { Device } from '@farm3d/api';

/** Selected devices of a list, by id; they stay selected when their rows leave the screen. */
export function createSelection() {
  const devices = signal<ReadonlyMap<string, Device>>(new Map());
  let last: number | null = null;
  return {
    devices,
    size: computed(() => devices.value.size),
    has: (id: string): boolean => devices.value.has(id),
    /**
     * Selects a row, or no longer.
     * @param range with the rows between it and the row before
     */
    toggle: (index: number, device: Device, range: boolean, rows: ReadonlyMap<number, Device>): void => {
      const next = new Map(devices.peek());
      const isOn = !next.has(device.id);
      const from = range && last !== null ? last : index;
      for (let at = Math.min(from, index); at <= Math.max(from, index); at += 1) {
        const one = at === index ? device : rows.get(at);
        if (!one) continue;
        if (isOn) next.set(one.id, one);
        else next.delete(one.id);
      }
      last = index;
      devices.value = next;
    },
    set: (all: readonly Device[]): void => {
      devices.value = new Map(all.map((device) => [device.id, device]));
    },
    clear: (): void => {
      last = null;
      if (devices.peek().size > 0) devices.value = new Map();
    },
  };
}

export type Selection = ReturnType<typeof createSelection>;
