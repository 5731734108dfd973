import { DataTexture, LinearFilter, RedFormat, Vector4 } from 'three';
import type { ViewerContext } from '../context/viewer-context.ts';
import type { SceneSurroundings } from '../context/context-parts.ts';
import type { PlotShape } from './plot-shape.ts';

/** Side of the map of cleared areas, texels. */
const SIDE = 512;

/** Declarations for the grass shader: the map of areas without grass. */
const DECLARED = /* glsl */ `
  #define FARM_CLEARED
  uniform sampler2D farmCleared;
  uniform vec4 farmClearedBox;
  float farmUncleared(vec2 p) {
    vec2 at = (p - farmClearedBox.xy) * farmClearedBox.zw;
    return at == clamp(at, 0.0, 1.0) ? 1.0 - step(0.3, texture2D(farmCleared, at).r) : 1.0;
  }
`;

type Grass = SceneSurroundings['grass'];

const clearings = new WeakMap<Grass, Clearings>();

/** A plot and the position of its centre in the scene, metres. */
interface Clearing {
  readonly shape: PlotShape;
  readonly x: number;
  readonly z: number;
}

/**
 * Removes the grass from a plot whose centre is at x, z.
 * @returns a function that restores it
 */
export function clearGrass(
  { surroundings: { grass } }: ViewerContext,
  shape: PlotShape,
  x: number,
  z: number,
): () => void {
  let clearing = clearings.get(grass);
  if (!clearing) clearings.set(grass, (clearing = new Clearings(grass)));
  return clearing.add({ shape, x, z });
}

/** The cleared plots of one scene; removed with the last of them. */
class Clearings {
  readonly #grass: Grass;
  readonly #plots = new Set<Clearing>();
  readonly #context = new OffscreenCanvas(SIDE, SIDE).getContext('2d', { willReadFrequently: true })!;
  readonly #box = new Vector4();
  readonly #map = { value: new DataTexture(new Uint8Array(SIDE * SIDE), SIDE, SIDE, RedFormat) };
  readonly #compile: Grass['mesh']['material']['onBeforeCompile'];

  constructor(grass: Grass) {
    this.#grass = grass;
    const { material } = grass.mesh;
    this.#compile = material.onBeforeCompile.bind(material);
    this.#map.value.magFilter = this.#map.value.minFilter = LinearFilter;
  }

  add(plot: Clearing): () => void {
    const isFirst = this.#plots.size === 0;
    this.#plots.add(plot);
    if (isFirst) this.#patch();
    this.#paint();
    return () => {
      this.#plots.delete(plot);
      if (this.#plots.size > 0) this.#paint();
      else this.#restore();
    };
  }

  #patch(): void {
    const { material } = this.#grass.mesh;
    material.onBeforeCompile = (shader, renderer) => {
      this.#compile(shader, renderer);
      Object.assign(shader.uniforms, { farmCleared: this.#map, farmClearedBox: { value: this.#box } });
      shader.vertexShader = shader.vertexShader.replace('void main() {', `${DECLARED}\nvoid main() {`);
    };
    material.customProgramCacheKey = () => 'farm3d-grass-cleared';
    material.needsUpdate = true;
  }

  #restore(): void {
    clearings.delete(this.#grass);
    this.#map.value.dispose();
    const { material } = this.#grass.mesh;
    material.onBeforeCompile = this.#compile;
    material.customProgramCacheKey = () => 'farm3d-grass';
    material.needsUpdate = true;
  }

  #paint(): void {
    const plots = [...this.#plots];
    const low = [
      Math.min(...plots.map(({ shape, x }) => shape.low[0] + x)),
      Math.min(...plots.map(({ shape, z }) => shape.low[1] + z)),
    ] as const;
    const high = [
      Math.max(...plots.map(({ shape, x }) => shape.high[0] + x)),
      Math.max(...plots.map(({ shape, z }) => shape.high[1] + z)),
    ] as const;
    const [width, depth] = [high[0] - low[0], high[1] - low[1]];
    this.#box.set(low[0], low[1], 1 / width, 1 / depth);
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = '#000';
    context.fillRect(0, 0, SIDE, SIDE);
    context.setTransform(
      SIDE / width,
      0,
      0,
      SIDE / depth,
      (-low[0] * SIDE) / width,
      (-low[1] * SIDE) / depth,
    );
    context.fillStyle = '#fff';
    for (const { shape, x, z } of plots) {
      for (const { outline, holes } of shape.polygons) {
        context.beginPath();
        for (const ring of [outline, ...holes]) {
          for (const [i, [px, pz]] of ring.entries()) context[i === 0 ? 'moveTo' : 'lineTo'](px + x, pz + z);
          context.closePath();
        }
        context.fill('evenodd');
      }
    }
    // As data: uploading the canvas itself would wait for all pending commands of the graphics card.
    const { data } = context.getImageData(0, 0, SIDE, SIDE);
    const { value: map } = this.#map;
    for (let i = 0; i < SIDE * SIDE; i++) map.image.data![i] = data[i * 4]!;
    map.needsUpdate = true;
  }
}
