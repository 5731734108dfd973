import type { Client } from 'pg';
import type { TestDevice } from './devices.ts';
import { READINGS_PER_MESSAGE, valuesOf, type Sent } from './generator.ts';

/** Comparison of the database with the sent messages. */
export interface StoredCheck {
  /** Number of acknowledged messages that are missing or incomplete. */
  readonly lost: number;
  /** Number of messages, acknowledged or not, that are stored only in part. */
  readonly half: number;
  /** Number of devices whose latest value is older than an acknowledged one, or is not stored. */
  readonly latestBehind: number;
  readonly acknowledged: number;
}

/** Compares acknowledged and unacknowledged messages with ts_message and ts_latest, value by value. */
export async function checkStored(
  client: Client,
  base: number,
  acknowledged: readonly Sent[],
  unacknowledged: Iterable<Sent>,
): Promise<StoredCheck> {
  const devices = new Map<number, TestDevice>(acknowledged.map(({ device }) => [device.key, device]));
  const lowest = Math.min(...acknowledged.map(({ first }) => first));
  const { rows } = await client.query<{ device: number; n: number; values: Record<string, unknown> }>(
    `select device, (extract(epoch from ts) * 1000 - $2)::float8 as n, values from ts_message
     where device = any($1::int[]) and ts >= to_timestamp(($2::float8 + $3::float8) / 1000)`,
    [[...devices.keys()], base, lowest],
  );
  const stored = new Map(rows.map((row) => [`${row.device}:${row.n}`, row.values]));
  const presentParts = ({ device, first }: Sent) =>
    Array.from({ length: READINGS_PER_MESSAGE }, (_, index) => first + index).filter((n) =>
      sameValues(stored.get(`${device.key}:${n}`), valuesOf(n)),
    ).length;

  let lost = 0;
  let half = 0;
  for (const sent of acknowledged) if (presentParts(sent) < READINGS_PER_MESSAGE) lost += 1;
  for (const sent of [...acknowledged, ...unacknowledged]) {
    const parts = presentParts(sent);
    if (parts > 0 && parts < READINGS_PER_MESSAGE) half += 1;
  }
  return {
    lost,
    half,
    latestBehind: await countLatestBehind(client, acknowledged, stored),
    acknowledged: acknowledged.length,
  };
}

async function countLatestBehind(
  client: Client,
  acknowledged: readonly Sent[],
  stored: ReadonlyMap<string, unknown>,
): Promise<number> {
  const newest = new Map<number, number>();
  for (const { device, first } of acknowledged) {
    newest.set(device.key, Math.max(newest.get(device.key) ?? 0, first + READINGS_PER_MESSAGE - 1));
  }
  const { rows } = await client.query<{ device: number; n: number }>(
    `select device, (value #>> '{}')::float8 as n from ts_latest where device = any($1::int[]) and key = 'n'`,
    [[...newest.keys()]],
  );
  const latest = new Map(rows.map((row) => [row.device, row.n]));
  return [...newest].filter(
    ([key, n]) => (latest.get(key) ?? -1) < n || !stored.has(`${key}:${latest.get(key)}`),
  ).length;
}

function sameValues(actual: Record<string, unknown> | undefined, expected: Record<string, unknown>): boolean {
  return (
    actual !== undefined &&
    Object.keys(actual).length === Object.keys(expected).length &&
    Object.entries(expected).every(([key, value]) => actual[key] === value)
  );
}
