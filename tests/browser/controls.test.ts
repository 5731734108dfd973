// Second tier (page): controls of the user interface
import type { Browser, BrowserContext } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { servePage, type PageServer } from './pages/page-server.ts';

let server: PageServer;
let browser: Browser;
let context: BrowserContext;
let person: Person;

beforeAll(async () => {
  server = await servePage('controls', { components: true });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
beforeEach(async () => {
  context = await browser.createBrowserContext();
  person = new Person(await context.newPage(), server.url.replace(/\/$/, ''));
});
afterEach(async () => {
  await context.close();
});

/** Waits until the controls have reported something new, and answers all of it. */
async function reported(count: number): Promise<string[]> {
  await person.page.waitForFunction(
    (wanted) => (window as unknown as { reports: string[] }).reports.length >= wanted,
    {},
    count,
  );
  return person.page.evaluate(() => (window as unknown as { reports: string[] }).reports);
}

test('Escape answers a question with no', async () => {
  await person.open('/index.html');
  await person.click('ask');
  await person.see('question');
  await person.press('Escape');
  await person.seeNo('question');
  expect(await reported(1)).toEqual(['cancelled']);
});

test('Enter answers a question with its focused button', async () => {
  await person.open('/index.html');
  await person.click('ask');
  await person.focusIsAt('confirm-ok');
  await person.press('Enter');
  expect(await reported(1)).toEqual(['confirmed']);
});

test('a switch that waits for its response is not switched again, by mouse or key', async () => {
  await person.open('/index.html?busy');
  await person.click('pump');
  await person.reach('[data-testid="pump"]');
  await person.press('Space');
  // The next report shows that the switch made none.
  await person.click('ask');
  await person.see('question');
  await person.press('Escape');
  expect(await reported(1)).toEqual(['cancelled']);
});

test('a switch reports what is wanted', async () => {
  await person.open('/index.html');
  await person.click('pump');
  expect(await reported(1)).toEqual(['pump true']);
});

test('a number stays within its limits, typed or stepped', async () => {
  await person.open('/index.html');
  await person.type('share', '250');
  await person.press('Enter');
  expect(await reported(1)).toEqual(['share 90']);
  await person.press('ArrowUp');
  await person.type('share', '3');
  await person.press('Enter');
  expect(await reported(2)).toEqual(['share 90', 'share 10']);
  await person.press('ArrowUp');
  expect(await reported(3)).toEqual(['share 90', 'share 10', 'share 11']);
});

test('a text that changes is written where it is in view, and when it comes into view', async () => {
  await person.open('/index.html');
  const { page } = person;
  const at = (row: number) => `[data-testid="readings"] li:nth-child(${row})`;
  /** Reports until one row shows what was reported last and another does not. */
  const shows = (shown: number, hidden: number) =>
    page.waitForFunction(
      (...selectors) => {
        const { report, reported } = window as unknown as {
          report: (text: string) => void;
          reported: number;
        };
        const next = String((reported || 0) + 1);
        Object.assign(window, { reported: Number(next) });
        report(next);
        const [first, second] = selectors.map((selector) => document.querySelector(selector)!.textContent);
        return first === next && second !== next;
      },
      { polling: 'raf' },
      at(shown),
      at(hidden),
    );
  await page.waitForSelector(at(100));
  await shows(1, 100);
  await page.$eval(at(100), (row) => row.scrollIntoView());
  await shows(100, 1);
  const last = await page.$eval(at(100), ({ textContent }) => textContent);
  // What came meanwhile is written when a row is seen again.
  await page.$eval(at(1), (row) => row.scrollIntoView());
  await page.waitForFunction(
    (selector, wanted) => document.querySelector(selector)?.textContent === wanted,
    {},
    at(1),
    last,
  );
});
