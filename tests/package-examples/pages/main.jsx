// What hosts do with an element besides showing it: one page each, chosen by `?page=`.
import { StrictMode, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Route, Switch, useLocation } from 'wouter';
import { openScene } from './scene.js';

const query = new URLSearchParams(location.search);
const models = query.get('models') ?? '/models/';

const box = (parent = document.body, style = 'width:50%;float:left') => {
  const element = document.createElement('div');
  element.style.cssText = `position:relative;height:100vh;${style}`;
  parent.append(element);
  return element;
};

const pictures = (root = document) => root.querySelectorAll('canvas').length;

/** Watches the graphics contexts, workers and blob: addresses that are made from now on. @returns how many there are */
function counted() {
  const addresses = new Set();
  const createObjectURL = URL.createObjectURL.bind(URL);
  const revokeObjectURL = URL.revokeObjectURL.bind(URL);
  URL.createObjectURL = (blob) => {
    const address = createObjectURL(blob);
    addresses.add(address);
    return address;
  };
  URL.revokeObjectURL = (address) => {
    addresses.delete(address);
    revokeObjectURL(address);
  };
  const contexts = new Set();
  const getContext = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'getContext').value;
  HTMLCanvasElement.prototype.getContext = function (type, ...given) {
    const context = Reflect.apply(getContext, this, [type, ...given]);
    if (type === 'webgl2' && context) contexts.add(context);
    return context;
  };
  const workers = new Set();
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      workers.add(this);
    }

    terminate() {
      workers.delete(this);
      super.terminate();
    }
  };
  return () => ({
    contexts: [...contexts].filter((context) => !context.isContextLost()).length,
    workers: workers.size,
    addresses: addresses.size,
  });
}

const PAGES = {
  async 'shadow-dom'() {
    const host = box(document.body, '');
    const inside = box(host.attachShadow({ mode: 'open' }), '');
    const { loaded, failures } = openScene(inside, models);
    await loaded;
    return {
      failures,
      pictures: pictures(host.shadowRoot),
      trees: inside.querySelectorAll('[role=tree]').length,
    };
  },

  async 'strict-mode'() {
    let mounts = 0;
    const settled = Promise.withResolvers();
    function Scene() {
      const ref = useRef(null);
      useEffect(() => {
        mounts++;
        const { viewer, failures, loaded } = openScene(ref.current, models);
        // React takes the first one away again at once: its load is aborted, and nobody else hears of it.
        loaded.then(
          () => settled.resolve(failures),
          (error) => error.code === 'aborted' || settled.reject(error),
        );
        return () => viewer.dispose();
      }, []);
      return <div ref={ref} style={{ position: 'relative', height: '100vh' }} />;
    }
    const root = document.createElement('div');
    document.body.append(root);
    createRoot(root).render(
      <StrictMode>
        <Scene />
      </StrictMode>,
    );
    const failures = await settled.promise;
    return { failures, mounts, pictures: pictures() };
  },

  async 'two-viewers'() {
    const both = [openScene(box(), models), openScene(box(), models, { locale: 'en' })];
    await Promise.all(both.map(({ loaded }) => loaded));
    both[0].viewer.select(['probe']);
    return {
      failures: both.flatMap(({ failures }) => failures),
      pictures: pictures(),
      chosen: both.map(({ viewer }) => viewer.selection.length),
    };
  },

  /**
   * Fifty times to the scene and back, as a person goes through a site: every fifth time until the scene is loaded, else until
   * the first picture. Then there once more.
   */
  async router() {
    const viewers = [];
    const failures = [];
    const census = counted();
    let shown = Promise.withResolvers();
    const isWhole = () => viewers.length % 5 === 0;
    function Scene() {
      const ref = useRef(null);
      useEffect(() => {
        const { viewer, loaded } = openScene(ref.current, models, {
          pixelRatio: viewers.length < 50 ? 0.1 : 1,
        });
        viewers.push(viewer);
        if (!isWhole() && viewers.length < 50) void viewer.once('render').then(shown.resolve);
        loaded.then(shown.resolve, (error) => error.code === 'aborted' || failures.push(error.code));
        return () => viewer.dispose();
      }, []);
      return <div ref={ref} style={{ position: 'relative', height: '100vh' }} />;
    }
    let go;
    function Site() {
      [, go] = useLocation();
      return (
        <Switch>
          <Route path="/scene">
            <Scene />
          </Route>
          <Route>
            <p>Home</p>
          </Route>
        </Switch>
      );
    }
    const root = document.createElement('div');
    document.body.append(root);
    flushSync(() => createRoot(root).render(<Site />));
    const nodes = () => document.querySelectorAll('*').length;
    const before = nodes();
    const visitScene = async () => {
      shown = Promise.withResolvers();
      flushSync(() => go('/scene'));
      await shown.promise;
    };
    for (let round = 0; round < 50; round++) {
      await visitScene();
      flushSync(() => go('/home'));
    }
    const left = {
      mounts: viewers.length,
      disposed: viewers.filter(({ isDisposed }) => isDisposed).length,
      canvases: pictures(),
      nodes: nodes() - before,
      ...census(),
    };
    await visitScene();
    return { ...left, pictures: pictures(), failures };
  },

  async 'hidden-then-shown'() {
    const element = box(document.body, 'display:none');
    const { viewer, loaded, failures } = openScene(element, models);
    await loaded;
    const sizeOf = () => element.querySelector('canvas').width;
    const shown = Promise.withResolvers();
    element.style.display = 'block';
    const off = viewer.on('render', () => sizeOf() >= 300 && shown.resolve());
    await shown.promise;
    off();
    return { failures, isWide: sizeOf() >= 300 };
  },
};

try {
  document.body.dataset.outcome = JSON.stringify(await PAGES[query.get('page')]());
} catch (error) {
  document.body.dataset.outcome = JSON.stringify({ error: String(error), code: error.code });
}
