import { PMREMGenerator, Scene, type WebGLRenderer, type WebGLRenderTarget } from 'three';
import type { Disposable } from '../core/disposer.ts';
import type { Sky } from './sky.ts';

/** Side of the environment's cube faces, texels. A sky has no detail, so little is enough. */
const FACE_SIZE = 64;

/** What metal and film reflect: made from the same sky that is seen. */
export class Environment implements Disposable {
  readonly #scene: Scene;
  readonly #sky: Sky;
  #target: WebGLRenderTarget | undefined;

  constructor(scene: Scene, sky: Sky) {
    this.#scene = scene;
    this.#sky = sky;
  }

  /** Renders the sky into the environment. Again after a lost context: what was rendered does not come back by itself. */
  bake(renderer: WebGLRenderer): void {
    this.clear();
    const generator = new PMREMGenerator(renderer);
    const scene = new Scene();
    const copy = this.#sky.mesh.clone();
    copy.raycast = () => {};
    scene.add(copy);
    this.#target = generator.fromScene(scene, 0, 0.1, 200, { size: FACE_SIZE });
    generator.dispose();
    this.#scene.environment = this.#target.texture;
    this.#scene.environmentIntensity = 0.55;
  }

  clear(): void {
    this.#target?.dispose();
    this.#target = undefined;
    this.#scene.environment = null;
  }

  dispose(): void {
    this.clear();
  }
}
