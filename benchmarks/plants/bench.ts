// A million plants: the engine, three's InstancedMesh and @three.ez/instanced-mesh; created, and updated to
// another date. node --conditions=@farm3d/source benchmarks/plants/bench.ts [--json FILE] [--rounds N]
import type { Measured } from '../../tests/browser/pages/plants-bench/main.ts';
import { withBenchPage } from '../bench-page.ts';
import { benchOptions, finish, ratioOf } from '../result.ts';

const { values } = benchOptions({ rounds: '3' });
const ROWS = 1_000;
const PLANTS = 1_000;
const OURS = 'farm3d';
const PEERS = ['InstancedMesh', '@three.ez/instanced-mesh'];
/** Share of the pixels that may differ by rounding at edges. */
const EDGE_SHARE = 0.01;
/** Uniforms are set by calls and are not uploads. */
const NOTHING = 0;

const taken = new Map<string, Measured[]>();
await withBenchPage('plants-bench', async (page) => {
  await page.waitForFunction(() => window.measurePlants !== undefined);
  // Interleaved; the first round warms up and is dropped.
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const subject of [OURS, ...PEERS]) {
      const measured = await page.evaluate(
        (subject, rows, plants) => window.measurePlants(subject, rows, plants),
        subject,
        ROWS,
        PLANTS,
      );
      if (round > 0) taken.set(subject, [...(taken.get(subject) ?? []), measured]);
    }
  }
});

type Figure = 'createMs' | 'dateMs' | 'bytes' | 'uploadedFirst' | 'uploadedForDate' | 'uploadedStill';
const of = (subject: string, figure: Figure) => taken.get(subject)!.map((measured) => measured[figure]);
const ratio = (peer: string, figure: Figure, what: string, bound: { least?: number } = {}) =>
  ratioOf(`${peer} / farm3d, ${what}`, of(peer, figure), of(OURS, figure), bound);
const METRICS: Readonly<Record<Figure, string>> = {
  createMs: 'made, ms',
  dateMs: 'another date, ms',
  bytes: 'bytes in main memory',
  uploadedFirst: 'bytes uploaded with the first frame',
  uploadedForDate: 'bytes uploaded for another date',
  uploadedStill: 'bytes uploaded for a still frame',
};
const pictures = (subject: string) => taken.get(subject)![0]!.pictures;
const difference = (a: string, b: string) =>
  Array.from(a).filter((pixel, i) => pixel !== b[i]).length / a.length;
const covered = (picture: string) =>
  Array.from(picture).filter((pixel) => pixel === '1').length / picture.length;
const VIEWS = ['from above', 'along the ground', 'from above, on another date'];

finish('plants', values.json, {
  rows: [OURS, ...PEERS].flatMap((subject) =>
    (Object.keys(METRICS) as Figure[]).map((figure) => ({
      subject,
      metric: METRICS[figure],
      samples: of(subject, figure),
    })),
  ),
  ratios: [
    ratio('InstancedMesh', 'createMs', 'time to make', { least: 100 }),
    ratio('InstancedMesh', 'bytes', 'main memory', { least: 100 }),
    ratio('InstancedMesh', 'uploadedFirst', 'upload', { least: 100 }),
    ratio('@three.ez/instanced-mesh', 'createMs', 'time to make'),
    ratio('@three.ez/instanced-mesh', 'bytes', 'main memory'),
  ],
  checks: [
    {
      what: 'another date uploads nothing but uniforms',
      ok: of(OURS, 'uploadedForDate').every((bytes) => bytes === NOTHING),
    },
    {
      what: 'a still frame uploads nothing',
      ok: of(OURS, 'uploadedStill').every((bytes) => bytes === NOTHING),
    },
    ...VIEWS.flatMap((view, i) => [
      {
        what: `${view}: there are plants and ground to be seen`,
        ok: covered(pictures(OURS)[i]!) > 0.02 && covered(pictures(OURS)[i]!) < 0.98,
      },
      ...PEERS.map((peer) => ({
        what: `${view}: the picture of ${peer} and ours are one`,
        ok: difference(pictures(OURS)[i]!, pictures(peer)[i]!) <= EDGE_SHARE,
      })),
    ]),
    {
      what: 'the dates look different',
      ok: difference(pictures(OURS)[0]!, pictures(OURS)[2]!) > EDGE_SHARE * 2,
    },
  ],
});
