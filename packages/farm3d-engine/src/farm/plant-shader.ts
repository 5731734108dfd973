import type { Material, Texture, Vector4 } from 'three';
import { patchSurface, SURFACE, surfaceKind } from '../view/surface.ts';
import { GROWTH_SPREAD } from './plant-rows.ts';

/** Rows side by side in the texture. */
export const TEXTURE_ROWS = 32;

/** Uniforms of all levels of a field. */
export interface FieldUniforms {
  readonly cropRows: { value: Texture };
  /** Scale at the start and end of the stage, progress, size variation. */
  readonly cropGrowth: { value: Vector4 };
  /** Position variation, sway in the wind, height of a grown plant, distance of rows. */
  readonly cropHabit: { value: Vector4 };
}

/** Uniforms of one level of detail. */
export interface ReachUniforms {
  /** Camera position in the frame of the field; w is not used. */
  readonly cropEye: { value: Vector4 };
  /** Minimum and maximum distance, plants tested per row, first row. */
  readonly cropReach: { value: Vector4 };
}

/**
 * Row and plant of an instance follow from its index, everything else from the row's record. Only a window of each row
 * around the camera is tested; plants out of range are collapsed to a point.
 */
const PLACE = /* glsl */ `
  uniform highp sampler2D cropRows;
  uniform vec4 cropGrowth;
  uniform vec4 cropHabit;
  uniform vec4 cropEye;
  uniform vec4 cropReach;
  uint cropHash(uint value) {
    uint state = value * 747796405u + 2891336453u;
    uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (word >> 22u) ^ word;
  }
  void cropRow(int row, out vec4 head, out vec4 tail) {
    ivec2 at = ivec2((row % ${TEXTURE_ROWS}) * 2, row / ${TEXTURE_ROWS});
    head = texelFetch(cropRows, at, 0);
    tail = texelFetch(cropRows, at + ivec2(1, 0), 0);
  }
  /** First tested plant of a row. */
  int cropFirst(vec4 head, vec4 tail, int window) {
    float along = dot(cropEye.xz - head.xz, tail.xy) / dot(tail.xy, tail.xy);
    return clamp(int(floor(along)) - window / 2, 0, max(0, int(head.w) - window));
  }
`;

const PLANT = /* glsl */ `
  ${PLACE}
  vec3 cropAt;
  vec2 cropTurn;
  float cropSize;
  float cropTint;
  void cropPlace() {
    int window = int(cropReach.z);
    vec4 head, tail;
    cropRow(int(cropReach.w) + gl_InstanceID / window, head, tail);
    int plant = cropFirst(head, tail, window) + gl_InstanceID % window;
    uint chance = cropHash(uint(tail.z) * 65536u + uint(plant));
    vec4 part = vec4(uvec4(chance, chance >> 8u, chance >> 16u, chance >> 24u) & 255u) / 255.0;
    cropTint = float(cropHash(chance) & 255u) / 255.0;
    float along = float(plant) + (part.z - 0.5) * cropHabit.x;
    float across = (part.w - 0.5) * cropHabit.x;
    cropAt = head.xyz + vec3(tail.x * along - tail.y * across, 0.0, tail.y * along + tail.x * across);
    cropTurn = vec2(cos(part.x * 6.283185307), sin(part.x * 6.283185307));
    float grown = clamp(cropGrowth.z + (cropTint - 0.5) * ${GROWTH_SPREAD.toFixed(2)}, 0.0, 1.0);
    cropSize = mix(cropGrowth.x, cropGrowth.y, grown) * (1.0 + (part.y - 0.5) * cropGrowth.w);
    float away = distance(cropAt, cropEye.xyz);
    if (plant >= int(head.w) || away < cropReach.x || away >= cropReach.y) cropSize = 0.0;
  }
  vec3 cropTurned(vec3 v) {
    return vec3(cropTurn.x * v.x + cropTurn.y * v.z, v.y, cropTurn.x * v.z - cropTurn.y * v.x);
  }
`;

const BEGIN = /* glsl */ `
  vec3 transformed = cropAt + cropTurned(position) * cropSize;
  {
    float bend = position.y * position.y * cropSize / max(cropHabit.z, 0.2) * cropHabit.y * farmAir.y;
    float gust = sin(farmAir.x * 1.4 + cropAt.x * 0.35 + cropAt.z * 0.22);
    transformed.xz += vec2(0.5 + 0.5 * gust, 0.3 * gust) * bend * 0.09 + sin(farmAir.x * 4.7 + cropTint * 90.0) * bend * 0.02;
  }
`;

interface PatchedShader {
  readonly uniforms: Record<string, { value: unknown }>;
  vertexShader: string;
  fragmentShader: string;
}

/** Makes a material draw the plants of a field. Call it once, before the first draw. */
export function makePlant(
  material: Material,
  field: FieldUniforms,
  reach: ReachUniforms,
  isLit: boolean,
): void {
  material.onBeforeCompile = (shader: PatchedShader) => {
    if (isLit) patchSurface(shader, material);
    Object.assign(shader.uniforms, field, reach, { farmAir: SURFACE.farmAir });
    shader.vertexShader = shader.vertexShader
      .replace('void main() {', `uniform vec2 farmAir;\n${PLANT}\nvoid main() {\ncropPlace();`)
      .replace(
        '#include <color_vertex>',
        '#include <color_vertex>\n#ifdef USE_COLOR\nvColor.rgb *= mix(0.84, 1.12, cropTint);\n#endif',
      )
      .replace(
        '#include <beginnormal_vertex>',
        '#include <beginnormal_vertex>\nobjectNormal = cropTurned(objectNormal);',
      )
      .replace('#include <begin_vertex>', BEGIN);
    // Leaves transmit light from behind.
    if (isLit)
      shader.fragmentShader = shader.fragmentShader.replace(
        '#include <normal_fragment_begin>',
        '#include <normal_fragment_begin>\nnormal = normalize(normal + 0.7 * mat3(viewMatrix) * vec3(0.0, 1.0, 0.0));',
      );
  };
  material.customProgramCacheKey = () => `farm3d-plant-${isLit ? surfaceKind(material) : 'depth'}`;
}

/** A distant row: a hedge as wide and high as its plants, with gaps between plants that do not touch. */
const HEDGE = /* glsl */ `
  ${PLACE}
  uniform vec4 cropHedge; // plants in a piece, pieces in a row, width, gaps
  varying vec4 vHedge;
  vec3 cropHedgeAt;
  void cropPlace() {
    int pieces = int(cropHedge.y);
    vec4 head, tail;
    cropRow(gl_InstanceID / pieces, head, tail);
    float first = float(gl_InstanceID % pieces) * cropHedge.x;
    float last = min(first + cropHedge.x, head.w) - 0.5;
    first -= 0.5;
    vec3 low = head.xyz + vec3(tail.x, 0.0, tail.y) * first;
    vec3 high = head.xyz + vec3(tail.x, 0.0, tail.y) * last;
    // A segment where plants are drawn individually is hidden; where they begin, it is behind them.
    bool isSeen = last > first && max(distance(low, cropEye.xyz), distance(high, cropEye.xyz)) >= cropReach.x;
    float size = mix(cropGrowth.x, cropGrowth.y, cropGrowth.z);
    float chance = float(cropHash(uint(tail.z) * 65536u + uint(first + position.z * (last - first) + 1.0)) & 255u) / 255.0;
    vec2 side = vec2(-tail.y, tail.x) / length(tail.xy) * position.x * cropHedge.z * size;
    cropHedgeAt = isSeen
      ? mix(low, high, position.z) + vec3(side.x, position.y * cropHabit.z * size * mix(0.8, 1.0, chance), side.y)
      : head.xyz;
    vHedge = vec4(position.y, chance, first + position.z * (last - first), tail.z);
  }
`;

/** Makes a material draw distant rows of a field. */
export function makeHedge(
  material: Material,
  field: FieldUniforms,
  reach: ReachUniforms,
  hedge: { readonly cropHedge: { value: Vector4 } },
): void {
  material.onBeforeCompile = (shader: PatchedShader) => {
    patchSurface(shader, material);
    Object.assign(shader.uniforms, field, reach, hedge);
    shader.vertexShader = shader.vertexShader
      .replace('void main() {', `${HEDGE}\nvoid main() {\ncropPlace();`)
      .replace('#include <begin_vertex>', 'vec3 transformed = cropHedgeAt;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying vec4 vHedge;\nuniform vec4 cropHedge;')
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
        {
          float farmLeaf = texture2D(farmGrain, vec2(vHedge.z * 0.21, vHedge.x * 0.35 + vHedge.w * 0.137)).r;
          float farmBlade = texture2D(farmGrain, vec2(vHedge.z * 0.93 + vHedge.w * 0.37, vHedge.x * 0.8 + vHedge.w * 0.61)).r;
          // Ground is visible between plants that do not touch.
          float farmOff = abs(fract(vHedge.z) - 0.5) * 2.0;
          if (farmOff < cropHedge.w) discard;
          if (farmLeaf < 0.3 * vHedge.x) discard;
          // Tops of plants; their mean where one is finer than a pixel.
          float farmFine = smoothstep(0.9, 0.25, fwidth(vHedge.z));
          if (farmBlade < smoothstep(0.4, 1.0, vHedge.x) * (0.34 + 0.26 * farmOff) * farmFine) discard;
          diffuseColor.rgb *= mix(0.62, 1.05, vHedge.x) * mix(0.7, 1.3, mix(farmLeaf, farmBlade, 0.55 * farmFine));
        }`,
      )
      .replace(
        '#include <normal_fragment_begin>',
        '#include <normal_fragment_begin>\n// Leaves look to all sides: lit by the sky above, hardly by the side of the row that they are on.\nnormal = normalize(0.4 * normal + mat3(viewMatrix) * vec3(0.0, 1.0, 0.0));',
      );
  };
  material.customProgramCacheKey = () => 'farm3d-hedge';
}
