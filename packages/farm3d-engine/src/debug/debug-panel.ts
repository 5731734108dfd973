import { GUI } from 'lil-gui';
import { Disposer, type IDisposable } from '../core/disposer.ts';
import type { ViewerContext } from '../context/viewer-context.ts';
import type { FarmViewer } from '../engine/farm-viewer.ts';
import { PANEL_STYLE } from './panel-style.ts';

/** Options of {@link openDebugPanel}. */
export interface DebugPanelOptions {
  /** Parent element. Default: over the viewer, top right. */
  readonly container?: HTMLElement;
  /** Aborting it closes the panel. */
  readonly signal?: AbortSignal;
}

/** An open panel. */
export interface DebugPanel extends IDisposable {
  /** Element of the panel. */
  readonly element: HTMLElement;
  /**
   * Closes the panel and keeps the changes made with it. Also called when the viewer is disposed. A second call has no
   * effect.
   */
  dispose(): void;
}

/** Displayed statistics, updated with each frame. */
const SHOWN = [
  'frames',
  'draws',
  'triangles',
  'pixelRatio',
  'labels',
  'labelsShown',
  'geometries',
  'textures',
  'models',
  'workers',
] as const;

/**
 * Opens a panel over a viewer with statistics and settings: quality, labels, light, fog, view. For developers, in English
 * only.
 * @example
 * const { openDebugPanel } = await import('farm3d-engine/debug');
 * const panel = openDebugPanel(viewer);
 * // ...
 * panel.dispose();
 */
export function openDebugPanel(viewer: FarmViewer, options: DebugPanelOptions = {}): DebugPanel {
  const disposer = new Disposer();
  const context = viewer.use({ detach: () => disposer.dispose() });
  const element = document.createElement('div');
  element.className = 'farm3d-debug';
  const root = element.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(PANEL_STYLE);
  root.adoptedStyleSheets = [sheet];
  (options.container ?? context.container).append(element);
  disposer.add(() => element.remove());

  const container = document.createElement('div');
  root.append(container);
  const gui = new GUI({ container, title: 'farm3d', injectStyles: false });
  disposer.add(() => gui.destroy());
  addNumbers(gui, viewer, disposer);
  addChoices(gui, viewer);
  addLight(gui, context);
  addView(gui, viewer);
  addFiles(gui, viewer);

  disposer.add(() => context.detach());
  const { signal } = options;
  if (signal) disposer.listen(signal, 'abort', () => disposer.dispose());
  if (signal?.aborted) disposer.dispose();
  return { element, dispose: () => disposer.dispose() };
}

function addNumbers(gui: GUI, viewer: FarmViewer, disposer: Disposer): void {
  const folder = gui.addFolder('Numbers');
  const shown: Record<string, number> = {};
  const read = () => Object.assign(shown, Object.fromEntries(SHOWN.map((key) => [key, viewer.stats()[key]])));
  read();
  const controllers = SHOWN.map((key) => folder.add(shown, key).disable());
  disposer.add(
    viewer.on('render', () => {
      read();
      for (const controller of controllers) controller.updateDisplay();
    }),
  );
}

function addChoices(gui: GUI, viewer: FarmViewer): void {
  const folder = gui.addFolder('Quality');
  const settings = { quality: viewer.quality, labels: viewer.labels.mode };
  folder
    .add(settings, 'quality', ['auto', 'low', 'medium', 'high'])
    .onChange((quality: 'auto' | 'low' | 'medium' | 'high') => viewer.setQuality(quality));
  folder
    .add(settings, 'labels', ['pinned', 'all'])
    .onChange((mode: 'pinned' | 'all') => (viewer.labels.mode = mode));
}

function addLight(gui: GUI, context: ViewerContext): void {
  const { scene, surroundings } = context;
  const { lights } = surroundings;
  const folder = gui.addFolder('Light');
  const changed = () => context.requestRender('debug');
  folder.add(lights.sun, 'intensity', 0, 10, 0.1).name('sun').onChange(changed);
  folder.addColor(lights.sun, 'color').name('sun colour').onChange(changed);
  folder.add(scene, 'environmentIntensity', 0, 2, 0.01).name('environment').onChange(changed);
  const { fog } = scene;
  if (fog && 'near' in fog) {
    folder.add(fog, 'near', 0, 500, 1).name('fog from').onChange(changed);
    folder.add(fog, 'far', 10, 2_000, 10).name('fog to').onChange(changed);
  }
}

function addView(gui: GUI, viewer: FarmViewer): void {
  const folder = gui.addFolder('View');
  const actions = {
    restore: () => void viewer.camera.restore(),
    fit: () => void viewer.fit([]),
    'camera to console': () => console.log(JSON.stringify(viewer.camera.state())),
  };
  for (const name of Object.keys(actions) as (keyof typeof actions)[]) folder.add(actions, name);
}

function addFiles(gui: GUI, viewer: FarmViewer): void {
  const folder = gui.addFolder('Files');
  const report = (error: unknown) => console.error(error);
  const actions = {
    'save screenshot': () => void viewer.screenshot().then((blob) => save(blob, 'farm3d.png'), report),
    'save GLB': () => void viewer.exportGlb().then((blob) => save(blob, 'farm3d.glb'), report),
  };
  for (const name of Object.keys(actions) as (keyof typeof actions)[]) folder.add(actions, name);
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
