import { DAY_MS, firstKeptDay } from './kept-days.ts';
import type { HistoryRange } from './history-range.ts';

type Span = Pick<HistoryRange, 'startTs' | 'endTs'>;

/**
 * The parts of a range to read one after the other until there are enough: packed days are unpacked before they are put in
 * order, so few of them at first, twice as many each time, and at most `mostDays`. What is not packed is one part.
 */
export function* readSpans(
  { startTs, endTs }: Span,
  { now, mostDays, order = 'ASC' }: { now: number; mostDays: number; order?: 'ASC' | 'DESC' },
): Generator<Span> {
  const packedEnd = Math.min(endTs, firstKeptDay(now));
  const kept = { startTs: Math.max(startTs, packedEnd), endTs };
  const isKept = kept.startTs < kept.endTs;
  if (order === 'DESC' && isKept) yield kept;
  let days = 1;
  for (let from = startTs, to = packedEnd; from < to; days = Math.min(days * 2, mostDays)) {
    const length = days * DAY_MS;
    if (order === 'ASC') {
      const end = Math.min(to, from + length);
      yield { startTs: from, endTs: end };
      from = end;
    } else {
      const begin = Math.max(from, to - length);
      yield { startTs: begin, endTs: to };
      to = begin;
    }
  }
  if (order === 'ASC' && isKept) yield kept;
}
