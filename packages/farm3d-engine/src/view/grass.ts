import {
  BufferAttribute,
  Color,
  DoubleSide,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  MeshLambertMaterial,
} from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { createRandom } from '../core/random.ts';
import { LAND_GLSL, type GroundUniforms } from './ground.ts';
import { SURFACE } from './surface.ts';

/** Side of the square of grass around the camera, metres. */
const SIDE = 52;
/** Maximum number of tufts. */
const TUFTS = 13_000;
const BLADES = 5;

/**
 * The vertex shader computes a tuft's position from its seed and the camera: the grass moves along, and no buffer is
 * written after the first frame. Tufts on gravel, fields and floors are collapsed.
 */
const PLACE = /* glsl */ `
  vec2 tuftAt = mod(seed.xy * ${SIDE.toFixed(1)} - farmFocus, ${SIDE.toFixed(1)}) - ${(SIDE / 2).toFixed(1)};
  float tuftFar = length(tuftAt) / ${(SIDE / 2).toFixed(1)};
  tuftAt += farmFocus;
  float tuftSize = (0.5 + 0.9 * seed.z) * smoothstep(1.0, 0.6, tuftFar) * farmMeadow(tuftAt, seed.w);
  // Plots without grass; see clear-grass.ts.
  #ifdef FARM_CLEARED
    tuftSize *= farmUncleared(tuftAt);
  #endif
  // Covered by snow.
  tuftSize *= 1.0 - 0.75 * farmMood.y;
  float tuftTurn = seed.w * 43.0;
  mat2 turn = mat2(cos(tuftTurn), sin(tuftTurn), -sin(tuftTurn), cos(tuftTurn));
  vec3 transformed = position * tuftSize;
  transformed.xz = turn * transformed.xz;
  float bend = position.y * position.y * tuftSize;
  float gust = sin(farmAir.x * 1.4 + tuftAt.x * 0.35 + tuftAt.y * 0.22);
  transformed.xz += vec2(0.55 + 0.45 * gust, 0.3 * gust) * bend * 1.6 * farmAir.y
    + vec2(sin(farmAir.x * 6.1 + seed.w * 90.0)) * bend * 0.35 * farmAir.y;
  transformed.xz += tuftAt;
  transformed.y -= 0.04;
  vTuft = vec4(tuftAt, position.y, seed.w);
`;

const COLOR = /* glsl */ `
  {
    float broad = farmNoise(vTuft.xy * 0.035) * 0.6 + farmNoise(vTuft.xy * 0.11 + 7.0) * 0.4;
    vec3 color = farmMeadowColor(broad);
    float tip = smoothstep(0.0, 0.16, vTuft.z);
    color *= mix(0.62, 1.5, tip) * (0.85 + 0.35 * vTuft.w);
    color = mix(color, vec3(0.34, 0.31, 0.15), tip * step(0.8, vTuft.w) * 0.5);
    color *= 1.0 - 0.3 * farmMood.x;
    diffuseColor.rgb = mix(color, vec3(0.7, 0.75, 0.82), farmMood.y * tip * 0.7);
  }
`;

/** Grass near the camera, in one draw call. */
export class Grass implements IDisposable {
  readonly mesh: Mesh<InstancedBufferGeometry, MeshLambertMaterial>;

  constructor(seed: number, ground: GroundUniforms) {
    const random = createRandom(seed);
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(tuft(random), 3));
    // Normals of the ground: else each blade would be lit differently.
    geometry.setAttribute('normal', new BufferAttribute(upward(BLADES * 3), 3));
    const seeds = Float32Array.from({ length: TUFTS * 4 }, random);
    geometry.setAttribute('seed', new InstancedBufferAttribute(seeds, 4));
    geometry.instanceCount = TUFTS;
    const material = new MeshLambertMaterial({ color: new Color(1, 1, 1), side: DoubleSide });
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, ground, { farmAir: SURFACE.farmAir, farmMood: SURFACE.farmMood });
      const shared = `uniform vec2 farmAir;\nuniform vec4 farmMood;\nvarying vec4 vTuft;\n${LAND_GLSL}`;
      shader.vertexShader = shader.vertexShader
        .replace(
          '#include <common>',
          `#include <common>\nattribute vec4 seed;\nuniform vec2 farmFocus;\n${shared}`,
        )
        .replace('#include <begin_vertex>', PLACE);
      shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', `#include <common>\n${shared}`)
        .replace('#include <color_fragment>', COLOR)
        // Back faces are lit like front faces.
        .replace(
          '#include <normal_fragment_begin>',
          'vec3 normal = normalize(vNormal);\nvec3 nonPerturbedNormal = normal;',
        );
    };
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.receiveShadow = true;
    this.mesh.raycast = () => {};
  }

  /** @param count of tufts, at most 13,000; always spread over the whole square. 0: none */
  setTufts(count: number): void {
    this.mesh.visible = count > 0;
    this.mesh.geometry.instanceCount = Math.min(count, TUFTS);
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** Blades of one triangle each with a common foot, about 16 cm high. */
function tuft(random: () => number): Float32Array {
  const positions: number[] = [];
  for (let blade = 0; blade < BLADES; blade++) {
    const angle = (blade / BLADES) * Math.PI * 2 + random();
    const [x, z] = [Math.cos(angle), Math.sin(angle)];
    const foot = 0.03 + 0.05 * random();
    const width = 0.011 + 0.008 * random();
    const height = 0.1 + 0.08 * random();
    const lean = foot + 0.05 + 0.07 * random();
    positions.push(x * foot - z * width, 0, z * foot + x * width);
    positions.push(x * foot + z * width, 0, z * foot - x * width);
    positions.push(x * lean, height, z * lean);
  }
  return new Float32Array(positions);
}

function upward(vertices: number): Float32Array {
  const normals = new Float32Array(vertices * 3);
  for (let v = 0; v < vertices; v++) normals[v * 3 + 1] = 1;
  return normals;
}
