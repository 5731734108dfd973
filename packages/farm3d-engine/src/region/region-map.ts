import { Color, Scene, Vector3 } from 'three';
import { browserClock } from '../core/clock.ts';
import { Disposer, type Disposable } from '../core/disposer.ts';
import { TypedEmitter } from '../core/emitter.ts';
import { FarmError } from '../core/errors.ts';
import type { Vec3 } from '../core/vec3.ts';
import { PointerInput } from '../engine/pointer-input.ts';
import {
  describeProjection,
  type LonLat,
  type MapProjection,
  type ProjectionSpec,
} from '../geo/projection.ts';
import { CameraRig, FIELD_OF_VIEW_DEGREES } from '../render/camera-rig.ts';
import { FrameLoop } from '../render/frame-loop.ts';
import { GlRenderer } from '../render/gl-renderer.ts';
import { FrameTweens, type TweenAdapter, type TweenHandle } from '../render/tween.ts';
import { FlowingLines } from './flowing-lines.ts';
import { GeoJsonClient } from './geojson.client.ts';
import type { LoadedMap } from './geojson.contract.ts';
import { type Outline, outlineOfBox, viewOf } from './map-camera.ts';
import type { MapHost } from './map-host.ts';
import { handleMapKey, neighbourOf } from './map-keys.ts';
import { MapOverlay } from './map-overlay.ts';
import { MapPicker } from './map-picker.ts';
import { MarkerLabels } from './marker-labels.ts';
import { PointMarkers } from './point-markers.ts';
import { emptyMap, entryOf, resultOf } from './region-entries.ts';
import { RegionLabels } from './region-labels.ts';
import { RegionLevel } from './region-level.ts';
import type {
  MapLoadResult,
  MapSource,
  RegionEntry,
  RegionMapEvents,
  RegionMapOptions,
  RegionMapStats,
} from './region-map-types.ts';
import { RegionFlag } from './region-state.ts';
import { DAY_STYLE, packColor, type RegionStyle, TRANSITION_MS } from './region-style.ts';
import {
  applyValues,
  clearValues,
  type Legend,
  type RegionValues,
  type ValueScale,
} from './region-values.ts';
import { RotatingRings } from './rotating-rings.ts';
import { warmUp } from './shader-warm-up.ts';

/** The camera comes this near and goes this far, map units: a village and a world. */
const MIN_DISTANCE = 0.02;
const MAX_DISTANCE = 2_000;
/** Shader seconds start again after this: 32-bit numbers lose their fractions. A whole number of all cycles. */
const TIME_WRAP_SECONDS = 3_600;

/** One level of drilling down. */
interface Level {
  readonly view: RegionLevel;
  /** The region of the level above that this is the inside of. */
  readonly regionId: string | null;
  selection: readonly number[];
  legend: Legend | null;
}

const _point = new Vector3();

/**
 * A territory in 3D, made of any GeoJSON.
 * @example
 * const map = new RegionMap(element, { projection: createMercator() });
 * await map.load('/maps/provinces.geojson');
 * map.on('region-click', ({ id }) => map.select([id]));
 */
export class RegionMap extends TypedEmitter<RegionMapEvents> implements Disposable {
  readonly camera: CameraRig;
  /** Point markers: `add`, `update`, `remove`, `clear`. */
  readonly markers: PointMarkers;
  readonly rings: RotatingRings;
  readonly flows: FlowingLines;
  readonly #container: HTMLElement;
  readonly #options: RegionMapOptions;
  readonly #disposer = new Disposer();
  readonly #lifetime = new AbortController();
  readonly #renderer: GlRenderer;
  readonly #scene = new Scene();
  readonly #loop: FrameLoop;
  readonly #tweens: FrameTweens;
  readonly #tween: TweenAdapter;
  readonly #client: GeoJsonClient;
  readonly #overlay: MapOverlay;
  readonly #labels: RegionLabels;
  readonly #markerLabels: MarkerLabels;
  readonly #picker: MapPicker;
  readonly #time = { value: 0 };
  readonly #compiled: Promise<void>;
  #style: RegionStyle;
  #projection: MapProjection | undefined;
  #spec: ProjectionSpec | null = null;
  #levels: Level[] = [];
  #loading: AbortController | undefined;
  #hovered = -1;
  #transition: TweenHandle | undefined;
  #frames = 0;
  #cost = { draws: 0, triangles: 0 };

  /** @throws FarmError `webgl-unavailable` */
  constructor(container: HTMLElement, options: RegionMapOptions = {}) {
    super();
    this.#container = container;
    this.#options = options;
    this.#style = { ...DAY_STYLE, ...options.style };
    const own = this.#disposer;
    this.#renderer = own.own(new GlRenderer());
    this.#tweens = new FrameTweens(() => this.#loop.wake());
    this.#tween = options.tween ?? this.#tweens.play;
    this.#loop = own.own(
      new FrameLoop(options.clock ?? browserClock, {
        advance: (deltaMs) => this.#advance(deltaMs),
        draw: (reasons) => void this.#draw(reasons),
      }),
    );
    const { canvas } = this.#renderer;
    container.append(canvas);
    this.camera = own.own(
      new CameraRig(canvas, this.#tween, () => this.#isStill(), {
        minDistance: MIN_DISTANCE,
        maxDistance: MAX_DISTANCE,
        nearPlane: 0.01,
        isMap: true,
      }),
    );
    this.camera.on('wake', () => this.#loop.wake());
    this.camera.on('changed', ({ source }) => {
      this.#loop.request('camera');
      this.emit('camera-changed', { source });
    });
    this.#overlay = own.own(new MapOverlay(container, canvas, options.locale ?? 'zh-CN'));
    this.#labels = own.own(new RegionLabels(this.#overlay.names));
    this.#labels.isOn = options.labels ?? true;
    this.#markerLabels = own.own(new MarkerLabels(this.#overlay.markerLabels));
    const host: MapHost = {
      place: (position) => this.#place(position),
      heightAt: (x, z) => this.#top?.view.heightAt(x, z) ?? 0,
      changed: () => this.requestRender('things'),
    };
    this.markers = own.own(new PointMarkers(host, this.#time, this.#markerLabels));
    this.rings = own.own(new RotatingRings(host, this.#time));
    this.flows = own.own(new FlowingLines(host, this.#time));
    this.#scene.add(this.markers.mesh, this.rings.mesh, this.flows.mesh);
    this.#client = own.own(new GeoJsonClient({ workers: options.workers, workerUrl: options.workerUrl }));
    this.#picker = new MapPicker(canvas, this.camera.three);
    const pattern = own.own(new RegionLevel(emptyMap(), this.#style));
    pattern.group.visible = false;
    this.#scene.add(pattern.group);
    this.#compiled = warmUp(
      this.#renderer.three,
      this.#scene,
      this.camera.three,
      () => this.isDisposed || this.#renderer.isLost,
    );
    own.add(() => {
      for (const { view } of this.#levels) view.dispose();
      this.#levels = [];
    });
    this.#listen(canvas);
    this.#applyStyle();
    if (options.projection) this.setProjection(options.projection);
    this.resize();
  }

  get isDisposed(): boolean {
    return this.#disposer.isDisposed;
  }

  get style(): RegionStyle {
    return this.#style;
  }

  /** How many times one drilled down. */
  get depth(): number {
    return Math.max(0, this.#levels.length - 1);
  }

  /** Ids of the selected regions of the present level. */
  get selection(): readonly string[] {
    const level = this.#top;
    return level ? level.selection.map((region) => level.view.idOf(region)) : [];
  }

  get legend(): Legend | null {
    return this.#top?.legend ?? null;
  }

  /**
   * Sets how longitude and latitude become map units: what the projection puts out. A map that is shown was made with
   * the old one and is removed; load it again. Markers, rings and lines move.
   */
  setProjection(projection: MapProjection): void {
    this.#assertAlive();
    this.#projection = projection;
    this.#spec = describeProjection(projection);
    this.#loading?.abort();
    this.#removeLevels();
    this.#refreshThings();
    this.requestRender('projection');
  }

  /** World coordinates of a place: x east, z south, on the ground. @throws FarmError `projection-missing` */
  project(lng: number, lat: number): Vec3 {
    const [x, z] = this.#place([lng, lat]);
    return { x, y: 0, z };
  }

  /** @throws FarmError `projection-missing`, or `invalid-argument` when the projection cannot be inverted there */
  unproject(point: { readonly x: number; readonly z: number }): { lng: number; lat: number } {
    const place = this.#needProjection().invert?.([point.x, point.z]);
    if (!place) throw new FarmError('invalid-argument', { reason: 'the projection cannot be inverted here' });
    return { lng: place[0], lat: place[1] };
  }

  /**
   * Shows a map in place of what was shown. The page stays free: parsing, projecting and triangulating happen in a
   * worker. A second call takes over from one that still runs.
   * @throws FarmError `projection-missing`, `aborted`, `disposed`, `map-…` or `worker-…`; `details.fault` of
   * `map-invalid` is a {@link MapFault}
   */
  async load(source: MapSource, options: { readonly signal?: AbortSignal } = {}): Promise<MapLoadResult> {
    const map = await this.#fetch(source, options.signal);
    this.#removeLevels();
    this.#push(map, null);
    this.camera.home = this.#viewOfAll();
    if (this.camera.home) this.camera.jump(this.camera.home);
    this.#refreshThings();
    this.emit('load', { ids: map.flat.ids });
    return resultOf(map);
  }

  /**
   * Goes into a region: loads its own map (`source`, else what the `child` option answers) and flies there.
   * @returns false when there is no map inside
   * @throws as `load`, and `unknown-region`
   */
  async drillDown(
    id: string,
    source?: MapSource,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<boolean> {
    const { view } = this.#levelOf(id);
    const region = view.indexOf(id);
    const inside = source ?? (await this.#options.child?.(entryOf(view.map, region))) ?? null;
    if (inside === null || this.isDisposed) return false;
    const map = await this.#fetch(inside, options.signal);
    this.#hover(-1);
    this.#push(map, id);
    this.emit('load', { ids: map.flat.ids });
    this.emit('drill', { id, depth: this.depth });
    await this.#change(view, this.#top!.view);
    return true;
  }

  /** Goes back up one level. @returns false at the top */
  async back(): Promise<boolean> {
    if (this.#levels.length < 2) return false;
    this.#loading?.abort();
    this.#hover(-1);
    const left = this.#levels.pop()!;
    const { view, regionId } = this.#top!;
    this.#showNames();
    this.emit('drill', { id: regionId, depth: this.depth });
    await this.#change(left.view, view);
    left.view.dispose();
    return true;
  }

  /** What is loaded on the present level. */
  regions(): RegionEntry[] {
    const map = this.#top?.view.map;
    return map ? map.flat.ids.map((_, region) => entryOf(map, region)) : [];
  }

  /** @returns null for an unknown id */
  region(id: string): RegionEntry | null {
    const view = this.#top?.view;
    const index = view?.indexOf(id) ?? -1;
    return view && index >= 0 ? entryOf(view.map, index) : null;
  }

  /** Marks these regions and no others. Unknown ids are left out. */
  select(ids: readonly string[]): void {
    const level = this.#top;
    if (!level) return;
    const next = ids.map((id) => level.view.indexOf(id)).filter((region) => region >= 0);
    const isSame = next.length === level.selection.length && next.every((r, i) => r === level.selection[i]);
    if (isSame) return;
    for (const region of level.selection) level.view.states.setFlag(region, RegionFlag.selected, false);
    for (const region of next) level.view.states.setFlag(region, RegionFlag.selected, true);
    level.selection = next;
    this.#pinNames();
    this.#overlay.say(next.map((region) => level.view.map.flat.names[region]!).join('、'));
    this.requestRender('selection');
    this.emit('select', { ids: this.selection });
  }

  /** Colours (and raises) regions by value, in one write of a small texture. Ids without a region are left out. */
  setValues(values: RegionValues, scale: ValueScale): Legend {
    const level = this.#top;
    if (!level) throw new FarmError('invalid-argument', { reason: 'no map is loaded' });
    level.legend = applyValues(level.view, values, scale, this.#style);
    this.#morph(level.view);
    return level.legend;
  }

  clearValues(): void {
    const level = this.#top;
    if (!level) return;
    level.legend = null;
    clearValues(level.view, this.#style);
    this.#morph(level.view);
  }

  /** One region's colour (#rrggbb) and height (map units). @throws FarmError `unknown-region` */
  setRegionStyle(id: string, style: { readonly color?: string; readonly height?: number }): void {
    const { view } = this.#levelOf(id);
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
    this.#style = { ...this.#style, ...style };
    this.#applyStyle();
  }

  /** Whether names of regions are shown. */
  setLabels(isOn: boolean): void {
    this.#labels.isOn = isOn;
    this.requestRender('labels');
  }

  /** Shows the whole level, or these regions, within 250 ms. */
  fit(ids?: readonly string[]): Promise<void> {
    const level = this.#top;
    if (!level) return Promise.resolve();
    const boxes = (ids ?? []).map((id) => level.view.indexOf(id)).filter((region) => region >= 0);
    if (boxes.length === 0) return this.#flyTo(level.view.outline);
    const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const region of boxes) {
      const [minX, minZ, maxX, maxZ] = level.view.regionBox(region);
      box[0] = Math.min(box[0], minX);
      box[1] = Math.min(box[1], minZ);
      box[2] = Math.max(box[2], maxX);
      box[3] = Math.max(box[3], maxZ);
    }
    return this.#flyTo(outlineOfBox(box));
  }

  /** What is at this point of the window, CSS px. */
  pick(
    clientX: number,
    clientY: number,
  ): { id: string | null; marker: number | null; lng: number; lat: number } | null {
    const level = this.#top;
    if (!level) return null;
    const hit = this.#picker.pick(clientX, clientY, level.view, this.markers);
    if (!hit) return null;
    const place = this.#projection?.invert?.([hit.x, hit.z]);
    return {
      id: hit.region >= 0 ? level.view.idOf(hit.region) : null,
      marker: hit.marker,
      lng: place?.[0] ?? Number.NaN,
      lat: place?.[1] ?? Number.NaN,
    };
  }

  requestRender(reason = 'request'): void {
    this.#loop.request(reason);
  }

  /** Takes over the container's size. Called by itself when the container changes. */
  resize(): void {
    const { clientWidth, clientHeight } = this.#container;
    if (clientWidth === 0 || clientHeight === 0) return;
    const ratio = Math.min(devicePixelRatio, this.#options.maxPixelRatio ?? 2);
    this.#renderer.setSize(clientWidth, clientHeight, ratio);
    this.camera.setAspect(clientWidth / clientHeight);
    this.flows.setViewport(clientWidth, clientHeight);
    this.requestRender('resize');
  }

  stats(): RegionMapStats {
    const { memory } = this.#renderer.three.info;
    return {
      frames: this.#frames,
      ...this.#cost,
      geometries: memory.geometries,
      textures: memory.textures,
      workers: this.#client.workerCount,
      regions: this.#top?.view.count ?? 0,
      labels: this.#labels.shownCount,
      bytes: this.#levels.reduce((sum, { view }) => sum + view.bytes, 0),
    };
  }

  /** A picture of the present view as PNG, without labels. */
  screenshot(): Promise<Blob> {
    this.#assertAlive();
    while (!this.#draw(['screenshot']));
    return new Promise((resolve, reject) => {
      this.#renderer.canvas.toBlob((blob) => {
        if (blob) resolve(blob);
        else reject(new FarmError('webgl-unavailable'));
      });
    });
  }

  /** Gives everything back. May be called at any time, and twice. */
  dispose(): void {
    if (this.isDisposed) return;
    this.#lifetime.abort(new FarmError('disposed'));
    this.#loading?.abort();
    this.#transition?.cancel();
    this.#disposer.dispose();
    this.removeAllListeners();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  get #top(): Level | undefined {
    return this.#levels.at(-1);
  }

  #needProjection(): MapProjection {
    if (!this.#projection) throw new FarmError('projection-missing');
    return this.#projection;
  }

  #place([lng, lat]: LonLat): readonly [number, number] {
    const place = this.#needProjection()([lng, lat]);
    if (!place || !Number.isFinite(place[0]) || !Number.isFinite(place[1])) {
      throw new FarmError('invalid-argument', { reason: `the projection has no place for ${lng}, ${lat}` });
    }
    return place;
  }

  #levelOf(id: string): Level {
    const level = this.#top;
    if (!level || level.view.indexOf(id) < 0) throw new FarmError('unknown-region', { id });
    return level;
  }

  async #fetch(source: MapSource, given: AbortSignal | undefined): Promise<LoadedMap> {
    this.#assertAlive();
    const projection = this.#needProjection();
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    const signal = AbortSignal.any([loading.signal, this.#lifetime.signal, ...(given ? [given] : [])]);
    try {
      const map = await this.#client.load({
        source,
        projection,
        spec: this.#spec,
        signal,
        onProgress: (phase, ratio) => {
          if (!signal.aborted) this.emit('load-progress', { phase, ratio });
        },
      });
      await this.#compiled;
      if (signal.aborted) throw new FarmError('aborted', {}, { cause: signal.reason });
      return map;
    } finally {
      if (this.#loading === loading) this.#loading = undefined;
    }
  }

  #push(map: LoadedMap, regionId: string | null): void {
    const view = new RegionLevel(map, this.#style);
    this.#scene.add(view.group);
    this.#levels.push({ view, regionId, selection: [], legend: null });
    this.#showNames();
    this.requestRender('map');
  }

  #removeLevels(): void {
    this.#transition?.cancel();
    this.#hovered = -1;
    for (const { view } of this.#levels) view.dispose();
    this.#levels = [];
    this.#labels.setLevel(undefined);
  }

  #showNames(): void {
    this.#labels.setLevel(this.#top?.view);
    this.#pinNames();
  }

  #pinNames(): void {
    const level = this.#top;
    if (!level) return;
    this.#labels.setPinned(this.#hovered >= 0 ? [...level.selection, this.#hovered] : level.selection);
  }

  /** From one level to another: the camera flies while the new one rises. */
  async #change(from: RegionLevel, to: RegionLevel): Promise<void> {
    to.group.visible = true;
    from.group.visible = false;
    this.#refreshThings();
    this.#animate((t) => to.setReveal(0.15 + 0.85 * t));
    await this.#flyTo(to.outline);
  }

  #morph(view: RegionLevel): void {
    this.#refreshThings();
    this.#animate(
      (t) => view.setMorph(t),
      () => view.states.settle(),
    );
  }

  #animate(onUpdate: (t: number) => void, onDone?: () => void): void {
    this.#transition?.cancel();
    const finish = () => {
      onUpdate(1);
      onDone?.();
      this.requestRender('transition');
    };
    if (this.#isStill()) {
      finish();
      return;
    }
    onUpdate(0);
    this.#transition = this.#tween({
      durationMs: TRANSITION_MS,
      onUpdate: (t) => {
        onUpdate(t);
        this.requestRender('transition');
      },
      onDone: finish,
    });
  }

  #viewOfAll() {
    const level = this.#top;
    return level ? viewOf(level.view.outline, FIELD_OF_VIEW_DEGREES, this.camera.three.aspect) : null;
  }

  #flyTo(outline: Outline): Promise<void> {
    const view = viewOf(outline, FIELD_OF_VIEW_DEGREES, this.camera.three.aspect);
    this.camera.home = view;
    return this.camera.fly(view, TRANSITION_MS);
  }

  #refreshThings(): void {
    if (!this.#projection) return;
    this.markers.refresh();
    this.rings.refresh();
    this.flows.refresh();
  }

  #applyStyle(): void {
    const { backgroundColor, labelColor, labelHaloColor, topColor } = this.#style;
    this.#scene.background = new Color(backgroundColor);
    this.#labels.setColors({ color: labelColor, halo: labelHaloColor });
    for (const { view, legend } of this.#levels) {
      view.setStyle(this.#style);
      if (legend) continue;
      for (let region = 0; region < view.count; region++) view.states.setColor(region, packColor(topColor));
    }
    this.requestRender('style');
  }

  #listen(canvas: HTMLCanvasElement): void {
    const own = this.#disposer;
    own.own(
      new PointerInput(canvas, {
        click: (x, y, pointerType) => this.#click(x, y, pointerType),
        rest: (at) => this.#hoverAt(at),
      }),
    );
    own.listen(canvas, 'dblclick', () => {
      const [id] = this.selection;
      if (id !== undefined) this.#quietly(this.drillDown(id));
    });
    own.listen(canvas, 'keydown', (event: KeyboardEvent) => {
      const isUsed = handleMapKey(event, {
        move: (dx, dz) => this.#step(dx, dz),
        enter: () => {
          const [id] = this.selection;
          if (id !== undefined) this.#quietly(this.drillDown(id));
        },
        leave: () => {
          if (this.depth > 0) this.#quietly(this.back());
          else this.select([]);
        },
        fit: () => this.#quietly(this.fit()),
      });
      if (isUsed) event.preventDefault();
    });
    own.listen(canvas, 'webglcontextlost', (event) => {
      event.preventDefault();
      this.#loop.setPaused(true);
      if (!this.isDisposed) this.emit('context-lost', {});
    });
    own.listen(canvas, 'webglcontextrestored', () => {
      this.#loop.setPaused(false);
      this.requestRender('context-restored');
      this.emit('context-restored', {});
    });
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(this.#container);
    own.add(() => observer.disconnect());
  }

  /** Trouble of what a person asked for by hand is told, not thrown. */
  #quietly(work: Promise<unknown>): void {
    work.catch((reason: unknown) => {
      const error = FarmError.from(reason, 'map-invalid');
      if (error.code !== 'aborted' && error.code !== 'disposed') this.emit('error', { error });
    });
  }

  #step(dx: number, dz: number): void {
    const level = this.#top;
    if (!level || level.view.count === 0) return;
    const region = neighbourOf(level.view, level.selection[0] ?? -1, dx, dz);
    if (region >= 0) this.select([level.view.idOf(region)]);
  }

  #click(clientX: number, clientY: number, pointerType: string): void {
    const hit = this.pick(clientX, clientY);
    if (hit?.marker != null) {
      this.emit('marker-click', { marker: hit.marker, pointerType });
      return;
    }
    if (hit?.id == null) {
      this.emit('background-click', {});
      return;
    }
    this.select([hit.id]);
    this.emit('region-click', { id: hit.id, lng: hit.lng, lat: hit.lat, pointerType });
  }

  #hoverAt(at: { clientX: number; clientY: number } | null): void {
    const level = this.#top;
    if (!level) return;
    this.#hover(at ? this.#picker.region(at.clientX, at.clientY, level.view) : -1);
  }

  #hover(region: number): void {
    const level = this.#top;
    if (!level || region === this.#hovered) return;
    if (this.#hovered >= 0) level.view.states.setFlag(this.#hovered, RegionFlag.hovered, false);
    if (region >= 0) level.view.states.setFlag(region, RegionFlag.hovered, true);
    this.#hovered = region;
    this.#renderer.canvas.style.cursor = region < 0 ? '' : 'pointer';
    this.#pinNames();
    this.requestRender('hover');
    this.emit('hover', { id: region < 0 ? null : level.view.idOf(region) });
  }

  #isStill(): boolean {
    const { reducedMotion } = this.#options;
    if (typeof reducedMotion === 'boolean') return reducedMotion;
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  #advance(deltaMs: number): { isMoving: boolean; isChanged: boolean } {
    this.#tweens.update(deltaMs);
    const { isMoving, isChanged } = this.camera.update(deltaMs);
    const hasThings = this.markers.count + this.rings.count + this.flows.count > 0;
    const isAlive = hasThings && !this.#isStill();
    if (isAlive) this.#time.value = (this.#time.value + deltaMs / 1000) % TIME_WRAP_SECONDS;
    return { isMoving: isMoving || isAlive || this.#tweens.isActive, isChanged: isChanged || isAlive };
  }

  #draw(reasons: readonly string[]): boolean {
    if (this.#renderer.isLost) return true;
    const { clientWidth: width, clientHeight: height } = this.#container;
    const { three } = this.camera;
    const { position: p, target: t } = this.camera.state();
    const distance = Math.hypot(p.x - t.x, p.y - t.y, p.z - t.z);
    // Near and far follow the distance: a village and a continent have the same share of the depth buffer.
    three.near = distance * 0.02;
    three.far = distance * 40;
    three.updateProjectionMatrix();
    three.updateMatrixWorld();
    let isWhole = true;
    const pixels = height / (2 * distance * Math.tan((FIELD_OF_VIEW_DEGREES * Math.PI) / 360));
    const frame = {
      camera: three,
      renderer: this.#renderer.three,
      width,
      height,
      distance,
      pixelsPerUnit: (pixels * this.#renderer.canvas.height) / Math.max(1, height),
    };
    for (const { view } of this.#levels) isWhole = view.prepare(frame) && isWhole;
    this.#cost = this.#renderer.render(this.#scene, three);
    this.#frames++;
    this.#labels.update(this.#toScreen, width, height, pixels);
    this.#markerLabels.update(this.#toScreen, this.#time.value);
    this.emit('render', { frame: this.#frames, ...this.#cost, reason: reasons.join(' ') });
    if (!isWhole) this.requestRender('rest of the map');
    return isWhole;
  }

  readonly #toScreen = (x: number, y: number, z: number): { x: number; y: number } | null => {
    const { clientWidth, clientHeight } = this.#container;
    const { three } = this.camera;
    _point.set(x, y, z).applyMatrix4(three.matrixWorldInverse);
    if (_point.z >= 0) return null;
    const half = Math.tan((three.fov * Math.PI) / 360) * -_point.z;
    return {
      x: (1 + _point.x / (half * three.aspect)) * (clientWidth / 2),
      y: (1 - _point.y / half) * (clientHeight / 2),
    };
  };

  #assertAlive(): void {
    if (this.isDisposed) throw new FarmError('disposed');
  }
}
