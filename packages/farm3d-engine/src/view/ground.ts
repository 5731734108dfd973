import { CircleGeometry, Color, Mesh, MeshLambertMaterial } from 'three';
import type { Disposable } from '../core/disposer.ts';

const RADIUS = 900;

const NOISE = /* glsl */ `
  varying vec2 vGround;
  float farmHash(vec2 p) {
    p = fract(p * vec2(123.34, 345.45));
    p += dot(p, p + 34.345);
    return fract(p.x * p.y);
  }
  float farmNoise(vec2 p) {
    vec2 i = floor(p);
    vec2 f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    return mix(
      mix(farmHash(i), farmHash(i + vec2(1.0, 0.0)), f.x),
      mix(farmHash(i + vec2(0.0, 1.0)), farmHash(i + vec2(1.0, 1.0)), f.x),
      f.y
    );
  }
`;

/** Meadow with patches, never a flat green: two octaves of noise choose between three tones. */
const MEADOW = /* glsl */ `
  {
    float broad = farmNoise(vGround * 0.035) * 0.6 + farmNoise(vGround * 0.11 + 7.0) * 0.4;
    float fine = farmNoise(vGround * 2.3) * 0.6 + farmNoise(vGround * 7.0) * 0.4;
    float near = exp(-length(vViewPosition) * 0.03);
    vec3 tone = mix(vec3(0.115, 0.17, 0.055), vec3(0.2, 0.225, 0.085), smoothstep(0.3, 0.75, broad));
    tone = mix(tone, vec3(0.27, 0.235, 0.135), smoothstep(0.68, 0.92, broad) * 0.5);
    diffuseColor.rgb = tone * (1.0 + (fine - 0.5) * 0.5 * near);
  }
`;

/** The meadow on which everything stands. Its far edge is lost in the haze. */
export class Ground implements Disposable {
  readonly mesh: Mesh<CircleGeometry, MeshLambertMaterial>;

  constructor() {
    const geometry = new CircleGeometry(RADIUS, 64).rotateX(-Math.PI / 2);
    const material = new MeshLambertMaterial({ color: new Color(1, 1, 1) });
    material.onBeforeCompile = (shader) => {
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', '#include <common>\nvarying vec2 vGround;')
        .replace('#include <begin_vertex>', '#include <begin_vertex>\nvGround = position.xz;');
      shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', `#include <common>\n${NOISE}`)
        .replace('#include <color_fragment>', `#include <color_fragment>\n${MEADOW}`);
    };
    this.mesh = new Mesh(geometry, material);
    this.mesh.position.y = -0.03;
    this.mesh.updateMatrix();
    this.mesh.matrixAutoUpdate = false;
    this.mesh.receiveShadow = true;
    this.mesh.raycast = () => {};
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
