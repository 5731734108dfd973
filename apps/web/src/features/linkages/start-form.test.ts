import { expect, test } from 'vitest';
import type { ModelAttribute, SimpleDevice } from '@farm3d/api';
import { wateringLinkagePath, type WateringRule } from '../../platform/paths.ts';
import { createCatalogue } from './catalogue.ts';
import { checkForm } from './check-form.ts';
import { draftOf } from './linkage-form.ts';
import { startForm } from './start-form.ts';

const attribute = (part: Partial<ModelAttribute>) =>
  ({ nameEn: '', enabled: true, parameters: [], associatedStates: [], ...part }) as ModelAttribute;
const parameter = { name: '', unit: '', min: null, max: null, type: 'NUMERIC' as const };
const catalogue = createCatalogue(
  [
    { id: 'probe', name: '探头', productModelCode: 'TQ' },
    { id: 'valve', name: '阀门', productModelCode: 'FM' },
  ] as SimpleDevice[],
  [
    attribute({
      productModelCode: 'TQ',
      identify: 'soilMoisture20',
      name: '土壤水分',
      type: 'attribute',
      parameters: [{ ...parameter, key: 'soilMoisture20', unit: '%' }],
    }),
    attribute({
      productModelCode: 'FM',
      identify: 'switchValve',
      name: '阀门开关',
      type: 'service',
      parameters: [
        { ...parameter, key: 'open', type: 'BOOLEAN' },
        { ...parameter, key: 'minutes', min: 1, max: 720, optional: true },
      ],
    }),
  ],
  [],
);
const rule: WateringRule = {
  plot: '一号地 & 二号地',
  deviceId: 'probe',
  key: 'soilMoisture20',
  below: 18.5,
  timeZone: 'Asia/Urumqi',
  valveId: 'valve',
  minutes: 90,
};
const started = (part: Partial<WateringRule>) => {
  const { search } = new URL(wateringLinkagePath({ ...rule, ...part }), 'http://farm');
  const form = startForm(new URLSearchParams(search), catalogue)!;
  return { draft: draftOf(form, catalogue), errors: checkForm(form, catalogue) };
};

test('the advice of a plot is a complete automation', () => {
  expect(started({})).toEqual({
    draft: {
      name: '一号地 & 二号地缺水时清晨灌溉',
      enabled: true,
      triggers: [{ type: 'cron', expression: '0 5 * * *', timeZone: 'Asia/Urumqi' }],
      once: null,
      condition: { deviceId: 'probe', key: 'soilMoisture20', op: '<', value: 18.5 },
      actions: [
        { type: 'command', deviceId: 'valve', method: 'switchValve', params: { open: true, minutes: 90 } },
      ],
    },
    errors: {},
  });
});

test('unknown minutes are twenty, and too many the most that the valve takes', () => {
  expect(started({ minutes: null }).draft.actions).toMatchObject([{ params: { minutes: 20 } }]);
  expect(started({ minutes: 1000 }).draft.actions).toMatchObject([{ params: { minutes: 720 } }]);
});

test('without a valve a work order is made, and a long name fits', () => {
  const { draft, errors } = started({ valveId: null, plot: '长'.repeat(200) });
  expect(errors).toEqual({});
  expect(draft.actions).toEqual([
    { type: 'workOrder', title: `灌溉${'长'.repeat(40)}`, content: '', deviceId: 'probe' },
  ]);
});

test('an empty editor begins with nothing', () => {
  expect(startForm(new URLSearchParams(), catalogue)).toBeNull();
  const example = startForm(new URLSearchParams('example=1'), catalogue)!;
  expect(checkForm(example, catalogue)).toEqual({});
});
