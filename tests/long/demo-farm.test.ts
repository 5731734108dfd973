// Second tier (page): the demo farm, and what its first view costs
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Browser, Page } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { MORNING_AT_THE_FARM, setPageClock } from '../support/clock.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS } from '../support/wait.ts';

// Download size and drawing cost of the demo farm, on the real scene page and with an empty browser cache.

const MEGABYTE = 1_000_000;
/** Window size of a laptop, CSS px. */
const WIDTH = 1440;
/** A frame with the shadow map has more than this factor of the triangles of a frame without it. */
const SHADOWS_TAKE = 1.15;

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
  /** Bytes sent by the server through the proxy. */
  readonly bytes: () => number;
  close(): void;
}

/** A proxy to the server that counts the response bytes, with headers and the downloads of workers. */
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

test('the farm has fourteen devices, and its first frame is drawn after less than 2 MB', async () => {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1024, height: 720, deviceScaleFactor: 0.5 });
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

interface Cost {
  readonly draws: number;
  readonly triangles: number;
}

/** Records the WebGL draw calls of each frame, with the shadow pass. Installed before the page's own scripts run. */
async function countDrawing(page: Page): Promise<() => Promise<Cost[]>> {
  await page.evaluateOnNewDocument(() => {
    const frames: Cost[] = [];
    let frame: { draws: number; triangles: number } | undefined;
    const note = (mode: number, vertices: number, instances: number): void => {
      if (!frame) {
        const first = { draws: 0, triangles: 0 };
        frame = first;
        frames.push(first);
        // A frame is drawn in one task: the first microtask after it is its end.
        queueMicrotask(() => (frame = undefined));
      }
      frame.draws++;
      if (mode === WebGL2RenderingContext.TRIANGLES) frame.triangles += (vertices / 3) * instances;
    };
    const gl = WebGL2RenderingContext.prototype as unknown as Record<string, (...given: number[]) => void>;
    /** Argument indices of the number of vertices and of instances. */
    const places = {
      drawElements: [1, -1],
      drawArrays: [2, -1],
      drawElementsInstanced: [1, 4],
      drawArraysInstanced: [2, 3],
    };
    for (const [name, [vertices, instances]] of Object.entries(places))
      gl[name] = new Proxy(gl[name]!, {
        apply(draw, context, given: number[]) {
          note(given[0]!, given[vertices!]!, instances === -1 ? 1 : given[instances!]!);
          Reflect.apply(draw, context, given);
        },
      });
    Object.assign(window, { drawnFrames: frames });
  });
  return () => page.evaluate(() => (window as unknown as { drawnFrames: Cost[] }).drawnFrames);
}

test.each([
  { tier: 'high', hour: 'morning', hasShadows: true, most: { draws: 150, triangles: 600_000 } },
  { tier: 'low', hour: 'morning', hasShadows: false, most: { draws: 80, triangles: 100_000 } },
  { tier: 'low', hour: 'midnight', hasShadows: false, most: { draws: 80, triangles: 100_000 } },
])('the first view costs less than its limits at the $tier tier, in the $hour', async (view) => {
  const { tier, hour, hasShadows, most } = view;
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: WIDTH, height: 900, deviceScaleFactor: 0.5 });
  await setPageClock(page, hour === 'midnight' ? '2026-06-21T16:05:00Z' : MORNING_AT_THE_FARM);
  const readFrames = await countDrawing(page);
  try {
    const person = new Person(page, server.baseUrl);
    await person.logIn(server.adminPassword);
    const scene = (await (await server.client()).scenes.list()).items[0]!;
    await person.open(`/scene?sceneId=${scene.id}&quality=${tier}`);
    await person.see('scene-canvas');
    await person.seeNo('loading-overlay');
    // Plants of the plot are loaded after the first frame.
    await person.see('plot-legend', { 'data-shown': 'true' });
    /** The newest frame of the view; frames that only bake the environment do not draw the view. */
    const newest = async (step: number): Promise<Cost> => {
      // A new size of the window is a new frame, without the shadow map, which is unchanged.
      await page.setViewport({ width: WIDTH - (step % 2), height: 900, deviceScaleFactor: 0.5 });
      await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));
      const frames = await readFrames();
      const bare = frames.at(-1)!;
      return (
        (hasShadows && frames.findLast(({ triangles }) => triangles > SHADOWS_TAKE * bare.triangles)) || bare
      );
    };
    let step = 0;
    let cost: Cost = { draws: 0, triangles: 0 };
    // Levels of detail are loaded after the first frame.
    await expect
      .poll(async () => (cost = await newest(++step)).triangles, { timeout: PATIENCE_MS, interval: 500 })
      .toBeLessThanOrEqual(most.triangles);
    const { draws, triangles } = cost;
    console.log(`first view, ${tier}, ${hour}: ${draws} draws, ${triangles} triangles`);
    expect(triangles).toBeGreaterThan(0.6 * most.triangles);
    expect(draws).toBeLessThanOrEqual(most.draws);
    expect(person.complaints).toEqual([]);
  } finally {
    await context.close();
  }
});

test('a new farm has a plot with the history of a season: every card has a result, labelled as simulated', async () => {
  const client = await server.client();
  const [plot] = (await client.agronomy.plots()).items;
  expect(plot).toMatchObject({ cropId: 'tomato', simulated: true });
  const { id, deviceId } = plot!;
  const reported = async () => {
    const [advice, drought, forecast, detail] = await Promise.all([
      client.telemetry.irrigation(deviceId!, { plotId: id }),
      client.telemetry.drought(deviceId!, { plotId: id }),
      client.telemetry.warning(deviceId!, { keys: ['soilMoisture10'], horizon: 24 }),
      client.agronomy.plot(id),
    ]);
    return {
      advice: (advice.state?.trajectory.length ?? 0) > 6,
      grade: drought.overall.level !== null,
      trend: drought.rsmSeries.length > 20,
      forecast: forecast.items[0]?.points.length,
      stage: (detail.stage?.index ?? 0) > 0,
      risks: detail.diseases.some(({ risk }) => risk !== 'insufficient_data'),
      simulated: detail.sources.every(({ simulated }) => simulated),
    };
  };
  // The simulated devices send the history of a season at their first connection.
  await expect.poll(reported, { timeout: PATIENCE_MS, interval: 1_000 }).toEqual({
    advice: true,
    grade: true,
    trend: true,
    forecast: 24,
    stage: true,
    risks: true,
    simulated: true,
  });
});

test('the region map of a new farm shows a simulated territory, with a drill-down to the farm itself', async () => {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 0.5 });
  try {
    const person = new Person(page, server.baseUrl);
    await person.logIn(server.adminPassword);
    await person.see('scene-list-item');
    await page.click('a[href="/app/region"]');
    // Six provinces, whose figures and borders are labelled as simulated.
    await page.waitForFunction(() => document.querySelectorAll('[data-testid="region-row"]').length === 6);
    await person.see('region-simulated');
    await person.readUntil((text) => text.includes('气象站'), 'region-weather');
    const farm = (await (await server.client()).regions.summary()).sites[0];
    for (let depth = 1; depth <= 2; depth++) {
      const { sites } = await (
        await server.client()
      ).regions.summary(
        depth === 1 ? {} : { parentCode: new URL(page.url()).searchParams.get('area')!.split(',').at(-1)! },
      );
      const code = sites.find(({ id }) => id === farm?.id)?.areaCode;
      await person.click('region-row-enter', { 'data-code': code! });
      await person.see('region-crumb', { 'data-depth': String(depth), 'aria-current': 'location' });
    }
    expect(await page.$$(Person.selector('region-row-enter'))).toEqual([]);
    await person.click('region-site');
    await person.see('scene-canvas');
    expect(person.complaints).toEqual([]);
  } finally {
    await context.close();
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
