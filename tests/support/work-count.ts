import type { CDPSession, Page } from 'puppeteer';

/**
 * Counts the blocks of JavaScript that a page, or its workers, run: a loop counts once a turn. Unlike a time it is the
 * same on every machine. WebAssembly and the browser's own code are not counted.
 */
export class WorkCount {
  readonly #sessions: readonly CDPSession[];

  private constructor(sessions: readonly CDPSession[]) {
    this.#sessions = sessions;
  }

  /** Counts from now on what runs on the page itself. */
  static async ofPage(page: Page): Promise<WorkCount> {
    return WorkCount.#of([await page.createCDPSession()]);
  }

  /** Counts from now on what runs in the page's workers that are there. */
  static ofWorkers(page: Page): Promise<WorkCount> {
    return WorkCount.#of(page.workers().map(({ client }) => client));
  }

  static async #of(sessions: readonly CDPSession[]): Promise<WorkCount> {
    for (const session of sessions) {
      await session.send('Profiler.enable');
      await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    }
    const count = new WorkCount(sessions);
    // Another count of the same worker may have left something.
    await count.take();
    return count;
  }

  /** Blocks that ran since the last call. */
  async take(): Promise<number> {
    let blocks = 0;
    for (const session of this.#sessions) {
      const { result } = await session.send('Profiler.takePreciseCoverage');
      for (const { functions } of result)
        for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
    }
    return blocks;
  }
}
