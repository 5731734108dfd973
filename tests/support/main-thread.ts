import type { CDPSession } from 'puppeteer';

/** Threshold of a long task, milliseconds. */
const LONG_TASK_MS = 50;

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Start and duration in wall time, microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Processor time, microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Work of a page while it was traced, as processor time: waiting for a slow rasteriser does not count. */
export interface ThreadTimes {
  /** Main thread: sum of the time of tasks beyond the first 50 ms of each, milliseconds. */
  readonly blockedMs: number;
  /** Workers: sum of the time of all tasks, milliseconds. */
  readonly workerMs: number;
}

/** Traces the threads of a page. */
export async function traceTasks(cdp: CDPSession): Promise<{ stop(): Promise<ThreadTimes> }> {
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await cdp.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
    transferMode: 'ReportEvents',
  });
  return {
    async stop() {
      const complete = new Promise<void>((resolve) => cdp.once('Tracing.tracingComplete', () => resolve()));
      await cdp.send('Tracing.end');
      await complete;
      return timesOf(events);
    },
  };
}

function timesOf(events: readonly TraceEvent[]): ThreadTimes {
  const nameOf = new Map<string, string>();
  for (const { name, pid, tid, args } of events) {
    if (name === 'thread_name') nameOf.set(`${pid}:${tid}`, args.name ?? '');
  }
  let blockedMs = 0;
  let workerMs = 0;
  let seen = 0;
  const ends = new Map<string, number>();
  for (const { pid, tid, ts, dur, tdur } of events.toSorted(
    (a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0),
  )) {
    if (dur === undefined || tdur === undefined) continue;
    const id = `${pid}:${tid}`;
    // Nested in a task that is already counted.
    if (ts < (ends.get(id) ?? 0)) continue;
    ends.set(id, ts + dur);
    const thread = nameOf.get(id) ?? '';
    if (thread === 'CrRendererMain') {
      seen++;
      blockedMs += Math.max(0, tdur / 1000 - LONG_TASK_MS);
    } else if (thread.startsWith('DedicatedWorker')) {
      workerMs += tdur / 1000;
    }
  }
  if (seen === 0) throw new Error('the trace has no task of the page');
  return { blockedMs, workerMs };
}
