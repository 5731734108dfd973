import { createModel, effect, type ReadonlySignal } from '@preact/signals-react';
import type { PlotState, Scene, SceneWeather } from '@farm3d/api';
import { loadable, onReconnected } from '../../../platform/loadable.ts';
import type { Services } from '../../../platform/services.ts';
import type { PlotAdvice } from '../../../components/agronomy/advice.ts';

/** Advice and weather are loaded again at this interval, milliseconds. */
const REFRESH_MS = 600_000;

export interface StatusOptions {
  readonly scene: ReadonlySignal<Scene | null>;
  /** The plot of the scene; null: it has none, or it is not known yet. */
  readonly plot: ReadonlySignal<PlotState | null>;
}

/** Advice for the scene's plot, and the weather at the scene where the user may know it. */
export const StatusModel = createModel(({ api, live, session }: Services, { scene, plot }: StatusOptions) => {
  const advice = loadable<PlotAdvice | null>(async (signal) => {
    const asked = plot.peek();
    if (!asked) return null;
    if (asked.deviceId === null) return { plot: asked, irrigation: null, hasFailed: false };
    const irrigation = await api.telemetry.irrigation(asked.deviceId, { plotId: asked.id }, { signal });
    return { plot: asked, irrigation, hasFailed: false };
  });
  const weather = loadable<SceneWeather>((signal) => {
    const { latitude = null, longitude = null } = scene.peek() ?? {};
    return api.scenes.weather(latitude === null || longitude === null ? undefined : { latitude, longitude }, {
      signal,
    });
  });
  // The weather may be that of any station of the organisation.
  const loadWeather = (): void => {
    if (!session.seesByRules.peek()) void weather.load();
  };
  effect(() => {
    if (plot.value) void advice.load();
  });
  effect(() => {
    if (scene.value) loadWeather();
  });
  effect(() => {
    const timer = setInterval(() => {
      void advice.load();
      loadWeather();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  });
  effect(() =>
    onReconnected(live, () => {
      if (plot.peek()) void advice.load();
      if (scene.peek()) loadWeather();
    }),
  );
  return { advice, weather };
});

export type Status = InstanceType<typeof StatusModel>;
