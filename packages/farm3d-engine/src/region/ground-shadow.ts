import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  GLSL3,
  LinearFilter,
  Mesh,
  RawShaderMaterial,
  Vector3,
} from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { CLOSING_VERTEX, type RegionShapes } from '../geo/flat-regions.ts';
import { screenColor } from './region-style.ts';

/** Texture size of the longer side, with its margin. */
const PIXELS = 512;
/** Margin around the map, as a share of its longer side. */
const MARGIN = 0.16;
/** Blur radii as shares of the longer side: a narrow dark one under the walls, a wide faint one around. */
const NARROW_BLUR = 0.012;
const WIDE_BLUR = 0.055;

const VERTEX = /* glsl */ `
  precision highp float;
  uniform mat4 modelViewMatrix;
  uniform mat4 projectionMatrix;
  in vec3 position;
  in vec2 uv;
  out vec2 vAt;
  void main() {
    vAt = uv;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }
`;

const FRAGMENT = /* glsl */ `
  precision highp float;
  uniform sampler2D shape;
  uniform vec3 shade;
  uniform float opacity;
  in vec2 vAt;
  out vec4 color;
  void main() {
    color = vec4(shade, texture(shape, vAt).a * opacity);
  }
`;

/** The soft shadow of a map on the ground: its outline, blurred once into a texture, drawn as one quad. */
export class GroundShadow implements IDisposable {
  readonly mesh: Mesh<BufferGeometry, RawShaderMaterial>;
  readonly #texture: CanvasTexture<OffscreenCanvas>;
  readonly #uniforms;

  /** @param box of the shapes, in their own coordinates: minX, minZ, maxX, maxZ */
  constructor(shapes: RegionShapes, [minX, minZ, maxX, maxZ]: readonly [number, number, number, number]) {
    const side = Math.max(maxX - minX, maxZ - minZ);
    const margin = side * MARGIN;
    const [west, north] = [minX - margin, minZ - margin];
    const [width, depth] = [maxX - minX + 2 * margin, maxZ - minZ + 2 * margin];
    this.#texture = new CanvasTexture(drawShape(shapes, { west, north, width, depth }, side));
    this.#texture.flipY = false;
    this.#texture.generateMipmaps = false;
    this.#texture.minFilter = LinearFilter;
    this.#uniforms = {
      shape: { value: this.#texture },
      shade: { value: new Vector3() },
      opacity: { value: 0 },
    };
    const corners = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const;
    const geometry = new BufferGeometry();
    const quadPositions = corners.flatMap(([u, v]) => [west + u * width, 0, north + v * depth]);
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(quadPositions), 3));
    geometry.setAttribute('uv', new BufferAttribute(Float32Array.from(corners.flat()), 2));
    geometry.setIndex([0, 2, 1, 0, 3, 2]);
    this.mesh = new Mesh(
      geometry,
      new RawShaderMaterial({
        glslVersion: GLSL3,
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        uniforms: this.#uniforms,
        transparent: true,
        depthWrite: false,
      }),
    );
    this.mesh.frustumCulled = false;
    // Below the walls and borders of the map.
    this.mesh.renderOrder = -1;
  }

  setStyle(color: string, opacity: number): void {
    this.#uniforms.shade.value.set(...screenColor(color));
    this.#uniforms.opacity.value = opacity;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.#texture.dispose();
  }
}

interface Sheet {
  readonly west: number;
  readonly north: number;
  readonly width: number;
  readonly depth: number;
}

function drawShape({ positions, vertexRegion }: RegionShapes, sheet: Sheet, side: number): OffscreenCanvas {
  const scale = PIXELS / Math.max(sheet.width, sheet.depth);
  const canvas = new OffscreenCanvas(Math.ceil(sheet.width * scale), Math.ceil(sheet.depth * scale));
  const context = canvas.getContext('2d')!;
  // Draws only the shadow: the shape itself is outside the canvas. (Not every browser has a canvas `filter`.)
  context.translate(-2 * canvas.width, 0);
  context.shadowOffsetX = 2 * canvas.width;
  context.beginPath();
  let isOpen = false;
  // Points within a pixel of the last one are skipped.
  let [lastX, lastY] = [Infinity, Infinity];
  for (const [vertex, owner] of vertexRegion.entries()) {
    if (owner === CLOSING_VERTEX) {
      context.closePath();
      isOpen = false;
      continue;
    }
    const x = (positions[vertex * 2]! - sheet.west) * scale;
    const y = (positions[vertex * 2 + 1]! - sheet.north) * scale;
    if (isOpen && Math.abs(x - lastX) + Math.abs(y - lastY) < 1) continue;
    if (isOpen) context.lineTo(x, y);
    else context.moveTo(x, y);
    isOpen = true;
    [lastX, lastY] = [x, y];
  }
  for (const [blur, alpha] of [
    [WIDE_BLUR, 0.75],
    [NARROW_BLUR, 0.5],
  ] as const) {
    context.shadowBlur = 2 * side * scale * blur;
    context.shadowColor = `rgb(0 0 0 / ${alpha})`;
    context.fill('evenodd');
  }
  return canvas;
}
