import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// What the demo farm costs to fetch, on the real scene page and from a cold browser.

const MEGABYTE = 1_000_000;

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer({ demo: true });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

interface Meter {
  readonly url: string;
  /** Bytes that the server has sent through it. */
  readonly bytes: () => number;
  close(): void;
}

/** A wire to the server that counts what comes back, workers' downloads and headers included. */
async function meter(target: string): Promise<Meter> {
  let bytes = 0;
  const open = new Set<Socket>();
  const { hostname, port } = new URL(target);
  const wire = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy()).on('close', () => open.delete(from));
      from.pipe(to);
    }
    upstream.on('data', (piece: Buffer) => (bytes += piece.length));
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(wire.address() as AddressInfo).port}`,
    bytes: () => bytes,
    close: () => {
      wire.close();
      for (const socket of open) socket.destroy();
    },
  };
}

test('fourteen devices stand on the farm, and its first picture is there after less than 2 MB', async () => {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1024, height: 720 });
  const wire = await meter(server.baseUrl);
  try {
    const person = new Person(page, wire.url);
    await person.logIn(server.adminPassword);
    await person.openFirstScene();
    const total = wire.bytes();
    expect(await page.$$(Person.selector('object-list-item'))).toHaveLength(14);
    expect(await page.$$(Person.selector('model-badge'))).toHaveLength(0);
    console.log(`first picture of the demo farm: ${(total / MEGABYTE).toFixed(2)} MB`);
    expect(total).toBeGreaterThan(0.3 * MEGABYTE);
    expect(total).toBeLessThan(2 * MEGABYTE);
    expect(person.complaints).toEqual([]);
  } finally {
    await context.close();
    wire.close();
  }
});

test('the whole farm, at every level of detail, is less than 6 MB', async () => {
  const client = await server.client();
  const scene = (await client.scenes.list()).items[0];
  const devices = (await client.devices.list({ pageSize: 50 })).items;
  const paths = new Set([scene?.baseModelPath, ...devices.map(({ modelPath }) => modelPath)]);
  let total = 0;
  for (const path of paths)
    for (const level of ['', '.mid', '.far']) {
      const answer = await fetch(`${server.baseUrl}${path?.replace('.glb', `${level}.glb`)}`);
      if (answer.ok) total += (await answer.arrayBuffer()).byteLength;
    }
  expect(paths.size).toBe(17);
  expect(total).toBeGreaterThan(500_000);
  expect(total).toBeLessThan(6 * MEGABYTE);
});
