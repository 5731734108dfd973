// Picking among ten thousand devices: the engine, three's Raycaster and the trees of other libraries, with
// the same rays. npm run bench -- pick [--json FILE] [--rounds N] [--count N]
import type { PickRound } from '../../tests/browser/pages/scale-bench/pick.ts';

import { withBenchPage } from '../bench-page.ts';
import { benchOptions, finish, ratioOf } from '../result.ts';

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
const ratio = (peer: string, bound: { least?: number } = {}) =>
  ratioOf(`${peer} / ours`, micros[peer]!, micros[OURS]!, bound);
const expected = ids[RAYCASTER]!;
const hits = expected.filter((id) => id !== '').length;

finish('pick', values.json, {
  rows: Object.keys(micros).flatMap((subject) => [
    { subject, metric: 'µs a pick', samples: micros[subject]! },
    { subject, metric: 'ms until the first answer', samples: [build[subject]!] },
  ]),
  ratios: [ratio(RAYCASTER, { least: 30 }), ratio(TREE, { least: 1 }), ratio('three-mesh-bvh, each mesh')],
  checks: [
    { what: `${hits} of ${expected.length} rays hit a device`, ok: hits > expected.length / 8 },
    ...Object.entries(ids).map(([subject, found]) => ({
      what: `${subject}: the same device under every ray`,
      ok: found.every((id, i) => id === expected[i]),
    })),
  ],
});
