import { batch, signal } from '@preact/signals-react';
import {
  createMercator,
  DAY_STYLE,
  MARKER_COLOR,
  NIGHT_STYLE,
  RegionMap,
  type Legend,
  type MapSource,
  type RegionEntry,
  type RegionStyle,
  type ValueScale,
  type WeatherKind,
} from 'farm3d-engine/region';
import { locale } from '../../platform/locale.ts';
import type { LngLat } from './map-places.ts';

/** Shares of the distance from which a level is seen: things keep their size on screen from land to village. */
const MARKER_SHARE = 0.02;
const RING_SHARE = 0.075;
const RISE_SHARE = 0.02;
/** Spec §9: "Point markers: … colour #C59115". They stand out from every colour of a region. */
const SITE_COLOUR = MARKER_COLOR;
const ALARM_COLOUR = '#e0483c';
const CLOUD_COLOUR = '#2d8fd6';
const FLOW_COLOUR = '#14639f';
const FLOW_LIGHT = '#8fd3ff';
/** Faster than the engine's default: a farm is one line, not a network of trunks. */
const FLOW_SPEED = 0.006;

/** Names of regions are dark with a light edge: they stand on every colour of the ramps. */
const DAY: RegionStyle = { ...DAY_STYLE, labelColor: '#16211a', labelHaloColor: '#ffffff' };
const NIGHT: RegionStyle = { ...NIGHT_STYLE, labelColor: '#ffffff', labelHaloColor: '#0b1520' };

export interface MapThing {
  readonly id: string;
  readonly at: LngLat;
  readonly label: string;
  /** A ring turns around it. */
  readonly alarmed: boolean;
}

export interface MapThings {
  readonly sites: readonly MapThing[];
  /** Rings where there is an alarm and no scene. */
  readonly alarms: readonly LngLat[];
  /** Where readings go; null: nobody sends any. */
  readonly cloud: { readonly at: LngLat; readonly label: string } | null;
  readonly lines: readonly (readonly [number, number][])[];
}

export interface StageListeners {
  /** The map inside a region; null when there is none. */
  readonly inside: (id: string) => Promise<MapSource | null>;
  /** The level changed: drilled into a region, or null: back up. */
  readonly onDrill: (id: string | null, depth: number) => void;
  readonly onSite: (id: string) => void;
  readonly onError: (error: unknown) => void;
}

/** The map on the page: the engine's events as signals, the screen's wishes as engine calls. */
export function createRegionStage(listeners: StageListeners) {
  const unavailable = signal(false);
  const ready = signal(false);
  const progress = signal<{ readonly phase: 'download' | 'build'; readonly ratio: number } | null>(null);
  const regions = signal<readonly RegionEntry[]>([]);
  const selected = signal<string | null>(null);
  const legend = signal<Legend | null>(null);
  const siteOf = new Map<number, string>();
  let map: RegionMap | undefined;
  let loading: AbortController | undefined;
  let style: RegionStyle = DAY;
  let things: MapThings | undefined;

  const levelChanged = (): void =>
    batch(() => {
      regions.value = map?.regions() ?? [];
      selected.value = map?.selection[0] ?? null;
      legend.value = map?.legend ?? null;
      progress.value = null;
    });

  const distance = (): number => {
    const home = map?.camera.home;
    if (!home) return 1;
    const { position: p, target: q } = home;
    return Math.hypot(p.x - q.x, p.y - q.y, p.z - q.z);
  };

  const follow = (view: RegionMap): void => {
    view.on('load-progress', (now) => {
      progress.value = now;
    });
    view.on('select', ({ ids }) => {
      selected.value = ids[0] ?? null;
    });
    view.on('marker-click', ({ marker }) => {
      const site = siteOf.get(marker);
      if (site !== undefined) listeners.onSite(site);
    });
    view.on('background-click', () => view.select([]));
    view.on('drill', ({ id, depth }) => {
      listeners.onDrill(id, depth);
      // The view of the new level is known after this event.
      queueMicrotask(() => {
        levelChanged();
        if (things) place(things);
      });
    });
    view.on('error', ({ error }) => {
      progress.value = null;
      listeners.onError(error);
    });
  };

  /** Runs something that loads; one at a time, and it can be cancelled. @returns whether it came to its end */
  const load = async (work: (signal: AbortSignal, view: RegionMap) => Promise<unknown>): Promise<boolean> => {
    if (!map) return false;
    loading?.abort();
    const mine = new AbortController();
    loading = mine;
    progress.value = { phase: 'download', ratio: 0 };
    try {
      const done = await work(mine.signal, map);
      if (mine.signal.aborted) return false;
      levelChanged();
      return done !== false;
    } catch (error) {
      if (mine.signal.aborted || !map) return false;
      throw error;
    } finally {
      if (loading === mine) {
        loading = undefined;
        progress.value = null;
      }
    }
  };

  const place = (next: MapThings): void => {
    things = next;
    if (!map) return;
    const { markers, rings, flows } = map;
    markers.clear();
    rings.clear();
    flows.clear();
    siteOf.clear();
    const far = distance();
    const size = far * MARKER_SHARE;
    const ring = (position: readonly [number, number]): void => {
      rings.add({ position, scale: far * RING_SHARE, color: ALARM_COLOUR, opacity: 0.75 });
    };
    for (const { id, at, label, alarmed } of next.sites) {
      const position = [at.lng, at.lat] as const;
      const labelElement = labelOf(label, alarmed);
      const marker = markers.add({
        position,
        size,
        color: alarmed ? ALARM_COLOUR : SITE_COLOUR,
        floatingRange: size * 0.5,
        labelElement,
      });
      siteOf.set(marker, id);
      if (alarmed) ring(position);
    }
    for (const { lng, lat } of next.alarms) ring([lng, lat]);
    if (next.cloud) {
      const { at, label } = next.cloud;
      const labelElement = labelOf(label, false);
      const position = [at.lng, at.lat] as const;
      markers.add({
        position,
        size: size * 1.3,
        color: CLOUD_COLOUR,
        floatingRange: size * 0.5,
        labelElement,
      });
    }
    for (const path of next.lines) {
      flows.add({
        path,
        size: far * 0.0012,
        speed: FLOW_SPEED,
        proportion: 0.22,
        height: size * 0.5,
        color: FLOW_COLOUR,
        activeColor: FLOW_LIGHT,
      });
    }
  };

  return {
    unavailable,
    /** Whether the first map stands. */
    ready,
    /** Null while nothing is loaded. */
    progress,
    regions,
    selected,
    legend,
    mount(element: HTMLElement): () => void {
      try {
        map = new RegionMap(element, {
          projection: createMercator(),
          locale: locale.peek(),
          style,
          child: ({ id }) => listeners.inside(id),
        });
      } catch {
        unavailable.value = true;
        return () => {};
      }
      follow(map);
      return () => {
        loading?.abort();
        map?.dispose();
        map = undefined;
      };
    },
    show: (source: MapSource): Promise<boolean> =>
      load(async (signal, view) => {
        await view.load(source, { signal });
        ready.value = true;
      }),
    drillDown: (id: string): Promise<boolean> =>
      load((signal, view) => view.drillDown(id, undefined, { signal })),
    back: (): Promise<boolean> => load((_signal, view) => view.back()),
    cancel: (): void => {
      loading?.abort();
      loading = undefined;
      progress.value = null;
    },
    /** How far a level is from the eye, map units (degrees of longitude). */
    distance,
    select: (id: string | null): void => map?.select(id === null ? [] : [id]),
    setValues(
      values: ReadonlyMap<string, number>,
      missing: string,
      scale: (rise: number) => ValueScale,
    ): void {
      if (!map || regions.peek().length === 0) return;
      legend.value = map.setValues(values, scale(distance() * RISE_SHARE));
      for (const { id } of regions.peek()) if (!values.has(id)) map.setRegionStyle(id, { color: missing });
    },
    clearValues(): void {
      map?.clearValues();
      legend.value = null;
    },
    setNames: (isOn: boolean): void => map?.setLabels(isOn),
    place,
    setDark(isDark: boolean): void {
      style = isDark ? NIGHT : DAY;
      map?.setStyle(style);
    },
    setWeather: (kind: WeatherKind | null): void => map?.setWeather(kind),
  };
}

export type RegionStage = ReturnType<typeof createRegionStage>;

/** A label over the map; the engine places it. */
function labelOf(text: string, alarmed: boolean): HTMLElement {
  const element = document.createElement('div');
  element.className = `region-label${alarmed ? ' region-label-alarm' : ''}`;
  element.textContent = text;
  return element;
}
