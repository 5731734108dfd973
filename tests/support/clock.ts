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
