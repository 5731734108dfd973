import {
  AgXToneMapping,
  Box3,
  Color,
  DirectionalLight,
  HemisphereLight,
  type InstancedMesh,
  Matrix4,
  Mesh,
  type MeshStandardMaterial,
  PCFSoftShadowMap,
  PerspectiveCamera,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  ShadowMaterial,
  Vector3,
  WebGLRenderer,
} from 'three';
import { RoomEnvironment } from 'three/examples/jsm/environments/RoomEnvironment.js';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

declare global {
  interface Window {
    /** Takes a picture of the model at an address: base64 of a WebP with a transparent ground. */
    takePicture: (url: string, pixels: number) => Promise<string>;
  }
}

/** Drawn so much finer than the picture, against stairs on thin rods. */
const OVERSAMPLING = 3;
/** A long lens: nothing leans. Degrees. */
const FIELD_OF_VIEW = 16;
/** From where it is seen: three quarters from the front, a little from above. */
const EYE = new Vector3(0.62, 0.42, 1).normalize();
const SUN = new Vector3(-0.42, 1, 0.5).normalize();
const WEBP_QUALITY = 0.74;

const renderer = new WebGLRenderer({ alpha: true, antialias: true, preserveDrawingBuffer: true });
renderer.toneMapping = AgXToneMapping;
renderer.toneMappingExposure = 1.3;
renderer.shadowMap.enabled = true;
renderer.shadowMap.type = PCFSoftShadowMap;
renderer.setClearColor(new Color(0), 0);

const room = new RoomEnvironment();
const environment = new PMREMGenerator(renderer).fromScene(room, 0.04).texture;

/** All points of the model where they stand. */
function pointsOf(root: Scene['children'][number]): Vector3[] {
  const points: Vector3[] = [];
  const matrix = new Matrix4();
  root.updateMatrixWorld(true);
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    const position = object.geometry.getAttribute('position');
    const copies = (object as InstancedMesh).isInstancedMesh ? (object as InstancedMesh).count : 0;
    for (let copy = 0; copy < Math.max(1, copies); copy++) {
      matrix.copy(object.matrixWorld);
      if (copies > 0) {
        const own = new Matrix4();
        (object as InstancedMesh).getMatrixAt(copy, own);
        matrix.multiply(own);
      }
      // What is many is dense: every third point shows how far it reaches.
      for (let v = 0; v < position.count; v += copies > 0 ? 3 : 1)
        points.push(new Vector3().fromBufferAttribute(position, v).applyMatrix4(matrix));
    }
  });
  return points;
}

/** A ground of which only the shadow is seen, gone at the picture's edge. */
function fadingShadow(centre: Vector3, radius: number): ShadowMaterial {
  const material = new ShadowMaterial({ opacity: 0.26 });
  material.onBeforeCompile = (shader) => {
    shader.uniforms['studio'] = { value: [centre.x, centre.z, radius] };
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec2 vPlace;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvPlace = position.xz;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying vec2 vPlace;\nuniform vec3 studio;')
      .replace(
        '#include <tonemapping_fragment>',
        'gl_FragColor.a *= 1.0 - smoothstep(0.45, 1.0, distance(vPlace, studio.xy) / studio.z);\n#include <tonemapping_fragment>',
      );
  };
  return material;
}

/** Puts the camera so that all points fill the square picture but for a margin. */
function frame(camera: PerspectiveCamera, points: readonly Vector3[]): void {
  const centre = new Box3().setFromPoints([...points]).getCenter(new Vector3());
  const half = Math.tan((FIELD_OF_VIEW * Math.PI) / 360) * 0.96;
  const right = new Vector3(0, 1, 0).cross(EYE).normalize();
  const up = new Vector3().copy(EYE).cross(right).normalize();
  let [left, most, low, high, near] = [Infinity, -Infinity, Infinity, -Infinity, -Infinity];
  // The frustum's sides must hold every point: each pair of planes gives a middle, and the two a distance.
  const way = new Vector3();
  for (const point of points) {
    way.subVectors(point, centre);
    const depth = way.dot(EYE);
    const [x, y] = [way.dot(right), way.dot(up)];
    left = Math.min(left, x - depth * half);
    most = Math.max(most, x + depth * half);
    low = Math.min(low, y - depth * half);
    high = Math.max(high, y + depth * half);
    near = Math.max(near, depth);
  }
  const distance = Math.max(most - left, high - low) / 2 / half;
  camera.position
    .copy(centre)
    .addScaledVector(EYE, distance)
    .addScaledVector(right, (left + most) / 2)
    .addScaledVector(up, (low + high) / 2);
  camera.lookAt(camera.position.clone().sub(EYE));
  camera.near = Math.max(0.01, (distance - near) * 0.5);
  camera.far = distance * 3 + 100;
  camera.updateProjectionMatrix();
}

window.takePicture = async (url, pixels) => {
  const { scene: model } = await new GLTFLoader().loadAsync(url);
  const scene = new Scene();
  scene.environment = environment;
  scene.environmentIntensity = 0.5;
  model.rotation.y = 0.25;
  model.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    const material = object.material as MeshStandardMaterial;
    object.castShadow = !material.transparent;
    object.receiveShadow = true;
    // As the engine draws it: what shines through hides nothing, and leaves are not lit as metal is.
    material.depthWrite = !material.transparent;
    object.frustumCulled = false;
  });
  scene.add(model);
  const points = pointsOf(model);
  const box = new Box3().setFromPoints(points);
  const size = box.getSize(new Vector3());
  const reach = Math.max(size.x, size.y, size.z);
  const sun = new DirectionalLight('#fff0d8', 3.4);
  sun.position.copy(SUN).multiplyScalar(reach * 3);
  sun.target.position.copy(box.getCenter(new Vector3()));
  sun.position.add(sun.target.position);
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.radius = 5;
  sun.shadow.normalBias = 0.006 * reach;
  const { camera: eye } = sun.shadow;
  eye.left = eye.bottom = -reach * 1.1;
  eye.right = eye.top = reach * 1.1;
  eye.near = reach * 0.5;
  eye.far = reach * 6;
  const ground = new Mesh(
    new PlaneGeometry(reach * 6, reach * 6).rotateX(-Math.PI / 2),
    fadingShadow(box.getCenter(new Vector3()), Math.hypot(size.x, size.z) / 2 + size.y * 0.25),
  );
  ground.position.y = Math.max(0, box.min.y) + 0.001;
  ground.receiveShadow = true;
  scene.add(sun, sun.target, new HemisphereLight('#d6e6f5', '#8d8a70', 1.1), ground);
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 100);
  frame(camera, points);
  renderer.setSize(pixels * OVERSAMPLING, pixels * OVERSAMPLING, false);
  renderer.render(scene, camera);

  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = pixels;
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(renderer.domElement, 0, 0, pixels, pixels);
  return canvas.toDataURL('image/webp', WEBP_QUALITY).split(',')[1]!;
};
