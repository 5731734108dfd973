// Ten thousand devices of thirty kinds: JavaScript time of one frame, for the engine and for other libraries.
// npm run bench -- devices [--json FILE] [--rounds N] [--count N]
import type { DeviceRow } from '../../tests/browser/pages/scale-bench/main.ts';
import { withBenchPage } from '../bench-page.ts';
import { benchOptions, finish, median } from '../result.ts';

const { values } = benchOptions({ rounds: '6', frames: '40', count: '10000' });
const rows: DeviceRow[] = await withBenchPage('scale-bench', (page) =>
  page.evaluate(
    (count, rounds, frames) => window.benchDevices(count, rounds, frames),
    Number(values.count),
    Number(values.rounds),
    Number(values.frames),
  ),
);

const KINDS = 30;
const WHOLE = 'farm3d, a whole viewer';
const OURS = 'farm3d, its devices';
const MESHES = 'three, one Mesh each';
const CULLING = [
  'three BatchedMesh, sort and cull',
  'three BatchedMesh, cull',
  'InstancedMesh2',
  'InstancedMesh2 with its BVH',
];
const FLOOR = 'three InstancedMesh, no culling';

const of = (subject: string) => rows.find((row) => row.subject === subject)!;
const cost = (subject: string, phase: 'still' | 'orbit') => median(of(subject)[phase]);
const best = CULLING.toSorted((a, b) => cost(a, 'still') - cost(b, 'still'))[0]!;

finish('devices', values.json, {
  rows: rows.flatMap(({ subject, still, orbit, draws, triangles }) => [
    { subject, metric: 'still, ms JS a frame', samples: still },
    { subject, metric: 'orbiting, ms JS a frame', samples: orbit },
    { subject, metric: 'draws', samples: [draws] },
    { subject, metric: 'triangles', samples: [triangles] },
  ]),
  ratios: [
    { what: `${MESHES} / ours, still`, ratio: cost(MESHES, 'still') / cost(OURS, 'still'), least: 20 },
    { what: `${MESHES} / ours, orbiting`, ratio: cost(MESHES, 'orbit') / cost(OURS, 'orbit'), least: 20 },
    {
      what: `${MESHES} / our whole viewer, still`,
      ratio: cost(MESHES, 'still') / cost(WHOLE, 'still'),
      least: 20,
    },
    {
      what: `${MESHES} / our whole viewer, orbiting`,
      ratio: cost(MESHES, 'orbit') / cost(WHOLE, 'orbit'),
      least: 20,
    },
    {
      what: `best that culls (${best}) / ours, still`,
      ratio: cost(best, 'still') / cost(OURS, 'still'),
      least: 2,
    },
    {
      what: `${FLOOR} / ours, still (a near-tie: both only draw)`,
      ratio: cost(FLOOR, 'still') / cost(OURS, 'still'),
    },
  ],
  checks: [
    {
      what: `at most 3 draws a kind (${of(OURS).draws} for ${KINDS})`,
      ok: of(OURS).draws <= 3 * KINDS,
    },
    {
      what: `the same triangles as one Mesh each (${of(OURS).triangles})`,
      ok: of(OURS).triangles === of(MESHES).triangles,
    },
    ...rows
      .filter(({ differing }) => differing !== null)
      .map(({ subject, differing }) => ({
        what: `${subject}: the same picture (${((differing ?? 1) * 100).toFixed(2)} % of pixels differ)`,
        ok: (differing ?? 1) <= 0.01,
      })),
  ],
});
