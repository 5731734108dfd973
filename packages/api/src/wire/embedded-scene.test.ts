import { expect, test } from 'vitest';
import { parseWire } from './codes.ts';
import { embeddedScene } from './embedded-scene.ts';

const sent = {
  sceneId: 's',
  name: '1号棚',
  expireTime: '2026-12-01T00:00:00Z',
  scene: {
    baseModelPath: null,
    layout: { equData: [] },
    catalogue: [{ equipmentId: 'e', name: '水泵', modelPath: '/models/pump.glb' }],
  },
  childModels: { g: '/models/house.glb', h: null },
  devices: [{ id: 'd', name: 'D', online: true, simulated: false, key: null, unit: '' }],
  alarms: [{ id: 'a', deviceId: 'd', name: 'dry', severity: 'MAJOR', raisedTime: '2026-07-01T08:00:00Z' }],
};

test('a scene for an embedding page comes with all that its viewer draws', () => {
  expect(parseWire(embeddedScene, sent)).toEqual(sent);
  expect(parseWire(embeddedScene, { ...sent, expireTime: null }).expireTime).toBeNull();
});

test.each([
  ['scene.layout', { scene: { ...sent.scene, layout: '{}' } }],
  ['scene.catalogue', { scene: { ...sent.scene, catalogue: null } }],
  [
    'scene.catalogue.0.name',
    { scene: { ...sent.scene, catalogue: [{ equipmentId: 'e', modelPath: null }] } },
  ],
  ['childModels.g', { childModels: { g: 7 } }],
  ['devices.0.simulated', { devices: [{ ...sent.devices[0], simulated: undefined }] }],
  ['alarms.0.severity', { alarms: [{ ...sent.alarms[0], severity: 'HIGH' }] }],
])('one with a wrong %s is refused by its name', (field, values) => {
  expect(() => parseWire(embeddedScene, { ...sent, ...values })).toThrow(expect.objectContaining({ field }));
});
