import { batch, signal } from '@preact/signals-react';
import {
  createMercator,
  RegionMap,
  type Legend,
  type MapBearing,
  type MapSource,
  type RegionEntry,
  type ValueScale,
  type WeatherKind,
} from 'farm3d-engine/region';
import { locale } from '../../platform/locale.ts';
import { loadTweens, tween } from '../../platform/tween.ts';
import { mapTheme, backdropStyle } from './map-theme.ts';
import type { LngLat } from './map-geometry.ts';

/** Sizes as fractions of the camera distance: markers keep their size on screen at every level. */
const MARKER_SHARE = 0.016;
const GATEWAY_SHARE = 0.008;
const RING_SHARE = 0.085;
const RISE_SHARE = 0.035;
const DEPTH_SHARE = 0.012;
/** Depth of the backdrop: too small for a visible edge. */
const PLAIN_SHARE = 1e-4;
/** Height of the cloud. */
const CLOUD_SHARE = 0.13;
/** Below this width the bars are in two rows, CSS px. */
const NARROW = 640;
/** Faster than the engine's default: a farm has one line. */
const FLOW_SPEED = 0.006;
const FLOW_PROPORTION = 0.22;
/** Size of region labels, rem: larger on a wall screen. */
const LABEL_REM = 0.8125;

const rem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

interface MapSite {
  /** Id of the scene that a click opens; null: none. */
  readonly id: string | null;
  readonly at: LngLat;
  readonly label: string;
  /** Whether a ring is drawn around it. */
  readonly alarmed: boolean;
}

/** A gateway with its flow line to the cloud. */
interface MapSender {
  readonly at: LngLat;
  readonly path: readonly (readonly [number, number])[];
  /** Whether its flow is animated. */
  readonly online: boolean;
  /** Empty: no label. */
  readonly label: string;
}

export interface MapContent {
  readonly sites: readonly MapSite[];
  /** Positions of alarms without a scene. */
  readonly alarms: readonly LngLat[];
  /** Target of the flow lines; null: no senders. */
  readonly cloud: { readonly at: LngLat; readonly label: string } | null;
  readonly senders: readonly MapSender[];
}

export interface RegionViewListeners {
  /** The map inside a region; null when there is none. */
  readonly inside: (id: string) => Promise<MapSource | null>;
  /** The level changed: a region was opened; null: back to the parent. */
  readonly onDrill: (id: string | null, depth: number) => void;
  readonly onSite: (id: string) => void;
  readonly onError: (error: unknown) => void;
}

/** The map on the page: the engine's events as signals, actions as engine calls. */
export function createRegionView(listeners: RegionViewListeners) {
  const unavailable = signal(false);
  const ready = signal(false);
  const progress = signal<{ readonly phase: 'download' | 'build'; readonly ratio: number } | null>(null);
  const regions = signal<readonly RegionEntry[]>([]);
  const selected = signal<string | null>(null);
  const hovered = signal<string | null>(null);
  const legend = signal<Legend | null>(null);
  const bearing = signal<MapBearing | null>(null);
  const siteOf = new Map<number, string>();
  let map: RegionMap | undefined;
  let container: HTMLElement | undefined;
  let loading: AbortController | undefined;
  let isDark = false;
  let isPlain = false;
  let content: MapContent | undefined;

  const levelChanged = (): void =>
    batch(() => {
      hovered.value = null;
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
    view.on('hover', ({ id }) => {
      hovered.value = id;
    });
    view.on('render', ({ reason }) => {
      if (/camera|map|resize|transition/.test(reason)) bearing.value = view.bearing();
    });
    view.on('drill', ({ id, depth }) => {
      listeners.onDrill(id, depth);
      // The camera of the new level is set after this event.
      queueMicrotask(() => {
        levelChanged();
        if (content) showContent(content);
      });
    });
    view.on('error', ({ error }) => {
      progress.value = null;
      listeners.onError(error);
    });
  };

  /** Runs a cancellable load and aborts an earlier one. @returns whether it completed */
  const load = async (work: (signal: AbortSignal, view: RegionMap) => Promise<unknown>): Promise<boolean> => {
    if (!map) return false;
    loading?.abort();
    const controller = new AbortController();
    loading = controller;
    progress.value = { phase: 'download', ratio: 0 };
    updatePadding();
    try {
      const done = await work(controller.signal, map);
      if (controller.signal.aborted) return false;
      levelChanged();
      return done !== false;
    } catch (error) {
      if (controller.signal.aborted || !map) return false;
      throw error;
    } finally {
      if (loading === controller) {
        loading = undefined;
        progress.value = null;
      }
    }
  };

  const isNarrow = (): boolean => (container?.clientWidth ?? 0) < NARROW;

  /** Sets the padding for bars and legend (rem); on a phone the breadcrumb takes a second row. */
  const updatePadding = (isDeep = (map?.depth ?? 0) > 0): void => {
    const [top, bottom, side] = isNarrow() ? [isDeep ? 7 : 4, 4.75, 0] : [4.5, 6.5, 1.5];
    const unit = rem();
    map?.setPadding({ top: top * unit, bottom: bottom * unit, left: side * unit, right: side * unit });
  };

  const applyTheme = (): void => {
    const theme = mapTheme(isDark);
    map?.setStyle({
      ...theme.style,
      labelSize: rem() * LABEL_REM,
      depth: distance() * (isPlain ? PLAIN_SHARE : DEPTH_SHARE),
      ...(isPlain ? backdropStyle(theme) : {}),
    });
  };
  const applyGraticule = (): void =>
    map?.setGraticule({ ...mapTheme(isDark).graticule, isAbove: isPlain, labels: !isNarrow() });

  const showContent = (next: MapContent): void => {
    content = next;
    if (!map) return;
    const { markers, rings, flows } = map;
    markers.clear();
    rings.clear();
    flows.clear();
    siteOf.clear();
    const theme = mapTheme(isDark);
    const far = distance();
    const size = far * MARKER_SHARE;
    const ring = (position: readonly [number, number]): void => {
      const scale = far * RING_SHARE;
      rings.add({ position, scale: scale * 1.08, color: theme.ringEdge, opacity: 0.9, rotationSpeed: 0.03 });
      rings.add({ position, scale, color: theme.alarm, opacity: 1 });
    };
    for (const { id, at, label, alarmed } of next.sites) {
      const position = [at.lng, at.lat] as const;
      const own = id === null ? theme.simulated : theme.site;
      // A phone shows no labels of farms without a scene.
      const text = id === null && isNarrow() ? '' : label;
      const marker = markers.add({
        position,
        size: id === null ? size * 0.7 : size,
        color: alarmed ? theme.alarm : own,
        floatingRange: size * 0.5,
        labelElement: labelOf(text, alarmed ? 'alarm' : id === null ? 'quiet' : 'site'),
      });
      if (id !== null) siteOf.set(marker, id);
      if (alarmed) ring(position);
    }
    for (const { lng, lat } of next.alarms) ring([lng, lat]);
    const height = far * CLOUD_SHARE;
    for (const { at, path, online, label } of next.senders) {
      markers.add({
        position: [at.lng, at.lat],
        size: far * GATEWAY_SHARE,
        color: online ? theme.gateway : theme.offline,
        floatingRange: 0,
        ...(label === '' ? {} : { labelElement: labelOf(label, 'quiet') }),
      });
      flows.add({
        path,
        size: far * 0.0011,
        speed: online ? FLOW_SPEED : 0,
        proportion: online ? FLOW_PROPORTION : 0.001,
        height: far * GATEWAY_SHARE,
        endHeight: height,
        color: online ? theme.flow : theme.offline,
        activeColor: online ? theme.flowLight : theme.offline,
      });
    }
    if (next.cloud) {
      const { at, label } = next.cloud;
      markers.add({
        position: [at.lng, at.lat],
        elevation: height,
        size: far * 0.003,
        color: theme.gateway,
        floatingRange: 0,
        labelElement: labelOf(label, 'cloud'),
      });
    }
  };

  return {
    unavailable,
    /** Whether the first map is shown. */
    ready,
    /** Null while nothing is loaded. */
    progress,
    regions,
    selected,
    /** The region under the pointer. */
    hovered,
    legend,
    /** Scale and north of the camera, at each frame in which it moves. */
    bearing,
    mount(element: HTMLElement): () => void {
      container = element;
      try {
        map = new RegionMap(element, {
          projection: createMercator(),
          locale: locale.peek(),
          tween,
          style: mapTheme(isDark).style,
          child: ({ id }) => listeners.inside(id),
        });
      } catch {
        unavailable.value = true;
        return () => {};
      }
      void map.once('render').then(loadTweens);
      follow(map);
      return () => {
        loading?.abort();
        map?.dispose();
        map = undefined;
      };
    },
    /** @param plain whether it is the backdrop */
    show: (source: MapSource, plain: boolean): Promise<boolean> =>
      load(async (signal, view) => {
        await view.load(source, { signal });
        isPlain = plain;
        ready.value = true;
        applyTheme();
        applyGraticule();
        bearing.value = view.bearing();
      }),
    drillDown: (id: string): Promise<boolean> =>
      load((signal, view) => {
        updatePadding(true);
        return view.drillDown(id, undefined, { signal });
      }),
    back: (): Promise<boolean> => load((_signal, view) => view.back()),
    cancel: (): void => {
      loading?.abort();
      loading = undefined;
      progress.value = null;
    },
    /** Camera distance of the level, map units (degrees of longitude). */
    distance,
    /** Aspect ratio of the viewport. */
    aspect: (): number => (container ? container.clientWidth / Math.max(1, container.clientHeight) : 1),
    select: (id: string | null): void => map?.select(id === null ? [] : [id]),
    setValues(
      values: ReadonlyMap<string, number>,
      missing: string,
      scale: (rise: number) => ValueScale,
    ): void {
      if (!map || regions.peek().length === 0) return;
      applyTheme();
      legend.value = map.setValues(values, scale(distance() * RISE_SHARE));
      for (const { id } of regions.peek()) if (!values.has(id)) map.setRegionStyle(id, { color: missing });
    },
    clearValues(): void {
      applyTheme();
      map?.clearValues();
      legend.value = null;
    },
    setNames: (isOn: boolean): void => map?.setLabels(isOn),
    showContent,
    setDark(dark: boolean): void {
      isDark = dark;
      applyTheme();
      applyGraticule();
      if (content) showContent(content);
    },
    /** Fits the level in view, north up. */
    fit: (): void => {
      updatePadding();
      void map?.fit();
    },
    setWeather: (kind: WeatherKind | null): void => map?.setWeather(kind),
  };
}

export type RegionView = ReturnType<typeof createRegionView>;

type LabelKind = 'site' | 'quiet' | 'alarm' | 'cloud';

/** Path of lucide's cloud icon. */
const CLOUD_PATH = 'M17.5 19H9a7 7 0 1 1 6.71-9h1.79a4.5 4.5 0 1 1 0 9Z';

/** HTML label, positioned by the engine. */
function labelOf(text: string, kind: LabelKind): HTMLElement {
  const element = document.createElement('div');
  element.className = `region-label region-label-${kind}`;
  if (kind === 'cloud') {
    const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    icon.setAttribute('viewBox', '0 0 24 24');
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', CLOUD_PATH);
    icon.append(path);
    element.append(icon);
  }
  // In its own element: its text content is the name alone.
  const name = document.createElement('span');
  name.textContent = text;
  if (text !== '') element.append(name);
  return element;
}
