import {
  CustomBlending,
  type IUniform,
  OneFactor,
  OneMinusSrcAlphaFactor,
  type Texture,
  Vector4,
} from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { type InstancedMesh, instancedMesh, seeds } from '../resources/instanced-mesh.ts';
import { advancePhase, type CloudSettings } from './kinds.ts';

const VERTEX = /* glsl */ `
  attribute vec4 seed;
  uniform vec4 field; // range, height, drifted x, opacity
  uniform float share;
  varying vec2 vAt;
  varying vec4 vSeed;
  varying float vStrength;
  varying vec3 vToward;
  void main() {
    vec2 at = mod(seed.xy * field.x + vec2(field.z, field.z * 0.35), field.x) - field.x * 0.5;
    float far = length(at);
    float size = mix(650.0, 1900.0, seed.z * seed.z) * (0.7 + far / field.x);
    vec3 middle = vec3(at.x, field.y * (0.85 + 0.5 * seed.w) + size * 0.2, at.y);
    vec3 toward = normalize(middle);
    vec3 across = normalize(cross(toward, vec3(0.0, 1.0, 0.0)));
    vec3 over = cross(across, toward);
    vec3 corner = middle + across * position.x * size + over * position.y * size * 0.5;
    vAt = position.xy;
    vSeed = seed;
    vToward = toward;
    // Not overhead, where a cloud would look flat; fades out at the field's edge.
    vStrength = field.w * smoothstep(0.0, 0.06, share - fract(seed.w * 7.31) * 0.97 + 0.03) * smoothstep(0.5, 0.36, far / field.x) * smoothstep(0.035, 0.1, far / field.x);
    gl_Position = projectionMatrix * mat4(mat3(viewMatrix)) * vec4(corner, 1.0);
    if (vStrength <= 0.003) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  }
`;

const FRAGMENT = /* glsl */ `
  uniform sampler2D skyNoise;
  uniform vec3 skyCloudLit, skyCloudShade, skyHaze, skyHorizon, skyGlow, skySun;
  uniform vec4 skyMood;
  varying vec2 vAt;
  varying vec4 vSeed;
  varying float vStrength;
  varying vec3 vToward;
  void main() {
    vec2 p = vAt * vec2(0.34, 0.17) + vSeed.zw * 7.0 + vSeed.xy;
    float broad = texture2D(skyNoise, p).r;
    float fine = texture2D(skyNoise, p * 3.3 + 0.21).r;
    float lumps = broad * 0.65 + fine * 0.35;
    // Rounded above, flat below.
    float r = length(vec2(vAt.x, vAt.y > -0.25 ? vAt.y * 0.9 + 0.22 : vAt.y * 2.1 + 0.52));
    float thick = 1.0 - r * 1.12 + (lumps - 0.5) * 1.35;
    float alpha = smoothstep(0.06, 0.52, thick) * smoothstep(1.0, 0.8, max(abs(vAt.x), abs(vAt.y)));
    alpha *= vStrength;
    if (alpha < 0.004) discard;
    float toSun = max(dot(vToward, skySun), 0.0);
    float lit = smoothstep(-0.5, 0.55, vAt.y + (fine - 0.5) * 1.1 + (0.5 - thick) * 0.25);
    vec3 color = mix(skyCloudShade, skyCloudLit, lit);
    // Backlit edges are bright.
    color = mix(color, skyGlow, skyMood.x * pow(toSun, 6.0) * (1.0 - smoothstep(0.2, 0.9, thick)) * 0.8);
    color = mix(color, mix(skyHaze, skyHorizon, 0.5), smoothstep(0.22, 0.03, vToward.y) * 0.62);
    gl_FragColor = vec4(color, alpha * 0.94);
    #include <colorspace_fragment>
  }
`;

/** Drifting clouds: one instanced draw call behind everything but the sky, without uploads after the first frame. */
export class CloudField implements IDisposable {
  readonly mesh: InstancedMesh;
  /** Metres in 1/60 s. */
  speed: number;
  readonly #field = new Vector4();
  readonly #share = { value: 1 };

  constructor(
    { count, range, height, speed }: CloudSettings,
    sky: Readonly<Record<string, IUniform>>,
    noise: Texture,
    seed: number,
  ) {
    this.speed = speed;
    this.mesh = instancedMesh({
      each: { seed: seeds(seed, count) },
      order: -950,
      material: {
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        // Blended, but among opaque objects: after the sky and before the hills, which are nearer.
        transparent: false,
        blending: CustomBlending,
        // The frame itself stays opaque.
        blendSrcAlpha: OneFactor,
        blendDstAlpha: OneMinusSrcAlphaFactor,
        depthTest: false,
        uniforms: { ...sky, skyNoise: { value: noise }, field: { value: this.#field }, share: this.#share },
      },
    });
    this.mesh.geometry.instanceCount = count;
    this.#field.set(range, height, 0, 1);
  }

  get count(): number {
    return this.mesh.geometry.instanceCount;
  }

  /** Distance that they have drifted, metres; for tests. */
  get drifted(): number {
    return this.#field.z;
  }

  /** 0 … 1; 0: not drawn. */
  set opacity(opacity: number) {
    this.#field.w = opacity;
    this.mesh.visible = opacity > 0;
  }

  /** Share of the clouds that is visible, 0 … 1. */
  set share(share: number) {
    this.#share.value = share;
  }

  advance(seconds: number): void {
    this.#field.z = advancePhase(this.#field.z, this.speed, seconds, this.#field.x * 20);
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
