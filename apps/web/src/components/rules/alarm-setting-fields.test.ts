import { afterEach, expect, test } from 'vitest';
import { checkField } from '@farm3d/api/validation';
import type { FormValues } from '@farm3d/ui';
import { locale, setLocale } from '../../platform/locale.ts';
import { alarmSettingFields, canBeTried, settingField } from './alarm-setting-fields.ts';
import { valuesOf, type WatchedKey } from './alarm-setting-values.ts';

const KEYS: readonly WatchedKey[] = [
  { key: 'moisture', name: '含水率', unit: '%', type: 'NUMERIC' },
  { key: 'deep', name: '深层含水率', unit: '%', type: 'NUMERIC' },
  { key: 'valve', name: '阀门', unit: '', type: 'BOOLEAN' },
];
const VALID: FormValues = { ...valuesOf(null, 'moisture'), name: '偏干', bound: '12' };

const fieldsOf = (values: FormValues) =>
  alarmSettingFields({
    keys: KEYS,
    chosen: ['key', 'key1'].map((field) => KEYS.find(({ key }) => key === values[field])),
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
  [{ than: 'key' }, 'otherKey', '请选择与哪个属性', 'Choose: Other attribute'],
  [{ than: 'past', agoHours: '169' }, 'agoHours', '不能超过最大值168', 'Must not exceed 168'],
  [{ than: 'forecast', forecastHours: '1.5' }, 'forecastHours', '请输入整数', 'Enter a whole number'],
  [{ than: 'forecast', forecastHours: '25' }, 'forecastHours', '不能超过最大值24', 'Must not exceed 24'],
  [{ more1: true }, 'bound1', '请输入条件 2：阈值', 'Enter: Condition 2: Threshold'],
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

test('a bound that is another value has an amount instead of a threshold; only an order has one', () => {
  const keysOf = (part: FormValues) => fieldsOf({ ...VALID, ...part }).map(({ key }) => key);
  expect(keysOf({ than: 'key' })).toEqual(expect.arrayContaining(['otherKey', 'added']));
  expect(keysOf({ than: 'key' })).not.toContain('bound');
  expect(keysOf({ than: 'past' })).toContain('agoHours');
  expect(keysOf({ than: 'key', op: '==' })).toContain('bound');
  expect(keysOf({ than: 'key', op: '==' })).not.toContain('than');
  const other = fieldsOf({ ...VALID, than: 'key' }).find(({ key }) => key === 'otherKey');
  expect(other?.options?.map(({ value }) => value)).toEqual(['deep']);
});

test('further parts come one after the other, with how they are combined', () => {
  const keysOf = (part: FormValues) => fieldsOf({ ...VALID, ...part }).map(({ key }) => key);
  expect(keysOf({})).toContain('more1');
  expect(keysOf({})).not.toContain('more2');
  expect(keysOf({})).not.toContain('match');
  expect(keysOf({ more1: true })).toEqual(
    expect.arrayContaining(['match', 'key1', 'op1', 'bound1', 'more2']),
  );
  expect(keysOf({ more1: false, more2: true })).not.toContain('key2');
  expect(keysOf({ more1: true, key1: 'valve', op1: '==' })).toContain('state1');
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
  ['settingRequests.0.condition.all.1.value', 'bound1'],
  ['settingRequests.0.condition.than.agoMs', 'agoHours'],
  [undefined, undefined],
])('what the server says about %s is shown at %s', (path, field) => {
  expect(settingField(path)).toBe(field);
});
