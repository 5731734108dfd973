import {
  type DataTexture,
  type Material,
  MeshStandardMaterial,
  type Texture,
  Vector2,
  Vector3,
  Vector4,
} from 'three';

/** Effect of weather and time of day on all surfaces of a view. */
export interface SurfaceState {
  /** Wetness, snow, lamps, drops; each 0 … 1. */
  readonly mood: Vector4;
  /** Seconds, for waves and leaves. */
  time: number;
  /** Wind; 1: a breeze. */
  wind: number;
  /** Height map of what keeps rain off, from above; null: nothing. */
  cover: Texture | null;
  /** x and z of the map's first texel, and 1 / width and 1 / depth (negative: towards smaller z); metres. */
  readonly coverBox: Vector4;
  /**
   * A white lamp that every shader has: another number of lights would compile others. Its place, world metres, and its
   * intensity, candela; 0: off.
   */
  readonly lamp: Vector4;
}

export function createSurfaceState(): SurfaceState {
  return {
    mood: new Vector4(),
    time: 0,
    wind: 1,
    cover: null,
    coverBox: new Vector4(),
    lamp: new Vector4(0, 0, 0, 0),
  };
}

/**
 * Uniforms shared by all patched materials. One set for all viewers of a page: each writes its state into it right before
 * its frame, as frames do not interleave.
 */
export const SURFACE = {
  /** Wetness, snow, lamps, drops; each 0 … 1. */
  farmMood: { value: new Vector4() },
  /** Seconds, wind. */
  farmAir: { value: new Vector2() },
  /** Height map of what keeps rain off. */
  farmCover: { value: null as Texture | null },
  /** Where that map lies: {@link SurfaceState.coverBox}. */
  farmCoverBox: { value: new Vector4() },
  /** The lamp: {@link SurfaceState.lamp}. */
  farmLamp: { value: new Vector4(0, 0, 0, 0) },
  /** Noise, tiling. */
  farmGrain: { value: null as Texture | null },
};

/** Binds a view's state for the next frame. */
export function bindSurface(state: SurfaceState, noise: DataTexture): void {
  SURFACE.farmMood.value.copy(state.mood);
  SURFACE.farmAir.value.set(state.time, state.wind);
  SURFACE.farmCover.value = state.cover ?? noise;
  if (state.cover) SURFACE.farmCoverBox.value.copy(state.coverBox);
  else SURFACE.farmCoverBox.value.set(0, 0, 0, 0);
  SURFACE.farmLamp.value.copy(state.lamp);
  SURFACE.farmGrain.value = noise;
}

/** GLSL for whether a position is under the open sky. For vertex and fragment shaders. */
export const COVER_GLSL = /* glsl */ `
  uniform sampler2D farmCover;
  uniform vec4 farmCoverBox;
  /** 1 under the open sky, 0 below a roof; tolerance in metres. */
  float farmOpen(vec3 at, float slack) {
    vec2 uv = (at.xz - farmCoverBox.xy) * farmCoverBox.zw;
    if (farmCoverBox.z == 0.0 || any(lessThan(uv, vec2(0.0))) || any(greaterThan(uv, vec2(1.0)))) return 1.0;
    return smoothstep(-slack, -slack * 0.4, at.y - textureLod(farmCover, uv, 0.0).r);
  }
`;

/** Range of the lamp, metres. */
const LAMP_RANGE = 9;

/** World position, and the lamp's light on a matt surface (three's falloff of a point light), in any lit fragment shader. */
export const WORLD_GLSL = /* glsl */ `
  uniform vec4 farmMood;
  uniform vec2 farmAir;
  uniform vec4 farmLamp;
  uniform sampler2D farmGrain;
  ${COVER_GLSL}
  /** Light without a switch: faint by day, bright at dusk. */
  vec3 farmNightGlow(vec3 emission) {
    float most = max(emission.r, max(emission.g, emission.b));
    return most > 0.0 ? mix(emission * 0.6, pow(emission / most, vec3(1.5)) * 1.5, farmMood.z) : emission;
  }
  vec3 farmWorldAt() { return cameraPosition - transpose(mat3(viewMatrix)) * vViewPosition; }
  float farmLamplight(vec3 normal) {
    if (farmLamp.w <= 0.0) return 0.0;
    vec3 to = farmLamp.xyz - farmWorldAt();
    float far = length(to);
    float near = clamp(1.0 - pow(far / ${LAMP_RANGE.toFixed(1)}, 4.0), 0.0, 1.0);
    return RECIPROCAL_PI * farmLamp.w * near * near * max(0.0, dot(normal, mat3(viewMatrix) * to) / far) / max(far * far, 0.01);
  }
`;

/** Wet surfaces are darker and glossier; snow lies on faces that point up; neither below a roof. */
const WEATHER = /* glsl */ `
  if (farmMood.x + farmMood.y > 0.0) {
    vec3 farmAt = farmWorldAt();
    float farmUp = (transpose(mat3(viewMatrix)) * normal).y;
    float farmOpenHere = farmOpen(farmAt + vec3(0.0, 0.05, 0.0), 0.25);
    float farmRough = texture2D(farmGrain, farmAt.xz * 0.37 + farmAt.y * 0.11).r;
    float farmWet = farmMood.x * farmOpenHere * (0.55 + 0.45 * smoothstep(-0.2, 0.6, farmUp));
    #if defined(STANDARD) || defined(FARM_MATT)
      // Porous surfaces darken; smooth and metallic ones only get glossier.
      farmWet *= 1.0 - 0.4 * metalnessFactor;
      diffuseColor.rgb *= 1.0 - 0.42 * farmWet * smoothstep(0.1, 0.9, roughnessFactor);
      roughnessFactor = mix(roughnessFactor, min(roughnessFactor, 0.16 + 0.2 * farmRough), farmWet * 0.85);
    #else
      diffuseColor.rgb *= 1.0 - 0.36 * farmWet;
    #endif
    float farmWhite = farmMood.y * farmOpenHere * smoothstep(0.12, 0.5, farmUp + (farmRough - 0.5) * 0.5 - 0.4 * (1.0 - farmMood.y));
    diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.8, 0.84, 0.9), farmWhite * 0.94);
    #ifdef FARM_SHEER
      diffuseColor.a = mix(diffuseColor.a, max(diffuseColor.a, 0.8), farmWhite * farmGlow.z);
    #endif
    #if defined(STANDARD) || defined(FARM_MATT)
      roughnessFactor = mix(roughnessFactor, 0.92, farmWhite);
      metalnessFactor *= 1.0 - farmWhite;
    #endif
  }
`;

/** Emission by night, and the lamp. */
const GLOW = /* glsl */ `
  totalEmissiveRadiance *= mix(farmGlow.x, farmGlow.y, farmMood.z);
  totalEmissiveRadiance += diffuseColor.rgb * farmLamplight(normal);
  #ifdef FARM_SHEER
    // Film scatters light from below, most at grazing angles.
    if (farmGlow.z > 0.0) {
      vec3 farmAt = farmWorldAt();
      float farmThrough = 1.0 - farmOpen(farmAt - vec3(0.0, 0.3, 0.0), 0.2);
      float farmEdge = 1.0 - abs(dot(normalize(vViewPosition), normal));
      totalEmissiveRadiance += vec3(1.0, 0.66, 0.3) * farmMood.z * (0.2 + 0.7 * farmEdge) * (0.4 + 0.6 * farmThrough);
      diffuseColor.a = min(1.0, diffuseColor.a + 0.06 * farmMood.z);
      if (!gl_FrontFacing) {
        // From below, film is lit by the sky: translucent, not clear.
        totalEmissiveRadiance += vec3(0.42, 0.46, 0.5) * (1.0 - farmMood.z);
        diffuseColor.a = min(1.0, diffuseColor.a + 0.08 + 0.16 * farmEdge);
      }
    }
  #endif
`;

/** Ripples of open water, finer near the camera. */
const WATER = /* glsl */ `
  {
    vec3 farmAt = farmWorldAt();
    float farmT = farmAir.x;
    vec2 p = farmAt.xz * 0.35;
    vec2 wave = vec2(
      texture2D(farmGrain, p + farmT * vec2(0.021, 0.013)).r + 0.5 * texture2D(farmGrain, p * 2.7 - farmT * vec2(0.03, 0.017)).r,
      texture2D(farmGrain, p + 0.5 - farmT * vec2(0.017, 0.023)).r + 0.5 * texture2D(farmGrain, p * 2.7 + 0.3 + farmT * vec2(0.013, 0.031)).r
    ) - 0.75;
    float farmCalm = 1.0 / (1.0 + 0.02 * dot(vViewPosition, vViewPosition));
    normal = normalize(normal + mat3(viewMatrix) * vec3(wave.x, 0.0, wave.y) * (0.12 + 0.25 * farmCalm) * (0.4 + 0.6 * farmAir.y));
  }
`;

/** Without an environment: the mean sky instead, in what is smooth, metallic or seen at a low angle. */
const SHEEN = /* glsl */ `
  #if NUM_HEMI_LIGHTS > 0
  {
    float farmAside = 1.0 - abs(dot(normalize(vViewPosition), normal));
    float farmSmooth = (1.0 - roughnessFactor) * (1.0 - roughnessFactor);
    float farmMirror = mix(farmSmooth * (0.06 + 0.8 * farmAside * farmAside * farmAside), 0.55 + 0.35 * farmSmooth, metalnessFactor);
    vec3 farmSheen = RECIPROCAL_PI * hemisphereLights[0].skyColor * farmMirror;
    totalEmissiveRadiance += farmSheen * mix(vec3(1.0), diffuseColor.rgb, metalnessFactor);
    diffuseColor.rgb *= 1.0 - farmMirror;
  }
  #endif
`;

/** Factors on the emission by day and by night, by the material's name. */
const GLOW_OF: Readonly<Record<string, readonly [day: number, night: number]>> = {
  glow: [0.6, 6],
  window: [0, 40],
  display: [0.7, 1.6],
  pixels: [0.8, 1.8],
  screen: [1, 6],
};

/** What of a material decides about its surface. */
export type PatchedMaterial = Pick<Material, 'name' | 'transparent'>;

/** What of a shader is changed: the argument of three's `onBeforeCompile` has it. */
export interface PatchedShader {
  /** Whether there is an environment to reflect. */
  readonly envMap?: boolean;
  /** By name. */
  readonly uniforms: Record<string, { value: unknown }>;
  /** GLSL. */
  fragmentShader: string;
}

/**
 * Adds weather to a lit material's shader. Call it in `onBeforeCompile`, after other changes.
 * @param ownsGlow the shader calls `farmNightGlow` itself, for each part
 */
export function patchSurface(shader: PatchedShader, material: PatchedMaterial, ownsGlow = false): void {
  const [day, night] = (ownsGlow ? undefined : GLOW_OF[material.name]) ?? [1, 1];
  const kind = surfaceKind(material);
  Object.assign(shader.uniforms, SURFACE, {
    farmGlow: { value: new Vector3(day, night, isFilm(material) ? 1 : 0) },
  });
  shader.fragmentShader = shader.fragmentShader
    .replace(
      '#include <common>',
      `#include <common>\n${kind === 'sheer' ? '#define FARM_SHEER\n' : ''}uniform vec3 farmGlow;`,
    )
    // After the declarations of vViewPosition.
    .replace('void main() {', `${WORLD_GLSL}\nvoid main() {`)
    .replace(
      '#include <normal_fragment_maps>',
      `#include <normal_fragment_maps>\n${kind === 'water' ? WATER : ''}${WEATHER}`,
    )
    .replace(/#include <lights_(physical|lambert)_fragment>/, `${GLOW}\n$&`);
  if (!shader.envMap) shader.fragmentShader = withoutReflections(shader.fragmentShader);
}

/**
 * Turns three's physical shader into its matt one, so that the rest of a material stays as it is. Without a graphics card
 * the machine code of each shader is made right before its first draw: the less there is of it, the sooner the picture comes.
 */
function withoutReflections(physical: string): string {
  return (
    physical
      .replace('#define STANDARD', '#undef STANDARD\n#define LAMBERT\n#define FARM_MATT')
      // Declared by the matt lights.
      .replace(/varying vec3 vViewPosition;/, '')
      .replace(
        '#include <lights_physical_pars_fragment>',
        '#include <bsdfs>\n#include <lights_lambert_pars_fragment>',
      )
      .replace(
        '#include <lights_physical_fragment>',
        `${SHEEN}\n#include <specularmap_fragment>\n#include <lights_lambert_fragment>`,
      )
  );
}

/** Kind of patched program, for `customProgramCacheKey`. */
export function surfaceKind({ name, transparent }: PatchedMaterial): 'solid' | 'sheer' | 'water' {
  if (name === 'water') return 'water';
  return transparent ? 'sheer' : 'solid';
}

/** Whether a material is greenhouse film: transparent materials share a program, and film has its own light. */
export function isFilm({ name }: Pick<PatchedMaterial, 'name'>): boolean {
  return name === 'film' || name === 'rollFilm';
}

/** Patches a material that is not instanced. A second call has no effect. */
export function patchMaterial(material: Material): void {
  if (!(material instanceof MeshStandardMaterial)) return;
  material.onBeforeCompile = (shader) => patchSurface(shader, material);
  material.customProgramCacheKey = () => `farm3d-surface-${surfaceKind(material)}`;
}
