import { FarmViewer } from 'farm3d-engine';
import { CSS2DObject, CSS2DRenderer } from 'three/examples/jsm/renderers/CSS2DRenderer.js';
import { Scene } from 'three';

/**
 * Implementation of the labels: none, ours, three's CSS2DRenderer with all, or CSS2DRenderer with only those
 * that ours shows.
 */
export type Subject = 'none' | 'ours' | 'css2d' | 'css2d-visible';

declare global {
  interface Window {
    /** Makes a viewer with this many labels by the subject. */
    prepare: (subject: Subject, count: number) => Promise<void>;
    /** Orbits for some frames; resolves when they are drawn. The script's own time in milliseconds. */
    orbit: (frames: number) => Promise<number>;
    /** Ids of the visible labels, sorted. */
    shownIds: () => string[];
    elementCount: () => number;
    finish: () => void;
  }
}

const host = document.querySelector<HTMLElement>('#view')!;
/** Metres from the middle, and radians a frame: once around in 24 seconds at 60 frames a second. */
const RADIUS = 85;
const STEP = (2 * Math.PI) / 1440;

let viewer: FarmViewer | undefined;
let css2d: CSS2DRenderer | undefined;
let scene: Scene | undefined;
let subject: Subject = 'none';
let objects = new Map<string, CSS2DObject>();
let angle = 0;
let scriptMs = 0;

/** Pseudo-random positions of labels on a field, the same in each run. */
function places(count: number) {
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const states = ['online', 'online', 'online', 'offline', 'alarm'] as const;
  return Array.from({ length: count }, (_, i) => ({
    id: `device-${i}`,
    name: `设备 ${i}`,
    value: `${(random() * 40).toFixed(1)} ℃`,
    state: states[i % states.length]!,
    position: { x: (random() - 0.5) * 200, y: 1 + random(), z: (random() - 0.5) * 200 },
  }));
}

function place(): void {
  viewer!.camera.jump({
    position: { x: RADIUS * Math.sin(angle), y: 40, z: RADIUS * Math.cos(angle) },
    target: { x: 0, y: 0, z: 0 },
  });
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const off = viewer!.on('render', () => {
      off();
      resolve();
    });
  });
}

/** The same content as an HTML element, as usual for CSS2DRenderer. */
function labelElement(name: string, value: string, state: string): HTMLElement {
  const element = document.createElement('div');
  element.className = `label ${state}`;
  element.append(
    Object.assign(document.createElement('span'), { className: 'lamp' }),
    Object.assign(document.createElement('span'), { className: 'name', textContent: name }),
    Object.assign(document.createElement('span'), { className: 'value', textContent: value }),
  );
  return element;
}

window.prepare = async (who, count) => {
  subject = who;
  angle = 0;
  viewer = new FarmViewer(host, {
    quality: 'low',
    pixelRatio: 0.05,
    labels: 'all',
    reducedMotion: true,
    objectTree: false,
  });
  const all = places(count);
  const first = nextFrame();
  place();
  await first;
  if (who !== 'none' && who !== 'css2d') for (const label of all) viewer.labels.set(label);
  // Until the labels are complete: only a few pills are painted per frame.
  for (let i = 0; i < 14; i++) {
    const drawn = nextFrame();
    viewer.requestRender('settle');
    await drawn;
  }
  await window.orbit(3);
  if (who === 'css2d' || who === 'css2d-visible') {
    const shown = who === 'css2d' ? all.map(({ id }) => id) : viewer.labels.shown().map(({ id }) => id);
    if (who === 'css2d-visible') for (const { id } of all) viewer.labels.remove(id);
    const renderer = new CSS2DRenderer();
    renderer.domElement.className = 'css2d';
    renderer.setSize(host.clientWidth, host.clientHeight);
    host.append(renderer.domElement);
    css2d = renderer;
    scene = new Scene();
    objects = new Map();
    const expectedIds = new Set(shown);
    for (const { id, name, value, state, position } of all) {
      if (!expectedIds.has(id)) continue;
      const object = new CSS2DObject(labelElement(name, value, state));
      object.position.copy(position);
      objects.set(id, object);
      scene.add(object);
    }
    viewer.on('render', () => {
      const start = performance.now();
      css2d!.render(scene!, viewer!.camera.three);
      scriptMs += performance.now() - start;
    });
    // At the same step of the orbit, so that both show the same labels.
    const drawn = nextFrame();
    viewer.requestRender('same place');
    await drawn;
  }
};

window.orbit = async (frames) => {
  scriptMs = 0;
  for (let i = 0; i < frames; i++) {
    angle += STEP;
    const drawn = nextFrame();
    place();
    await drawn;
  }
  return scriptMs;
};

window.shownIds = () => {
  if (subject === 'ours') {
    return viewer!.labels
      .shown()
      .map(({ id }) => id)
      .toSorted();
  }
  return [...objects]
    .flatMap(([id, object]) => (object.element.style.display === 'none' ? [] : [id]))
    .toSorted();
};

window.elementCount = () =>
  document.querySelectorAll('*').length + (subject === 'ours' ? viewer!.stats().labelElements * 6 : 0);

window.finish = () => {
  css2d?.domElement.remove();
  viewer?.dispose();
  viewer = undefined;
  css2d = scene = undefined;
  objects.clear();
};
