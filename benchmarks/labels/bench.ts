// Ten thousand labels over a scene that is orbited: ours, three's CSS2DRenderer with all of them, and CSS2DRenderer with
// those only that we show. node --conditions=@farm3d/source benchmarks/labels/bench.ts [--json FILE] [--rounds N]
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Subject } from '../../tests/browser/pages/labels-bench/main.ts';
import { servePage } from '../../tests/browser/pages/page-server.ts';
import { launchBrowser } from '../../tests/support/browser.ts';

const { values } = parseArgs({
  options: { json: { type: 'string' }, rounds: { type: 'string', default: '3' } },
});
const LABELS = 10_000;
const WIDTH = 1200;
const HEIGHT = 760;
/** Frames of a round; CSS2DRenderer with all takes most of a second for one. */
const FRAMES: Record<Subject, number> = { none: 30, ours: 30, css2d: 3, 'css2d-visible': 30 };
const SUBJECTS = ['none', 'ours', 'css2d', 'css2d-visible'] as const;

/** Of the page's main thread for one frame, milliseconds of processor time. */
interface Cost {
  /** Everything: script, style, layout, paint. */
  task: number;
  /** Style and layout, as the browser counts them. */
  layout: number;
}

const server = await servePage('labels-bench', { policy: "default-src 'self' 'unsafe-inline' data: blob:" });
const browser = await launchBrowser();
const rounds = new Map<Subject, Cost[]>(SUBJECTS.map((subject) => [subject, []]));
const shown = new Map<Subject, string[]>();
const elements = new Map<Subject, number>();
try {
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const subject of SUBJECTS) {
      const page = await browser.newPage();
      await page.setViewport({ width: WIDTH, height: HEIGHT });
      page.setDefaultTimeout(120_000);
      await page.goto(server.url);
      await page.waitForFunction(() => window.prepare !== undefined);
      await page.evaluate((who, count) => window.prepare(who, count), subject, LABELS);
      if (round === 0) {
        // At the same step of the way: who shows what.
        shown.set(subject, await page.evaluate(() => window.shownIds()));
        elements.set(subject, await page.evaluate(() => window.elementCount()));
      }
      rounds.get(subject)!.push(await measure(page, FRAMES[subject]));
      await page.evaluate(() => window.finish());
      await page.close();
    }
  }
} finally {
  await browser.close();
  await server.close();
}

async function measure(page: Awaited<ReturnType<typeof browser.newPage>>, frames: number): Promise<Cost> {
  const cdp = await page.createCDPSession();
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)!.value * 1000;
    return { task: of('TaskDuration'), layout: of('LayoutDuration') + of('RecalcStyleDuration') };
  };
  await page.evaluate(() => window.orbit(2));
  const before = await read();
  await page.evaluate((count) => window.orbit(count), frames);
  const after = await read();
  return { task: (after.task - before.task) / frames, layout: (after.layout - before.layout) / frames };
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const task = (subject: Subject) => median(rounds.get(subject)!.map((cost) => cost.task));
const layout = (subject: Subject) => median(rounds.get(subject)!.map((cost) => cost.layout));
const spread = (subject: Subject) =>
  median(rounds.get(subject)!.map((cost) => Math.abs(cost.task - task(subject))));
/** What the labels cost: the scene alone is drawn in every round, and taken away. */
const labels = (subject: Subject) => task(subject) - task('none');

const ours = shown.get('ours')!;
const limited = shown.get('css2d-visible')!;
const all = new Set(shown.get('css2d'));
const checks = [
  { what: 'we show labels', ok: ours.length > 30 },
  { what: 'CSS2DRenderer with all shows every one that we show', ok: ours.every((id) => all.has(id)) },
  {
    what: `CSS2DRenderer with our set shows the same ${ours.length} ids`,
    ok: limited.join() === ours.join(),
  },
];
const results = [
  ...SUBJECTS.map((subject) => ({
    name: 'labels',
    subject,
    labels: LABELS,
    shown: shown.get(subject)!.length,
    elements: elements.get(subject)!,
    mainThreadMsPerFrame: task(subject),
    madMs: spread(subject),
    styleAndLayoutMsPerFrame: layout(subject),
    labelMsPerFrame: labels(subject),
    rounds: rounds.get(subject)!.length,
  })),
  {
    name: 'labels',
    metric: 'CSS2DRenderer with all / ours',
    ratio: labels('css2d') / labels('ours'),
    bar: 50,
    met: labels('css2d') >= 50 * labels('ours'),
  },
  {
    name: 'labels',
    metric: 'ours / CSS2DRenderer with our visible set',
    ratio: labels('ours') / labels('css2d-visible'),
    bar: 1,
    met: labels('ours') <= labels('css2d-visible'),
  },
  ...checks.map((check) => ({ name: 'labels', check: check.what, ok: check.ok })),
  {
    name: 'labels',
    machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: availableParallelism(), gpu: 'SwiftShader' },
  },
];
for (const result of results) console.log(JSON.stringify(result));
if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
process.exitCode = checks.every(({ ok }) => ok) ? 0 : 1;
