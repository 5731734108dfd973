// Mounted and unmounted fifty times: memory that remains. npm run bench -- mount [--json FILE] [--mounts N]
// [--only SUBJECT]

// oxlint-disable-next-line unicorn/require-module-specifiers, import/no-empty-named-blocks -- for what it declares on window
import type {} from '../../tests/browser/pages/life-bench/main.ts';
import { withBenchPage } from '../bench-page.ts';
import { benchOptions, finish, type Row } from '../result.ts';

/** A leaked viewer is more than 100 KB of objects; the limit per mount is less than one closure. Bytes. */
const OBJECTS_PER_MOUNT = 1_000;
/**
 * Node types of a heap snapshot that are allocated by script. The other types belong to the browser: machine
 * code and its metadata ('code', 'object shape'), entries of its timeline ('native').
 */
const OWN = new Set([
  'object',
  'closure',
  'array',
  'string',
  'concatenated string',
  'sliced string',
  'regexp',
]);
const WARM_UP = 4;

interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[]];
    };
  };
  readonly nodes: readonly number[];
}

const { values } = benchOptions({ mounts: '50', only: '' });
const mounts = Number(values.mounts);
const rows = await withBenchPage('life-bench', async (page, url) => {
  const found: Row[] = [];
  const all = await page.evaluate(() => window.life.subjects);
  const subjects = values.only === '' ? all : all.filter((name) => name === values.only);
  const cdp = await page.createCDPSession();
  await cdp.send('Performance.enable');
  await cdp.send('HeapProfiler.enable');
  /** Bytes of objects allocated by script, from a heap snapshot. */
  const ownBytes = async () => {
    const chunks: string[] = [];
    const listen = ({ chunk }: { chunk: string }) => chunks.push(chunk);
    cdp.on('HeapProfiler.addHeapSnapshotChunk', listen);
    await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    cdp.off('HeapProfiler.addHeapSnapshotChunk', listen);
    const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot;
    const { node_fields: fields, node_types: types } = snapshot.meta;
    const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
    let bytes = 0;
    for (let at = 0; at < nodes.length; at += fields.length)
      if (OWN.has(types[0][nodes[at + type]!]!)) bytes += nodes[at + size]!;
    return bytes;
  };
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
      'whole heap': metric('JSHeapUsedSize'),
      objects: await ownBytes(),
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
      const isHeap = key === 'whole heap' || key === 'objects';
      found.push({
        subject,
        metric: isHeap ? `${key}, bytes a mount` : `${key}, growth`,
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
      what: `farm3d: no object left (${Math.round(of('objects, bytes a mount'))} B a mount)`,
      ok: of('objects, bytes a mount') < OBJECTS_PER_MOUNT,
    },
  ],
});
