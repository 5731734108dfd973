import type { ServerResponse } from 'node:http';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, normalize } from 'node:path';
import type { Browser, Page } from 'puppeteer';
import type { Inspection } from '../browser/pages/inspect/main.ts';
import { type PageServer, servePage } from '../browser/pages/page-server.ts';

/** Output of `npm run inspect` for a model, one JSON line per file. */
export type ModelReport = { readonly file: string } & Pick<
  Inspection,
  'ok' | 'format' | 'triangles' | 'drawCalls' | 'clips' | 'textures' | 'bytes' | 'ms' | 'worstMainThreadGapMs'
> & { readonly error?: { readonly code: string; readonly message: string } };

/** A path that never gets a response. */
export const UNANSWERED = '/inspected/unanswered.glb';
/** Deadline of a file, milliseconds. */
export const DEADLINE_MS = 60_000;
/** Additional time after a file's deadline before the page counts as hung, milliseconds. */
const PAGE_GRACE_MS = 15_000;

/** Loads models with the engine in one headless page, one after another, each from its own folder. */
export class ModelInspectorPage {
  readonly #browser: Browser;
  readonly #server: PageServer;
  readonly #folders = new Map<string, string>();
  #page: Page | undefined;
  #next = 0;
  /** Answers paths before the files do; returns true when answered. */
  instead: ((path: string, response: ServerResponse) => boolean) | undefined;

  private constructor(browser: Browser, server: PageServer) {
    this.#browser = browser;
    this.#server = server;
    server.answer = (request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
      // Accepted, without a response until the server closes.
      if (path === UNANSWERED) return true;
      if (this.instead?.(path, response)) return true;
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

  /** The page; a new one after a hang. */
  async page(): Promise<Page> {
    if (this.#page && !this.#page.isClosed()) return this.#page;
    const page = await this.#browser.newPage();
    await page.setViewport({ width: 320, height: 200 });
    await page.goto(this.#server.url);
    await page.waitForFunction(() => window.inspectModel !== undefined);
    return (this.#page = page);
  }

  /** Paths asked for so far. */
  get requests(): readonly string[] {
    return this.#server.requests;
  }

  /** URL of a file for the page; files of its folder have relative URLs. */
  addressOf(file: string): string {
    const id = String(this.#next++);
    this.#folders.set(id, dirname(file));
    return `/inspected/${id}/${encodeURIComponent(basename(file))}`;
  }

  /** Inspects a file. Always resolves. */
  async look(file: string, deadlineMs = DEADLINE_MS): Promise<Inspection> {
    const path = this.addressOf(file);
    const page = await this.page();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hung = new Promise<never>((_, reject) => {
      const settle = (why: string) => reject(new Error(why));
      timer = setTimeout(() => settle('the page does not answer'), deadlineMs + PAGE_GRACE_MS);
      page.once('error', () => settle('the page crashed'));
    });
    hung.catch(() => {});
    try {
      return await Promise.race([
        page.evaluate((path, ms) => window.inspectModel(path, ms), path, deadlineMs),
        hung,
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

/** Whether a file is a region map; all other files are models. */
export function isMap(file: string): boolean {
  return ['.geojson', '.f3rp', '.json'].includes(extname(file).toLowerCase());
}
