import type { Pool } from 'pg';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import type { ServerEvents } from '../../platform/events.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import type { DeviceSessions } from '../../platform/sessions/device-sessions.ts';

/** The time of silence after which a device is offline, milliseconds. */
const INACTIVITY_TIMEOUT = 'inactivityTimeout';
const TIMEOUT_MIN_MS = 1_000;
const TIMEOUT_MAX_MS = 366 * 86_400_000;

interface Dependencies {
  readonly pool: Pool;
  readonly sessions: Pick<DeviceSessions, 'loadTimeout'>;
  readonly events: Pick<ServerEvents, 'emit'>;
}

type Attributes = Record<string, JsonValue>;

/** Null removes it. */
const isTimeout = (value: JsonValue): boolean =>
  value === null ||
  (typeof value === 'number' &&
    value >= TIMEOUT_MIN_MS &&
    value <= TIMEOUT_MAX_MS &&
    Number.isInteger(value));

/** Attributes that the platform keeps about a device and does not tell it. */
export async function readServerAttributes(
  { pool }: Pick<Dependencies, 'pool'>,
  device: number,
): Promise<Attributes> {
  const { rows } = await pool.query<{ server: Attributes }>(
    'select server_attributes as server from device where key = $1',
    [device],
  );
  return rows[0]?.server ?? {};
}

/**
 * Merges into them; null deletes a key. Returns them all.
 * @throws {HttpProblem} 400 for an invalid time of silence
 */
export async function saveServerAttributes(
  { pool, sessions, events }: Dependencies,
  device: Pick<DeviceIdentity, 'id' | 'key'> & { readonly organisation_id: string },
  changes: Readonly<Attributes>,
): Promise<Attributes> {
  const timeout = changes[INACTIVITY_TIMEOUT];
  if (timeout !== undefined && !isTimeout(timeout))
    throw new HttpProblem(400, 'number.range', { field: INACTIVITY_TIMEOUT });
  const deleted = Object.keys(changes).filter((key) => changes[key] === null);
  const updated = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null));
  const { rows } = await pool.query<{ server: Attributes }>(
    `update device set server_attributes = (server_attributes || $2::jsonb) - $3::text[]
     where key = $1 returning server_attributes as server`,
    [device.key, JSON.stringify(updated), deleted],
  );
  if (timeout !== undefined) {
    await sessions.loadTimeout(device.id);
    events.emit('device-changed', { deviceId: device.id, organisationId: device.organisation_id });
  }
  return rows[0]?.server ?? {};
}
