// The scene page with a real server: time to its first frame, the ten seconds after it, and main-thread time outside the
// engine for 200 devices that report once a second.
// npm run bench -- page [--json FILE] [--seconds N] [--visits N] [--before FOLDER]; with `--seconds 0` only the visits,
// with `--before` those of another build of the page too, in turns.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { launchBrowser } from '../../tests/support/browser.ts';
import { MORNING_AT_THE_FARM, setPageClock } from '../../tests/support/clock.ts';
import { Person } from '../../tests/support/person.ts';
import { startServer, type RunningServer } from '../../tests/support/server.ts';
import { benchOptions, finish, median, type Row } from '../result.ts';
import { measureFirstSeconds, type FirstSeconds } from './first-seconds.ts';
import { ownerByNode, ownersOf, type Profile } from './owners.ts';

const DEVICES = 200;
const KEYS = ['soilMoisture10', 'soilMoisture20', 'soilTemperature10'] as const;
/** Limits: milliseconds per second of time, to the first frame, and of script in a task of the first ten seconds. */
const MAX_MS = 2;
const MAX_SCRIPT_MS = 200;
const MAX_FIRST_FRAME_MS = 3000;
/** Without a GPU the last frames of a closed page are still drawn for a while, milliseconds. */
const REST_MS = 8000;
const WEB = new URL('../../apps/web/', import.meta.url).pathname;

const { values } = benchOptions({ seconds: '20', visits: '5', before: '' });
const seconds = Number(values.seconds);
const visits = Number(values.visits);

// The production build, with source maps that tell to which package a code position belongs.
const web = mkdtempSync(join(tmpdir(), 'farm3d-page-bench-'));
execFileSync(
  join(WEB, 'node_modules/.bin/vite'),
  ['build', '--sourcemap', '--outDir', web, '--logLevel', 'error'],
  { cwd: WEB, stdio: 'inherit' },
);
const ownerOf = ownersOf(web);

/**
 * Milliseconds of a profile outside the engine: a sample counts as the engine's when any of its callers is in
 * the engine.
 */
function outsideMs(profile: Profile): { app: number; engine: number; busy: number } {
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const owner = ownerByNode(profile.nodes, ownerOf);
  const sums = { app: 0, engine: 0, '': 0, busy: 0 };
  for (const [at, id] of (profile.samples ?? []).entries()) {
    const ms = (profile.timeDeltas?.[at] ?? 0) / 1000;
    sums[owner(id)] += ms;
    if (byId.get(id)!.callFrame.functionName !== '(idle)') sums.busy += ms;
  }
  return sums;
}

const server = await startServer({ demo: true, env: { FARM3D_WEB_DIR: web } });
const browser = await launchBrowser();
const rows: Row[] = [];
const checks: { what: string; ok: boolean }[] = [];
const api = await server.client();
const page = await browser.newPage();
const person = new Person(page, server.baseUrl);
try {
  await page.setViewport({ width: 1280, height: 720 });
  // The light is the same at each hour that this runs.
  await setPageClock(page, MORNING_AT_THE_FARM);
  await person.logIn(server.adminPassword);
  const [farm] = (await api.scenes.list()).items;

  const pictures: number[] = [];
  const wholes: number[] = [];
  for (let round = 0; round < visits; round++) {
    // Waits until the frames left by the last page are drawn.
    await page.goto('about:blank');
    await pause(REST_MS);
    await page.goto(`${server.baseUrl}/scene?sceneId=${farm!.id}`);
    await person.see('object-list-item');
    // The overlay stops covering the scene with the first frame, and is removed when everything is loaded.
    const [first, whole] = await page.evaluate(
      () =>
        new Promise<[number, number]>((resolve) => {
          let first = 0;
          const poll = () => {
            const overlay = document.querySelector('[data-testid="loading-overlay"]');
            if (!overlay || getComputedStyle(overlay).pointerEvents === 'none') first ||= performance.now();
            if (!overlay) resolve([first, performance.now()]);
            else requestAnimationFrame(poll);
          };
          poll();
        }),
    );
    pictures.push(first);
    wholes.push(whole);
  }
  // The first visit fills the browser's cache; the server is warm for all of them.
  rows.push({ subject: 'demo farm', metric: 'ms to the first picture', samples: pictures });
  rows.push({ subject: 'demo farm', metric: 'ms until everything stands', samples: wholes });
  checks.push({
    what: `its first picture within ${MAX_FIRST_FRAME_MS} ms`,
    ok: median(pictures) <= MAX_FIRST_FRAME_MS,
  });

  await measureVisits(farm!.id);
  if (seconds > 0) await measureReadings();
} finally {
  await browser.close();
  await server.stop();
  rmSync(web, { recursive: true, force: true });
}

finish('page', values.json, { rows, ratios: [], checks });

/** A build of the page that is visited. */
interface Visited {
  readonly name: string;
  readonly ownerOf: ReturnType<typeof ownersOf>;
  readonly page: Person['page'];
  readonly url: string;
  readonly first: FirstSeconds[];
}

/** The build before, on a server of its own, with a page that is logged in. */
async function otherBuild(other: RunningServer): Promise<Visited> {
  const context = await browser.createBrowserContext();
  const theirs = await context.newPage();
  await theirs.setViewport({ width: 1280, height: 720 });
  await setPageClock(theirs, MORNING_AT_THE_FARM);
  await new Person(theirs, other.baseUrl).logIn(other.adminPassword);
  const [scene] = (await (await other.client()).scenes.list()).items;
  return {
    name: 'first ten seconds, before',
    ownerOf: ownersOf(values.before),
    page: theirs,
    url: `${other.baseUrl}/scene?sceneId=${scene!.id}`,
    first: [],
  };
}

/** The first ten seconds of a scene, of each build in turns. */
async function measureVisits(sceneId: string): Promise<void> {
  const url = `${server.baseUrl}/scene?sceneId=${sceneId}`;
  const builds: Visited[] = [{ name: 'first ten seconds', ownerOf, page, url, first: [] }];
  const other =
    values.before === '' ? null : await startServer({ demo: true, env: { FARM3D_WEB_DIR: values.before } });
  try {
    if (other) builds.unshift(await otherBuild(other));
    for (let round = 0; round < visits; round++) {
      for (const build of builds) {
        await build.page.bringToFront();
        await pause(REST_MS);
        build.first.push(await measureFirstSeconds(build.page, build.url, build.ownerOf));
        await build.page.goto('about:blank');
      }
    }
  } finally {
    await other?.stop();
  }
  for (const { name, first } of builds) reportVisits(name, first);
}

function reportVisits(subject: string, first: readonly FirstSeconds[]): void {
  const row = (metric: string, of: (one: FirstSeconds) => number): void => {
    rows.push({ subject, metric, samples: first.map(of) });
  };
  row('ms until the picture answers input', ({ answerMs }) => answerMs);
  for (const span of ['gap', 'task'] as const) {
    const name = { gap: 'longest gap from input to frame', task: 'longest task' }[span];
    row(`${name}, ms`, (one) => one[span].ms);
    for (const part of ['engine', 'page', 'gl'] as const)
      row(`${name}: ${part}, ms`, (one) => one[span][part]);
  }
  row('requests', ({ requests }) => requests);
  row('bytes', ({ bytes }) => bytes);
  if (subject.endsWith('before')) return;
  checks.push({
    what: `no task with more than ${MAX_SCRIPT_MS} ms of script in the first ten seconds`,
    ok: median(first.map(({ task: { engine, page: ofPage } }) => engine + ofPage)) <= MAX_SCRIPT_MS,
  });
}

/** 200 devices report once a second while one card is open. */
async function measureReadings(): Promise<void> {
  const devices: Awaited<ReturnType<typeof api.devices.create>>[] = [];
  for (let at = 0; at < DEVICES; at++) {
    devices.push(await api.devices.create({ name: `探头 ${at}`, productModelCode: 'TQ-3L' }));
  }
  const positionOf = (at: number) => ({ x: (at % 20) * 3 - 30, y: 0, z: Math.floor(at / 20) * 3 - 15 });
  const scene = await api.scenes.create({
    name: '两百台设备',
    layout: {
      camera: null,
      equipment: devices.map(({ id }, at) => ({
        id,
        parentId: null,
        position: positionOf(at),
        rotation: { x: 0, y: 0, z: 0 },
        scale: { x: 1, y: 1, z: 1 },
        extra: {},
      })),
      childScenes: [],
      extra: {},
    },
  });
  const report = (value: number) =>
    Promise.all(
      devices.map(({ accessToken }) =>
        fetch(`${server.baseUrl}/api/v1/${accessToken}/telemetry`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(Object.fromEntries(KEYS.map((key, at) => [key, value + at]))),
        }),
      ),
    );
  await page.goto(`${server.baseUrl}/scene?sceneId=${scene.id}`);
  await person.see('object-list-item');
  await person.seeNo('loading-overlay');
  // One card is open, so that readings are written into the page.
  await person.click('object-list-item');
  await person.see('info-card');
  await report(20);
  await person.readUntil((text) => text.startsWith('20'), 'live-value');

  const cdp = await page.createCDPSession();
  await cdp.send('Profiler.enable');
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const processorMs = async (): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  await cdp.send('Profiler.setSamplingInterval', { interval: 100 });
  const outside: number[] = [];
  const inEngine: number[] = [];
  for (let round = 0; round < 3; round++) {
    const before = await processorMs();
    await cdp.send('Profiler.start');
    const begin = performance.now();
    for (let second = 0; second < seconds; second++) {
      await report(21 + ((second + round * seconds) % 20));
      await pause(Math.max(0, begin + (second + 1) * 1000 - performance.now()));
    }
    const took = (performance.now() - begin) / 1000;
    const { profile } = await cdp.send('Profiler.stop');
    const sums = outsideMs(profile);
    // A profile measures wall time: on a busy machine every millisecond of it is stretched by the same
    // factor.
    const share = Math.min(1, ((await processorMs()) - before) / sums.busy);
    outside.push((sums.app * share) / took);
    inEngine.push((sums.engine * share) / took);
  }
  rows.push({ subject: '200 devices', metric: 'engine, ms a second', samples: inEngine });
  rows.push({ subject: '200 devices', metric: 'outside the engine, ms a second', samples: outside });
  const last = await person.read('live-value');
  checks.push(
    { what: 'the open card shows what was reported', ok: Number.parseFloat(last) >= 21 },
    { what: `less than ${MAX_MS} ms a second outside the engine`, ok: median(outside) < MAX_MS },
  );
}
