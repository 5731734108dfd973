import { describe, expect, it } from 'vitest';
import { dayPart, sunEquatorial, sunPosition } from './solar.ts';

const at = (iso: string): Date => new Date(iso);

describe('the sun', () => {
  it('has the right ascension and declination of Meeus, example 25.a', () => {
    const { rightAscension, declination } = sunEquatorial(at('1992-10-13T00:00:00Z'));
    expect(rightAscension).toBeCloseTo(198.38083, 2);
    expect(declination).toBeCloseTo(-7.78507, 2);
  });

  it("has the position of the example of NREL's solar position algorithm (report TP-560-34302)", () => {
    const { elevation, azimuth } = sunPosition(at('2003-10-17T12:30:30-07:00'), {
      latitude: 39.742476,
      longitude: -105.1786,
    });
    // Zenith 50.11162° with 0.02° of refraction and parallax, azimuth 194.34024°.
    expect(Math.abs(90 - elevation - 50.1266)).toBeLessThan(0.02);
    expect(Math.abs(azimuth - 194.34024)).toBeLessThan(0.02);
  });

  it.each([
    ['Beijing, June solstice, at its noon', '2024-06-21T04:16:30Z', 39.9, 116.4, 73.54, 180],
    ['Beijing, December solstice, at its noon', '2024-12-21T04:12:30Z', 39.9, 116.4, 26.66, 180],
    [
      'Sydney, December solstice, at its noon, in the north',
      '2024-12-21T01:53:20Z',
      -33.87,
      151.21,
      79.57,
      0,
    ],
    ['Quito, March equinox, overhead', '2024-03-20T17:21:30Z', 0, -78.47, 89.8, undefined],
  ])('%s', (_, iso, latitude, longitude, elevation, azimuth) => {
    const position = sunPosition(at(iso), { latitude, longitude });
    expect(Math.abs(position.elevation - elevation)).toBeLessThan(0.15);
    if (azimuth === undefined) return;
    expect(Math.cos(((position.azimuth - azimuth) * Math.PI) / 180)).toBeGreaterThan(Math.cos(Math.PI / 180));
  });

  it('rises in the east, sets in the west and is below the horizon at night', () => {
    const shanghai = { latitude: 31.2, longitude: 121.5 };
    const morning = sunPosition(at('2025-03-20T07:00:00+08:00'), shanghai);
    const evening = sunPosition(at('2025-03-20T17:00:00+08:00'), shanghai);
    const night = sunPosition(at('2025-03-21T00:00:00+08:00'), shanghai);
    expect(morning.azimuth).toBeGreaterThan(80);
    expect(morning.azimuth).toBeLessThan(110);
    expect(evening.azimuth).toBeGreaterThan(250);
    expect([morning, evening, night].map(dayPart)).toEqual(['day', 'day', 'night']);
    expect(dayPart({ elevation: 0, azimuth: 90 })).toBe('dusk');
  });

  it('refuses an invalid time or position', () => {
    expect(() => sunPosition(new Date(NaN), { latitude: 0, longitude: 0 })).toThrow(/date/);
    expect(() => sunPosition(new Date(0), { latitude: 91, longitude: 0 })).toThrow(/latitude/);
    expect(() => sunPosition(new Date(0), { latitude: 0, longitude: NaN })).toThrow(/longitude/);
  });
});
