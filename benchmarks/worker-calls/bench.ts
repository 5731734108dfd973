// What a call of a worker costs through Comlink and by postMessage alone, with few and with many under way, and Comlink's size.
// node --conditions=@farm3d/source benchmarks/worker-calls/bench.ts [--json FILE] [--rounds N]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Way } from '../../tests/browser/pages/calls-bench/main.ts';
import { servePage } from '../../tests/browser/pages/page-server.ts';
import { launchBrowser } from '../../tests/support/browser.ts';
import { benchOptions, finish, type Row } from '../result.ts';

const { values } = benchOptions({ rounds: '9' });
const ENGINE = fileURLToPath(new URL('../../packages/farm3d-engine/', import.meta.url));
const CALLS = 1_000;
/** The engine gives a worker up to three jobs, each with one call at a time. */
const AT_ONCE = [1, 3, 100] as const;
const WAYS: readonly Way[] = ['comlink', 'postMessage'];
const MAX_GZIP_BYTES = 2_100;

/** Both ends of it, as its authors minified them. */
const COMLINK = join(ENGINE, 'node_modules', 'comlink', 'dist/esm/comlink.min.mjs');
const gzipBytes = gzipSync(readFileSync(COMLINK), { level: 9 }).length;

const measured = new Map<string, number[]>();
const server = await servePage('calls-bench');
const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  await page.goto(server.url);
  await page.waitForFunction(() => window.callWorker !== undefined);
  for (const atOnce of AT_ONCE) {
    for (let round = 0; round <= Number(values.rounds); round++) {
      for (const way of WAYS) {
        const call = (by: Way, calls: number, most: number) => window.callWorker(by, calls, most);
        const microseconds = await page.evaluate(call, way, CALLS, atOnce);
        // The first round warms up.
        if (round === 0) continue;
        const key = `${way}/${atOnce}`;
        measured.set(key, [...(measured.get(key) ?? []), microseconds]);
      }
    }
  }
} finally {
  await browser.close();
  await server.close();
}

finish('worker-calls', values.json, {
  rows: [...measured].map(([key, samples]): Row => {
    const [subject = '', size] = key.split('/');
    return { subject, metric: 'µs a call, by calls under way', samples, size: Number(size) };
  }),
  ratios: [{ what: 'bytes of Comlink, gzip', ratio: gzipBytes, most: MAX_GZIP_BYTES }],
  checks: [],
});
