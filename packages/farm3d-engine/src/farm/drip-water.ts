import { DoubleSide, InstancedBufferAttribute, type IUniform } from 'three';
import { checkRange } from '../core/check-fields.ts';
import type { IDisposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import type { FarmViewer } from '../engine/farm-viewer.ts';
import type { ContinuousRequest } from '../render/continuous-frames.ts';
import type { ViewerContext } from '../context/viewer-context.ts';
import { type InstancedMesh, instancedMesh } from '../resources/instanced-mesh.ts';
import { SURFACE } from '../view/surface.ts';
import { type BedRow, baseBeds } from './base-beds.ts';

/** Time in which water soaks the soil beside a line, and in which it dries a little, seconds. */
const SOAK_SECONDS = 20;
/** Half the width of wet soil, metres. */
const HALF_WIDTH = 0.34;
/** Distance of emitters, metres. */
const EMITTERS = 0.4;

const VERTEX = /* glsl */ `
  attribute vec4 row; // from, to, y, z
  varying vec3 vDrip;
  void main() {
    float x = mix(row.x, row.y, position.x * 0.5 + 0.5);
    vDrip = vec3(x, position.y, row.w);
    gl_Position = projectionMatrix * viewMatrix * vec4(x, row.z + 0.03, row.w + position.y * ${HALF_WIDTH.toFixed(2)}, 1.0);
  }
`;

/** Wet soil along the line, and at each emitter a ring of light with every drop. */
const FRAGMENT = /* glsl */ `
  uniform sampler2D farmGrain;
  uniform vec2 farmAir;
  uniform vec4 farmMood;
  uniform vec3 skyHorizon;
  uniform vec2 drip; // flow, soaked
  varying vec3 vDrip;
  void main() {
    vec2 p = vec2(vDrip.x, vDrip.z + vDrip.y * ${HALF_WIDTH.toFixed(2)});
    float grain = texture2D(farmGrain, p * 0.9).r * 0.6 + texture2D(farmGrain, p * 3.1).r * 0.4;
    float off = abs(vDrip.y) + (0.5 - grain) * 0.7;
    float wet = smoothstep(0.95 * drip.y, 0.3 * drip.y, off) * drip.y;
    float at = vDrip.x / ${EMITTERS.toFixed(1)};
    float chance = fract(sin(floor(at) * 12.9898 + vDrip.z * 78.233) * 43758.5453);
    vec2 from = vec2((fract(at) - 0.5) * ${EMITTERS.toFixed(1)}, vDrip.y * ${HALF_WIDTH.toFixed(2)} + 0.03 * (chance - 0.5));
    float far = length(from);
    float age = fract(farmAir.x * 1.7 + chance);
    float ring = smoothstep(0.014, 0.0, abs(far - age * 0.1)) * (1.0 - age);
    float pool = smoothstep(0.085, 0.05, far + 0.03 * grain);
    float light = drip.x * (0.75 * ring + pool * (0.3 + 0.4 * smoothstep(0.45, 0.7, texture2D(farmGrain, p * 1.7 + farmAir.x * 0.05).r)));
    float alpha = max(0.5 * wet, light);
    if (alpha < 0.004) discard;
    vec3 shine = skyHorizon * mix(1.0, 0.5, farmMood.z);
    gl_FragColor = vec4(mix(vec3(0.02, 0.015, 0.01), shine, light / alpha), alpha);
    #include <colorspace_fragment>
  }
`;

/**
 * Water in the drip lines of a base model's beds while a valve is open: drops at the emitters, and soil that gets wet
 * beside them. Not at the low tier.
 * @example
 * const water = new DripWater(viewer);
 * water.setFlow(1);
 */
export class DripWater implements IDisposable {
  readonly #context: ViewerContext;
  readonly #rows: () => readonly BedRow[];
  readonly #drip = { value: [0, 0] as [number, number] };
  readonly #mesh: InstancedMesh;
  #remove: (() => void) | undefined;
  #frames: ContinuousRequest | undefined;
  /** For the present base model. */
  #hasBuilt = false;
  #flow = 0;

  /** @throws FarmError `disposed` */
  constructor(viewer: FarmViewer) {
    const context = viewer.use({});
    this.#context = context;
    // Rows are computed from all vertices: not before there is water.
    this.#rows = () => baseBeds(viewer).flatMap(({ rows }) => rows);
    this.#mesh = createLines(context, this.#drip);
    context.on('scene-changed', () => {
      this.#hasBuilt = false;
      this.#mesh.geometry.instanceCount = 0;
      this.#show();
    });
    context.on('quality-changed', () => this.#show());
    context.own(() => {
      this.#mesh.geometry.dispose();
      this.#mesh.material.dispose();
    });
    this.#show();
    context.onBeforeRender(({ delta }) => this.#soak(context.isContinuous ? delta : Infinity));
  }

  /** Whether `dispose` was called. */
  get isDisposed(): boolean {
    return this.#context.isDetached;
  }

  /** Water in the lines, 0 … 1. */
  get flow(): number {
    return this.#flow;
  }

  /** Number of lines. */
  get lineCount(): number {
    return this.#mesh.geometry.instanceCount;
  }

  /**
   * Sets the water in the lines.
   * @param flow 0: closed, 1: fully open
   * @throws FarmError `disposed` or `invalid-argument`
   */
  setFlow(flow: number): void {
    if (this.isDisposed) throw new FarmError('disposed');
    checkRange('flow', flow, 0, 1);
    if (flow === this.#flow) return;
    this.#flow = flow;
    this.#drip.value[0] = flow;
    if (flow > 0) this.#frames ??= this.#context.requestContinuousFrames();
    else {
      this.#frames?.end();
      this.#frames = undefined;
    }
    this.#show();
    this.#context.requestRender('water');
  }

  /** Removes the water. A second call has no effect. */
  dispose(): void {
    this.#context.detach();
  }

  /** Without continuous frames the soil is as wet as it gets. */
  #soak(seconds: number): void {
    const { value } = this.#drip;
    const step = seconds / SOAK_SECONDS;
    const goal = this.#flow > 0 ? 1 : 0;
    value[1] = goal > value[1] ? Math.min(goal, value[1] + step) : Math.max(goal, value[1] - step);
    this.#show();
  }

  #show(): void {
    const [flow, soaked] = this.#drip.value;
    if (this.#context.tier === 'low') {
      this.#remove?.();
      this.#remove = undefined;
      return;
    }
    // Without lines nothing is drawn, but the shader is compiled: not with the first water.
    this.#remove ??= this.#context.add(this.#mesh, { isBackdrop: true, isShared: true });
    this.#mesh.visible = flow + soaked > 0 || this.#mesh.geometry.instanceCount === 0;
    if (flow + soaked > 0 && !this.#hasBuilt) this.#build();
  }

  #build(): void {
    this.#hasBuilt = true;
    const rows = this.#rows();
    const { geometry } = this.#mesh;
    // With the buffers of the old lines.
    geometry.dispose();
    const lines = rows.flatMap(({ from, to, y, z }) => [from, to, y, z]);
    geometry.setAttribute('row', new InstancedBufferAttribute(new Float32Array(lines), 4));
    geometry.instanceCount = rows.length;
  }
}

/** No lines yet. */
function createLines(context: ViewerContext, drip: IUniform): InstancedMesh {
  const { farmGrain, farmAir, farmMood } = SURFACE;
  const { skyHorizon } = context.surroundings.sky.uniforms as { skyHorizon: IUniform };
  return instancedMesh({
    each: { row: new Float32Array(4) },
    order: 1,
    material: {
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { farmGrain, farmAir, farmMood, skyHorizon, drip },
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -2,
    },
  });
}
