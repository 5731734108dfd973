import { signal } from '@preact/signals-react';
import type { SceneWeather } from '@farm3d/api';
import type { WeatherKind } from 'farm3d-engine/region';
import type { Services } from '../../platform/services.ts';
import { weatherKind } from '../../platform/names.ts';
import type { LngLat } from './map-geometry.ts';
import type { RegionView } from './region-view.ts';

/** Greatest distance of a station, kilometres. */
const MAX_STATION_KM = 200;

/** The weather of one position, as text and over the map. */
export function createRegionWeather({ api }: Services, view: Pick<RegionView, 'setWeather'>) {
  /** Null: not requested, or unknown. */
  const shown = signal<SceneWeather | null>(null);
  /** Mock weather; null: the real one. */
  const mock = signal<WeatherKind | null>(null);
  /** Whether the platform allows mock weather. */
  const mayMock = signal(false);
  let request: AbortController | undefined;
  let lastPosition = '';

  const draw = (): void => view.setWeather(mock.peek() ?? weatherKind(shown.peek()?.text ?? null));
  const show = (weather: SceneWeather | null): void => {
    shown.value = weather;
    draw();
  };

  return {
    shown,
    mock,
    mayMock,
    setMock(kind: WeatherKind | null): void {
      mock.value = kind;
      draw();
    },
    /** Called once the map is created: draws known weather and fetches whether mock weather is allowed. */
    start(): void {
      draw();
      api.scenes.globalConfig().then(
        ({ simulateWeather }) => {
          mayMock.value = simulateWeather;
        },
        () => undefined,
      );
    },
    /** Fetches the weather once for each position; null clears it. */
    load(at: LngLat | null): void {
      const next = at ? `${at.lng},${at.lat}` : '';
      if (next === lastPosition) return;
      lastPosition = next;
      request?.abort();
      if (!at) {
        show(null);
        return;
      }
      const controller = new AbortController();
      request = controller;
      api.scenes.weather({ latitude: at.lat, longitude: at.lng }, { signal: controller.signal }).then(
        (weather) => {
          if (controller.signal.aborted) return;
          const far = weather.station?.distanceKm ?? 0;
          show(weather.source === null || far > MAX_STATION_KM ? null : weather);
        },
        // Optional: without weather the map stays as it is.
        () => {
          if (!controller.signal.aborted) show(null);
        },
      );
    },
  };
}
