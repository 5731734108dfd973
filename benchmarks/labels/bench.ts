// Ten thousand labels during an orbit: the engine, three's CSS2DRenderer with all of them, and CSS2DRenderer
// with only those that the engine shows. node --conditions=@farm3d/source benchmarks/labels/bench.ts [--json
// FILE] [--rounds N]
import type { Subject } from '../../tests/browser/pages/labels-bench/main.ts';
import { servePage } from '../../tests/browser/pages/page-server.ts';
import { launchBrowser } from '../../tests/support/browser.ts';
import { benchOptions, finish, median, ratioOf } from '../result.ts';

const { values } = benchOptions({ rounds: '3' });
const LABELS = 10_000;
const WIDTH = 1200;
const HEIGHT = 760;
/** Frames of a round; CSS2DRenderer with all labels takes most of a second per frame. */
const FRAMES: Record<Subject, number> = { none: 30, ours: 30, css2d: 3, 'css2d-visible': 30 };
const SUBJECTS = ['none', 'ours', 'css2d', 'css2d-visible'] as const;

/** Main-thread CPU time of one frame, milliseconds. */
interface Cost {
  /** Script, style, layout and paint together. */
  task: number;
  /** Style and layout, as reported by the browser. */
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
        // At the same step of the orbit: which labels each subject shows.
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

const task = (subject: Subject) => rounds.get(subject)!.map((cost) => cost.task);
/** Cost of the labels: the cost of the scene alone is measured in every round and subtracted. */
const labels = (subject: Subject) => task(subject).map((cost) => cost - median(task('none')));
/** Names of the rows. */
const NAMES: Record<Subject, string> = {
  none: 'the scene without labels',
  ours: 'farm3d',
  css2d: 'CSS2DRenderer with all',
  'css2d-visible': 'CSS2DRenderer with our visible set',
};

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
finish('labels', values.json, {
  rows: SUBJECTS.flatMap((who) => {
    const row = { subject: NAMES[who], size: LABELS };
    const costs = rounds.get(who)!;
    return [
      {
        ...row,
        metric: 'main thread, ms a frame',
        samples: costs.map((cost) => cost.task),
        floor: who === 'none',
      },
      { ...row, metric: 'style and layout, ms a frame', samples: costs.map((cost) => cost.layout) },
      { ...row, metric: 'labels shown', samples: [shown.get(who)!.length] },
      { ...row, metric: 'elements', samples: [elements.get(who)!] },
    ];
  }),
  ratios: [
    ratioOf(`${NAMES.css2d} / ours`, labels('css2d'), labels('ours'), { least: 50 }),
    ratioOf(`ours / ${NAMES['css2d-visible']}`, labels('ours'), labels('css2d-visible'), { most: 1 }),
  ],
  checks,
});
