import type { Browser, Page } from 'puppeteer';

/** What a page said and did. */
export interface Visit {
  /** Its own words, see `scene.js`. */
  readonly outcome: Readonly<Record<string, unknown>>;
  /** Errors and warnings of the page. */
  readonly complaints: readonly string[];
  /** Addresses of the scripts that workers were started from and that answered. */
  readonly workers: readonly string[];
  /** PNG. */
  readonly picture: Uint8Array;
  /** Distinct colours of the picture: a page that shows nothing has a handful. */
  readonly colours: number;
}

/** Opens an example and waits until it has told what came of it. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const page = await browser.newPage();
  try {
    await page.setViewport({ width: 800, height: 400 });
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type()))
        complaints.push(`${message.text()} ${message.location().url ?? ''}`.trim());
    });
    const workers: string[] = [];
    page.on('workercreated', (worker) => workers.push(worker.url()));
    await page.goto(url, { timeout: 90_000 });
    const reported = await page.waitForFunction(() => document.body?.dataset['outcome'], { timeout: 90_000 });
    const outcome = JSON.parse((await reported.jsonValue())!) as Record<string, unknown>;
    const picture = await page.screenshot();
    return { outcome, complaints, workers, picture, colours: await coloursOf(page, picture) };
  } finally {
    await page.close();
  }
}

function coloursOf(page: Page, png: Uint8Array): Promise<number> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0)!);
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    pen.drawImage(bitmap, 0, 0);
    const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
    return new Set(new Uint32Array(data.buffer)).size;
  }, Buffer.from(png).toString('base64'));
}
