import {
  BufferAttribute,
  Color,
  DataArrayTexture,
  DynamicDrawUsage,
  GLSL3,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LinearFilter,
  Mesh,
  NoColorSpace,
  ShaderMaterial,
  Vector2,
} from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { type LabelContent, PILL, PILL_COLORS } from './label-content.ts';
import { cellSize, type LabelPainter } from './label-painter.ts';
import type { LabelStore } from './label-store.ts';

/** Number of painted pills that are kept: 128 layers of a texture, 4 MB at one device pixel per CSS pixel. */
export const PAINTED_PILLS = 128;
/** Maximum pills painted per frame; the others are dots until a later frame. */
const PAINTED_A_FRAME = 12;
/** Diameter of a dot with its rim, CSS px. */
const DOT_SIZE = 10;

const VERTEX = /* glsl */ `
  in vec4 farmPlace;  // world position; layer of the painted pill, -1 for a dot
  in vec4 farmLook;   // colour of the dot; width of the pill, CSS px
  uniform vec2 viewport; // CSS px
  out vec2 vAt;
  flat out float vLayer;
  flat out vec3 vColor;
  flat out float vWidth;
  void main() {
    vLayer = farmPlace.w;
    vColor = farmLook.rgb;
    vWidth = farmLook.a;
    vec4 clip = projectionMatrix * viewMatrix * vec4(farmPlace.xyz, 1.0);
    // A pill with its shadow and the leader line below, or a dot around the position.
    bool isDot = vLayer < 0.0;
    vec2 size = isDot ? vec2(${DOT_SIZE}.0) : vec2(vWidth + ${2 * PILL.margin}.0, ${PILL.height + 2 * PILL.margin + PILL.stem}.0);
    vec2 corner = isDot ? position.xy : position.xy + vec2(0.0, 0.5);
    float below = isDot ? 0.0 : ${PILL.margin}.0;
    vec2 place = corner * size - vec2(0.0, below);
    // Whole pixels keep text sharp.
    vec2 anchor = floor((clip.xy / clip.w * 0.5 + 0.5) * viewport * 2.0 + 0.5) * 0.5;
    vAt = vec2(position.x + 0.5, 0.5 - position.y) * size;
    gl_Position = vec4(((anchor + place) / viewport * 2.0 - 1.0) * clip.w, clip.zw);
  }
`;

const FRAGMENT = /* glsl */ `
  precision highp sampler2DArray;
  in vec2 vAt;
  flat in float vLayer;
  flat in vec3 vColor;
  flat in float vWidth;
  uniform sampler2DArray pills;
  uniform vec2 cell; // CSS px
  out vec4 color;
  void main() {
    if (vLayer < 0.0) {
      float distance = length(vAt - ${DOT_SIZE / 2}.0);
      float body = 1.0 - smoothstep(2.7, 3.5, distance);
      float rim = 1.0 - smoothstep(4.1, 4.9, distance);
      color = vec4(mix(vec3(1.0), vColor, body), 1.0) * rim * 0.95;
      return;
    }
    float middle = (vWidth + ${2 * PILL.margin}.0) * 0.5;
    float pillBottom = ${PILL.margin + PILL.height}.0;
    float line = (1.0 - smoothstep(0.4, 1.0, abs(vAt.x - middle))) * step(pillBottom, vAt.y)
      * step(vAt.y, pillBottom + ${PILL.stem}.0);
    vec4 pill = vAt.y < cell.y ? texture(pills, vec3(vAt / cell, vLayer)) : vec4(0.0);
    color = pill + vec4(line * 0.85) * (1.0 - pill.a);
  }
`;

const _color = new Color();

/** Draws the farther labels with the scene: painted pills and dots, in one draw call. */
export class LabelSprites implements IDisposable {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly #painter: LabelPainter;
  readonly #scale: number;
  readonly #placeAttribute: InstancedBufferAttribute;
  readonly #styleAttribute: InstancedBufferAttribute;
  #texture: DataArrayTexture | undefined;
  #pixels: Uint8Array<ArrayBuffer> | undefined;
  /** Version and label of each layer; the least recently used layer is painted over. */
  readonly #layerVersions = new Uint32Array(PAINTED_PILLS);
  readonly #layerUsed = new Uint32Array(PAINTED_PILLS);
  readonly #layerOf = new Map<number, number>();
  #use = 0;

  /** @param maxCount maximum number of labels */
  constructor(painter: LabelPainter, scale: number, maxCount: number) {
    this.#painter = painter;
    this.#scale = scale;
    const geometry = new InstancedBufferGeometry();
    const corners = Float32Array.of(-0.5, -0.5, 0, 0.5, -0.5, 0, -0.5, 0.5, 0, 0.5, 0.5, 0);
    geometry.setAttribute('position', new BufferAttribute(corners, 3));
    geometry.setIndex([0, 1, 2, 2, 1, 3]);
    this.#placeAttribute = new InstancedBufferAttribute(new Float32Array(maxCount * 4), 4);
    this.#styleAttribute = new InstancedBufferAttribute(new Float32Array(maxCount * 4), 4);
    for (const attribute of [this.#placeAttribute, this.#styleAttribute])
      attribute.setUsage(DynamicDrawUsage);
    geometry.setAttribute('farmPlace', this.#placeAttribute);
    geometry.setAttribute('farmLook', this.#styleAttribute);
    geometry.instanceCount = 0;
    const size = cellSize(scale);
    const material = new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        viewport: { value: new Vector2(1, 1) },
        cell: { value: new Vector2(size.width / scale, size.height / scale) },
        pills: { value: null },
      },
      transparent: true,
      premultipliedAlpha: true,
      // Over the scene, like HTML elements.
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.name = 'farm3d labels';
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1_000;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.visible = false;
    this.mesh.raycast = () => {};
    this.mesh.userData['isTool'] = true;
  }

  /**
   * Shows these labels. @returns number of pills that are still to be painted, which need another frame
   * @param width of the viewport, CSS px
   */
  show(
    store: LabelStore,
    drawn: readonly number[],
    dots: readonly number[],
    width: number,
    height: number,
  ): number {
    const { uniforms } = this.mesh.material;
    (uniforms['viewport']!.value as Vector2).set(width, height);
    const count = drawn.length + dots.length;
    this.mesh.visible = count > 0;
    this.mesh.geometry.instanceCount = count;
    if (count === 0) return 0;
    this.#use++;
    let waiting = 0;
    let painted = 0;
    let at = 0;
    // Back to front.
    for (let i = dots.length - 1; i >= 0; i--) this.#put(at++, store, dots[i]!, -1);
    for (const slot of drawn) {
      const layer = this.#layerOf.get(store.versions[slot]!);
      if (layer !== undefined) this.#layerUsed[layer] = this.#use;
    }
    for (let i = drawn.length - 1; i >= 0; i--) {
      const slot = drawn[i]!;
      let layer = this.#layerOf.get(store.versions[slot]!) ?? -1;
      if (layer < 0 && painted < PAINTED_A_FRAME) {
        layer = this.#paint(store.contents[slot]!, store.versions[slot]!);
        painted++;
      }
      if (layer < 0) waiting++;
      this.#put(at++, store, slot, layer);
    }
    for (const attribute of [this.#placeAttribute, this.#styleAttribute]) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, count * 4);
      attribute.needsUpdate = true;
    }
    return waiting;
  }

  hide(): void {
    this.mesh.visible = false;
    this.mesh.geometry.instanceCount = 0;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.#texture?.dispose();
    this.#texture = this.#pixels = undefined;
    this.#layerOf.clear();
  }

  #put(at: number, store: LabelStore, slot: number, layer: number): void {
    const positions = this.#placeAttribute.array;
    const styles = this.#styleAttribute.array;
    const o = at * 4;
    positions[o] = store.positions[slot * 3]!;
    positions[o + 1] = store.positions[slot * 3 + 1]!;
    positions[o + 2] = store.positions[slot * 3 + 2]!;
    positions[o + 3] = layer;
    const [r, g, b] = DOT_COLORS[store.contents[slot]!.state ?? 'unknown'];
    styles[o] = r;
    styles[o + 1] = g;
    styles[o + 2] = b;
    styles[o + 3] = store.widths[slot]!;
  }

  /** @returns the layer, or -1 if all are in use */
  #paint(content: LabelContent, version: number): number {
    let layer = 0;
    for (let i = 1; i < PAINTED_PILLS; i++) {
      if (this.#layerUsed[i]! < this.#layerUsed[layer]!) layer = i;
    }
    if (this.#layerUsed[layer] === this.#use) return -1;
    const { width, height } = cellSize(this.#scale);
    const bytes = width * height * 4;
    if (!this.#texture || !this.#pixels) {
      this.#pixels = new Uint8Array(bytes * PAINTED_PILLS);
      this.#texture = new DataArrayTexture(this.#pixels, width, height, PAINTED_PILLS);
      this.#texture.colorSpace = NoColorSpace;
      this.#texture.minFilter = this.#texture.magFilter = LinearFilter;
      this.mesh.material.uniforms['pills']!.value = this.#texture;
      this.#texture.needsUpdate = true;
    }
    this.#painter.paint(content, this.#pixels.subarray(layer * bytes, (layer + 1) * bytes));
    this.#texture.addLayerUpdate(layer);
    this.#texture.needsUpdate = true;
    this.#layerOf.delete(this.#layerVersions[layer]!);
    this.#layerVersions[layer] = version;
    this.#layerUsed[layer] = this.#use;
    this.#layerOf.set(version, layer);
    return layer;
  }
}

/** Display colours: labels are neither lit nor tone mapped. */
const DOT_COLORS = Object.fromEntries(
  Object.entries(PILL_COLORS).map(([state, { lamp, background }]) => {
    _color.setStyle(state === 'alarm' ? background : lamp, '');
    return [state, _color.toArray()];
  }),
) as Record<keyof typeof PILL_COLORS, [number, number, number]>;
