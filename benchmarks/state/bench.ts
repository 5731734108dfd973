// Live states of many devices in one call: milliseconds of the page's thread. The floor is what any way of drawing instances
// has to do: one colour for each. npm run bench -- state [--json FILE] [--rounds N] [--sizes 1000,10000]
import type { StateResult } from '../../tests/browser/pages/scale-bench/state.ts';
import { withBenchPage } from '../bench-page.ts';
import { benchOptions, finish, median, type Row } from '../result.ts';

const { values } = benchOptions({ rounds: '15', sizes: '1000,10000,50000' });
const sizes = values.sizes.split(',').map(Number);
const OURS = 'farm3d';
const READINGS = 'farm3d, readings of a kind';
const FLOOR = 'three InstancedMesh.setColorAt';
const ALL = 'all change, ms of the call';
/** A third of a frame at 60 Hz. */
const MAX_MS = 5;

const found = new Map<number, StateResult>();
for (const size of sizes)
  found.set(
    size,
    await withBenchPage('scale-bench', (page) =>
      page.evaluate((count, rounds) => window.benchState(count, rounds), size, Number(values.rounds)),
    ),
  );
const rows: Row[] = [...found].flatMap(([size, result]) =>
  result.rows.map((row) => ({ ...row, size, floor: row.subject === FLOOR })),
);
const largest = Math.max(...sizes);
const cost = (subject: string, metric: string) =>
  median(
    rows.find((row) => row.subject === subject && row.metric === metric && row.size === largest)!.samples,
  );
const count = largest.toLocaleString('en');

finish('state', values.json, {
  rows,
  ratios: [
    { what: `${OURS}, ${count} devices, ${ALL}`, ratio: cost(OURS, ALL), most: MAX_MS },
    { what: `${READINGS}, ${count} devices, ${ALL}`, ratio: cost(READINGS, ALL) },
    { what: `ours / the floor (${FLOOR}), ${count} devices`, ratio: cost(OURS, ALL) / cost(FLOOR, ALL) },
  ],
  checks: [...found].map(([size, { shown, expected }]) => ({
    what: `${size.toLocaleString('en')} devices: the first ${shown.length} are as they have to be (${expected[0]})`,
    ok: shown.length > 0 && shown.join('\n') === expected.join('\n'),
  })),
});
