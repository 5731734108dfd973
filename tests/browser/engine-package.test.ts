import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { EnginePackage } from '../support/engine-package.ts';
import { STRICT_POLICY } from './pages/page-server.ts';
import { PATIENCE_MS } from '../support/wait.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const README = join(ROOT, 'packages/farm3d-engine/README.md');
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.glb': 'model/gltf-binary',
  '.wasm': 'application/wasm',
};

let built: EnginePackage;
let server: Server;
let browser: Browser;
let url: string;

/** The example page of the README, unchanged. */
function pageOfReadme(): string {
  const page = /```html\n(<!doctype html>[\s\S]*?)```/.exec(readFileSync(README, 'utf8'));
  return page![1]!;
}

beforeAll(async () => {
  built = EnginePackage.build();
  const folders: [string, string][] = [
    ['/farm3d-engine/', built.folder],
    ['/three/', join(ROOT, 'tests/node_modules/three')],
    ['/models/', join(ROOT, 'packages/models/dist')],
  ];
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path === '/') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(pageOfReadme());
      return;
    }
    const folder = folders.find(([prefix]) => path.startsWith(prefix));
    const file = folder && join(folder[1], normalize(path.slice(folder[0].length)));
    if (!file || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    // The policy of a worker is that of its own response; the page itself has inline scripts.
    if (file.endsWith('.worker.js')) response.setHeader('Content-Security-Policy', STRICT_POLICY);
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  built?.remove();
});

it('the example page of the README works: a scene from the published files by an import map, without a bundler', async () => {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.setViewport({ width: 500, height: 320 });
  await page.goto(url);
  const seen = await page.waitForFunction(
    () => {
      const tree = document.querySelector('[role=tree]');
      return document.body.dataset['loaded'] === 'yes' && tree?.textContent ? tree.textContent : null;
    },
    { timeout: PATIENCE_MS },
  );
  expect(await seen.jsonValue()).toContain('土壤墒情');
  expect(complaints).toEqual([]);
});
