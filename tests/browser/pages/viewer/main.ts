import * as engine from 'farm3d-engine';

declare global {
  interface Window {
    engine: typeof engine;
    view: HTMLElement;
    viewer: engine.FarmViewer | undefined;
    /** Everything the viewer told, as [type, payload]. */
    heard: [string, unknown][];
  }
}

window.engine = engine;
window.view = document.querySelector<HTMLElement>('#view')!;
window.heard = [];
