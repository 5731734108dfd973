import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SceneWeather } from '@farm3d/api';
import { toasts } from '../../../platform/toasts.ts';
import { createWeather } from './weather-model.ts';
import type { Api } from '../../../platform/services.ts';

/** Deadline of waits: generous for a machine under load. */
const PATIENCE = { timeout: 30_000 };

const shown: string[] = [];
const winds: (number | null)[] = [];
const effect = {
  setWeather: async (kind: string, source: string, range?: number) => {
    shown.push([kind, source, range].filter((part) => part !== undefined).join(' '));
  },
  clearWeather: async () => {
    shown.push('clear');
  },
  setWind: async (wind: number | null) => {
    winds.push(wind);
  },
};
const requestWeather =
  vi.fn<(place: unknown) => Promise<Pick<SceneWeather, 'text' | 'reason'> & { windSpeed?: number | null }>>();
const openProfile = vi.fn<() => void>();
const make = (areaCode: string | null) =>
  createWeather({
    api: { scenes: { weather: requestWeather } } as unknown as Api,
    effect,
    areaCode: () => areaCode,
    openProfile,
  });
const messages = () => toasts.value.map(({ text }) => text);

beforeEach(() => {
  // The clearing of messages must not outlive the test.
  vi.useFakeTimers();
  shown.length = winds.length = 0;
  toasts.value = [];
  requestWeather.mockReset().mockResolvedValue({ text: '小雨', reason: null });
  openProfile.mockReset();
});
afterEach(() => vi.useRealTimers());

describe('real weather', () => {
  test('without a region it only reports that', () => {
    const weather = make(null);
    weather.toggleReal();
    expect(messages()).toEqual(['请先配置个人信息中选择地区']);
    expect([weather.real.value, shown, requestWeather.mock.calls]).toEqual([false, [], []]);
    // One click from there.
    toasts.value[0]?.action?.run();
    expect(openProfile).toHaveBeenCalledOnce();
    expect(messages()).toEqual([]);
  });

  test('shows the weather of the region, and the default sky when turned off', async () => {
    const weather = make('370700');
    weather.toggleReal();
    await vi.waitFor(() => expect(shown).toEqual(['rain real']), PATIENCE);
    expect(requestWeather.mock.calls[0]?.[0]).toEqual({ areaCode: '370700' });
    expect([weather.real.value, weather.busy.value, weather.shown.value]).toEqual([true, false, 'rain']);
    weather.toggleReal();
    expect([weather.real.value, weather.shown.value, shown.at(-1)]).toEqual([false, null, 'clear']);
  });

  test('leaves follow the measured wind, and the look of the weather where none is measured', async () => {
    requestWeather.mockResolvedValueOnce({ text: '晴', reason: null, windSpeed: 7.5 });
    const weather = make('370700');
    weather.toggleReal();
    await vi.waitFor(() => expect(winds).toEqual([7.5]), PATIENCE);
    weather.toggleReal();
    weather.toggleReal();
    await vi.waitFor(() => expect(winds).toEqual([7.5, null]), PATIENCE);
  });

  test('turns off when no weather is available', async () => {
    requestWeather.mockResolvedValue({ text: null, reason: 'sky_unknown' });
    const weather = make('370700');
    weather.toggleReal();
    await vi.waitFor(() => expect(messages()).toEqual(['暂时没有该地区的天气']), PATIENCE);
    expect([weather.real.value, shown]).toEqual([false, []]);
  });

  test.each([
    ['night', '现在是夜间，无法测量云量，显示此刻的默认天空'],
    ['sun_low', '太阳太低，无法测量云量，显示此刻的默认天空'],
  ])('%s: it stays on with the default sky and says why', async (reason, text) => {
    requestWeather.mockResolvedValue({ text: null, reason });
    const weather = make('370700');
    weather.toggleReal();
    await vi.waitFor(() => expect(messages()).toEqual([text]), PATIENCE);
    expect([weather.real.value, weather.shown.value, shown]).toEqual([true, null, []]);
  });

  test('is requested again every ten minutes while it is on, and changes with the answer', async () => {
    const weather = make('370700');
    weather.toggleReal();
    await vi.waitFor(() => expect(shown).toEqual(['rain real']), PATIENCE);
    await vi.advanceTimersByTimeAsync(600_000);
    expect([requestWeather.mock.calls.length, shown]).toEqual([2, ['rain real']]);
    requestWeather.mockResolvedValue({ text: '晴', reason: null });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(shown).toEqual(['rain real', 'sunny real']);
    weather.toggleReal();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(requestWeather).toHaveBeenCalledTimes(3);
  });

  test('a response that arrives after it was turned off is ignored', async () => {
    const answer = Promise.withResolvers<Pick<SceneWeather, 'text' | 'reason'>>();
    requestWeather.mockReturnValue(answer.promise);
    const weather = make('370700');
    weather.toggleReal();
    weather.toggleReal();
    answer.resolve({ text: '雪', reason: null });
    await answer.promise;
    expect([weather.real.value, shown]).toEqual([false, ['clear']]);
  });
});

describe('mock weather', () => {
  test('requires a kind and a range from 100 to 200', () => {
    const weather = make(null);
    weather.open();
    weather.setRange('');
    weather.apply();
    expect(weather.errors.value).toEqual({ kind: '请选择天气', range: '请输入 100 到 200 之间的粒子范围' });
    weather.choose('snow');
    for (const wrong of ['99', '201', 'x']) {
      weather.setRange(wrong);
      weather.apply();
      expect(Object.keys(weather.errors.value)).toEqual(['range']);
    }
    expect([weather.isDialogOpen.value, shown]).toEqual([true, []]);
    weather.setRange('200');
    weather.apply();
    expect([weather.isDialogOpen.value, shown]).toEqual([false, ['snow mock 200']]);
  });

  test('turns the real weather off; its range is 170 unless changed', async () => {
    const weather = make('370700');
    weather.toggleReal();
    await vi.waitFor(() => expect(weather.busy.value).toBe(false), PATIENCE);
    weather.choose('sunny');
    weather.apply();
    expect([weather.real.value, shown]).toEqual([false, ['rain real', 'sunny mock 170']]);
  });
});
