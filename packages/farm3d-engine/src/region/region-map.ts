/// <reference lib="esnext.disposable" preserve="true" />
import { browserClock } from '../core/clock.ts';
import { Disposer, type IDisposable } from '../core/disposer.ts';
import { TypedEmitter } from '../core/emitter.ts';
import { check, checkElement, checkFinite, invalidArgument } from '../core/check.ts';
import {
  checkBoolean,
  checkHexColor,
  checkList,
  checkLngLat,
  checkNumber,
  checkObject,
} from '../core/check-fields.ts';
import { FarmError } from '../core/errors.ts';
import type { Padding } from '../core/padding.ts';
import type { Vec3 } from '../core/vec3.ts';
import {
  describeProjection,
  type LngLat,
  type MapProjection,
  type ProjectionSpec,
} from '../geo/projection.ts';
import { CameraRig } from '../render/camera-rig.ts';
import { Viewport } from '../render/viewport.ts';
import { WEATHER_KINDS, type WeatherKind } from '../weather/kinds.ts';
import { checkMapOptions, checkPadding, checkProjection } from './check-options.ts';
import { FlowingLines } from './flowing-lines.ts';
import type { LoadedMap } from './geojson.contract.ts';
import { checkGraticule, type GraticuleOptions } from './graticule.ts';
import { type Level, LevelStack } from './level-stack.ts';
import { LevelNavigation } from './level-navigation.ts';
import { outlineOf } from './map-camera.ts';
import type { MapBearing } from './map-compass.ts';
import type { MapHost } from './map-host.ts';
import { MapLoader } from './map-loader.ts';
import { addMapMessages } from './map-messages.ts';
import { MapPicker } from './map-picker.ts';
import { type MapPick, MapPointer } from './map-pointer.ts';
import { MapRenderer } from './map-renderer.ts';
import { MapView } from './map-view.ts';
import { PointMarkers } from './point-markers.ts';
import { entryOf, resultOf } from './region-entries.ts';
import type { RegionLevel } from './region-level.ts';
import {
  type MapLoadResult,
  type MapSource,
  REGION_MAP_EVENTS,
  type RegionEntry,
  type RegionMapEvents,
  type RegionMapOptions,
  type RegionMapStats,
} from './region-map-types.ts';
import { checkStyle, DAY_STYLE, packColor, type RegionStyle } from './region-style.ts';
import {
  checkScale,
  applyValues,
  clearValues,
  type Legend,
  type RegionValues,
  type ValueScale,
} from './region-values.ts';
import { RotatingRings } from './rotating-rings.ts';
import { Transition } from './transition.ts';

/** Limits of the camera's distance, map units: from a village to the world. */
const MIN_DISTANCE = 0.02;
const MAX_DISTANCE = 2_000;
/** Animation time wraps here, before 32-bit floats lose precision: a multiple of all periods. */
const TIME_WRAP_SECONDS = 3_600;

/**
 * A 3D map of regions, made from GeoJSON.
 * @example
 * const map = new RegionMap(element, { projection: createMercator() });
 * await map.load('/maps/provinces.geojson');
 * map.on('region-click', ({ id }) => map.select([id]));
 */
export class RegionMap extends TypedEmitter<RegionMapEvents> implements IDisposable {
  /** The camera of the map. */
  readonly camera: CameraRig;
  /** Point markers: `add`, `update`, `remove`, `clear`. */
  readonly markers: PointMarkers;
  /** Rotating rings on the map. */
  readonly rings: RotatingRings;
  /** Flowing lines on the map. */
  readonly flows: FlowingLines;
  readonly #options: RegionMapOptions;
  readonly #disposer = new Disposer();
  readonly #renderer: MapRenderer;
  readonly #levels: LevelStack;
  readonly #view: MapView;
  readonly #navigation: LevelNavigation;
  readonly #viewport: Viewport;
  /** Transitions of a new level and of values: both may run at the same time. */
  readonly #rise: Transition;
  readonly #morphing: Transition;
  readonly #loader: MapLoader;
  readonly #picker: MapPicker;
  readonly #pointer: MapPointer;
  readonly #time = { value: 0 };
  readonly #compiled: Promise<void>;
  #isUploading = false;
  #style: RegionStyle;
  #projection: MapProjection | undefined;
  #spec: ProjectionSpec | null = null;

  /** @throws FarmError `webgl-unavailable` */
  constructor(container: HTMLElement, options: RegionMapOptions = {}) {
    checkElement(container);
    checkMapOptions(options);
    addMapMessages();
    super(REGION_MAP_EVENTS);
    this.#options = options;
    this.#style = { ...DAY_STYLE, ...options.style };
    const own = this.#disposer;
    this.#viewport = own.own(this.#createViewport(container));
    this.#renderer = own.own(new MapRenderer(container, this.#viewport, options.locale ?? 'zh-CN'));
    this.#renderer.regionLabels.isOn = options.labels ?? true;
    const { canvas, tweens } = this.#viewport;
    const { scene } = this.#renderer;
    this.#levels = new LevelStack(scene);
    own.add(() => this.#levels.clear());
    const tween = options.tween ?? tweens.play;
    const isStill = () => this.#isStill();
    const moved = () => this.requestRender('transition');
    this.#rise = new Transition(tween, isStill, moved);
    this.#morphing = new Transition(tween, isStill, moved);
    this.camera = own.own(
      new CameraRig(canvas, tween, isStill, {
        minDistance: MIN_DISTANCE,
        maxDistance: MAX_DISTANCE,
        nearPlane: 0.01,
        isMap: true,
      }),
    );
    this.#view = new MapView(this.camera, container);
    this.camera.on('changed', ({ source }) => this.emit('camera-changed', { source }));
    const host: MapHost = {
      toWorld: (position) => this.#toWorldXz(position),
      heightAt: (x, z) => this.#top?.view.heightAt(x, z) ?? 0,
      changed: () => this.requestRender('layers'),
    };
    this.markers = own.own(new PointMarkers(host, this.#time, this.#renderer.markerLabels));
    this.rings = own.own(new RotatingRings(host, this.#time));
    this.flows = own.own(new FlowingLines(host, this.#time));
    scene.add(this.markers.mesh, this.rings.mesh, this.flows.mesh);
    this.#loader = own.own(
      new MapLoader(options, options.locale ?? 'zh-CN', (phase, ratio) =>
        this.emit('load-progress', { phase, ratio }),
      ),
    );
    this.#picker = new MapPicker(canvas, this.camera.three);
    this.#navigation = this.#createNavigation();
    this.#compiled = this.#renderer.prepare(this.camera, this.#style);
    this.#pointer = own.own(this.#listen());
    this.#applyStyle();
    if (options.projection) this.setProjection(options.projection);
    this.#viewport.start(this.camera);
    this.resize();
  }

  /** Whether `dispose` was called. */
  get isDisposed(): boolean {
    return this.#disposer.isDisposed;
  }

  /** The present style; `setStyle` changes it. */
  get style(): RegionStyle {
    return this.#style;
  }

  /** Depth of the drill-down; 0 at the top. */
  get depth(): number {
    return this.#navigation.depth;
  }

  /** Ids of the selected regions of the present level. */
  get selection(): readonly string[] {
    return this.#levels.selectedIds();
  }

  /** Legend of the present values; null without any. */
  get legend(): Legend | null {
    return this.#top?.legend ?? null;
  }

  /**
   * Sets the projection from degrees to map units. A loaded map was built with the old one and is removed; load it again.
   * Markers, rings and lines are moved.
   */
  setProjection(projection: MapProjection): void {
    this.#assertAlive();
    checkProjection(projection);
    this.#projection = projection;
    this.#spec = describeProjection(projection);
    this.#loader.abort();
    this.#morphing.cancel();
    this.#navigation.removeLevels();
    this.#refreshLayers();
    this.requestRender('projection');
  }

  /** Longitude and latitude, degrees → world coordinates on the ground: x east, z south. @throws FarmError `projection-missing` */
  toWorld(lngLat: LngLat): Vec3 {
    checkLngLat('lngLat', lngLat);
    const [x, z] = this.#toWorldXz(lngLat);
    return { x, y: 0, z };
  }

  /**
   * World coordinates → longitude and latitude, degrees.
   * @throws FarmError `projection-missing`, or `invalid-argument` if the projection cannot be inverted there
   */
  toLngLat(point: { readonly x: number; readonly z: number }): LngLat {
    checkObject('point', point);
    checkFinite({ 'point.x': point.x, 'point.z': point.z });
    const lngLat = this.#needProjection().invert?.([point.x, point.z]);
    // The projection cannot be inverted there.
    if (!lngLat) throw invalidArgument('point', point);
    return lngLat;
  }

  /**
   * Loads a map and replaces the present one. Parsing, projecting and triangulating run in a worker. A second call aborts a
   * running one.
   * @throws FarmError `projection-missing`, `aborted`, `disposed`, `map-…` or `worker-…`; `details.fault` of `map-invalid`
   * is a {@link MapFault}
   */
  async load(source: MapSource, options: { readonly signal?: AbortSignal } = {}): Promise<MapLoadResult> {
    return resultOf(await this.#navigation.load(source, options.signal));
  }

  /**
   * Drills down into a region: loads its map (`source`, else the result of the `child` option) and moves the camera there.
   * @returns false if there is no map inside
   * @throws as `load`, and `unknown-region`
   */
  drillDown(
    id: string,
    source?: MapSource,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<boolean> {
    return this.#navigation.drillDown(id, source, options.signal);
  }

  /** Goes back up one level. @returns false at the top */
  back(): Promise<boolean> {
    return this.#navigation.back();
  }

  /** All regions of the present level. */
  regions(): RegionEntry[] {
    const map = this.#top?.view.map;
    return map ? map.flat.ids.map((_, region) => entryOf(map, region)) : [];
  }

  /** A region of the present level. @returns null for an unknown id */
  region(id: string): RegionEntry | null {
    const view = this.#top?.view;
    const index = view?.indexOf(id) ?? -1;
    return view && index >= 0 ? entryOf(view.map, index) : null;
  }

  /** Selects these regions and no others. Unknown ids are ignored. */
  select(ids: readonly string[]): void {
    checkList('ids', ids);
    if (!this.#levels.select(ids)) return;
    const { view, selection } = this.#top!;
    this.#navigation.pinNames();
    this.#renderer.overlay.announce(selection.map((region) => view.map.flat.names[region]!).join('、'));
    this.requestRender('selection');
    this.emit('select', { ids: this.selection });
  }

  /** Sets colours and heights of regions by value, in one texture upload. Ids without a region are ignored. */
  setValues(values: RegionValues, scale: ValueScale): Legend {
    checkScale(values, scale);
    const level = this.#top;
    // No map is loaded.
    if (!level) throw invalidArgument('map', null);
    level.legend = applyValues(level.view, values, scale, this.#style);
    this.#morph(level.view);
    return level.legend;
  }

  /** Resets all regions to the style's colour and height, and the legend to null. */
  clearValues(): void {
    const level = this.#top;
    if (!level) return;
    level.legend = null;
    clearValues(level.view, this.#style);
    this.#morph(level.view);
  }

  /** Sets one region's colour (#rrggbb) and height (map units). @throws FarmError `unknown-region` */
  setRegionStyle(id: string, style: { readonly color?: string; readonly height?: number }): void {
    checkObject('style', style);
    checkHexColor('color', style.color);
    checkNumber('height', style.height);
    const { view } = this.#levels.levelOf(id);
    const region = view.indexOf(id);
    if (style.color !== undefined) view.states.setColor(region, packColor(style.color));
    if (style.height !== undefined) {
      view.states.settle();
      view.states.setHeight(region, style.height);
      this.#morph(view);
    }
    this.requestRender('style');
  }

  /** Changes parts of the style. Regions without a value get the new colour. */
  setStyle(style: Partial<RegionStyle>): void {
    checkStyle(style);
    this.#style = { ...this.#style, ...style };
    this.#applyStyle();
  }

  /** The present weather; null: none. */
  get weather(): WeatherKind | null {
    return this.#renderer.weather.kind;
  }

  /**
   * Shows rain, snow or clouds over the map (Spec §9: 20,000 drops, 10,000 flakes, 260 clouds), one draw call each; `sunny`
   * and null show none. Not animated under reduced motion.
   */
  setWeather(kind: WeatherKind | null): void {
    this.#assertAlive();
    check(kind === null || WEATHER_KINDS.includes(kind), 'kind', kind);
    this.#renderer.weather.set(kind);
    this.requestRender('weather');
  }

  /** Shows or hides the names of regions. */
  setLabels(isOn: boolean): void {
    checkBoolean('isOn', isOn);
    this.#renderer.regionLabels.isOn = isOn;
    this.requestRender('labels');
  }

  /** Shows meridians and parallels on the ground, with their degrees; null hides them. */
  setGraticule(options: GraticuleOptions | null): void {
    this.#assertAlive();
    if (options !== null) checkGraticule(options);
    this.#renderer.graticule.setOptions(options);
    this.#navigation.updateGraticule();
    this.requestRender('graticule');
  }

  /** Scale and direction of north; null without an invertible projection. */
  bearing(): MapBearing | null {
    return this.#view.bearing(this.#projection);
  }

  /** Sets the edges of the map that panels of the page cover; the next view of a level is fitted to the rest. */
  setPadding(padding: Padding): void {
    checkPadding(padding);
    this.#view.setPadding(padding);
  }

  /** Fits the whole level, or these regions, into the view, over 250 ms. */
  fit(ids?: readonly string[]): Promise<void> {
    if (ids !== undefined) checkList('ids', ids);
    const level = this.#top;
    if (!level) return Promise.resolve();
    const regions = (ids ?? []).map((id) => level.view.indexOf(id)).filter((region) => region >= 0);
    return this.#view.fly(regions.length > 0 ? outlineOf(level.view, regions) : level.view.outline);
  }

  /** Picks the region at a point of the window, CSS px; null: the sky. */
  pick(clientX: number, clientY: number): MapPick | null {
    checkFinite({ clientX, clientY });
    const level = this.#top;
    if (!level) return null;
    const hit = this.#picker.pick(clientX, clientY, level.view, this.markers);
    if (!hit) return null;
    const lngLat = this.#projection?.invert?.([hit.x, hit.z]);
    return {
      id: hit.region >= 0 ? level.view.idOf(hit.region) : null,
      marker: hit.marker,
      lng: lngLat?.[0] ?? Number.NaN,
      lat: lngLat?.[1] ?? Number.NaN,
    };
  }

  /**
   * Requests a frame, after a change that the map does not observe, such as one of its three objects.
   * @param reason reported by the `render` event
   */
  requestRender(reason = 'request'): void {
    this.#viewport.request(reason);
  }

  /** Adopts the size of the container. Called automatically when the container is resized. */
  resize(): void {
    this.#viewport.resize();
  }

  /** Statistics of the last frame and of the present resources. */
  stats(): RegionMapStats {
    return {
      ...this.#renderer.cost,
      ...this.#renderer.memory,
      workers: this.#loader.workerCount,
      regions: this.#top?.view.count ?? 0,
      labels: this.#renderer.regionLabels.shownCount,
      bytes: this.#levels.all.reduce((sum, { view }) => sum + view.bytes, 0),
    };
  }

  /** A PNG of the present view, without labels. */
  screenshot(): Promise<Blob> {
    this.#assertAlive();
    while (!this.#draw(['screenshot'])) this.#renderer.uploadAtOnce(this.#levels);
    return this.#viewport.toBlob();
  }

  /** Releases everything. A second call has no effect. */
  dispose(): void {
    if (this.isDisposed) return;
    this.#loader.dispose();
    this.#rise.cancel();
    this.#morphing.cancel();
    this.#disposer.dispose();
    this.removeAllListeners();
  }

  /** The same as `dispose()`, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  get #top(): Level | undefined {
    return this.#levels.top;
  }

  #needProjection(): MapProjection {
    if (!this.#projection) throw new FarmError('projection-missing');
    return this.#projection;
  }

  #toWorldXz([lng, lat]: LngLat): readonly [number, number] {
    const xz = this.#needProjection()([lng, lat]);
    if (!xz || !Number.isFinite(xz[0]) || !Number.isFinite(xz[1])) {
      throw invalidArgument('lngLat', [lng, lat]);
    }
    return xz;
  }

  async #fetch(source: MapSource, callerSignal: AbortSignal | undefined): Promise<LoadedMap> {
    this.#assertAlive();
    const projection = this.#needProjection();
    return this.#loader.load(source, { projection, spec: this.#spec }, this.#compiled, callerSignal);
  }

  #morph(view: RegionLevel): void {
    this.#refreshLayers();
    this.#morphing.run(
      (t) => view.setMorph(t),
      () => view.states.settle(),
    );
  }

  #refreshLayers(): void {
    if (!this.#projection) return;
    this.markers.refresh();
    this.rings.refresh();
    this.flows.refresh();
  }

  #applyStyle(): void {
    this.#renderer.setStyle(this.#style);
    this.#levels.setStyle(this.#style);
    this.requestRender('style');
  }

  #createNavigation(): LevelNavigation {
    return new LevelNavigation({
      levels: this.#levels,
      renderer: this.#renderer,
      view: this.#view,
      rise: this.#rise,
      child: this.#options.child,
      emit: (type, payload) => this.emit(type, payload),
      isDisposed: () => this.isDisposed,
      style: () => this.#style,
      projection: () => this.#projection,
      fetch: (source, callerSignal) => this.#fetch(source, callerSignal),
      abort: () => this.#loader.abort(),
      leave: () => this.#pointer.hover(-1),
      refreshLayers: () => this.#refreshLayers(),
      requestRender: (reason) => this.requestRender(reason),
    });
  }

  #createViewport(container: HTMLElement): Viewport {
    return new Viewport(container, this.#options.clock ?? browserClock, {
      advance: (deltaMs) => this.#advance(deltaMs),
      draw: (reasons) => void this.#draw(reasons),
      failed: (error) => this.emit('error', { error }),
      resized: () => {
        const { width, height } = this.#viewport;
        const ratio = Math.min(devicePixelRatio, this.#options.maxPixelRatio ?? 2);
        this.#renderer.setSize(width, height, ratio);
        this.camera.setAspect(width / height);
        this.flows.setViewport(width, height);
      },
      contextLost: () => this.emit('context-lost', {}),
      contextRestored: () => this.emit('context-restored', {}),
    });
  }

  #listen(): MapPointer {
    return new MapPointer({
      map: this,
      canvas: this.#viewport.canvas,
      levels: this.#levels,
      picker: this.#picker,
      emit: (type, payload) => this.emit(type, payload),
      pinNames: () => this.#navigation.pinNames(),
    });
  }

  #isStill(): boolean {
    const { reducedMotion } = this.#options;
    if (typeof reducedMotion === 'boolean') return reducedMotion;
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  #advance(deltaMs: number): { isMoving: boolean; isChanged: boolean } {
    const { isMoving, isChanged } = this.camera.update(deltaMs);
    const { weather } = this.#renderer;
    const hasMotion = this.markers.count + this.rings.count + this.flows.count > 0 || weather.isMoving;
    const isAlive = hasMotion && !this.#isStill();
    if (isAlive) weather.advance(deltaMs / 1000);
    if (isAlive) this.#time.value = (this.#time.value + deltaMs / 1000) % TIME_WRAP_SECONDS;
    return {
      isMoving: isMoving || isAlive || this.#viewport.tweens.isActive,
      isChanged: isChanged || isAlive,
    };
  }

  #draw(reasons: readonly string[]): boolean {
    if (this.#renderer.isLost) return true;
    const isWhole = this.#renderer.draw(this.#levels, this.#time.value);
    const { frames: frame, draws, triangles } = this.#renderer.cost;
    this.emit('render', { frame, draws, triangles, reason: reasons.join(' ') });
    if (!isWhole && !this.#isUploading) void this.#upload();
    return isWhole;
  }

  async #upload(): Promise<void> {
    this.#isUploading = true;
    await this.#renderer.upload(this.#levels);
    this.#isUploading = false;
    if (!this.isDisposed) this.requestRender('rest of the map');
  }

  #assertAlive(): void {
    if (this.isDisposed) throw new FarmError('disposed');
  }
}
