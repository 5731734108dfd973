import { describe, expect, it } from 'vitest';
import * as rules from './index.ts';

/** Facts of the validation rules; the names are invented, area codes xx999x are not assigned. */
const FACTS: readonly (readonly [keyof typeof rules, string, unknown])[] = [
  ['nationalId', '119999197409124786', true],
  ['nationalId', '119999197409124780', false],
  ['nationalId', '11999919900606006x', true],
  ['nationalId', '119999199002301233', false],
  ['nationalId', '119999209901011236', false],
  ['nationalId', '119999185001011237', false],
  ['nationalId', '999999199001011238', false],
  ['nationalId', '11999919900101123', false],
  ['nationalId', ' 119999199001011242', false],
  ['nationalId', '449998640229321', true],
  ['nationalId', '449998650229321', false],
  ['phone', '13000000000', true],
  ['phone', '12000000000', false],
  ['phone', '+8613000000000', false],
  ['phone', '010-12345678', false],
  ['telphone', '010-12345678', true],
  ['telphone', '01012345678', true],
  ['telphone', '7654321', true],
  ['telphone', '19900000000', true],
  ['telphone', '10-12345678', false],
  ['telphone', '0571 1234567', false],
  ['email', 'first.last+tag@example.com.cn', true],
  ['email', 'a@b', false],
  ['email', 'a..b@c.cn', false],
  ['email', 'a@b..cn', false],
  ['email', 'a@-b.cn', false],
  ['chiness', '温室大棚', true],
  ['chiness', '𠀀', true],
  ['chiness', '温室1号', false],
  ['chiness', '　', false],
  ['chiness', '', false],
  ['numberRule', '', '请输入正确的数字'],
  ['numberRule', '2147483647', null],
  ['numberRule', '2147483648', '请输入小于2147483647的数字'],
  ['numberRule', '1e3', '请输入正确的数字'],
  ['numberRule', '-5', null],
  ['twoDecimals', '1.25', true],
  ['twoDecimals', '1.256', false],
  ['twoDecimals', '1.', false],
  ['twoDecimals', '007', true],
  ['serviceNumberFilter', '12a.3.4', '12.34'],
  ['serviceNumberFilter', '-1-2', '-12'],
  ['serviceNumberFilter', '3.', '3.'],
  ['padAreaCode', '37', { code: '370000000000', level: 1 }],
  ['padAreaCode', '3707', { code: '370700000000', level: 2 }],
  ['padAreaCode', '370783101', { code: '370783101000', level: 4 }],
  ['padAreaCode', '370783101201', { code: '370783101201', level: 5 }],
  // An area that is padded already keeps its level.
  ['padAreaCode', '370783000000', { code: '370783000000', level: 3 }],
  ['cityLevelCode', '110105000000', '110000000000'],
  ['cityLevelCode', '370783000000', '370700000000'],
  ['cityLevelCode', '370000000000', null],
  ['cityLevelCode', '500000000000', '500000000000'],
];

describe('the validation rules', () => {
  it.each(FACTS)('%s of %j is %j', (name, input, expected) => {
    const rule = new Map<string, unknown>(Object.entries(rules)).get(name) as (text: string) => unknown;
    expect(rule(input)).toEqual(expected);
  });

  it('an ID of somebody born today is valid, of somebody born tomorrow is not', () => {
    const born = Date.UTC(1990, 5, 6);
    expect(rules.nationalId('11999919900606006X', born)).toBe(true);
    expect(rules.nationalId('11999919900606006X', born - 1)).toBe(false);
  });

  it('no area code is padded from another text', () => {
    for (const text of ['', '1', '37078310120123', '37o7']) {
      expect(() => rules.padAreaCode(text)).toThrow(TypeError);
    }
  });
});
