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

/** Side of the environment's cube faces, texels. A sky has no detail. */
const FACE_SIZE = 64;

/** Samples per side for rough levels; three takes 16. */
const GATHER_SIDE = 8;
/** Samples per texel of a glossy level; three takes 256. */
const MIRROR_SAMPLES = 32;

/**
 * three (0.187) makes no environment below 256 texels a side and takes 38 million samples for it: without a graphics card
 * that is most of the time to the first frame, and again with every change of the weather. This one has the given size (64
 * is the least with a glossy level) and few samples. The names with an underscore are three's own: if a later version
 * renames them, its defaults apply.
 */
class SkyGenerator extends PMREMGenerator {
  declare private _mirrors: ShaderMaterial | null;
  declare private _gathers: ShaderMaterial | null;

  _setSize(side: number): void {
    Object.assign(this, { _cubeSize: side });
  }

  /** Sampling of a specular lobe. */
  set _ggxMaterial(material: ShaderMaterial | null) {
    this._mirrors = material;
    if (!material) return;
    material.fragmentShader = material.fragmentShader
      .replace('#define GGX_SAMPLES 256u', `#define GGX_SAMPLES ${MIRROR_SAMPLES}u`)
      // Fewer samples read a coarser level: log2(256 / 32) / 2 further.
      .replace(
        'log2( d ) + lodBias',
        `log2( d ) + lodBias + ${(Math.log2(256 / MIRROR_SAMPLES) / 2).toFixed(1)}`,
      );
  }

  get _ggxMaterial(): ShaderMaterial | null {
    return this._mirrors;
  }

  /** Sampling of the whole hemisphere. */
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
    // The first rough level of such a small cube is still glossy: few samples would be visible.
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

/** three's own method. */
const renderCube = (
  PMREMGenerator.prototype as unknown as {
    _renderCube: (target: WebGLCubeRenderTarget, lod: number, material: ShaderMaterial | null) => void;
  }
)._renderCube;

/** The environment map for reflections and image-based light, rendered from the sky. */
export class Environment implements IDisposable {
  readonly #scene: Scene;
  readonly #sky: Sky;
  readonly #bakeHooks = new Set<(renderer: WebGLRenderer) => void>();
  #target: WebGLRenderTarget | undefined;
  #generator: PMREMGenerator | undefined;
  #generatorOf: WebGLRenderer | undefined;
  /** Whether the sky is rendered into a map; without, surfaces are matt. Takes effect with the next {@link bake}. */
  isReflected = true;

  constructor(scene: Scene, sky: Sky) {
    this.#scene = scene;
    this.#sky = sky;
  }

  /** Renders the sky into the environment map. Also after a lost context, which clears render targets. */
  bake(renderer: WebGLRenderer): void {
    this.#target?.dispose();
    this.#target = this.isReflected ? this.#render(renderer) : undefined;
    this.#scene.environment = this.#target?.texture ?? null;
    for (const bake of this.#bakeHooks) bake(renderer);
  }

  #render(renderer: WebGLRenderer): WebGLRenderTarget {
    // The generator is kept: its shaders are compiled once, and the sky changes every minute.
    if (this.#generatorOf !== renderer) {
      this.#generator?.dispose();
      this.#generator = new SkyGenerator(renderer);
      this.#generatorOf = renderer;
    }
    const scene = new Scene();
    const copy = this.#sky.mesh.clone();
    copy.raycast = () => {};
    scene.add(copy);
    return this.#generator!.fromScene(scene, 0, 0.1, 200, { size: FACE_SIZE });
  }

  /** Adds a function that runs whenever the environment is baked. @returns a function that removes it */
  alsoBake(bake: (renderer: WebGLRenderer) => void): () => void {
    this.#bakeHooks.add(bake);
    return () => void this.#bakeHooks.delete(bake);
  }

  /** Face size of the baked map, texels; 0 before. */
  get side(): number {
    return this.#target?.width ?? 0;
  }

  /** Intensity of the image-based light. */
  set intensity(intensity: number) {
    this.#scene.environmentIntensity = intensity;
  }

  dispose(): void {
    this.#bakeHooks.clear();
    this.#target?.dispose();
    this.#target = undefined;
    this.#generator?.dispose();
    this.#generator = undefined;
    this.#generatorOf = undefined;
    this.#scene.environment = null;
  }
}
