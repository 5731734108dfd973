import type { AlarmSetting, ParameterType } from '@farm3d/api';
import { describe, expect, test } from 'vitest';
import { conditionValues, operatorsOf } from './alarm-condition-values.ts';
import {
  ESCALATIONS,
  alarmTemplates,
  draftOf,
  keysWith,
  valuesOf,
  type WatchedKey,
} from './alarm-setting-values.ts';

const MINUTE = 60_000;
const KEYS: readonly WatchedKey[] = [{ key: 'moisture', name: '含水率', unit: '%', type: 'NUMERIC' }];

const setting = (part: Partial<AlarmSetting>): AlarmSetting => ({
  id: 'a',
  name: '偏干',
  severity: 'MAJOR',
  enabled: true,
  identify: 'moisture',
  condition: { key: 'moisture', op: '<', value: 12 },
  durationMs: 0,
  repeat: 1,
  clearDurationMs: 0,
  schedule: null,
  reminderMs: 0,
  escalations: [],
  workOrder: false,
  inherited: false,
  ...part,
});

/** The members that the form changes. */
function shown({ id: _id, enabled: _enabled, inherited: _inherited, ...rest }: AlarmSetting) {
  return rest;
}

describe('a setting opened and saved unchanged stays the same', () => {
  test.each<[string, Partial<AlarmSetting>, ParameterType?]>([
    ['a comparison', {}],
    ['a negative threshold of many decimals', { condition: { key: 'moisture', op: '>=', value: -0.1255 } }],
    ['a hysteresis', { condition: { key: 'moisture', op: '<', value: 12, hysteresis: 1.5 } }],
    ['a switch', { condition: { key: 'moisture', op: '!=', value: false } }, 'BOOLEAN'],
    ['a text', { condition: { key: 'moisture', op: '==', value: '故障' } }, 'STRING'],
    ['a silence of a key', { condition: { key: 'moisture', silentForMs: 90 * 1000 } }],
    ['a silence of the device', { identify: null, condition: { silentForMs: 30 * MINUTE } }],
    ['times', { durationMs: 100_000, repeat: 3, clearDurationMs: 5 * MINUTE, reminderMs: 60 * MINUTE }],
    [
      'a schedule',
      { schedule: { timeZone: 'Asia/Urumqi', days: [1, 3, 7], from: '22:00', to: '06:30' }, workOrder: true },
    ],
    [
      'all escalations',
      {
        escalations: ESCALATIONS.map((index) => ({ afterMs: (index + 1) * MINUTE, severity: 'CRITICAL' })),
      },
    ],
    [
      'a comparison with yesterday',
      { condition: { key: 'moisture', op: '<', value: -5, than: { agoMs: 86_400_000 } } },
    ],
    [
      'any of several, of one of which it is',
      {
        identify: 'b',
        condition: {
          any: [
            { key: 'a', op: '<', value: 1 },
            { key: 'b', silentForMs: MINUTE },
          ],
        },
      },
    ],
    [
      'a combination that the form does not show',
      {
        identify: 'b',
        condition: { not: { any: [{ key: 'a', op: '<', value: 1 }, { silentForMs: MINUTE }] } },
      },
    ],
  ])('%s', (_name, part, type = 'NUMERIC') => {
    const before = setting(part);
    expect(draftOf(valuesOf(before, null), { before, types: [type] })).toEqual(shown(before));
  });
});

test('a new setting watches the first key and is raised at once', () => {
  const values = { ...valuesOf(null, 'moisture'), name: ' 偏干 ', op: '<', bound: '12' };
  expect(draftOf(values, { before: null, types: ['NUMERIC'] })).toMatchObject({
    name: '偏干',
    identify: 'moisture',
    condition: { key: 'moisture', op: '<', value: 12 },
    durationMs: 0,
    schedule: null,
    escalations: [],
  });
});

test('equality has no hysteresis, and days are sent in their order', () => {
  const before = setting({ condition: { key: 'moisture', op: '<', value: 12, hysteresis: 2 } });
  const values = { ...valuesOf(before, null), op: '==', scheduled: true, days: ['5', '1'] };
  const draft = draftOf(values, { before, types: ['NUMERIC'] });
  expect(draft.condition).toEqual({ key: 'moisture', op: '==', value: 12 });
  expect(draft.schedule?.days).toEqual([1, 5]);
});

test('escalations end at the first without a time', () => {
  const values = { ...valuesOf(null, 'moisture'), after0: '10', after1: '', after2: '30' };
  expect(draftOf(values, { before: null, types: ['NUMERIC'] }).escalations).toEqual([
    { afterMs: 10 * MINUTE, severity: 'CRITICAL' },
  ]);
});

test('only numbers are compared by their order', () => {
  expect(operatorsOf('NUMERIC')).toContain('>');
  expect(operatorsOf('BOOLEAN')).toEqual(['==', '!=', 'silent']);
});

test('a setting of a key that the model does not offer keeps it', () => {
  const nameKey = (key: string) => ({ name: `名称 ${key}`, unit: '' });
  const state = setting({ condition: { key: 'valveState', op: '==', value: true } });
  expect(keysWith(KEYS, state, nameKey)).toEqual([
    ...KEYS,
    { key: 'valveState', name: '名称 valveState', unit: '', type: 'BOOLEAN' },
  ]);
  expect(keysWith(KEYS, setting({}), nameKey)).toBe(KEYS);
  expect(keysWith(KEYS, setting({ condition: { silentForMs: MINUTE } }), nameKey)).toBe(KEYS);
  expect(keysWith(KEYS, null, nameKey)).toBe(KEYS);
  const combined = setting({
    condition: {
      all: [
        { key: 'a', op: '<', value: 0, than: { key: 'b' } },
        { key: 'moisture', silentForMs: 1 },
      ],
    },
  });
  expect(keysWith(KEYS, combined, nameKey).map(({ key }) => key)).toEqual(['moisture', 'a', 'b']);
});

const key = (name: string, unit: string): WatchedKey => ({ key: name, name, unit, type: 'NUMERIC' });
const PROBE = [
  key('soilMoisture10', '%'),
  key('soilMoisture20', '%'),
  key('soilTemperature20', '℃'),
  key('batteryVoltage', 'V'),
];
const STATION = [key('airTemperature', '℃'), key('windSpeed', 'm/s')];
const namesOf = (keys: readonly WatchedKey[]) => alarmTemplates(keys).map(({ id }) => id);

test('a device is offered the templates of what it measures, in the unit that they are written for', () => {
  expect(namesOf(PROBE)).toEqual(['dry', 'frost', 'heat', 'cooler', 'battery', 'silent']);
  expect(namesOf(STATION)).toEqual(['frost', 'heat', 'cooler', 'wind', 'silent']);
  expect(namesOf([key('airTemperature', '°F')])).toEqual(['silent']);
  const [dry] = alarmTemplates(PROBE);
  expect(dry?.setting.condition).toMatchObject({ key: 'soilMoisture20' });
});

test('a template is a setting that the form shows whole', () => {
  const templates = [...alarmTemplates(PROBE), ...alarmTemplates(STATION)];
  for (const { setting } of templates) {
    const values = valuesOf(setting, null);
    expect(values).toMatchObject(conditionValues(setting.condition, null));
    expect(draftOf(values, { before: null, types: ['NUMERIC'] })).toMatchObject(setting);
  }
});
