// A scene with 300 devices at rest, and the demo farm while an hour of dusk passes in a minute.
import { setTimeout as pause } from 'node:timers/promises';
import { setMovableClock } from '../../tests/support/clock.ts';
import { layoutOf } from '../../tests/support/layout.ts';
import { Person } from '../../tests/support/person.ts';
import type { RunningServer } from '../../tests/support/server.ts';
import { longest, profileSpans, type Span } from './first-seconds.ts';
import { ownerByNode, type ownersOf, type Profile } from './owners.ts';

type ApiClient = Awaited<ReturnType<RunningServer['client']>>;
type Page = Person['page'];
type OwnerOf = ReturnType<typeof ownersOf>;

/** Positions in rows, metres. */
const inRows =
  (columns: number, step: number) =>
  (at: number): { x: number; y: number; z: number } => ({
    x: ((at % columns) - columns / 2) * step,
    y: 0,
    z: (Math.floor(at / columns) - 5) * step,
  });

/** Creates devices and a scene in which they stand. */
export async function sceneWithDevices(api: ApiClient, name: string, count: number) {
  const devices: Awaited<ReturnType<typeof api.devices.create>>[] = [];
  for (let at = 0; at < count; at++)
    devices.push(await api.devices.create({ name: `${name} ${at}`, productModelCode: 'TQ-3L' }));
  const scene = await api.scenes.create({
    name,
    layout: layoutOf(
      devices.map(({ id }) => id),
      inRows(20, 3),
    ),
  });
  return { devices, scene };
}

/** Milliseconds of a profile in the page's script, in the engine, and in all. */
function sumsOf(profile: Profile, ownerOf: OwnerOf): { app: number; engine: number; busy: number } {
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

/** Milliseconds a second of the page's thread in the page's script and in the engine, while something happens. */
export async function threadShares(
  page: Page,
  ownerOf: OwnerOf,
  during: () => Promise<unknown>,
): Promise<{ app: number; engine: number }> {
  const cdp = await page.createCDPSession();
  await cdp.send('Profiler.enable');
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Profiler.setSamplingInterval', { interval: 100 });
  const processorMs = async (): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await processorMs();
  await cdp.send('Profiler.start');
  const begin = performance.now();
  await during();
  const took = (performance.now() - begin) / 1000;
  const { profile } = await cdp.send('Profiler.stop');
  const sums = sumsOf(profile, ownerOf);
  // A profile measures wall time: on a busy machine every millisecond of it is stretched by the same factor.
  const share = sums.busy === 0 ? 0 : Math.min(1, ((await processorMs()) - before) / sums.busy);
  await cdp.detach();
  return { app: (sums.app * share) / took, engine: (sums.engine * share) / took };
}

export interface PassedHour {
  readonly shaders: number;
  readonly task: Span;
}

/** Opens a scene whose clock then makes a minute each second, for an hour. */
export async function measureHour(
  context: ReturnType<Page['browserContext']>,
  url: string,
  ownerOf: OwnerOf,
): Promise<PassedHour> {
  const page = await context.newPage();
  try {
    await page.setViewport({ width: 1280, height: 720 });
    const begin = Date.parse('2026-06-21T11:10:00Z');
    await setMovableClock(page, new Date(begin).toISOString());
    await page.evaluateOnNewDocument(() => {
      const { prototype } = WebGL2RenderingContext;
      const make = Reflect.get(prototype, 'createShader');
      Object.assign(window, { farm3dShaders: 0 });
      prototype.createShader = function (this: WebGL2RenderingContext, type: number) {
        (window as unknown as { farm3dShaders: number }).farm3dShaders += 1;
        return make.call(this, type);
      };
    });
    const person = new Person(page, new URL(url).origin);
    await page.goto(url);
    await person.see('object-list-item');
    await person.seeNo('loading-overlay');
    const shaders = () => page.evaluate(() => (window as unknown as { farm3dShaders: number }).farm3dShaders);
    // What the page does after its first seconds is no part of the hour.
    await pause(10_000);
    const before = await shaders();
    const spans = await profileSpans(page, ownerOf, async () => {
      for (let minute = 1; minute <= 60; minute++) {
        await page.evaluate((at) => window.movableClock.set(at), begin + minute * 60_000);
        await pause(1000);
      }
    });
    return { shaders: (await shaders()) - before, task: spans(longest) };
  } finally {
    await page.close();
  }
}
