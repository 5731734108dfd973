import { signal } from '@preact/signals-react';

/** Services whose answer is awaited, by the id of the device: its card and its panel show the same. */
const pending = signal<ReadonlyMap<string, string>>(new Map());

/** The service of the device that waits for its answer; null when none does. Subscribes. */
export const pendingService = (deviceId: string): string | null => pending.value.get(deviceId) ?? null;

/** Marks the service while `command` runs. A device takes one at a time: null when another waits. */
export async function whilePending<Result>(
  deviceId: string,
  service: string,
  command: () => Promise<Result>,
): Promise<Result | null> {
  if (pending.peek().has(deviceId)) return null;
  pending.value = new Map(pending.peek()).set(deviceId, service);
  try {
    return await command();
  } finally {
    const others = new Map(pending.peek());
    others.delete(deviceId);
    pending.value = others;
  }
}
