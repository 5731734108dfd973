import { PMREMGenerator, Scene, type WebGLRenderer, type WebGLRenderTarget } from 'three';
import type { Disposable } from '../core/disposer.ts';
import type { Sky } from './sky.ts';

/** Side of the environment's cube faces, texels. A sky has no detail, so little is enough. */
const FACE_SIZE = 64;

/**
 * three (0.187) makes no environment with less than 256 texels a side, and takes 38 million samples for it: without a
 * graphics card that is most of the time to the first picture, and again with every change of the weather. This one has
 * the size that it is asked for; 64 is the least with a level for mirrors.
 */
class SmallGenerator extends PMREMGenerator {
  /** three's own name for it. */
  _setSize(side: number): void {
    Object.assign(this, { _cubeSize: side });
  }
}

/** What metal and film reflect: made from the same sky that is seen. */
export class Environment implements Disposable {
  readonly #scene: Scene;
  readonly #sky: Sky;
  readonly #also = new Set<(renderer: WebGLRenderer) => void>();
  #target: WebGLRenderTarget | undefined;
  #generator: PMREMGenerator | undefined;
  #generatorOf: WebGLRenderer | undefined;

  constructor(scene: Scene, sky: Sky) {
    this.#scene = scene;
    this.#sky = sky;
  }

  /** Renders the sky into the environment. Again after a lost context: what was rendered does not come back by itself. */
  bake(renderer: WebGLRenderer): void {
    this.#target?.dispose();
    // Kept: its shaders are compiled once, and the sky changes with every minute of the day.
    if (this.#generatorOf !== renderer) {
      this.#generator?.dispose();
      this.#generator = new SmallGenerator(renderer);
      this.#generatorOf = renderer;
    }
    const scene = new Scene();
    const copy = this.#sky.mesh.clone();
    copy.raycast = () => {};
    scene.add(copy);
    this.#target = this.#generator!.fromScene(scene, 0, 0.1, 200, { size: FACE_SIZE });
    this.#scene.environment = this.#target.texture;
    for (const bake of this.#also) bake(renderer);
  }

  /** Bakes something else whenever the environment is baked. @returns the function that stops it. */
  alsoBake(bake: (renderer: WebGLRenderer) => void): () => void {
    this.#also.add(bake);
    return () => void this.#also.delete(bake);
  }

  /** Side of a face of what was baked, texels; 0 before. */
  get side(): number {
    return this.#target?.width ?? 0;
  }

  /** How much of it falls on things. */
  set intensity(intensity: number) {
    this.#scene.environmentIntensity = intensity;
  }

  dispose(): void {
    this.#also.clear();
    this.#target?.dispose();
    this.#target = undefined;
    this.#generator?.dispose();
    this.#generator = undefined;
    this.#generatorOf = undefined;
    this.#scene.environment = null;
  }
}
