import { describe, expect, it } from 'vitest';
import { scenes, type ScenePatch } from '../calls/scenes.ts';
import { telemetry } from '../calls/telemetry.ts';
import { encodeFlag, flagSchema, parseWire } from './codes.ts';

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
  ])('%j is %s', (flag, expected) => {
    expect(parseWire(flagSchema, flag)).toBe(expected);
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
      mapTiles: null,
    });
  });
});

describe('a scene', () => {
  it('has its boundary as JSON text on the wire, encoded once or twice', () => {
    const boundary = { coordinates: [[105.1, 31.6]] };
    for (const text of [JSON.stringify(boundary), JSON.stringify(JSON.stringify(boundary)), boundary]) {
      expect(decodeScene({ id: 's', name: 'n', boundary: text }).boundary).toEqual(boundary);
    }
    expect(encodeScenePatch({ boundary }).boundary).toBe('{"coordinates":[[105.1,31.6]]}');
    expect(encodeScenePatch({ boundary: null })).toEqual({ id: 's', boundary: null });
  });

  it('is written with the fields that are set, and no others', () => {
    expect(encodeScenePatch({ plotSkin: '/skins/a.png' })).toEqual({ id: 's', plotSkin: '/skins/a.png' });
    expect(encodeScenePatch({})).toEqual({ id: 's' });
  });
});

it('the latest value is the first of each list', () => {
  expect(
    parseWire(telemetry.latest.answer, {
      t: [
        { ts: '5', value: 1 },
        { ts: 4, value: 2 },
      ],
      none: [],
    }),
  ).toEqual({ t: { ts: 5, value: 1 } });
});
