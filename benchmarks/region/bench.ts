// The region map compared with common implementations: a generated country, from its request to its first frame.
// node --conditions=@farm3d/source benchmarks/region/bench.ts [--json FILE] [--rounds N]
import { makeRegionPack } from '../../packages/farm3d-engine/src/geo/make-pack.ts';
import type { Round } from '../../tests/browser/pages/region-bench/main.ts';
import type { Watched } from '../../tests/browser/pages/watch.ts';
import { servePage } from '../../tests/browser/pages/page-server.ts';
import { launchBrowser } from '../../tests/support/browser.ts';
import { type ThreadTimes, traceTasks } from '../../tests/support/main-thread.ts';
import { benchOptions, finish, median, type Ratio, ratioOf } from '../result.ts';
import { generateMap, POLYGONS, REGIONS } from './generate.ts';

const { values } = benchOptions({ rounds: '4' });

/** Of a zoom to one region; where the way draws nothing there is none. */
type Zoom = Watched & { mainMs: number };
type Measured = Round & ThreadTimes & { mainMs: number; cpuMs: number; zoom: Zoom | undefined };

/** Name → page, its subject, file. */
const SUBJECTS = {
  'farm3d (GeoJSON)': ['ours', 'ours', '/bench/map.geojson'],
  'farm3d (region pack)': ['ours', 'ours', '/bench/map.f3rp'],
  'd3-geo + ExtrudeGeometry': ['ours', 'extrude', '/bench/map.geojson'],
  'deck.gl 9.4': ['peers', 'deckGl', '/bench/map.geojson'],
  'L7 2.29': ['peers', 'l7', '/bench/map.geojson'],
} as const;
type Subject = keyof typeof SUBJECTS;

const geojson = new TextEncoder().encode(generateMap());
const { pack, stats } = await makeRegionPack(geojson);
const files: Readonly<Record<string, Uint8Array>> = {
  '/bench/map.geojson': geojson,
  '/bench/map.f3rp': pack,
};
const servers = {
  ours: await servePage('region-bench'),
  // The compared libraries need blob: workers and inline styles.
  peers: await servePage('region-peers-bench', {
    peers: true,
    policy: "default-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:",
  }),
};
for (const server of Object.values(servers)) {
  server.answer = (request, response) => {
    const body = files[new URL(request.url ?? '/', 'http://localhost').pathname];
    if (!body) return false;
    response.writeHead(200, { 'Content-Length': body.length }).end(body);
    return true;
  };
}
const measured = new Map<Subject, Measured[]>();
try {
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const subject of Object.keys(SUBJECTS) as Subject[]) {
      const [home, way, path] = SUBJECTS[subject];
      // One browser each: remaining work of one page would delay the rasteriser for the next.
      const browser = await launchBrowser();
      const page = await browser.newPage();
      // A small viewport, because the software rasteriser is not what is compared.
      await page.setViewport({ width: 64, height: 36 });
      const motion = (value: string) =>
        page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value }]);
      await motion('reduce');
      await page.goto(servers[home].url);
      await page.waitForFunction(() => window.subjects !== undefined);
      await page.evaluate((way) => window.subjects![way]!.prepare(), way);
      const cdp = await page.createCDPSession();
      await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
      const busy = async () => {
        const { metrics } = await cdp.send('Performance.getMetrics');
        return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
      };
      const trace = await traceTasks(cdp);
      const before = await busy();
      const watched = await page.evaluate((way, path) => window.subjects![way]!.run(path), way, path);
      const mainMs = (await busy()) - before;
      const times = await trace.stop();
      await motion('no-preference');
      const beforeZoom = await busy();
      const zoomed = await page.evaluate((way) => window.subjects![way]!.zoom?.(), way);
      const zoom = zoomed && { ...zoomed, mainMs: (await busy()) - beforeZoom };
      const result = { ...watched, ...(await page.evaluate((way) => window.subjects![way]!.finish(), way)) };
      const rounds = measured.get(subject) ?? [];
      measured.set(subject, rounds);
      // The first round fills caches and is dropped.
      if (round > 0) rounds.push({ ...result, ...times, mainMs, cpuMs: mainMs + times.workerMs, zoom });
      await browser.close();
    }
  }
} finally {
  await Promise.all(Object.values(servers).map((server) => server.close()));
}

const METRICS = [
  'wallMs',
  'worstGapMs',
  'longTasks',
  'mainMs',
  'blockedMs',
  'workerMs',
  'cpuMs',
  'draws',
  'bytes',
  'triangleArea',
  'polygonArea',
  'hoverMicroseconds',
] as const;

const samples = (subject: Subject, metric: (typeof METRICS)[number]) =>
  measured.get(subject)!.map((round) => round[metric]);
const of = (subject: Subject, metric: (typeof METRICS)[number]) => median(samples(subject, metric));
const [ours, packed, extrude, deck, l7] = Object.keys(SUBJECTS) as [
  Subject,
  Subject,
  Subject,
  Subject,
  Subject,
];
const peers = [extrude, deck, l7];
const ratio = (metric: (typeof METRICS)[number], subject: Subject, peer: Subject, most: number): Ratio =>
  ratioOf(`${metric}, ${subject} / ${peer}`, samples(subject, metric), samples(peer, metric), { most });

const ZOOM_METRICS = ['wallMs', 'worstGapMs', 'mainMs'] as const;
const zooms = (subject: Subject, metric: (typeof ZOOM_METRICS)[number]) =>
  measured.get(subject)!.flatMap(({ zoom }) => (zoom ? [zoom[metric]] : []));
const zoomRatios = ZOOM_METRICS.flatMap((metric) =>
  [deck, l7].map((peer) =>
    ratioOf(`zoom to a region, ${metric}, ${ours} / ${peer}`, zooms(ours, metric), zooms(peer, metric), {
      most: 1,
    }),
  ),
);
const best = peers.reduce((a, b) => (of(b, 'cpuMs') < of(a, 'cpuMs') ? b : a));
const ratios = [
  ...peers.flatMap((peer) => [
    ratio('blockedMs', ours, peer, 1 / 20),
    ratio('blockedMs', packed, peer, 1 / 20),
  ]),
  ratio('cpuMs', ours, best, 0.6),
  ratio('cpuMs', packed, best, 0.1),
  ratio('bytes', ours, extrude, 0.1),
  ...zoomRatios,
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
  {
    what: `deck.gl's triangles cover the polygons to 1e-6 (${Math.abs(of(deck, 'triangleArea') / of(deck, 'polygonArea') - 1)})`,
    ok: Math.abs(of(deck, 'triangleArea') / of(deck, 'polygonArea') - 1) < 1e-6,
  },
  { what: 'hover under 50 µs', ok: of(ours, 'hoverMicroseconds') < 50 },
];
finish('region', values.json, {
  rows: (Object.keys(SUBJECTS) as Subject[]).flatMap((subject) => [
    ...METRICS.map((metric) => ({ subject, metric, samples: samples(subject, metric) })),
    ...ZOOM_METRICS.map((metric) => ({
      subject,
      metric: `zoom to a region, ${metric}`,
      samples: zooms(subject, metric),
    })).filter((row) => row.samples.length > 0),
  ]),
  ratios,
  checks,
});
