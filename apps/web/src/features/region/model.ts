import { batch, computed, createModel, effect, signal, untracked } from '@preact/signals-react';
import { regions } from '@farm3d/api';
import { FarmError } from 'farm3d-engine';
import { navigate } from 'wouter/use-browser-location';
import { loadable } from '../../platform/loadable.ts';
import { locale } from '../../platform/locale.ts';
import { PATHS, scenePath } from '../../platform/paths.ts';
import type { Services } from '../../platform/services.ts';
import { isDark } from '../../platform/theme.ts';
import { createMapFiles } from './map-files.ts';
import {
  curveBetween,
  boundsOf,
  cloudPosition,
  BACKDROP_ID,
  backdropOf,
  groupedLabels,
  type LngLat,
} from './map-geometry.ts';
import { missingColour, scaleOf, valueOf, type Measure } from './measures.ts';
import { createRegionView, type MapContent } from './region-view.ts';
import { createRegionWeather } from './region-weather.ts';
import { simulatedOf, withSimulated } from './simulated.ts';
import { t } from './zh-CN.ts';

/** Fraction of the camera distance within which labels would overlap. */
const LABEL_SHARE = 0.045;
/** Debounce of changes, milliseconds. */
const SETTLE_MS = 1000;

export interface Crumb {
  readonly code: string;
  readonly name: string;
}

/** Error of a map, with its retry. */
export interface MapProblem {
  readonly error: unknown;
  readonly retry: () => void;
}

/** Codes of the levels in the address: `?area=510000,510100`. */
const areasOf = (search: string): string[] =>
  (new URLSearchParams(search).get('area') ?? '').split(',').filter((code) => code !== '');

function middleOf(regions: readonly { readonly center: LngLat }[]): LngLat | null {
  if (regions.length === 0) return null;
  const { west, east, south, north } = boundsOf(regions.map(({ center }) => center));
  return { lng: (west + east) / 2, lat: (south + north) / 2 };
}

/** The region screen: levels, summary of each area, map files. */
export const RegionModel = createModel((services: Services) => {
  const calls = services.clientOf({ regions }).regions;
  const maps = loadable((signal) => calls.maps({ signal }));
  const path = signal<readonly Crumb[]>([]);
  const parent = computed(() => path.value.at(-1)?.code ?? '');
  const summary = loadable((signal) => calls.summary({ parentCode: parent.peek() }, { signal }));
  const measure = signal<Measure>('drought');
  /** Names of all areas seen so far. */
  const names = signal<ReadonlyMap<string, string>>(new Map());
  const problem = signal<MapProblem | null>(null);
  /** Whether there is no map: sites are shown on the backdrop. */
  const isPlain = signal(false);

  /** Time of the shown summary, epoch milliseconds. */
  const asOf = signal<number | null>(null);

  const drilled = (id: string | null, depth: number): void => {
    const name = view.regions.peek().find((region) => region.id === id)?.name ?? id ?? '';
    const before = path.peek();
    batch(() => {
      problem.value = null;
      path.value =
        depth > before.length && id !== null ? [...before, { code: id, name }] : before.slice(0, depth);
    });
    writeAddress();
    void summary.load();
  };
  const view = createRegionView({
    // Fetched each time: the signed URLs of files expire.
    inside: async (id) => {
      if (id === BACKDROP_ID) return null;
      await maps.load();
      return maps.value.peek()?.items.find(({ parentCode }) => parentCode === id)?.url ?? null;
    },
    onDrill: drilled,
    onSite: (id) => navigate(scenePath(id)),
    onError: (error) => fail(error, () => {}),
  });
  const weather = createRegionWeather(services, view);

  const writeAddress = (): void => {
    const codes = path.peek().map(({ code }) => code);
    navigate(codes.length > 0 ? `${PATHS.region}?area=${codes.join(',')}` : PATHS.region, { replace: true });
  };

  const fail = (error: unknown, retry: () => void): void => {
    if (error instanceof FarmError && (error.code === 'aborted' || error.code === 'disposed')) return;
    problem.value = { error, retry };
  };

  const attempt = async (work: () => Promise<boolean>, again: () => void): Promise<boolean> => {
    problem.value = null;
    try {
      return await work();
    } catch (error) {
      fail(error, again);
      return false;
    }
  };

  /** Opens the top map, or the backdrop, then the levels of the address. */
  const open = async (codes: readonly string[]): Promise<void> => {
    await Promise.all([maps.load(), summary.load()]);
    const files = maps.value.peek();
    if (!files) return;
    // Repeated when it was aborted by a newer request: the backdrop needs the summary.
    while (summary.loading.peek()) await summary.load();
    const top = files.items.find(({ parentCode }) => parentCode === '');
    batch(() => {
      isPlain.value = !top;
      path.value = [];
    });
    view.setNames(top !== undefined);
    const source = top ? top.url : backdropOf(positions(), t('region.ground'));
    if (
      !(await attempt(
        () => view.show(source, top === undefined),
        () => void open(codes),
      ))
    )
      return;
    for (const code of top ? codes : []) {
      if (!view.regions.peek().some(({ id }) => id === code)) break;
      if (
        !(await attempt(
          () => view.drillDown(code),
          () => void open(codes),
        ))
      )
        break;
    }
    writeAddress();
    void summary.load();
  };

  const positions = (): LngLat[] => {
    const current = summary.value.peek();
    return [...(current?.sites ?? []), ...(current?.gateways ?? [])].map(({ longitude, latitude }) => ({
      lng: longitude,
      lat: latitude,
    }));
  };

  const enter = (code: string): void => {
    void attempt(
      () => view.drillDown(code),
      () => enter(code),
    );
  };

  /** Simulated figures of the shown areas. */
  const simulated = computed(
    () =>
      new Map(
        view.regions.value.flatMap((region) => {
          const figures = simulatedOf(region, locale.value);
          return figures ? [[region.id, figures] as const] : [];
        }),
      ),
  );
  const counts = computed(() => {
    const all = new Map((summary.value.value?.areas ?? []).map((area) => [area.code, area]));
    for (const [code, figures] of simulated.value) all.set(code, withSimulated(code, all.get(code), figures));
    return all;
  });

  const files = createMapFiles(services, {
    level: () => parent.peek(),
    knownAreas: () => [...path.peek().map(({ code }) => code), ...view.regions.peek().map(({ id }) => id)],
    changed: async (parents) => {
      await maps.load();
      const shown = parents.includes(parent.peek()) || parents.includes('');
      // A shown map is loaded again; another one is only available from now on.
      if (shown) await open(parents.includes('') ? [] : path.peek().map(({ code }) => code));
    },
  });

  // Updates the colours.
  effect(() => {
    const shown = view.regions.value;
    const by = measure.value;
    const current = counts.value;
    if (shown.length === 0) return;
    if (isPlain.value || !summary.value.value) {
      untracked(() => view.clearValues());
      return;
    }
    const values = new Map<string, number>();
    for (const { id } of shown) {
      const value = valueOf(by, current.get(id));
      if (value !== null) values.set(id, value);
    }
    const max = Math.max(0, ...values.values());
    const night = isDark.value;
    untracked(() =>
      view.setValues(values, missingColour(night), (rise) => scaleOf(by, max > 0 ? rise : 0, night)),
    );
  });

  effect(() => {
    if (summary.value.value) asOf.value = Date.now();
  });

  // Updates sites, gateways and flows.
  effect(() => {
    const current = summary.value.value;
    const simulatedFigures = simulated.value;
    const shown = view.regions.value;
    if (!current || shown.length === 0) return;
    const plain = isPlain.value;
    const inside = ({ areaCode }: { areaCode: string | null }): boolean =>
      plain || (areaCode !== null && shown.some(({ id }) => id === areaCode));
    const at = ({ longitude, latitude }: { longitude: number; latitude: number }): LngLat => ({
      lng: longitude,
      lat: latitude,
    });
    const sites = current.sites.filter(inside).map((site) => ({ ...site, at: at(site) }));
    const labels = groupedLabels(sites, untracked(() => view.distance()) * LABEL_SHARE);
    const gateways = current.gateways.filter(inside);
    const farms = [...simulatedFigures.values()].flatMap(({ sites: all }) => all);
    const isDeep = untracked(() => path.value.length) > 0;
    const centres = shown.map(({ center }) => center);
    const bounds = boundsOf(plain ? positions() : centres);
    const cloud = untracked(() => cloudPosition(bounds, view.distance(), view.aspect()));
    const alarmedAreas = new Set(sites.filter(({ alarms }) => alarms > 0).map(({ areaCode }) => areaCode));
    for (const [code, { sites: all }] of simulatedFigures) {
      if (all.some(({ alarms }) => alarms > 0)) alarmedAreas.add(code);
    }
    const near = untracked(() => view.distance()) * LABEL_SHARE * 0.4;
    const senders = [
      ...gateways.map((gateway) => {
        const gatewayPosition = at(gateway);
        // Near a scene its label would overlap the scene's.
        const isAlone = !sites.some(
          (site) =>
            Math.abs(site.at.lng - gatewayPosition.lng) < near * 2 &&
            Math.abs(site.at.lat - gatewayPosition.lat) < near,
        );
        return { at: gatewayPosition, online: gateway.online, label: isAlone ? gateway.name : '' };
      }),
      ...farms.map((farm) => ({ at: at(farm), online: farm.online > 0, label: '' })),
    ];
    const next: MapContent = {
      sites: [
        ...sites.map((site) => ({
          id: site.id,
          at: site.at,
          label: labels.get(site) ?? '',
          alarmed: site.alarms > 0,
        })),
        ...farms.map((farm) => ({
          id: null,
          at: at(farm),
          label: isDeep ? farm.name : '',
          alarmed: farm.alarms > 0,
        })),
      ],
      alarms: shown
        .filter(({ id }) => (counts.peek().get(id)?.alarms ?? 0) > 0 && !alarmedAreas.has(id))
        .map(({ center }) => center),
      cloud: senders.length > 0 ? { at: cloud, label: t('region.cloud') } : null,
      senders: senders.map((sender) => ({ ...sender, path: curveBetween(sender.at, cloud) })),
    };
    untracked(() => view.showContent(next));
  });

  effect(() => {
    const entries = view.regions.value.map(({ id, name }) => [id, name] as const);
    names.value = new Map([...names.peek(), ...entries]);
  });

  effect(() => view.setDark(isDark.value));

  // The weather of the selected region, else of the present level.
  effect(() => {
    const regions = view.regions.value;
    const region = regions.find(({ id }) => id === view.selected.value);
    const first = summary.value.value?.sites.find(
      ({ areaCode }) => isPlain.value || regions.some(({ id }) => id === areaCode),
    );
    // Without a selection: the first site, else the centre of the level.
    const home = first ? { lng: first.longitude, lat: first.latitude } : middleOf(regions);
    untracked(() => weather.load(region?.center ?? home));
  });

  // The summary follows alarms, devices and scenes.
  effect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = services.realtime.subscribe({ organisation: true }, (event) => {
      const { type } = event;
      const isMissed = type === 'subscribed' && event.resumed;
      if (!isMissed && type !== 'alarm' && type !== 'device-state' && type !== 'scene-changed') return;
      timer ??= setTimeout(() => {
        timer = undefined;
        if (!summary.loading.peek()) void summary.load();
      }, SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  });

  return {
    view,
    asOf,
    /** Whether the map is simulated. */
    isSimulated: computed(() => simulated.value.size > 0),
    weather,
    files,
    maps,
    summary,
    counts,
    path,
    parent,
    measure,
    colourBy: (by: Measure): void => {
      measure.value = by;
    },
    problem,
    isPlain,
    /** Name of an area that was seen, else its code. */
    nameOf: (code: string): string => names.value.get(code) ?? code,
    mayChangeMaps: services.session.isAdministrator,
    hasInside: (code: string): boolean =>
      maps.value.value?.items.some(({ parentCode }) => parentCode === code) ?? false,
    mount: (element: HTMLElement): (() => void) => {
      const unmount = view.mount(element);
      view.setDark(isDark.peek());
      weather.start();
      void open(areasOf(location.search));
      return unmount;
    },
    retry: (): void => {
      const again = problem.peek()?.retry;
      problem.value = null;
      if (again) again();
    },
    reload: (): void => void open(path.peek().map(({ code }) => code)),
    enter,
    /** Goes up to a level: 0 is the top. */
    up: async (depth: number): Promise<void> => {
      while (
        path.peek().length > depth &&
        (await attempt(
          () => view.back(),
          () => {},
        ))
      );
    },
  };
});

export type RegionScreen = InstanceType<typeof RegionModel>;
