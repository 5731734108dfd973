// Bytes that a visitor's browser loads until the first picture of one model, gzipped as a server sends them, without the
// model and the page itself. npm run bench -- bundle [--json FILE] [--pictures FOLDER]
//
// farm3d (its published files) and three are bundled by Vite, as an embedder does it; model-viewer, Babylon's viewer and
// Cesium are the prebuilt files of their packages, which their documentation names. Decoders that they load from a CDN are answered
// by the same decoder from this machine, and counted. One model, Draco compressed and plain, without and with the strict
// policy under which the engine is tested.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { STRICT_POLICY, TYPES } from '../../tests/browser/pages/page-server.ts';
import { coloursOf } from '../../tests/package-examples/visit.ts';
import { launchBrowser } from '../../tests/support/browser.ts';
import { EnginePackage } from '../../tests/support/engine-package.ts';
import { dracoModel } from '../../tests/support/fixtures.ts';
import { benchOptions, finish, type Ratio, type Row } from '../result.ts';

const { values } = benchOptions({ pictures: '' });

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGES = join(ROOT, 'tests/browser/pages/bundle-bench');
const PEERS = join(ROOT, 'benchmarks/peers/node_modules');
const THREE = join(ROOT, 'tests/node_modules/three');
const DRACO = join(THREE, 'examples/jsm/libs/draco/gltf');
const MODEL_TRIANGLES = 2_000;
/** A subject that has not shown the model by then is blocked, milliseconds. */
const PATIENCE_MS = 60_000;
/** Colours of a page that shows the model: an empty one has a handful. */
const LEAST_COLOURS = 200;

interface Subject {
  readonly name: string;
  /** Folder of its files. */
  readonly folder: string;
  readonly page: string;
  /** The page's own program, `/start.js`, where a package brings no element. */
  readonly start?: string;
  /** True in the page once it shows the model. */
  readonly isReady: string;
}

/** A page with one element, whose package brings its module ready for browsers. */
const elementPage = (script: string, element: string) => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>bundle benchmark</title><link rel="icon" href="data:," /></head>
  <body><script type="module" src="${script}"></script>${element}</body>
</html>`;

/** The least that shows a model: no globe, no sky, no imagery. */
const CESIUM_START = `
const host = document.querySelector('#scene');
host.style.cssText = 'width:100vw;height:100vh';
const { scene } = new Cesium.CesiumWidget(host, {
  baseLayer: false,
  globe: false,
  skyBox: false,
  skyAtmosphere: false,
});
const model = scene.primitives.add(await Cesium.Model.fromGltfAsync({ url: '/model.glb' }));
model.readyEvent.addEventListener(() => {
  scene.camera.viewBoundingSphere(model.boundingSphere);
  document.body.dataset.loaded = 'yes';
});
`;

const work = mkdtempSync(join(tmpdir(), 'farm3d-bundle-'));
const engine = EnginePackage.build();

async function bundled(name: string): Promise<Subject> {
  const folder = join(work, name);
  await build({
    root: PAGES,
    base: './',
    logLevel: 'error',
    configFile: false,
    resolve: {
      alias: [
        { find: /^farm3d-engine$/, replacement: join(engine.folder, 'index.js') },
        { find: /^three$/, replacement: join(THREE, 'build/three.module.js') },
        { find: /^three\/(addons|examples\/jsm)\//, replacement: `${THREE}/examples/jsm/` },
      ],
    },
    build: { outDir: folder, emptyOutDir: true, rollupOptions: { input: join(PAGES, `${name}.html`) } },
  });
  return {
    name,
    folder,
    page: readFileSync(join(folder, `${name}.html`), 'utf8'),
    isReady: 'document.body.dataset.loaded',
  };
}

const subjects: readonly Subject[] = [
  await bundled('farm3d'),
  await bundled('three'),
  {
    name: 'model-viewer',
    folder: join(PEERS, '@google/model-viewer/dist'),
    page: elementPage(
      '/model-viewer.min.js',
      '<model-viewer src="/model.glb" camera-controls style="width:100vw;height:100vh"></model-viewer>',
    ),
    isReady: "document.querySelector('model-viewer').modelIsVisible",
  },
  {
    name: "Babylon's viewer",
    folder: join(PEERS, '@babylonjs/viewer/dist'),
    page: elementPage(
      '/babylon-viewer.esm.min.js',
      '<babylon-viewer source="/model.glb" style="width:100vw;height:100vh"></babylon-viewer>',
    ),
    isReady: "document.querySelector('babylon-viewer').viewerDetails?.model",
  },
  {
    name: 'Cesium',
    folder: join(PEERS, 'cesium/Build/Cesium'),
    // A script of the old kind: from its address it knows where its workers lie.
    page: elementPage('/start.js', '<div id="scene"></div>').replace(
      '<body>',
      '<body><script src="/Cesium.js"></script>',
    ),
    start: CESIUM_START,
    isReady: 'document.body.dataset.loaded',
  },
];

/** What one visit loaded. */
interface Visit {
  readonly isShown: boolean;
  readonly bytes: number;
  readonly files: readonly string[];
}

const packed = (bytes: Buffer): number => gzipSync(bytes, { level: 9 }).length;

/** The file of an address: of the subject, or a Draco decoder, wherever it is asked for. */
function fileOf({ folder }: Subject, url: URL): string | undefined {
  const own = join(folder, normalize(url.pathname));
  const decoder = join(DRACO, basename(url.pathname).replace('_gltf', ''));
  return [own, decoder].find((path) => existsSync(path) && statSync(path).isFile());
}

async function visit(subject: Subject, model: Uint8Array, policy: string | undefined, picture: string) {
  const loaded = new Map<string, number>();
  const answer = (url: URL): { type: string; body: Buffer } | undefined => {
    if (url.pathname === '/') return { type: 'text/html; charset=utf-8', body: Buffer.from(subject.page) };
    if (url.pathname === '/model.glb') return { type: 'model/gltf-binary', body: Buffer.from(model) };
    if (url.pathname === '/start.js' && subject.start)
      return { type: 'text/javascript', body: Buffer.from(subject.start) };
    const file = fileOf(subject, url);
    if (file === undefined) return undefined;
    const body = readFileSync(file);
    loaded.set(`${url.hostname === '127.0.0.1' ? '' : url.hostname}${url.pathname}`, packed(body));
    return { type: TYPES[extname(file)] ?? 'application/octet-stream', body };
  };
  const server: Server = createServer((request, response) => {
    const found = answer(new URL(request.url ?? '/', 'http://127.0.0.1'));
    if (policy) response.setHeader('Content-Security-Policy', policy);
    if (found) response.writeHead(200, { 'Content-Type': found.type }).end(found.body);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 640, height: 400 });
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const url = request.url();
      const isOurs = !url.startsWith('http') || url.startsWith(address);
      const found = isOurs ? undefined : answer(new URL(url));
      if (isOurs) void request.continue();
      else if (!found) void request.abort();
      else {
        const { type: contentType, body } = found;
        void request.respond({ contentType, body, headers: { 'access-control-allow-origin': '*' } });
      }
    });
    await page.goto(address);
    const deadline = performance.now() + PATIENCE_MS;
    let isShown = false;
    while (!isShown && performance.now() < deadline) {
      const isReady = await page.evaluate(`Boolean(${subject.isReady})`);
      const shot = await page.screenshot();
      isShown = isReady === true && (await coloursOf(page, shot)) >= LEAST_COLOURS;
      if (values.pictures) writeFileSync(join(values.pictures, picture), shot);
    }
    const files = [...loaded].map(([name, size]) => `${name} ${size}`);
    return { isShown, bytes: [...loaded.values()].reduce((sum, size) => sum + size, 0), files } as Visit;
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

const MODELS = {
  'a Draco model': await dracoModel(1, MODEL_TRIANGLES),
  'a plain model': await dracoModel(1, MODEL_TRIANGLES, true),
} as const;
const POLICIES = { free: undefined, strict: STRICT_POLICY } as const;
if (values.pictures) mkdirSync(values.pictures, { recursive: true });

const visits = new Map<string, Visit>();
const key = (subject: string, model: string, policy: string) => `${subject}, ${model}, ${policy}`;
try {
  for (const [model, bytes] of Object.entries(MODELS))
    for (const [policy, header] of Object.entries(POLICIES))
      for (const subject of subjects) {
        const name = key(subject.name, model, policy);
        const found = await visit(subject, bytes, header, `${name.replaceAll(/\W+/g, '-')}.png`);
        visits.set(name, found);
        console.log(`${name}: ${found.isShown ? 'shown' : 'NOT SHOWN'}`);
        for (const file of found.files) console.log(`    ${file}`);
      }
} finally {
  engine.remove();
  rmSync(work, { recursive: true, force: true });
}

const of = (subject: string, model: string, policy = 'free') => visits.get(key(subject, model, policy))!;
const peers = subjects.slice(1).map(({ name }) => name);
const rows: Row[] = Object.keys(MODELS).flatMap((model) =>
  subjects.flatMap(({ name }) => [
    {
      subject: name,
      metric: `bytes, gzip, until the first picture of ${model}`,
      samples: [of(name, model).bytes],
    },
    {
      subject: name,
      metric: `shows ${model} under the strict policy`,
      samples: [of(name, model, 'strict').isShown ? 1 : 0],
    },
  ]),
);
const ratios: Ratio[] = Object.keys(MODELS).flatMap((model) =>
  peers.map((peer) => ({
    what: `${peer} / farm3d, bytes until the first picture of ${model}`,
    ratio: of(peer, model).bytes / of('farm3d', model).bytes,
    // three alone shows a model and nothing else: no picking, labels, surroundings, or frames on demand.
    ...(peer !== 'three' && { least: 1 }),
  })),
);

finish('bundle', values.json, {
  rows,
  ratios,
  checks: [
    ...Object.keys(MODELS).map((model) => ({
      what: `farm3d shows ${model} under the strict policy`,
      ok: of('farm3d', model, 'strict').isShown,
    })),
    ...Object.keys(MODELS).flatMap((model) =>
      subjects.map(({ name }) => ({ what: `${name} shows ${model}`, ok: of(name, model).isShown })),
    ),
  ],
});
