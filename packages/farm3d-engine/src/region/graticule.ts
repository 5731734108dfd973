import { DoubleSide, GLSL3, RawShaderMaterial, Vector2, Vector3 } from 'three';
import { checkHexColor, checkObject, checkRange } from '../core/check-fields.ts';
import type { IDisposable } from '../core/disposer.ts';
import type { LngLat, MapProjection } from '../geo/projection.ts';
import { InstancedLayer } from './instanced-layer.ts';
import type { ToScreen } from './marker-labels.ts';
import { screenColor } from './region-style.ts';
import { SEGMENT_GLSL, segmentQuad } from './screen-segment.ts';

/** Options of the graticule: meridians and parallels on the ground. */
export interface GraticuleOptions {
  /** Colour of the lines, #rrggbb. Default: grey. */
  readonly color?: string;
  /** Opacity in the middle, 0 to 1; it fades outwards. Default 0.5. */
  readonly opacity?: number;
  /** Whether degrees are shown at the edges. Default true. */
  readonly labels?: boolean;
  /** Colour of the degrees, #rrggbb. Default as `color`. */
  readonly labelColor?: string;
  /** Whether it is drawn over the regions, for a ground without a map. Default false. */
  readonly isAbove?: boolean;
}

/** Degrees between lines: the largest step that gives enough lines is used. */
const STEPS = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005] as const;
/** Minimum number of lines across the longer side of the map. */
const MIN_LINES = 5;
/** Extent of the graticule, relative to the map. */
const EXTENT = 1.1;
/** Segments per line: a parallel may be a curve. */
const SEGMENTS = 24;
const MAX_LINES = 80;
/** Longitudes are shown below a parallel, latitudes to the left of a meridian. */
const BELOW = 'translate(4px,3px)';
const BESIDE = 'translate(-100%,2px) translate(-4px,0)';

const VERTEX = /* glsl */ `
  ${SEGMENT_GLSL}
  uniform vec3 middle;
  out float vAcross;
  out float vFade;
  void main() {
    vec4 place;
    vec2 along;
    if (!segmentEnd(place, along)) {
      gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
      return;
    }
    vAcross = (corner.y - 0.5) * 3.0;
    vec3 world = mix(from.xyz, to.xyz, corner.x);
    vFade = distance(world.xz, middle.xy) / middle.z;
    gl_Position = segmentSide(place, along, vAcross);
  }
`;

const FRAGMENT = /* glsl */ `
  precision highp float;
  uniform vec3 lineColor;
  uniform float opacity;
  in float vAcross;
  in float vFade;
  out vec4 color;
  void main() {
    float fade = 1.0 - smoothstep(0.35, 1.0, vFade);
    color = vec4(lineColor, opacity * fade * clamp(1.0 - abs(vAcross), 0.0, 1.0));
  }
`;

/** Bounds of the map: world coordinates minX, minZ, maxX, maxZ, and the height of the ground. */
export interface GraticuleGround {
  readonly box: readonly [number, number, number, number];
  readonly height: number;
}

interface Mark {
  readonly element: HTMLElement;
  readonly x: number;
  readonly z: number;
  /** CSS transform from the position to the text. */
  readonly offset: string;
}

/** Meridians and parallels under a map, with their degrees, in one draw call. */
export class Graticule implements IDisposable {
  readonly #layer: InstancedLayer;
  readonly #labels: HTMLElement;
  readonly #uniforms = {
    viewport: { value: new Vector2(1, 1) },
    middle: { value: new Vector3(0, 0, 1) },
    lineColor: { value: new Vector3() },
    opacity: { value: 0.5 },
  };
  #options: GraticuleOptions | null = null;
  #marks: Mark[] = [];
  #height = 0;

  /** @param labels parent element of the degrees */
  constructor(labels: HTMLElement) {
    this.#labels = labels;
    this.#layer = new InstancedLayer(
      segmentQuad(),
      ['from', 'to'],
      new RawShaderMaterial({
        glslVersion: GLSL3,
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        uniforms: this.#uniforms,
        transparent: true,
        depthWrite: false,
        side: DoubleSide,
      }),
    );
    this.#layer.mesh.renderOrder = -2;
  }

  /** Mesh for the scene. */
  get mesh() {
    return this.#layer.mesh;
  }

  get isShown(): boolean {
    return this.#options !== null;
  }

  setOptions(options: GraticuleOptions | null): void {
    this.#options = options;
    if (!options) return;
    const color = options.color ?? '#8A9A90';
    this.#uniforms.lineColor.value.set(...screenColor(color));
    this.#uniforms.opacity.value = options.opacity ?? 0.5;
    this.#layer.mesh.material.depthTest = !options.isAbove;
    this.#layer.mesh.renderOrder = options.isAbove ? 2 : -2;
    for (const { element } of this.#marks) element.style.color = options.labelColor ?? color;
  }

  /** Sets the viewport size, CSS px. */
  setViewport(width: number, height: number): void {
    this.#uniforms.viewport.value.set(width, height);
  }

  /** Rebuilds the lines. Without an inverse projection there are none. */
  lay(projection: MapProjection | undefined, ground: GraticuleGround | null): void {
    this.#layer.clear();
    for (const { element } of this.#marks) element.remove();
    this.#marks = [];
    if (!this.#options || !projection?.invert || !ground) return;
    const [minX, minZ, maxX, maxZ] = ground.box;
    const middle = [(minX + maxX) / 2, (minZ + maxZ) / 2] as const;
    const extent = Math.max(maxX - minX, maxZ - minZ) * (0.5 + EXTENT);
    this.#uniforms.middle.value.set(middle[0], middle[1], extent);
    this.#height = this.#options.isAbove ? ground.height : 0;
    const invert = (x: number, z: number) => projection.invert?.([x, z]) ?? null;
    const north = invert(middle[0], middle[1] - extent);
    const south = invert(middle[0], middle[1] + extent);
    const west = invert(middle[0] - extent, middle[1]);
    const east = invert(middle[0] + extent, middle[1]);
    if (!north || !south || !west || !east) return;
    const latitudes = [Math.max(-85, south[1]), Math.min(85, north[1])] as const;
    const longitudes = [west[0], east[0] < west[0] ? east[0] + 360 : east[0]] as const;
    const spread = Math.max(longitudes[1] - longitudes[0], latitudes[1] - latitudes[0]);
    const step = STEPS.find((one) => spread / one >= MIN_LINES * (1 + 2 * EXTENT)) ?? STEPS.at(-1)!;
    const rows = ticks(latitudes, step);
    const columns = ticks(longitudes, step);
    if (rows.length + columns.length > MAX_LINES) return;
    for (const latitude of rows) {
      this.#line(projection, (t) => [mix(longitudes, t), latitude]);
    }
    for (const longitude of columns) {
      this.#line(projection, (t) => [longitude, mix(latitudes, t)]);
    }
    // The degrees are at the south and west edges, one step away from the map.
    const corner = invert(minX, maxZ);
    if (corner && (this.#options.labels ?? true)) {
      const edgeLatitude = (Math.ceil(corner[1] / step) - 1) * step;
      const edgeLongitude = (Math.ceil(corner[0] / step) - 1) * step;
      for (const longitude of columns) {
        this.#mark(projection, [longitude, edgeLatitude], degrees(longitude, step, 'E', 'W'), BELOW);
      }
      for (const latitude of rows) {
        if (latitude !== edgeLatitude)
          this.#mark(projection, [edgeLongitude, latitude], degrees(latitude, step, 'N', 'S'), BESIDE);
      }
    }
    this.#layer.changed();
  }

  /** Call after each frame. */
  update(toScreen: ToScreen): void {
    for (const { element, x, z, offset } of this.#marks) {
      const at = toScreen(x, this.#height, z);
      element.style.visibility = at ? 'visible' : 'hidden';
      if (at) element.style.transform = `translate(${at.x.toFixed(1)}px,${at.y.toFixed(1)}px) ${offset}`;
    }
  }

  dispose(): void {
    for (const { element } of this.#marks) element.remove();
    this.#marks = [];
    this.#layer.dispose();
  }

  #line(projection: MapProjection, at: (t: number) => LngLat): void {
    let last: readonly [number, number] | null = null;
    for (let piece = 0; piece <= SEGMENTS; piece++) {
      const [lng, lat] = at(piece / SEGMENTS);
      const next = projection([lng, lat]);
      if (last && next) {
        const instance = this.#layer.add();
        this.#layer.write(instance, 0, last[0], this.#height, last[1], 0);
        this.#layer.write(instance, 1, next[0], this.#height, next[1], 0);
      }
      last = next;
    }
  }

  #mark(projection: MapProjection, [lng, lat]: LngLat, text: string, offset: string): void {
    const projected = projection([lng, lat]);
    if (!projected) return;
    const [x, y, extent] = this.#uniforms.middle.value.toArray();
    if (Math.hypot(projected[0] - x, projected[1] - y) > extent * 0.62) return;
    const element = document.createElement('div');
    element.textContent = text;
    element.style.cssText =
      'position:absolute;left:0;top:0;visibility:hidden;font:500 .6875rem/1 system-ui,sans-serif;letter-spacing:.02em;' +
      `font-variant-numeric:tabular-nums;color:${this.#options?.labelColor ?? this.#options?.color ?? '#8A9A90'}`;
    this.#labels.append(element);
    this.#marks.push({ element, x: projected[0], z: projected[1], offset });
  }
}

const mix = ([from, to]: readonly [number, number], t: number): number => from + (to - from) * t;

function ticks([from, to]: readonly [number, number], step: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: Math.min(count, MAX_LINES) }, (_, i) => (first + i) * step);
}

/** 118.5°E, with as many decimals as the step has. */
function degrees(value: number, step: number, positive: string, negative: string): string {
  const wrapped = positive === 'E' ? value - 360 * Math.round(value / 360) : value;
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  return `${Math.abs(wrapped).toFixed(decimals)}°${wrapped < 0 ? negative : positive}`;
}

/** @throws FarmError `invalid-argument` */
export function checkGraticule(options: GraticuleOptions): void {
  checkObject('options', options);
  checkHexColor('color', options.color);
  checkHexColor('labelColor', options.labelColor);
  if (options.opacity !== undefined) checkRange('opacity', options.opacity, 0, 1);
}
