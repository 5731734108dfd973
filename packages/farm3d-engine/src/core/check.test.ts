import { describe, expect, it, vi } from 'vitest';
import {
  checkAbove0,
  checkBoolean,
  checkCssColor,
  checkHexColor,
  checkList,
  checkLngLat,
  checkNumber,
  checkObject,
  checkRange,
  checkVectors,
} from './check-fields.ts';
import {
  check,
  checkCamera,
  checkElement,
  checkFinite,
  checkOneOf,
  checkVector,
  vectorFault,
} from './check.ts';
import { FarmError } from './errors.ts';

const ORIGIN = { x: 0, y: 0, z: 0 };

/** Details of the refusal; null: accepted. */
function refusal(attempt: () => void): unknown {
  try {
    attempt();
  } catch (error) {
    expect(error).toBeInstanceOf(FarmError);
    expect((error as FarmError).code).toBe('invalid-argument');
    return (error as FarmError).details;
  }
  return null;
}

describe('the error of an argument', () => {
  it.each([
    [undefined, 'missing'],
    [null, 'null'],
    [Number.NaN, 'NaN'],
    [7, '7'],
    [true, 'true'],
    ['7', '"7"'],
    ['x'.repeat(70), `"${'x'.repeat(60)}"`],
    [[1], 'a list'],
    [{}, 'an object'],
    [() => 7, 'a function'],
    [7n, 'a bigint'],
  ])('names the field and the value %s', (value, written) => {
    expect(refusal(() => check(false, 'size', value))).toEqual({
      field: 'size',
      reason: `size = ${written}`,
    });
  });

  it('names the object where there is one', () => {
    expect(refusal(() => check(false, 'size', 7, 'pump'))).toEqual({
      id: 'pump',
      field: 'size',
      reason: 'pump: size = 7',
    });
    expect(refusal(() => check(true, 'size', 7, 'pump'))).toBeNull();
  });
});

const everything = [undefined, null, true, 0, 1, -1, 1.5, Number.NaN, Infinity, '', 'a', '#fff', {}, []];

describe('a check of a field', () => {
  const accepted = (one: (field: string, value: unknown) => void) =>
    everything.filter((value) => refusal(() => one('f', value)) === null);

  it.each([
    ['checkAbove0', checkAbove0, [undefined, 1, 1.5]],
    ['checkNumber', checkNumber, [undefined, 0, 1, -1, 1.5]],
    ['checkBoolean', checkBoolean, [true]],
    ['checkHexColor', checkHexColor, [undefined, '#fff']],
    ['checkObject', checkObject, [{}, []]],
    ['checkList', checkList, [[]]],
  ])('%s accepts nothing else', (_, one, expected) => {
    expect(accepted(one)).toEqual(expected);
    expect(refusal(() => one('width', 'a'))).toEqual({ field: 'width', reason: 'width = "a"' });
  });

  it('of a range accepts both ends', () => {
    const results = [1.9, 2, 3, 3.1, '2', undefined].map((value) =>
      refusal(() => checkRange('scale', value, 2, 3, 'pump')),
    );
    expect(results.map((result) => result === null)).toEqual([false, true, true, false, false, false]);
    expect(results[0]).toMatchObject({ id: 'pump', field: 'scale' });
  });

  it('of a colour wants 3 or 6 digits and nothing around them', () => {
    const colours = ['#AbC', '#a0B1c2', '#abcd', '#ab', '#abcdefa', '#ggg', 'abc', ' #abc', '#abc '];
    expect(colours.filter((colour) => refusal(() => checkHexColor('f', colour)) === null)).toEqual([
      '#AbC',
      '#a0B1c2',
    ]);
  });

  it('of a CSS colour asks the browser', () => {
    vi.stubGlobal('CSS', {
      supports: (property: string, value: string) => property === 'color' && value === 'red',
    });
    expect(refusal(() => checkCssColor('f', 'red'))).toBeNull();
    expect(refusal(() => checkCssColor('f', 'rde'))).toMatchObject({ field: 'f' });
    expect(refusal(() => checkCssColor('f', 7))).toMatchObject({ field: 'f' });
    vi.unstubAllGlobals();
  });

  it('of a place names the coordinate that is wrong', () => {
    expect(refusal(() => checkLngLat('center', [105, 31]))).toBeNull();
    expect(refusal(() => checkLngLat('center', [105, 31, 400]))).toBeNull();
    expect(refusal(() => checkLngLat('center', [105]))).toMatchObject({ field: 'center' });
    expect(refusal(() => checkLngLat('center', '12'))).toMatchObject({ field: 'center' });
    expect(refusal(() => checkLngLat('center', [Number.NaN, 31]))).toMatchObject({ field: 'center[0]' });
    expect(refusal(() => checkLngLat('center', [105, null]))).toMatchObject({ field: 'center[1]' });
  });

  it('of several vectors leaves out those that are not given', () => {
    expect(refusal(() => checkVectors({ from: undefined, to: ORIGIN }))).toBeNull();
    expect(refusal(() => checkVectors({ from: ORIGIN, to: { x: 0, y: 0 } }))).toMatchObject({
      field: 'to.z',
    });
  });

  it('of a choice accepts what is in the list, and nothing given', () => {
    expect(refusal(() => checkOneOf('mode', undefined, ['low']))).toBeNull();
    expect(refusal(() => checkOneOf('mode', 'low', ['low']))).toBeNull();
    expect(refusal(() => checkOneOf('mode', 'ultra', ['low']))).toEqual({
      field: 'mode',
      reason: 'mode = "ultra"',
    });
  });

  it('of numbers names the first that is not finite', () => {
    expect(refusal(() => checkFinite({ a: 0, b: -1.5 }))).toBeNull();
    expect(refusal(() => checkFinite({ a: 0, b: Infinity, c: Number.NaN }))).toMatchObject({ field: 'b' });
  });

  it('of an element accepts one of another window, too', () => {
    expect(refusal(() => checkElement({ nodeType: 1 }))).toBeNull();
    for (const wrong of [null, undefined, {}, { nodeType: 3 }])
      expect(refusal(() => checkElement(wrong))).toMatchObject({ field: 'container' });
  });
});

describe('a vector', () => {
  it.each(['x', 'y', 'z'])('without a finite %s is named by it', (axis) => {
    expect(vectorFault({ ...ORIGIN, [axis]: Infinity }, 'at')).toEqual([`at.${axis}`, Infinity]);
    expect(refusal(() => checkVector({ ...ORIGIN, [axis]: '1' }, 'at', 'pump'))).toMatchObject({
      id: 'pump',
      field: `at.${axis}`,
    });
  });

  it('is an object', () => {
    expect(vectorFault(ORIGIN, 'at')).toBeNull();
    expect(vectorFault(null, 'at')).toEqual(['at', null]);
    expect(vectorFault('abc', 'at')).toEqual(['at', 'abc']);
    expect(refusal(() => checkVector(ORIGIN, 'at'))).toBeNull();
  });

  it('is what a camera stands at and looks at', () => {
    expect(refusal(() => checkCamera({ position: ORIGIN, target: ORIGIN }))).toBeNull();
    expect(refusal(() => checkCamera({ position: null, target: ORIGIN }))).toMatchObject({
      field: 'camera.position',
    });
    expect(refusal(() => checkCamera({ position: ORIGIN, target: {} }))).toMatchObject({
      field: 'camera.target.x',
    });
    for (const wrong of [null, 'front'])
      expect(refusal(() => checkCamera(wrong as never))).toMatchObject({ field: 'camera' });
  });
});
