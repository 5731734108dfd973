import {
  FarmViewer,
  type CameraState,
  type LiveState,
  type QualityTier,
  type SceneLayout,
  type ViewerStats,
} from 'farm3d-engine';
import { SceneEditor } from 'farm3d-engine/editor';
import * as farm from 'farm3d-engine/farm';
import type { LedEntry } from 'farm3d-engine/farm';
import { SceneWeather, type WeatherKind } from 'farm3d-engine/weather';
import { cropPlants } from '../../../../apps/web/src/features/scene/farm/crop-models.ts';
import { createFarmView } from '../../../../apps/web/src/features/scene/farm/farm-view.ts';

export interface FarmScene {
  readonly baseModelPath: string;
  readonly layout: SceneLayout;
  readonly catalogue: { readonly equipmentId: string; readonly name: string; readonly modelPath: string }[];
  readonly states: LiveState[];
  readonly place: { readonly latitude: number; readonly longitude: number };
  /** Crop of the plot, and its growth in stages. */
  readonly crop: { readonly id: string; readonly grown: number };
  readonly screen: { readonly equipmentId: string; readonly entries: readonly LedEntry[] };
}

/** Contents of one image. */
export interface FarmView {
  /** Null: composed by the engine. */
  readonly camera: Pick<CameraState, 'position' | 'target'> | null;
  /** ISO 8601. */
  readonly time: string;
  readonly weather: WeatherKind;
  /** Of fog, metres. */
  readonly visibility?: number;
  /** Another crop, or another age of it, in stages; on a plot of the land, metres, or in the beds. */
  readonly crop?: FarmScene['crop'] & { readonly boundary?: unknown };
  /** Id of the object with transform handles, for an image of editing. */
  readonly edited?: string;
}

/** Parameters of a video. */
export interface FarmTake {
  /** Camera position of each frame. */
  readonly path: readonly NonNullable<FarmView['camera']>[];
  readonly width: number;
  readonly height: number;
  readonly picturesPerSecond: number;
  /** Bits per second. */
  readonly bitrate: number;
  /** Number of frames from one key frame to the next. */
  readonly keyEvery: number;
  /** Text drawn into every frame. */
  readonly mark: string;
}

/** H.264 in the form that a player needs; bytes in base64. */
export interface FilmedTake {
  /** AVCDecoderConfigurationRecord. */
  readonly setup: string;
  readonly pictures: { readonly key: boolean; readonly data: string }[];
}

declare global {
  interface Window {
    farm: {
      /** @param isDetailed false: without the effects of the medium and high tiers */
      load(scene: FarmScene, quality: QualityTier, pixelRatio: number, isDetailed?: boolean): Promise<void>;
      show(view: FarmView): Promise<ViewerStats>;
      /** Opens the valve of the beds, 0 … 1. */
      water(flow: number): void;
      /** Draws the present view several times. Milliseconds until the card had drawn each, sorted. */
      times(count: number): Promise<number[]>;
      /** Moves the camera along a path and records a video. */
      film(take: FarmTake): Promise<FilmedTake>;
      /** Paths of models that could not be loaded. */
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
let farmView: ReturnType<typeof createFarmView>;

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

async function plant({ boundary = null, ...crop }: NonNullable<FarmView['crop']>): Promise<void> {
  const plants = cropPlants(crop.id);
  const shown = plants && { ...crop, plants };
  await farmView.show({ boundary, colour: null, moisture: null, skin: null, crop: shown });
}

window.farm = {
  missing: [],

  async load(farmScene, quality, pixelRatio, isDetailed = true) {
    scene = farmScene;
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
    weather = new SceneWeather(viewer, isDetailed ? {} : { detail: false });
    await weather.ready;
    editor = new SceneEditor(viewer);
    editor.enabled = false;
    await viewer.load(farmScene);
    viewer.setLiveState(farmScene.states);
    // As on the scene page.
    farmView = createFarmView(viewer, farm);
    await plant(farmScene.crop);
    farmView.setScreen(farmScene.screen.equipmentId, farmScene.screen.entries, { width: 96, height: 48 });
    composed = viewer.camera.state();
  },

  async show({ camera, time, weather: kind, visibility = null, crop, edited }) {
    await plant(crop ?? scene.crop);
    weather.setTime(new Date(time), scene.place);
    weather.visibility = visibility;
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

  async times(count) {
    const gl = container.querySelector('canvas')!.getContext('webgl2')!;
    const pixel = new Uint8Array(4);
    const found: number[] = [];
    for (let i = 0; i < count; i++) {
      // Reading a pixel waits for all that was drawn.
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      const start = performance.now();
      await frames(1);
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      found.push(performance.now() - start);
    }
    return found.toSorted((a, b) => a - b);
  },

  water: (flow) => farmView.setWater('valve', flow),

  async film({ path, width, height, picturesPerSecond, bitrate, keyEvery, mark }) {
    const source = container.querySelector('canvas')!;
    const picture = Object.assign(document.createElement('canvas'), { width, height });
    const context = picture.getContext('2d')!;
    const chunks: EncodedVideoChunk[] = [];
    let setup: AllowSharedBufferSource | undefined;
    const encoder = new VideoEncoder({
      output: (chunk, more) => {
        chunks.push(chunk);
        setup ??= more?.decoderConfig?.description;
      },
      error: (error) => {
        throw error;
      },
    });
    encoder.configure({ codec: 'avc1.42001f', width, height, bitrate, framerate: picturesPerSecond });
    for (const [i, camera] of path.entries()) {
      viewer.camera.jump({ ...composed, ...camera });
      await new Promise<void>((resolve) => {
        const stop = viewer.on('render', () => {
          // In the task that drew it: later the canvas is empty.
          context.drawImage(source, 0, 0, width, height);
          stop();
          resolve();
        });
        viewer.requestRender('film');
      });
      context.font = `${Math.round(height / 24)}px sans-serif`;
      const margin = height / 30;
      const length = context.measureText(mark).width;
      context.fillStyle = 'rgb(0 0 0 / 55%)';
      context.fillRect(margin, height - 2.6 * margin, length + margin, 1.9 * margin);
      context.fillStyle = '#fff';
      context.fillText(mark, 1.5 * margin, height - 1.25 * margin);
      const frame = new VideoFrame(picture, { timestamp: (i * 1_000_000) / picturesPerSecond });
      encoder.encode(frame, { keyFrame: i % keyEvery === 0 });
      frame.close();
    }
    await encoder.flush();
    const bytes = (given: AllowSharedBufferSource): Uint8Array =>
      ArrayBuffer.isView(given)
        ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
        : new Uint8Array(given);
    const text = (given: Uint8Array): string =>
      btoa(Array.from(given, (byte) => String.fromCharCode(byte)).join(''));
    return {
      setup: text(bytes(setup!)),
      pictures: chunks.map((chunk) => {
        const data = new Uint8Array(chunk.byteLength);
        chunk.copyTo(data);
        return { key: chunk.type === 'key', data: text(data) };
      }),
    };
  },
};
