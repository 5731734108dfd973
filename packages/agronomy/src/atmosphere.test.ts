import { describe, expect, test } from 'vitest';
import {
  actualVapourPressure,
  delta,
  dewpoint,
  e0,
  meanSaturationPressure,
  pressure,
  psychrometricConstant,
  u2,
  vapourPressureFromWetBulb,
} from './atmosphere.ts';
import { finite, inRange, settled } from './checked.ts';
import { AgronomyError } from './reason.ts';

/** The error that a call throws: its code and the field that it names. */
function refusal(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof AgronomyError) return `${error.code} ${error.reason.field}`;
    throw error;
  }
  return 'accepted';
}

describe('the examples of FAO-56', () => {
  test('2: 1,800 m have 81.8 kPa and a psychrometric constant of 0.054 kPa/°C', () => {
    expect(pressure(1_800)).toBeCloseTo(81.8, 1);
    expect(psychrometricConstant(81.8)).toBeCloseTo(0.054, 3);
  });

  test('3: 24.5 °C and 15 °C have a mean saturation of 2.39 kPa', () => {
    expect(e0(24.5)).toBeCloseTo(3.075, 3);
    expect(e0(15)).toBeCloseTo(1.705, 3);
    expect(meanSaturationPressure({ tmax: 24.5, tmin: 15 })).toBeCloseTo(2.39, 2);
  });

  test('4: 19.5 °C of the wet bulb at 25.6 °C and 1,200 m are 1.91 kPa', () => {
    const measured = { tdry: 25.6, twet: 19.5, elevation: 1_200 };
    expect(vapourPressureFromWetBulb(measured)).toBeCloseTo(1.91, 2);
    expect(vapourPressureFromWetBulb({ ...measured, ventilation: 0.000662 })).toBe(
      vapourPressureFromWetBulb(measured),
    );
    // A psychrometer that is not ventilated evaporates less: the same difference means drier air.
    expect(vapourPressureFromWetBulb({ ...measured, ventilation: 0.0012 })).toBeLessThan(1.7);
  });

  test('5: humidities of 82 and 54 % between 18 and 25 °C are 1.70 kPa, their mean of 68 % is 1.78', () => {
    const day = { tmax: 25, tmin: 18 };
    const of = (humidity: Parameters<typeof actualVapourPressure>[1]) => {
      const { ea, method } = actualVapourPressure(day, humidity);
      return [Number(ea.toFixed(2)), method];
    };
    expect(of({ rhMax: 82, rhMin: 54 })).toEqual([1.7, 'rhmaxmin']);
    expect(of({ rhMax: 82 })).toEqual([1.69, 'rhmax']);
    expect(of({ rhMean: 68 })).toEqual([1.78, 'rhmean']);
    expect(of({ rhMin: 54, rhMean: 68 })).toEqual([1.78, 'rhmean']);
    expect(of({})).toEqual([2.06, 'tmin']);
    expect(of({ tdew: 14, rhMean: 68 })).toEqual([1.6, 'tdew']);
    expect(of({ ea: 1.5, tdew: 14 })).toEqual([1.5, 'given']);
  });

  test('annex 2: 2.5 kPa are a dew point of 21.1 °C, and the slope at 20 °C is 0.145 kPa/°C', () => {
    expect(dewpoint(2.5)).toBeCloseTo(21.1, 1);
    expect(dewpoint(e0(7))).toBeCloseTo(7, 10);
    expect(delta(20)).toBeCloseTo(0.145, 3);
  });

  test('14: 3.2 m/s at 10 m are 2.4 m/s at 2 m', () => {
    expect(u2({ u: 3.2, z: 10 })).toBeCloseTo(2.4, 1);
  });
});

test('air holds no more than its saturation, and a sensor in dew counts as saturated', () => {
  const day = { tmax: 20, tmin: 20 };
  expect(actualVapourPressure(day, { ea: 5 }).ea).toBe(e0(20));
  expect(actualVapourPressure(day, { rhMean: 104 }).ea).toBe(e0(20));
});

test('equal humidities and equal bulbs are possible, exchanged ones are refused', () => {
  const day = { tmax: 25, tmin: 18 };
  expect(actualVapourPressure(day, { rhMax: 60, rhMin: 60 }).method).toBe('rhmaxmin');
  expect(refusal(() => actualVapourPressure(day, { rhMax: 54, rhMin: 82 }))).toBe('out_of_range rhMax');
  expect(vapourPressureFromWetBulb({ tdry: 20, twet: 20, elevation: 0 })).toBe(e0(20));
  expect(refusal(() => vapourPressureFromWetBulb({ tdry: 20, twet: 20.1, elevation: 0 }))).toBe(
    'out_of_range twet',
  );
  expect(vapourPressureFromWetBulb({ tdry: 60, twet: 0, elevation: 0 })).toBe(0);
});

test.each([
  ['out_of_range elevation', () => pressure(9_000)],
  ['out_of_range pressureKpa', () => psychrometricConstant(19)],
  ['out_of_range pressureKpa', () => psychrometricConstant(1_013)],
  ['out_of_range temperature', () => e0(295)],
  ['out_of_range vapourPressure', () => dewpoint(0)],
  ['out_of_range wind', () => u2({ u: -1, z: 2 })],
  ['out_of_range windHeight', () => u2({ u: 1, z: 0.2 })],
  ['out_of_range ea', () => actualVapourPressure({ tmax: 20, tmin: 10 }, { ea: 30 })],
  ['out_of_range rhMax', () => actualVapourPressure({ tmax: 20, tmin: 10 }, { rhMax: 120 })],
  ['out_of_range rhMin', () => actualVapourPressure({ tmax: 20, tmin: 10 }, { rhMin: -1 })],
  ['out_of_range rhMean', () => actualVapourPressure({ tmax: 20, tmin: 10 }, { rhMean: 106 })],
  [
    'not_a_number ventilation',
    () => vapourPressureFromWetBulb({ tdry: 2, twet: 1, elevation: 0, ventilation: Number.NaN }),
  ],
  ['not_a_number x', () => finite('1', 'x')],
  ['not_a_number x', () => finite(Number.POSITIVE_INFINITY, 'x')],
  ['out_of_range x', () => inRange(1, 'x', 2, 3)],
  ['out_of_range x', () => inRange(4, 'x', 2, 3)],
  ['accepted', () => inRange(2, 'x', 2, 3) + inRange(3, 'x', 2, 3)],
])('%s', (expected, call) => expect(refusal(call)).toBe(expected));

test('a result has six decimals, a small one ten digits, and what is no number stays so', () => {
  expect(settled(1.234_567_89)).toBe(1.234_568);
  expect(settled(1)).toBe(1);
  expect(settled(-2.000_000_4)).toBe(-2);
  expect(settled(0.123_456_789_012)).toBe(0.123_456_789);
  expect(settled(-0.123_456_789_012)).toBe(-0.123_456_789);
  expect(settled(1.234_567_890_12e-9)).toBe(1.234_567_89e-9);
  expect(Object.is(settled(-0), -0)).toBe(true);
  expect(settled(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  expect(settled(Number.NaN)).toBeNaN();
});
