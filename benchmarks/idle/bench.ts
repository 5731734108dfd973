// Frames drawn and CPU time during ten seconds without changes. npm run bench -- idle [--json FILE]
// [--seconds N]

// oxlint-disable-next-line unicorn/require-module-specifiers, import/no-empty-named-blocks -- for what it declares on window
import type {} from '../../tests/browser/pages/life-bench/main.ts';
import { withBenchPage } from '../bench-page.ts';
import { benchOptions, finish, type Row } from '../result.ts';

const { values } = benchOptions({ seconds: '10' });
const rows = await withBenchPage('life-bench', async (page, url) => {
  const found: Row[] = [];
  const subjects = await page.evaluate(() => window.life.subjects);
  const cdp = await page.createCDPSession();
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
  };
  for (const subject of subjects) {
    await page.goto(url);
    const before = await busy();
    const draws = await page.evaluate(
      (name, seconds) => window.life.idle(name, seconds),
      subject,
      Number(values.seconds),
    );
    found.push({ subject, metric: `draw calls in ${values.seconds} s`, samples: [draws] });
    found.push({
      subject,
      metric: 'ms of the main thread, loading included',
      samples: [(await busy()) - before],
    });
  }
  return found;
});
const drawn = (name: string) =>
  rows.find(({ subject, metric }) => subject === name && metric.startsWith('draw'))!.samples[0]!;

finish('idle', values.json, {
  rows,
  ratios: [],
  checks: [
    { what: 'farm3d draws nothing', ok: drawn('farm3d') === 0 },
    { what: `a loop draws all the time (${drawn('three, a loop')})`, ok: drawn('three, a loop') > 50 },
  ],
});
