import type { SceneWeather } from '@farm3d/api';
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react';
import type { WeatherKind } from 'farm3d-engine/weather';
import { problemText } from '../../../platform/problem.ts';
import { showToast } from '../../../platform/toasts.ts';
import type { WeatherEffect } from './weather-effect.ts';
import { weatherKind } from '../../../platform/names.ts';
import type { Api } from '../../../platform/services.ts';
import { t } from '../texts/zh-CN.ts';

/** Range of rain and snow around the camera, metres (Spec §9: 'Mock weather slider 100 to 200; default particle range 170'). */
export const RANGE_MIN = 100;
export const RANGE_MAX = 200;
const RANGE_DEFAULT = 170;
const TOPIC = 'scene.weather';
/** The real weather is requested again at this interval, milliseconds. */
const REFRESH_MS = 600_000;
/** Why a dry sky is unknown although the weather is: the switch stays on and the default sky is shown. */
const NO_SKY = { night: 'weather.night', sun_low: 'weather.sunLow' } as const;

export interface WeatherHost {
  readonly api: Api;
  readonly effect: Pick<WeatherEffect, 'setWeather' | 'clearWeather' | 'setWind'>;
  /** Opens the profile, where the area is chosen. */
  readonly openProfile: () => void;
  /** Area code of the user; null: not set. */
  readonly areaCode: () => string | null;
}

export interface WeatherErrors {
  readonly kind?: string;
  readonly range?: string;
}

/** Real and mock weather of one scene (Spec §5): one of them at a time. */
export function createWeather({ api, effect, areaCode, openProfile }: WeatherHost) {
  const real = signal(false);
  const busy = signal(false);
  const shown = signal<WeatherKind | null>(null);
  const isDialogOpen = signal(false);
  const kind = signal<WeatherKind | null>(null);
  const range = signal(String(RANGE_DEFAULT));
  const check = (): WeatherErrors => {
    const metres = Number(range.value);
    const fits = range.value.trim() !== '' && metres >= RANGE_MIN && metres <= RANGE_MAX;
    return {
      ...(kind.value === null ? { kind: t('weather.kindRequired') } : {}),
      ...(fits ? {} : { range: t('weather.rangeRequired') }),
    };
  };
  /** Errors are shown after the first attempt to submit. */
  const wasSubmitted = signal(false);
  const errors = computed((): WeatherErrors => (wasSubmitted.value ? check() : {}));
  let request: AbortController | undefined;
  let refresh: ReturnType<typeof setTimeout> | undefined;

  const show = (next: WeatherKind | null, source: 'real' | 'mock', metres?: number): void => {
    shown.value = next;
    const arrived = next === null ? effect.clearWeather() : effect.setWeather(next, source, metres);
    arrived.catch((error: unknown) =>
      showToast('error', t('weather.failed', { reason: problemText(error) }), TOPIC),
    );
  };

  const cancelRequest = (): void => {
    request?.abort();
    request = undefined;
    clearTimeout(refresh);
    busy.value = false;
  };

  /** Shows what the service knows; without a sky to show, says why. @returns whether the switch stays on */
  const showReal = ({
    text,
    reason,
    windSpeed,
  }: Pick<SceneWeather, 'text' | 'reason' | 'windSpeed'>): boolean => {
    // Without its code there is nothing that the wind could move.
    effect.setWind(windSpeed ?? null).catch(() => {});
    const found = weatherKind(text);
    if (found !== null) {
      if (found !== shown.peek()) show(found, 'real');
      return true;
    }
    if (shown.peek() !== null) show(null, 'real');
    const isDark = reason === 'night' || reason === 'sun_low';
    showToast('info', t(isDark ? NO_SKY[reason] : 'weather.unknown'), TOPIC);
    return isDark;
  };

  const turnOn = async (code: string): Promise<void> => {
    const controller = new AbortController();
    request = controller;
    batch(() => {
      busy.value = true;
      real.value = true;
    });
    try {
      const weather = await api.scenes.weather({ areaCode: code }, { signal: controller.signal });
      if (controller.signal.aborted) return;
      real.value = showReal(weather);
      if (real.peek()) refresh = setTimeout(() => void turnOn(code), REFRESH_MS);
    } catch (error) {
      if (controller.signal.aborted) return;
      real.value = false;
      showToast('error', t('weather.failed', { reason: problemText(error) }), TOPIC);
    } finally {
      if (request === controller) {
        request = undefined;
        busy.value = false;
      }
    }
  };

  return {
    /** Whether the real weather is on. */
    real: real as ReadonlySignal<boolean>,
    busy: busy as ReadonlySignal<boolean>,
    /** Shown weather; null: the default sky. */
    shown: shown as ReadonlySignal<WeatherKind | null>,
    isDialogOpen,
    kind,
    range,
    errors,
    /** Toggles the real weather. Without an area it shows a warning (Spec §8). */
    toggleReal: (): void => {
      if (real.peek()) {
        cancelRequest();
        real.value = false;
        show(null, 'real');
        return;
      }
      const code = areaCode();
      if (code !== null && code !== '') void turnOn(code);
      else {
        showToast('warning', t('weather.needArea'), TOPIC, {
          label: t('weather.openProfile'),
          run: openProfile,
        });
      }
    },
    open: (): void => {
      wasSubmitted.value = false;
      isDialogOpen.value = true;
    },
    close: (): void => {
      isDialogOpen.value = false;
    },
    choose: (next: WeatherKind): void => {
      kind.value = next;
    },
    setRange: (text: string): void => {
      range.value = text;
    },
    /** Shows the selected mock weather and switches the real one off. */
    apply: (): void => {
      wasSubmitted.value = true;
      const chosen = kind.peek();
      if (chosen === null || Object.keys(errors.peek()).length > 0) return;
      cancelRequest();
      batch(() => {
        real.value = false;
        isDialogOpen.value = false;
      });
      show(chosen, 'mock', Number(range.peek()));
    },
    /** Restores the default sky. */
    clear: (): void => {
      cancelRequest();
      batch(() => {
        real.value = false;
        kind.value = null;
        isDialogOpen.value = false;
      });
      show(null, 'mock');
    },
    /** Shows the weather of a linkage; null ends it. */
    showLinked: (name: string | null): void => {
      const next =
        (['rain', 'snow', 'sunny', 'cloudy', 'overcast'] as const).find((one) => one === name) ?? null;
      if (next === null && name !== null) return;
      cancelRequest();
      real.value = false;
      show(next, 'mock');
    },
    dispose: cancelRequest,
  };
}

export type Weather = ReturnType<typeof createWeather>;
