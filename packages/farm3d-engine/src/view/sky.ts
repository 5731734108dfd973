import { BackSide, Color, Mesh, ShaderMaterial, SphereGeometry, type Vector3 } from 'three';
import type { Disposable } from '../core/disposer.ts';

/** Colours of one time of day. */
export interface SkyPalette {
  readonly zenith: string;
  readonly horizon: string;
  /** Around the sun. */
  readonly glow: string;
  /** Below the horizon, where the haze lies. */
  readonly haze: string;
}

/** A clear early morning. */
export const MORNING: SkyPalette = {
  zenith: '#4f8fce',
  horizon: '#cfe0ea',
  glow: '#ffe3b0',
  haze: '#c3d2d3',
};

const VERTEX = /* glsl */ `
  varying vec3 vDirection;
  void main() {
    vDirection = position;
    vec4 p = projectionMatrix * mat4(mat3(viewMatrix)) * vec4(position, 1.0);
    gl_Position = p;
  }
`;

const FRAGMENT = /* glsl */ `
  varying vec3 vDirection;
  uniform vec3 zenith, horizon, glow, haze, sun;
  void main() {
    vec3 d = normalize(vDirection);
    float up = clamp(d.y, 0.0, 1.0);
    vec3 color = mix(horizon, zenith, 1.0 - pow(1.0 - up, 3.2));
    float toSun = max(dot(d, sun), 0.0);
    color = mix(color, glow, 0.65 * pow(toSun, 5.0) * (1.0 - up * 0.7));
    color += glow * (0.5 * pow(toSun, 90.0) + 3.0 * smoothstep(0.9994, 0.9998, toSun));
    color = mix(color, haze, smoothstep(0.09, -0.01, d.y));
    gl_FragColor = vec4(color, 1.0);
    #include <colorspace_fragment>
  }
`;

/** A dome that always surrounds the camera; drawn behind everything without touching depth. */
export class Sky implements Disposable {
  readonly mesh: Mesh<SphereGeometry, ShaderMaterial>;
  readonly #colors = { zenith: new Color(), horizon: new Color(), glow: new Color(), haze: new Color() };

  constructor(palette: SkyPalette, sunDirection: Vector3) {
    const { zenith, horizon, glow, haze } = this.#colors;
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      side: BackSide,
      depthTest: false,
      depthWrite: false,
      // Painted as it is to be seen, so that the fog, which is not tone mapped either, meets it without a seam.
      toneMapped: false,
      uniforms: {
        zenith: { value: zenith },
        horizon: { value: horizon },
        glow: { value: glow },
        haze: { value: haze },
        sun: { value: sunDirection.clone().normalize() },
      },
    });
    this.mesh = new Mesh(new SphereGeometry(100, 32, 24), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -1000;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.raycast = () => {};
    this.setPalette(palette);
  }

  /** What the distance fades into. */
  get hazeColor(): Color {
    return this.#colors.haze;
  }

  setPalette(palette: SkyPalette): void {
    this.#colors.zenith.set(palette.zenith);
    this.#colors.horizon.set(palette.horizon);
    this.#colors.glow.set(palette.glow);
    this.#colors.haze.set(palette.haze);
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
