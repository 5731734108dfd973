/** Measurements of the main thread while some work ran. */
export interface Watched {
  wallMs: number;
  /** Longest time without handling a message, milliseconds. */
  worstGapMs: number;
  /** Number of tasks of 50 ms or more. */
  longTasks: number;
}

const BEAT_MS = 4;

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Measures the main thread while `work` runs. */
export async function watch<T>(work: () => Promise<T>): Promise<Watched & { result: T }> {
  await pause(200);
  let longTasks = 0;
  const observer = new PerformanceObserver((list) => (longTasks += list.getEntries().length));
  observer.observe({ entryTypes: ['longtask'] });
  let worstGapMs = 0;
  let last = performance.now();
  let isOver = false;
  // Every few milliseconds: a tighter loop would itself use most of the measured processor time.
  const beat = () => {
    const now = performance.now();
    worstGapMs = Math.max(worstGapMs, now - last - BEAT_MS);
    last = now;
    if (!isOver) setTimeout(beat, BEAT_MS);
  };
  setTimeout(beat, BEAT_MS);
  const start = performance.now();
  const result = await work();
  const wallMs = performance.now() - start;
  await pause(30);
  isOver = true;
  await pause(30);
  observer.disconnect();
  return { result, wallMs, worstGapMs, longTasks };
}
