import {
  BufferAttribute,
  DoubleSide,
  GLSL3,
  Group,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  RawShaderMaterial,
  Vector3,
  Vector4,
} from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { createRandom } from '../core/random.ts';
import {
  advancePhase,
  CLOUDS,
  PARTICLE_BOTTOM,
  PARTICLE_TOP,
  type ParticleSettings,
  RAIN_PARTICLES,
  SNOW_PARTICLES,
  type WeatherKind,
} from '../weather/kinds.ts';

/** Distance of the camera at which the specification's numbers are map units; typical for a country in degrees. */
const REFERENCE_DISTANCE = 34;
/** Vertical range in which particles wrap. Spec §9. */
const FALL_HEIGHT = PARTICLE_TOP - PARTICLE_BOTTOM;
/** Range and height of clouds, map units at the reference distance. Spec §9 gives kilometres for a scene. */
const CLOUD_RANGE = 70;
const CLOUD_HEIGHT = 5;
/** Map units in 1/60 s per unit of the specification's speed. */
const CLOUD_DRIFT = 0.0012;
const CLOUDY_SPEED = 20;
const OVERCAST_SPEED = 10;

const HEAD = /* glsl */ `
  precision highp float;
  uniform mat4 viewMatrix;
  uniform mat4 projectionMatrix;
  uniform vec4 box; // middle x, z; scale; range
  uniform vec4 moved; // fallen or drifted; height of the viewport in px; opacity; flake
  in vec2 corner;
  in vec4 seed;
`;

const FALL_VERTEX = /* glsl */ `${HEAD}
  out vec2 vAt;
  out float vStrength;
  void main() {
    float range = box.w;
    vec2 at = mod(seed.xz * range - box.xy / box.z, range) - range * 0.5;
    float y = ${PARTICLE_BOTTOM.toFixed(1)} + mod(seed.y * ${FALL_HEIGHT.toFixed(1)} - moved.x, ${FALL_HEIGHT.toFixed(1)});
    if (moved.w > 0.5) at += 0.4 * sin(vec2(y * 0.9 + seed.w * 40.0, y * 0.7 + seed.w * 70.0));
    vec3 foot = vec3(box.x, 0.0, box.y) + vec3(at.x, y, at.y) * box.z;
    float size = moved.w > 0.5 ? 0.12 + 0.12 * seed.w : 0.9 + 0.6 * seed.w;
    vec4 low = viewMatrix * vec4(foot, 1.0);
    float pixel = -low.z / (projectionMatrix[1][1] * moved.y * 0.5);
    float width = max(moved.w > 0.5 ? size * box.z : 0.03 * box.z, pixel * 0.8);
    vec4 place = low;
    if (moved.w > 0.5) place.xy += corner * width;
    else {
      vec4 high = viewMatrix * vec4(foot + vec3(0.0, size * box.z, 0.0), 1.0);
      vec2 across = normalize(vec2(high.y - low.y, low.x - high.x) + 1e-6);
      place = mix(low, high, corner.y * 0.5 + 0.5);
      place.xy += across * corner.x * width;
    }
    vAt = corner;
    float edge = max(abs(at.x), abs(at.y)) / (range * 0.5);
    vStrength = moved.z * (1.0 - smoothstep(0.7, 1.0, edge)) * smoothstep(20.0, 14.0, y);
    gl_Position = y < 0.0 || -place.z < 0.02 * box.z ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * place;
  }
`;

const FALL_FRAGMENT = /* glsl */ `
  precision highp float;
  uniform vec3 tint;
  uniform vec4 moved;
  in vec2 vAt;
  in float vStrength;
  out vec4 color;
  void main() {
    float alpha = moved.w > 0.5 ? smoothstep(1.0, 0.2, length(vAt)) : (1.0 - vAt.x * vAt.x) * (1.0 - abs(vAt.y));
    color = vec4(tint, alpha * vStrength);
  }
`;

/** A cloud consists of eight particles with a common centre. */
const CLOUD_VERTEX = /* glsl */ `${HEAD}
  out vec2 vAt;
  out float vStrength;
  void main() {
    float range = box.w;
    vec2 at = mod(seed.xy * range + vec2(moved.x, moved.x * 0.3) - box.xy / box.z, range) - range * 0.5;
    float edge = max(abs(at.x), abs(at.y)) / (range * 0.5);
    float turn = float(gl_InstanceID % 8) * 2.4;
    vec2 puff = vec2(cos(turn), sin(turn) * 0.6) * (0.3 + seed.w) * 2.2;
    float size = 1.6 + 1.8 * seed.z;
    vec3 place = vec3(box.x, 0.0, box.y) + vec3(at.x + puff.x, ${CLOUD_HEIGHT.toFixed(1)} + seed.w * 0.6, at.y + puff.y) * box.z;
    place.xz += corner * size * box.z;
    vAt = corner;
    vStrength = moved.z * (1.0 - smoothstep(0.6, 1.0, edge)) * (0.5 + 0.5 * seed.w);
    gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
  }
`;

const CLOUD_FRAGMENT = /* glsl */ `
  precision highp float;
  uniform vec3 tint;
  in vec2 vAt;
  in float vStrength;
  out vec4 color;
  void main() {
    float fall = 1.0 - clamp(length(vAt), 0.0, 1.0);
    color = vec4(tint, fall * fall * (3.0 - 2.0 * fall) * vStrength);
  }
`;

interface Layer {
  readonly mesh: Mesh<InstancedBufferGeometry, RawShaderMaterial>;
  readonly box: Vector4;
  readonly moved: Vector4;
  /** Map units at the reference distance, per 1/60 s. */
  readonly velocity: number;
  /** Period of the motion in the same units. */
  readonly period: number;
}

/**
 * Weather over a map with the specification's numbers (§9): rain, snow, clouds, overcast sky. Each kind is one draw call; a
 * frame only writes uniforms.
 */
export class RegionWeather implements IDisposable {
  readonly group = new Group();
  #kind: WeatherKind | null = null;
  #layers: Layer[] = [];

  get kind(): WeatherKind | null {
    return this.#kind;
  }

  /** Whether it needs continuous frames. */
  get isMoving(): boolean {
    return this.#layers.length > 0;
  }

  set(kind: WeatherKind | null): void {
    if (kind === this.#kind) return;
    this.#kind = kind;
    this.#clear();
    if (kind === 'rain')
      this.#layers = [cloudLayer(OVERCAST_SPEED, GREY, 0.3), fallLayer(RAIN_PARTICLES, RAIN_BLUE, false)];
    if (kind === 'snow')
      this.#layers = [cloudLayer(OVERCAST_SPEED, PALE, 0.3), fallLayer(SNOW_PARTICLES, WHITE, true)];
    if (kind === 'cloudy') this.#layers = [cloudLayer(CLOUDY_SPEED, WHITE, 0.6)];
    if (kind === 'overcast') this.#layers = [cloudLayer(OVERCAST_SPEED, GREY, 0.75)];
    for (const { mesh } of this.#layers) this.group.add(mesh);
  }

  /**
   * Advances the animation.
   * @param seconds since the last frame; 0 without animation
   */
  advance(seconds: number): void {
    for (const { moved, velocity, period } of this.#layers) {
      moved.x = advancePhase(moved.x, velocity, seconds, period);
    }
  }

  /**
   * Call before a frame.
   * @param target of the camera
   * @param distance of the camera to its target, map units
   * @param heightPixels of the viewport
   */
  follow(target: { readonly x: number; readonly z: number }, distance: number, heightPixels: number): void {
    const scale = distance / REFERENCE_DISTANCE;
    for (const { box, moved } of this.#layers) {
      box.x = target.x;
      box.y = target.z;
      box.z = scale;
      moved.y = heightPixels;
    }
  }

  dispose(): void {
    this.#clear();
    this.group.removeFromParent();
  }

  #clear(): void {
    for (const { mesh } of this.#layers) {
      mesh.removeFromParent();
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
    this.#layers = [];
  }
}

const WHITE = new Vector3(1, 1, 1);
const PALE = new Vector3(0.86, 0.9, 0.94);
const GREY = new Vector3(0.45, 0.5, 0.54);
const RAIN_BLUE = new Vector3(0.66, 0.77, 0.86);

function fallLayer({ count, velocity, range }: ParticleSettings, tint: Vector3, isSnow: boolean): Layer {
  const box = new Vector4(0, 0, 1, range);
  const moved = new Vector4(0, 1, isSnow ? 0.95 : 0.8, isSnow ? 1 : 0);
  const mesh = layerMesh(seedsOf(count, 1), FALL_VERTEX, FALL_FRAGMENT, { box, moved, tint });
  mesh.renderOrder = 12;
  return { mesh, box, moved, velocity, period: FALL_HEIGHT };
}

function cloudLayer(speed: number, tint: Vector3, opacity: number): Layer {
  const box = new Vector4(0, 0, 1, CLOUD_RANGE);
  const moved = new Vector4(0, 1, opacity, 0);
  const mesh = layerMesh(seedsOf(CLOUDS.count, 8), CLOUD_VERTEX, CLOUD_FRAGMENT, { box, moved, tint });
  mesh.renderOrder = 11;
  // 10 ranges: a period of the drift's second axis too (0.3 of the first).
  return { mesh, box, moved, velocity: speed * CLOUD_DRIFT, period: CLOUD_RANGE * 10 };
}

/** @param groupSize number of neighbours with the same first two numbers */
function seedsOf(count: number, groupSize: number): Float32Array {
  const random = createRandom(7);
  const seeds = new Float32Array(count * 4);
  for (let i = 0; i < seeds.length; i++) {
    const item = i >> 2;
    const isShared = (i & 3) < 2 && item % groupSize > 0;
    seeds[i] = isShared ? seeds[i - 4]! : random();
  }
  return seeds;
}

function layerMesh(
  seeds: Float32Array,
  vertexShader: string,
  fragmentShader: string,
  values: { box: Vector4; moved: Vector4; tint: Vector3 },
): Mesh<InstancedBufferGeometry, RawShaderMaterial> {
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('corner', new BufferAttribute(Float32Array.of(-1, -1, 1, -1, 1, 1, -1, 1), 2));
  geometry.setIndex(new BufferAttribute(Uint16Array.of(0, 1, 2, 0, 2, 3), 1));
  geometry.setAttribute('seed', new InstancedBufferAttribute(seeds, 4));
  geometry.instanceCount = seeds.length / 4;
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader,
    fragmentShader,
    uniforms: {
      box: { value: values.box },
      moved: { value: values.moved },
      tint: { value: values.tint },
    },
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
  });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  return mesh;
}
