import earcut from 'earcut';
import {
  BufferGeometry,
  Color,
  DataTexture,
  Float32BufferAttribute,
  LinearFilter,
  Mesh,
  MeshStandardMaterial,
  RepeatWrapping,
  SRGBColorSpace,
  Texture,
  Vector4,
} from 'three';
import { check, checkFinite, checkVector } from '../core/check.ts';
import { checkCssColor, checkRange } from '../core/check-fields.ts';
import type { IDisposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import type { FarmViewer } from '../engine/farm-viewer.ts';
import type { ViewerContext } from '../context/viewer-context.ts';
import { patchSurface } from '../view/surface.ts';
import {
  heatColor,
  heatGrid,
  type HeatLegend,
  heatLegend,
  type HeatPoint,
  type HeatScale,
  heatScale,
} from './heat-grid.ts';
import { clearGrass } from './clear-grass.ts';
import { isOnPlot, PLOT_DEPTH, type PlotShape, plotShape } from './plot-shape.ts';

/** Options of a {@link Plot}. */
export interface PlotOptions {
  /** Longitude and latitude, or `{ polygons }` in metres around `at`; see {@link plotShape}. */
  readonly boundary: unknown;
  /** Scene metres per metre of ground, divided by 5. Default 0.2: true to scale. No effect on a boundary in metres. */
  readonly modelSizeRatio?: number;
  /** Position of the centre of the boundary, metres. Default: the origin, 0.05 above the ground. */
  readonly at?: { readonly x: number; readonly y: number; readonly z: number };
}

/** Options of {@link Plot.showHeatMap}. Default of the scale: the range of the values, without a unit. */
export interface HeatMapOptions extends Partial<HeatScale> {
  /** Opacity, 0 … 1. Default 0.75. */
  readonly opacity?: number;
}

/** Height above the ground, metres, to avoid z-fighting. */
const LIFT = 0.05;
/** Side of the heat map's grid. */
const GRID = 64;
/** Size of a texture tile, metres. */
const SKIN_METERS = 12;

/** Soil with furrows, darker if moist; or a texture; tinted by grade; the heat map over all. */
const COLOR = /* glsl */ `
  {
    vec2 furrow = vec2(vPlot.x * plotRotation.x + vPlot.y * plotRotation.y, 0.0);
    float grain = texture2D(farmGrain, vPlot * 0.11).r;
    float fine = texture2D(farmGrain, vPlot * 0.63 + 0.3).r;
    vec3 soil = mix(vec3(0.20, 0.125, 0.075), vec3(0.30, 0.205, 0.13), grain) * (0.8 + 0.4 * fine);
    soil *= 0.82 + 0.18 * cos(furrow.x * 8.97 + (grain - 0.5));
    soil *= mix(1.0, 0.52, plotLook.x * (0.7 + 0.6 * grain));
    vec3 color = mix(soil, texture2D(plotSkin, vPlot / ${SKIN_METERS.toFixed(1)}).rgb, plotLook.y);
    color = mix(color, plotGrade.rgb * (0.75 + 0.5 * grain), plotGrade.a);
    vec4 heat = texture2D(plotHeat, (vPlot - plotBox.xy) * plotBox.zw);
    diffuseColor.rgb = mix(color, heat.rgb, plotLook.z);
  }
`;

/**
 * A plot of land from its boundary: soil or a texture, a grade colour, and values as a heat map.
 * @example
 * const plot = new Plot(viewer, { boundary: scene.boundary });
 * plot.setMoisture(0.6);
 * const legend = plot.showHeatMap(points, { unit: '%' });
 */
export class Plot implements IDisposable {
  /** The boundary in scene metres, with its area. */
  readonly shape: PlotShape;
  /** Height of its ground, metres. */
  readonly groundY: number;
  readonly #context: ViewerContext;
  readonly #heat: DataTexture;
  readonly #uniforms = {
    plotSkin: { value: null as Texture | null },
    plotHeat: { value: null as Texture | null },
    /** Moisture, texture, heat map. */
    plotLook: { value: new Vector4(0, 0, 0, 0) },
    plotGrade: { value: new Vector4(0, 0, 0, 0) },
    plotBox: { value: new Vector4(0, 0, 1, 1) },
    plotRotation: { value: new Vector4(0, 1, 0, 0) },
  };
  #skin: Texture | undefined;
  #change = 0;

  /** @throws FarmError `disposed` or `invalid-argument` */
  constructor(viewer: FarmViewer, { boundary, modelSizeRatio, at }: PlotOptions) {
    if (at !== undefined) checkVector(at, 'at');
    this.shape = plotShape(boundary, modelSizeRatio);
    const context = viewer.use({});
    this.#context = context;
    this.groundY = at?.y ?? LIFT;
    const { low, high } = this.shape;
    this.#heat = new DataTexture(new Uint8Array(GRID * GRID * 4), GRID, GRID);
    this.#heat.magFilter = this.#heat.minFilter = LinearFilter;
    this.#heat.colorSpace = SRGBColorSpace;
    this.#heat.needsUpdate = true;
    this.#uniforms.plotHeat.value = this.#uniforms.plotSkin.value = this.#heat;
    this.#uniforms.plotBox.value.set(low[0], low[1], 1 / (high[0] - low[0]), 1 / (high[1] - low[1]));
    const geometry = plotGeometry(this.shape);
    const material = this.#createMaterial();
    const mesh = new Mesh(geometry, material);
    mesh.name = 'plot';
    mesh.receiveShadow = true;
    const [middleX, middleZ] = [at?.x ?? 0, at?.z ?? 0];
    mesh.position.set(middleX, this.groundY, middleZ);
    context.add(mesh);
    context.own(() => {
      this.#heat.dispose();
      this.#dropSkin();
    });
    context.addPlot({
      y: this.groundY,
      low: [low[0] + middleX, low[1] + middleZ],
      high: [high[0] + middleX, high[1] + middleZ],
      contains: (x, z) => isOnPlot(this.shape, x - middleX, z - middleZ),
    });
    context.own(clearGrass(context, this.shape, middleX, middleZ));
  }

  /** Whether `dispose` was called. */
  get isDisposed(): boolean {
    return this.#context.isDetached;
  }

  /**
   * Sets the moisture of the soil.
   * @param part 0: dry, 1: wet; clamped
   */
  setMoisture(part: number): void {
    checkFinite({ part });
    this.#set(() => (this.#uniforms.plotLook.value.x = Math.min(1, Math.max(0, part))));
  }

  /** Tints the plot by a grade. @param color CSS colour; null: none. @param weight 0 … 1, default 0.6 */
  setGrade(color: string | null, weight = 0.6): void {
    if (color !== null) checkCssColor('color', color);
    checkRange('weight', weight, 0, 1);
    this.#set(() => {
      const { r, g, b } = new Color(color ?? '#000000');
      this.#uniforms.plotGrade.value.set(r, g, b, color === null ? 0 : weight);
    });
  }

  /**
   * Sets the direction of the furrows.
   * @param angle radians; 0: east
   */
  setFurrows(angle: number): void {
    checkFinite({ angle });
    this.#set(() => this.#uniforms.plotRotation.value.set(-Math.sin(angle), Math.cos(angle), 0, 0));
  }

  /**
   * Covers the plot with an image, repeated every 12 m; null removes it. The previous one stays until it is loaded.
   * @param image URL, or the image in a format that the browser decodes
   * @throws FarmError `disposed`; `model-network` if the image cannot be loaded
   */
  async setTexture(image: string | Blob | null): Promise<void> {
    if (this.isDisposed) throw new FarmError('disposed');
    check(image === null || typeof image === 'string' || image instanceof Blob, 'image', image);
    const change = ++this.#change;
    if (image === null) {
      this.#set(() => this.#dropSkin());
      return;
    }
    const bitmap = await fetchBitmap(image);
    if (this.isDisposed || change !== this.#change) {
      bitmap.close();
      return;
    }
    this.#set(() => {
      this.#dropSkin();
      const skin = new Texture(bitmap);
      skin.wrapS = skin.wrapT = RepeatWrapping;
      skin.colorSpace = SRGBColorSpace;
      skin.anisotropy = 8;
      skin.needsUpdate = true;
      this.#skin = skin;
      this.#uniforms.plotSkin.value = skin;
      this.#uniforms.plotLook.value.y = 1;
    });
  }

  /**
   * Shows values on the plot, interpolated by inverse squared distance.
   * @returns data for a legend
   * @throws FarmError `disposed`, or `invalid-argument` for no values or an empty scale
   */
  showHeatMap(
    points: readonly HeatPoint[],
    { opacity = 0.75, ...scaleOptions }: HeatMapOptions = {},
  ): HeatLegend {
    if (this.isDisposed) throw new FarmError('disposed');
    checkRange('opacity', opacity, 0, 1);
    const scale = heatScale(points, scaleOptions);
    const grid = heatGrid(points, this.shape.low, this.shape.high, GRID);
    const pixels = this.#heat.image.data as Uint8Array;
    for (const [i, value] of grid.entries()) {
      const [r, g, b] = heatColor((value - scale.low) / (scale.high - scale.low));
      pixels.set([r, g, b, 255], i * 4);
    }
    this.#heat.needsUpdate = true;
    this.#set(() => (this.#uniforms.plotLook.value.z = opacity));
    return heatLegend(scale);
  }

  /** Hides the heat map. */
  hideHeatMap(): void {
    this.#set(() => (this.#uniforms.plotLook.value.z = 0));
  }

  /** Removes the plot from the scene. A second call has no effect. */
  dispose(): void {
    this.#context.detach();
  }

  #set(change: () => void): void {
    if (this.isDisposed) throw new FarmError('disposed');
    change();
    this.#context.requestRender('plot');
  }

  #dropSkin(): void {
    this.#uniforms.plotLook.value.y = 0;
    this.#uniforms.plotSkin.value = this.#heat;
    (this.#skin?.image as ImageBitmap | undefined)?.close();
    this.#skin?.dispose();
    this.#skin = undefined;
  }

  #createMaterial(): MeshStandardMaterial {
    const material = new MeshStandardMaterial({ roughness: 0.95, metalness: 0 });
    material.name = 'plot';
    material.onBeforeCompile = (shader) => {
      patchSurface(shader, material);
      Object.assign(shader.uniforms, this.#uniforms);
      const declared = 'varying vec2 vPlot;\n';
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', `#include <common>\n${declared}`)
        .replace('#include <begin_vertex>', '#include <begin_vertex>\nvPlot = position.xz;');
      shader.fragmentShader = shader.fragmentShader
        .replace(
          '#include <common>',
          `#include <common>\n${declared}uniform sampler2D plotSkin;\nuniform sampler2D plotHeat;
          uniform vec4 plotLook;\nuniform vec4 plotGrade;\nuniform vec4 plotBox;\nuniform vec4 plotRotation;`,
        )
        .replace('#include <color_fragment>', `#include <color_fragment>\n${COLOR}`);
    };
    material.customProgramCacheKey = () => 'farm3d-plot';
    return material;
  }
}

/** The top, and walls down to the depth of the specification. */
function plotGeometry({ polygons: pieces }: PlotShape): BufferGeometry {
  const positions: number[] = [];
  const normals: number[] = [];
  const index: number[] = [];
  for (const { outline, holes } of pieces) {
    const rings = [outline, ...holes];
    const flat = rings.flat(2);
    const first = positions.length / 3;
    for (let i = 0; i < flat.length; i += 2) {
      positions.push(flat[i]!, 0, flat[i + 1]!);
      normals.push(0, 1, 0);
    }
    const starts = holes.map((_, i) => rings.slice(0, i + 1).reduce((sum, ring) => sum + ring.length, 0));
    for (const corners of triples(earcut(flat, starts))) {
      const [a, b, c] = corners.map((corner) => corner + first) as [number, number, number];
      const isUp = rotationVector(positions, a, b, c) < 0;
      index.push(a, isUp ? b : c, isUp ? c : b);
    }
    for (const [r, ring] of rings.entries()) {
      // Walls face away from the ground, also in holes.
      const isReversed = signedArea(ring) > 0 !== r > 0;
      for (const [i, point] of ring.entries()) {
        const next = ring[(i + 1) % ring.length]!;
        const [[ax, az], [bx, bz]] = isReversed ? [next, point] : [point, next];
        const length = Math.hypot(bx - ax, bz - az);
        if (length === 0) continue;
        const at = positions.length / 3;
        positions.push(ax, 0, az, bx, 0, bz, bx, -PLOT_DEPTH, bz, ax, -PLOT_DEPTH, az);
        for (let k = 0; k < 4; k++) normals.push((az - bz) / -length, 0, (bx - ax) / -length);
        index.push(at, at + 1, at + 2, at, at + 2, at + 3);
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new Float32BufferAttribute(normals, 3));
  geometry.setIndex(index);
  geometry.computeBoundingSphere();
  return geometry;
}

function* triples(list: readonly number[]): Generator<[number, number, number]> {
  for (let i = 0; i < list.length; i += 3) yield [list[i]!, list[i + 1]!, list[i + 2]!];
}

function rotationVector(positions: readonly number[], a: number, b: number, c: number): number {
  const [x, z] = [positions[a * 3]!, positions[a * 3 + 2]!];
  return (
    (positions[b * 3]! - x) * (positions[c * 3 + 2]! - z) -
    (positions[c * 3]! - x) * (positions[b * 3 + 2]! - z)
  );
}

function signedArea(ring: PlotShape['polygons'][number]['outline']): number {
  return ring.reduce((sum, [x, z], i) => {
    const [nextX, nextZ] = ring[(i + 1) % ring.length]!;
    return sum + x * nextZ - nextX * z;
  }, 0);
}

async function fetchBitmap(image: string | Blob): Promise<ImageBitmap> {
  try {
    if (typeof image !== 'string') return await createImageBitmap(image);
    const response = await fetch(image);
    if (!response.ok) throw new Error(String(response.status));
    return await createImageBitmap(await response.blob());
  } catch (error) {
    throw FarmError.from(error, 'model-network', {
      path: typeof image === 'string' ? image : image.type,
    });
  }
}
