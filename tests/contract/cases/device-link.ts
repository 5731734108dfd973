import { connectAsync, type MqttClient } from 'mqtt';
import { expect } from 'vitest';
import { waitFor } from '../../support/wait.ts';
import { newDevice, type Cases, type ContractTarget } from './support.ts';

export async function connectDevice(target: ContractTarget, username: string): Promise<MqttClient> {
  return connectAsync(`mqtt://127.0.0.1:${target.mqttPort}`, {
    username,
    reconnectPeriod: 0,
    connectTimeout: 5_000,
  });
}

export const deviceLinkCases: Cases<'deviceLink'> = {
  'deviceLink.shared': async (target) => {
    const device = await newDevice(target);
    expect(await target.api.deviceLink.shared(device.id)).toEqual({});
    await target.api.deviceLink.share(device.id, { interval: 60, mode: 'eco' });
    expect(await target.api.deviceLink.shared(device.id)).toEqual({ interval: 60, mode: 'eco' });
  },

  'deviceLink.share': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const connection = await connectDevice(target, device.accessToken);
    try {
      const heard: unknown[] = [];
      connection.on('message', (_topic, payload) => heard.push(JSON.parse(payload.toString())));
      await connection.subscribeAsync(['v1/devices/me/attributes', 'v1/devices/me/attributes/response/+'], {
        qos: 1,
      });
      expect(await api.deviceLink.share(device.id, { a: 1, b: 'x' })).toEqual({ a: 1, b: 'x' });
      expect(await api.deviceLink.share(device.id, { a: null, c: true })).toEqual({ b: 'x', c: true });
      await waitFor(() => heard.length === 3);
      expect(heard).toEqual([{ a: 1, b: 'x' }, { c: true }, { deleted: ['a'] }]);
      // Both scopes when none is named, one when one is.
      await connection.publishAsync('v1/devices/me/attributes', '{"firmware":"2"}', { qos: 1 });
      await connection.publishAsync('v1/devices/me/attributes/request/1', '{}', { qos: 1 });
      await connection.publishAsync('v1/devices/me/attributes/request/2', '{"sharedKeys":"c"}', { qos: 1 });
      await waitFor(() => heard.length === 5);
      expect(heard.slice(3)).toEqual([
        { client: { firmware: '2' }, shared: { b: 'x', c: true } },
        { shared: { c: true } },
      ]);
    } finally {
      await connection.endAsync(true);
    }
  },

  'deviceLink.setGateway': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    expect(await api.deviceLink.setGateway(device.id, true)).toBe(true);
    const connection = await connectDevice(target, device.accessToken);
    try {
      const granted = await connection.subscribeAsync('v1/gateway/rpc', { qos: 1 });
      expect(granted[0]?.qos).toBe(1);
    } finally {
      await connection.endAsync(true);
    }
    expect(await api.deviceLink.setGateway(device.id, false)).toBe(false);
  },
};
