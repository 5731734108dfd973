import { BufferAttribute, DoubleSide, type IUniform } from 'three';
import { type InstancedMesh, instancedMesh, seeds } from '../../resources/instanced-mesh.ts';
import { LAMPS } from './window-lamps.ts';

interface Parts {
  /** Default: a square. */
  readonly shape?: BufferAttribute;
  readonly count: number;
  readonly seed: number;
  readonly vertex: string;
  readonly fragment: string;
  readonly uniforms: Record<string, IUniform>;
  /** Drawn after things with a smaller number. */
  readonly order: number;
}

function lifeMesh({ count, seed, vertex, fragment, uniforms, ...others }: Parts): InstancedMesh {
  return instancedMesh({
    ...others,
    each: { seed: seeds(seed, count) },
    material: { vertexShader: vertex, fragmentShader: fragment, uniforms, side: DoubleSide },
  });
}

const BIRD_VERTEX = /* glsl */ `
  attribute vec4 seed;
  uniform vec2 farmAir;
  uniform vec4 detailHouse;
  varying float vFar;
  void main() {
    // Loose flocks that circle at their own height and pace.
    float flock = floor(seed.x * 3.0);
    float radius = 46.0 + flock * 26.0 + seed.y * 9.0;
    float turn = farmAir.x * (0.09 - flock * 0.014) + flock * 2.3 + seed.z * 0.55 + 0.9;
    vec3 at = vec3(detailHouse.x + cos(turn) * radius, 15.0 + flock * 7.0 + seed.w * 5.0 + sin(farmAir.x * 0.5 + seed.x * 20.0), detailHouse.y - 18.0 + sin(turn) * radius * 0.7);
    vec3 ahead = normalize(vec3(-sin(turn), 0.0, cos(turn) * 0.7));
    vec3 side = vec3(-ahead.z, 0.0, ahead.x);
    // Some beats, then a glide.
    float beat = sin(farmAir.x * 11.0 + seed.z * 40.0) * smoothstep(-0.2, 0.5, sin(farmAir.x * 0.8 + seed.y * 30.0));
    vec3 p = position * (0.5 + 0.25 * seed.w);
    float lift = abs(position.x) * (0.22 + 0.55 * beat);
    vec4 view = viewMatrix * vec4(at + side * p.x + ahead * p.z + vec3(0.0, lift * 0.5, 0.0), 1.0);
    vFar = -view.z;
    gl_Position = projectionMatrix * view;
  }
`;

const BIRD_FRAGMENT = /* glsl */ `
  uniform vec3 skyHaze;
  uniform vec4 farmMood;
  varying float vFar;
  void main() {
    gl_FragColor = vec4(mix(vec3(0.03, 0.032, 0.038), skyHaze, smoothstep(20.0, 260.0, vFar) * 0.7), (1.0 - farmMood.z) * (1.0 - 0.6 * farmMood.w));
    #include <colorspace_fragment>
  }
`;

/** Two wings and a body: four triangles, a metre wide. */
const BIRD = new Float32Array([
  0, 0, 0.3, -0.55, 0, 0.05, 0, 0, -0.1, -0.55, 0, 0.05, -1.05, 0, -0.22, 0, 0, -0.1, 0, 0, 0.3, 0, 0, -0.1,
  0.55, 0, 0.05, 0.55, 0, 0.05, 0, 0, -0.1, 1.05, 0, -0.22, 0, 0, 0.42, 0.07, 0, 0, 0, 0, -0.4, 0, 0, 0.42, 0,
  0, -0.4, -0.07, 0, 0,
]);

export const BIRDS = 14;

/** Birds far away, by day. */
export function createBirds(seed: number, uniforms: Record<string, IUniform>): InstancedMesh {
  return lifeMesh({
    shape: new BufferAttribute(BIRD, 3),
    count: BIRDS,
    seed: seed + 11,
    vertex: BIRD_VERTEX,
    fragment: BIRD_FRAGMENT,
    uniforms,
    order: 2,
  });
}

const STEAM_VERTEX = /* glsl */ `
  attribute vec4 seed;
  uniform vec2 farmAir;
  uniform vec4 detailHouse;
  uniform float detailTop;
  varying vec2 vAt;
  varying float vAge;
  varying float vSeed;
  void main() {
    // From the vents along the ridges: rises, grows, drifts, thins.
    float age = fract(farmAir.x * (0.05 + 0.03 * seed.w) + seed.z);
    float ridge = (floor(seed.x * 3.0) - 1.0) * 0.62;
    vec3 at = vec3(detailHouse.x + ridge * detailHouse.z, detailTop - 0.25 + age * 3.4, detailHouse.y + (seed.y * 2.0 - 1.0) * detailHouse.w * 0.9);
    at.x += age * age * 2.6 * farmAir.y;
    at.z += age * 0.8 * farmAir.y;
    float size = 0.35 + 1.5 * age;
    vec4 view = viewMatrix * vec4(at, 1.0);
    view.xy += position.xy * size;
    vAt = position.xy;
    vAge = age;
    vSeed = seed.w;
    gl_Position = projectionMatrix * view;
  }
`;

const STEAM_FRAGMENT = /* glsl */ `
  uniform sampler2D farmGrain;
  uniform vec3 skyHaze, skyHorizon;
  uniform vec4 farmMood;
  varying vec2 vAt;
  varying float vAge;
  varying float vSeed;
  void main() {
    float puff = texture2D(farmGrain, vAt * 0.14 + vec2(vSeed * 7.0, vSeed * 3.0 - vAge * 0.12)).r;
    float r = length(vAt);
    float alpha = smoothstep(1.0, 0.1, r + (puff - 0.5) * 0.9) * smoothstep(0.0, 0.12, vAge) * (1.0 - vAge) * 0.34;
    if (alpha < 0.004) discard;
    gl_FragColor = vec4(mix(mix(skyHaze, skyHorizon, 0.4) * 1.08, vec3(1.0, 0.78, 0.52), 0.3 * farmMood.z * (1.0 - vAge)), alpha);
    #include <colorspace_fragment>
  }
`;

export const PUFFS = 54;

/** Steam over the vents of a warm greenhouse in the cold. */
export function createSteam(seed: number, uniforms: Record<string, IUniform>): InstancedMesh {
  return lifeMesh({
    count: PUFFS,
    seed: seed + 13,
    vertex: STEAM_VERTEX,
    fragment: STEAM_FRAGMENT,
    uniforms,
    order: 12,
  });
}

const SPLASH_VERTEX = /* glsl */ `
  attribute vec4 seed;
  uniform vec2 farmAir;
  uniform vec2 farmFocus;
  uniform sampler2D farmCover;
  uniform vec4 farmCoverBox;
  varying vec2 vAt;
  varying float vAge;
  varying float vStrength;
  void main() {
    float beat = farmAir.x * (2.1 + seed.w) + seed.z * 9.0;
    float age = fract(beat);
    // Another place with every drop.
    vec2 jump = fract(seed.xy + floor(beat) * vec2(0.7548, 0.5698));
    vec2 side = mod(jump * 44.0 - farmFocus, 44.0) - 22.0;
    vec2 at = side + farmFocus;
    float y = 0.0;
    vec2 uv = (at - farmCoverBox.xy) * farmCoverBox.zw;
    if (farmCoverBox.z != 0.0 && uv == clamp(uv, 0.0, 1.0)) y = max(0.0, textureLod(farmCover, uv, 0.0).r);
    vec4 view = viewMatrix * vec4(at.x, y, at.y, 1.0);
    float size = (0.05 + 0.06 * seed.w) * (0.4 + 0.9 * age);
    view.xy += vec2(position.x * size, (position.y + 0.85) * size * (1.25 - 0.6 * age));
    vAt = position.xy;
    vAge = age;
    vStrength = smoothstep(22.0, 12.0, length(side)) * smoothstep(0.5, 1.4, -view.z);
    gl_Position = projectionMatrix * view;
  }
`;

/** A crown of droplets that is thrown up and falls. */
const SPLASH_FRAGMENT = /* glsl */ `
  uniform vec3 skyHaze, skyHorizon;
  varying vec2 vAt;
  varying float vAge;
  varying float vStrength;
  void main() {
    vec2 p = vec2(vAt.x, vAt.y + 1.0);
    float arc = abs(abs(p.x) - 0.25 - 0.55 * p.y * vAge);
    float crown = smoothstep(0.22, 0.03, arc) * smoothstep(1.9 - vAge, 0.2, p.y);
    float drops = smoothstep(0.35, 0.9, sin(p.x * 17.0) * sin(p.y * 13.0 + vAge * 6.0) + 0.6);
    float alpha = crown * mix(1.0, drops, vAge) * (1.0 - vAge) * vStrength * 0.75;
    if (alpha < 0.01) discard;
    gl_FragColor = vec4(mix(skyHaze, skyHorizon, 0.5) * 1.15 + 0.04, alpha);
    #include <colorspace_fragment>
  }
`;

export const SPLASHES = 1_400;

/** Splashes of rain on ground and roofs in front of the camera. */
export function createSplashes(seed: number, uniforms: Record<string, IUniform>): InstancedMesh {
  return lifeMesh({
    count: SPLASHES,
    seed: seed + 17,
    vertex: SPLASH_VERTEX,
    fragment: SPLASH_FRAGMENT,
    uniforms,
    order: 19,
  });
}

const HALO_VERTEX = /* glsl */ `
  uniform vec4 detailLamps[${LAMPS}];
  uniform vec3 detailLampFaces[${LAMPS}];
  varying vec2 vAt;
  varying float vStrength;
  void main() {
    vec4 lamp = detailLamps[gl_InstanceID];
    vec3 at = lamp.xyz + detailLampFaces[gl_InstanceID] * 0.15;
    vec4 view = viewMatrix * vec4(at, 1.0);
    // Seen from the front; wider with distance, as glare is.
    float facing = dot(normalize(cameraPosition - at), detailLampFaces[gl_InstanceID]);
    vStrength = min(1.0, lamp.w * 0.2) * smoothstep(-0.05, 0.5, facing);
    view.xy += position.xy * (1.1 + 0.012 * length(view.xyz)) * step(0.01, lamp.w);
    vAt = position.xy;
    gl_Position = projectionMatrix * view;
  }
`;

const HALO_FRAGMENT = /* glsl */ `
  uniform vec4 farmMood;
  varying vec2 vAt;
  varying float vStrength;
  void main() {
    float r = min(1.0, length(vAt));
    float alpha = (1.0 - r) * (1.0 - r) * vStrength * farmMood.z * 0.5;
    if (alpha < 0.004) discard;
    gl_FragColor = vec4(1.0, 0.72, 0.36, alpha);
    #include <colorspace_fragment>
  }
`;

/** Glare around lit windows by night. */
export function createHalos(seed: number, uniforms: Record<string, IUniform>): InstancedMesh {
  return lifeMesh({
    count: LAMPS,
    seed: seed + 19,
    vertex: HALO_VERTEX,
    fragment: HALO_FRAGMENT,
    uniforms,
    order: 14,
  });
}
