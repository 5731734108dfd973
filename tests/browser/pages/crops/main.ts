import * as engine from 'farm3d-engine';
import * as farm from 'farm3d-engine/farm';

declare global {
  interface Window {
    farmEngine: typeof farm;
    field: farm.CropField | undefined;
  }
}

window.engine = engine;
window.farmEngine = farm;
window.view = document.querySelector<HTMLElement>('#view')!;
window.heard = [];
