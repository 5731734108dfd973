import type { Readiness } from '../features/system/routes.ts';
import type { Foundation } from './foundation.ts';

/** Whether the server can serve, and what is missing. Answers in time also when the database does not. */
export function readiness(
  { pulse, disk }: Pick<Foundation, 'pulse' | 'disk'>,
  hasBrokers: () => boolean,
): () => Promise<Readiness> {
  return async () => {
    const reasons: Readiness['reasons'] = [];
    if (disk.isFull('database')) reasons.push('disk');
    if (disk.isFull('files')) reasons.push('files');
    if (!(await pulse.answers())) reasons.push('database');
    if (!hasBrokers()) reasons.push('mqtt');
    return { reasons };
  };
}
