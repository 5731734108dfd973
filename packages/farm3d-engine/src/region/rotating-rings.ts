import { BufferAttribute, DoubleSide, GLSL3, RawShaderMaterial } from 'three';
import { checkHexColor, checkLngLat, checkNumber, checkObject } from '../core/check-fields.ts';
import type { IDisposable } from '../core/disposer.ts';
import type { LngLat } from '../geo/projection.ts';
import { InstancedLayer } from './instanced-layer.ts';
import type { MapHost, MapTime } from './map-host.ts';
import { packColor, UNPACK_COLOR_GLSL } from './region-style.ts';

/** Radians in 1/60 s. Spec §9: "Rotating circle: rotation speed 0.05, opacity 0.2". */
const RING_ROTATION_SPEED = 0.05;
/** 0 … 1. Spec §9. */
const RING_OPACITY = 0.2;
/** Not in the specification. Map units. */
const RING_SCALE = 1;
const RING_COLOR = '#27B4FF';

/** Options of a rotating ring (Spec §3). */
export interface RotatingRingOptions {
  /** Longitude and latitude, degrees. */
  readonly position: LngLat;
  /** Diameter, map units. Default 1. */
  readonly scale?: number;
  /** Rotation in 1/60 s, radians. Default 0.05. */
  readonly rotationSpeed?: number;
  /** Height above the ground, map units. Default: just above the region's top. */
  readonly height?: number;
  /** Colour, #rrggbb. */
  readonly color?: string;
  /** Opacity, 0 to 1. Default 0.2. */
  readonly opacity?: number;
}

const VERTEX = /* glsl */ `
  precision highp float;
  precision highp int;
  ${UNPACK_COLOR_GLSL}
  uniform mat4 modelViewMatrix;
  uniform mat4 projectionMatrix;
  in vec2 corner;
  in vec4 place;
  in vec4 look;
  out vec2 vCorner;
  out vec4 vColor;
  flat out float vSpeed;
  void main() {
    vCorner = corner;
    vColor = vec4(unpackColor(look.x), look.z);
    vSpeed = look.y;
    vec3 world = place.xyz + vec3(corner.x, 0.0, corner.y) * place.w * 0.5;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(world, 1.0);
  }
`;

const FRAGMENT = /* glsl */ `
  precision highp float;
  uniform float time;
  in vec2 vCorner;
  in vec4 vColor;
  flat in float vSpeed;
  out vec4 color;
  float band(float r, float from, float to) {
    float soft = fwidth(r) + 1e-4;
    return smoothstep(from - soft, from + soft, r) * (1.0 - smoothstep(to - soft, to + soft, r));
  }
  void main() {
    float r = length(vCorner);
    float angle = atan(vCorner.y, vCorner.x) / 6.2831853 + 0.5;
    float turn = fract(angle + time * vSpeed * 60.0 / 6.2831853);
    // A rim, a rotating circle of dashes, and a rotating sweep.
    float rim = band(r, 0.93, 0.99);
    float dashes = band(r, 0.76, 0.84) * step(0.35, fract(turn * 18.0));
    float sweep = band(r, 0.0, 0.72) * turn * turn * 0.8;
    float shape = max(rim, max(dashes, sweep));
    float alpha = shape * vColor.a;
    if (alpha < 0.004) discard;
    color = vec4(vColor.rgb, alpha);
  }
`;

/** Rotating rings: thousands in one draw call. */
export class RotatingRings implements IDisposable {
  readonly #layer: InstancedLayer;
  readonly #host: MapHost;
  readonly #positions = new Map<number, number>();
  readonly #keys: number[] = [];
  readonly #options = new Map<number, RotatingRingOptions>();
  #nextKey = 1;

  /** @internal */
  constructor(host: MapHost, time: MapTime) {
    this.#host = host;
    const corners = new BufferAttribute(Float32Array.of(-1, -1, 1, -1, 1, 1, -1, 1), 2);
    const index = new BufferAttribute(Uint16Array.of(0, 1, 2, 0, 2, 3), 1);
    this.#layer = new InstancedLayer(
      { attributes: { corner: corners }, index },
      ['place', 'look'],
      new RawShaderMaterial({
        glslVersion: GLSL3,
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        uniforms: { time },
        transparent: true,
        depthWrite: false,
        side: DoubleSide,
      }),
    );
    this.#layer.mesh.renderOrder = 2;
  }

  /** Mesh for the scene. */
  get mesh() {
    return this.#layer.mesh;
  }

  /** Number of rings. */
  get count(): number {
    return this.#layer.count;
  }

  /** Adds a ring. @returns a handle for `remove`. @throws FarmError `projection-missing` */
  add(options: RotatingRingOptions): number {
    checkRing(options);
    const position = this.#host.toWorld(options.position);
    const key = this.#nextKey++;
    const at = this.#layer.add();
    this.#positions.set(key, at);
    this.#keys[at] = key;
    this.#options.set(key, options);
    this.#write(key, position);
    this.#layer.changed();
    this.#host.changed();
    return key;
  }

  /** Removes a ring. No effect for an unknown handle. */
  remove(ring: number): void {
    const at = this.#positions.get(ring);
    if (at === undefined) return;
    const last = this.#layer.remove(at);
    const moved = this.#keys[last]!;
    this.#keys[at] = moved;
    this.#positions.set(moved, at);
    this.#positions.delete(ring);
    this.#options.delete(ring);
    this.#host.changed();
  }

  /** Removes all rings. */
  clear(): void {
    this.#layer.clear();
    this.#positions.clear();
    this.#options.clear();
    this.#host.changed();
  }

  /** Call after the heights of the regions or the projection changed. */
  refresh(): void {
    for (const [key, options] of this.#options) this.#write(key, this.#host.toWorld(options.position));
    this.#layer.changed();
  }

  /** Releases the resources; the map calls it. */
  dispose(): void {
    this.#layer.dispose();
  }

  #write(key: number, [x, z]: readonly [number, number]): void {
    const options = this.#options.get(key)!;
    const at = this.#positions.get(key)!;
    const scale = options.scale ?? RING_SCALE;
    const y = options.height ?? this.#host.heightAt(x, z) + scale * 0.01;
    const speed = options.rotationSpeed ?? RING_ROTATION_SPEED;
    this.#layer.write(at, 0, x, y, z, scale);
    this.#layer.write(
      at,
      1,
      packColor(options.color ?? RING_COLOR),
      speed,
      options.opacity ?? RING_OPACITY,
      0,
    );
  }
}

/** @throws FarmError `invalid-argument` */
function checkRing(options: RotatingRingOptions): void {
  checkObject('options', options);
  const { position, color, ...numbers } = options;
  checkLngLat('position', position);
  checkHexColor('color', color);
  for (const [field, value] of Object.entries(numbers)) checkNumber(field, value);
}
