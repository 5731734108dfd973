import { describe, expect, test } from 'vitest';
import { newFarm, stepFarm, simulateFarm, withHead, withValve, type FarmState } from './farm.ts';
import { DEMO_SITE } from './sun.ts';
import { NOMINAL_FLOW } from './valve.ts';
import { Climate } from './weather.ts';

/** Noon of an April day on the farm. */
const NOON = Date.UTC(2026, 3, 12, 4);
const climate = new Climate(3, DEMO_SITE);
const run = (state: FarmState, seconds: number): FarmState =>
  simulateFarm(state, state.time + seconds * 1000, climate, DEMO_SITE);

describe('the farm', () => {
  test('opening a valve raises the flow within seconds and later the moisture of its own zone', () => {
    const before = newFarm(NOON, 2, 0);
    const opened = withValve(before, 0, 100);
    expect(opened.zones[0]?.valve.flow).toBe(0);
    let state = opened;
    let flow = 0;
    for (let second = 0; second < 10; second++) {
      state = stepFarm(state, 1, 0, DEMO_SITE);
      const now = state.zones[0]!.valve.flow;
      expect(now).toBeGreaterThan(flow);
      flow = now;
    }
    expect(flow).toBeGreaterThan(0.9 * NOMINAL_FLOW);
    const later = run(state, 120);
    // 2.4 m³/h on 30 m² are 80 mm/h: about 2.7 mm in two minutes on 150 mm of soil.
    expect(later.zones[0]!.soil.water[0] - before.zones[0]!.soil.water[0]).toBeGreaterThan(0.015);
    expect(later.zones[1]!.soil.water[0]).toBeLessThanOrEqual(before.zones[1]!.soil.water[0]);
    expect(later.zones[1]!.valve.flow).toBe(0);
  });

  test('closing it stops the flow completely', () => {
    const flowing = run(withValve(newFarm(NOON, 1, 0), 0, 100), 60);
    expect(flowing.zones[0]!.valve.flow).toBe(NOMINAL_FLOW);
    expect(run(withValve(flowing, 0, 0), 60).zones[0]!.valve).toEqual({ opening: 0, flow: 0 });
  });

  test('a valve opened for some minutes closes after exactly that time', () => {
    const opened = withValve(newFarm(NOON, 1, 0), 0, 60, 5);
    expect(run(opened, 299).zones[0]!.valve.opening).toBe(60);
    expect(run(opened, 301).zones[0]!.valve.opening).toBe(0);
  });

  test('a new command replaces the duration of the previous one', () => {
    const first = withValve(newFarm(NOON, 1, 0), 0, 100, 1);
    expect(run(withValve(first, 0, 100), 300).zones[0]!.valve.opening).toBe(100);
  });

  test('soil dries by day and not at night', () => {
    const dailyLoss = (start: number): number => {
      const from = newFarm(start, 1, 0);
      const to = run(from, 4 * 3600);
      return from.zones[0]!.soil.water[0] - to.zones[0]!.soil.water[0];
    };
    const [day, night] = [dailyLoss(Date.UTC(2026, 6, 10, 2)), dailyLoss(Date.UTC(2026, 6, 10, 15))];
    expect(day).toBeGreaterThan(5 * night);
    expect(night).toBeGreaterThan(0);
  });

  test('the programme irrigates a dry zone once, in the morning', () => {
    const farm = newFarm(Date.UTC(2026, 3, 12, 16), 1, 0);
    let state: FarmState = {
      ...farm,
      zones: farm.zones.map((zone) => ({ ...zone, soil: { water: [0.2, 0.22, 0.25] } })),
    };
    let openings = 0;
    for (let minute = 0; minute < 24 * 60; minute++) {
      const next = run(state, 60);
      if (next.zones[0]!.valve.opening > 0 && state.zones[0]!.valve.opening === 0) openings++;
      state = next;
    }
    expect(openings).toBe(1);
  });

  test('equal state and time give an equal farm', () => {
    const walk = (): FarmState => run(withValve(newFarm(NOON, 2, 1), 1, 40, 30), 7200);
    expect(walk()).toEqual(walk());
  });

  test('a step does not modify the state passed to it', () => {
    const state = withHead(withValve(newFarm(NOON, 1, 1), 0, 100), 0, {
      pan: 10,
      tilt: 0,
      zoom: 2,
      recording: true,
    });
    const copy = structuredClone(state);
    stepFarm(state, 30, 800, DEMO_SITE);
    expect(state).toEqual(copy);
  });

  test('in a hot month the programme keeps the soil between wilting point and saturation', () => {
    let state = newFarm(Date.UTC(2026, 6, 1), 2, 0);
    for (let hour = 0; hour < 31 * 24; hour++) {
      state = run(state, 3600);
      for (const { soil } of state.zones) {
        expect(soil.water[0]).toBeGreaterThan(0.17);
        expect(soil.water[0]).toBeLessThanOrEqual(0.42);
      }
    }
  });
});
