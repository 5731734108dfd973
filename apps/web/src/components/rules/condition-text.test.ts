import { expect, test } from 'vitest';
import type { Condition } from '@farm3d/api';
import { conditionText } from './condition-text.ts';

const NAMES: Readonly<Record<string, string>> = { soil: '土壤水分', air: '气温', probe: '探头' };
const text = (condition: Condition): string =>
  conditionText(
    condition,
    (key, deviceId) => ({
      name: `${NAMES[deviceId ?? ''] ?? ''}${NAMES[key]}`,
      unit: key === 'soil' ? '%' : '℃',
    }),
    (deviceId) => NAMES[deviceId] ?? deviceId,
  );

test('a comparison names what it is compared with', () => {
  expect(text({ key: 'soil', op: '<', value: 12, hysteresis: 3 })).toBe('土壤水分低于 12 %（回差 3）');
  expect(text({ key: 'soil', op: '<', value: 0, than: { key: 'air' } })).toBe('土壤水分低于 气温');
  expect(text({ key: 'air', op: '>', value: 2, than: { key: 'air', deviceId: 'probe' } })).toBe(
    '气温高于 探头气温加 2 ℃',
  );
  expect(text({ key: 'soil', deviceId: 'probe', op: '<=', value: -3, than: { agoMs: 86_400_000 } })).toBe(
    '探头土壤水分不高于 24 小时前的值减 3 %',
  );
  expect(text({ key: 'soil', op: '>', value: 5, than: { forecastHours: 6 } })).toBe(
    '土壤水分高于 6 小时前对此刻的预测加 5 %',
  );
});

test('a silence of any reading names its device', () => {
  expect(text({ silentForMs: 90_000, deviceId: 'probe' })).toBe('1.5 分钟没有收到探头的任何数据');
  expect(text({ silentForMs: 3_600_000 })).toBe('60 分钟没有收到任何数据');
});
