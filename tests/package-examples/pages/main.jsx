// What hosts do with an element besides showing it: one page each, chosen by `?page=`.
import { StrictMode, useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
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
