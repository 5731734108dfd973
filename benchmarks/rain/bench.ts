// Twenty thousand drops of rain: the engine, a loop over Points, three.quarks, three-nebula and Babylon's GPU
// particles. node --conditions=@farm3d/source benchmarks/rain/bench.ts [--json FILE] [--rounds N] [--frames
// N]
import type { Measured } from '../../tests/browser/pages/rain-bench/main.ts';
import { withBenchPage } from '../bench-page.ts';
import { benchOptions, type Check, finish, median, ratioOf, type Row } from '../result.ts';

const { values } = benchOptions({ rounds: '3', frames: '32' });
const DROPS = 20_000;
/** More drops in the engine: the frame time on the CPU must not depend on the number. */
const MANY = 100_000;
const SUBJECTS = [
  'an empty scene',
  'farm3d',
  'Points, moved by a loop',
  'three.quarks',
  'three-nebula',
  'Babylon, on the GPU',
] as const;
const OURS = 'farm3d';
const OURS_MANY = `farm3d, ${MANY.toLocaleString('en')}`;

const taken = new Map<string, Measured[]>();
await withBenchPage('rain-bench', async (page) => {
  await page.waitForFunction(() => window.measure !== undefined);
  // Interleaved, so that other load on the machine affects all subjects; the first round warms up and is
  // dropped.
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const subject of [...SUBJECTS, OURS_MANY]) {
      const isMany = subject === OURS_MANY;
      const measured = await page.evaluate(
        (subject, count, frames) => window.measure(subject, count, frames),
        isMany ? OURS : subject,
        isMany ? MANY : DROPS,
        isMany ? 2 : Number(values.frames),
      );
      if (round > 0) taken.set(subject, [...(taken.get(subject) ?? []), measured]);
    }
  }
});

const of = (subject: string) => taken.get(subject)!;
/** The median frame of each round. */
const cost = (subject: string) => of(subject).map(({ microseconds }) => median(microseconds));
const rows: Row[] = [...taken.keys()].flatMap((subject) => [
  {
    subject,
    metric: 'page thread for a frame, µs',
    samples: cost(subject),
    floor: subject === 'an empty scene',
  },
  { subject, metric: 'draws', samples: of(subject).map(({ draws }) => draws) },
  {
    subject,
    metric: 'bytes uploaded for a frame',
    samples: of(subject).map(({ uploadedBytes }) => uploadedBytes),
  },
]);
const ratio = (peer: string, bound: { least?: number } = {}) =>
  ratioOf(`${peer} / farm3d, page thread`, cost(peer), cost(OURS), bound);
const checks: Check[] = [
  { what: 'ours is one draw', ok: of(OURS).every(({ draws }) => draws === 1) },
  { what: 'ours uploads nothing', ok: of(OURS).every(({ uploadedBytes }) => uploadedBytes === 0) },
  ...SUBJECTS.slice(1).flatMap((subject) => [
    { what: `${subject}: ${DROPS} drops in the air`, ok: of(subject).every(({ alive }) => alive === DROPS) },
    // three-nebula moves and uploads its particles, but draws none of them with this three.js: its cost is a lower bound.
    ...(subject === 'three-nebula'
      ? []
      : [{ what: `${subject}: they are seen`, ok: of(subject).every(({ litPixels }) => litPixels > 50) }]),
  ]),
];
finish('rain', values.json, {
  rows,
  ratios: [
    ratio('three.quarks', { least: 5 }),
    ratio('three-nebula'),
    ratio('Babylon, on the GPU'),
    ratio('Points, moved by a loop'),
    ratioOf('five times the drops of ours / twenty thousand, page thread', cost(OURS_MANY), cost(OURS)),
  ],
  checks,
});
