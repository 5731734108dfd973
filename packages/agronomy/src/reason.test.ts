import { describe, expect, test } from 'vitest';
import { AgronomyError, attempt, reason, type ReasonCode } from './reason.ts';

const CODES = {
  not_a_number: true,
  out_of_range: true,
  tmax_below_tmin: true,
  no_temperature: true,
  no_humidity: true,
  no_radiation: true,
  no_rainfall: true,
  no_weather: true,
  too_few_hours: true,
  radiation_filled: true,
  temperature_filled: true,
  heat_incomplete: true,
  no_soil_moisture: true,
  stale_soil_moisture: true,
  meter_restarted: true,
  meter_backwards: true,
  meter_jump: true,
  flow_gaps: true,
  few_probes: true,
  probe_faults: true,
  soil_limits_inverted: true,
  history_too_short: true,
  missing_months: true,
  all_zero: true,
  no_variation: true,
  fit_failed: true,
  insufficient_history: true,
  stale: true,
  too_many_gaps: true,
  no_plot_area: true,
  no_flow_rate: true,
  paddy_not_supported: true,
  unknown_crop: true,
  unknown_texture: true,
  unknown_time_zone: true,
  not_planted: true,
  no_plant_date: true,
  no_place: true,
  no_wind: true,
  no_forecast: true,
  climatology_forecast: true,
  history_forecast: true,
  forecast_no_rain_amount: true,
  no_indoor_climate: true,
  no_irrigation_record: true,
  texture_assumed: true,
  field_capacity_default: true,
  no_climate_record: true,
  no_model: true,
  insufficient_data: true,
} as const satisfies Record<ReasonCode, true>;

describe('every reason has a text of its own in both languages', () => {
  const codes = Object.keys(CODES) as ReasonCode[];
  test.each(codes)('%s', (code) => {
    const { zh, en } = reason(code);
    expect(zh).toMatch(/[\u4E00-\u9FFF]{3}/);
    expect(en).toMatch(/^[\w.]+ .*\w/);
    expect(en).not.toMatch(/[\u4E00-\u9FFF]/);
    expect(reason(code)).not.toHaveProperty('field');
    expect(reason(code, 'rain')).toEqual({ code, zh, en, field: 'rain' });
  });
  test('none twice', () => expect(new Set(codes.map((code) => reason(code).zh)).size).toBe(codes.length));
});

test('an error names the field in its message, and keeps the value', () => {
  const error = new AgronomyError('out_of_range', 'tmax', 99);
  expect(error.message).toBe('tmax: the value is outside its physical range; check the unit');
  expect(error).toMatchObject({ name: 'AgronomyError', code: 'out_of_range', value: 99 });
  expect(error.reason).toEqual(reason('out_of_range', 'tmax'));
  expect(new AgronomyError('no_wind').message).toBe('no wind speed: 2 m/s is taken');
});

test('attempt returns a result or the reason why there is none, and hides no bug', () => {
  expect(attempt(() => 5)).toEqual({ value: 5, reason: null });
  const refuse = () => {
    throw new AgronomyError('no_weather', 'weather');
  };
  expect(attempt(refuse)).toEqual({ value: null, reason: reason('no_weather', 'weather') });
  expect(() =>
    attempt(() => {
      throw new TypeError('bug');
    }),
  ).toThrow(TypeError);
});
