import { expect, test } from 'vitest';
import { conditionValues } from './alarm-condition-values.ts';
import { draftOf, valuesOf, type WatchedKey } from './alarm-setting-values.ts';
import { alarmTemplates } from './alarm-templates.ts';

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
