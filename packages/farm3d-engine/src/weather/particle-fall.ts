import { Color, type InstancedBufferGeometry, type Mesh, type ShaderMaterial, Vector2, Vector4 } from 'three';
import { checkFinite, checkOneOf } from '../core/check.ts';
import type { IDisposable } from '../core/disposer.ts';
import { instancedMesh, seeds } from '../resources/instanced-mesh.ts';
import { COVER_GLSL, SURFACE } from '../view/surface.ts';
import { advancePhase, PARTICLE_BOTTOM, PARTICLE_TOP, type ParticleSettings } from './kinds.ts';

/** Shape of particles. */
export type ParticleShape = 'streak' | 'flake';

/** Options of a {@link ParticleFall}. */
export interface ParticleFallOptions extends ParticleSettings {
  /** Shape: streaks (rain) or flakes (snow). */
  readonly shape: ParticleShape;
  /** Maximum of {@link ParticleFall.count}. Default: `count`. */
  readonly capacity?: number;
  /** Seed of random placement. Default 1. */
  readonly seed?: number;
}

/** Height of the box in which particles fall and wrap, metres. */
const DEPTH = PARTICLE_TOP - PARTICLE_BOTTOM;
/**
 * Particles fall at four speeds, each faster than the previous by the velocity divided by this. The motion
 * repeats after this many box heights.
 */
const SPEED_DIVISOR = 16;
/** The box rises with a camera higher than this, metres, so that particles are around it too. */
const EYE_IN_BOX = 12;

/**
 * Position of a particle from its seed, the box around the camera, the fall distance and the wind drift. Everything that
 * changes is a uniform, so nothing is uploaded per particle.
 */
const PLACE = /* glsl */ `
  attribute vec4 seed;
  uniform vec4 fall; // range, fallen, height of the box's foot, opacity
  uniform vec4 drift; // carried x, z; wind x, z for one metre of fall
  vec3 particlePlace(vec2 eye) {
    // Four speeds with a common period of SPEED_DIVISOR box heights.
    float pace = 1.0 + floor(seed.w * 4.0) / ${SPEED_DIVISOR.toFixed(1)};
    float y = ${PARTICLE_BOTTOM.toFixed(1)} + mod(seed.y * ${DEPTH.toFixed(1)} - fall.y * pace, ${DEPTH.toFixed(1)});
    vec2 at = seed.xz * fall.x + drift.xy * pace - eye;
    return vec3(eye.x + mod(at.x, fall.x) - fall.x * 0.5, y + fall.z, eye.y + mod(at.y, fall.x) - fall.x * 0.5);
  }
`;

const VERTEX = /* glsl */ `
  ${PLACE}
  ${COVER_GLSL}
  uniform vec2 screen; // height in pixels, seconds
  varying vec2 vAt;
  varying float vStrength;
  void main() {
    vec3 place = particlePlace(cameraPosition.xz);
    vAt = position.xy;
    float side = fall.x * 0.5;
    vec2 fromEye = abs(place.xz - cameraPosition.xz);
    // Fades out at the edge of the box, where particles appear and disappear.
    vStrength = fall.w * (1.0 - smoothstep(0.75, 1.0, max(fromEye.x, fromEye.y) / side));
    if (place.y < -0.2 || farmOpen(place, 0.02) < 0.5) vStrength = 0.0;
    #ifdef FLAKE
      float t = screen.y * (0.6 + 0.5 * seed.w) + seed.w * 40.0;
      place.xz += vec2(sin(t), cos(t * 0.83)) * (0.25 + 0.3 * seed.x);
      vec4 view = viewMatrix * vec4(place, 1.0);
      float size = 0.03 + 0.035 * seed.w;
      float pixel = -view.z / (projectionMatrix[1][1] * screen.x * 0.5);
      // At least a pixel wide: fainter instead of finer.
      float shown = max(size, pixel * 1.0);
      vStrength *= size * size / (shown * shown) * 0.6 + 0.4 * size / shown;
      vStrength *= smoothstep(0.3, 1.2, -view.z);
      view.xy += position.xy * shown;
      gl_Position = projectionMatrix * view;
    #else
      float len = 0.8 + 0.7 * seed.w;
      vec3 along = normalize(vec3(-drift.z, 1.0, -drift.w));
      vec4 low = viewMatrix * vec4(place, 1.0);
      vec4 high = viewMatrix * vec4(place + along * len, 1.0);
      float pixel = -low.z / (projectionMatrix[1][1] * screen.x * 0.5);
      float width = 0.009;
      float shown = max(width, pixel * 0.75);
      vStrength *= mix(width / shown, 1.0, 0.3);
      vStrength *= smoothstep(0.4, 1.6, -low.z);
      vec2 across = normalize(vec2(high.y - low.y, low.x - high.x) + 1e-5);
      vec4 view = mix(low, high, position.y * 0.5 + 0.5);
      view.xy += across * position.x * shown;
      gl_Position = projectionMatrix * view;
    #endif
    if (vStrength <= 0.003) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  }
`;

const FRAGMENT = /* glsl */ `
  uniform vec3 tint;
  varying vec2 vAt;
  varying float vStrength;
  void main() {
    #ifdef FLAKE
      float alpha = smoothstep(1.0, 0.15, length(vAt));
    #else
      float end = 1.0 - abs(vAt.y);
      float alpha = (1.0 - vAt.x * vAt.x) * smoothstep(0.0, 0.5, end);
    #endif
    gl_FragColor = vec4(tint, alpha * vStrength);
    #include <colorspace_fragment>
  }
`;

/**
 * Falling particles (rain, snow) around the camera: one instanced draw call; a frame uploads no buffer, and count, range
 * and velocity are uniforms. The vertex shader computes positions from seeds.
 */
export class ParticleFall implements IDisposable {
  /** Mesh for the scene. */
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  /** Maximum number of particles. */
  readonly capacity: number;
  /** Fall velocity, metres in 1/60 s. */
  velocity: number;
  /** Wind, metres in 1/60 s towards +x and +z. */
  readonly wind = new Vector2();
  readonly #fall = new Vector4();
  readonly #drift = new Vector4();
  readonly #screen = new Vector2(1, 0);
  readonly #tint = new Color(1, 1, 1);

  /** @throws FarmError `invalid-argument` */
  constructor({ count, velocity, range, shape, capacity = count, seed = 1 }: ParticleFallOptions) {
    checkFinite({ count, velocity, range, capacity, seed });
    checkOneOf('shape', shape, ['streak', 'flake']);
    this.capacity = capacity;
    this.velocity = velocity;
    this.mesh = instancedMesh({
      each: { seed: seeds(seed, capacity) },
      order: 20,
      material: {
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        defines: shape === 'flake' ? { FLAKE: '' } : {},
        uniforms: {
          farmCover: SURFACE.farmCover,
          farmCoverBox: SURFACE.farmCoverBox,
          fall: { value: this.#fall },
          drift: { value: this.#drift },
          screen: { value: this.#screen },
          tint: { value: this.#tint },
        },
      },
    });
    this.count = count;
    this.range = range;
    this.opacity = 1;
  }

  /** Number of particles, 0 … {@link capacity}. */
  get count(): number {
    return this.mesh.geometry.instanceCount;
  }

  set count(count: number) {
    checkFinite({ count });
    this.mesh.geometry.instanceCount = Math.max(0, Math.min(this.capacity, Math.round(count)));
  }

  /** Width and depth of the box around the camera, metres. */
  get range(): number {
    return this.#fall.x;
  }

  set range(range: number) {
    checkFinite({ range });
    this.#fall.x = range;
  }

  /** 0 … 1; 0: not drawn. */
  set opacity(opacity: number) {
    checkFinite({ opacity });
    this.#fall.w = opacity;
    this.mesh.visible = opacity > 0;
  }

  /** Display colour. */
  get tint(): Color {
    return this.#tint;
  }

  /** Fall distance, metres, wrapped at sixteen box heights; for tests. */
  get fallen(): number {
    return this.#fall.y;
  }

  /**
   * Advances time and follows the camera. Call before each frame.
   * @param seconds since the last frame
   * @param eyeHeight height of the camera, metres
   * @param height of the viewport, device pixels
   */
  advance(seconds: number, eyeHeight: number, height: number): void {
    this.#fall.y = advancePhase(this.#fall.y, this.velocity, seconds, DEPTH * SPEED_DIVISOR);
    this.#fall.z = Math.max(0, eyeHeight - EYE_IN_BOX);
    this.#drift.x = advancePhase(this.#drift.x, this.wind.x, seconds, this.range * SPEED_DIVISOR);
    this.#drift.y = advancePhase(this.#drift.y, this.wind.y, seconds, this.range * SPEED_DIVISOR);
    this.#drift.z = this.velocity > 0 ? this.wind.x / this.velocity : 0;
    this.#drift.w = this.velocity > 0 ? this.wind.y / this.velocity : 0;
    this.#screen.x = height;
    this.#screen.y += seconds;
  }

  /** Releases geometry and material. A second call has no effect. */
  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
