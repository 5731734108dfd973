import { expect } from 'vitest';
import { waitFor } from '../../support/wait.ts';
import { connectDevice } from './device-link.ts';
import { newDevice, refusal, type Cases } from './support.ts';

export const relayCases: Cases<'relay'> = {
  'relay.control': async (target) => {
    const { api } = target;
    const valve = await newDevice(target, 'DCF-4');
    expect(await refusal(api.relay.control(valve.id, { open: true }))).toMatchObject({
      status: 409,
      msg: '设备不在线',
    });
    const connection = await connectDevice(target, valve.accessToken);
    try {
      const asked: unknown[] = [];
      connection.on('message', (topic, payload) => {
        asked.push(JSON.parse(payload.toString()));
        connection.publish(topic.replace('request', 'response'), '{"valveState":true}');
      });
      await connection.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
      expect(await api.relay.control(valve.id, { open: true, minutes: 5 })).toEqual({
        status: 'success',
        valveState: true,
      });
      expect(asked).toEqual([{ method: 'switchValve', params: { open: true, minutes: 5 } }]);
      // A value outside the declared range is refused and not sent; a prefetch of the browser sends nothing either.
      const long = await refusal(api.relay.control(valve.id, { open: true, minutes: 721 }));
      expect(long).toMatchObject({ status: 400, field: 'minutes' });
      const ahead = await fetch(`${target.baseUrl}/exterior/relay/control?deviceId=${valve.id}&open=1`, {
        headers: { authorization: `Bearer ${target.accessToken}`, 'sec-purpose': 'prefetch' },
      });
      expect(ahead.status).toBe(400);
      expect(ahead.headers.get('cache-control')).toBe('no-store');
      expect(asked).toHaveLength(1);
    } finally {
      await connection.endAsync(true);
    }
    const probe = await newDevice(target);
    expect(await refusal(api.relay.control(probe.id, { open: true }))).toMatchObject({ status: 400 });
  },
};

/** Two commands are queued for an offline device: they arrive in order when it subscribes. */
export const rpcQueueCases: Pick<Cases<'rpc'>, 'rpc.get'> = {
  'rpc.get': async (target) => {
    const { api } = target;
    const valve = await newDevice(target, 'DCF-4');
    const queue = async (open: boolean, expiresIn: number) => {
      const call = { method: 'switchValve', params: { open }, persistent: true, expiresIn };
      return String((await api.rpc.twoway(valve.id, call))['rpcId']);
    };
    const first = await queue(true, 60_000);
    const second = await queue(false, 60_000);
    const brief = await queue(true, 1_000);
    expect(await api.rpc.get(first)).toMatchObject({ id: first, deviceId: valve.id, state: 'queued' });
    await waitFor(async () => (await api.rpc.get(brief)).state === 'expired', {
      timeoutMs: 10_000,
      what: 'the brief one to expire',
    });
    const connection = await connectDevice(target, valve.accessToken);
    try {
      const asked: boolean[] = [];
      connection.on('message', (topic, payload) => {
        asked.push((JSON.parse(payload.toString()) as { params: { open: boolean } }).params.open);
        connection.publish(topic.replace('request', 'response'), '{"done":true}');
      });
      await connection.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
      await waitFor(async () => (await api.rpc.get(second)).state === 'successful');
      expect(await api.rpc.get(first)).toMatchObject({ state: 'successful', answer: { done: true } });
      expect(asked).toEqual([true, false]);
    } finally {
      await connection.endAsync(true);
    }
    expect(await refusal(api.rpc.get('6e5f3c7e-5a4b-4c8e-9a0e-2f8f0c1d2e3f'))).toMatchObject({ status: 404 });
  },
};
