import { FarmViewer } from 'farm3d-engine';
import {
  DirectionalLight,
  HemisphereLight,
  InstancedMesh,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three';
import { byKind, makeKinds, material, place } from '../scale-bench/kinds.ts';
import { lookAt } from '../scale-bench/subjects.ts';
import { fetchOf, sceneOf } from '../scale-bench/viewer-subject.ts';
import type { Shown } from './subjects.ts';

/** Ten thousand devices of thirty kinds, by ways that show them after their context was lost. */
export const DEVICES = 10_000;

export const MANY: Readonly<Record<string, (host: HTMLElement) => Promise<Shown>>> = {
  /** In a greenhouse, with their labels. */
  farm3d: async (host) => {
    const viewer = new FarmViewer(host, {
      reducedMotion: true,
      quality: 'low',
      pixelRatio: 1,
      labels: 'all',
      fetch: await fetchOf(makeKinds(0)),
    });
    await viewer.load({ ...sceneOf(place(DEVICES)), baseModelPath: '/models/greenhouse.glb' });
    return {
      canvas: host.querySelector('canvas')!,
      draw: () => void viewer.screenshot(),
      dispose: () => viewer.dispose(),
    };
  },

  /** On an empty ground, without labels, and without anything that is rendered once: a loop draws it. */
  'three InstancedMesh, a loop': async (host) => {
    const renderer = new WebGLRenderer();
    renderer.setSize(host.clientWidth, host.clientHeight);
    host.append(renderer.domElement);
    const scene = new Scene();
    const sun = new DirectionalLight(0xffffff, 2);
    sun.position.set(3, 5, 2);
    scene.add(
      new HemisphereLight(0xffffff, 0x445533, 1.5),
      sun,
      ...byKind(place(DEVICES), makeKinds(0), (geometry, own) => {
        const mesh = new InstancedMesh(geometry, material(), own.length);
        for (const [i, { matrix }] of own.entries()) mesh.setMatrixAt(i, matrix);
        return mesh;
      }),
    );
    const camera = new PerspectiveCamera(75, host.clientWidth / host.clientHeight, 0.1, 60_000);
    lookAt(camera, 0);
    const draw = () => renderer.render(scene, camera);
    renderer.setAnimationLoop(draw);
    return {
      canvas: renderer.domElement,
      draw,
      dispose() {
        renderer.setAnimationLoop(null);
        renderer.dispose();
        renderer.domElement.remove();
      },
    };
  },
};
