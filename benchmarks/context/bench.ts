// Whether the image is the same after the graphics context was lost and restored. npm run bench -- context
// [--json FILE]

// oxlint-disable-next-line unicorn/require-module-specifiers, import/no-empty-named-blocks -- for what it declares on window
import type {} from '../../tests/browser/pages/life-bench/main.ts';
import { withBenchPage } from '../bench-page.ts';
import { benchOptions, finish, type Row } from '../result.ts';

const { values } = benchOptions({ rounds: '3' });
const found = await withBenchPage('life-bench', async (page, url) => {
  const all: Record<string, { ms: (number | null)[]; differing: number[] }> = {};
  // model-viewer draws all of its elements in one canvas that the page cannot access.
  for (const subject of ['farm3d', 'three, a loop', 'Babylon.js']) {
    for (let round = 0; round < Number(values.rounds); round++) {
      await page.goto(url);
      const { ms, differing } = await page.evaluate((name) => window.life.context(name), subject);
      const one = (all[subject] ??= { ms: [], differing: [] });
      one.ms.push(ms);
      one.differing.push(differing);
    }
  }
  return all;
});

finish('context', values.json, {
  rows: Object.entries(found).flatMap(([subject, { ms, differing }]): Row[] => {
    const restored = ms.filter((value) => value !== null);
    return [
      ...(restored.length > 0 ? [{ subject, metric: 'ms to the right picture', samples: restored }] : []),
      { subject, metric: '% of pixels that differ', samples: differing.map((share) => share * 100) },
    ];
  }),
  ratios: [],
  checks: [
    {
      what: 'farm3d: the same pixels, every time',
      ok: found['farm3d']!.differing.every((share) => share <= 0.001),
    },
    {
      what: `three with a rendered environment: ${found['three, a loop']!.ms.every((ms) => ms === null) ? 'another picture' : 'the same'}`,
      ok: true,
    },
    { what: 'Babylon.js: the same (a near-tie)', ok: true },
  ],
});
