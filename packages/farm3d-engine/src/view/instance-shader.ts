import { type DataTexture, type Material, MeshBasicMaterial } from 'three';

/** State bits of an instance, as the shader reads them. */
export const InstanceState = {
  offline: 1,
  online: 2,
  alarm: 4,
  hovered: 8,
  selected: 16,
} as const;

/** Texels an instance takes: three rows of its matrix, then its state. */
export const TEXELS_PER_INSTANCE = 4;
/** Instances in one row of the texture. */
export const INSTANCES_PER_ROW = 256;

/** Shared by all materials of a batch; the texture is replaced when the batch grows. */
export interface InstanceUniforms {
  readonly farmInstances: { value: DataTexture | null };
}

const DECLARATIONS = /* glsl */ `
  attribute uint farmId;
  uniform highp sampler2D farmInstances;
  flat varying int vFarmState;
  mat4 farmWorld;

  void farmFetch() {
    int column = int(farmId % ${INSTANCES_PER_ROW}u) * ${TEXELS_PER_INSTANCE};
    int row = int(farmId / ${INSTANCES_PER_ROW}u);
    vec4 a = texelFetch(farmInstances, ivec2(column, row), 0);
    vec4 b = texelFetch(farmInstances, ivec2(column + 1, row), 0);
    vec4 c = texelFetch(farmInstances, ivec2(column + 2, row), 0);
    farmWorld = transpose(mat4(a, b, c, vec4(0.0, 0.0, 0.0, 1.0))) * modelMatrix;
    vFarmState = int(texelFetch(farmInstances, ivec2(column + 3, row), 0).x);
  }
`;

const NORMAL = /* glsl */ `
  vec3 transformedNormal = objectNormal;
  {
    mat3 m = mat3(farmWorld);
    transformedNormal /= vec3(dot(m[0], m[0]), dot(m[1], m[1]), dot(m[2], m[2]));
    transformedNormal = mat3(viewMatrix) * (m * transformedNormal);
  }
  #ifdef FLIP_SIDED
    transformedNormal = -transformedNormal;
  #endif
  #ifdef USE_TANGENT
    vec3 transformedTangent = (viewMatrix * farmWorld * vec4(objectTangent, 0.0)).xyz;
  #endif
`;

const PROJECT = /* glsl */ `
  vec4 mvPosition = viewMatrix * (farmWorld * vec4(transformed, 1.0));
  gl_Position = projectionMatrix * mvPosition;
`;

const WORLD_POSITION = /* glsl */ `
  vec4 worldPosition = farmWorld * vec4(transformed, 1.0);
`;

/** Offline things lose most of their colour. */
const STATE_COLOR = /* glsl */ `
  if ((vFarmState & ${InstanceState.offline}) != 0) {
    float grey = dot(diffuseColor.rgb, vec3(0.2126, 0.7152, 0.0722));
    diffuseColor.rgb = mix(vec3(grey), diffuseColor.rgb, 0.12) * 0.82 + 0.03;
  }
`;

/** A lit edge: strong when selected, faint under the pointer. */
const STATE_RIM = /* glsl */ `
  if ((vFarmState & ${InstanceState.hovered | InstanceState.selected}) != 0) {
    float edge = 1.0 - abs(dot(normalize(vViewPosition), normal));
    bool isSelected = (vFarmState & ${InstanceState.selected}) != 0;
    vec3 tint = isSelected ? vec3(0.16, 0.75, 1.0) : vec3(0.75, 0.9, 1.0);
    totalEmissiveRadiance += tint * (isSelected ? 0.16 + 1.3 * edge * edge : 0.06 + 0.7 * edge * edge);
  }
`;

/** Status lamps: green online, red in alarm, dark offline or unknown. */
const STATE_LAMP = /* glsl */ `
  {
    bool isLit = (vFarmState & ${InstanceState.online | InstanceState.alarm}) != 0;
    bool isAlarm = (vFarmState & ${InstanceState.alarm}) != 0;
    vec3 lamp = isAlarm ? vec3(1.0, 0.12, 0.05) : vec3(0.12, 1.0, 0.35);
    diffuseColor.rgb = isLit ? lamp * 0.4 : vec3(0.09, 0.1, 0.1);
    totalEmissiveRadiance = isLit ? lamp * 2.6 : vec3(0.0);
  }
`;

/**
 * Makes a material draw instances: each vertex finds its instance's matrix in a texture by the `farmId` attribute,
 * so moving one of ten thousand things uploads one texture row, and what is culled costs four bytes an instance.
 * The mesh's own matrix is the part's place inside the model.
 */
export function makeInstanced(material: Material, uniforms: InstanceUniforms, isLamp: boolean): void {
  const isLit = !(material instanceof MeshBasicMaterial);
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${DECLARATIONS}`)
      .replace('void main() {', 'void main() {\nfarmFetch();')
      .replace('#include <defaultnormal_vertex>', NORMAL)
      .replace('#include <project_vertex>', PROJECT)
      .replace('#include <worldpos_vertex>', WORLD_POSITION);
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nflat varying int vFarmState;')
      .replace('#include <color_fragment>', `#include <color_fragment>\n${STATE_COLOR}`);
    if (isLit) {
      const extra = isLamp ? STATE_LAMP : STATE_RIM;
      shader.fragmentShader = shader.fragmentShader.replace(
        '#include <emissivemap_fragment>',
        `#include <emissivemap_fragment>\n${extra}`,
      );
    }
  };
  material.customProgramCacheKey = () => `farm3d-instanced-${isLamp ? 'lamp' : 'plain'}`;
}
