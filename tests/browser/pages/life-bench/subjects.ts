import { Engine } from '@babylonjs/core/Engines/engine';
import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight';
import { Vector3 as BabylonVector } from '@babylonjs/core/Maths/math.vector';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder';
import { Scene as BabylonScene } from '@babylonjs/core/scene';
import { FarmViewer } from 'farm3d-engine';
import { PerspectiveCamera, PMREMGenerator, Scene, WebGLRenderer } from 'three';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

/** A mounted viewer that shows a model. */
export interface Shown {
  /** The canvas of its frame. */
  readonly canvas: HTMLCanvasElement;
  /** Draws now, so that the canvas can be read in this task. */
  readonly draw: () => void;
  readonly dispose: () => void;
}

type Mount = (host: HTMLElement, model: Blob) => Promise<Shown>;

export const SUBJECTS: Readonly<Record<string, Mount>> = {
  farm3d: async (host, model) => {
    const bytes = await model.arrayBuffer();
    const viewer = new FarmViewer(host, {
      reducedMotion: true,
      quality: 'low',
      pixelRatio: 1,
      fetch: async () => new Response(bytes.slice(0), { headers: { 'Content-Type': 'model/gltf-binary' } }),
    });
    const at = { x: 0, y: 0, z: 0 };
    await viewer.load({
      baseModelPath: null,
      layout: {
        camera: { position: { x: 3, y: 2.5, z: 4 }, target: { x: 0, y: 0.5, z: 0 } },
        equipment: [
          { id: 'a', parentId: null, position: at, rotation: at, scale: { x: 1, y: 1, z: 1 }, extra: {} },
        ],
        childScenes: [],
        extra: {},
      },
      catalogue: [{ equipmentId: 'a', name: 'a', modelPath: '/bench/ball.glb' }],
    });
    return {
      canvas: host.querySelector('canvas')!,
      draw: () => void viewer.screenshot(),
      dispose: () => viewer.dispose(),
    };
  },

  /** As in three's examples: a continuous render loop, light from a RoomEnvironment, `renderer.dispose()` at the end. */
  'three, a loop': async (host, model) => {
    const renderer = new WebGLRenderer();
    renderer.setSize(host.clientWidth, host.clientHeight);
    host.append(renderer.domElement);
    const scene = new Scene();
    const generator = new PMREMGenerator(renderer);
    scene.environment = generator.fromScene(new RoomEnvironment(), 0.04).texture;
    const camera = new PerspectiveCamera(75, host.clientWidth / host.clientHeight, 0.1, 100);
    camera.position.set(0.8, 1, 1.2);
    camera.lookAt(0, 0.5, 0);
    const { scene: loaded } = await new GLTFLoader().loadAsync(URL.createObjectURL(model));
    scene.add(loaded);
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

  'Babylon.js': async (host) => {
    const canvas = document.createElement('canvas');
    canvas.style.cssText = 'width:100%;height:100%';
    host.append(canvas);
    const engine = new Engine(canvas, true);
    const scene = new BabylonScene(engine);
    const camera = new ArcRotateCamera('camera', 1, 1, 3, BabylonVector.Zero(), scene);
    camera.attachControl(canvas);
    const light = new HemisphericLight('light', new BabylonVector(0, 1, 0), scene);
    CreateSphere('ball', { diameter: 1 }, scene).material = new StandardMaterial('skin', scene);
    const draw = () => scene.render();
    engine.runRenderLoop(draw);
    await scene.whenReadyAsync();
    return {
      canvas,
      draw,
      dispose() {
        light.dispose();
        scene.dispose();
        engine.dispose();
        canvas.remove();
      },
    };
  },

  'model-viewer': async (host, model) => {
    await import('@google/model-viewer/dist/model-viewer.min.js');
    const element = document.createElement('model-viewer') as HTMLElement & { src: string };
    element.style.cssText = 'display:block;width:100%;height:100%';
    element.setAttribute('interaction-prompt', 'none');
    const loaded = new Promise((resolve) => element.addEventListener('load', resolve, { once: true }));
    element.src = URL.createObjectURL(model);
    host.append(element);
    await loaded;
    return {
      canvas: element.shadowRoot!.querySelector('canvas')!,
      draw: () => {},
      dispose: () => element.remove(),
    };
  },
};
