import type { Page } from 'puppeteer';

/** Tweens that a page has started, by the library that plays them. */
export interface TweenCounts {
  /** Played by the engine's own frame loop. */
  readonly engine: number;
  readonly gsap: number;
  /** While the loading overlay covered the scene. */
  readonly gsapBeforePicture: number;
}

/** The engine puts each of its own tweens into a set; gsap marks each object that it moves. */
function count(): void {
  const counts = { engine: 0, gsap: 0, gsapBeforePicture: 0 };
  Object.assign(window, { tweenCounts: counts });
  const ofSets: { add: (this: unknown, value: unknown) => unknown } = Set.prototype;
  const { add } = ofSets;
  ofSets.add = function (value) {
    if (typeof value === 'object' && value !== null && 'elapsedMs' in value) counts.engine++;
    return add.call(this, value);
  };
  const ofObjects: object = Object.prototype;
  Object.defineProperty(ofObjects, '_gsap', {
    configurable: true,
    get: () => undefined,
    set(this: object, value: unknown) {
      counts.gsap++;
      if (document.querySelector('[data-testid="loading-overlay"][data-covers="true"]'))
        counts.gsapBeforePicture++;
      Object.defineProperty(this, '_gsap', { value, writable: true, configurable: true });
    },
  });
}

/** Counts the tweens of each document that the page opens from now on. */
export async function countTweens(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(count);
}

/** The counts of the present document. */
export function tweenCounts(page: Page): Promise<TweenCounts> {
  return page.evaluate(() => (window as unknown as { tweenCounts: TweenCounts }).tweenCounts);
}

/** Waits until the page reports that gsap is loaded. */
export async function gsapIsLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => 'gsapVersions' in window);
}
