import type { Readiness } from '../features/system/routes.ts';
import type { Foundation } from './foundation.ts';

/** A database that has not answered within this time is not ready, milliseconds. */
const ANSWER_TIMEOUT_MS = 2_000;

/** Whether the server can serve, and what is missing. Answers in time also when the database does not. */
export function readiness(
  { pool, disk }: Pick<Foundation, 'pool' | 'disk'>,
  hasBrokers: () => boolean,
): () => Promise<Readiness> {
  // One query at a time: queries without a response do not occupy all connections.
  let asked: Promise<boolean> | undefined;
  const ask = (): Promise<boolean> =>
    (asked ??= pool
      .query('select 1')
      .then(
        () => true,
        () => false,
      )
      .finally(() => (asked = undefined)));
  return async () => {
    const reasons: Readiness['reasons'] = [];
    if (disk.isFull('database')) reasons.push('disk');
    if (disk.isFull('files')) reasons.push('files');
    if (!(await within(ask(), ANSWER_TIMEOUT_MS))) reasons.push('database');
    if (!hasBrokers()) reasons.push('mqtt');
    return { reasons };
  };
}

async function within(answer: Promise<boolean>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
