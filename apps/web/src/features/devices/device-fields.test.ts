import type { DeviceDetail } from '@farm3d/api';
import { expect, test } from 'vitest';
import { deviceValues, patchOf } from './device-fields.ts';

const DEVICE = {
  name: '东区探头',
  productModelCode: 'TQ-3L',
  // Signed, and signed anew by each answer.
  picture: '/files/a.png?s=1',
  modelPath: '/models/soil-probe.glb?s=1',
  latitude: 30,
  longitude: 100,
  ledScreenWidth: 96,
  ledScreenHeight: 48,
  version: 3,
} as DeviceDetail;

test('a picture and a 3D model that stay are not sent, so that those of the product stay the product’s', () => {
  const patch = patchOf(deviceValues(DEVICE), { ...DEVICE, modelPath: '/models/soil-probe.glb?s=2' });
  expect(patch).toMatchObject({ name: '东区探头', latitude: 30, ledScreenWidth: 96, version: 3 });
  expect(patch).not.toHaveProperty('picture');
  expect(patch).not.toHaveProperty('modelPath');
});

test('a 3D model that is uploaded is sent by its path, and null when it is taken away', () => {
  const values = deviceValues(DEVICE);
  const uploaded = {
    id: '1',
    path: '/files/own.glb',
    url: '/files/own.glb?s=1',
    name: 'own.glb',
    sizeBytes: 9,
  };
  expect(patchOf({ ...values, modelPath: [uploaded] }, DEVICE).modelPath).toBe('/files/own.glb');
  expect(patchOf({ ...values, modelPath: [] }, DEVICE).modelPath).toBeNull();
  expect(patchOf({ ...values, modelPath: [] }, { ...DEVICE, modelPath: null })).not.toHaveProperty(
    'modelPath',
  );
});
