import { splitKeys } from '@farm3d/api';
import type { Pool } from 'pg';
import type { ServerEvents } from '../../platform/events.ts';
import type { JsonValue } from '../../platform/json-value.ts';

/** Client attributes, reported by the device, and shared attributes, set at the server. */
export interface DeviceAttributes {
  readonly client: Record<string, JsonValue>;
  readonly shared: Record<string, JsonValue>;
}

/** Client and shared attributes of devices. A change of shared ones is sent to the device. */
export class DeviceAttributeStore {
  readonly #pool: Pool;
  readonly #events: ServerEvents;

  constructor(pool: Pool, events: ServerEvents) {
    this.#pool = pool;
    this.#events = events;
  }

  async read(device: number): Promise<DeviceAttributes> {
    const { rows } = await this.#pool.query<DeviceAttributes>(
      'select attributes as client, shared_attributes as shared from device where key = $1',
      [device],
    );
    return rows[0] ?? { client: {}, shared: {} };
  }

  /** Merges into the shared attributes; null deletes a key. Returns them all. */
  async share(
    device: { readonly id: string; readonly key: number },
    changes: Readonly<Record<string, JsonValue>>,
  ): Promise<Record<string, JsonValue>> {
    const deleted = Object.keys(changes).filter((key) => changes[key] === null);
    const updated = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null));
    const { rows } = await this.#pool.query<{ shared: Record<string, JsonValue> }>(
      `update device set shared_attributes = (shared_attributes || $2::jsonb) - $3::text[]
       where key = $1 returning shared_attributes as shared`,
      [device.key, JSON.stringify(updated), deleted],
    );
    this.#events.emit('attributes-shared', { deviceId: device.id, updated, deleted });
    return rows[0]?.shared ?? {};
  }
}

/**
 * Attributes selected by `{clientKeys: "a,b", sharedKeys: "c"}`, as in ThingsBoard: all of both scopes without a
 * selection, else only the selected scopes. Empty scopes are left out.
 */
export function selectAttributes(
  attributes: DeviceAttributes,
  request: { clientKeys?: unknown; sharedKeys?: unknown },
): { client?: Record<string, JsonValue>; shared?: Record<string, JsonValue> } {
  const { clientKeys, sharedKeys } = request;
  const none = typeof clientKeys !== 'string' && typeof sharedKeys !== 'string';
  const pick = (scope: Record<string, JsonValue>, keys: unknown): Record<string, JsonValue> => {
    if (none) return scope;
    if (typeof keys !== 'string') return {};
    const requestedKeys = new Set(splitKeys(keys).map((key) => key.trim()));
    return Object.fromEntries(Object.entries(scope).filter(([key]) => requestedKeys.has(key)));
  };
  const client = pick(attributes.client, clientKeys);
  const shared = pick(attributes.shared, sharedKeys);
  return {
    ...(Object.keys(client).length > 0 && { client }),
    ...(Object.keys(shared).length > 0 && { shared }),
  };
}

/** Frames of a change for the device: new values, then deleted keys. */
export function attributeFrames(change: {
  readonly updated: Readonly<Record<string, JsonValue>>;
  readonly deleted: readonly string[];
}): Record<string, JsonValue>[] {
  return [
    ...(Object.keys(change.updated).length > 0 ? [{ ...change.updated }] : []),
    ...(change.deleted.length > 0 ? [{ deleted: [...change.deleted] }] : []),
  ];
}
