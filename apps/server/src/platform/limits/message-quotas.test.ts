import { rejectionReason } from '@farm3d/api';
import { describe, expect, it } from 'vitest';
import { MessageQuotas, type OverQuota } from './message-quotas.ts';
import { overQuotaProblem } from '../telemetry/ingest.ts';

const HOUR = 3_600_000;
const one = { key: 1, organisationId: 'a' };
const two = { key: 2, organisationId: 'a' };
const foreign = { key: 3, organisationId: 'b' };

describe('message quotas', () => {
  it('refuses a device that is over its own, until the next hour, and nobody else', () => {
    const quotas = new MessageQuotas({ device: 2 });
    expect([quotas.take(one, 10), quotas.take(one, 20)]).toEqual([null, null]);
    expect(quotas.take(one, 30)).toEqual({ name: 'device', limit: 2, waitMs: HOUR - 30 });
    expect(quotas.take(two, 30)).toBeNull();
    expect(quotas.take(one, HOUR)).toBeNull();
  });

  it('refuses all devices of an organisation that is over its own', () => {
    const quotas = new MessageQuotas({ organisation: 3 });
    expect([one, two, one].map((device) => quotas.take(device, 0))).toEqual([null, null, null]);
    expect(quotas.take(two, 0)).toMatchObject({ name: 'organisation', limit: 3 });
    expect(quotas.take(foreign, 0)).toBeNull();
  });

  it('an organisation with a quota of its own has that one', () => {
    const quotas = new MessageQuotas({ organisation: 3 }, (id) => (id === 'a' ? 1 : undefined));
    expect(quotas.take(one, 0)).toBeNull();
    expect(quotas.take(two, 0)).toMatchObject({ name: 'organisation', limit: 1 });
    expect([1, 2, 3].map(() => quotas.take(foreign, 0))).toEqual([null, null, null]);
    expect(quotas.take(foreign, 0)).toMatchObject({ name: 'organisation', limit: 3 });
  });

  it('does not count what a device says beyond its own against its organisation', () => {
    const quotas = new MessageQuotas({ device: 1, organisation: 2 });
    for (let n = 0; n < 10; n += 1) quotas.take(one, 0);
    expect(quotas.take(two, 0)).toBeNull();
  });

  it.each<OverQuota>([
    { name: 'device', limit: 5, waitMs: 1 },
    { name: 'organisation', limit: 5, waitMs: 1 },
  ])('says which one in both languages: $name', (over) => {
    const { reason } = overQuotaProblem(over);
    expect(reason).toMatch(/^quota_exceeded: more than 5 messages/);
    expect(rejectionReason(reason)).toMatch(/^quota_exceeded：.*5/);
  });

  it('counts what other servers tell, and tells what it counted itself', () => {
    const [here, there] = [new MessageQuotas({ device: 5 }), new MessageQuotas({ device: 5 })];
    const take = (quotas: MessageQuotas, n: number) =>
      Array.from({ length: n }, () => quotas.take(one, HOUR) === null).filter(Boolean).length;
    expect([take(here, 3), take(there, 1)]).toEqual([3, 1]);
    expect(here.drain(HOUR)).toEqual({
      hour: 1,
      counts: new Map([
        ['d1', 3],
        ['oa', 3],
      ]),
    });
    // What comes meanwhile counts beside it.
    expect(take(here, 1)).toBe(1);
    here.absorb(
      1,
      new Map([
        ['d1', 4],
        ['oa', 4],
      ]),
    );
    expect([take(here, 1), here.drain(HOUR).counts.get('d1')]).toEqual([0, 1]);
    // What did not arrive is told again; nothing of it counts in the next hour.
    const { hour, counts } = there.drain(HOUR);
    there.restore(hour, counts);
    expect(there.drain(HOUR).counts).toEqual(counts);
    there.drain(2 * HOUR);
    there.restore(hour, counts);
    there.absorb(hour, new Map([['d1', 5]]));
    expect([there.drain(2 * HOUR).counts.size, there.take(one, 2 * HOUR)]).toEqual([0, null]);
  });

  it('says how long it is until the next hour, for either quota', () => {
    const quotas = new MessageQuotas({ device: 1, organisation: 2 });
    expect([quotas.take(one, 5 * HOUR), quotas.take(two, 5 * HOUR)]).toEqual([null, null]);
    expect(quotas.take(one, 5 * HOUR)).toEqual({ name: 'device', limit: 1, waitMs: HOUR });
    const third = { key: 9, organisationId: 'a' };
    expect(quotas.take(third, 6 * HOUR - 1)).toEqual({ name: 'organisation', limit: 2, waitMs: 1 });
    expect(quotas.take(third, 6 * HOUR)).toBeNull();
  });

  it('has the usual limits where none are set, and an organisation may have none to send', () => {
    const quotas = new MessageQuotas({}, (id) => (id === 'b' ? 0 : undefined));
    for (let n = 0; n < 1_000; n += 1) expect(quotas.take(one, 0)).toBeNull();
    expect(quotas.take(foreign, 0)).toEqual({ name: 'organisation', limit: 0, waitMs: HOUR });
  });

  it('what is told twice, comes back or was of an hour before counts once', () => {
    const quotas = new MessageQuotas();
    const drained = () => Object.fromEntries(quotas.drain(HOUR).counts);
    // Nobody has asked yet: nothing is to be told again.
    quotas.take(one, HOUR);
    quotas.restore(1, new Map([['d1', 7]]));
    expect(drained()).toEqual({ d1: 1, oa: 1 });
    expect(drained()).toEqual({});
    for (const device of [one, one, two]) quotas.take(device, HOUR);
    quotas.restore(
      1,
      new Map([
        ['d1', 5],
        ['d7', 1],
      ]),
    );
    expect(drained()).toEqual({ d1: 7, d2: 1, oa: 3, d7: 1 });
    quotas.take(one, HOUR);
    expect(quotas.drain(2 * HOUR)).toEqual({ hour: 2, counts: new Map() });
  });

  it('what all servers counted and what was not told yet count together', () => {
    const quotas = new MessageQuotas({ device: 10 });
    quotas.drain(HOUR);
    for (let n = 0; n < 3; n += 1) quotas.take(one, HOUR);
    quotas.absorb(1, new Map([['d1', 5]]));
    expect([quotas.take(one, HOUR), quotas.take(one, HOUR)]).toEqual([null, null]);
    expect(quotas.take(one, HOUR)).toMatchObject({ name: 'device', limit: 10 });
    // Of another hour: nothing of it counts.
    quotas.take(two, 2 * HOUR);
    quotas.absorb(1, new Map([['d2', 99]]));
    expect(quotas.take(two, 2 * HOUR)).toBeNull();
  });
});
