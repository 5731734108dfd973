import {
  Box3,
  DoubleSide,
  Frustum,
  GLSL3,
  Group,
  type IUniform,
  Matrix4,
  type PerspectiveCamera,
  RawShaderMaterial,
  Vector2,
  Vector3,
  Vector4,
  type WebGLRenderer,
} from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { buffersOf, type RegionShapes, shapeBuffersOf } from '../geo/flat-regions.ts';
import { RegionFinder } from '../geo/region-finder.ts';
import type { LoadedMap } from './geojson.contract.ts';
import { type Outline, outlineOfBoxes } from './map-camera.ts';
import { GroundShadow } from './ground-shadow.ts';
import { RegionDetail } from './region-detail.ts';
import {
  BORDER_FRAGMENT,
  BORDER_VERTEX,
  PLAIN_FRAGMENT,
  TOP_VERTEX,
  WALL_FRAGMENT,
  WALL_VERTEX,
} from './region-shader.ts';
import { RegionStates } from './region-state.ts';
import { packColor, type RegionStyle, screenColor } from './region-style.ts';

/** Maximum size of a coarse cell on the screen, pixels, before the exact map is used. */
const COARSE_CELL_PIXELS = 1.5;

/** Borders get the depth of a position this many widths above the tops. */
const BORDER_LIFT = 1.5;

const _projection = new Matrix4();
const _frustum = new Frustum();
const _box = new Box3();

/** Parameters of a frame. */
export interface MapFrame {
  readonly camera: PerspectiveCamera;
  /** Size of the viewport, CSS px. */
  readonly width: number;
  readonly height: number;
  /** Map units per CSS px at the camera's target. */
  readonly unitsPerPixel: number;
  /** Device pixels per map unit at the camera's target. */
  readonly pixelsPerUnit: number;
}

/**
 * One loaded map, in three draw calls. A large one has a coarse version for distant views; the exact one is uploaded when a
 * view first needs it.
 */
export class RegionLevel implements IDisposable {
  readonly group = new Group();
  readonly map: LoadedMap;
  readonly states: RegionStates;
  readonly finder: RegionFinder;
  /** World coordinates: minX, minZ, maxX, maxZ. */
  readonly box: readonly [number, number, number, number];
  /** Outline for a view of the whole map. */
  readonly outline: Outline;
  readonly #indexOf = new Map<string, number>();
  readonly #uniforms;
  readonly #coarse: RegionDetail | null;
  /** null until a view needs it. */
  #exact: RegionDetail | null = null;
  #hasBorders = true;
  #isDisposed = false;
  #shadow: GroundShadow | null = null;

  constructor(map: LoadedMap, style: RegionStyle) {
    this.map = map;
    const { flat } = map;
    this.states = new RegionStates(flat.ids.length);
    this.finder = new RegionFinder(flat, map.index);
    for (const [i, id] of flat.ids.entries()) this.#indexOf.set(id, i);
    this.#uniforms = {
      states: { value: this.states.texture },
      morph: { value: 1 },
      reveal: { value: 1 },
      hoverColor: { value: new Vector4() },
      selectColor: { value: new Vector4() },
      sideColor: { value: new Vector3() },
      borderColor: { value: new Vector3() },
      viewport: { value: new Vector2(1, 1) },
      width: { value: 1 },
      lift: { value: 0 },
    };
    this.#coarse = map.coarse && this.#detail(map.coarse);
    if (!this.#coarse) this.#exact = this.#detail(flat);
    this.group.position.set(flat.origin[0], 0, flat.origin[1]);
    this.box = worldBox(map);
    this.outline = outlineOfBoxes(flat.regionBoxes, flat.origin, this.box);
    this.setStyle(style);
    this.states.fill(packColor(style.topColor), style.depth);
  }

  get count(): number {
    return this.map.flat.ids.length;
  }

  /** Size of the arrays for GPU and picking. */
  get bytes(): number {
    const { flat, index, coarse } = this.map;
    const buffers = [...buffersOf(flat), index.boxes.buffer, index.targets.buffer];
    if (coarse) buffers.push(...shapeBuffersOf(coarse));
    // The arrays of a pack share one buffer.
    return [...new Set(buffers)].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** -1 for an unknown id. */
  indexOf(id: string): number {
    return this.#indexOf.get(id) ?? -1;
  }

  idOf(region: number): string {
    return this.map.flat.ids[region]!;
  }

  /** Applies colours and widths; regions with a value keep their colours. */
  setStyle(style: RegionStyle): void {
    const u = this.#uniforms;
    u.hoverColor.value.set(...screenColor(style.hoverColor), style.hoverStrength);
    u.selectColor.value.set(...screenColor(style.selectColor), style.selectStrength);
    u.sideColor.value.set(...screenColor(style.sideColor));
    u.borderColor.value.set(...screenColor(style.borderColor));
    u.width.value = style.borderWidth;
    this.#hasBorders = style.borderWidth > 0;
    if (style.shadowOpacity > 0 && this.count > 0) {
      this.#shadow ??= this.#castShadow();
      this.#shadow.setStyle(style.shadowColor, style.shadowOpacity);
    } else {
      this.#shadow?.dispose();
      this.#shadow = null;
    }
  }

  /** @param morph progress of a height transition, 0 to 1 */
  setMorph(morph: number): void {
    this.#uniforms.morph.value = morph;
  }

  /** @param reveal visible share of the height, 0 to 1 */
  setReveal(reveal: number): void {
    this.#uniforms.reveal.value = reveal;
  }

  /**
   * Call before a frame: chooses the level of detail and the visible regions.
   * @returns whether the map is complete in this frame; if not, the rest is to be uploaded for another one
   */
  prepare(frame: MapFrame): boolean {
    this.#uniforms.viewport.value.set(frame.width, frame.height);
    this.#uniforms.lift.value = frame.unitsPerPixel * this.#uniforms.width.value * BORDER_LIFT;
    if (!this.group.visible) return true;
    const isFar =
      this.map.coarse !== null && this.map.coarse.cell * frame.pixelsPerUnit <= COARSE_CELL_PIXELS;
    if (!isFar) this.#exact ??= this.#detail(this.map.flat);
    const isReady = isFar || this.#isExactUploaded;
    const shown = isFar || !isReady ? this.#coarse : this.#exact;
    this.#coarse?.setVisible(shown === this.#coarse, this.#hasBorders);
    this.#exact?.setVisible(shown === this.#exact, this.#hasBorders);
    // In a distant view nearly all regions are visible.
    if (shown === this.#exact) shown?.showRegions(...this.#inView(frame.camera));
    return isReady;
  }

  /** Uploads the next part of what the last frame lacked. @returns whether nothing is left */
  upload(renderer: WebGLRenderer): boolean {
    if (!this.#isDisposed && !this.#isExactUploaded) this.#exact?.upload(renderer);
    return this.#isDisposed || this.#isExactUploaded;
  }

  /** A small one is uploaded with its first frame. */
  get #isExactUploaded(): boolean {
    return this.#coarse === null || this.#exact === null || this.#exact.isUploaded;
  }

  #castShadow(): GroundShadow {
    const { flat, coarse } = this.map;
    const [minX, minZ, maxX, maxZ] = this.box;
    const [x, z] = flat.origin;
    const shadow = new GroundShadow(coarse ?? flat, [minX - x, minZ - z, maxX - x, maxZ - z]);
    this.group.add(shadow.mesh);
    return shadow;
  }

  #detail(shapes: RegionShapes): RegionDetail {
    const detail = new RegionDetail(shapes, this.#uniforms, {
      top: this.#material(TOP_VERTEX, PLAIN_FRAGMENT),
      wall: this.#material(WALL_VERTEX, WALL_FRAGMENT),
      border: this.#material(BORDER_VERTEX, BORDER_FRAGMENT, true),
    });
    this.group.add(detail.top, detail.walls, detail.borders);
    return detail;
  }

  /** World bounds of one region: minX, minZ, maxX, maxZ. */
  regionBox(region: number): [number, number, number, number] {
    const { regionBoxes, origin } = this.map.flat;
    const [x, z] = origin;
    const at = region * 4;
    return [
      regionBoxes[at]! + x,
      regionBoxes[at + 1]! + z,
      regionBoxes[at + 2]! + x,
      regionBoxes[at + 3]! + z,
    ];
  }

  /** Height of the region's top at a world position; 0 outside all regions. */
  heightAt(x: number, z: number): number {
    const { origin } = this.map.flat;
    const region = this.finder.at(x - origin[0], z - origin[1]);
    return region < 0 ? 0 : this.states.heightOf(region);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.group.removeFromParent();
    this.#coarse?.dispose();
    this.#exact?.dispose();
    this.#shadow?.dispose();
    this.states.dispose();
  }

  #material(vertexShader: string, fragmentShader: string, isSoft = false) {
    return (uniforms: Record<string, IUniform>) =>
      new RawShaderMaterial({
        glslVersion: GLSL3,
        vertexShader,
        fragmentShader,
        uniforms,
        side: DoubleSide,
        transparent: isSoft,
        depthWrite: !isSoft,
      });
  }

  /** The range of visible regions in the order of the file: first and one past the last. */
  #inView(camera: PerspectiveCamera): readonly [number, number] {
    _projection.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    _frustum.setFromProjectionMatrix(_projection, camera.coordinateSystem, camera.reversedDepth);
    const { regionBoxes, origin } = this.map.flat;
    const [x, z] = origin;
    _box.min.y = 0;
    _box.max.y = this.states.maxHeight + this.#uniforms.lift.value;
    let first = -1;
    let end = 0;
    for (let region = 0, at = 0; region < this.count; region++, at += 4) {
      _box.min.x = regionBoxes[at]! + x;
      _box.min.z = regionBoxes[at + 1]! + z;
      _box.max.x = regionBoxes[at + 2]! + x;
      _box.max.z = regionBoxes[at + 3]! + z;
      if (!_frustum.intersectsBox(_box)) continue;
      if (first < 0) first = region;
      end = region + 1;
    }
    return [Math.max(0, first), end];
  }
}

function worldBox({ flat }: LoadedMap): [number, number, number, number] {
  const { regionBoxes, origin } = flat;
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < regionBoxes.length; i += 4) {
    if (regionBoxes[i]! < box[0]) box[0] = regionBoxes[i]!;
    if (regionBoxes[i + 1]! < box[1]) box[1] = regionBoxes[i + 1]!;
    if (regionBoxes[i + 2]! > box[2]) box[2] = regionBoxes[i + 2]!;
    if (regionBoxes[i + 3]! > box[3]) box[3] = regionBoxes[i + 3]!;
  }
  if (box[0] > box[2]) return [-1, -1, 1, 1];
  return [box[0] + origin[0], box[1] + origin[1], box[2] + origin[0], box[3] + origin[1]];
}
