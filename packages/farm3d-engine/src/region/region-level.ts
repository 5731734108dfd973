import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  GLSL3,
  Group,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  IntType,
  InterleavedBufferAttribute,
  Mesh,
  RawShaderMaterial,
  Vector2,
  Vector3,
} from 'three';
import type { Disposable } from '../core/disposer.ts';
import { RegionFinder } from '../geo/region-finder.ts';
import type { LoadedMap } from './geojson.contract.ts';
import { type Outline, outlineOfBoxes } from './map-camera.ts';
import { BORDER_VERTEX, PLAIN_FRAGMENT, TOP_VERTEX, WALL_FRAGMENT, WALL_VERTEX } from './region-shader.ts';
import { RegionStates } from './region-state.ts';
import { packColor, type RegionStyle, screenColor } from './region-style.ts';

/** Corners of a wall or border quad: along, up or across. */
const CORNERS = Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1);
const CORNER_INDEX = Uint16Array.of(0, 1, 2, 0, 2, 3);
/** Above this a map goes to the GPU in two frames: 35 MB in one would hold the page up for longer than a frame. */
const LARGE_VERTICES = 200_000;

/**
 * One loaded map: three draws, whatever its size. Tops are one mesh; walls and borders are quads between neighbours of
 * the same vertex buffer, so that no wall is ever made.
 */
export class RegionLevel implements Disposable {
  readonly group = new Group();
  readonly map: LoadedMap;
  readonly states: RegionStates;
  readonly finder: RegionFinder;
  /** World coordinates: minX, minZ, maxX, maxZ. */
  readonly box: readonly [number, number, number, number];
  /** For a view of all of it. */
  readonly outline: Outline;
  readonly #indexOf = new Map<string, number>();
  readonly #geometries: BufferGeometry[] = [];
  readonly #materials: RawShaderMaterial[] = [];
  readonly #uniforms;
  readonly #borders: Mesh;
  readonly #walls: Mesh;
  #hasBorders = true;
  /** Frames until walls and borders are drawn too. */
  #framesToQuads: number;

  constructor(map: LoadedMap, style: RegionStyle) {
    this.map = map;
    const { flat } = map;
    this.states = new RegionStates(flat.ids.length);
    this.finder = new RegionFinder(flat, map.index);
    this.#framesToQuads = flat.positions.length / 2 > LARGE_VERTICES ? 1 : 0;
    for (const [i, id] of flat.ids.entries()) this.#indexOf.set(id, i);
    this.#uniforms = {
      states: { value: this.states.texture },
      morph: { value: 1 },
      reveal: { value: 1 },
      hoverColor: { value: new Vector3() },
      selectColor: { value: new Vector3() },
      sideColor: { value: new Vector3() },
      borderColor: { value: new Vector3() },
      viewport: { value: new Vector2(1, 1) },
      width: { value: 1 },
      lift: { value: 0 },
    };
    const quads = this.#quads();
    this.group.add(this.#mesh(this.#top(), TOP_VERTEX, PLAIN_FRAGMENT));
    this.#walls = this.#mesh(quads, WALL_VERTEX, WALL_FRAGMENT);
    this.group.add(this.#walls);
    this.#borders = this.#mesh(quads, BORDER_VERTEX, PLAIN_FRAGMENT);
    this.#borders.renderOrder = 1;
    this.group.add(this.#borders);
    this.group.position.set(flat.origin[0], 0, flat.origin[1]);
    this.box = worldBox(map);
    this.outline = outlineOfBoxes(flat.regionBoxes, flat.origin, this.box);
    this.setStyle(style);
    for (let i = 0; i < flat.ids.length; i++) this.states.setColor(i, packColor(style.topColor));
    for (let i = 0; i < flat.ids.length; i++) this.states.setHeight(i, style.depth);
    this.states.settle();
  }

  get count(): number {
    return this.map.flat.ids.length;
  }

  /** In the arrays that the GPU and the pointer use. */
  get bytes(): number {
    const { flat, index } = this.map;
    const arrays = [flat.positions, flat.vertexRegion, flat.indices, flat.ringStarts, flat.polygonStarts];
    const small = [
      flat.polygonBoxes,
      flat.centers,
      flat.anchors,
      flat.regionBoxes,
      index.boxes,
      index.targets,
    ];
    return [...arrays, ...small].reduce((sum, array) => sum + array.byteLength, 0);
  }

  /** -1 for an unknown id. */
  indexOf(id: string): number {
    return this.#indexOf.get(id) ?? -1;
  }

  idOf(region: number): string {
    return this.map.flat.ids[region]!;
  }

  /** Colours and widths; values keep their colours. */
  setStyle(style: RegionStyle): void {
    const u = this.#uniforms;
    u.hoverColor.value.set(...screenColor(style.hoverColor));
    u.selectColor.value.set(...screenColor(style.selectColor));
    u.sideColor.value.set(...screenColor(style.sideColor));
    u.borderColor.value.set(...screenColor(style.borderColor));
    u.width.value = style.borderWidth;
    this.#hasBorders = style.borderWidth > 0;
  }

  /** @param morph share of a height transition that is done, 0 to 1 */
  setMorph(morph: number): void {
    this.#uniforms.morph.value = morph;
  }

  /** @param reveal share of the height that is shown, 0 to 1 */
  setReveal(reveal: number): void {
    this.#uniforms.reveal.value = reveal;
  }

  /**
   * Before a frame.
   * @param width, height CSS px
   * @param distance of the camera: borders float above the tops by a share of it
   * @returns whether this frame shows all of it; if not, the next one does
   */
  prepare(width: number, height: number, distance: number): boolean {
    this.#uniforms.viewport.value.set(width, height);
    this.#uniforms.lift.value = distance * 2e-4;
    const isWhole = this.#framesToQuads === 0;
    this.#walls.visible = isWhole;
    this.#borders.visible = isWhole && this.#hasBorders;
    if (!isWhole && this.group.visible) this.#framesToQuads--;
    return isWhole || !this.group.visible;
  }

  /** World coordinates of one region: minX, minZ, maxX, maxZ. */
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

  /** Top of the region at a world place; 0 beside all of them. */
  heightAt(x: number, z: number): number {
    const { origin } = this.map.flat;
    const region = this.finder.at(x - origin[0], z - origin[1]);
    return region < 0 ? 0 : this.states.heightOf(region);
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const geometry of this.#geometries) geometry.dispose();
    for (const material of this.#materials) material.dispose();
    this.states.dispose();
  }

  #top(): BufferGeometry {
    const { positions, vertexRegion, indices } = this.map.flat;
    const geometry = new BufferGeometry();
    geometry.setAttribute('place', new BufferAttribute(positions, 2));
    geometry.setAttribute('region', integers(new BufferAttribute(vertexRegion, 1)));
    geometry.setIndex(new BufferAttribute(indices, 1));
    this.#geometries.push(geometry);
    return geometry;
  }

  #quads(): InstancedBufferGeometry {
    const { positions, vertexRegion } = this.map.flat;
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute('corner', new BufferAttribute(CORNERS, 2));
    geometry.setIndex(new BufferAttribute(CORNER_INDEX, 1));
    const line = new InstancedInterleavedBuffer(positions, 2);
    geometry.setAttribute('placeA', new InterleavedBufferAttribute(line, 2, 0));
    // The same buffer, one vertex further.
    geometry.setAttribute('placeB', new InterleavedBufferAttribute(line, 2, 2));
    geometry.setAttribute('region', integers(new InstancedBufferAttribute(vertexRegion, 1)));
    geometry.instanceCount = Math.max(0, positions.length / 2 - 1);
    this.#geometries.push(geometry);
    return geometry;
  }

  #mesh(geometry: BufferGeometry, vertexShader: string, fragmentShader: string): Mesh {
    const material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader,
      fragmentShader,
      uniforms: this.#uniforms,
      side: DoubleSide,
    });
    this.#materials.push(material);
    const mesh = new Mesh(geometry, material);
    // Its bounding sphere would be a look at every vertex, and the map is always in view.
    mesh.frustumCulled = false;
    return mesh;
  }
}

function integers<A extends BufferAttribute>(attribute: A): A {
  attribute.gpuType = IntType;
  return attribute;
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
