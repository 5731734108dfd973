import { expect } from 'vitest';
import { MOISTURE, newDevice, report, send, type Cases } from './support.ts';

export const ingestCases: Cases<'ingest'> = {
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
};
