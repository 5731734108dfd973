import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { webhookCases } from './integrations.ts';
import { waitFor } from '../../support/wait.ts';
import {
  MOISTURE,
  newDevice,
  refusal,
  report,
  send,
  uniqueName,
  type Cases,
  type ContractTarget,
} from './support.ts';

/** The device is connected while it waits; an immediate answer waits for nothing. */
async function expectWaiting(
  { api }: ContractTarget,
  deviceId: string,
  waiting: Promise<Response>,
): Promise<void> {
  const online = waitFor(async () => (await api.devices.get(deviceId)).online);
  const answered = waiting.then(({ status }) => {
    throw new Error(`answered ${status} before there was anything to say`);
  });
  // One of them disconnects when the other has received the message.
  for (const one of [online, answered]) one.catch(() => undefined);
  await Promise.race([online, answered]);
}

export const ingestCases: Cases<'ingest'> = {
  ...webhookCases,

  'ingest.telemetry': async (target) => {
    const device = await newDevice(target);
    await report(target, device, { [MOISTURE]: 22.5 });
    expect((await target.api.telemetry.latest(device.id))[MOISTURE]?.value).toBe(22.5);
    const wrong = await send(target, 'ingest.telemetry', { token: 'wrong' }, { [MOISTURE]: 1 });
    expect(wrong.status).toBe(401);
    expect(await wrong.text()).toBe('');
  },

  'ingest.attributes': async (target) => {
    const { accessToken: token } = await newDevice(target);
    const answer = await send(target, 'ingest.attributes', { token }, { firmware: '1.4.2' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    const stored = await (await send(target, 'ingest.readAttributes', { token })).text();
    expect(stored).toContain('"firmware":"1.4.2"');
  },

  'ingest.readAttributes': async (target) => {
    const { accessToken: token } = await newDevice(target);
    await send(target, 'ingest.attributes', { token }, { firmware: '1.4.2', serial: 'A-7' });
    const answer = await fetch(`${target.baseUrl}/api/v1/${token}/attributes?clientKeys=serial`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('"serial":"A-7"');
    expect((await send(target, 'ingest.readAttributes', { token: 'wrong' })).status).toBe(401);
  },

  'ingest.attributeUpdates': async (target) => {
    const device = await newDevice(target);
    const { accessToken: token } = device;
    const waiting = send(target, 'ingest.attributeUpdates', { token });
    await expectWaiting(target, device.id, waiting);
    await target.api.deviceLink.share(device.id, { interval: 30 });
    expect(await (await waiting).json()).toEqual({ interval: 30 });
    const late = await fetch(`${target.baseUrl}/api/v1/${token}/attributes/updates?timeout=50`);
    expect(late.status).toBe(408);
  },

  'ingest.pollRpc': async (target) => {
    const device = await newDevice(target, 'DCF-4');
    const { accessToken: token } = device;
    const waiting = send(target, 'ingest.pollRpc', { token });
    await expectWaiting(target, device.id, waiting);
    const answer = target.api.rpc.twoway(device.id, {
      method: 'switchValve',
      params: { open: false },
      timeout: 60_000,
    });
    answer.catch(() => undefined);
    const command = (await (await waiting).json()) as { id: number };
    expect(command).toEqual({ id: command.id, method: 'switchValve', params: { open: false } });
    await send(target, 'ingest.answerRpc', { token, id: String(command.id) }, { valveState: false });
    expect(await answer).toEqual({ status: 'success', valveState: false });
  },

  'ingest.answerRpc': async (target) => {
    const device = await newDevice(target, 'DCF-4');
    const { accessToken: token } = device;
    const waiting = send(target, 'ingest.pollRpc', { token });
    await expectWaiting(target, device.id, waiting);
    const answer = target.api.rpc.twoway(device.id, {
      method: 'switchValve',
      params: { open: true },
      timeout: 60_000,
    });
    answer.catch(() => undefined);
    const { id } = (await (await waiting).json()) as { id: number };
    const foreigner = await send(target, 'ingest.answerRpc', { token: 'wrong', id: String(id) }, { no: 1 });
    expect([foreigner.status, await foreigner.text()]).toEqual([401, '']);
    const answered = await send(target, 'ingest.answerRpc', { token, id: String(id) }, { done: 'yes' });
    expect([answered.status, await answered.text()]).toEqual([200, '']);
    expect(await answer).toEqual({ status: 'success', done: 'yes' });
  },

  'ingest.claim': async (target) => {
    const device = await newDevice(target);
    const path = { token: device.accessToken };
    const secretKey = randomUUID().replaceAll('-', '');
    for (const weak of ['', '1234', '密'.repeat(20)]) {
      const refused = await send(target, 'ingest.claim', path, { secretKey: weak });
      expect([refused.status, ((await refused.json()) as { field: string }).field]).toEqual([
        400,
        'secretKey',
      ]);
    }
    const taken = await send(target, 'ingest.claim', path, { secretKey, durationMs: 60_000 });
    expect([taken.status, await taken.text()]).toEqual([200, '']);
    expect(await target.neighbour.api.devices.claim(secretKey)).toMatchObject({ id: device.id });
    expect(await refusal(target.api.devices.get(device.id))).toMatchObject({ status: 404 });
    expect((await send(target, 'ingest.claim', { token: 'wrong' }, { secretKey })).status).toBe(401);
  },

  'ingest.provision': async (target) => {
    const { api } = target;
    const { provisionDeviceKey = '', provisionDeviceSecret = '' } = await api.integrations.create({
      kind: 'provision',
      name: uniqueName('出厂'),
      productModelCode: 'TQ-3L',
    });
    const deviceName = uniqueName('新设备');
    const ask = async (body: object) => (await send(target, 'ingest.provision', {}, body)).json();
    const request = { deviceName, provisionDeviceKey, provisionDeviceSecret };
    expect(await ask({ ...request, provisionDeviceSecret: 'wrong' })).toEqual({
      errorMsg: 'Provision data was not found!',
      status: 'NOT_FOUND',
    });
    const made = (await ask(request)) as { credentialsValue: string };
    expect(made).toEqual({
      credentialsType: 'ACCESS_TOKEN',
      credentialsValue: expect.stringMatching(/^[\w-]{27}$/) as unknown,
      status: 'SUCCESS',
    });
    const reading = await send(
      target,
      'ingest.telemetry',
      { token: made.credentialsValue },
      { [MOISTURE]: 9 },
    );
    expect(reading.status).toBe(200);
    expect((await api.devices.list({ name: deviceName })).items[0]?.productModelCode).toBe('TQ-3L');
    // The provisioning secret gives no access to an existing device.
    expect(await ask(request)).toEqual({
      errorMsg: 'deviceName: There is a device of this name / 已有同名设备',
      status: 'FAILURE',
    });
    expect(await ask({ ...request, deviceName: uniqueName('新设备'), token: 'short' })).toEqual({
      errorMsg: 'Failed to provision device!',
      status: 'FAILURE',
    });
  },

  'ingest.askRpc': async (target) => {
    const { accessToken: token } = await newDevice(target);
    const limits = await send(target, 'ingest.askRpc', { token }, { method: 'getSessionLimits', params: {} });
    expect(await limits.json()).toMatchObject({ maxPayloadSize: 65_536, rateLimits: { messages: '' } });
    const other = await send(target, 'ingest.askRpc', { token }, { method: 'selfDestruct' });
    expect(await other.json()).toEqual({ error: 'unknown method' });
  },
};
