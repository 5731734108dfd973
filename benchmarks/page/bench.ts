// The scene page with a real server: time to its first frame, the ten seconds after it, main-thread time of 300 devices at
// rest, of an hour of dusk in a minute, and of 200 devices that report once a second.
// npm run bench -- page [--json FILE] [--seconds N] [--visits N] [--before FOLDER]; with `--seconds 0` only the visits,
// with `--before` another build of the page too, its visits in turns.

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
import { ownersOf } from './owners.ts';
import { measureHour, sceneWithDevices, threadShares } from './rest.ts';

const DEVICES = 200;
const RESTING = 300;
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

  await withBuilds(farm!.id, async (builds) => {
    await measureVisits(builds);
    if (seconds > 0) await measureRest(builds);
    if (seconds > 0) await measureHours(builds);
  });
  if (seconds > 0) await measureReadings();
} finally {
  await browser.close();
  await server.stop();
  rmSync(web, { recursive: true, force: true });
}

finish('page', values.json, { rows, ratios: [], checks });

/** A build of the page that is visited. */
interface Visited {
  /** Behind the names of its rows. */
  readonly name: '' | ', before';
  readonly ownerOf: ReturnType<typeof ownersOf>;
  readonly server: RunningServer;
  readonly page: Person['page'];
  readonly sceneId: string;
}

function sceneUrl({ server: { baseUrl } }: Visited, sceneId: string): string {
  return `${baseUrl}/scene?sceneId=${sceneId}`;
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
    name: ', before',
    ownerOf: ownersOf(values.before),
    server: other,
    page: theirs,
    sceneId: scene!.id,
  };
}

/** Runs `work` with each build that is compared; the build before comes first. */
async function withBuilds(
  sceneId: string,
  work: (builds: readonly Visited[]) => Promise<void>,
): Promise<void> {
  const own: Visited = { name: '', ownerOf, server, page, sceneId };
  if (values.before === '') return work([own]);
  const other = await startServer({ demo: true, env: { FARM3D_WEB_DIR: values.before } });
  try {
    await work([await otherBuild(other), own]);
  } finally {
    await other.stop();
  }
}

/** The first ten seconds of a scene, of each build in turns. */
async function measureVisits(builds: readonly Visited[]): Promise<void> {
  const found = new Map<Visited, FirstSeconds[]>(builds.map((build) => [build, []]));
  for (let round = 0; round < visits; round++) {
    for (const [build, first] of found) {
      await build.page.bringToFront();
      await pause(REST_MS);
      first.push(await measureFirstSeconds(build.page, sceneUrl(build, build.sceneId), build.ownerOf));
      await build.page.goto('about:blank');
    }
  }
  for (const [{ name }, first] of found) reportVisits(`first ten seconds${name}`, first);
}

/** 300 devices that report nothing, with the labels that say so. */
async function measureRest(builds: readonly Visited[]): Promise<void> {
  for (const build of builds) {
    const { scene } = await sceneWithDevices(await build.server.client(), '三百台设备', RESTING);
    await build.page.bringToFront();
    await build.page.goto(sceneUrl(build, scene.id));
    const person = new Person(build.page, build.server.baseUrl);
    await person.see('object-list-item');
    await person.seeNo('loading-overlay');
    await pause(REST_MS);
    const shares: Awaited<ReturnType<typeof threadShares>>[] = [];
    for (let round = 0; round < 3; round++)
      shares.push(await threadShares(build.page, build.ownerOf, () => pause(seconds * 1000)));
    await build.page.goto('about:blank');
    const subject = `${RESTING} devices at rest${build.name}`;
    rows.push({ subject, metric: 'engine, ms a second', samples: shares.map(({ engine }) => engine) });
    rows.push({ subject, metric: 'outside the engine, ms a second', samples: shares.map(({ app }) => app) });
  }
}

/** An hour of dusk in a minute. */
async function measureHours(builds: readonly Visited[]): Promise<void> {
  for (const build of builds) {
    const { shaders, task } = await measureHour(
      build.page.browserContext(),
      sceneUrl(build, build.sceneId),
      build.ownerOf,
    );
    const subject = `an hour in a minute${build.name}`;
    rows.push({ subject, metric: 'shaders made', samples: [shaders] });
    rows.push({ subject, metric: 'longest task, ms', samples: [task.ms] });
    rows.push({ subject, metric: 'longest task: script, ms', samples: [task.engine + task.page] });
    if (build.name === '') checks.push({ what: 'no shader is made while an hour passes', ok: shaders === 0 });
  }
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
  const { devices, scene } = await sceneWithDevices(api, '两百台设备', DEVICES);
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

  const outside: number[] = [];
  const inEngine: number[] = [];
  for (let round = 0; round < 3; round++) {
    const { app, engine } = await threadShares(page, ownerOf, async () => {
      const begin = performance.now();
      for (let second = 0; second < seconds; second++) {
        await report(21 + ((second + round * seconds) % 20));
        await pause(Math.max(0, begin + (second + 1) * 1000 - performance.now()));
      }
    });
    outside.push(app);
    inEngine.push(engine);
  }
  rows.push({ subject: '200 devices', metric: 'engine, ms a second', samples: inEngine });
  rows.push({ subject: '200 devices', metric: 'outside the engine, ms a second', samples: outside });
  const last = await person.read('live-value');
  checks.push(
    { what: 'the open card shows what was reported', ok: Number.parseFloat(last) >= 21 },
    { what: `less than ${MAX_MS} ms a second outside the engine`, ok: median(outside) < MAX_MS },
  );
}
