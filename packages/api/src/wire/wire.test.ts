import { describe, expect, it } from 'vitest';
import { scenes, type ScenePatch } from '../calls/scenes.ts';
import { encodeFlag, parseWire } from './codes.ts';
import { decodeDevice, decodeDeviceDetail } from './device.ts';
import { decodeProductAttribute } from './product-model.ts';
import { decodeLatest } from './telemetry.ts';
import { WireError } from './wire-error.ts';

const device = {
  id: 'd',
  name: '1号墒情站',
  productModel: 'm',
  productModelCode: 'TQ-3L',
  productTypeCode: 'TQ',
};

const decodeScene = (value: unknown) => parseWire(scenes.get.answer, value);
const encodeScenePatch = (patch: ScenePatch) =>
  JSON.parse(JSON.stringify(scenes.update.send('s', patch).body));

describe('codes and flags', () => {
  it.each([
    ['1', true],
    [1, true],
    [true, true],
    ['0', false],
    [0, false],
    [false, false],
    [null, false],
    [undefined, false],
  ])('online: %j is %s', (online, expected) => {
    expect(decodeDevice({ ...device, online }).online).toBe(expected);
  });

  it('are written as text', () => {
    expect([encodeFlag(true), encodeFlag(false)]).toEqual(['1', '0']);
  });

  it('of a scene: 2 and "2" are a plot', () => {
    for (const type of [2, '2']) expect(decodeScene({ id: 's', name: 'n', type }).type).toBe('plot');
    for (const type of [1, '1', undefined, null]) {
      expect(decodeScene({ id: 's', name: 'n', type }).type).toBe('greenhouse');
    }
  });

  it('of the global configuration', () => {
    expect(parseWire(scenes.globalConfig.answer, { simulateWeather: 1, realWeather: '0' })).toEqual({
      simulateWeather: true,
      realWeather: false,
      baseModelPath: null,
    });
  });
});

describe('a device', () => {
  it('is read without the fields that a server leaves out', () => {
    expect(decodeDeviceDetail(device)).toMatchObject({
      modelPath: null,
      lastActivityAt: null,
      ledScreenWidth: 96,
      ledScreenHeight: 48,
      rejectedCount: 0,
      lastRejection: null,
    });
  });

  it('has instants in epoch milliseconds, sent as ISO text or as a number', () => {
    const at = Date.UTC(2026, 10, 21, 7);
    expect(decodeDevice({ ...device, lastActivityTime: '2026-11-21T07:00:00.000Z' }).lastActivityAt).toBe(at);
    expect(decodeDevice({ ...device, lastActivityTime: at }).lastActivityAt).toBe(at);
    expect(decodeDevice({ ...device, lastActivityTime: 'yesterday' }).lastActivityAt).toBeNull();
  });

  it('without a name is refused, naming the field', () => {
    expect(() => decodeDevice({ ...device, name: undefined })).toThrow(WireError);
    expect(() => decodeDevice({ ...device, name: 7 })).toThrow(/^name/);
  });
});

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
    expect(decodeProductAttribute(service)).toEqual({
      identify: 'switchValve',
      name: '开关',
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
    expect(decodeProductAttribute({ ...service, timeSeriesFirst }).latest).toEqual({ ts: 5, value: true });
  });

  it('of an unknown type or parameter type is refused', () => {
    expect(() => decodeProductAttribute({ ...service, type: '2' })).toThrow(/^type/);
    expect(() =>
      decodeProductAttribute({ ...service, parameters: [{ parameterEnName: 'x', parameterType: 'DATE' }] }),
    ).toThrow('parameters.0.parameterType');
  });
});

describe('a scene', () => {
  it('has its boundary as JSON text on the wire, once or twice encoded', () => {
    const boundary = { coordinates: [[105.1, 31.6]] };
    for (const text of [JSON.stringify(boundary), JSON.stringify(JSON.stringify(boundary)), boundary]) {
      expect(decodeScene({ id: 's', name: 'n', boundary: text }).boundary).toEqual(boundary);
    }
    expect(encodeScenePatch({ boundary }).boundary).toBe('{"coordinates":[[105.1,31.6]]}');
    expect(encodeScenePatch({ boundary: null })).toEqual({ id: 's', boundary: null });
  });

  it('is written with the fields that are given, and no others', () => {
    expect(encodeScenePatch({ plotSkin: '/skins/a.png' })).toEqual({ id: 's', plotSkin: '/skins/a.png' });
    expect(encodeScenePatch({})).toEqual({ id: 's' });
  });
});

it('the latest value is the first of each list', () => {
  expect(
    decodeLatest({
      t: [
        { ts: '5', value: 1 },
        { ts: 4, value: 2 },
      ],
      none: [],
    }),
  ).toEqual({ t: { ts: 5, value: 1 } });
});
