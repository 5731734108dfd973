import { describe, expect, it } from 'vitest';
import { MORNING } from '../view/atmosphere.ts';
import { atmosphereOf, MORNING_SUN } from './atmosphere-of.ts';
import {
  advancePhase,
  CLOUDS,
  GENERIC_PARTICLES,
  PARTICLE_BOTTOM,
  PARTICLE_TOP,
  RAIN_PARTICLES,
  SCENE_RAIN_VELOCITY,
  SCENE_RANGE,
  SCENE_RANGE_MIN,
  SCENE_RANGE_MAX,
  SCENE_SNOW_VELOCITY,
  SNOW_PARTICLES,
  WEATHER_KINDS,
} from './kinds.ts';
import { inFog, LOOKS, NO_WEATHER } from './look.ts';
import { ParticleFall } from './particle-fall.ts';
import { LookTransition } from './transition.ts';

describe("the specification's numbers", () => {
  it('of precipitation and clouds', () => {
    expect([RAIN_PARTICLES, SNOW_PARTICLES, GENERIC_PARTICLES]).toEqual([
      { count: 20_000, velocity: 0.03, range: 60 },
      { count: 10_000, velocity: 0.008, range: 60 },
      { count: 10_000, velocity: 0.02, range: 80 },
    ]);
    expect([SCENE_RAIN_VELOCITY, SCENE_SNOW_VELOCITY]).toEqual([0.15, 0.05]);
    expect([SCENE_RANGE_MIN, SCENE_RANGE, SCENE_RANGE_MAX]).toEqual([100, 170, 200]);
    expect([PARTICLE_BOTTOM, PARTICLE_TOP]).toEqual([-20, 20]);
    expect(CLOUDS).toEqual({ count: 260, range: 30_000, height: 1_000, speed: 5 });
    expect([LOOKS.cloudy.cloudSpeed, LOOKS.overcast.cloudSpeed]).toEqual([20, 10]);
    expect([LOOKS.cloudy.cloudGrey, LOOKS.overcast.cloudGrey]).toEqual([0, 1]);
  });
});

describe('a fall of particles', () => {
  it.each([1, 7, 24, 60, 144])('falls the same distance per second at %i frames per second', (frames) => {
    const fall = new ParticleFall({ ...RAIN_PARTICLES, shape: 'streak' });
    for (let i = 0; i < frames; i++) fall.advance(1 / frames, 2, 400);
    expect(fall.fallen).toBeCloseTo(0.03 * 60, 9);
    fall.dispose();
  });

  it('stays exact after hours, and never leaves its box', () => {
    let phase = 0;
    for (let i = 0; i < 100_000; i++) phase = advancePhase(phase, 0.15, 0.04, 640);
    expect(phase).toBeCloseTo((0.15 * 60 * 0.04 * 100_000) % 640, 4);
    expect(advancePhase(1, -0.15, 1, 640)).toBeCloseTo(632, 9);
  });

  it('changes count and range in its existing buffers', () => {
    const fall = new ParticleFall({ ...SNOW_PARTICLES, shape: 'flake' });
    const { geometry } = fall.mesh;
    const buffers = Object.values(geometry.attributes).map((attribute) => [
      attribute.array,
      'version' in attribute && attribute.version,
    ]);
    fall.count = 2_500;
    fall.range = 200;
    expect([fall.count, fall.range]).toEqual([2_500, 200]);
    fall.count = 1e9;
    expect(fall.count).toBe(10_000);
    expect(
      Object.values(geometry.attributes).map((attribute) => [
        attribute.array,
        'version' in attribute && attribute.version,
      ]),
    ).toEqual(buffers);
    fall.dispose();
  });
});

describe('a change of weather', () => {
  it('continues from its current state when another change replaces it', () => {
    const look = new LookTransition(NO_WEATHER);
    look.goTo(LOOKS.rain, 2);
    for (let i = 0; i < 30; i++) look.advance(1 / 30);
    const before = look.now;
    expect(before.wet).toBeGreaterThan(0.3);
    expect(before.wet).toBeLessThan(0.7);
    look.goTo(LOOKS.snow, 2);
    expect(look.now).toBe(before);
    let last = look.now;
    let arrivals = 0;
    for (let i = 0; i < 90; i++) {
      if (look.advance(1 / 30)) arrivals++;
      for (const key of ['rain', 'snow', 'wet', 'white', 'cover', 'sun'] as const) {
        expect(Math.abs(look.now[key] - last[key])).toBeLessThan(0.06);
      }
      last = look.now;
    }
    expect(look.now).toBe(LOOKS.snow);
    expect([arrivals, look.isRunning]).toEqual([1, false]);
  });

  it('is immediate with a duration of zero', () => {
    const look = new LookTransition(NO_WEATHER);
    look.goTo(LOOKS.cloudy, 0);
    expect([look.now, look.isRunning]).toEqual([LOOKS.cloudy, false]);
  });
});

describe('the picture of an hour', () => {
  it('is the default morning when the sun has that position', () => {
    const air = atmosphereOf(NO_WEATHER, MORNING_SUN);
    expect(air.sun.angleTo(MORNING.sun)).toBeLessThan(0.001);
    expect(air.zenith.getHexString()).toBe(MORNING.zenith.getHexString());
    expect(air.lightIntensity).toBeCloseTo(MORNING.lightIntensity, 1);
  });

  it('is lit by the sun by day and the moon by night, always from above', () => {
    const day = atmosphereOf(LOOKS.sunny, { elevation: 40, azimuth: 180 });
    expect(day.lightDirection.angleTo(day.sun)).toBeLessThan(0.001);
    expect(day.lamps).toBe(0);
    // In the south of the northern half of the earth: +z.
    expect(day.sun.z).toBeGreaterThan(0.7);
    const night = atmosphereOf(LOOKS.sunny, { elevation: -25, azimuth: 350 });
    expect(night.lightDirection.angleTo(night.moon)).toBeLessThan(0.001);
    expect(night.lightDirection.y).toBeGreaterThan(0.3);
    expect([night.lamps, night.stars > 0.5]).toEqual([1, true]);
    expect(night.lightIntensity).toBeLessThan(day.lightIntensity / 3);
  });

  it('has no shadow while sun and moon alternate', () => {
    expect(atmosphereOf(LOOKS.sunny, { elevation: -3, azimuth: 280 }).lightIntensity).toBeCloseTo(0, 5);
  });

  it.each(WEATHER_KINDS)('of %s changes smoothly through the day', (kind) => {
    let last = atmosphereOf(LOOKS[kind], { elevation: -60, azimuth: 200 });
    for (let elevation = -59.75; elevation <= 90; elevation += 0.25) {
      const air = atmosphereOf(LOOKS[kind], { elevation, azimuth: 200 });
      for (const key of ['zenith', 'horizon', 'haze', 'cloudLit'] as const) {
        const step = Math.max(...(['r', 'g', 'b'] as const).map((c) => Math.abs(air[key][c] - last[key][c])));
        expect(step, `${key} at ${elevation}°`).toBeLessThan(0.035);
      }
      expect(Math.abs(air.lightIntensity - last.lightIntensity), `light at ${elevation}°`).toBeLessThan(0.25);
      expect(Math.abs(air.lamps - last.lamps)).toBeLessThan(0.05);
      last = air;
    }
  });

  it('rain wets, snow whitens, and both hide sun and distance', () => {
    const noon = { elevation: 50, azimuth: 180 };
    const [clear, rain, snow] = (['sunny', 'rain', 'snow'] as const).map((kind) =>
      atmosphereOf(LOOKS[kind], noon),
    );
    expect([clear!.wet, rain!.wet, snow!.snow]).toEqual([0, 1, 1]);
    expect(rain!.fogFar).toBeLessThan(clear!.fogFar / 2);
    expect(rain!.lightIntensity).toBeLessThan(clear!.lightIntensity / 10);
    expect(snow!.lightIntensity).toBeLessThan(clear!.lightIntensity / 3);
  });
});

describe('fog', () => {
  const noon = { elevation: 50, azimuth: 180 };

  it.each([40, 150, 600])(
    'hides all that is farther than %i m, the more of the sun the thicker it is',
    (metres) => {
      const [fog, thinner] = [metres, metres * 1.3].map((sight) =>
        atmosphereOf(inFog(LOOKS.sunny, sight), noon),
      );
      expect(fog!.fogFar).toBeCloseTo(metres, 6);
      expect(fog!.fogNear).toBeLessThan(metres / 2);
      expect(fog!.lightIntensity).toBeLessThan(thinner!.lightIntensity);
    },
  );

  it('is not seen where one sees farther than on the day, and never makes the day clearer', () => {
    expect(inFog(LOOKS.sunny, 20_000)).toEqual(LOOKS.sunny);
    expect(inFog(LOOKS.rain, 900).sight).toBe(LOOKS.rain.sight);
  });
});
