// Loading beside three's loaders: 100 Draco models at once, then FBX, from the request until they can be drawn.
// node --conditions=@farm3d/source benchmarks/load/bench.ts [--json FILE] [--rounds N]
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Round } from '../../tests/browser/pages/load-bench/main.ts';
import { servePage } from '../../tests/browser/pages/page-server.ts';
import { launchBrowser } from '../../tests/support/browser.ts';
import { EnginePackage } from '../../tests/support/engine-package.ts';
import { binaryFbx, fbxBlocks, sheet } from '../../tests/support/fbx-fixture.ts';
import { dracoModel } from '../../tests/support/fixtures.ts';

const { values } = parseArgs({
  options: { json: { type: 'string' }, rounds: { type: 'string', default: '7' } },
});

const DRACO_MODELS = 100;
const DRACO_TRIANGLES = 6_000;
const FBX_MODELS = 8;
const FBX_TRIANGLES = 40_000;
/** three decodes Draco in a blob: worker; the engine itself runs without one. */
const POLICY =
  "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self' data: blob:";

const files = new Map<string, Uint8Array>();
for (let i = 0; i < DRACO_MODELS; i++) files.set(`/load/${i}.glb`, await dracoModel(i, DRACO_TRIANGLES));
for (let i = 0; i < FBX_MODELS; i++)
  files.set(`/load/${i}.fbx`, binaryFbx(fbxBlocks(sheet(FBX_TRIANGLES, i))));
const SETS = {
  draco: [...files.keys()].filter((path) => path.endsWith('.glb')),
  fbx: [...files.keys()].filter((path) => path.endsWith('.fbx')),
} as const;
type SetName = keyof typeof SETS;
const SUBJECTS = { farm3d: 'loadOurs', three: 'loadThree' } as const;
type Subject = keyof typeof SUBJECTS;

const loadBefore = loadavg()[0]!;
const engine = EnginePackage.build();
for (const name of engine.files.filter((file) => file.endsWith('.worker.js')))
  files.set(`/engine/${name}`, new TextEncoder().encode(engine.read(name)));
engine.remove();
const server = await servePage('load-bench', { policy: POLICY });
server.answer = (request, response) => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  const body = files.get(path);
  if (!body) return false;
  const type = path.endsWith('.js') ? 'text/javascript' : 'application/octet-stream';
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length }).end(body);
  return true;
};
const browser = await launchBrowser();
const system = await browser.target().createCDPSession();
/** Processor time of all pages' processes, with their workers, ms. */
async function processorMs(): Promise<number> {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === 'renderer' ? cpuTime * 1000 : 0), 0);
}

type Measured = Round & { readonly cpuMs: number };
const measured = new Map<string, Measured[]>();
const METRICS = ['wallMs', 'cpuMs', 'worstGapMs', 'longTasks', 'triangles', 'models'] as const;
try {
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const set of Object.keys(SETS) as SetName[]) {
      // Turn about: neither always has the quieter machine.
      const order = Object.keys(SUBJECTS) as Subject[];
      for (const subject of round % 2 ? order : order.toReversed()) {
        const page = await browser.newPage();
        await page.goto(server.url);
        await page.waitForFunction(() => window.loadOurs !== undefined);
        const before = await processorMs();
        const result = await page.evaluate((run, paths) => window[run](paths), SUBJECTS[subject], SETS[set]);
        const cpuMs = (await processorMs()) - before;
        await page.close();
        const key = `${set}/${subject}`;
        const rounds = measured.get(key) ?? [];
        measured.set(key, rounds);
        // The first round warms caches and is dropped.
        if (round > 0) rounds.push({ ...result, cpuMs });
      }
    }
  }
} finally {
  await browser.close();
  await server.close();
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const rows = [...measured].flatMap(([key, rounds]) => {
  const [set, subject] = key.split('/') as [SetName, Subject];
  return METRICS.map((metric) => {
    const numbers = rounds.map((round) => round[metric]);
    const middle = median(numbers);
    const mad = median(numbers.map((value) => Math.abs(value - middle)));
    return { set, subject, metric, median: middle, mad, n: numbers.length };
  });
});
const of = (set: SetName, subject: Subject, metric: (typeof METRICS)[number]) =>
  rows.find((row) => row.set === set && row.subject === subject && row.metric === metric)!;

/** Medians closer than the rounds scatter are a tie, and said to be one. */
const ratio = (set: SetName, metric: 'wallMs' | 'worstGapMs', bar: number) => {
  const [ours, peer] = [of(set, 'farm3d', metric), of(set, 'three', metric)];
  const share = ours.median / peer.median;
  const isTie = Math.abs(ours.median - peer.median) <= Math.max(ours.mad, peer.mad);
  const met = share <= bar || (bar === 1 && isTie);
  return { set, metric, ours: ours.median, peer: peer.median, ratio: share, bar, isTie, met };
};
const ratios = (Object.keys(SETS) as SetName[]).flatMap((set) => [
  ratio(set, 'worstGapMs', 0.5),
  ratio(set, 'wallMs', 1),
]);
const checks = (Object.keys(SETS) as SetName[]).flatMap((set) => {
  const all = measured.get(`${set}/farm3d`)!.concat(measured.get(`${set}/three`)!);
  const counts = new Set(all.map(({ triangles, models }) => `${models} models, ${triangles} triangles`));
  return [
    { what: `${set}: both show the same (${[...counts].join(' / ')})`, ok: counts.size === 1 },
    { what: `${set}: no long task of ours`, ok: of(set, 'farm3d', 'longTasks').median === 0 },
  ];
});
/** Of one minute, before and after: with more than a core's worth of others, milliseconds say more of them. */
const load = [loadBefore, loadavg()[0]!].map((value) => Math.round(value * 10) / 10);
const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: availableParallelism(), gpu: 'none used', load };
const report = { name: 'load', machine, rows, ratios, checks };
if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
for (const key of measured.keys()) {
  const [set, subject] = key.split('/') as [SetName, Subject];
  const medians = METRICS.map((metric) => [metric, Number(of(set, subject, metric).median.toPrecision(5))]);
  console.log(JSON.stringify({ set, subject, ...(Object.fromEntries(medians) as object) }));
}
for (const { set, metric, ratio, bar, isTie, met } of ratios) {
  const tie = isTie ? ' (a tie)' : '';
  console.log(
    `${met ? 'met ' : 'MISS'} ${ratio.toFixed(3)} (bar ${bar}) ${set} ${metric}, ours / three${tie}`,
  );
}
for (const { what, ok } of checks) console.log(`${ok ? 'ok  ' : 'FAIL'} ${what}`);
console.log(`load of the machine, before and after: ${load.join(', ')} on ${machine.cores} cores`);
