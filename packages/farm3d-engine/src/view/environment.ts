import {
  PMREMGenerator,
  Scene,
  type ShaderMaterial,
  type WebGLCubeRenderTarget,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';
import type { IDisposable } from '../core/disposer.ts';
import type { Sky } from './sky.ts';

/** Side of the environment's cube faces, texels. A sky has no detail, so little is enough. */
const FACE_SIZE = 64;

/** Directions that a texel of the rough levels is gathered from, a side of the cube; three takes 16. */
const GATHER_SIDE = 8;
/** Samples for a texel of a level that mirrors a little; three takes 256. */
const MIRROR_SAMPLES = 32;

/**
 * three (0.187) makes no environment with less than 256 texels a side, and takes 38 million samples for it: without a
 * graphics card that is most of the time to the first picture, and again with every change of the weather. This one has
 * the size that it is asked for (64 is the least with a level for mirrors) and takes as many samples as a sky needs. The
 * names with an underscore are three's own: where a later three has others, its own numbers hold again.
 */
class SkyGenerator extends PMREMGenerator {
  declare private _mirrors: ShaderMaterial | null;
  declare private _gathers: ShaderMaterial | null;

  _setSize(side: number): void {
    Object.assign(this, { _cubeSize: side });
  }

  /** Follows a mirror's lobe. */
  set _ggxMaterial(material: ShaderMaterial | null) {
    this._mirrors = material;
    if (!material) return;
    material.fragmentShader = material.fragmentShader
      .replace('#define GGX_SAMPLES 256u', `#define GGX_SAMPLES ${MIRROR_SAMPLES}u`)
      // Each sample stands for more of the sky and reads it from a coarser level: log2(256 / 32) / 2 further.
      .replace(
        'log2( d ) + lodBias',
        `log2( d ) + lodBias + ${(Math.log2(256 / MIRROR_SAMPLES) / 2).toFixed(1)}`,
      );
  }

  get _ggxMaterial(): ShaderMaterial | null {
    return this._mirrors;
  }

  /** Gathers the whole half of the sky. */
  set _integrationMaterial(material: ShaderMaterial | null) {
    this._gathers = material;
    if (!material) return;
    const { sourceSize } = material.uniforms;
    if (!sourceSize) return;
    sourceSize.value = GATHER_SIDE;
    material.fragmentShader = material.fragmentShader.replace(
      'texelDirection, sourceLod )',
      `texelDirection, sourceLod + ${Math.log2(16 / GATHER_SIDE).toFixed(1)} )`,
    );
  }

  get _integrationMaterial(): ShaderMaterial | null {
    return this._gathers;
  }

  _renderCube(target: WebGLCubeRenderTarget, lod: number, material: ShaderMaterial): void {
    const mirrors = this._mirrors?.uniforms;
    // The first rough level of so small a cube still mirrors: gathered from few directions it would show them.
    const isMirror = material === this._gathers && lod === 1 && mirrors?.['roughness'] && mirrors['lodBias'];
    if (isMirror) {
      const roughness = Number(material.uniforms['roughness']?.value);
      mirrors['roughness']!.value = roughness;
      mirrors['lodBias']!.value = Math.log2(FACE_SIZE) + 0.5 * Math.log2(6 / (256 * roughness ** 4)) + 0.5;
    }
    const shown = isMirror ? this._mirrors : material;
    renderCube.call(this, target, lod, shown);
  }
}

/** three's own. */
const renderCube = (
  PMREMGenerator.prototype as unknown as {
    _renderCube: (target: WebGLCubeRenderTarget, lod: number, material: ShaderMaterial | null) => void;
  }
)._renderCube;

/** What metal and film reflect: made from the same sky that is seen. */
export class Environment implements IDisposable {
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
      this.#generator = new SkyGenerator(renderer);
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
