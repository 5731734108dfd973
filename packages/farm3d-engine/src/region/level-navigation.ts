import type { MapProjection } from '../geo/projection.ts';
import type { LoadedMap } from './geojson.contract.ts';
import type { LevelStack } from './level-stack.ts';
import type { MapRenderer } from './map-renderer.ts';
import type { MapView } from './map-view.ts';
import { entryOf } from './region-entries.ts';
import type { RegionLevel } from './region-level.ts';
import type { MapSource, RegionMapEvents, RegionMapOptions } from './region-map-types.ts';
import type { RegionStyle } from './region-style.ts';
import type { Transition } from './transition.ts';

/** The parts of the map that navigation between levels uses. */
export interface LevelNavigationHost {
  readonly levels: LevelStack;
  readonly renderer: MapRenderer;
  readonly view: MapView;
  /** Transition in which a new level rises. */
  readonly rise: Transition;
  readonly child: RegionMapOptions['child'];
  readonly emit: <Type extends keyof RegionMapEvents>(type: Type, payload: RegionMapEvents[Type]) => void;
  readonly isDisposed: () => boolean;
  readonly style: () => RegionStyle;
  readonly projection: () => MapProjection | undefined;
  readonly fetch: (source: MapSource, callerSignal: AbortSignal | undefined) => Promise<LoadedMap>;
  /** Aborts a running load. */
  readonly abort: () => void;
  /** Clears the hovered region. */
  readonly leave: () => void;
  /** Moves markers, rings and lines to the visible level. */
  readonly refreshLayers: () => void;
  readonly requestRender: (reason: string) => void;
}

/** Drill-down into regions and back: loads levels and switches between them. */
export class LevelNavigation {
  readonly #host: LevelNavigationHost;

  constructor(host: LevelNavigationHost) {
    this.#host = host;
  }

  /** Number of levels below the top. */
  get depth(): number {
    return Math.max(0, this.#host.levels.all.length - 1);
  }

  /** Replaces all levels by a new map. */
  async load(source: MapSource, callerSignal: AbortSignal | undefined): Promise<LoadedMap> {
    const { view, refreshLayers, emit } = this.#host;
    const map = await this.#host.fetch(source, callerSignal);
    this.removeLevels();
    view.jump(this.#push(map, null).outline);
    refreshLayers();
    emit('load', { ids: map.flat.ids });
    return map;
  }

  /** @returns false if the region has no map */
  async drillDown(
    id: string,
    source: MapSource | undefined,
    callerSignal: AbortSignal | undefined,
  ): Promise<boolean> {
    const { levels, child, leave, emit } = this.#host;
    const { view } = levels.levelOf(id);
    const inside = source ?? (await child?.(entryOf(view.map, view.indexOf(id)))) ?? null;
    if (inside === null || this.#host.isDisposed()) return false;
    const map = await this.#host.fetch(inside, callerSignal);
    leave();
    const below = this.#push(map, id);
    emit('load', { ids: map.flat.ids });
    emit('drill', { id, depth: this.depth });
    await this.#change(view, below);
    return true;
  }

  /** @returns false at the top */
  async back(): Promise<boolean> {
    if (this.depth === 0) return false;
    const { levels, abort, leave, emit } = this.#host;
    abort();
    leave();
    const left = levels.pop();
    const { view, regionId } = levels.top!;
    this.#showNames();
    emit('drill', { id: regionId, depth: this.depth });
    await this.#change(left.view, view);
    left.view.dispose();
    return true;
  }

  removeLevels(): void {
    const { rise, levels, renderer: screen } = this.#host;
    rise.cancel();
    levels.clear();
    this.updateGraticule();
    screen.regionLabels.setLevel(undefined);
  }

  updateGraticule(): void {
    const { levels, renderer: screen, projection } = this.#host;
    const view = levels.top?.view;
    screen.graticule.lay(projection(), view ? { box: view.box, height: view.states.maxHeight } : null);
  }

  /** The names of selected and hovered regions are always shown. */
  pinNames(): void {
    const { levels, renderer: screen } = this.#host;
    screen.regionLabels.setPinned(levels.pinned());
  }

  #push(map: LoadedMap, regionId: string | null): RegionLevel {
    const { levels, style, requestRender } = this.#host;
    const { view } = levels.push(map, regionId, style());
    this.#showNames();
    requestRender('map');
    return view;
  }

  /** Shows the names of the visible level. */
  #showNames(): void {
    const { levels, renderer: screen } = this.#host;
    this.updateGraticule();
    screen.regionLabels.setLevel(levels.top?.view);
    this.pinNames();
  }

  /** Switches levels: the camera moves while the new level rises. */
  async #change(from: RegionLevel, to: RegionLevel): Promise<void> {
    const { view, rise, refreshLayers } = this.#host;
    to.group.visible = true;
    from.group.visible = false;
    refreshLayers();
    rise.run((t) => to.setReveal(0.15 + 0.85 * t));
    await view.fly(to.outline);
  }
}
