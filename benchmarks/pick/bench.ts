// Picking among ten thousand devices: the engine, three's Raycaster and the trees of other libraries, with
// the same rays. npm run bench -- pick [--json FILE] [--rounds N] [--count N]
import type { PickRound } from '../../tests/browser/pages/scale-bench/pick.ts';

import { withBenchPage } from '../bench-page.ts';
import { benchOptions, finish, median } from '../result.ts';

const { values } = benchOptions({ rounds: '7', count: '10000' });
const { micros, build, ids }: PickRound = await withBenchPage('scale-bench', (page) =>
  page.evaluate(
    (count, rounds) => window.benchPick(count, rounds),
    Number(values.count),
    Number(values.rounds),
  ),
);

const OURS = 'farm3d';
const RAYCASTER = 'three Raycaster';
const TREE = 'three-mesh-bvh ObjectBVH';
const cost = (subject: string) => median(micros[subject]!);
const expected = ids[RAYCASTER]!;
const hits = expected.filter((id) => id !== '').length;

finish('pick', values.json, {
  rows: Object.keys(micros).flatMap((subject) => [
    { subject, metric: 'µs a pick', samples: micros[subject]! },
    { subject, metric: 'ms until the first answer', samples: [build[subject]!] },
  ]),
  ratios: [
    { what: `${RAYCASTER} / ours`, ratio: cost(RAYCASTER) / cost(OURS), least: 30 },
    { what: `${TREE} / ours (a near-tie is no loss)`, ratio: cost(TREE) / cost(OURS), least: 0.95 },
    {
      what: 'three-mesh-bvh, each mesh / ours',
      ratio: cost('three-mesh-bvh, each mesh') / cost(OURS),
    },
  ],
  checks: [
    { what: `${hits} of ${expected.length} rays hit a device`, ok: hits > expected.length / 8 },
    ...Object.entries(ids).map(([subject, found]) => ({
      what: `${subject}: the same device under every ray`,
      ok: found.every((id, i) => id === expected[i]),
    })),
  ],
});
