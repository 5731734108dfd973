import { describe, expect, it } from 'vitest';
import { en } from './messages.en.ts';
import { isMessageKey, message } from './messages.ts';
import { zhCN } from './messages.zh-CN.ts';
import { checkDeviceName, checkDeviceToken, checkSceneDescription, checkSceneName } from './rules.ts';

describe('the name of a scene', () => {
  it.each([
    ['', 'scene.name.required'],
    [' \t　', 'scene.name.required'],
    ['棚', null],
    ['棚'.repeat(50), null],
    ['棚'.repeat(51), 'scene.name.tooLong'],
    // Characters outside the basic plane take two code units and are still one character each.
    ['𠀀'.repeat(50), null],
    ['𠀀'.repeat(51), 'scene.name.tooLong'],
  ])('%j: %s', (name, expected) => {
    expect(checkSceneName(name)).toBe(expected);
  });

  it('is refused with the exact text of the specification', () => {
    expect(message('scene.name.required')).toBe('请输入场景名称');
    expect(
      Array.from(message('scene.name.tooLong'), (character) => character.codePointAt(0)?.toString(16)),
    ).toEqual(['957f', '5ea6', '4e0d', '80fd', '8d85', '904e', '35', '30', '4e2a', '5b57', '7b26']);
  });
});

it('the name of a device has at most 64 characters', () => {
  expect(checkDeviceName(' ')).toBe('device.name.required');
  expect(checkDeviceName('阀'.repeat(64))).toBeNull();
  expect(checkDeviceName('阀'.repeat(65))).toBe('device.name.tooLong');
});

it('the description of a scene may be missing and has at most 2000 characters', () => {
  expect(checkSceneDescription('')).toBeNull();
  expect(checkSceneDescription('田'.repeat(2000))).toBeNull();
  expect(checkSceneDescription('田'.repeat(2001))).toBe('scene.description.tooLong');
});

it('a token that a device brings along is hard to guess and fit for an address', () => {
  expect(checkDeviceToken('A-b_c.d~1'.repeat(3))).toBeNull();
  for (const right of ['a'.repeat(20), 'Z9'.repeat(32)]) expect(checkDeviceToken(right)).toBeNull();
  for (const wrong of ['a'.repeat(19), 'a'.repeat(65), `${'a'.repeat(20)}/`, `/${'a'.repeat(20)}`])
    expect(checkDeviceToken(wrong)).toBe('device.token.form');
});

it('every text exists in both languages, and none is empty', () => {
  expect(Object.keys(en).sort()).toEqual(Object.keys(zhCN).sort());
  for (const text of [...Object.values(zhCN), ...Object.values(en)]) expect(text.trim()).not.toBe('');
  expect(isMessageKey('toString')).toBe(false);
  expect(isMessageKey('scene.name.required')).toBe(true);
  expect(message('scene.name.required', 'en')).toBe(en['scene.name.required']);
});
