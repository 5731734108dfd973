// On the page and off it, fifty times: what is left behind. npm run bench -- mount [--json FILE] [--mounts N]

// oxlint-disable-next-line unicorn/require-module-specifiers, import/no-empty-named-blocks -- for what it declares on window
import type {} from '../../tests/browser/pages/life-bench/main.ts';
import { benchOptions, finish, type Row, withBenchPage } from '../report.ts';

/** What the browser itself keeps of a mount (its timing entries, 13 KB), with room. A kept viewer is far more. */
const HEAP_PER_MOUNT = 45_000;
const WARM_UP = 4;

const { values } = benchOptions({ mounts: '50' });
const mounts = Number(values.mounts);
const rows = await withBenchPage('life-bench', async (page, url) => {
  const found: Row[] = [];
  const subjects = await page.evaluate(() => window.life.subjects);
  const cdp = await page.createCDPSession();
  await cdp.send('Performance.enable');
  await cdp.send('HeapProfiler.enable');
  const census = async () => {
    for (let round = 0; round < 4; round++) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await cdp.send('HeapProfiler.collectGarbage');
    }
    const { metrics } = await cdp.send('Performance.getMetrics');
    const metric = (name: string) => metrics.find((entry) => entry.name === name)!.value;
    return {
      'contexts alive': await page.evaluate(() => window.life.contexts()),
      workers: page.workers().length,
      listeners: metric('JSEventListeners'),
      nodes: metric('Nodes'),
      heap: metric('JSHeapUsedSize'),
    };
  };
  for (const subject of subjects) {
    await page.goto(url);
    const cycle = (count: number) =>
      page.evaluate(
        async (name, times) => {
          for (let i = 0; i < times; i++) await window.life.mount(name);
        },
        subject,
        count,
      );
    await cycle(WARM_UP);
    const before = await census();
    await cycle(mounts);
    const after = await census();
    for (const key of Object.keys(before) as (keyof typeof before)[]) {
      const isHeap = key === 'heap';
      found.push({
        subject,
        metric: isHeap ? 'heap, bytes a mount' : `${key}, growth`,
        samples: [(after[key] - before[key]) / (isHeap ? mounts : 1)],
      });
    }
  }
  return found;
});
const of = (metric: string) =>
  rows.find((row) => row.subject === 'farm3d' && row.metric === metric)!.samples[0]!;

finish('mount', values.json, {
  rows,
  ratios: [],
  checks: [
    ...['contexts alive, growth', 'workers, growth', 'listeners, growth', 'nodes, growth'].map((metric) => ({
      what: `farm3d: no ${metric} in ${mounts} mounts (${of(metric)})`,
      ok: of(metric) <= 0,
    })),
    {
      what: `farm3d: no heap but the browser's own entries (${Math.round(of('heap, bytes a mount'))} B a mount)`,
      ok: of('heap, bytes a mount') < HEAP_PER_MOUNT,
    },
  ],
});
