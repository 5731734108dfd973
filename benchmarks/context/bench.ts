// Whether the image is the same after the graphics context was lost and restored, and how soon: of one model, and of ten
// thousand devices (ours in a greenhouse with labels). npm run bench -- context [--json FILE] [--rounds N]
import type { ContextResult } from '../../tests/browser/pages/life-bench/main.ts';
import { withBenchPage } from '../bench-page.ts';
import { benchOptions, finish, ratioOf, type Row } from '../result.ts';

const { values } = benchOptions({ rounds: '3' });
const OURS = 'farm3d';
const LOOP = 'three, a loop';
const INSTANCED = 'three InstancedMesh, a loop';
const BABYLON = 'Babylon.js';
const MANY = 10_000;
/** Share of pixels that may differ. */
const SAME = 0.001;
// model-viewer draws all of its elements in one canvas that the page cannot access.
const SUBJECTS = [
  [OURS, 1],
  [LOOP, 1],
  [BABYLON, 1],
  [OURS, MANY],
  [INSTANCED, MANY],
] as const;
type Measured = (typeof SUBJECTS)[number];

const found = await withBenchPage('life-bench', async (page, url) => {
  const all = new Map<Measured, ContextResult[]>();
  for (const measured of SUBJECTS) {
    const [subject, size] = measured;
    const results: ContextResult[] = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      await page.goto(url);
      const isMany = size === MANY;
      results.push(await page.evaluate((name, isMany) => window.life.context(name, isMany), subject, isMany));
    }
    all.set(measured, results);
  }
  return all;
});
const of = (subject: string, size: number) =>
  [...found].find(([measured]) => measured[0] === subject && measured[1] === size)![1];
const times = (subject: string, size: number) =>
  of(subject, size).flatMap(({ ms }) => (ms === null ? [] : [ms]));

finish('context', values.json, {
  rows: [...found].flatMap(([[subject, size], results]): Row[] => {
    const restored = times(subject, size);
    const row = { subject, size };
    return [
      ...(restored.length > 0 ? [{ ...row, metric: 'ms to the right picture', samples: restored }] : []),
      { ...row, metric: '% of pixels that differ', samples: results.map((one) => one.differing * 100) },
      {
        ...row,
        metric: 'share of rounds that ended with the right picture',
        samples: [restored.length / results.length],
      },
    ];
  }),
  ratios: (
    [
      [BABYLON, 1],
      [INSTANCED, MANY],
    ] as const
  )
    .filter(([peer, size]) => times(peer, size).length > 0 && times(OURS, size).length > 0)
    .map(([peer, size]) =>
      ratioOf(
        `${peer} / ours, ms to the right picture of ${size === MANY ? 'ten thousand devices' : 'one model'}`,
        times(peer, size),
        times(OURS, size),
      ),
    ),
  checks: [1, MANY].map((size) => ({
    what: `farm3d, ${size === MANY ? 'ten thousand devices in a greenhouse' : 'one model'}: the same pixels, every time`,
    ok: of(OURS, size).every(({ differing }) => differing <= SAME),
  })),
});
