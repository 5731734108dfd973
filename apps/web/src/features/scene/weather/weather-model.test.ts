import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SceneWeather } from '@farm3d/api';
import { toasts } from '../../../platform/toasts.ts';
import { createWeather } from './weather-model.ts';
import type { Api } from '../../../platform/services.ts';

/** For what happens at once, on a machine that is busy with other things. */
const PATIENCE = { timeout: 30_000 };

const shown: string[] = [];
const effect = {
  setWeather: async (kind: string, source: string, range?: number) => {
    shown.push([kind, source, range].filter((part) => part !== undefined).join(' '));
  },
  clearWeather: async () => {
    shown.push('clear');
  },
};
const asked = vi.fn<(place: unknown) => Promise<Pick<SceneWeather, 'text'>>>();
const make = (areaCode: string | null) =>
  createWeather({
    api: { scenes: { weather: asked } } as unknown as Api,
    effect,
    areaCode: () => areaCode,
  });
const messages = () => toasts.value.map(({ text }) => text);

beforeEach(() => {
  // The clearing of messages must not outlive the test.
  vi.useFakeTimers();
  shown.length = 0;
  toasts.value = [];
  asked.mockReset().mockResolvedValue({ text: '小雨' });
});
afterEach(() => vi.useRealTimers());

describe('real weather', () => {
  test('without a region it only says so', () => {
    const weather = make(null);
    weather.toggleReal();
    expect(messages()).toEqual(['请先配置个人信息中选择地区']);
    expect([weather.real.value, shown, asked.mock.calls]).toEqual([false, [], []]);
  });

  test('shows what the region has, and the default sky when turned off', async () => {
    const weather = make('370700');
    weather.toggleReal();
    await vi.waitFor(() => expect(shown).toEqual(['rain real']), PATIENCE);
    expect(asked.mock.calls[0]?.[0]).toEqual({ areaCode: '370700' });
    expect([weather.real.value, weather.busy.value, weather.shown.value]).toEqual([true, false, 'rain']);
    weather.toggleReal();
    expect([weather.real.value, weather.shown.value, shown.at(-1)]).toEqual([false, null, 'clear']);
  });

  test('is off again when nobody knows it', async () => {
    asked.mockResolvedValue({ text: null });
    const weather = make('370700');
    weather.toggleReal();
    await vi.waitFor(() => expect(messages()).toEqual(['暂时没有该地区的天气']), PATIENCE);
    expect([weather.real.value, shown]).toEqual([false, []]);
  });

  test('an answer that comes after it was turned off shows nothing', async () => {
    const answer = Promise.withResolvers<Pick<SceneWeather, 'text'>>();
    asked.mockReturnValue(answer.promise);
    const weather = make('370700');
    weather.toggleReal();
    weather.toggleReal();
    answer.resolve({ text: '雪' });
    await answer.promise;
    expect([weather.real.value, shown]).toEqual([false, ['clear']]);
  });
});

describe('mock weather', () => {
  test('wants a kind and a range from 100 to 200', () => {
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
