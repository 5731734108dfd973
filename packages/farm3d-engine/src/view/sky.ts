import {
  BackSide,
  Color,
  type DataTexture,
  Mesh,
  ShaderMaterial,
  SphereGeometry,
  Vector3,
  Vector4,
} from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { type Atmosphere, MORNING } from './atmosphere.ts';

/** Uniforms of the sky, shared with everything that reflects it. */
export const SKY_UNIFORMS_GLSL = /* glsl */ `
  uniform vec3 skyZenith, skyHorizon, skyGlow, skyHaze, skySun, skyMoon, skyCloudLit, skyCloudShade;
  /** Strength of the sun, cloud cover, stars, strength of the moon. */
  uniform vec4 skyMood;

  /** The clear sky in direction d, without sun, moon and clouds. */
  vec3 skyGradient(vec3 d) {
    float up = clamp(d.y, 0.0, 1.0);
    vec3 color = mix(skyHorizon, skyZenith, 1.0 - pow(1.0 - up, 3.2));
    float toSun = max(dot(d, skySun), 0.0);
    color = mix(color, skyGlow, skyMood.x * 0.65 * pow(toSun, 5.0) * (1.0 - up * 0.7));
    // A low sun colours the horizon far to both sides.
    float low = 1.0 - smoothstep(0.05, 0.35, abs(skySun.y));
    float beside = max(dot(normalize(d.xz + 1e-5), normalize(skySun.xz + 1e-5)), 0.0);
    return mix(color, skyGlow, skyMood.x * low * 0.75 * beside * beside * exp(-up * 7.0));
  }
  vec3 skyCovered(vec3 d) {
    return mix(skyGradient(d), mix(skyCloudLit, skyCloudShade, 0.4), skyMood.y * 0.85);
  }
`;

const VERTEX = /* glsl */ `
  varying vec3 vDirection;
  void main() {
    vDirection = position;
    gl_Position = projectionMatrix * mat4(mat3(viewMatrix)) * vec4(position, 1.0);
  }
`;

const FRAGMENT = /* glsl */ `
  varying vec3 vDirection;
  uniform sampler2D skyNoise;
  uniform float skyTime;
  ${SKY_UNIFORMS_GLSL}

  float starField(vec3 d) {
    // Cells on the faces of a cube: evenly distributed stars.
    vec3 a = abs(d);
    float m = max(a.x, max(a.y, a.z));
    vec2 face = m == a.x ? d.yz : m == a.y ? d.xz + 7.0 : d.xy + 13.0;
    vec2 p = face / m * 90.0;
    vec2 cell = floor(p);
    vec2 h = fract(sin(vec2(dot(cell, vec2(127.1, 311.7)), dot(cell, vec2(269.5, 183.3)))) * 43758.5453);
    float size = fract(h.x * 57.3 + h.y * 31.7);
    float spot = smoothstep(0.07 + 0.08 * size, 0.02, length(fract(p) - 0.2 - 0.6 * h));
    return spot * step(0.8, fract(h.x * 91.7)) * (0.12 + 0.88 * size * size * size);
  }

  void main() {
    vec3 d = normalize(vDirection);
    float up = clamp(d.y, 0.0, 1.0);
    vec3 color = skyGradient(d);
    if (skyMood.z > 0.0) color += vec3(0.75, 0.85, 1.0) * starField(d) * skyMood.z * smoothstep(0.02, 0.25, d.y);
    float toMoon = max(dot(d, skyMoon), 0.0);
    if (skyMood.w > 0.0) {
      color += vec3(0.5, 0.6, 0.8) * skyMood.w * (0.09 * pow(toMoon, 40.0) + 0.22 * pow(toMoon, 900.0));
      float disc = smoothstep(0.99955, 0.99972, toMoon);
      float seas = 0.82 + 0.3 * texture2D(skyNoise, d.xy * 14.0).r;
      color = mix(color, vec3(0.93, 0.93, 0.87) * seas, disc * skyMood.w);
    }
    float toSun = max(dot(d, skySun), 0.0);
    color += skyGlow * skyMood.x * (0.5 * pow(toSun, 90.0) + 3.0 * smoothstep(0.9994, 0.9998, toSun));
    if (skyMood.y > 0.0 && d.y > 0.0) {
      vec2 p = d.xz / (d.y + 0.12) * 0.16;
      float broad = texture2D(skyNoise, p + skyTime * 0.0011).r;
      float fine = texture2D(skyNoise, p * vec2(2.7, 3.1) + 0.37 + skyTime * 0.0017).r;
      float thick = broad * 0.68 + fine * 0.32;
      float edge = 1.05 - 1.25 * skyMood.y;
      float sheet = smoothstep(edge, edge + 0.45, thick) * mix(smoothstep(0.0, 0.22, d.y), 1.0, skyMood.y * skyMood.y);
      vec3 cloud = mix(skyCloudShade, skyCloudLit, 0.25 + 0.75 * smoothstep(0.2, 0.85, mix(fine, 1.0 - broad, 0.55)));
      cloud = mix(cloud, skyGlow, skyMood.x * 0.4 * pow(toSun, 8.0));
      color = mix(color, cloud, sheet * (0.55 + 0.4 * skyMood.y));
    }
    color = mix(color, skyHaze, smoothstep(0.09, -0.01, d.y));
    gl_FragColor = vec4(color, 1.0);
    #include <colorspace_fragment>
  }
`;

/** Uniforms of {@link SKY_UNIFORMS_GLSL}. */
export type SkyUniforms = ReturnType<typeof createUniforms>;

function createUniforms() {
  return {
    skyZenith: { value: new Color() },
    skyHorizon: { value: new Color() },
    skyGlow: { value: new Color() },
    skyHaze: { value: new Color() },
    skySun: { value: new Vector3() },
    skyMoon: { value: new Vector3() },
    skyCloudLit: { value: new Color() },
    skyCloudShade: { value: new Color() },
    skyMood: { value: new Vector4() },
  };
}

/** A dome around the camera, drawn behind everything without writing depth. */
export class Sky implements IDisposable {
  readonly mesh: Mesh<SphereGeometry, ShaderMaterial>;
  readonly uniforms: SkyUniforms = createUniforms();
  readonly #time = { value: 0 };

  /** @param noise owned by the caller */
  constructor(noise: DataTexture) {
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      side: BackSide,
      depthTest: false,
      depthWrite: false,
      // Display colours: the fog is not tone mapped either, so there is no seam.
      toneMapped: false,
      uniforms: { ...this.uniforms, skyNoise: { value: noise }, skyTime: this.#time },
    });
    this.mesh = new Mesh(new SphereGeometry(100, 32, 24), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -1000;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.raycast = () => {};
    this.apply(MORNING);
  }

  /** Fog colour. */
  get hazeColor(): Color {
    return this.uniforms.skyHaze.value;
  }

  /**
   * The light of the sky on a matt surface, without sun and moon: what a map of it would give one that faces straight up
   * (`above`) or down.
   */
  meanLight(): { readonly above: Color; readonly below: Color } {
    const u = this.uniforms;
    const { x: sunStrength, y: cover } = u.skyMood.value;
    // The integrals of the shader's gradient and glow, weighted by the cosine.
    const toSun = Math.max(0, u.skySun.value.y);
    const above = u.skyHorizon.value
      .clone()
      .lerp(u.skyZenith.value, 0.91)
      .lerp(u.skyGlow.value, sunStrength * 0.22 * toSun * (1 - 0.7 * toSun))
      .lerp(u.skyCloudLit.value.clone().lerp(u.skyCloudShade.value, 0.4), cover * 0.85);
    return { above, below: u.skyHaze.value };
  }

  /** Time of the drifting high clouds, seconds. */
  set time(seconds: number) {
    this.#time.value = seconds;
  }

  apply(air: Atmosphere): void {
    const { uniforms } = this;
    uniforms.skyZenith.value.copy(air.zenith);
    uniforms.skyHorizon.value.copy(air.horizon);
    uniforms.skyGlow.value.copy(air.glow);
    uniforms.skyHaze.value.copy(air.haze);
    uniforms.skySun.value.copy(air.sun);
    uniforms.skyMoon.value.copy(air.moon);
    uniforms.skyCloudLit.value.copy(air.cloudLit);
    uniforms.skyCloudShade.value.copy(air.cloudShade);
    uniforms.skyMood.value.set(air.sunStrength, air.cover, air.stars, air.moonStrength);
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
