// Loading compared with three's loaders: 100 Draco models concurrently, then FBX, from the request until they
// can be drawn. node --conditions=@farm3d/source benchmarks/load/bench.ts [--json FILE] [--rounds N]
import type { Round } from '../../tests/browser/pages/load-bench/main.ts';
import { servePage } from '../../tests/browser/pages/page-server.ts';
import { launchBrowser } from '../../tests/support/browser.ts';
import { EnginePackage } from '../../tests/support/engine-package.ts';
import { binaryFbx, fbxBlocks, sheet } from '../../tests/support/fbx-fixture.ts';
import { dracoModel } from '../../tests/support/fixtures.ts';
import { benchOptions, finish, median, ratioOf, type Ratio } from '../result.ts';

const { values } = benchOptions({ rounds: '7' });

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
/** Maximum wall time relative to three's loaders. */
const MAX_WALL_RATIO: Readonly<Record<SetName, number>> = { draco: 1, fbx: 1.2 };
const SUBJECTS = { farm3d: 'loadOurs', three: 'loadThree' } as const;
type Subject = keyof typeof SUBJECTS;

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
      // Alternating order: neither subject always has the quieter machine.
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
        // The first round fills caches and is dropped.
        if (round > 0) rounds.push({ ...result, cpuMs });
      }
    }
  }
} finally {
  await browser.close();
  await server.close();
}

const of = (set: SetName, subject: Subject, metric: (typeof METRICS)[number]) =>
  measured.get(`${set}/${subject}`)!.map((round) => round[metric]);

const ratio = (set: SetName, metric: 'wallMs' | 'worstGapMs', most: number): Ratio =>
  ratioOf(`${set} ${metric}, ours / three`, of(set, 'farm3d', metric), of(set, 'three', metric), { most });
const sets = Object.keys(SETS) as SetName[];

finish('load', values.json, {
  rows: [...measured.keys()].flatMap((key) => {
    const [set, subject] = key.split('/') as [SetName, Subject];
    return METRICS.map((metric) => ({
      subject,
      metric: `${set}, ${metric}`,
      samples: of(set, subject, metric),
    }));
  }),
  ratios: sets.flatMap((set) => [ratio(set, 'worstGapMs', 0.5), ratio(set, 'wallMs', MAX_WALL_RATIO[set])]),
  checks: sets.flatMap((set) => {
    const all = measured.get(`${set}/farm3d`)!.concat(measured.get(`${set}/three`)!);
    const counts = new Set(all.map(({ triangles, models }) => `${models} models, ${triangles} triangles`));
    return [
      { what: `${set}: both show the same (${[...counts].join(' / ')})`, ok: counts.size === 1 },
      { what: `${set}: no long task of ours`, ok: median(of(set, 'farm3d', 'longTasks')) === 0 },
    ];
  }),
});
