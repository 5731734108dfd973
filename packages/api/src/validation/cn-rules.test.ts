import { describe, expect, it } from 'vitest';
import * as rules from './index.ts';
import { isNumeric } from './text-rules.ts';

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
  ['nationalId', '119999190001011233', true],
  ['nationalId', '119999189912311239', false],
  ['nationalId', '119999200002291237', true],
  ['nationalId', '119999200102291234', false],
  ['nationalId', '119999199012311232', true],
  ['nationalId', '119999199013011231', false],
  ['nationalId', '119999199000011232', false],
  ['nationalId', '119999199001001239', false],
  ['nationalId', '119999199004311232', false],
  ['nationalId', '119999199001321232', false],
  ['nationalId', '1199991990060612300', false],
  ['nationalId', '119999199006061230\n', false],
  ['nationalId', '0119999199006061230', false],
  ['nationalId', '4499986402293210', false],
  ['nationalId', '4499986402293a1', false],
  ['nationalId', '999998640229321', false],
  ['phone', '13000000000 ', false],
  ['phone', '113000000000', false],
  ['phone', '1300000000', false],
  ['phone', '130000000000', false],
  ['phone', '19999999999', true],
  ['telphone', '12345678', true],
  ['telphone', '123456', false],
  ['telphone', '0571-1234567', true],
  ['telphone', '05711-1234567', false],
  ['telphone', '010-123456789', false],
  ['telphone', '010-1234567a', false],
  ['telphone', 'a010-12345678', false],
  ['email', 'a@b.cn', true],
  ['email', `${'a'.repeat(64)}@b.cn`, true],
  ['email', `${'a'.repeat(65)}@b.cn`, false],
  ['email', '@b.cn', false],
  ['email', 'b.cn', false],
  ['email', 'a@b@c.cn', false],
  ['email', 'a b@c.cn', false],
  ['email', '.a@b.cn', false],
  ['email', 'a.@b.cn', false],
  ['email', 'a@b-.cn', false],
  ['email', 'a@b-c.d1.CN', true],
  ['email', `a@${'b'.repeat(63)}.cn`, true],
  ['email', `a@${'b'.repeat(64)}.cn`, false],
  ['email', 'a@b.c', false],
  ['email', 'a@b.c1', false],
  ['email', 'a@b.cn ', false],
  ['email', "o'neil_{x}~1@b.cn", true],
  ['chiness', ' 温室', false],
  ['numberRule', ' 5 ', null],
  ['numberRule', '2147483647.5', '请输入小于2147483647的数字'],
  ['twoDecimals', '-12.50', true],
  ['twoDecimals', '1.2', true],
  ['twoDecimals', 'a1.25', false],
  ['twoDecimals', '1.25a', false],
  ['serviceNumberFilter', '', ''],
  ['serviceNumberFilter', '１２。５', '12.5'],
  ['serviceNumberFilter', '−3', '-3'],
  ['serviceNumberFilter', '  -3', '-3'],
  ['serviceNumberFilter', '3-', '3'],
  ['serviceNumberFilter', '.5', '.5'],
  ['serviceNumberFilter', '1.2.3.4', '1.234'],
  ['padAreaCode', '370783', { code: '370783000000', level: 3 }],
  ['padAreaCode', '370000000000', { code: '370000000000', level: 1 }],
  ['cityLevelCode', '3707', '370700000000'],
  ['cityLevelCode', '37', null],
  ['cityLevelCode', '310000', '310000000000'],
  ['isInMunicipality', '110105000000', true],
  ['isInMunicipality', '12', true],
  ['isInMunicipality', '31', true],
  ['isInMunicipality', '500000', true],
  ['isInMunicipality', '371100', false],
  ['isWebAddress', 'https://farm.example/a?b=c', true],
  ['isWebAddress', 'http://10.0.0.7:8080', true],
  ['isWebAddress', 'ftp://farm.example', false],
  ['isWebAddress', 'xhttps://farm.example', false],
  ['isWebAddress', 'httpss://farm.example', false],
  ['isWebAddress', 'https://user@farm.example', false],
  ['isWebAddress', 'https://:secret@farm.example', false],
  ['isWebAddress', 'farm.example', false],
  ['isWebAddress', '', false],
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

  it('an ID is of a province that there is', () => {
    const provinces = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0')).filter((code) =>
      rules.nationalId(`${code}9999900606321`),
    );
    expect(provinces.join(' ')).toBe(
      '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83',
    );
  });

  it('one wrong digit of an ID is noticed, wherever it stands', () => {
    const id = '119999199006061230';
    expect(rules.nationalId(id)).toBe(true);
    for (let at = 2; at < 17; at++) {
      // The digits of the birth date may be invalid for themselves; those of the area and the number are not.
      const other = String((Number(id[at]) + 1) % 10);
      expect([at, rules.nationalId(id.slice(0, at) + other + id.slice(at + 1))]).toEqual([at, false]);
    }
  });

  it('a number is finished and has no exponent', () => {
    expect(['1', '12.50', '12.', '.5', '.55', '-0.5'].filter((text) => !isNumeric(text))).toEqual([]);
    expect(['.', '-', '+1', '1 ', ' 1', '1.2.3'].filter(isNumeric)).toEqual([]);
  });

  it('speaks the language that is asked for', () => {
    expect(rules.numberRule('a', 'en')).toMatch(/number/i);
    expect(rules.numberRule('2147483648', 'en')).toContain('2147483647');
  });

  it('no area code is padded from another text', () => {
    for (const text of ['', '1', '37078310120123', '37o7', 'x37', '37x']) {
      expect(() => rules.padAreaCode(text)).toThrow(TypeError);
      expect(() => rules.padAreaCode(text)).toThrow(`${text} is no area code`);
    }
  });
});
