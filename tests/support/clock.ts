import type { Page } from 'puppeteer';

/** 10:36 solar time of a clear June day at the demo farm: the sun stands high in the south-east. */
export const MORNING_AT_THE_FARM = '2026-06-21T02:40:00Z';

/** The morning of the present day there. */
export function thisMorningAtTheFarm(): string {
  const farm = new Date(Date.now() + 8 * 3_600_000);
  return `${farm.toISOString().slice(0, 10)}T02:40:00Z`;
}

/**
 * Shifts the clock of the next documents of a page to an instant (ISO 8601); it runs on from there. Timers are not
 * changed. `speed` 0: the clock stands, and with it sun and shadows.
 */
export async function setPageClock(page: Page, instant: string, speed: 0 | 1 = 1): Promise<void> {
  await page.evaluateOnNewDocument(
    (from, speed) => {
      const Real = Date;
      const begin = Real.now();
      const now = (): number => from + speed * (Real.now() - begin);
      globalThis.Date = class extends Real {
        constructor(...given: [] | [number]) {
          if (given.length === 0) super(now());
          else super(...given);
        }
        static override now(): number {
          return now();
        }
      } as DateConstructor;
    },
    Date.parse(instant),
    speed,
  );
}

/** The clock of a page that a test moves. */
export interface MovableClock {
  /** Epoch milliseconds. */
  at: number;
  /** Sets it, and runs what waits for the next minute. */
  set: (at: number) => void;
}

declare global {
  interface Window {
    movableClock: MovableClock;
  }
}

/** The clock of the next documents of a page stands at an instant (ISO 8601) until `window.movableClock` moves it. */
export async function setMovableClock(page: Page, instant: string): Promise<void> {
  await page.evaluateOnNewDocument((begin) => {
    const everyMinute: (() => void)[] = [];
    const clock: MovableClock = {
      at: begin,
      set: (at) => {
        clock.at = at;
        for (const run of everyMinute) run();
      },
    };
    window.movableClock = clock;
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...given: [] | [number]) {
        if (given.length === 0) super(clock.at);
        else super(...given);
      }
      static override now = (): number => clock.at;
    } as DateConstructor;
    const repeat = setInterval.bind(window);
    window.setInterval = ((run: () => void, ms?: number) =>
      ms === 60_000 ? everyMinute.push(run) : repeat(run, ms)) as typeof setInterval;
  }, Date.parse(instant));
}
