import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, normalize } from 'node:path';
import type { Browser, Page } from 'puppeteer';
import type { Inspection } from '../browser/pages/inspect/main.ts';
import { type PageServer, servePage } from '../browser/pages/page-server.ts';

/** What `npm run inspect` prints of a model, one JSON line a file. */
export type ModelReport = { readonly file: string } & Pick<
  Inspection,
  'ok' | 'format' | 'triangles' | 'drawCalls' | 'clips' | 'textures' | 'bytes' | 'ms' | 'worstMainThreadGapMs'
> & { readonly error?: { readonly code: string; readonly message: string } };

/** An address at which nothing ever comes. */
export const UNANSWERED = '/inspected/unanswered.glb';
/** A file that has not settled by then is given up, milliseconds. */
export const DEADLINE_MS = 60_000;
/** What the page itself gets on top of a file's deadline before it is taken for dead. */
const PAGE_GRACE_MS = 15_000;

/** Loads models through the engine in one headless page, one after another, each from its own folder. */
export class ModelInspectorPage {
  readonly #browser: Browser;
  readonly #server: PageServer;
  readonly #folders = new Map<string, string>();
  #page: Page | undefined;
  #next = 0;

  private constructor(browser: Browser, server: PageServer) {
    this.#browser = browser;
    this.#server = server;
    server.answer = (request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
      // Taken and never answered, until the server closes.
      if (path === UNANSWERED) return true;
      const match = /^\/inspected\/(\d+)\/(.*)$/.exec(path);
      if (!match) return false;
      const folder = this.#folders.get(match[1]!);
      const file = folder === undefined ? undefined : join(folder, normalize(`/${match[2]}`));
      if (!file || !existsSync(file) || !statSync(file).isFile()) {
        response.writeHead(404).end();
        return true;
      }
      const body = readFileSync(file);
      const type = extname(file) === '.js' ? 'text/javascript' : 'application/octet-stream';
      response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length }).end(body);
      return true;
    };
  }

  static async start(browser: Browser): Promise<ModelInspectorPage> {
    return new ModelInspectorPage(browser, await servePage('inspect'));
  }

  /** The page; a new one after it died. */
  async page(): Promise<Page> {
    if (this.#page && !this.#page.isClosed()) return this.#page;
    const page = await this.#browser.newPage();
    await page.setViewport({ width: 320, height: 200 });
    await page.goto(this.#server.url);
    await page.waitForFunction(() => window.inspectModel !== undefined);
    return (this.#page = page);
  }

  /** The address of a file for the page. Its neighbours are beside it. */
  addressOf(file: string): string {
    const id = String(this.#next++);
    this.#folders.set(id, dirname(file));
    return `/inspected/${id}/${encodeURIComponent(basename(file))}`;
  }

  /** Everything the page knows of a file. Always answers. */
  async look(file: string, deadlineMs = DEADLINE_MS): Promise<Inspection> {
    const path = this.addressOf(file);
    const page = await this.page();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const dead = new Promise<never>((_, reject) => {
      const give = (why: string) => reject(new Error(why));
      timer = setTimeout(() => give('the page does not answer'), deadlineMs + PAGE_GRACE_MS);
      page.once('error', () => give('the page crashed'));
    });
    dead.catch(() => {});
    try {
      return await Promise.race([
        page.evaluate((path, ms) => window.inspectModel(path, ms), path, deadlineMs),
        dead,
      ]);
    } catch (error) {
      this.#page = undefined;
      void page.close().catch(() => {});
      const message = (error as Error).message;
      const nothing = { triangles: 0, drawCalls: 0, textures: 0, bytes: 0, skins: 0, morphTargets: 0 };
      const times = { ms: deadlineMs, worstMainThreadGapMs: deadlineMs, decodedBytes: 0 };
      return {
        ok: false,
        format: null,
        clips: [],
        box: [],
        ...nothing,
        ...times,
        error: { code: 'page-crashed', message },
      };
    } finally {
      clearTimeout(timer);
    }
  }

  async inspect(file: string, deadlineMs?: number): Promise<ModelReport> {
    const {
      skins: _,
      morphTargets: __,
      box: ___,
      decodedBytes: ____,
      ...report
    } = await this.look(file, deadlineMs);
    return { file: basename(file), ...report };
  }

  async close(): Promise<void> {
    await this.#page?.close();
    await this.#server.close();
  }
}

/** Whether a file is a region map; everything else is looked at as a model. */
export function isMap(file: string): boolean {
  return ['.geojson', '.f3rp', '.json'].includes(extname(file).toLowerCase());
}
