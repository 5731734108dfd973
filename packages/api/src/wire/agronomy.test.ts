import { expect, test } from 'vitest';
import * as v from 'valibot';
import {
  bilingual,
  factsSchema,
  optional,
  optionalReason,
  reasonSchema,
  riskEntries,
  sourceSchema,
  text,
} from './agronomy.ts';
import { parseWire } from './codes.ts';

const facts = {
  id: 'p',
  name: '3号地',
  sceneId: null,
  sceneName: null,
  cropName: null,
  cropId: 'cotton',
  plantDate: '2026-04-20',
  environment: 'field',
  area: 6_700,
  areaFrom: 'boundary',
  soilTexture: null,
  fieldCapacity: 0.3,
  wiltingPoint: 0.12,
  irrigationMethod: null,
  irrigationFlow: null,
  latitude: 41.2,
  timeZone: 'Asia/Shanghai',
};

test('what is missing is null, never another value', () => {
  const entries = v.object({ number: optional, words: text, reason: optionalReason });
  const nothing = { number: null, words: null, reason: null };
  expect(parseWire(entries, {})).toEqual(nothing);
  expect(parseWire(entries, nothing)).toEqual(nothing);
  expect(parseWire(entries, { number: 0, words: '' })).toEqual({ ...nothing, number: 0, words: '' });
  expect(() => parseWire(entries, { number: '7' })).toThrow(expect.objectContaining({ field: 'number' }));
});

test('a reason has a code, both languages, and the field where there is one', () => {
  const reason = { code: 'no_soil_moisture', zh: '没有墒情', en: 'no soil moisture' };
  expect(parseWire(reasonSchema, reason)).toEqual({ ...reason, field: null });
  expect(parseWire(reasonSchema, { ...reason, field: 'layers' })).toEqual({ ...reason, field: 'layers' });
  for (const key of ['code', 'zh', 'en'])
    expect(() => parseWire(reasonSchema, { ...reason, [key]: undefined })).toThrow(
      expect.objectContaining({ field: key }),
    );
});

test('a plot is in a field or a greenhouse, its area entered or that of its boundary', () => {
  expect(parseWire(factsSchema, facts)).toEqual(facts);
  expect(parseWire(factsSchema, { ...facts, environment: 'greenhouse', areaFrom: 'entered' })).toMatchObject({
    environment: 'greenhouse',
    areaFrom: 'entered',
  });
  const { areaFrom: _, area: __, ...without } = facts;
  expect(parseWire(factsSchema, without)).toMatchObject({ area: null, areaFrom: null });
  for (const wrong of [{ environment: 'roof' }, { areaFrom: 'guessed' }, { timeZone: null }])
    expect(() => parseWire(factsSchema, { ...facts, ...wrong })).toThrow(
      expect.objectContaining({ field: Object.keys(wrong)[0] }),
    );
});

test('the device of an input says whether it is simulated', () => {
  const source = { quantity: 't', deviceId: 'd', deviceName: 'D', keys: ['t'], simulated: true };
  expect(parseWire(sourceSchema, source)).toEqual({ ...source, distanceKm: null });
  expect(parseWire(sourceSchema, { ...source, distanceKm: 1.5 }).distanceKm).toBe(1.5);
  for (const field of Object.keys(source))
    expect(() => parseWire(sourceSchema, { ...source, [field]: undefined })).toThrow(
      expect.objectContaining({ field }),
    );
});

test.each(['none', 'low', 'medium', 'high', 'insufficient_data'])('%s is a level of a risk', (risk) => {
  const value = {
    risk,
    value: null,
    model: 'tomcast',
    evidence: [{ zh: '叶面湿润', en: 'wet leaves' }],
    missing: ['rh'],
    days: [{ date: '2026-07-01', risk, value: 3 }],
  };
  expect(parseWire(v.object(riskEntries), value)).toEqual(value);
});

test('a risk without its evidence, what is missing, or its days is none', () => {
  const value = { risk: 'low', model: 'm', evidence: [], missing: [], days: [] };
  for (const field of ['evidence', 'missing', 'days', 'model'])
    expect(() => parseWire(v.object(riskEntries), { ...value, [field]: undefined })).toThrow(
      expect.objectContaining({ field }),
    );
  const wrongDay = { ...value, days: [{ date: '2026-07-01', risk: 'severe' }] };
  expect(() => parseWire(v.object(riskEntries), wrongDay)).toThrow(
    expect.objectContaining({ field: 'days.0.risk' }),
  );
  expect(() => parseWire(v.object(riskEntries), { ...value, risk: 'severe' })).toThrow(/risk/);
});

test('a text of two languages has both', () => {
  expect(parseWire(bilingual, { zh: '无', en: 'none' })).toEqual({ zh: '无', en: 'none' });
  expect(() => parseWire(bilingual, { zh: '无' })).toThrow(/en/);
});
