import { expect } from 'vitest';
import { MOISTURE, newDevice, refusal, report, send, type Cases } from './support.ts';

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

  'system.report': async (target) => {
    const health = await target.api.system.report();
    expect(health).toMatchObject({
      reasons: [],
      certificate: null,
      sendsMail: false,
      backup: null,
      proof: null,
    });
    expect(health.database.sizeBytes).toBeGreaterThan(0);
    expect(health.database.version).toMatch(/^\d+/);
    // The disk of an outside database is another machine's; of the embedded one: tests/crash/disk.test.ts.
    expect(health.disks.map(({ use }) => use)).toEqual(['files']);
    for (const { freeBytes, totalBytes } of health.disks)
      expect(freeBytes).toBeLessThanOrEqual(totalBytes ?? 0);
    expect(health.versions).toMatchObject({ node: process.versions.node.replace(/^v/, '') });
    expect(health.startedAt).toBeLessThanOrEqual(Date.now());
    // It is about the installation, not about an organisation.
    const { api } = target.neighbour;
    expect(await refusal(api.system.report())).toMatchObject({ status: 403 });
  },

  // With a backup: tests/crash/backup-proof.test.ts.
  'system.proveBackup': async ({ api, neighbour }) => {
    expect(await refusal(api.system.proveBackup())).toMatchObject({ status: 409 });
    expect(await refusal(neighbour.api.system.proveBackup())).toMatchObject({ status: 403 });
  },

  // With a step: tests/cluster/clock.test.ts.
  'system.confirmClock': async ({ api, neighbour }) => {
    expect(await refusal(api.system.confirmClock({ sizeMs: 0 }))).toMatchObject({ status: 409 });
    expect(await refusal(neighbour.api.system.confirmClock({ sizeMs: 0 }))).toMatchObject({ status: 403 });
  },

  'system.cancelProof': async ({ api, neighbour }) => {
    expect(await refusal(api.system.cancelProof())).toMatchObject({ status: 404 });
    expect(await refusal(neighbour.api.system.cancelProof())).toMatchObject({ status: 403 });
  },
};
