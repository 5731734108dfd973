import type { Browser, Page } from 'puppeteer';
import { waitFor } from '../support/wait.ts';

/** Result of opening a page. */
export interface Visit {
  /** Results reported by the page, see `scene.js`. */
  readonly outcome: Readonly<Record<string, unknown>>;
  /** Errors and warnings of the page. */
  readonly complaints: readonly string[];
  /** URLs of worker scripts that were loaded. */
  readonly workers: readonly string[];
  /** Number of workers that still run. */
  readonly alive: number;
  /** PNG. */
  readonly picture: Uint8Array;
  /** Number of distinct colours of the screenshot: an empty page has only a few. */
  readonly colours: number;
}

/** Opens an example and waits until it has reported its results. */
export async function visit(browser: Browser, url: string, patienceMs = 90_000): Promise<Visit> {
  const page = await browser.newPage();
  try {
    await page.setViewport({ width: 800, height: 400 });
    const complaints = watched(page);
    const workers: string[] = [];
    page.on('workercreated', (worker) => workers.push(worker.url()));
    await page.goto(url, { timeout: 90_000 });
    // Asked again and again: one long question would end with the patience of the browser's protocol.
    const reported = await waitFor(
      () => page.evaluate(() => document.body?.dataset['outcome']).catch(() => undefined),
      { timeoutMs: patienceMs, intervalMs: 200, what: 'the page to report its outcome' },
    );
    const outcome = JSON.parse(reported) as Record<string, unknown>;
    const picture = await page.screenshot();
    const alive = page.workers().length;
    return {
      outcome,
      complaints: complaints(),
      workers,
      alive,
      picture,
      colours: await coloursOf(page, picture),
    };
  } finally {
    await page.close();
  }
}

/** Notes errors and warnings of a page. @returns a function that answers those so far */
export function watched(page: Page): () => readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type()))
      complaints.push(`${message.text()} ${message.location().url ?? ''}`.trim());
  });
  return () => complaints.filter((text) => !isOfBrowser(text));
}

/** Whether a message is Chromium's about software rendering, or React's about its developer tools. */
function isOfBrowser(text: string): boolean {
  return /GL Driver Message|GPU stall|SwiftShader|React DevTools/i.test(text);
}

export function coloursOf(page: Page, png: Uint8Array): Promise<number> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0)!);
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return new Set(new Uint32Array(data.buffer)).size;
  }, Buffer.from(png).toString('base64'));
}
