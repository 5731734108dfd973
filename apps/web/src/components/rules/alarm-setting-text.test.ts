import { afterEach, expect, test } from 'vitest';
import type { AlarmSetting } from '@farm3d/api';
import { setLocale } from '../../platform/locale.ts';
import { followingText, settingText } from './alarm-setting-text.ts';

const MINUTE = 60_000;
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const nameKey = () => ({ name: '含水率', unit: '%' });

const setting = (part: Partial<AlarmSetting> = {}): AlarmSetting => ({
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

afterEach(() => setLocale('zh-CN'));

test('a setting says only what is not usual', async () => {
  expect(settingText(setting(), nameKey)).toBe('含水率低于 12 %');
  expect(followingText(setting())).toBe('');
  await setLocale('en');
  expect(settingText(setting(), nameKey)).toBe('含水率 below 12 %');
});

test('a setting is one sentence, in both languages', async () => {
  const full = setting({
    durationMs: 10 * MINUTE,
    repeat: 3,
    schedule: { timeZone: HERE, days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' },
    clearDurationMs: 5 * MINUTE,
    reminderMs: 60 * MINUTE,
    escalations: [{ afterMs: 90 * MINUTE, severity: 'CRITICAL' }],
    workOrder: true,
  });
  expect(settingText(full, nameKey)).toBe(
    '含水率低于 12 %，持续 10 分钟，连续 3 次读数，仅周一–周五 08:00–18:00',
  );
  expect(followingText(full)).toBe(
    '恢复满 5 分钟后结束，未确认时每隔 1 小时 0 分钟提醒，1 小时 30 分钟未确认升为“紧急”，自动创建工单',
  );
  await setLocale('en');
  expect(settingText(full, nameKey)).toBe(
    '含水率 below 12 %, for 10 min, in 3 readings in a row, only Mon–Fri 08:00–18:00',
  );
  expect(followingText(full)).toBe(
    'ends after 5 min without it, reminds every 1 h 0 min until it is acknowledged, Critical when not acknowledged for 1 h 30 min, creates a work order',
  );
});

test('days and hours of a schedule, with a time zone that is not that of the reader', () => {
  const schedule = { timeZone: 'Antarctica/Troll', days: [7, 2], from: '00:00', to: '00:00' };
  expect(settingText(setting({ schedule }), nameKey)).toBe(
    '含水率低于 12 %，仅周二、周日 全天（Antarctica/Troll 时间）',
  );
});
