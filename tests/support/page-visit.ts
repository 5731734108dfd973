import type { Browser, BrowserContext } from 'puppeteer';
import { launchBrowser } from './browser.ts';
import { CallRecord } from './call-record.ts';
import { Person } from './person.ts';
import { openAsAdmin } from './product-model-pages.ts';
import type { RunningServer } from './server.ts';

/** What a browser keeps of a login. */
const OF_LOGIN = ['farm3d.session', 'farm3d.user'];

/**
 * A browser that stays logged in over the tests of a file. Each test has a page of its own, without what the others chose
 * or left unsaved in this browser: a login for each test takes as long as the test.
 */
export class PageVisit {
  readonly context: BrowserContext;
  readonly #browser: Browser;
  readonly #server: RunningServer;

  private constructor(browser: Browser, context: BrowserContext, server: RunningServer) {
    this.#browser = browser;
    this.context = context;
    this.#server = server;
  }

  static async begin(server: RunningServer): Promise<PageVisit> {
    const browser = await launchBrowser();
    const visit = new PageVisit(browser, await browser.createBrowserContext(), server);
    const { person } = await visit.newPage();
    await openAsAdmin(person, server, '/app');
    await person.page.waitForSelector('nav a', { visible: true });
    return visit;
  }

  async end(): Promise<void> {
    await this.#browser.close();
    await this.#server.stop();
  }

  /** A page in the place of that of the test before. */
  async newPage(): Promise<{ readonly person: Person; readonly record: CallRecord }> {
    for (const former of await this.context.pages()) await former.close();
    await this.#forget();
    const page = await this.context.newPage();
    await page.setViewport({ width: 1440, height: 900, deviceScaleFactor: 0.5 });
    return { person: new Person(page, this.#server.baseUrl), record: new CallRecord(page) };
  }

  /** Forgets what the browser keeps beside the login, on a page whose complaints nobody reads: it has no icon. */
  async #forget(): Promise<void> {
    const page = await this.context.newPage();
    await page.goto(`${this.#server.baseUrl}/healthz`);
    await page.evaluate((kept) => {
      for (const key of Object.keys(localStorage)) if (!kept.includes(key)) localStorage.removeItem(key);
    }, OF_LOGIN);
    await page.close();
  }
}
