// The device list with 5,000 devices: from each key and click to the next paint, as the browser's event timing tells it
// (INP), and the longest task while the list is scrolled. INP includes what the machine does besides and how long it draws
// without a GPU; the processor time of scripts, styles and layout in all of a step does not.
// npm run bench -- interaction [--json FILE] [--rounds N]
import { launchBrowser } from '../../tests/support/browser.ts';
import { Person } from '../../tests/support/person.ts';
import { startServer } from '../../tests/support/server.ts';
import { benchOptions, finish, median } from '../result.ts';

type Page = Person['page'];
type CDPSession = Awaited<ReturnType<Page['createCDPSession']>>;

const DEVICES = 5000;
const BATCH = 1000;
/** A step that takes longer fails, and a run that takes longer ends, milliseconds. */
const MAX_STEP_MS = 60_000;
const MAX_RUN_MS = 9 * 60_000;
/** The bar of a good interaction, milliseconds. */
const MAX_MS = 200;
const SUBJECT = `device list, ${DEVICES} devices`;

const { values } = benchOptions({ rounds: '5' });
let step = 'start';
// The exit ends the server and the browser, too.
setTimeout(() => {
  console.error(`not done after ${MAX_RUN_MS / 60_000} minutes, at: ${step}`);
  process.exit(1);
}, MAX_RUN_MS).unref();

interface Timings {
  /** Longest duration of the events of each interaction, milliseconds. */
  readonly interactions: Map<number, number>;
  readonly tasks: number[];
}
type TimedWindow = Window & { timings?: Timings };

/** Records events and long tasks. Runs inside the page, before its scripts. */
function recordTimings(): void {
  const timings: Timings = { interactions: new Map(), tasks: [] };
  (window as TimedWindow).timings = timings;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId)
        timings.interactions.set(
          entry.interactionId,
          Math.max(timings.interactions.get(entry.interactionId) ?? 0, entry.duration),
        );
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) timings.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
}

/** Resolves when the observers have been told of everything before. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 200)));
      }),
  );

const WORK = new Set(['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']);
/** Processor time of scripts, styles and layout until now, milliseconds. */
async function workOf(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1000 * metrics.reduce((sum, { name, value }) => sum + (WORK.has(name) ? value : 0), 0);
}

interface Timed {
  /** The longest interaction; 16 ms when all were shorter: the browser tells no less. */
  readonly inp: number;
  /** The longest task. */
  readonly task: number;
  /** Processor time of the page for all of the work. */
  readonly cpu: number;
}

async function timed(page: Page, work: () => Promise<unknown>): Promise<Timed> {
  await settle(page);
  const cdp = await page.createCDPSession();
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await workOf(cdp);
  await page.evaluate(() => {
    const { timings } = window as TimedWindow;
    timings?.interactions.clear();
    timings?.tasks.splice(0);
  });
  await work();
  await settle(page);
  const cpu = (await workOf(cdp)) - before;
  await cdp.detach();
  const longest = await page.evaluate(() => {
    const { timings } = window as TimedWindow;
    return {
      inp: Math.max(16, ...(timings?.interactions.values() ?? [])),
      task: Math.max(0, ...(timings?.tasks ?? [])),
    };
  });
  return { ...longest, cpu };
}

const server = await startServer({ demo: false });
const browser = await launchBrowser();
const samples = new Map<string, number[]>();
/** Of all of a step, with all of its interactions. */
const processor = new Map<string, number[]>();
const keep = (name: string, ms: number): void => void samples.set(name, [...(samples.get(name) ?? []), ms]);

try {
  const api = await server.client();
  for (let first = 0; first < DEVICES; first += BATCH)
    await api.devices.import(
      Array.from({ length: BATCH }, (_, at) => ({
        name: `墒情站 ${String(first + at + 1).padStart(4, '0')}`,
        productModelCode: (first + at) % 5 === 0 ? 'QX-9' : 'TQ-3L',
        thirdId: null,
        latitude: 30 + ((first + at) % 71) / 10,
        longitude: 100 + ((first + at) % 97) / 10,
      })),
    );
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  await page.evaluateOnNewDocument(recordTimings);
  const person = new Person(page, server.baseUrl);
  page.setDefaultTimeout(MAX_STEP_MS);
  await person.enter('/iotManagement/devices', server.adminPassword);
  const total = (count: number) => person.see('device-table', { 'data-total': String(count) });
  const measure = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    step = name;
    const { inp, cpu } = await timed(page, work);
    keep(`${name}, ms`, inp);
    processor.set(name, [...(processor.get(name) ?? []), cpu]);
  };
  const choose = async (field: string, value: string): Promise<void> => {
    await person.click(field);
    await person.click(`${field}-option`, { 'data-value': value });
  };
  for (let round = 0; round < Number(values.rounds); round += 1) {
    await person.open('/iotManagement/devices');
    await total(DEVICES);
    const { task } = await timed(page, async () => {
      const { x, y } = await person.whereIs('device-table');
      await page.mouse.move(x, y);
      for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel({ deltaY: 1500 });
      await person.seeNo('device-row-loading');
    });
    keep('scroll 30,000 px, longest task, ms', task);
    await measure('type a search of 4 letters', async () => {
      await person.type('device-search', '站 49');
      await total(100);
    });
    await measure('choose a filter', async () => {
      await choose('filter-model', 'QX-9');
      await total(20);
    });
    await measure('take the filters back', async () => {
      await choose('filter-model', '');
      await person.type('device-search', ' ');
      await total(DEVICES);
    });
    await measure('select all 5,000', async () => {
      await person.click('device-select-all');
      await person.see('bulk-count', { 'data-count': String(DEVICES) });
      await person.click('bulk-none');
    });
    await measure('sort', async () => {
      await person.click('device-sort-lastActivityTime');
      await person.seeNo('device-row-loading');
    });
    await measure('open the map of all', async () => {
      await person.click('devices-map-toggle');
      await person.see('point-map', { 'data-ready': 'true' });
    });
    await measure('back to the list', async () => {
      await person.click('devices-map-toggle');
      await total(DEVICES);
    });
    await measure('open a device', async () => {
      await person.click('device-open');
      await person.see('device-page-name');
    });
  }
} finally {
  await browser.close();
  await server.stop();
}

finish('interaction', values.json, {
  rows: [
    ...[...samples].map(([metric, list]) => ({ subject: SUBJECT, metric, samples: list })),
    ...[...processor].map(([step, list]) => ({
      subject: SUBJECT,
      metric: `${step}, scripts, styles and layout, CPU ms`,
      samples: list,
    })),
  ],
  ratios: [...samples].map(([metric, list]) => ({ what: metric, ratio: median(list), most: MAX_MS })),
  checks: [],
});
