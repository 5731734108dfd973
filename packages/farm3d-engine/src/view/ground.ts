import {
  type Box3,
  CircleGeometry,
  Color,
  Mesh,
  MeshLambertMaterial,
  Vector2,
  type Vector3,
  Vector4,
} from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { SKY_UNIFORMS_GLSL, type SkyUniforms } from './sky.ts';
import { SURFACE, WORLD_GLSL } from './surface.ts';

/** A gravel road with two wheel tracks. */
export interface Lane {
  /** World space. */
  readonly from: Vector3;
  readonly to: Vector3;
}

const RADIUS = 900;
/** Below the floors of base models, to avoid z-fighting. Metres. */
const LEVEL = -0.03;

/**
 * GLSL functions for the kind of ground at a position: gravel, field, lane, floor. For vertex and fragment
 * shaders.
 */
export const LAND_GLSL = /* glsl */ `
  /** Centre x, z and half sizes of the base model; half sizes 0 without one. */
  uniform vec4 farmBase;
  /** The lane's two ends, x and z; equal without one. */
  uniform vec4 farmLane;
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
  /** Signed distance to the base's outline, negative inside. */
  float farmBaseDistance(vec2 p) {
    vec2 d = abs(p - farmBase.xy) - farmBase.zw;
    return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0);
  }
  /** Distance to the middle of the nearest road: a track passes in front of the base and leads out to both sides. */
  float farmTrack(vec2 p) {
    float track = abs(p.y - (farmBase.y + farmBase.w + 5.4) - 0.35 * sin(p.x * 0.13));
    vec2 way = farmLane.zw - farmLane.xy;
    float reach = length(way);
    if (reach == 0.0) return track;
    vec2 along = way / reach;
    vec2 from = p - farmLane.xy;
    float done = dot(from, along);
    float aside = dot(from, vec2(-along.y, along.x)) - 0.22 * sin(done * 0.21);
    return min(track, length(vec2(aside, max(max(-done, done - reach), 0.0))));
  }
  vec3 farmMeadowColor(float broad) {
    vec3 color = mix(vec3(0.085, 0.125, 0.038), vec3(0.155, 0.18, 0.062), smoothstep(0.3, 0.75, broad));
    return mix(color, vec3(0.235, 0.215, 0.115), smoothstep(0.66, 0.92, broad) * 0.6);
  }
  /** Growth of grass, 0 … 1: none on gravel, wheel tracks and floors, little in fields. */
  float farmMeadow(vec2 p, float chance) {
    float grows = 1.0;
    if (farmBase.z > 0.0) {
      grows = smoothstep(1.6, 2.6, farmBaseDistance(p)) * smoothstep(1.3, 2.3, farmTrack(p));
      // A strip between the wheel tracks.
      grows = max(grows, smoothstep(0.4, 0.15, farmTrack(p)) * 0.4 * step(0.45, chance) * step(2.2, farmBaseDistance(p)));
    }
    float belt = smoothstep(15.4, 16.4, abs(p.y));
    float strip = floor((abs(p.y) - 16.0) / 22.0);
    vec2 inCell = vec2(mod(p.x + strip * 19.0, 58.0), mod(abs(p.y) - 16.0, 22.0));
    float balk = smoothstep(0.4, 1.6, inCell.x) * smoothstep(58.0, 56.6, inCell.x)
      * smoothstep(0.4, 1.4, inCell.y) * smoothstep(22.0, 20.8, inCell.y);
    return grows * (1.0 - belt * balk);
  }
`;

const NOISE = /* glsl */ `
  varying vec2 vGround;
  /** End of the shadow of a point one metre high, x and z; 0 with a shadow map. */
  uniform vec2 farmCast;
  /** Darkness of painted shadows, 0 … 1. */
  uniform float farmShade;
  /** Set while painting, for the lighting: depth of puddles, and wetness. */
  float farmPuddle = 0.0;
  float farmDamp = 0.0;

  float farmGrainAt(vec2 p) { return texture2D(farmGrain, p).r; }
  /** Rows that fade to their mean before they are finer than a pixel. */
  float farmRows(float across, float spacing, float footprint) {
    float wave = 0.5 + 0.5 * cos(across * 6.28318 / spacing);
    return mix(wave, 0.5, smoothstep(0.15, 0.5, footprint / spacing));
  }
`;

/** Grass in three tones, fields in strips around it, gravel, a track and a soft contact shadow at the base. */
const PAINT = /* glsl */ `
  {
    vec2 p = vGround;
    float footprint = length(fwidth(p));
    float near = exp(-length(vViewPosition) * 0.03);
    float broad = farmNoise(p * 0.035) * 0.6 + farmNoise(p * 0.11 + 7.0) * 0.4;
    float fine = farmNoise(p * 2.3) * 0.6 + farmNoise(p * 7.0) * 0.4;

    vec3 color = farmMeadowColor(broad);
    // Tufts, where a pixel is finer than they are.
    float tufts = (farmNoise(p * 19.0) - 0.5) * (1.0 - smoothstep(0.015, 0.07, footprint));
    color *= 1.0 + (fine - 0.5) * 0.7 * near + tufts * 0.6;

    // Fields: strips 22 m deep with grass between them, each with its own crop and soil.
    float belt = smoothstep(15.4, 16.4, abs(p.y));
    float strip = floor((abs(p.y) - 16.0) / 22.0);
    vec2 cell = vec2(floor((p.x + strip * 19.0) / 58.0), strip * sign(p.y));
    vec2 inCell = vec2(mod(p.x + strip * 19.0, 58.0), mod(abs(p.y) - 16.0, 22.0));
    float balk = smoothstep(0.4, 1.6, inCell.x) * smoothstep(58.0, 56.6, inCell.x)
      * smoothstep(0.4, 1.4, inCell.y) * smoothstep(22.0, 20.8, inCell.y);
    float crop = farmHash(cell + 3.7);
    vec3 soil = mix(vec3(0.2, 0.145, 0.095), vec3(0.25, 0.19, 0.125), farmNoise(p * 0.2));
    vec3 leaf = crop < 0.35 ? vec3(0.12, 0.2, 0.05) : crop < 0.6 ? vec3(0.19, 0.25, 0.075) : crop < 0.8 ? vec3(0.33, 0.29, 0.12) : vec3(0.21, 0.155, 0.1);
    float rows = farmRows(p.y, 1.1, footprint);
    vec3 field = mix(soil, leaf, 0.25 + 0.75 * smoothstep(0.25, 0.7, rows)) * (0.9 + 0.25 * farmNoise(p * 0.6));
    color = mix(color, field, belt * balk);

    if (farmBase.z > 0.0) {
      float d = farmBaseDistance(p);
      float track = farmTrack(p);
      float edge = (farmNoise(p * 0.9) - 0.5) * 0.5 + (farmNoise(p * 6.0) - 0.5) * 0.18;
      float gravel = max(1.0 - smoothstep(1.5, 2.1, d + edge), 1.0 - smoothstep(1.35, 1.75, track + edge));
      float rut = smoothstep(0.32, 0.1, abs(track - 0.72)) * step(2.0, d);
      vec3 stone = vec3(0.44, 0.36, 0.255) * (0.84 + 0.32 * mix(0.5, farmNoise(p * 9.0), near) - 0.14 * rut + tufts * 0.35);
      color = mix(color, stone, gravel * 0.92);
      color *= 1.0 - 0.5 * exp(-max(d, 0.0) * 1.9);
      if (farmCast != vec2(0.0)) {
        // Film transmits light: a soft shadow.
        float shade = min(farmBaseDistance(p - farmCast * 0.8), farmBaseDistance(p - farmCast * 2.0));
        color *= 1.0 - 0.3 * farmShade * smoothstep(1.3, -0.2, shade) * smoothstep(-0.3, 0.2, d);
      }
    }

    float onGravel = 0.0;
    float inRut = 0.0;
    if (farmBase.z > 0.0) {
      float track = farmTrack(p);
      onGravel = 1.0 - smoothstep(1.2, 1.8, min(track, farmBaseDistance(p)));
      inRut = smoothstep(0.42, 0.1, abs(track - 0.72));
    }
    if (farmMood.x + farmMood.y > 0.0) {
      vec3 at = farmWorldAt();
      float open = farmOpen(at + vec3(0.0, 0.1, 0.0), 0.3);
      float hollow = texture2D(farmGrain, p * 0.045).r * 0.55 + texture2D(farmGrain, p * 0.19 + 0.3).r * 0.35 + 0.1 * fine;
      farmDamp = farmMood.x * open;
      // Puddles form in ruts first, then in hollows of bare ground, hardly in grass.
      float deep = hollow + 0.2 * inRut + 0.06 * onGravel - 0.16 * (1.0 - onGravel) * (1.0 - 0.6 * belt);
      farmPuddle = farmDamp * smoothstep(0.6, 0.66, deep + 0.12 * (farmMood.x - 1.0));
      color *= 1.0 - (0.4 + 0.12 * onGravel) * farmDamp;
      color = mix(color, vec3(dot(color, vec3(0.3, 0.59, 0.11))), 0.25 * farmDamp);
      color = mix(color, color * 0.45 + vec3(0.012, 0.013, 0.012), farmPuddle);

      float lies = farmMood.y * open;
      // Thin snow does not cover the tops of grass and clods.
      float bare = mix(fine, rows, 0.4 * belt * balk) * 0.5 + broad * 0.35 ;
      float drifts = farmGrainAt(p * 0.021) * 0.6 + farmGrainAt(p * 0.13 + 0.4) * 0.4;
      float white = lies * smoothstep(0.78, 0.34, bare + 0.34 * inRut + 0.1 * onGravel - 0.3 * (drifts - 0.5) - 0.36 * lies);
      // Hollows are bluish, crests bright; furrows and wheel tracks stay visible.
      vec3 snow = mix(vec3(0.47, 0.53, 0.64), vec3(0.69, 0.72, 0.77), smoothstep(0.25, 0.75, drifts + 0.15 * (fine - 0.5)));
      snow *= 1.0 - 0.16 * belt * balk * (1.0 - rows) * near;
      color = mix(color, snow, white * 0.95);
      farmPuddle *= 1.0 - white;
    }
    diffuseColor.rgb = color;
  }
`;

/** Reflection of sky and light on wet ground, strongest at a low angle. */
const SHINE = /* glsl */ `
  if (farmDamp > 0.0) {
    vec3 toEye = normalize(transpose(mat3(viewMatrix)) * vViewPosition);
    vec3 up = vec3(0.0, 1.0, 0.0);
    float dist = length(vViewPosition);
    if (farmMood.w > 0.0 && dist < 45.0) {
      // Rings of raindrops, each in its own cell and phase.
      vec2 q = vGround * 3.2;
      vec2 cell = floor(q);
      float start = farmHash(cell);
      float age = fract(farmAir.x * 1.3 + start);
      vec2 from = fract(q) - 0.3 - 0.4 * vec2(farmHash(cell + 3.1), farmHash(cell + 8.7));
      float r = length(from);
      float ring = sin((r - age * 0.55) * 42.0) * smoothstep(0.09, 0.0, abs(r - age * 0.5)) * (1.0 - age);
      up.xz += normalize(from + 1e-4) * ring * 0.35 * farmMood.w * smoothstep(45.0, 10.0, dist);
      up = normalize(up);
    }
    vec3 mirrored = reflect(-toEye, up);
    mirrored.y = abs(mirrored.y);
    float facing = 1.0 - max(dot(toEye, up), 0.0);
    float fresnel = 0.03 + 0.97 * facing * facing * facing * facing * facing;
    float share = mix(farmDamp * 0.3 * smoothstep(0.3, 1.0, facing), 1.0, farmPuddle);
    vec3 sky = skyCovered(mirrored) * 0.85;
    float glint = pow(max(dot(mirrored, farmLight), 0.0), 240.0);
    outgoingLight = mix(outgoingLight, sky, clamp(fresnel * share * 1.15, 0.0, 0.9));
    outgoingLight += skyGlow * skyMood.x * glint * farmPuddle * 3.0;
  }
`;

/** Uniforms shared by the ground and its grass. */
export type GroundUniforms = Ground['groundUniforms'];

/** The ground around the farm; its far edge is hidden by fog. One draw call, no textures. */
export class Ground implements IDisposable {
  readonly mesh: Mesh<CircleGeometry, MeshLambertMaterial>;
  /** Uniforms for everything that grows on the ground. */
  readonly groundUniforms = {
    farmBase: { value: new Vector4(0, 0, 0, 0) },
    farmLane: { value: new Vector4(0, 0, 0, 0) },
    farmFocus: { value: new Vector2() },
  };
  readonly #cast = { value: new Vector2() };
  readonly #shade = { value: 1 };

  /** @param sky reflected by wet ground */
  constructor(sky: SkyUniforms) {
    const geometry = new CircleGeometry(RADIUS, 64).rotateX(-Math.PI / 2);
    const material = new MeshLambertMaterial({ color: new Color(1, 1, 1) });
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, sky, SURFACE, {
        farmBase: this.groundUniforms.farmBase,
        farmLane: this.groundUniforms.farmLane,
        farmCast: this.#cast,
        farmShade: this.#shade,
        farmLight: sky.skySun,
      });
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', '#include <common>\nvarying vec2 vGround;')
        .replace('#include <begin_vertex>', '#include <begin_vertex>\nvGround = position.xz;');
      shader.fragmentShader = shader.fragmentShader
        .replace(
          'void main() {',
          `uniform vec3 farmLight;\n${WORLD_GLSL}${SKY_UNIFORMS_GLSL}${LAND_GLSL}${NOISE}\nvoid main() {`,
        )
        .replace('#include <color_fragment>', `#include <color_fragment>\n${PAINT}`)
        .replace(
          '#include <opaque_fragment>',
          `outgoingLight += diffuseColor.rgb * farmLamplight(normal);\n${SHINE}\n#include <opaque_fragment>`,
        );
    };
    this.mesh = new Mesh(geometry, material);
    this.mesh.position.y = LEVEL;
    this.mesh.updateMatrix();
    this.mesh.matrixAutoUpdate = false;
    this.mesh.receiveShadow = true;
    this.mesh.raycast = () => {};
  }

  /** Paints gravel, a track and a contact shadow around the base, and its lane. */
  setBase(box: Box3, lane: Lane | null): void {
    if (lane) this.groundUniforms.farmLane.value.set(lane.from.x, lane.from.z, lane.to.x, lane.to.z);
    else this.groundUniforms.farmLane.value.set(0, 0, 0, 0);
    if (box.isEmpty()) this.groundUniforms.farmBase.value.set(0, 0, 0, 0);
    else {
      const { min, max } = box;
      this.groundUniforms.farmBase.value.set(
        (min.x + max.x) / 2,
        (min.z + max.z) / 2,
        (max.x - min.x) / 2,
        (max.z - min.z) / 2,
      );
    }
  }

  /**
   * @param cast end of the shadow of a point one metre high; zero with a shadow map
   * @param strength 0 … 1
   */
  setPaintedShade(cast: Vector2, strength: number): void {
    this.#cast.value.copy(cast);
    this.#shade.value = strength;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
