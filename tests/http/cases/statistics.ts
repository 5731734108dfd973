import { expect } from 'vitest';
import type { ApiClient } from '@farm3d/api';
import { MOISTURE, newDevice, refusal, report, uniqueName, type Cases } from './support.ts';

const DAY_MS = 86_400_000;

/** A zone in which it is around noon: no test runs over its midnight. Signs are those of POSIX. */
function noonZone(now: number): string {
  const ahead = 12 - new Date(now).getUTCHours();
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

const localDay = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);

type Query = NonNullable<Parameters<ApiClient['statistics']['devices']>[0]>;

export const statisticsCases: Cases<'statistics'> = {
  'statistics.devices': async (target) => {
    const { api, neighbour } = target;
    const now = Date.now();
    const timeZone = noonZone(now);
    const device = await newDevice(target);
    const silent = await newDevice(target, 'QX-9');
    const top = await api.groups.create({ name: uniqueName('上级') });
    const below = await api.groups.create({ name: uniqueName('下级'), parentId: top.id });
    await api.deviceGroups.add(below.id, device.id);
    await api.deviceGroups.add(top.id, silent.id);
    await report(target, device, [
      { ts: now - 3000, values: { [MOISTURE]: 20, batteryVoltage: 3.6 } },
      { ts: now - 2000, values: { [MOISTURE]: 21 } },
      // Measured before it was here.
      { ts: now - DAY_MS, values: { [MOISTURE]: 22 } },
    ]);
    const ask = async (query: Query) => {
      const { days, parts } = await api.statistics.devices({ days: 2, timeZone, ...query });
      expect(days).toEqual([localDay(now - DAY_MS, timeZone), localDay(now, timeZone)]);
      return new Map(parts.map(({ id, ...numbers }) => [id, numbers]));
    };

    const groups = await ask({ by: 'group' });
    // A group counts the devices of those inside it, too.
    expect(groups.get(top.id)).toEqual({ devices: [0, 2], reporting: [0, 1], messages: [1, 2] });
    expect(groups.get(below.id)).toEqual({ devices: [0, 1], reporting: [0, 1], messages: [1, 2] });
    const { total } = await api.devices.count();
    const all = (await ask({})).get('');
    expect(all?.devices.at(-1)).toBe(total);
    const types = await ask({ by: 'type' });
    expect(types.get('QX')?.devices.at(-1)).toBeGreaterThanOrEqual(1);
    const sum = [...types.values()].reduce((count, { devices }) => count + (devices.at(-1) ?? 0), 0);
    expect(sum).toBe(total);
    // Without a map of the whole, all devices are outside of all areas.
    expect((await ask({ by: 'area' })).get('')?.devices.at(-1)).toBe(total);

    const theirs = await neighbour.api.statistics.devices({ by: 'group', days: 2, timeZone });
    expect(theirs.parts.map(({ id }) => id)).not.toContain(top.id);
    await api.devices.remove(device.id);
    expect((await ask({ by: 'group' })).get(below.id)).toBeUndefined();
    expect((await api.statistics.devices()).days).toHaveLength(30);
    for (const days of [0, 93])
      expect(await refusal(api.statistics.devices({ days }))).toMatchObject({ status: 400, field: 'days' });
    expect(await refusal(api.statistics.devices({ timeZone: 'Mars/Base' }))).toMatchObject({
      status: 400,
      field: 'timeZone',
    });
  },
};
