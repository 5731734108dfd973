import { expect, it } from 'vitest';
import { curveText, readCurve } from './retention-curve.ts';

it('a retention curve is parsed from its own text, with Western and Chinese punctuation', () => {
  const curve = [
    { tension: 33, vwc: 0.285 },
    { tension: 1500, vwc: 0.12 },
  ];
  expect(readCurve('33 28.5; 1500 12')).toEqual(curve);
  expect(readCurve('33：28.5；1500：12')).toEqual(curve);
  expect(readCurve(curveText(curve))).toEqual(curve);
  expect(readCurve('  ')).toBeNull();
});

it.each(['33', '33 28', 'wet; dry', '33 0.28 5; 1500 12', '0 28; 1500 12', '33 128; 1500 12'])(
  'refuses %s',
  (text) => {
    expect(readCurve(text)).toBeUndefined();
  },
);
