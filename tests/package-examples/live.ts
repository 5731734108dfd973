import { rmSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer';
import { snippet, type SnippetKind } from '../../apps/web/src/components/embedding/snippets.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { PATIENCE_MS, waitFor } from '../support/wait.ts';
import type { Example } from './examples.ts';
import { buildExample, freePort, serveExample } from './try-example.ts';
import { coloursOf, watched } from './visit.ts';

/** What a page of another site shows of a running platform. */
export interface LiveResult {
  readonly faults: readonly string[];
  /** PNG, and its number of distinct colours. */
  readonly picture: Uint8Array;
  readonly colours: number;
}

/** Readings of the probe: known before the page is opened, and sent while it is open. */
const [KNOWN, NEXT] = [31.25, 28.5];
/** Minimum number of distinct colours: an empty page has only a few. */
const MIN_COLOURS = 300;

/** A running platform with a scene of one probe, and another scene. */
export class LivePlatform {
  readonly #server: RunningServer;
  readonly #probeToken: string;
  readonly #sceneId: string;
  readonly #otherId: string;

  private constructor(server: RunningServer, ids: { probe: string; scene: string; other: string }) {
    this.#server = server;
    this.#probeToken = ids.probe;
    this.#sceneId = ids.scene;
    this.#otherId = ids.other;
  }

  static async start(): Promise<LivePlatform> {
    const server = await startServer();
    const api = await server.client();
    const probe = await api.devices.create({ name: 'Probe', productModelCode: 'TQ-3L' });
    const scene = await api.scenes.create({ name: 'House 1' });
    await api.scenes.drag(scene.id, { deviceId: probe.id, position: { x: 2, y: 0, z: 1 } });
    const other = await api.scenes.create({ name: 'House 2' });
    return new LivePlatform(server, { probe: probe.accessToken, scene: scene.id, other: other.id });
  }

  stop(): Promise<unknown> {
    return this.#server.stop();
  }

  /** The probe reports over HTTP, as a device does. */
  async report(moisture: number): Promise<void> {
    await fetch(`${this.#server.baseUrl}/api/v1/${this.#probeToken}/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ soilMoisture10: moisture }),
    });
  }

  /** The text of the dialog "Embed" for a page of this origin. */
  async snippetFor(kind: SnippetKind, origin: string): Promise<string> {
    const { token } = await this.#token(origin);
    return snippet(kind, { server: this.#server.baseUrl, token, sceneId: this.#sceneId, locale: 'en' });
  }

  /** Attributes of elements that a page of this origin has no right to show. */
  async faultsFor(origin: string): Promise<Record<string, Record<string, string>>> {
    const server = this.#server.baseUrl;
    const [good, expired, other] = [
      await this.#token(origin),
      await this.#token(origin),
      await this.#token('https://portal.example'),
    ];
    const expire = `update embed_token set expires_at = now() - interval '1 second' where id = $1`;
    await this.#server.sql(expire, [expired.id]);
    return {
      'wrong token': { server, token: 'f3e_wrong' },
      expired: { server, token: expired.token },
      'other origin': { server, token: other.token },
      'other scene': { server, token: good.token, scene: this.#otherId },
    };
  }

  async #token(origin: string) {
    const api = await this.#server.client();
    const expiresAt = Date.now() + 3_600_000;
    return api.embedTokens.create({ name: 'Portal', sceneId: this.#sceneId, origins: [origin], expiresAt });
  }
}

/** Builds, serves and opens an example that shows a running platform; the probe reports while it is open. */
export async function tryLive(
  example: Example,
  folder: string,
  browser: Browser,
  platform: LivePlatform,
): Promise<LiveResult> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  await platform.report(KNOWN);
  await fillIn(example, folder, origin, platform);
  await buildExample(example, folder);
  const server = await serveExample(example, folder, port);
  const page = await browser.newPage();
  try {
    const complaints = watched(page);
    await page.setViewport({ width: 800, height: 500 });
    await page.goto(origin);
    const faults = example.live === 'hostile' ? await hostile(page, example) : await live(page, platform);
    const picture = await page.screenshot();
    const colours = await coloursOf(page, picture);
    if (example.live !== 'hostile' && colours < MIN_COLOURS)
      faults.push(`the picture has ${colours} colours`);
    // The browser itself notes each refusal of the server.
    const isRefusal = (text: string) =>
      example.live === 'hostile' && /status of 40[134] .*\/api\/embed\/scene/.test(text);
    return { faults: [...faults, ...complaints().filter((text) => !isRefusal(text))], picture, colours };
  } finally {
    await page.close();
    await server.close();
  }
}

async function fillIn(
  example: Example,
  folder: string,
  origin: string,
  platform: LivePlatform,
): Promise<void> {
  rmSync(join(folder, 'scene.js'), { force: true });
  if (example.live === 'hostile') {
    const faults = await platform.faultsFor(origin);
    writeFileSync(join(folder, 'faults.js'), `export const FAULTS = ${JSON.stringify(faults)};\n`);
    return;
  }
  const kind = example.live!;
  const text = await platform.snippetFor(kind, origin);
  if (kind === 'react') writeFileSync(join(folder, 'farm-scene.jsx'), text);
  else if (kind === 'vue') writeFileSync(join(folder, 'farm-scene.vue'), text);
  else {
    const path = join(folder, 'index.html');
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('SNIPPET', () => text),
    );
  }
}

/** Waits for the reading that was known and for the next one, as labels in the picture. */
async function live(page: Page, platform: LivePlatform): Promise<string[]> {
  const isShown = async (value: number) => {
    const texts = await Promise.all(
      page
        .frames()
        .map((frame) =>
          frame
            .evaluate(() => document.querySelector('farm3d-viewer')?.shadowRoot?.textContent ?? '')
            .catch(() => ''),
        ),
    );
    return texts.some((text) => text.includes(String(value)));
  };
  await waitFor(() => isShown(KNOWN), { what: `the reading ${KNOWN} on a label`, timeoutMs: PATIENCE_MS });
  await platform.report(NEXT);
  await waitFor(() => isShown(NEXT), { what: `the reading ${NEXT} on a label`, timeoutMs: PATIENCE_MS });
  return [];
}

/** Waits for the page's own report. */
async function hostile(page: Page, { expected }: Example): Promise<string[]> {
  const reported = await page.waitForFunction(() => document.body.dataset['outcome'], {
    timeout: PATIENCE_MS,
  });
  const [outcome, wanted] = [(await reported.jsonValue())!, JSON.stringify(expected)];
  return outcome === wanted ? [] : [`the page says ${outcome} instead of ${wanted}`];
}
