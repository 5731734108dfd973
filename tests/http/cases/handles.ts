import { connectAsync } from 'mqtt';
import { expect } from 'vitest';
import { newDevice, refusal, report, type Cases } from './support.ts';

export const handlesCases: Cases<'handles'> = {
  'handles.style': async ({ api }) => {
    const valve = (await api.productModels.list()).items.find(({ code }) => code === 'DCF-4');
    const { items } = await api.handles.style(valve?.id ?? '');
    const handle = items.find(({ identify }) => identify === 'switchValve');
    expect(handle?.parameters.map(({ key, component }) => [key, component])).toEqual([
      ['open', 'switch'],
      ['minutes', 'slider'],
    ]);
  },

  'handles.ofDevice': async (target) => {
    const device = await newDevice(target, 'DCF-4');
    await report(target, device, { valveState: true });
    const { items } = await target.api.handles.ofDevice(device.id);
    expect(items.find(({ identify }) => identify === 'switchValve')).toMatchObject({
      states: [{ identify: 'valveState', value: true }],
    });
  },

  'handles.operate': async (target) => {
    const { api } = target;
    const device = await newDevice(target, 'DCF-4');
    const operate = (identify: string, params: Record<string, unknown>) =>
      api.handles.operate(device.id, { identify, params });
    expect(await refusal(operate('switchValve', { open: true }))).toMatchObject({
      status: 409,
      msg: '设备不在线',
    });
    const connection = await connectAsync(`mqtt://127.0.0.1:${target.mqttPort}`, {
      username: device.accessToken,
      reconnectPeriod: 0,
      connectTimeout: 5_000,
    });
    try {
      connection.on('message', (topic, payload) => {
        const number = topic.split('/').at(-1);
        const { params } = JSON.parse(payload.toString()) as { params: { open: boolean } };
        connection.publish(
          `v1/devices/me/rpc/response/${number}`,
          JSON.stringify({ valveState: params.open }),
        );
      });
      await connection.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
      expect(await operate('switchValve', { open: true, minutes: 10 })).toEqual({
        status: 'success',
        valveState: true,
      });
      for (const params of [{ open: 'yes' }, { open: true, minutes: 721 }]) {
        expect(await refusal(operate('switchValve', params))).toMatchObject({ status: 400 });
      }
      expect(await refusal(operate('noSuchService', {}))).toMatchObject({ status: 400, field: 'identify' });
    } finally {
      await connection.endAsync(true);
    }
  },
};
