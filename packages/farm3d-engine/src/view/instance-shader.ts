import { type DataTexture, type Material, MeshBasicMaterial } from 'three';
import { GLOW_UNIT, INSTANCES_PER_ROW, TRANSFORM_TEXELS, type StoreUniforms } from './instance-store.ts';
import { patchSurface, surfaceKind } from './surface.ts';

/** Bits of an instance's state in the shader. */
export const InstanceState = {
  offline: 1,
  online: 2,
  alarm: 4,
  hovered: 8,
  selected: 16,
} as const;

/** How a part emits light. */
export const PartLight = { none: 0, status: 1, glow: 2 } as const;

/** Texels per row of the pose texture. */
export const POSE_ROW = 1_024;
/** Texels of a joint: the rows of its matrix. */
export const POSE_TEXELS = 3;

/** Uniforms of all instance materials. */
export interface InstanceUniforms extends StoreUniforms {
  readonly farmPoses: { value: DataTexture };
  /** Phase of the alarm pulse, 0 to 1; 1 without animation. */
  readonly farmPulse: { value: number };
}

/** Vertex attributes of a material. */
export interface InstanceVariant {
  /** Several parts in one draw: colour, roughness, metalness, joint and light are vertex attributes. */
  readonly isMerged: boolean;
  /** A skin or morph targets: first texel of its joints in the pose, and the weights of the targets. */
  readonly deformed?:
    | {
        readonly jointTexel: number;
        readonly isWeighted: boolean;
        readonly morphCount: number;
        readonly morphTexel: number;
      }
    | undefined;
}

const DECLARATIONS = /* glsl */ `
  attribute uint farmId;
  uniform highp sampler2D farmTransforms;
  uniform highp usampler2D farmStates;
  uniform highp sampler2D farmPoses;
  flat varying ivec4 vFarm;
  mat4 farmWorld;
  #ifdef FARM_MERGED
    attribute vec4 farmPart;
    attribute vec4 farmSurface;
    varying vec3 vFarmSurface;
    // Zero in geometries without it.
    attribute vec3 farmEmission;
    varying vec3 vFarmEmission;
  #endif
  #ifdef FARM_WEIGHTS
    attribute vec4 skinIndex;
    attribute vec4 skinWeight;
  #endif
  #ifdef FARM_MORPHS
    float farmMorphs[FARM_MORPHS];
  #endif

  vec4 farmPoseTexel(int at) {
    return texelFetch(farmPoses, ivec2(at % ${POSE_ROW}, at / ${POSE_ROW}), 0);
  }

  mat4 farmJoint(int at) {
    return transpose(mat4(farmPoseTexel(at), farmPoseTexel(at + 1), farmPoseTexel(at + 2), vec4(0.0, 0.0, 0.0, 1.0)));
  }

  void farmFetch() {
    int column = int(farmId % ${INSTANCES_PER_ROW}u);
    int row = int(farmId / ${INSTANCES_PER_ROW}u);
    int place = column * ${TRANSFORM_TEXELS};
    vec4 a = texelFetch(farmTransforms, ivec2(place, row), 0);
    vec4 b = texelFetch(farmTransforms, ivec2(place + 1, row), 0);
    vec4 c = texelFetch(farmTransforms, ivec2(place + 2, row), 0);
    farmWorld = transpose(mat4(a, b, c, vec4(0.0, 0.0, 0.0, 1.0))) * modelMatrix;
    uvec4 state = texelFetch(farmStates, ivec2(column, row), 0);
    vFarm = ivec4(int(state.x), int(state.y), 0, int(state.w));
    int pose = int(state.z);
    #ifdef FARM_MERGED
      int joint = int(farmPart.x);
      vFarm.z = int(farmPart.y);
      vFarmSurface = farmSurface.xyz;
      vFarmEmission = farmEmission;
      if (joint > 0) farmWorld = farmWorld * farmJoint(pose + (joint - 1) * ${POSE_TEXELS});
    #endif
    #ifdef FARM_WEIGHTS
      mat4 skin = mat4(0.0);
      for (int i = 0; i < 4; i++) {
        if (skinWeight[i] > 0.0)
          skin += skinWeight[i] * farmJoint(pose + FARM_SKIN + int(skinIndex[i]) * ${POSE_TEXELS});
      }
      farmWorld = farmWorld * skin;
    #elif defined(FARM_SKIN)
      farmWorld = farmWorld * farmJoint(pose + FARM_SKIN);
    #endif
    #ifdef FARM_MORPHS
      for (int i = 0; i < FARM_MORPHS; i++) {
        int at = pose + FARM_MORPH_TEXEL + i / 4;
        farmMorphs[i] = farmPoseTexel(at)[i % 4];
      }
    #endif
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

const MORPH_POSITION = /* glsl */ `
  #ifdef FARM_MORPHS
    for (int i = 0; i < FARM_MORPHS; i++) {
      if (farmMorphs[i] != 0.0) transformed += getMorph(gl_VertexID, i, 0).xyz * farmMorphs[i];
    }
  #endif
`;

const FRAGMENT_DECLARATIONS = /* glsl */ `
  flat varying ivec4 vFarm;
  uniform float farmPulse;
  #ifdef FARM_MERGED
    varying vec3 vFarmSurface;
    varying vec3 vFarmEmission;
  #endif
`;

/** Parts without a texture share a draw with parts that have one. */
const MAP = /* glsl */ `
  #if defined(FARM_MERGED) && defined(USE_MAP)
    diffuseColor *= mix(vec4(1.0), texture2D(map, vMapUv), vFarmSurface.z);
  #else
    #include <map_fragment>
  #endif
`;
const ROUGHNESS = /* glsl */ `
  float roughnessFactor = roughness;
  #ifdef FARM_MERGED
    roughnessFactor *= vFarmSurface.x;
    #ifdef USE_ROUGHNESSMAP
      roughnessFactor *= mix(1.0, texture2D(roughnessMap, vRoughnessMapUv).g, vFarmSurface.z);
    #endif
  #elif defined(USE_ROUGHNESSMAP)
    roughnessFactor *= texture2D(roughnessMap, vRoughnessMapUv).g;
  #endif
`;
const METALNESS = /* glsl */ `
  float metalnessFactor = metalness;
  #ifdef FARM_MERGED
    metalnessFactor *= vFarmSurface.y;
    #ifdef USE_METALNESSMAP
      metalnessFactor *= mix(1.0, texture2D(metalnessMap, vMetalnessMapUv).b, vFarmSurface.z);
    #endif
  #elif defined(USE_METALNESSMAP)
    metalnessFactor *= texture2D(metalnessMap, vMetalnessMapUv).b;
  #endif
`;

/** Offline objects are desaturated. */
const STATE_COLOR = /* glsl */ `
  if ((vFarm.x & ${InstanceState.offline}) != 0) {
    float grey = dot(diffuseColor.rgb, vec3(0.2126, 0.7152, 0.0722));
    diffuseColor.rgb = mix(vec3(grey), diffuseColor.rgb, 0.12) * 0.82 + 0.03;
  }
`;

/**
 * Light: status lamps are green (or of the object's own colour) if online, red in alarm, else dark; `glow_` parts have their set brightness. A rim light
 * marks selected (strong), hovered (faint), coloured and alarmed objects (red, pulsing).
 */
const STATE_LIGHT = /* glsl */ `
  #ifdef FARM_MERGED
    totalEmissiveRadiance = vFarmEmission;
  #endif
  bool farmIsAlarm = (vFarm.x & ${InstanceState.alarm}) != 0;
  bool farmIsTinted = vFarm.w != 0 && !farmIsAlarm;
  vec3 farmTint = vec3((ivec3(vFarm.w) >> ivec3(16, 8, 0)) & 255) / 255.0;
  if (vFarm.z == ${PartLight.status}) {
    bool isLit = (vFarm.x & ${InstanceState.online | InstanceState.alarm}) != 0;
    vec3 lamp = farmIsAlarm ? vec3(1.0, 0.12, 0.05) : farmIsTinted ? farmTint : vec3(0.12, 1.0, 0.35);
    diffuseColor.rgb = isLit ? lamp * 0.4 : vec3(0.09, 0.1, 0.1);
    totalEmissiveRadiance = isLit ? lamp * (farmIsAlarm ? 0.6 + 2.4 * farmPulse : 2.6) : vec3(0.0);
  } else {
    if (vFarm.z == ${PartLight.glow} && vFarm.y > 0) {
      float glow = float(vFarm.y - 1) / ${GLOW_UNIT}.0;
      vec3 tint = dot(totalEmissiveRadiance, vec3(1.0)) > 0.0 ? normalize(totalEmissiveRadiance) : diffuseColor.rgb;
      totalEmissiveRadiance = tint * 2.6 * glow;
    } else if (vFarm.z == ${PartLight.glow}) {
      totalEmissiveRadiance = farmNightGlow(totalEmissiveRadiance);
    }
    float edge = 1.0 - abs(dot(normalize(vViewPosition), normal));
    if (farmIsAlarm) {
      totalEmissiveRadiance += vec3(1.0, 0.1, 0.04) * farmPulse * (0.05 + 0.8 * edge * edge);
    }
    if (farmIsTinted) {
      // Light added to a white surface is not seen: the surface takes the colour too.
      diffuseColor.rgb = mix(diffuseColor.rgb, farmTint, 0.4);
      totalEmissiveRadiance += farmTint * (0.05 + 0.8 * edge * edge);
    }
    if ((vFarm.x & ${InstanceState.hovered | InstanceState.selected}) != 0) {
      bool isSelected = (vFarm.x & ${InstanceState.selected}) != 0;
      vec3 tint = isSelected ? vec3(0.16, 0.75, 1.0) : vec3(0.75, 0.9, 1.0);
      // The alarm pulse is visible on a selected object too.
      if (farmIsAlarm) tint *= 1.0 - 0.7 * farmPulse;
      totalEmissiveRadiance += tint * (isSelected ? 0.16 + 1.3 * edge * edge : 0.06 + 0.7 * edge * edge);
    }
  }
`;

/**
 * Makes a material draw instances: each vertex reads its instance's matrix, state and pose from textures by the `farmId`
 * attribute, so moving one of ten thousand objects uploads one texture row, and culling costs four bytes per instance. The
 * mesh's own matrix is the part's transform inside the model.
 */
export function makeInstanced(
  material: Material,
  uniforms: InstanceUniforms,
  variant: InstanceVariant,
): void {
  const isLit = !(material instanceof MeshBasicMaterial) && 'roughness' in material;
  const { deformed } = variant;
  material.defines = {
    ...material.defines,
    ...(variant.isMerged && { FARM_MERGED: '' }),
    ...(deformed && { FARM_SKIN: deformed.jointTexel }),
    ...(deformed?.isWeighted && { FARM_WEIGHTS: '' }),
    ...(deformed &&
      deformed.morphCount > 0 && {
        FARM_MORPHS: deformed.morphCount,
        FARM_MORPH_TEXEL: deformed.morphTexel,
      }),
  };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${DECLARATIONS}`)
      .replace('void main() {', 'void main() {\nfarmFetch();')
      .replace('#include <morphnormal_vertex>', '')
      .replace('#include <morphtarget_vertex>', MORPH_POSITION)
      .replace('#include <defaultnormal_vertex>', NORMAL)
      .replace('#include <project_vertex>', PROJECT)
      .replace('#include <worldpos_vertex>', WORLD_POSITION);
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${FRAGMENT_DECLARATIONS}`)
      .replace('#include <map_fragment>', MAP)
      .replace('#include <color_fragment>', `#include <color_fragment>\n${STATE_COLOR}`);
    if (isLit) {
      shader.fragmentShader = shader.fragmentShader
        .replace('#include <roughnessmap_fragment>', ROUGHNESS)
        .replace('#include <metalnessmap_fragment>', METALNESS)
        .replace('#include <emissivemap_fragment>', `#include <emissivemap_fragment>\n${STATE_LIGHT}`);
      patchSurface(shader, material, true);
    }
  };
  material.customProgramCacheKey = () => `farm3d-instanced-${surfaceKind(material)}`;
}
