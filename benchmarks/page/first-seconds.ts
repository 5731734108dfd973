// The first ten seconds of the scene page as somebody sees them who turns the view at once: when the picture answers
// input, the worst gap from an input to its frame, the longest task, each with what the thread did meanwhile.
import { setTimeout as pause } from 'node:timers/promises';
import type { Person } from '../../tests/support/person.ts';
import { ownerByNode, type Owner, type Profile, type ProfileNode } from './owners.ts';

type Page = Person['page'];
type CDPSession = Awaited<ReturnType<Page['createCDPSession']>>;

/** Watched from the first picture on, milliseconds. */
const WATCHED_MS = 10_000;
/** Between two inputs, milliseconds. */
const INPUT_MS = 100;

/** A span of the page's thread and what it did, milliseconds. */
export interface Span {
  readonly ms: number;
  /** Script of the engine, script of the page, calls of WebGL that the script waits for. */
  readonly engine: number;
  readonly page: number;
  readonly gl: number;
}

export interface FirstSeconds {
  /** From the navigation to the first frame after an input, milliseconds. */
  readonly answerMs: number;
  readonly gap: Span;
  readonly task: Span;
  readonly requests: number;
  /** As sent. */
  readonly bytes: number;
}

interface Watched {
  firstMs: number;
  gaps: [start: number, end: number][];
  tasks: [start: number, end: number][];
}
declare global {
  interface Window {
    farm3dWatched: Watched;
  }
}

/** Runs in the page before its own script. */
function watch(): void {
  const watched: Watched = { firstMs: 0, gaps: [], tasks: [] };
  window.farm3dWatched = watched;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      watched.tasks.push([startTime, startTime + duration]);
  }).observe({ type: 'longtask', buffered: true });
  const poll = () => {
    const overlay = document.querySelector<HTMLElement>('[data-testid="loading-overlay"]');
    const hasScene = document.querySelector('canvas') !== null;
    if (hasScene && (!overlay || overlay.dataset['covers'] === 'false')) watched.firstMs = performance.now();
    else requestAnimationFrame(poll);
  };
  requestAnimationFrame(poll);
  let waitsSince: number | undefined;
  addEventListener(
    'pointermove',
    ({ timeStamp }) => {
      if (watched.firstMs === 0 || waitsSince !== undefined) return;
      waitsSince = timeStamp;
      requestAnimationFrame(() => {
        // After the frame is handed over.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          watched.gaps.push([waitsSince!, performance.now()]);
          waitsSince = undefined;
        };
        port2.postMessage(null);
      });
    },
    { capture: true },
  );
}

/** Profiles a page while something happens. @returns what a span of its long tasks consists of */
export async function profileSpans(
  page: Page,
  ownerOf: (frame: ProfileNode['callFrame']) => Owner,
  during: () => Promise<unknown>,
): Promise<(choose: (tasks: readonly (readonly [number, number])[]) => readonly [number, number]) => Span> {
  await page.evaluate(GL_FRAMES);
  const cdp = await page.createCDPSession();
  for (const domain of ['Performance', 'Profiler'] as const) await cdp.send(`${domain}.enable`);
  await page.evaluate(() => {
    const tasks: [number, number][] = [];
    Object.assign(window, { farm3dTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) tasks.push([startTime, startTime + duration]);
    }).observe({ type: 'longtask' });
  });
  await cdp.send('Profiler.setSamplingInterval', { interval: 1000 });
  await cdp.send('Profiler.start');
  await during();
  const shiftMs = await clockShift(page, cdp);
  const tasks = await page.evaluate(
    () => (window as unknown as { farm3dTasks: [number, number][] }).farm3dTasks,
  );
  const { profile } = await cdp.send('Profiler.stop');
  await cdp.detach();
  const owner = ownerByNode(profile.nodes, ownerOf);
  const glNodes = glNodesOf(profile);
  return (choose) => spanOf(choose(tasks), profile, shiftMs, owner, (id) => glNodes.has(id));
}

/**
 * Runs in a page: gives each call of WebGL, and what makes or sizes a canvas, a frame of its own in profiles, which do not
 * tell the browser's functions apart from the function that called them.
 */
function nameGlFrames(): void {
  type Original = (...args: unknown[]) => unknown;
  const wrapped = (original: Original) =>
    function gl(this: unknown, ...args: unknown[]): unknown {
      return Reflect.apply(original, this, args);
    };
  const wrap = (target: object, name: string): void => {
    const own = Object.getOwnPropertyDescriptor(target, name)!;
    for (const part of ['value', 'set']) {
      const original: unknown = Reflect.get(own, part);
      if (typeof original === 'function')
        Object.defineProperty(target, name, { ...own, [part]: wrapped(original as Original) });
    }
  };
  const context = WebGL2RenderingContext.prototype;
  for (const name of Object.getOwnPropertyNames(context)) if (name !== 'constructor') wrap(context, name);
  for (const name of ['getContext', 'width', 'height']) wrap(HTMLCanvasElement.prototype, name);
}

const GL_SCRIPT = 'farm3d-gl-frames.js';
const GL_FRAMES = `(${nameGlFrames.toString()})()\n//# sourceURL=${GL_SCRIPT}`;

/** Ids of the nodes in which the page waits for the graphics card's process. */
const glNodesOf = ({ nodes }: Profile): Set<number> =>
  new Set(
    nodes
      .filter(({ callFrame: { url } }) => url === GL_SCRIPT)
      .flatMap(({ id, children = [] }) => [id, ...children]),
  );

/** What the page's clock shows at the profile's zero, milliseconds. */
async function clockShift(page: Page, cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'Timestamp')!.value;
  return (await page.evaluate(() => performance.now())) - seconds * 1000;
}

/** Sums what a profile has in a span of the page's clock. */
function spanOf(
  [start, end]: readonly [number, number],
  profile: Profile,
  shiftMs: number,
  owner: (id: number) => Owner,
  isGl: (id: number) => boolean,
): Span {
  const sums = { engine: 0, app: 0, gl: 0 };
  let at = profile.startTime / 1000 + shiftMs;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const ms = (profile.timeDeltas?.[index] ?? 0) / 1000;
    at += ms;
    if (at < start || at - ms > end) continue;
    if (isGl(id)) sums.gl += ms;
    else if (owner(id) !== '') sums[owner(id) as 'engine' | 'app'] += ms;
  }
  return { ms: end - start, engine: sums.engine, page: sums.app, gl: sums.gl };
}

export const longest = (spans: readonly (readonly [number, number])[]): readonly [number, number] =>
  spans.reduce<readonly [number, number]>((a, b) => (b[1] - b[0] > a[1] - a[0] ? b : a), [0, 0]);

/** Opens a scene in a new page and turns its view from the first picture on. */
export async function measureFirstSeconds(
  page: Page,
  url: string,
  ownerOf: (frame: ProfileNode['callFrame']) => Owner,
): Promise<FirstSeconds> {
  const cdp = await page.createCDPSession();
  let requests = 0;
  let bytes = 0;
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    requests += 1;
    bytes += encodedDataLength;
  });
  // A session that has not enabled pages keeps the script and never runs it.
  for (const domain of ['Page', 'Network', 'Performance', 'Profiler'] as const)
    await cdp.send(`${domain}.enable`);
  const { identifier } = await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${watch.toString()})();${GL_FRAMES}`,
  });
  await cdp.send('Profiler.setSamplingInterval', { interval: 1000 });
  await cdp.send('Profiler.start');
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => (window.farm3dWatched?.firstMs ?? 0) > 0, { timeout: 120_000 });
  const { width, height } = page.viewport()!;
  await page.mouse.move(width * 0.6, height * 0.5);
  await page.mouse.down();
  const until = performance.now() + WATCHED_MS;
  for (let step = 0; performance.now() < until; step++) {
    await page.mouse.move(width * (0.6 + 0.05 * Math.sin(step / 4)), height * 0.5);
    await pause(INPUT_MS);
  }
  await page.mouse.up();
  const shiftMs = await clockShift(page, cdp);
  const { firstMs, gaps, tasks } = await page.evaluate(() => window.farm3dWatched);
  const { profile } = await cdp.send('Profiler.stop');
  await cdp.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
  await cdp.detach();
  const owner = ownerByNode(profile.nodes, ownerOf);
  const glNodes = glNodesOf(profile);
  const span = (of: readonly [number, number]) =>
    spanOf(of, profile, shiftMs, owner, (id) => glNodes.has(id));
  const answered = gaps.find(([, end]) => end >= firstMs)?.[1] ?? firstMs;
  return { answerMs: answered, gap: span(longest(gaps)), task: span(longest(tasks)), requests, bytes };
}
