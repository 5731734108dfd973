import { FarmViewer } from 'farm3d-engine';
import { type BufferGeometry, Mesh, Scene } from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';
import { material, type Placement } from './kinds.ts';
import type { Subject } from './subjects.ts';

/** A whole viewer with sky, ground, marks and labels. A manual clock controls when a frame is drawn. */
export async function viewerSubject(
  host: HTMLElement,
  placements: readonly Placement[],
  kinds: readonly BufferGeometry[],
): Promise<Subject> {
  const files = await Promise.all(kinds.map(toGlb));
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
    fetch: async (input) => {
      const url = input instanceof Request ? input.url : String(input);
      return new Response(files[Number(/kind-(\d+)/.exec(url)![1])]!.slice(0), {
        headers: { 'Content-Type': 'model/gltf-binary' },
      });
    },
  });
  const view = (angle: number) => ({
    position: { x: Math.sin(angle) * 60, y: 30, z: Math.cos(angle) * 60 },
    target: { x: 0, y: 0, z: 0 },
  });
  await viewer.load({
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
    })),
  });
  const canvas = host.querySelector('canvas')!;
  const gl = canvas.getContext('webgl2')!;
  const bytes = new Uint8Array(4);
  let at = Number.NaN;
  return {
    frame(angle) {
      now += 16;
      if (angle !== at) viewer.camera.jump(view(angle));
      at = angle;
      viewer.requestRender('bench');
      const callback = waiting;
      waiting = undefined;
      callback?.(now);
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
