import { BufferAttribute, GLSL3, RawShaderMaterial } from 'three';
import { invalidArgument, vectorFault } from '../core/check.ts';
import { checkAbove0, checkHexColor, checkLngLat, checkNumber, checkObject } from '../core/check-fields.ts';
import type { IDisposable } from '../core/disposer.ts';
import { InstancedLayer } from './instanced-layer.ts';
import type { MapHost, MapTime } from './map-host.ts';
import type { MarkerLabels } from './marker-labels.ts';
import {
  MARKER_SIZE,
  MARKER_COLOR,
  MARKER_FLOATING_RANGE,
  MARKER_FLOAT_SECONDS,
  MARKER_SPIN_SECONDS,
  type PointMarkerOptions,
} from './point-marker-options.ts';
import { packColor, UNPACK_COLOR_GLSL } from './region-style.ts';

const PLACE = 0;
const LOOK = 1;

const VERTEX = /* glsl */ `
  precision highp float;
  precision highp int;
  ${UNPACK_COLOR_GLSL}
  uniform mat4 modelViewMatrix;
  uniform mat4 projectionMatrix;
  uniform float time;
  in vec3 position;
  in vec3 normal;
  in vec4 place;
  in vec4 look;
  out vec3 vColor;
  void main() {
    float spin = time * ${(2 * Math.PI).toFixed(8)} / ${MARKER_SPIN_SECONDS.toFixed(1)} + look.z * 6.2831853;
    float c = cos(spin);
    float s = sin(spin);
    mat3 turn = mat3(c, 0.0, -s, 0.0, 1.0, 0.0, s, 0.0, c);
    float cycle = time / ${MARKER_FLOAT_SECONDS.toFixed(1)} + look.z;
    float up = look.y * (0.5 - 0.5 * cos(cycle * 6.2831853));
    vec3 world = turn * position * place.w + place.xyz + vec3(0.0, place.w + up, 0.0);
    float light = 0.62 + 0.38 * max(0.0, dot(turn * normal, normalize(vec3(-0.5, 0.7, 0.5))));
    vColor = unpackColor(look.x) * light;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(world, 1.0);
  }
`;

const FRAGMENT = /* glsl */ `
  precision highp float;
  in vec3 vColor;
  out vec4 color;
  void main() {
    color = vec4(vColor, 1.0);
  }
`;

/** Golden ratio: neighbours get different phases. */
const PHASE_STEP = 0.618_033_988_749_895;

/** Floating and spinning markers: thousands in one draw call, animated by the shader. */
export class PointMarkers implements IDisposable {
  readonly #layer: InstancedLayer;
  readonly #host: MapHost;
  readonly #labels: MarkerLabels;
  readonly #positions = new Map<number, number>();
  readonly #keys: number[] = [];
  readonly #options = new Map<number, PointMarkerOptions>();
  #nextKey = 1;

  /** @internal */
  constructor(host: MapHost, time: MapTime, labels: MarkerLabels) {
    this.#host = host;
    this.#labels = labels;
    this.#layer = new InstancedLayer(
      diamond(),
      ['place', 'look'],
      new RawShaderMaterial({
        glslVersion: GLSL3,
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        uniforms: { time },
      }),
    );
  }

  /** Mesh for the scene. */
  get mesh() {
    return this.#layer.mesh;
  }

  /** Number of markers. */
  get count(): number {
    return this.#layer.count;
  }

  /** Adds a marker. @returns a handle for `update` and `remove`. @throws FarmError `projection-missing` */
  add(options: PointMarkerOptions): number {
    checkMarker(options);
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

  /** Changes some options of a marker. No effect for an unknown handle. */
  update(marker: number, patch: Partial<PointMarkerOptions>): void {
    const options = this.#options.get(marker);
    if (!options) return;
    const next = { ...options, ...patch };
    checkMarker(next);
    const position = this.#host.toWorld(next.position);
    this.#options.set(marker, next);
    this.#write(marker, position);
    this.#layer.changed();
    this.#host.changed();
  }

  /** Removes a marker. No effect for an unknown handle. */
  remove(marker: number): void {
    const at = this.#positions.get(marker);
    if (at === undefined) return;
    const last = this.#layer.remove(at);
    const moved = this.#keys[last]!;
    this.#keys[at] = moved;
    this.#positions.set(moved, at);
    this.#positions.delete(marker);
    this.#options.delete(marker);
    this.#labels.remove(marker);
    this.#host.changed();
  }

  /** Removes all markers. */
  clear(): void {
    this.#layer.clear();
    this.#positions.clear();
    this.#options.clear();
    this.#labels.clear();
    this.#host.changed();
  }

  /** Call after the heights of the regions or the projection changed. */
  refresh(): void {
    for (const [key, options] of this.#options) this.#write(key, this.#host.toWorld(options.position));
    this.#layer.changed();
  }

  /** The nearest marker on a ray; null: none. */
  cast(ray: {
    readonly origin: { readonly x: number; readonly y: number; readonly z: number };
    readonly direction: { readonly x: number; readonly y: number; readonly z: number };
  }): { readonly marker: number; readonly distance: number } | null {
    const { origin: o, direction: d } = ray;
    let best: { marker: number; distance: number } | null = null;
    for (let at = 0; at < this.#layer.count; at++) {
      const size = this.#layer.read(at, PLACE, 3);
      const radius = size * 1.2 + this.#layer.read(at, LOOK, 1) / 2;
      const x = this.#layer.read(at, PLACE, 0) - o.x;
      const y = this.#layer.read(at, PLACE, 1) + radius - o.y;
      const z = this.#layer.read(at, PLACE, 2) - o.z;
      const along = x * d.x + y * d.y + z * d.z;
      if (along <= 0 || (best && along >= best.distance)) continue;
      if (x * x + y * y + z * z - along * along > radius * radius) continue;
      best = { marker: this.#keys[at]!, distance: along };
    }
    return best;
  }

  /** Releases the resources; the map calls it. */
  dispose(): void {
    this.#labels.clear();
    this.#layer.dispose();
  }

  #write(key: number, [x, z]: readonly [number, number]): void {
    const options = this.#options.get(key)!;
    const at = this.#positions.get(key)!;
    const y = this.#host.heightAt(x, z) + (options.elevation ?? 0);
    const size = options.size ?? MARKER_SIZE;
    const range = options.floatingRange ?? MARKER_FLOATING_RANGE;
    const phase = (key * PHASE_STEP) % 1;
    this.#layer.write(at, PLACE, x, y, z, size);
    this.#layer.write(at, LOOK, packColor(options.color ?? MARKER_COLOR), range, phase, 0);
    this.#labels.set(key, options, { x, y: y + size * 2, z }, phase);
  }
}

/** Two square pyramids with a common base, twice as high as wide, flat shaded. */
function diamond() {
  const positions: number[] = [];
  const normals: number[] = [];
  const ring = [
    [0.62, 0],
    [0, 0.62],
    [-0.62, 0],
    [0, -0.62],
  ] as const;
  for (const [i, [x1, z1]] of ring.entries()) {
    const [x2, z2] = ring[(i + 1) % 4]!;
    for (const tip of [1, -1]) {
      const face = tip > 0 ? [x2, z2, x1, z1] : [x1, z1, x2, z2];
      positions.push(0, tip, 0, face[0]!, 0, face[1]!, face[2]!, 0, face[3]!);
      const nx = x1 + x2;
      const nz = z1 + z2;
      const length = Math.hypot(nx, 0.62 * tip, nz);
      for (let corner = 0; corner < 3; corner++)
        normals.push(nx / length, (0.62 * tip) / length, nz / length);
    }
  }
  return {
    attributes: {
      position: new BufferAttribute(Float32Array.from(positions), 3),
      normal: new BufferAttribute(Float32Array.from(normals), 3),
    },
  };
}

/** @throws FarmError `invalid-argument` */
function checkMarker(options: PointMarkerOptions): void {
  checkObject('options', options);
  checkLngLat('position', options.position);
  checkAbove0('size', options.size);
  checkHexColor('color', options.color);
  checkNumber('floatingRange', options.floatingRange);
  checkNumber('elevation', options.elevation);
  if (options.labelPosition !== undefined) {
    const fault = vectorFault(options.labelPosition, 'labelPosition');
    if (fault) throw invalidArgument(...fault);
  }
}
