import { connectAsync } from 'mqtt';
import { expect } from 'vitest';
import { rpcQueueCases } from './relay.ts';
import { newDevice, refusal, type Cases } from './support.ts';

export const rpcCases: Cases<'rpc'> = {
  ...rpcQueueCases,

  'rpc.twoway': async (target) => {
    const { api } = target;
    const device = await newDevice(target, 'DCF-4');
    const offline = await refusal(
      api.rpc.twoway(device.id, { method: 'switchValve', params: { open: true } }),
    );
    expect(offline).toMatchObject({ status: 409, msg: '设备不在线' });
    const connection = await connectAsync(`mqtt://127.0.0.1:${target.mqttPort}`, {
      username: device.accessToken,
      reconnectPeriod: 0,
      connectTimeout: 5_000,
    });
    try {
      connection.on('message', (topic, payload) => {
        const { method, params } = JSON.parse(payload.toString()) as {
          method: string;
          params: { open: boolean };
        };
        if (method !== 'switchValve' || !params.open) return;
        const number = topic.split('/').at(-1);
        connection.publish(
          `v1/devices/me/rpc/response/${number}`,
          JSON.stringify({ valveState: params.open }),
        );
      });
      await connection.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
      const answer = await api.rpc.twoway(device.id, { method: 'switchValve', params: { open: true } });
      expect(answer).toEqual({ status: 'success', valveState: true });
      const silent = await refusal(
        api.rpc.twoway(device.id, { method: 'switchValve', params: { open: false }, timeout: 200 }),
      );
      expect(silent.status).toBe(504);
    } finally {
      await connection.endAsync(true);
    }
  },
};
