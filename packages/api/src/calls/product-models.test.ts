import { describe, expect, it } from 'vitest';
import { parseWire } from '../wire/codes.ts';
import { productAttribute } from './product-models.ts';

describe('an attribute', () => {
  const service = {
    identify: 'switchValve',
    name: '开关',
    type: '1',
    state: 1,
    parameters: [{ parameterEnName: 'open', parameterType: 'BOOLEAN' }],
    associationStates: [{ identify: 'valveState' }],
  };

  it('is read with its parameters and states', () => {
    expect(parseWire(productAttribute, service)).toEqual({
      identify: 'switchValve',
      name: '开关',
      nameEn: '',
      type: 'service',
      enabled: true,
      parameters: [{ key: 'open', name: '', type: 'BOOLEAN', unit: '', min: null, max: null }],
      associatedStates: ['valveState'],
      latest: null,
    });
  });

  it.each([
    ['one value', { ts: 5, value: true }],
    [
      'a list',
      [
        { ts: 5, value: true },
        { ts: 4, value: false },
      ],
    ],
  ])('takes timeSeriesFirst as %s', (_, timeSeriesFirst) => {
    expect(parseWire(productAttribute, { ...service, timeSeriesFirst }).latest).toEqual({
      ts: 5,
      value: true,
    });
  });

  it('of an unknown type or parameter type is refused', () => {
    expect(() => parseWire(productAttribute, { ...service, type: '2' })).toThrow(/^type/);
    expect(() =>
      parseWire(productAttribute, {
        ...service,
        parameters: [{ parameterEnName: 'x', parameterType: 'DATE' }],
      }),
    ).toThrow('parameters.0.parameterType');
  });
});
