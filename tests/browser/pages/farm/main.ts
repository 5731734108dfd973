import {
  FarmViewer,
  type CameraState,
  type LiveState,
  type SceneLayout,
  type ViewerStats,
} from 'farm3d-engine';
import { SceneEditor } from 'farm3d-engine/editor';
import { SceneWeather, type WeatherKind } from 'farm3d-engine/weather';

export interface FarmScene {
  readonly baseModelPath: string;
  readonly layout: SceneLayout;
  readonly catalogue: { readonly equipmentId: string; readonly name: string; readonly modelPath: string }[];
  readonly states: LiveState[];
  readonly place: { readonly latitude: number; readonly longitude: number };
}

/** What one picture shows. */
export interface FarmView {
  /** Null: composed by the engine. */
  readonly camera: Pick<CameraState, 'position' | 'target'> | null;
  /** ISO 8601. */
  readonly time: string;
  readonly weather: WeatherKind;
  /** The thing that is being moved, for a picture of editing. */
  readonly edited?: string;
}

declare global {
  interface Window {
    farm: {
      load(scene: FarmScene, quality: 'low' | 'high', pixelRatio: number): Promise<void>;
      show(view: FarmView): Promise<ViewerStats>;
      /** Addresses of models that could not be had. */
      missing: string[];
    };
  }
}

const container = document.querySelector<HTMLElement>('#view')!;
let viewer: FarmViewer;
let weather: SceneWeather;
let editor: SceneEditor;
let scene: FarmScene;
let composed: CameraState;

const frames = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++)
    await new Promise<void>((resolve) => {
      const stop = viewer.on('render', () => {
        stop();
        resolve();
      });
      viewer.requestRender('picture');
    });
};

window.farm = {
  missing: [],

  async load(given, quality, pixelRatio) {
    scene = given;
    viewer = new FarmViewer(container, {
      quality,
      reducedMotion: true,
      pixelRatio,
      levels: (path) => [
        { path: path.replace('.glb', '.mid.glb'), belowPixels: 150 },
        { path: path.replace('.glb', '.far.glb'), belowPixels: 48 },
      ],
    });
    viewer.on('model-fallback', ({ path }) => window.farm.missing.push(path));
    weather = new SceneWeather(viewer);
    editor = new SceneEditor(viewer);
    editor.enabled = false;
    await viewer.load(given);
    viewer.setLiveState(given.states);
    composed = viewer.camera.state();
  },

  async show({ camera, time, weather: kind, edited }) {
    weather.setTime(new Date(time), scene.place);
    await weather.set(kind, { seconds: 0 });
    viewer.camera.jump({ ...composed, ...camera });
    editor.enabled = edited !== undefined;
    if (edited === undefined) viewer.select([]);
    else {
      viewer.select([edited]);
      editor.beginTransform(edited);
    }
    await frames(2);
    // Levels of detail are fetched once something is small enough.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await frames(2);
    return viewer.stats();
  },
};
