// The element in a page: a scene file by its address, gsap from the page, and a file that is no scene.
import { defineFarmViewer } from 'farm3d-engine/element';

const models = new URLSearchParams(location.search).get('models') ?? '/models/';
const element = document.querySelector('farm3d-viewer');

/** The next event of this name that reaches the page; it is not written to the console. */
const arrived = (name) =>
  new Promise((resolve) => {
    const listener = (event) => {
      event.preventDefault();
      resolve(event);
    };
    document.addEventListener(name, listener, { once: true });
  });

try {
  defineFarmViewer();
  const failures = [];
  element.addEventListener('farm3d-model-fallback', ({ detail }) => failures.push(detail.message));
  const hasGsap = new Promise((resolve) => {
    element.gsap = async () => {
      const module = await import('gsap');
      resolve(true);
      return module;
    };
  });
  element.src = `${models}scene.json`;
  await arrived('farm3d-load');
  await hasGsap;
  const { viewer } = element;
  const target = { x: 0, y: 1, z: 0 };
  await viewer.camera.fly({ position: { x: 14, y: 8, z: 14 }, target }, 200);
  const flown = Math.abs(viewer.camera.state().position.x - 14) < 0.01;
  element.src = `${models}sign.ktx2`;
  const report = await arrived('farm3d-error');
  document.body.dataset.outcome = JSON.stringify({
    failures,
    models: viewer.stats().models,
    flown,
    hasGsap: await hasGsap,
    refused: report.detail.error.code,
  });
} catch (error) {
  document.body.dataset.outcome = JSON.stringify({ error: String(error), code: error.code });
}
