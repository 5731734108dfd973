import type { Pool } from 'pg';
import { platformNow } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { MessageQuotas } from '../../platform/limits/message-quotas.ts';
import { RepeatedWork } from '../../platform/repeated-work.ts';

const INTERVAL_MS = 1_000;

/** Counts the messages of all servers together: what one does not know of the others is that of a second. */
export function shareQuotas(pool: Pool, quotas: MessageQuotas, log: Logger): RepeatedWork {
  const telling = new RepeatedWork(
    () => tell(pool, quotas),
    (error) => log.warn({ err: error }, 'the messages of the other servers could not be counted'),
  );
  telling.start(INTERVAL_MS);
  return telling;
}

async function tell(pool: Pool, quotas: MessageQuotas): Promise<boolean> {
  const { hour, counts } = quotas.drain(platformNow());
  if (counts.size === 0) return false;
  try {
    const { rows } = await pool.query<{ subject: string; messages: number }>({
      name: 'cluster-message-counts',
      text: `with old as (delete from message_count where hour < $1 - 1)
             insert into message_count as c (hour, subject, messages)
             select $1, u.subject, u.messages from unnest($2::text[], $3::int[]) as u(subject, messages) order by 2
             on conflict (hour, subject) do update set messages = c.messages + excluded.messages
             returning c.subject, c.messages`,
      values: [hour, [...counts.keys()], [...counts.values()]],
    });
    quotas.absorb(hour, new Map(rows.map(({ subject, messages }) => [subject, messages])));
    return false;
  } catch (error) {
    quotas.restore(hour, counts);
    throw error;
  }
}
