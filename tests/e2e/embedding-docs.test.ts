// Second tier (page): the examples of docs/embedding.md
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vue from '@vitejs/plugin-vue';
import type { Browser, Frame, Page } from 'puppeteer';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { CreatedDevice } from '@farm3d/api';
import { type FolderServer, serveFolder } from '../package-examples/folders.ts';
import { launchBrowser } from '../support/browser.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS } from '../support/wait.ts';

// Every example of docs/embedding.md in a page of another origin than the platform.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ARTIFACTS = join(ROOT, 'tests/.artifacts');
const DOCUMENT = readFileSync(join(ROOT, 'docs/embedding.md'), 'utf8');

/** The blocks of code of the document, in order. */
const BLOCKS = [...DOCUMENT.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, code]) => ({
  language: language!,
  code: code!,
}));

/** A text that one block has and no other, by the name of its page here. */
const MARKS = {
  viewer: "labels: 'all' });\nawait viewer.load",
  plugin: 'context.addPickTarget',
  element: '<!-- element -->',
  'react-wrapper': '// farm-viewer.jsx',
  'react-use': 'export function Farm()',
  vue: '<script setup>',
  kinds: 'viewer.registerKind',
  words: 'messages: {',
  looks: '--farm3d-label-online-background',
  live: '<!-- live -->',
  'live-viewer': 'connectLive(viewer',
  iframe: '<!-- iframe -->',
  grafana: '<!-- grafana -->',
  card: '// farm3d-card.js',
  'card-settings': 'type: custom:farm3d-card',
} as const;

type Name = keyof typeof MARKS;

const blockOf = (name: Name): string => BLOCKS.find(({ code }) => code.includes(MARKS[name]))?.code ?? '';

test('every example has a test', () => {
  const names = BLOCKS.map(({ code }) =>
    Object.entries(MARKS)
      .filter(([, mark]) => code.includes(mark))
      .map(([name]) => name)
      .join(' and '),
  );
  expect(names.toSorted()).toEqual(Object.keys(MARKS).toSorted());
});

test('the React component has fewer than sixty lines', () => {
  expect(blockOf('react-wrapper').trimEnd().split('\n').length).toBeLessThan(60);
});

const ZERO = { x: 0, y: 0, z: 0 };
const RECORD = { id: 'probe', kind: 'probe', parentId: null, position: ZERO, rotation: ZERO, extra: {} };
const SCENE = {
  baseModelPath: null,
  layout: {
    camera: { position: { x: 2, y: 4, z: 6 }, target: ZERO },
    equipment: [{ ...RECORD, kind: undefined, scale: { x: 1, y: 1, z: 1 } }],
    childScenes: [],
    extra: {},
  },
  catalogue: [{ equipmentId: 'probe', name: 'Probe', modelPath: '/models/soil-probe.glb' }],
};

/** What stands before a script: the element, and a viewer with one probe. */
const ELEMENT = `
const element = document.body.appendChild(document.createElement('div'));
element.style.cssText = 'position: relative; height: 300px';
const record = ${JSON.stringify({ ...RECORD, scale: { x: 1, y: 1, z: 1 } })};
`;
const VIEWER = `import { FarmViewer } from 'farm3d-engine';
${ELEMENT}
const viewer = new FarmViewer(element, { locale: 'en', labels: 'all', quality: 'low' });
await viewer.load(${JSON.stringify(SCENE)});
`;
const DONE = '\ndocument.body.dataset.outcome = String(OUTCOME);\n';
const done = (outcome: string): string => DONE.replace('OUTCOME', () => outcome);

const pageOf = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>page</title><link rel="icon" href="data:," />
   ${head}</head><body>${body}</body></html>`;

let server: RunningServer;
let site: FolderServer;
let browser: Browser;
let page: Page;
let probe: CreatedDevice;
let folder: string;
const logged: string[] = [];

/** Files of the site, with the platform's address and its token instead of those of the document. */
function filesOf(filled: (name: Name) => string): Record<string, string> {
  const script = (name: Name, before: string, after: string): Record<string, string> => ({
    [`${name}.html`]: pageOf(`<script type="module" src="./${name}.js"></script>`),
    [`${name}.js`]: before + filled(name) + after,
  });
  const loaded = `<script>addEventListener('farm3d-load', () => { document.body.dataset.outcome = 'loaded'; });</script>`;
  return {
    ...script('viewer', ELEMENT, done('viewer.isDisposed')),
    ...script(
      'plugin',
      `import { BoxGeometry, Mesh, MeshStandardMaterial } from 'three';\n${VIEWER}
       const mesh = new Mesh(new BoxGeometry(), new MeshStandardMaterial());
       const open = () => {};\n`,
      done('`${context.isDetached} ${mesh.parent}`'),
    ),
    'element.html': pageOf(filled('element'), loaded),
    'farm-viewer.jsx': filled('react-wrapper'),
    'farm.jsx': filled('react-use'),
    'react-use.jsx': `import { createRoot } from 'react-dom/client';\nimport { Farm } from './farm.jsx';
       createRoot(document.querySelector('#root')).render(<Farm />);`,
    'react-use.html': pageOf(
      `<div id="root"></div><script type="module" src="./react-use.jsx"></script>`,
      loaded,
    ),
    'farm.vue': filled('vue'),
    'vue.js': `import { createApp } from 'vue';\nimport Farm from './farm.vue';\ncreateApp(Farm).mount('#app');`,
    'vue.html': pageOf(`<div id="app"></div><script type="module" src="./vue.js"></script>`, loaded),
    ...script(
      'kinds',
      VIEWER.replace('"catalogue":[{', '"catalogue":[{"productModelCode":"probe",'),
      `await viewer.once('render');${done(`'shown'`)}`,
    ),
    ...script(
      'words',
      `import { FarmViewer } from 'farm3d-engine';\n${ELEMENT}`,
      `const canvas = document.querySelector('canvas');\nwhile (!canvas.ariaLabel) await new Promise(requestAnimationFrame);${done('canvas.ariaLabel')}`,
    ),
    'looks.css': filled('looks'),
    'looks.js': `import './looks.css';\nimport { defineFarmViewer } from 'farm3d-engine/element';\ndefineFarmViewer();`,
    'looks.html': pageOf(
      `<farm3d-viewer src="/farm/scene.json" labels="all"></farm3d-viewer><script type="module" src="./looks.js"></script>`,
      loaded,
    ),
    'live.html': pageOf(filled('live'), loaded),
    ...script('live-viewer', VIEWER, done(`'connected'`)),
    'iframe.html': pageOf(filled('iframe')),
    'grafana.html': pageOf(filled('grafana').replace('${device:raw}', () => probe.id)),
    ...script(
      'card',
      '',
      `const settings = Object.fromEntries(${JSON.stringify(filled('card-settings'))}.trim().split('\\n')
         .map((line) => /^(\\w+): (.*)$/.exec(line).slice(1)));
       const card = document.createElement(settings.type.replace('custom:', ''));
       card.setConfig(settings);
       document.body.append(card);
       card.hass = { language: 'en' };${done(`'made'`)}`,
    ),
  };
}

beforeAll(async () => {
  mkdirSync(ARTIFACTS, { recursive: true });
  folder = mkdtempSync(join(ARTIFACTS, 'docs-'));
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  const out = join(folder, 'dist');
  mkdirSync(out);
  site = await serveFolder(out);
  const api = await server.client();
  probe = await api.devices.create({ name: 'Probe', productModelCode: 'TQ-3L' });
  const { id: sceneId } = await api.scenes.create({ name: 'House 1' });
  await api.scenes.drag(sceneId, { deviceId: probe.id, position: ZERO });
  const expiresAt = Date.now() + 3_600_000;
  const { token } = await api.embedTokens.create({
    name: 'Site',
    sceneId,
    origins: [site.origin],
    expiresAt,
  });
  const files = filesOf((name) =>
    blockOf(name).replaceAll('https://farm.example', server.baseUrl).replaceAll('f3e_…', token),
  );
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@farm3d/source', 'module', 'browser', 'production'] },
    plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'farm3d-viewer' } } })],
    build: {
      outDir: out,
      minify: false,
      target: 'es2023',
      rolldownOptions: {
        input: Object.keys(files)
          .filter((name) => name.endsWith('.html'))
          .map((name) => join(folder, name)),
      },
    },
  });
  for (const name of ['greenhouse.glb', 'soil-probe.glb']) {
    mkdirSync(join(out, 'models'), { recursive: true });
    cpSync(join(ROOT, 'packages/models/dist', name), join(out, 'models', name));
  }
  mkdirSync(join(out, 'farm'));
  writeFileSync(join(out, 'farm/scene.json'), JSON.stringify(SCENE));
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  logged.length = 0;
  page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('console', (message) => logged.push(message.text()));
  page.on('pageerror', (error) => logged.push(String(error)));
  await page.setViewport({ width: 480, height: 480, deviceScaleFactor: 0.5 });
});
afterEach(async () => {
  await page?.close();
});

/** Opens a page of the site. */
const open = (name: Name) => page.goto(`${site.origin}/${name}.html`);

/** Opens a page of the site and waits for what it says. */
async function outcomeOf(name: Name): Promise<string> {
  await open(name);
  const handle = await page.waitForFunction(() => document.body.dataset['outcome']);
  return (await handle.jsonValue())!;
}

async function report(moisture: number): Promise<void> {
  await fetch(`${server.baseUrl}/api/v1/${probe.accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ soilMoisture10: moisture }),
  });
}

/** Texts of all labels in a frame: of an element, or of a viewer of the page's own. */
const labelsIn = (frame: Frame): Promise<string> =>
  frame.evaluate(() => {
    const roots: ParentNode[] = [document];
    for (const root of roots)
      for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
    return roots.map((root) => root.querySelector('.label')?.parentNode?.textContent ?? '').join(' ');
  });

/** Waits until the value is on a label of the page or of a frame in it. */
const untilShown = (text: string) =>
  expect
    .poll(async () => (await Promise.all(page.frames().map(labelsIn))).join(' '), { timeout: PATIENCE_MS })
    .toContain(text);

/** The viewer of the element in the page after an event that a click would cause. */
const clicked = () =>
  page.evaluate(async () => {
    const element = document.querySelector('farm3d-viewer')!;
    element.dispatchEvent(new CustomEvent('farm3d-object-click', { detail: { id: 'probe' } }));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return { selection: element.viewer!.selection, locale: element.viewer!.locale };
  });

describe('an example of the page with models of its own', () => {
  it('makes a viewer and disposes it', async () => {
    expect(await outcomeOf('viewer')).toBe('true');
  });

  it('attaches a plugin, and detaches it with all that it added', async () => {
    expect(await outcomeOf('plugin')).toBe('true null');
  });

  it('shows a scene file in an element and chooses what is clicked', async () => {
    await outcomeOf('element');
    expect(await clicked()).toEqual({ selection: ['probe'], locale: 'en' });
  });

  it('does the same in React', async () => {
    await outcomeOf('react-use');
    expect(await clicked()).toEqual({ selection: ['probe'], locale: 'en' });
  });

  it('does the same in Vue', async () => {
    await outcomeOf('vue');
    await clicked();
    expect(await page.$eval('p', (element) => element.textContent)).toBe('probe');
  });

  it('registers a kind, whose readings are on the label', async () => {
    await outcomeOf('kinds');
    await untilShown('9 % / –');
  });

  it('speaks another language', async () => {
    expect(await outcomeOf('words')).toBe('La ferme en 3D');
  });

  it('colours the labels', async () => {
    await outcomeOf('looks');
    await page.evaluate(() =>
      document.querySelector('farm3d-viewer')!.setLiveState([{ id: 'probe', online: true }]),
    );
    const background = () =>
      page.evaluate(
        () =>
          document
            .querySelector('farm3d-viewer')!
            .shadowRoot!.querySelector('.farm3d-labels')
            ?.shadowRoot?.querySelector<HTMLElement>('.label.is-shown')?.style.background,
      );
    await expect.poll(background, { timeout: PATIENCE_MS }).toBe('rgb(16, 35, 26)');
  });
});

describe('an example of the page with a running platform', () => {
  it.each(['live', 'live-viewer', 'iframe', 'card'] as const)(
    '%s shows the reading of a device as it comes',
    async (name) => {
      await report(31.25);
      await open(name);
      await untilShown('31.25');
      await report(28.5);
      await untilShown('28.5');
      if (name === 'iframe') expect(logged).toEqual(expect.arrayContaining(['ready', 'reading']));
      expect(logged.filter((text) => /error/i.test(text))).toEqual([]);
    },
  );

  it('grafana goes to the device of the variable', async () => {
    await open('grafana');
    const selection = async () => {
      const frame = page.frames().find((one) => one.url().includes('/embed/'));
      return frame?.evaluate(() => document.querySelector('farm3d-viewer')?.viewer?.selection);
    };
    await expect.poll(selection, { timeout: PATIENCE_MS }).toEqual([probe.id]);
  });
});
