import { FarmViewer, type ViewerScene } from 'farm3d-engine';
import { type BufferGeometry, Mesh, Scene } from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';
import { material, type Placement } from './kinds.ts';
import type { Subject } from './subjects.ts';

/** Product model of every device: a kind that is registered with it reads their values. */
export const PRODUCT = 'ball';

/** A whole viewer of these devices, whose frames are drawn by hand. */
export interface DrivenViewer {
  readonly viewer: FarmViewer;
  /** Draws the next frame, if one is requested. */
  readonly draw: () => void;
}

/** The devices as a scene, without a base model. */
export const sceneOf = (placements: readonly Placement[]): ViewerScene => ({
  baseModelPath: null,
  layout: {
    camera: view(0),
    equipment: placements.map(({ id, position, rotation, scale }) => ({
      id,
      parentId: null,
      position: { x: position.x, y: position.y, z: position.z },
      rotation: { x: rotation.x, y: rotation.y, z: rotation.z },
      scale: { x: scale, y: scale, z: scale },
      extra: {},
    })),
    childScenes: [],
    extra: {},
  },
  catalogue: placements.map(({ id, kind }) => ({
    equipmentId: id,
    name: id,
    modelPath: `/bench/kind-${kind}.glb`,
    productModelCode: PRODUCT,
  })),
});

/** Answers the models of {@link sceneOf}; everything else comes from the server. */
export async function fetchOf(kinds: readonly BufferGeometry[]): Promise<typeof fetch> {
  const files = await Promise.all(kinds.map(toGlb));
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const kind = /\/bench\/kind-(\d+)/.exec(url)?.[1];
    if (kind === undefined) return fetch(input, init);
    return new Response(files[Number(kind)]!.slice(0), { headers: { 'Content-Type': 'model/gltf-binary' } });
  };
}

const view = (angle: number) => ({
  position: { x: Math.sin(angle) * 60, y: 30, z: Math.cos(angle) * 60 },
  target: { x: 0, y: 0, z: 0 },
});

/** Sky, ground, marks and labels as well. A manual clock controls when a frame is drawn. */
export async function drivenViewer(
  host: HTMLElement,
  placements: readonly Placement[],
  kinds: readonly BufferGeometry[],
): Promise<DrivenViewer> {
  let waiting: ((time: number) => void) | undefined;
  let now = 0;
  const viewer = new FarmViewer(host, {
    quality: 'low',
    pixelRatio: 1,
    reducedMotion: true,
    clock: {
      now: () => now,
      requestFrame: (callback) => {
        waiting = callback;
        return 1;
      },
      cancelFrame: () => (waiting = undefined),
    },
    fetch: await fetchOf(kinds),
  });
  await viewer.load(sceneOf(placements));
  return {
    viewer,
    draw() {
      now += 16;
      const callback = waiting;
      waiting = undefined;
      callback?.(now);
    },
  };
}

/** The same as a subject: each frame is drawn, whether something changed or not. */
export async function viewerSubject(
  host: HTMLElement,
  placements: readonly Placement[],
  kinds: readonly BufferGeometry[],
): Promise<Subject> {
  const { viewer, draw } = await drivenViewer(host, placements, kinds);
  const gl = host.querySelector('canvas')!.getContext('webgl2')!;
  const bytes = new Uint8Array(4);
  let at = Number.NaN;
  return {
    frame(angle) {
      if (angle !== at) viewer.camera.jump(view(angle));
      at = angle;
      viewer.requestRender('bench');
      draw();
    },
    drain: () => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, bytes),
    get draws() {
      return viewer.stats().draws;
    },
    get triangles() {
      return viewer.stats().triangles;
    },
    pixels: () => bytes,
    dispose: () => viewer.dispose(),
  };
}

async function toGlb(geometry: BufferGeometry): Promise<ArrayBuffer> {
  const scene = new Scene();
  scene.add(new Mesh(geometry, material()));
  return (await new GLTFExporter().parseAsync(scene, { binary: true })) as ArrayBuffer;
}
