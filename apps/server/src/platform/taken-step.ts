import type { PoolClient } from 'pg';

/** A step of the machine's clock whose time the platform takes. */
export interface TakenStep {
  /** How far the machine's clock was ahead of the platform's time, milliseconds; negative: behind. */
  readonly sizeMs: number;
  /** When the step was seen, in the former time of the platform, epoch ms. */
  readonly seenAt: number;
  /** The new time of the platform, epoch ms. */
  readonly now: number;
  /** The machine. */
  readonly server: string;
}

/** A state of an alarm has its instants as numbers: `AlarmState` in features/alarms/machine.ts. */
const ALARM_INSTANTS = `'{at,holdingSince,clearingSince,activeSince,shelvedUntil,toldAt}'`;

/** Keeps the time that is left of what runs and waits. $1: the size of the step. */
const RUNNING = [
  `update device_run set ends_at = ends_at + $1::interval where ends_at is not null`,
  `update command set expires_at = expires_at + $1::interval where finished_at is null and expires_at is not null`,
  `update linkage_run set resume_at = resume_at + $1::interval where resume_at is not null`,
];

/**
 * $1: the size of the step. $2: what is later was certainly dated by the former time: with a step back it lies in the future,
 * with a step forward it came since the step was seen.
 */
const DATED = [
  // The next run is computed anew when the automations are loaded.
  `update linkage set next_run_at = null,
     last_set_off_at = case when last_set_off_at > $2 then last_set_off_at + $1::interval else last_set_off_at end
   where next_run_at is not null or last_set_off_at > $2`,
  // In their order still: not before those of the device that are not moved.
  `update ts_newest n set ts = greatest(n.ts + $1::interval, (
     select max(o.ts) from ts_newest o where o.device = n.device and o.ts <= $2)) where n.ts > $2`,
  `update device set last_activity_at = last_activity_at + $1::interval where last_activity_at > $2`,
  // Its readings since the claim must not count as those before it.
  `update device set claimed_at = claimed_at + $1::interval where claimed_at > $2`,
  `update device_connection set changed_at = changed_at + $1::interval where changed_at > $2`,
  `update alarm_state set state = state || (
     select jsonb_object_agg(key, value::text::float8 + extract(epoch from $1::interval) * 1000)
     from jsonb_each(state) where key = any(${ALARM_INSTANTS}) and jsonb_typeof(value) = 'number')
   where (state ->> 'at')::float8 > extract(epoch from $2::timestamptz) * 1000`,
  `update alarm set raised_at = case when raised_at > $2 then raised_at + $1::interval else raised_at end,
     acknowledged_at = case when acknowledged_at > $2 then acknowledged_at + $1::interval else acknowledged_at end,
     shelved_until = case when shelved_until > $2 then shelved_until + $1::interval else shelved_until end,
     cleared_at = case when cleared_at > $2 then greatest(cleared_at + $1::interval,
       case when raised_at > $2 then raised_at + $1::interval else raised_at end) else cleared_at end
   where greatest(raised_at, acknowledged_at, shelved_until, cleared_at) > $2`,
  `update alarm_event set at = at + $1::interval where at > $2`,
  `update notification_delivery set next_at = next_at + $1::interval where state = 'waiting' and next_at > $2`,
  `update totp set locked_until = locked_until + $1::interval where locked_until > $2`,
];

/**
 * Moves what the platform dated by its former time and still compares with the time to the new one, in a transaction:
 * nothing that runs lasts longer or shorter for it, and what was dated in the future does not make newer readings look old.
 * The readings themselves keep their times; those that the platform dated are marked as misdated.
 */
export async function takeStep(
  client: PoolClient,
  { sizeMs, seenAt, now, server }: TakenStep,
): Promise<void> {
  const former = new Date(sizeMs < 0 ? now : seenAt);
  const by = `${sizeMs} milliseconds`;
  for (const sql of RUNNING) await client.query(sql, [by]);
  for (const sql of DATED) await client.query(sql, [by, former]);
  await client.query('update ts_misdated set ahead_ms = $2 where server = $1 and ahead_ms is null', [
    server,
    -sizeMs,
  ]);
  if (sizeMs > 0) return;
  // No device may be more than a day ahead; what lies in the future was dated here, also before the step was seen.
  await client.query(
    `insert into ts_misdated (device, ts, server, ahead_ms) select device, ts, $1, $2 from ts_message where ts > $3
     on conflict do nothing`,
    [server, -sizeMs, former],
  );
}
