import {
  type Box3,
  type BufferGeometry,
  Color,
  DoubleSide,
  HalfFloatType,
  LinearFilter,
  type Material,
  Mesh,
  type Object3D,
  OrthographicCamera,
  RedFormat,
  Scene,
  ShaderMaterial,
  type Texture,
  Vector3,
  type Vector4,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { IDisposable } from '../core/disposer.ts';

/** Side of the map, texels: over a greenhouse of 30 m one is 12 cm. */
const SIDE = 256;
/** Height where there is nothing above the ground, metres. */
const NO_COVER = -1_000;
/** Margin around the base, metres. */
const MARGIN = 0.5;

const VERTEX = /* glsl */ `
  varying float vHeight;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    vHeight = world.y;
    gl_Position = projectionMatrix * viewMatrix * world;
  }
`;

const FRAGMENT = /* glsl */ `
  varying float vHeight;
  void main() { gl_FragColor = vec4(vHeight); }
`;

const _size = new Vector3();
const _center = new Vector3();
const _clear = new Color();

/** A height map of the base model from above: what is below is sheltered from rain. */
export class CoverMap implements IDisposable {
  readonly #target: WebGLRenderTarget;
  readonly #material: ShaderMaterial;
  readonly #camera = new OrthographicCamera();
  readonly #isOpaqueOnly: boolean;

  /**
   * @param side texels
   * @param isOpaqueOnly film and other transparent surfaces are left out
   */
  constructor(side = SIDE, isOpaqueOnly = false) {
    this.#isOpaqueOnly = isOpaqueOnly;
    this.#target = new WebGLRenderTarget(side, side, {
      type: HalfFloatType,
      format: RedFormat,
      magFilter: LinearFilter,
      minFilter: LinearFilter,
    });
    this.#material = new ShaderMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT, side: DoubleSide });
  }

  get texture(): Texture {
    return this.#target.texture;
  }

  /**
   * Renders the base from above. Again after it changed, and after a lost context.
   * @param coverBox receives x and z of the first texel, 1 / width and 1 / (negative) depth
   */
  bake(renderer: WebGLRenderer, base: Object3D, box: Box3, coverBox: Vector4): void {
    if (box.isEmpty()) {
      coverBox.set(0, 0, 0, 0);
      return;
    }
    box.getSize(_size).addScalar(2 * MARGIN);
    box.getCenter(_center);
    // From above with north up: v increases towards −z.
    coverBox.set(_center.x - _size.x / 2, _center.z + _size.z / 2, 1 / _size.x, -1 / _size.z);
    const camera = this.#camera;
    camera.left = -_size.x / 2;
    camera.right = _size.x / 2;
    camera.top = _size.z / 2;
    camera.bottom = -_size.z / 2;
    camera.near = 0.1;
    camera.far = _size.y + 4;
    camera.position.set(_center.x, box.max.y + 1, _center.z);
    camera.up.set(0, 0, -1);
    camera.lookAt(_center.x, box.min.y - 10, _center.z);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();

    const hidden = this.#isOpaqueOnly ? hideTransparent(base) : [];
    const { parent } = base;
    const scene = new Scene();
    scene.matrixWorldAutoUpdate = false;
    scene.overrideMaterial = this.#material;
    const oldTarget = renderer.getRenderTarget();
    const oldAlpha = renderer.getClearAlpha();
    renderer.getClearColor(_clear);
    const { enabled } = renderer.shadowMap;
    try {
      // Added temporarily; add() would emit events and remove it from its parent.
      scene.children.push(base);
      base.parent = scene;
      renderer.shadowMap.enabled = false;
      renderer.setRenderTarget(this.#target);
      renderer.setClearColor(new Color(NO_COVER, NO_COVER, NO_COVER), 1);
      renderer.clear();
      renderer.render(scene, camera);
    } finally {
      scene.children.length = 0;
      for (const mesh of hidden) mesh.visible = true;
      base.parent = parent;
      renderer.shadowMap.enabled = enabled;
      renderer.setRenderTarget(oldTarget);
      renderer.setClearColor(_clear, oldAlpha);
    }
  }

  dispose(): void {
    this.#target.dispose();
    this.#material.dispose();
  }
}

function hideTransparent(base: Object3D): Object3D[] {
  const hidden: Object3D[] = [];
  base.traverse((object) => {
    if (!(object instanceof Mesh) || !object.visible) return;
    const { material } = object as Mesh<BufferGeometry, Material>;
    if (material.transparent) hidden.push(object);
  });
  for (const mesh of hidden) mesh.visible = false;
  return hidden;
}
