import {
  AmbientLight,
  Box3,
  Color,
  DirectionalLight,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { DRACOLoader } from 'three/addons/loaders/DRACOLoader.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

// The least that shows a model of either kind: no controls, no shadows, no environment.
const frame = document.querySelector<HTMLElement>('#scene')!;
const renderer = new WebGLRenderer({ antialias: true });
renderer.setSize(frame.clientWidth, frame.clientHeight);
frame.append(renderer.domElement);
const loader = new GLTFLoader().setDRACOLoader(new DRACOLoader().setDecoderPath('/draco/'));
const { scene: model } = await loader.loadAsync('/model.glb');
const scene = new Scene();
scene.background = new Color(0xc8dcec);
const sun = new DirectionalLight(0xffffff, 3);
sun.position.set(2, 4, 3);
scene.add(model, new AmbientLight(0xffffff, 1), sun);
const bounds = new Box3().setFromObject(model);
const centre = bounds.getCenter(new Vector3());
const camera = new PerspectiveCamera(45, frame.clientWidth / frame.clientHeight, 0.01, 1_000);
camera.position.copy(centre).addScalar(bounds.getSize(new Vector3()).length());
camera.lookAt(centre);
renderer.render(scene, camera);
document.body.dataset['loaded'] = 'yes';
