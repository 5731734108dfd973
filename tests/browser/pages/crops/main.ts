import * as engine from 'farm3d-engine';
import * as farm from 'farm3d-engine/farm';
import { comparePlants } from './compare-plants.ts';
import { drawn, traffic, watchPlants } from './drawn-plants.ts';
import { contextOf } from '../context-of.ts';

declare global {
  interface Window {
    farmEngine: typeof farm;
    contextOf: typeof contextOf;
    field: farm.CropField | undefined;
    plot: farm.Plot | undefined;
    led: farm.LedScreen | undefined;
    children: farm.ChildScenes | undefined;
    lights: farm.ProductLights | undefined;
    plants: {
      readonly drawn: typeof drawn;
      readonly traffic: typeof traffic;
      readonly watch: typeof watchPlants;
      readonly compare: typeof comparePlants;
      readonly corners: typeof corners;
    };
  }
}

window.engine = engine;
window.farmEngine = farm;
window.plants = { drawn, traffic, watch: watchPlants, compare: comparePlants, corners };
window.contextOf = contextOf;
window.view = document.querySelector<HTMLElement>('#view')!;
window.received = [];

/** Vertices of a model, x, y, z. */
async function corners(viewer: engine.FarmViewer, path: string): Promise<Float32Array> {
  const handle = await contextOf(viewer).models.acquire(path);
  const { position } = handle.model.parts[0]!.geometry.attributes;
  const vertices = Float32Array.from(position!.array);
  handle.release();
  return vertices;
}
