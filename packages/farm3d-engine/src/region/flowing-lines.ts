import { DoubleSide, GLSL3, RawShaderMaterial, Vector2 } from 'three';
import { check } from '../core/check.ts';
import { checkHexColor, checkLngLat, checkNumber, checkObject } from '../core/check-fields.ts';
import type { IDisposable } from '../core/disposer.ts';
import type { LngLat } from '../geo/projection.ts';
import { InstancedLayer } from './instanced-layer.ts';
import type { MapHost, MapTime } from './map-host.ts';
import { packColor, UNPACK_COLOR_GLSL } from './region-style.ts';
import { SEGMENT_GLSL, segmentQuad } from './screen-segment.ts';

/**
 * Length of the light as a share of the line. Spec §9: "Flowing light: proportion 0.07, size 0.003, speed 0.002, height
 * 0.09".
 */
const FLOW_PROPORTION = 0.07;
/** Half the line width, map units. Spec §9. */
const FLOW_SIZE = 0.003;
/** Movement of the light in 1/60 s, as a share of the line. Spec §9. */
const FLOW_SPEED = 0.002;
/** Height above the regions' tops, map units. Spec §9. */
const FLOW_HEIGHT = 0.09;
/** Not in the specification. */
const FLOW_COLOR = '#0A6A4A';
const FLOW_ACTIVE_COLOR = '#7CFFCB';

/** Options of a flowing line (Spec §3). */
export interface FlowLineOptions {
  /** Two or more points. */
  readonly path: readonly LngLat[];
  /** Length of the light as a share of the line. Default 0.07. */
  readonly proportion?: number;
  /** Half the width, map units; at least half a pixel is drawn. Default 0.003. */
  readonly size?: number;
  /** Movement in 1/60 s, as a share of the line. Default 0.002. */
  readonly speed?: number;
  /** Height above the ground or the region's top, map units. Default 0.09. */
  readonly height?: number;
  /** Height at the line's end, map units: the line is then an arc. Default: as `height`. */
  readonly endHeight?: number;
  /** Colour of the line, #rrggbb. */
  readonly color?: string;
  /** Colour of the light, #rrggbb. */
  readonly activeColor?: string;
}

const VERTEX = /* glsl */ `
  ${SEGMENT_GLSL}
  ${UNPACK_COLOR_GLSL}
  in vec4 light;
  in vec4 colors;
  out float vAlong;
  out float vAcross;
  flat out float vWidth;
  flat out vec3 vColor;
  flat out vec3 vActive;
  flat out vec3 vLight;
  void main() {
    vec4 place;
    vec2 along;
    if (!segmentEnd(place, along)) {
      gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
      return;
    }
    float width = max(1.2, light.x * projectionMatrix[1][1] * viewport.y / place.w);
    // Half a pixel more on each side for a soft edge.
    vWidth = width;
    vAcross = (corner.y - 0.5) * (width + 1.0);
    vAlong = mix(from.w, to.w, corner.x);
    vColor = unpackColor(colors.x);
    vActive = unpackColor(colors.y);
    vLight = light.yzw;
    gl_Position = segmentSide(place, along, vAcross);
  }
`;

const FRAGMENT = /* glsl */ `
  precision highp float;
  uniform float time;
  in float vAlong;
  in float vAcross;
  flat in float vWidth;
  flat in vec3 vColor;
  flat in vec3 vActive;
  // proportion, speed, phase
  flat in vec3 vLight;
  out vec4 color;
  void main() {
    float head = fract(time * vLight.y * 60.0 + vLight.z);
    float behind = fract(head - vAlong);
    float glow = behind < vLight.x ? 1.0 - behind / vLight.x : 0.0;
    color = vec4(mix(vColor, vActive, glow), (0.55 + 0.45 * glow) * clamp(vWidth * 0.5 + 0.5 - abs(vAcross), 0.0, 1.0));
  }
`;

/** Golden ratio: neighbours get different phases. */
const PHASE_STEP = 0.618_033_988_749_895;

/** Lines with a moving light: thousands in one draw call, one instance per segment. */
export class FlowingLines implements IDisposable {
  readonly #layer: InstancedLayer;
  readonly #host: MapHost;
  readonly #viewport = { value: new Vector2(1, 1) };
  /** Instance indices of each line's segments, in order. */
  readonly #segments = new Map<number, number[]>();
  /** Line and segment of each instance. */
  readonly #owners: (readonly [line: number, segment: number])[] = [];
  readonly #options = new Map<number, FlowLineOptions>();
  #nextKey = 1;

  /** @internal */
  constructor(host: MapHost, time: MapTime) {
    this.#host = host;
    this.#layer = new InstancedLayer(
      segmentQuad(),
      ['from', 'to', 'light', 'colors'],
      new RawShaderMaterial({
        glslVersion: GLSL3,
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        uniforms: { time, viewport: this.#viewport },
        transparent: true,
        depthWrite: false,
        side: DoubleSide,
      }),
    );
    this.#layer.mesh.renderOrder = 3;
  }

  /** Mesh for the scene. */
  get mesh() {
    return this.#layer.mesh;
  }

  /** Number of lines. */
  get count(): number {
    return this.#segments.size;
  }

  /**
   * Adds a line. @returns a handle for `remove`. @throws FarmError `projection-missing` or `invalid-argument`
   */
  add(options: FlowLineOptions): number {
    checkFlowLine(options);
    const points = options.path.map((position) => this.#host.toWorld(position));
    const key = this.#nextKey++;
    const segments: number[] = [];
    for (let i = 0; i + 1 < points.length; i++) {
      const at = this.#layer.add();
      segments.push(at);
      this.#owners[at] = [key, i];
    }
    this.#segments.set(key, segments);
    this.#options.set(key, options);
    this.#write(key, points);
    this.#layer.changed();
    this.#host.changed();
    return key;
  }

  /** Removes a line. No effect for an unknown handle. */
  remove(line: number): void {
    const segments = this.#segments.get(line);
    if (!segments) return;
    // From the back: the instance that is moved into a gap is then never one to be removed.
    for (const at of segments.toSorted((a, b) => b - a)) {
      const last = this.#layer.remove(at);
      if (last === at) continue;
      const owner = this.#owners[last]!;
      this.#owners[at] = owner;
      this.#segments.get(owner[0])![owner[1]] = at;
    }
    this.#segments.delete(line);
    this.#options.delete(line);
    this.#host.changed();
  }

  /** Removes all lines. */
  clear(): void {
    this.#layer.clear();
    this.#segments.clear();
    this.#options.clear();
    this.#host.changed();
  }

  /** Call after the heights of the regions or the projection changed. */
  refresh(): void {
    for (const [key, { path }] of this.#options) {
      this.#write(
        key,
        path.map((position) => this.#host.toWorld(position)),
      );
    }
    this.#layer.changed();
  }

  /** Sets the viewport size, CSS px. */
  setViewport(width: number, height: number): void {
    this.#viewport.value.set(width, height);
  }

  /** Releases the resources; the map calls it. */
  dispose(): void {
    this.#layer.dispose();
  }

  #write(key: number, points: readonly (readonly [number, number])[]): void {
    const options = this.#options.get(key)!;
    const height = options.height ?? FLOW_HEIGHT;
    const color = packColor(options.color ?? FLOW_COLOR);
    const active = packColor(options.activeColor ?? FLOW_ACTIVE_COLOR);
    const size = options.size ?? FLOW_SIZE;
    const proportion = options.proportion ?? FLOW_PROPORTION;
    const speed = options.speed ?? FLOW_SPEED;
    const phase = (key * PHASE_STEP) % 1;
    const lengths = [0];
    for (let i = 1; i < points.length; i++) {
      const [x1, z1] = points[i - 1]!;
      const [x2, z2] = points[i]!;
      lengths.push(lengths[i - 1]! + Math.hypot(x2 - x1, z2 - z1));
    }
    const totalLength = lengths.at(-1)! || 1;
    const climb = (options.endHeight ?? height) - height;
    /** Steep at the start, level at the end. */
    const rise = (along: number): number => height + climb * Math.sin((along * Math.PI) / 2);
    for (const [i, at] of this.#segments.get(key)!.entries()) {
      const [x1, z1] = points[i]!;
      const [x2, z2] = points[i + 1]!;
      const y1 = this.#host.heightAt(x1, z1) + rise(lengths[i]! / totalLength);
      const y2 = this.#host.heightAt(x2, z2) + rise(lengths[i + 1]! / totalLength);
      this.#layer.write(at, 0, x1, y1, z1, lengths[i]! / totalLength);
      this.#layer.write(at, 1, x2, y2, z2, lengths[i + 1]! / totalLength);
      this.#layer.write(at, 2, size, proportion, speed, phase);
      this.#layer.write(at, 3, color, active, 0, 0);
    }
  }
}

/** @throws FarmError `invalid-argument` */
function checkFlowLine(options: FlowLineOptions): void {
  checkObject('options', options);
  const { path, proportion, size, speed, height, endHeight, color, activeColor } = options;
  check(Array.isArray(path) && path.length >= 2, 'path', path);
  for (const [i, position] of path.entries()) checkLngLat(`path[${i}]`, position);
  for (const [field, value] of Object.entries({ proportion, size, speed, height, endHeight }))
    checkNumber(field, value);
  checkHexColor('color', color);
  checkHexColor('activeColor', activeColor);
}
