import { Color, Scene, Vector3 } from 'three';
import { Disposer, type IDisposable } from '../core/disposer.ts';
import type { Locale } from '../core/messages.ts';
import { type CameraRig, FIELD_OF_VIEW_DEGREES } from '../render/camera-rig.ts';
import type { GlRenderer } from '../render/gl-renderer.ts';
import type { Viewport } from '../render/viewport.ts';
import { Graticule } from './graticule.ts';
import type { LevelStack } from './level-stack.ts';
import { MapOverlay } from './map-overlay.ts';
import { MarkerLabels } from './marker-labels.ts';
import { RegionLabels } from './region-labels.ts';
import { emptyMap } from './region-entries.ts';
import { RegionLevel } from './region-level.ts';
import type { RegionStyle } from './region-style.ts';
import { RegionWeather } from './region-weather.ts';
import { warmUp } from './shader-warm-up.ts';

const _point = new Vector3();

/** Renders a map: canvas, names and labels over it. Draws on call. */
export class MapRenderer implements IDisposable {
  readonly scene = new Scene();
  readonly overlay: MapOverlay;
  readonly regionLabels: RegionLabels;
  readonly markerLabels: MarkerLabels;
  readonly weather: RegionWeather;
  readonly graticule: Graticule;
  readonly #viewport: Viewport;
  readonly #renderer: GlRenderer;
  readonly #disposer = new Disposer();
  readonly #lifetime = new AbortController();
  #camera: CameraRig | undefined;
  #frames = 0;
  #cost = { draws: 0, triangles: 0 };

  constructor(container: HTMLElement, viewport: Viewport, locale: Locale) {
    this.#viewport = viewport;
    this.#renderer = viewport.renderer;
    this.#disposer.add(() => this.#lifetime.abort());
    this.overlay = this.#disposer.own(new MapOverlay(container, viewport.canvas, locale));
    this.regionLabels = this.#disposer.own(new RegionLabels(this.overlay.names));
    this.weather = this.#disposer.own(new RegionWeather());
    this.graticule = this.#disposer.own(new Graticule(this.overlay.names));
    this.scene.add(this.weather.group, this.graticule.mesh);
    this.markerLabels = this.#disposer.own(new MarkerLabels(this.overlay.markerLabels));
  }

  get isLost(): boolean {
    return this.#renderer.isLost;
  }

  /** Statistics of the last frame. */
  get cost(): { readonly frames: number; readonly draws: number; readonly triangles: number } {
    return { frames: this.#frames, ...this.#cost };
  }

  get memory(): { readonly geometries: number; readonly textures: number } {
    const { geometries, textures } = this.#renderer.three.info.memory;
    return { geometries, textures };
  }

  /** Sets the camera and compiles all shaders of a map before one is loaded. */
  prepare(camera: CameraRig, style: RegionStyle): Promise<void> {
    this.#camera = camera;
    const pattern = this.#disposer.own(new RegionLevel(emptyMap(), style));
    pattern.group.visible = false;
    this.scene.add(pattern.group);
    return warmUp(
      this.#renderer.three,
      this.scene,
      camera.three,
      () => this.#disposer.isDisposed || this.isLost,
    );
  }

  setStyle({ backgroundColor, labelColor, labelHaloColor, labelSize }: RegionStyle): void {
    this.scene.background = new Color(backgroundColor);
    this.regionLabels.setLook({ color: labelColor, halo: labelHaloColor, size: labelSize });
  }

  setSize(width: number, height: number, pixelRatio: number): void {
    this.#renderer.setSize(width, height, pixelRatio);
    this.graticule.setViewport(width, height);
  }

  /**
   * Draws a frame.
   * @param timeSeconds animation time
   * @returns whether the map is complete; if not, `upload` brings the rest for another frame
   */
  draw(levels: LevelStack, timeSeconds: number): boolean {
    const { width, height, canvas } = this.#viewport;
    const rig = this.#camera!;
    const { three } = rig;
    const { position: p, target: t } = rig.state();
    const distance = Math.hypot(p.x - t.x, p.y - t.y, p.z - t.z);
    // Near and far planes follow the distance: a village and a continent use the same share of the depth buffer.
    three.near = distance * 0.02;
    three.far = distance * 40;
    three.updateProjectionMatrix();
    three.updateMatrixWorld();
    const pixels = height / (2 * distance * Math.tan((FIELD_OF_VIEW_DEGREES * Math.PI) / 360));
    const frame = {
      camera: three,
      width,
      height,
      unitsPerPixel: 1 / pixels,
      pixelsPerUnit: (pixels * canvas.height) / Math.max(1, height),
    };
    let isWhole = true;
    for (const { view } of levels.all) isWhole = view.prepare(frame) && isWhole;
    this.weather.follow(t, distance, canvas.height);
    this.#cost = this.#renderer.render(this.scene, three);
    this.#frames++;
    this.regionLabels.update(this.#toScreen, width, height, pixels);
    this.markerLabels.update(this.#toScreen, timeSeconds);
    this.graticule.update(this.#toScreen);
    return isWhole;
  }

  /** Uploads what the last frame lacked, part by part as the graphics card takes it, so that the page goes on meanwhile. */
  async upload(levels: LevelStack): Promise<void> {
    const { signal } = this.#lifetime;
    for (const { view } of levels.all) {
      while (!signal.aborted && !this.isLost && !view.upload(this.#renderer.three))
        await this.#renderer.finished(signal);
    }
  }

  /** The same at once: the page waits. */
  uploadAtOnce(levels: LevelStack): void {
    for (const { view } of levels.all) while (!this.isLost && !view.upload(this.#renderer.three));
  }

  dispose(): void {
    this.#disposer.dispose();
  }

  readonly #toScreen = (x: number, y: number, z: number): { x: number; y: number } | null => {
    const { width, height } = this.#viewport;
    const { three } = this.#camera!;
    _point.set(x, y, z).applyMatrix4(three.matrixWorldInverse);
    if (_point.z >= 0) return null;
    const half = Math.tan((three.fov * Math.PI) / 360) * -_point.z;
    return {
      x: (1 + _point.x / (half * three.aspect)) * (width / 2),
      y: (1 - _point.y / half) * (height / 2),
    };
  };
}
