import { describe, expect, it } from 'vitest';
import { checkField, isEmptyValue, limitOf, numberAfterBlur, type FieldRules } from './field-rules.ts';
import { formEn } from './form-messages.en.ts';
import { formZhCN } from './form-messages.zh-CN.ts';

const field = (rules: Partial<FieldRules> = {}): FieldRules => ({ type: 'text', label: '名称', ...rules });
const seven = ['1', '2', '3', '4', '5', '6', '7'];

describe('the check of a field', () => {
  it.each([
    ['a required text', field({ required: true }), ' 　', '请输入名称'],
    ['a required number', field({ type: 'number', required: true }), '', '请输入名称'],
    ['a required selection', field({ type: 'select', required: true }), null, '请选择名称'],
    ['a required picture', field({ type: 'image', required: true }), [], '请选择名称'],
    ['a required switch that is off', field({ type: 'switch', required: true }), false, null],
    ['an optional empty text', field({ rule: 'phone' }), '', null],
    ['the rule phone', field({ rule: 'phone' }), '010-12345678', '请输入正确的联系方式'],
    ['the rule telphone', field({ rule: 'telphone' }), '123', '请输入正确的联系方式'],
    ['the rule email', field({ rule: 'email' }), 'a@b', '请输入正确的电子邮箱'],
    ['the rule ID', field({ rule: 'ID' }), '1', '请输入正确的身份证'],
    ['the rule chiness', field({ rule: 'chiness' }), 'abc', '请输入中文字符'],
    ['the rule number, empty', field({ rule: 'number' }), '', '请输入正确的数字'],
    ['the rule number', field({ rule: 'number' }), '2147483648', '请输入小于2147483647的数字'],
    ['the largest number of the rule', field({ type: 'number', rule: 'number' }), '2147483647', null],
    ['a text of 64 characters', field(), '棚'.repeat(64), null],
    ['a text of 65 characters', field(), '棚'.repeat(65), '长度不能超过64个字符'],
    ['a textarea of 121 characters', field({ type: 'textarea' }), '棚'.repeat(121), '长度不能超过120个字符'],
    ['no number', field({ type: 'number' }), '1-2', '请输入正确的数字'],
    ['a decimal where none is allowed', field({ type: 'number' }), '1.5', '请输入整数'],
    ['three decimals', field({ type: 'number', decimal: true }), '1.256', '最多输入两位小数'],
    ['two decimals', field({ type: 'number', decimal: true }), '1.25', null],
    ['many decimals where any are allowed', field({ type: 'number', decimal: 'any' }), '1.2565', null],
    ['the default maximum', field({ type: 'number' }), '99999999', null],
    ['above it', field({ type: 'number' }), '100000000', '不能超过最大值99999999'],
    ['below the default minimum', field({ type: 'number' }), '-1', '不能小于最小值0'],
    ['a maximum of its own', field({ type: 'number', max: 100 }), '101', '不能超过最大值100'],
    ['sixteen digits', field({ type: 'number', max: 1e16 }), '9007199254740991', null],
    ['seven of six', field({ type: 'select' }), seven, '最多只能选择6个！'],
    ['seven areas', field({ type: 'cascader' }), seven, '最多支持选择6项'],
    ['a limit of its own', field({ type: 'cascader', maxLength: 3 }), seven, '最多支持选择3项'],
    ['30 February', field({ type: 'date' }), '2026-02-30', '请输入正确的日期'],
    ['25 o’clock', field({ type: 'time' }), '25:00', '请输入正确的时间'],
    ['no colour', field({ type: 'color' }), 'red', '请输入正确的颜色，例如 #2A7A3C'],
    [
      'a place off the Earth',
      field({ type: 'coordinate' }),
      { longitude: 181, latitude: 0 },
      '请输入正确的经纬度',
    ],
    ['two pictures', field({ type: 'image' }), ['a', 'b'], '当前最大上传1个,还能上传0个'],
    ['the corner of the Earth', field({ type: 'coordinate' }), { longitude: -180, latitude: 90 }, null],
    ['no latitude', field({ type: 'coordinate' }), { longitude: 1 }, '请输入正确的经纬度'],
    [
      'a latitude off the Earth',
      field({ type: 'coordinate' }),
      { longitude: 0, latitude: -90.5 },
      '请输入正确的经纬度',
    ],
    [
      'a longitude that is no number',
      field({ type: 'coordinate' }),
      { longitude: '1', latitude: 1 },
      '请输入正确的经纬度',
    ],
    ['a date', field({ type: 'date' }), '2024-02-29', null],
    ['a date and more', field({ type: 'date' }), '2024-02-29 10:00', '请输入正确的日期'],
    ['more and a date', field({ type: 'date' }), 'x2024-02-29', '请输入正确的日期'],
    ['month 13', field({ type: 'date' }), '2024-13-01', '请输入正确的日期'],
    ['no date', field({ type: 'date' }), 7, '请输入正确的日期'],
    ['a time', field({ type: 'time' }), '23:59', null],
    ['a time with seconds', field({ type: 'time' }), '09:30:59', null],
    ['the evening', field({ type: 'time' }), '19:00', null],
    ['a time of one digit', field({ type: 'time' }), '9:30', '请输入正确的时间'],
    ['a minute too many', field({ type: 'time' }), '09:60', '请输入正确的时间'],
    ['a second too many', field({ type: 'time' }), '09:30:60', '请输入正确的时间'],
    ['a time and more', field({ type: 'time' }), '09:30:00 ', '请输入正确的时间'],
    ['more and a time', field({ type: 'time' }), 'x09:30', '请输入正确的时间'],
    ['a colour', field({ type: 'color' }), '#2a7A3C', null],
    ['a colour and more', field({ type: 'color' }), '#2a7A3C0', '请输入正确的颜色，例如 #2A7A3C'],
    ['more and a colour', field({ type: 'color' }), 'x#2a7A3C', '请输入正确的颜色，例如 #2A7A3C'],
    ['six of six', field({ type: 'select' }), seven.slice(1), null],
    ['one of a list', field({ type: 'select' }), 'only', null],
    ['six areas', field({ type: 'cascader' }), seven.slice(1), null],
    ['a picture', field({ type: 'image' }), ['a'], null],
    ['20 files', field({ type: 'file' }), Array.from({ length: 20 }), null],
    ['a radio', field({ type: 'radio' }), 'any', null],
    ['a switch that is on', field({ type: 'switch', required: true }), true, null],
    ['a required switch without a value', field({ type: 'switch', required: true }), undefined, null],
    ['a choice that is longer than the limit of a list', field({ type: 'select' }), 'greenhouse', null],
    ['one picture by its long name', field({ type: 'image' }), 'front.png', null],
    ['a number in a short text', field({ maxLength: 5 }), 7, null],
    ['a right phone', field({ rule: 'phone' }), '13000000000', null],
    ['a value that is no text', field({ rule: 'phone' }), 13000000000, '请输入正确的联系方式'],
    [
      'a right phone that is too long',
      field({ rule: 'phone', maxLength: 5 }),
      '13000000000',
      '长度不能超过5个字符',
    ],
    ['the rule number and no whole number', field({ type: 'number', rule: 'number' }), '1.5', '请输入整数'],
    ['a textarea of 120 characters', field({ type: 'textarea' }), '棚'.repeat(120), null],
    ['characters beyond the basic plane', field({ maxLength: 2 }), '𠀀𠀀', null],
    ['a minimum of its own', field({ type: 'number', min: -5 }), '-5', null],
    ['below it', field({ type: 'number', min: -5 }), '-6', '不能小于最小值-5'],
    ['its maximum', field({ type: 'number', max: 100 }), '100', null],
    ['ten digits with leading zeros', field({ type: 'number' }), '0000000001', '长度不能超过9个字符'],
    ['nine digits with leading zeros', field({ type: 'number' }), '000000001', null],
    ['a required list with an entry', field({ type: 'select', required: true }), ['a'], null],
    ['a required date', field({ type: 'date', required: true }), undefined, '请选择名称'],
    ['a required textarea', field({ type: 'textarea', required: true }), '', '请输入名称'],
    ['21 files', field({ type: 'file' }), Array.from({ length: 21 }), '最多只能上传 20 个文件'],
  ])('%s', (_, rules, value, expected) => {
    expect(checkField(rules, value)).toBe(expected);
  });

  it('answers in the language that is asked for', () => {
    expect(checkField(field({ required: true, label: 'name' }), '', 'en')).toBe('Enter: name');
  });
});

it('a field has the limit of its type, its own, or that of a long number', () => {
  expect(limitOf({ type: 'text' })).toBe(64);
  expect(limitOf({ type: 'text', maxLength: 5 })).toBe(5);
  expect(limitOf({ type: 'number' })).toBe(9);
  expect(limitOf({ type: 'number', max: 99_999_999 })).toBe(9);
  expect(limitOf({ type: 'number', max: 100_000_000 })).toBe(20);
  expect(limitOf({ type: 'number', rule: 'number' })).toBe(20);
  expect(limitOf({ type: 'text', max: 1e12 })).toBe(64);
  expect(limitOf({ type: 'file' })).toBe(20);
  expect(limitOf({ type: 'date' })).toBeUndefined();
});

it('a value is missing without a character or an entry', () => {
  expect(['', ' 　', null, undefined, []].map(isEmptyValue)).toEqual([true, true, true, true, true]);
  expect(['a', 0, false, [0], {}].map(isEmptyValue)).toEqual([false, false, false, false, false]);
});

it('what is no number becomes 0 on blur; empty stays empty', () => {
  expect(['', ' ', 'abc', '-', '1.5', ' 7 ', '1e3'].map(numberAfterBlur)).toEqual([
    '',
    '',
    '0',
    '0',
    '1.5',
    '7',
    '0',
  ]);
});

it('every message of forms stands in both languages with the same places', () => {
  const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([place]) => place).toSorted();
  expect(Object.keys(formEn).toSorted()).toEqual(Object.keys(formZhCN).toSorted());
  for (const key of Object.keys(formZhCN) as (keyof typeof formZhCN)[]) {
    expect([key, places(formEn[key])]).toEqual([key, places(formZhCN[key])]);
  }
});

it('the messages of the specification are kept byte for byte', () => {
  expect(formZhCN).toMatchObject({
    'image.limit': '当前最大上传{n}个,还能上传{m}个',
    'image.remove': '确认要删除 {name} 图片吗?',
    'image.remove.title': '警告',
    'material.limit': '最多只能上传 {n} 个文件',
    'material.tooLarge': '上传文件大小不能超过 20MB!',
    'material.title': '证明材料',
    'material.hint': '请上传上报数据真实性证明材料',
    'upload.failed': '文件上传失败！',
    'image.broken': '加载失败',
  });
});
