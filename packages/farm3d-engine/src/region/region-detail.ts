import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  FloatType,
  type IUniform,
  Mesh,
  type RawShaderMaterial,
  RedIntegerFormat,
  RGFormat,
  type Texture,
  UnsignedShortType,
  type WebGLRenderer,
} from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { type RegionShapes, ROW_VERTICES } from '../geo/flat-regions.ts';

/** Vertices of the two triangles of a quad. */
const QUAD_CORNERS = 6;
/** Rows of a texture that are uploaded together: half a megabyte of positions. */
const SLICE_ROWS = 64;
/** Numbers of a texel in the ranges of three, whatever its format. */
const RANGE_STRIDE = 4;

/** Uniforms of one level of detail. */
type Uniforms = Record<string, IUniform>;

/** Materials of the meshes. */
export interface RegionMaterials {
  readonly top: (uniforms: Uniforms) => RawShaderMaterial;
  readonly wall: (uniforms: Uniforms) => RawShaderMaterial;
  readonly border: (uniforms: Uniforms) => RawShaderMaterial;
}

/**
 * The shapes of a map on the GPU: positions and regions as two textures, and three meshes without vertex attributes. A
 * shader reads positions by vertex number: walls and borders are two triangles per edge, so no geometry is built for them.
 * (As instances of four vertices the same quads take software renderers twenty times as long, and graphics cards no less.)
 */
export class RegionDetail implements IDisposable {
  readonly top: Mesh;
  readonly walls: Mesh;
  readonly borders: Mesh;
  readonly #shapes: RegionShapes;
  readonly #textures: readonly [DataTexture, DataTexture];
  readonly #uploadedRows = new Map<Texture, number>();

  constructor(shapes: RegionShapes, uniforms: Uniforms, materials: RegionMaterials) {
    this.#shapes = shapes;
    const { positions, vertexRegion, indices } = shapes;
    const rows = Math.max(1, Math.ceil(vertexRegion.length / ROW_VERTICES));
    const size = rows * ROW_VERTICES;
    const isEmpty = vertexRegion.length === 0;
    // The buffers are padded to whole rows of the texture, so nothing is copied.
    const padded = isEmpty
      ? new Float32Array(size * 2)
      : new Float32Array(positions.buffer, positions.byteOffset, size * 2);
    const owners = isEmpty
      ? new Uint16Array(size)
      : new Uint16Array(vertexRegion.buffer, vertexRegion.byteOffset, size);
    const positionTexture = new DataTexture(padded, ROW_VERTICES, rows, RGFormat, FloatType);
    const ownerTexture = new DataTexture(owners, ROW_VERTICES, rows, RedIntegerFormat, UnsignedShortType);
    positionTexture.needsUpdate = true;
    ownerTexture.needsUpdate = true;
    this.#textures = [positionTexture, ownerTexture];
    const own: Uniforms = {
      ...uniforms,
      places: { value: positionTexture },
      owners: { value: ownerTexture },
    };
    const surface = new BufferGeometry();
    surface.setIndex(new BufferAttribute(indices, 1));
    const quads = new BufferGeometry();
    this.top = meshOf(surface, materials.top(own));
    this.walls = meshOf(quads, materials.wall(own));
    this.borders = meshOf(quads, materials.border(own));
    this.borders.renderOrder = 1;
    this.showRegions(0, shapes.regionVertices.length - 1);
  }

  get isUploaded(): boolean {
    return this.#textures.every((texture) => this.#rowsOf(texture) === texture.image.height);
  }

  /** Uploads the next part to the GPU: a large map at once would block the page. */
  upload(renderer: WebGLRenderer): void {
    const texture = this.#textures.find((one) => this.#rowsOf(one) < one.image.height);
    if (!texture) return;
    // Also after a lost context, which took what was there.
    if (!renderer.properties.has(texture)) {
      texture.source.dataReady = false;
      renderer.initTexture(texture);
      texture.source.dataReady = true;
      this.#uploadedRows.delete(texture);
    }
    const first = this.#rowsOf(texture);
    const end = Math.min(first + SLICE_ROWS, texture.image.height);
    for (let row = first; row < end; row++)
      texture.addUpdateRange(row * ROW_VERTICES * RANGE_STRIDE, ROW_VERTICES * RANGE_STRIDE);
    texture.needsUpdate = true;
    renderer.initTexture(texture);
    this.#uploadedRows.set(texture, end);
  }

  #rowsOf(texture: Texture): number {
    return this.#uploadedRows.get(texture) ?? 0;
  }

  /** Draws the regions from `first` up to, not including, `end`, in the order of the file. */
  showRegions(first: number, end: number): void {
    const { regionVertices, regionIndices } = this.#shapes;
    const from = regionVertices[first] ?? 0;
    // No edge starts at the last vertex.
    const vertices = Math.max(0, (regionVertices[end] ?? 0) - from - 1);
    this.walls.geometry.setDrawRange(from * QUAD_CORNERS, vertices * QUAD_CORNERS);
    const start = regionIndices[first] ?? 0;
    this.top.geometry.setDrawRange(start, (regionIndices[end] ?? 0) - start);
  }

  setVisible(isVisible: boolean, hasBorders: boolean): void {
    this.top.visible = isVisible;
    this.walls.visible = isVisible;
    this.borders.visible = isVisible && hasBorders;
  }

  dispose(): void {
    for (const mesh of [this.top, this.walls, this.borders]) {
      mesh.geometry.dispose();
      (mesh.material as RawShaderMaterial).dispose();
    }
    for (const texture of this.#textures) texture.dispose();
  }
}

function meshOf(geometry: BufferGeometry, material: RawShaderMaterial): Mesh {
  const mesh = new Mesh(geometry, material);
  // Without attributes three has no bounds for culling; the level chooses the visible regions.
  mesh.frustumCulled = false;
  return mesh;
}
