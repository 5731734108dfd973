import { expect } from 'vitest';
import { MOISTURE, newDevice, report, send, type Cases } from './support.ts';

export const systemCases: Cases<'system'> = {
  'system.health': async (target) => {
    const answer = await send(target, 'system.health', {});
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: 'ok' });
  },

  'system.ready': async (target) => {
    const answer = await send(target, 'system.ready', {});
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: 'ok' });
  },

  'system.metrics': async (target) => {
    const read = async (): Promise<number> => {
      const text = await (await send(target, 'system.metrics', {})).text();
      return Number(/^farm3d_ingest_readings_total (\d+)$/m.exec(text)?.[1]);
    };
    const device = await newDevice(target);
    const before = await read();
    await report(target, device, { [MOISTURE]: 1 });
    expect(await read()).toBeGreaterThan(before);
  },
};
