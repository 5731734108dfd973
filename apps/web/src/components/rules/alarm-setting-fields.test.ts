import { afterEach, expect, test } from 'vitest';
import { checkField } from '@farm3d/api/validation';
import type { FormValues } from '@farm3d/ui';
import { locale, setLocale } from '../../platform/locale.ts';
import { alarmSettingFields, canBeTried, settingField } from './alarm-setting-fields.ts';
import { valuesOf, type WatchedKey } from './alarm-setting-values.ts';

const KEYS: readonly WatchedKey[] = [
  { key: 'moisture', name: '含水率', unit: '%', type: 'NUMERIC' },
  { key: 'valve', name: '阀门', unit: '', type: 'BOOLEAN' },
];
const VALID: FormValues = { ...valuesOf(null, 'moisture'), name: '偏干', bound: '12' };

const fieldsOf = (values: FormValues) =>
  alarmSettingFields({
    keys: KEYS,
    chosen: KEYS.find(({ key }) => key === values['key']),
    isCombined: false,
  }).filter(({ isVisible }) => isVisible?.(values) ?? true);

/** Messages by field, as the form checks them. */
function errorsOf(part: FormValues): Record<string, string> {
  const values = { ...VALID, ...part };
  return Object.fromEntries(
    fieldsOf(values).flatMap((field) => {
      const value = values[field.key] ?? null;
      const wrong = checkField(field, value, locale.peek()) ?? field.check?.(value, values) ?? null;
      return wrong === null ? [] : [[field.key, wrong] as const];
    }),
  );
}

afterEach(() => setLocale('zh-CN'));

test('a complete setting has no errors', () => {
  expect(errorsOf({})).toEqual({});
  expect(errorsOf({ bound: '-0.1255', hysteresis: '0.5', duration: '1.5' })).toEqual({});
});

test.each<[FormValues, field: string, zh: string, en: string]>([
  [{ name: ' ' }, 'name', '请输入告警名称', 'Enter: Name of the alarm'],
  [{ name: 'a'.repeat(65) }, 'name', '长度不能超过64个字符', 'At most 64 characters'],
  [{ key: null }, 'key', '请选择属性', 'Choose: Attribute'],
  [{ bound: '' }, 'bound', '请输入阈值', 'Enter: Threshold'],
  [{ bound: '-' }, 'bound', '请输入正确的数字', 'Enter a valid number'],
  [{ hysteresis: '-1' }, 'hysteresis', '不能小于最小值0', 'Must not be below 0'],
  [{ op: 'silent' }, 'silentMinutes', '请输入无数据时长', 'Enter: No readings for'],
  [{ op: 'silent', silentMinutes: '44641' }, 'silentMinutes', '不能超过最大值44640', 'Must not exceed 44640'],
  [{ duration: '10081' }, 'duration', '不能超过最大值10080', 'Must not exceed 10080'],
  [{ clearDuration: '' }, 'clearDuration', '请输入恢复时间', 'Enter: Over for'],
  [{ repeat: '0' }, 'repeat', '不能小于最小值1', 'Must not be below 1'],
  [{ repeat: '1.5' }, 'repeat', '请输入整数', 'Enter a whole number'],
  [{ reminder: '0.5' }, 'reminder', '请输入 0，或不少于 1 分钟', 'Enter 0, or at least 1 minute'],
  [{ scheduled: true, days: [] }, 'days', '请选择星期', 'Choose: Days'],
  [{ scheduled: true, from: '' }, 'from', '请选择开始', 'Choose: From'],
  [
    { scheduled: true, timeZone: 'Asia/Nowhere' },
    'timeZone',
    '没有这个时区，例如 Asia/Shanghai',
    'There is no such time zone; enter one such as Asia/Shanghai',
  ],
  [{ after0: '30', after1: '30' }, 'after1', '要晚于上一次升级', 'Must be later than the escalation before'],
])('%j is wrong, said at its field in both languages', async (part, field, zh, en) => {
  expect(errorsOf(part)).toEqual({ [field]: zh });
  await setLocale('en');
  expect(errorsOf(part)).toEqual({ [field]: en });
});

test('the fields follow the operator, the type of the key and the escalations', () => {
  const keysOf = (part: FormValues) => fieldsOf({ ...VALID, ...part }).map(({ key }) => key);
  expect(keysOf({})).toContain('hysteresis');
  expect(keysOf({ op: '==' })).not.toContain('hysteresis');
  expect(keysOf({ op: 'silent' })).toEqual(expect.arrayContaining(['silentKey', 'silentMinutes']));
  expect(keysOf({ op: 'silent' })).not.toContain('bound');
  expect(keysOf({ key: 'valve', op: '==' })).toContain('state');
  expect(keysOf({ key: 'valve', op: '==' })).not.toContain('bound');
  expect(keysOf({})).not.toContain('after1');
  expect(keysOf({ after0: '10' })).toEqual(expect.arrayContaining(['afterSeverity0', 'after1']));
  expect(keysOf({ after0: '', after1: '20' })).not.toContain('after2');
});

test('a setting is tried without what does not change when it is active', () => {
  expect(canBeTried({ name: '请输入告警名称', reminder: 'x', after1: 'x' })).toBe(true);
  expect(canBeTried({ bound: '请输入阈值' })).toBe(false);
  expect(canBeTried({ timeZone: 'x' })).toBe(false);
});

test.each([
  ['settingRequests.2.name', 'name'],
  ['settingRequests.0.durationMs', 'duration'],
  ['settingRequests.0.schedule.timeZone', 'timeZone'],
  ['settingRequests.0.escalations.1.afterMs', 'after1'],
  [undefined, undefined],
])('what the server says about %s is shown at %s', (path, field) => {
  expect(settingField(path)).toBe(field);
});
