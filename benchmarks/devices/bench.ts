// Devices of thirty kinds: JavaScript time of one frame, for the engine and for other libraries, from a thousand devices to a
// hundred thousand, and ten thousand whose kinds have three parts with materials of their own, one of them transparent.
// npm run bench -- devices [--json FILE] [--rounds N] [--frames N] [--sizes 1000,10000]
import type { DeviceRow, DeviceRun } from '../../tests/browser/pages/scale-bench/main.ts';
import { withBenchPage } from '../bench-page.ts';
import { benchOptions, type Check, finish, median, ratioOf, type Row } from '../result.ts';

const { values } = benchOptions({ rounds: '6', frames: '40', sizes: '1000,10000,100000' });
const rounds = Number(values.rounds);
const frames = Number(values.frames);

const KINDS = 30;
const WHOLE = 'farm3d, a whole viewer';
const OURS = 'farm3d, its devices';
const MESHES = 'three, one Mesh each';
const BATCHED = 'three BatchedMesh, cull';
const SORTED = 'three BatchedMesh, sort and cull';
const INSTANCED2 = 'InstancedMesh2';
const TREE = 'InstancedMesh2 with its BVH';
const FLOOR = 'three InstancedMesh, no culling';
const CULLING = [SORTED, BATCHED, INSTANCED2, TREE];
/** Devices of the comparison with all ways. */
const COMPARED = 10_000;
/** More devices than this are drawn by the quickest ways only, and less often: the others take minutes. */
const MOST_FOR_ALL = 10_000;

const measure = (run: DeviceRun): Promise<DeviceRow[]> =>
  withBenchPage('scale-bench', (page) => page.evaluate((given) => window.benchDevices(given), run));

const bySize = new Map<number, DeviceRow[]>();
for (const count of values.sizes.split(',').map(Number)) {
  const isMany = count > MOST_FOR_ALL;
  bySize.set(
    count,
    await measure({
      count,
      rounds: isMany ? Math.ceil(rounds / 2) : rounds,
      frames: isMany ? Math.ceil(frames / 8) : frames,
      parts: 1,
      without: isMany ? [WHOLE, MESHES, SORTED, INSTANCED2] : [],
    }),
  );
}
const inParts = await measure({
  count: COMPARED,
  rounds: Math.ceil(rounds / 2),
  frames: Math.ceil(frames / 2),
  parts: 3,
  without: [WHOLE, ...CULLING],
});

const IN_PARTS = ', kinds of three parts';
const rowsOf = (found: readonly DeviceRow[], size: number, kinds = ''): Row[] =>
  found.flatMap(({ subject, still, orbit, draws, triangles }) => {
    const row = { subject, size, floor: subject === FLOOR };
    return [
      { ...row, metric: `still, ms JS a frame${kinds}`, samples: still },
      { ...row, metric: `orbiting, ms JS a frame${kinds}`, samples: orbit },
      { subject, size, metric: `draws${kinds}`, samples: [draws] },
      { subject, size, metric: `triangles${kinds}`, samples: [triangles] },
    ];
  });
type Phase = 'still' | 'orbit';
const of = (found: readonly DeviceRow[], subject: string) => found.find((row) => row.subject === subject)!;
const ratio = (
  found: readonly DeviceRow[],
  peer: string,
  ours: string,
  phase: Phase,
  remark = '',
  bound: { least?: number } = {},
) =>
  ratioOf(
    `${peer} / ${ours === OURS ? 'ours' : 'our whole viewer'}, ${phase === 'still' ? 'still' : 'orbiting'}${remark}`,
    of(found, peer)[phase],
    of(found, ours)[phase],
    bound,
  );
/** That which culls in the shortest time. */
const bestOf = (found: readonly DeviceRow[]) =>
  found
    .filter(({ subject }) => CULLING.includes(subject))
    .toSorted((a, b) => median(a.still) - median(b.still))[0]!.subject;
const PHASES: readonly Phase[] = ['still', 'orbit'];

const samePicture = (found: readonly DeviceRow[], of: string): Check[] =>
  found
    .filter(({ differing }) => differing !== null)
    .map(({ subject, differing }) => ({
      what: `${subject}, ${of}: the same picture (${((differing ?? 1) * 100).toFixed(2)} % of pixels differ)`,
      ok: (differing ?? 1) <= 0.01,
    }));
const drawn = of(inParts, OURS).draws;

finish('devices', values.json, {
  rows: [
    ...[...bySize].flatMap(([size, found]) => rowsOf(found, size)),
    ...rowsOf(inParts, COMPARED, IN_PARTS),
  ],
  ratios: [
    ...[...bySize].flatMap(([size, found]) => {
      const isCompared = size === COMPARED;
      const remark = isCompared ? '' : `, ${size.toLocaleString('en')} devices`;
      const least = isCompared ? { least: 20 } : {};
      const hasMeshes = size <= MOST_FOR_ALL;
      return [
        ...(hasMeshes ? [OURS, WHOLE] : []).flatMap((ours) =>
          PHASES.map((phase) => ratio(found, MESHES, ours, phase, remark, least)),
        ),
        ratio(
          found,
          bestOf(found),
          OURS,
          'still',
          `, the best that culls${remark}`,
          isCompared ? { least: 2 } : {},
        ),
        ...PHASES.map((phase) => ratio(found, FLOOR, OURS, phase, remark)),
      ];
    }),
    ...[MESHES, FLOOR].flatMap((peer) => PHASES.map((phase) => ratio(inParts, peer, OURS, phase, IN_PARTS))),
  ],
  checks: [
    ...[...bySize].flatMap(([size, found]) => {
      const { draws, triangles } = of(found, OURS);
      const count = `${size.toLocaleString('en')} devices`;
      return [
        { what: `${count}: at most 3 draws a kind (${draws} for ${KINDS})`, ok: draws <= 3 * KINDS },
        ...found
          .filter(({ subject }) => subject === MESHES)
          .map((meshes) => ({
            what: `${count}: the same triangles as one Mesh each (${triangles})`,
            ok: triangles === meshes.triangles,
          })),
        ...samePicture(found, count),
      ];
    }),
    { what: `three parts: at most 3 draws a kind (${drawn} for ${KINDS})`, ok: drawn <= 3 * KINDS },
    ...samePicture(inParts, 'three parts'),
  ],
});
