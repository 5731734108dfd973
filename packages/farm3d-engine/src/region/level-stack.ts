import type { Group, Scene } from 'three';
import { FarmError } from '../core/errors.ts';
import type { LoadedMap } from './geojson.contract.ts';
import { RegionLevel } from './region-level.ts';
import { RegionFlag } from './region-state.ts';
import { packColor, type RegionStyle } from './region-style.ts';
import type { Legend } from './region-values.ts';

/** One level of a drill-down. */
export interface Level {
  readonly view: RegionLevel;
  /** The region of the level above whose map this is. */
  readonly regionId: string | null;
  selection: readonly number[];
  legend: Legend | null;
}

/** The levels of a drill-down; the top one is visible and interactive. */
export class LevelStack {
  readonly #scene: Scene | Group;
  #levels: Level[] = [];
  #hovered = -1;

  constructor(scene: Scene | Group) {
    this.#scene = scene;
  }

  get all(): readonly Level[] {
    return this.#levels;
  }

  get top(): Level | undefined {
    return this.#levels.at(-1);
  }

  /** Hovered region, or -1. */
  get hovered(): number {
    return this.#hovered;
  }

  push(map: LoadedMap, regionId: string | null, style: RegionStyle): Level {
    const view = new RegionLevel(map, style);
    this.#scene.add(view.group);
    const level: Level = { view, regionId, selection: [], legend: null };
    this.#levels.push(level);
    return level;
  }

  /** Removes the top level; the caller disposes it when it is no longer visible. */
  pop(): Level {
    return this.#levels.pop()!;
  }

  clear(): void {
    this.#hovered = -1;
    for (const { view } of this.#levels) view.dispose();
    this.#levels = [];
  }

  /** @throws FarmError `unknown-region` */
  levelOf(id: string): Level {
    const level = this.top;
    if (!level || level.view.indexOf(id) < 0) throw new FarmError('unknown-region', { id });
    return level;
  }

  /** Ids of the selected regions of the top level. */
  selectedIds(): readonly string[] {
    const level = this.top;
    return level ? level.selection.map((region) => level.view.idOf(region)) : [];
  }

  /**
   * Selects these regions of the top level and no others; unknown ids are ignored. @returns whether the selection changed
   */
  select(ids: readonly string[]): boolean {
    const level = this.top;
    if (!level) return false;
    const next = ids.map((id) => level.view.indexOf(id)).filter((region) => region >= 0);
    const isSame = next.length === level.selection.length && next.every((r, i) => r === level.selection[i]);
    if (isSame) return false;
    for (const region of level.selection) level.view.states.setFlag(region, RegionFlag.selected, false);
    for (const region of next) level.view.states.setFlag(region, RegionFlag.selected, true);
    level.selection = next;
    return true;
  }

  /** @param region -1: none. @returns whether the hovered region changed */
  hover(region: number): boolean {
    const level = this.top;
    if (!level || region === this.#hovered) return false;
    if (this.#hovered >= 0) level.view.states.setFlag(this.#hovered, RegionFlag.hovered, false);
    if (region >= 0) level.view.states.setFlag(region, RegionFlag.hovered, true);
    this.#hovered = region;
    return true;
  }

  /** Regions whose names are always shown. */
  pinned(): readonly number[] {
    const level = this.top;
    if (!level) return [];
    return this.#hovered >= 0 ? [...level.selection, this.#hovered] : level.selection;
  }

  /** Regions without a value get the style's colour. */
  setStyle(style: RegionStyle): void {
    for (const { view, legend } of this.#levels) {
      view.setStyle(style);
      if (legend) continue;
      const color = packColor(style.topColor);
      for (let region = 0; region < view.count; region++) view.states.setColor(region, color);
    }
  }
}
