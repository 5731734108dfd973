import type { Pool } from 'pg';
import { inTransaction } from '../storage/transaction.ts';
import { READING_TABLES } from '../storage/reading-tables.ts';

const DAY_MS = 86_400_000;
/** Devices of one transaction. */
const STEP = 50;
/** One server at a time does it. */
const LOCK_KEY = 36_033_184;
/** The devices whose readings end, and before which day of UTC. */
interface Due {
  readonly keys: number[];
  readonly before: Date;
}

/**
 * Deletes readings that are older than their organisation keeps them. The newest value of each key stays.
 */
export async function removeOldReadings(pool: Pool, now: number): Promise<void> {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const { rows } = await pool.query<{ days: number; keys: number[] }>(
    `select o.retention_days as days, array_agg(d.key order by d.key) as keys
     from organisation o join (
       select key, organisation_id from device union all select key, organisation_id from device_former_key
     ) d on d.organisation_id = o.id
     where o.retention_days is not null group by o.id`,
  );
  for (const { days, keys } of rows)
    for (let from = 0; from < keys.length; from += STEP) {
      const due = { keys: keys.slice(from, from + STEP), before: new Date(today - days * DAY_MS) };
      if (!(await removeSome(pool, due))) return;
    }
}

/** False while another server does it. */
function removeSome(pool: Pool, { keys, before }: Due): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
      LOCK_KEY,
    ]);
    if (rows[0]?.mine !== true) return false;
    for (const [table, at] of READING_TABLES)
      await client.query(`delete from ${table} where device = any($1::int[]) and ${at} < $2`, [keys, before]);
    return true;
  });
}
