// The region map against what everyone writes: a generated country, from its request to its first frame.
// node --conditions=@farm3d/source benchmarks/region/bench.ts [--json FILE] [--rounds N]
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { makeRegionPack } from '../../packages/farm3d-engine/src/geo/make-pack.ts';
import type { Round } from '../../tests/browser/pages/region-bench/main.ts';
import { servePage } from '../../tests/browser/pages/page-server.ts';
import { launchBrowser } from '../../tests/support/browser.ts';
import { generateMap, POLYGONS, REGIONS } from './generate.ts';

const { values } = parseArgs({
  options: { json: { type: 'string' }, rounds: { type: 'string', default: '4' } },
});

type Measured = Round & { mainMs: number; cpuMs: number };

const SUBJECTS = {
  'farm3d (GeoJSON)': ['runOurs', '/bench/map.geojson'],
  'farm3d (region pack)': ['runOurs', '/bench/map.f3rp'],
  'd3-geo + ExtrudeGeometry': ['runExtrude', '/bench/map.geojson'],
} as const;
type Subject = keyof typeof SUBJECTS;

const geojson = new TextEncoder().encode(generateMap());
const { pack, stats } = await makeRegionPack(geojson);
const files: Readonly<Record<string, Uint8Array>> = {
  '/bench/map.geojson': geojson,
  '/bench/map.f3rp': pack,
};
const server = await servePage('region-bench');
server.answer = (request, response) => {
  const body = files[new URL(request.url ?? '/', 'http://localhost').pathname];
  if (!body) return false;
  response.writeHead(200, { 'Content-Length': body.length }).end(body);
  return true;
};
const browser = await launchBrowser();
const measured = new Map<Subject, Measured[]>();
try {
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const subject of Object.keys(SUBJECTS) as Subject[]) {
      const [run, path] = SUBJECTS[subject];
      const page = await browser.newPage();
      // Small: the rasteriser of a machine without graphics hardware is not what is compared.
      await page.setViewport({ width: 64, height: 36 });
      await page.goto(server.url);
      await page.waitForFunction(() => window.runOurs !== undefined);
      const cdp = await page.createCDPSession();
      await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
      const busy = async () => {
        const { metrics } = await cdp.send('Performance.getMetrics');
        return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
      };
      const before = await busy();
      const result = await page.evaluate((run, path) => window[run](path), run, path);
      // Picking and the heartbeat are in it, too, for both.
      const mainMs = (await busy()) - before - result.hoverMicroseconds * 5;
      const rounds = measured.get(subject) ?? [];
      measured.set(subject, rounds);
      // The first round warms caches and is dropped.
      if (round > 0) rounds.push({ ...result, mainMs, cpuMs: mainMs + result.workerMs });
      await page.close();
    }
  }
} finally {
  await browser.close();
  await server.close();
}

const METRICS = [
  'wallMs',
  'worstGapMs',
  'longTasks',
  'mainMs',
  'workerMs',
  'cpuMs',
  'draws',
  'bytes',
  'triangleArea',
  'hoverMicroseconds',
] as const;

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const rows = [...measured].flatMap(([subject, rounds]) =>
  METRICS.map((metric) => {
    const numbers = rounds.map((round) => round[metric]);
    const middle = median(numbers);
    const mad = median(numbers.map((value) => Math.abs(value - middle)));
    return { subject, metric, median: middle, mad, n: numbers.length };
  }),
);
const of = (subject: Subject, metric: (typeof METRICS)[number]) =>
  rows.find((row) => row.subject === subject && row.metric === metric)!.median;
const [ours, packed, extrude] = Object.keys(SUBJECTS) as [Subject, Subject, Subject];
const ratio = (metric: (typeof METRICS)[number], subject: Subject, bar: number) => {
  const share = of(subject, metric) / of(extrude, metric);
  return {
    metric: `${metric}, ${subject} / ${extrude}`,
    ours: of(subject, metric),
    peer: of(extrude, metric),
    ratio: share,
    bar,
    met: share <= bar,
  };
};
const ratios = [
  ratio('worstGapMs', ours, 1 / 20),
  ratio('worstGapMs', packed, 1 / 20),
  ratio('cpuMs', ours, 0.6),
  ratio('cpuMs', packed, 0.1),
  ratio('bytes', ours, 0.1),
];
const area = of(ours, 'triangleArea');
const checks = [
  {
    what: `${REGIONS} regions, ${POLYGONS} polygons`,
    ok: stats.regions === REGIONS && stats.polygons === POLYGONS,
  },
  { what: 'no long task of ours', ok: of(ours, 'longTasks') === 0 && of(packed, 'longTasks') === 0 },
  { what: 'at most 5 draws', ok: of(ours, 'draws') <= 5 },
  {
    what: `our triangles cover the polygons to 1e-6 (${Math.abs(stats.triangleArea / stats.polygonArea - 1)})`,
    ok: Math.abs(stats.triangleArea / stats.polygonArea - 1) < 1e-6,
  },
  {
    what: `and ExtrudeGeometry's triangles to 1e-6 (${Math.abs(of(extrude, 'triangleArea') / area - 1)})`,
    ok: Math.abs(of(extrude, 'triangleArea') / area - 1) < 1e-6,
  },
  { what: 'hover under 50 µs', ok: of(ours, 'hoverMicroseconds') < 50 },
];
const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: availableParallelism(), gpu: 'SwiftShader' };
const report = { name: 'region', machine, rows, ratios, checks };
if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
for (const subject of measured.keys()) {
  console.log(
    subject,
    Object.fromEntries(METRICS.map((metric) => [metric, Number(of(subject, metric).toPrecision(5))])),
  );
}
for (const { metric, ratio, bar, met } of ratios) {
  console.log(`${met ? 'met ' : 'MISS'} ${ratio.toFixed(4)} (bar ${bar.toFixed(3)}) ${metric}`);
}
for (const { what, ok } of checks) console.log(`${ok ? 'ok  ' : 'FAIL'} ${what}`);
