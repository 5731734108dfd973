import { describe, expect, test } from 'vitest';
import { clearSky, raBetween } from './radiation.ts';
import { weatherFromStation, weatherFromWmo, weatherTypeFromText } from './weather-text.ts';

test.each([
  ['雪', 'snow'],
  ['雨夹雪', 'snow'],
  ['雷阵雨', 'rain'],
  ['多云', 'cloudy'],
  ['多云转小雨', 'rain'],
  ['晴间多云', 'cloudy'],
  ['阴', 'overcast'],
  ['雾', 'overcast'],
  ['霾', 'overcast'],
  ['扬沙', 'overcast'],
  ['浮尘', 'overcast'],
  ['晴', 'sunny'],
  ['少云', 'sunny'],
  ['大风', null],
  ['', null],
])('%s is %s', (text, type) => expect(weatherTypeFromText(text)).toBe(type));

test('a code of the WMO has a text and a sky, an unused one none', () => {
  expect(weatherFromWmo(0)).toMatchObject({ type: 'sunny' });
  expect(weatherFromWmo(65)).toMatchObject({ type: 'rain' });
  expect(weatherFromWmo(42)).toBeNull();
});

describe('a station', () => {
  const noon = { doy: 172, solarHour: 12, lat: 36.9 };
  /** Radiation of a clear sky in the hour around noon, W/m². */
  const clear = clearSky(raBetween(noon, -Math.PI / 24, Math.PI / 24), 0) / 0.0036;
  const type = (more: Partial<Parameters<typeof weatherFromStation>[0]>) =>
    weatherFromStation({ ...noon, ...more })?.type ?? null;

  test('the clear sky of noon at the solstice is about 1,000 W/m²', () => {
    expect(clear).toBeGreaterThan(950);
    expect(clear).toBeLessThan(1050);
  });

  test('says rain before all, and snow up to 1 °C', () => {
    expect(weatherFromStation({ ...noon, rain30min: 0.1, t: 1, radiation: 900 })).toEqual({
      text: '雪',
      type: 'snow',
    });
    expect(weatherFromStation({ ...noon, rain30min: 0.1, t: 1.1 })).toEqual({ text: '雨', type: 'rain' });
    expect(type({ rain30min: 0.1, t: null })).toBe('rain');
    expect(type({ rain30min: 0, t: 0, radiation: 900 })).toBe('sunny');
    expect(type({ rain30min: null })).toBeNull();
  });

  test('by day is clear from 65 % of the clear sky, broken from 35 %', () => {
    const at = (share: number) => weatherFromStation({ ...noon, radiation: share * clear });
    expect(at(0.651)).toEqual({ text: '晴', type: 'sunny' });
    expect(at(0.649)).toEqual({ text: '多云', type: 'cloudy' });
    expect(at(0.351)?.type).toBe('cloudy');
    expect(at(0.349)).toEqual({ text: '阴', type: 'overcast' });
    expect(at(0)?.type).toBe('overcast');
  });

  test('in the mountains needs more light for a clear sky', () => {
    expect(type({ radiation: 0.66 * clear, elevation: 0 })).toBe('sunny');
    expect(type({ radiation: 0.66 * clear, elevation: 3000 })).toBe('cloudy');
  });

  test('with a low sun or none keeps the last class of the day', () => {
    // At the equator at an equinox the sun stands 15° an hour: 10° at 6:40.
    const equator = { doy: 81, lat: 0, radiation: 0 };
    expect(type({ ...equator, solarHour: 6.6 })).toBeNull();
    expect(type({ ...equator, solarHour: 6.75 })).toBe('overcast');
    expect(type({ ...equator, solarHour: 17.25 })).toBe('overcast');
    expect(type({ ...equator, solarHour: 17.4 })).toBeNull();
    expect(type({ solarHour: 0, radiation: 0, lastDaytime: 'sunny' })).toBe('sunny');
    expect(type({ lastDaytime: 'overcast' })).toBe('overcast');
    expect(type({ radiation: 900, lastDaytime: 'overcast' })).toBe('sunny');
  });

  test('measures a bright morning by its own hour', () => {
    const hour = { doy: 172, lat: 36.9 };
    const eight = -Math.PI / 3;
    const bright = clearSky(raBetween(hour, eight - Math.PI / 24, eight + Math.PI / 24), 0) / 0.0036;
    expect(type({ solarHour: 8, radiation: 0.9 * bright })).toBe('sunny');
    expect(type({ solarHour: 16, radiation: 0.5 * bright })).toBe('cloudy');
  });

  test('refuses a latitude that is none', () =>
    expect(() => type({ lat: 91, radiation: 5 })).toThrow(
      expect.objectContaining({ reason: expect.objectContaining({ code: 'out_of_range', field: 'lat' }) }),
    ));
});
