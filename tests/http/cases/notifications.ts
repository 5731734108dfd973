import { randomUUID } from 'node:crypto';
import type { NotificationPreferences } from '@farm3d/api';
import { expect } from 'vitest';
import { waitFor } from '../../support/wait.ts';
import { MOISTURE, newDevice, refusal, report, uniqueName, type CaseTarget, type Cases } from './support.ts';

const AWAY = { kind: 'webhook', url: 'http://127.0.0.1:9009/hook?secret=1' } as const;

/** An alarm of the caller's organisation, and the caller's notification of it. */
async function notified(target: CaseTarget) {
  const { api } = target;
  const device = await newDevice(target);
  const name = uniqueName('过干');
  await api.alarmSettings.save(device.id, [{ name, condition: { key: MOISTURE, op: '<', value: 12 } }]);
  await report(target, device, { [MOISTURE]: 5.5 });
  const find = async () =>
    (await api.notifications.list({ pageSize: 200 })).items.find(({ subject }) => subject.includes(name));
  return { device, name, find, notification: await waitFor(find, { what: 'the notification' }) };
}

/** An hour before and after now in UTC, HH:MM. */
function nightNow(): { from: string; to: string } {
  const clock = (at: number): string => new Date(at).toISOString().slice(11, 16);
  return { from: clock(Date.now() - 3_600_000), to: clock(Date.now() + 3_600_000) };
}

async function newChannel({ api }: CaseTarget) {
  return api.notifications.addChannel({ ...AWAY, name: uniqueName('渠道') });
}

/** Only alarms of the chosen group come, and channels wait for the end of the quiet hours. */
async function expectGroupsAndQuiet(target: CaseTarget, before: NotificationPreferences): Promise<void> {
  const { api } = target;
  const [outside, inside] = [await newDevice(target), await newDevice(target)];
  const group = await api.groups.create({ name: uniqueName('温室') });
  await api.deviceGroups.add(group.id, inside.id);
  const channel = await newChannel(target);
  await api.notifications.setPreferences({
    ...before,
    groups: [group.id],
    quiet: nightNow(),
    timeZone: 'UTC',
  });
  const setting = { name: uniqueName('过干'), condition: { key: MOISTURE, op: '<', value: 12 } as const };
  for (const device of [outside, inside]) {
    await api.alarmSettings.save(device.id, [setting]);
    await report(target, device, { [MOISTURE]: 5 });
  }
  const subjects = async (): Promise<string[]> =>
    (await api.notifications.list({ pageSize: 200 })).items
      .map(({ subject }) => subject)
      .filter((subject) => subject.includes(setting.name));
  const expected = [`告警：${setting.name}（${inside.name}）`];
  // Events are taken in their order: that of the device outside came first.
  await waitFor(async () => (await subjects()).includes(expected[0]!), { what: 'the notification' });
  expect(await subjects()).toEqual(expected);
  const { items } = await api.notifications.deliveries({ pageSize: 200 });
  const [waiting] = items.filter((one) => one.channel === channel.name);
  expect(waiting).toMatchObject({ state: 'waiting', attempts: 0 });
  expect(waiting?.nextAt).toBeGreaterThan(Date.now() + 50 * 60_000);
  await api.notifications.removeChannel(channel.id);
  await api.notifications.setPreferences(before);
}

const ROTA = {
  startsOn: '2026-01-01',
  at: '00:00',
  turnDays: 1,
  timeZone: 'UTC',
  escalateMinutes: 5,
} as const;

/** Sets a rota of two, the caller second, and answers who is on call. */
async function withColleague({ api }: CaseTarget) {
  const { userId: own } = await api.auth.me();
  const { userId: other } = await api.users.create({ username: uniqueName('zhiban'), roles: ['technician'] });
  // Whose turn it is depends on the day: the other one is put first on it.
  const day = Math.floor((Date.now() - Date.parse(ROTA.startsOn)) / 86_400_000);
  const people = day % 2 === 0 ? [other, own] : [own, other];
  return { own, other, answer: await api.notifications.setOnCall({ ...ROTA, people }) };
}

export const notificationsCases: Cases<'notifications'> = {
  'notifications.list': async (target) => {
    const { device, name, notification } = await notified(target);
    expect(notification).toMatchObject({ kind: 'alarmRaised', isRead: false, severity: 'WARNING' });
    expect(notification.subject).toBe(`告警：${name}（${device.name}）`);
    expect(notification.content).toContain('数值：5.5');
    const theirs = await target.neighbour.api.notifications.list();
    expect(theirs.items.map(({ subject }) => subject)).not.toContain(notification.subject);
    const first = await target.api.notifications.list({ pageSize: 1, unread: true });
    expect(first.items).toHaveLength(1);
    expect(first.unread).toBeGreaterThanOrEqual(1);
  },

  'notifications.read': async (target) => {
    const { notification, find } = await notified(target);
    await target.neighbour.api.notifications.read();
    expect(await find()).toMatchObject({ isRead: false });
    await target.api.notifications.read([notification.id]);
    expect(await find()).toMatchObject({ isRead: true });
    await target.api.notifications.read();
    expect((await target.api.notifications.list()).unread).toBe(0);
  },

  'notifications.preferences': async ({ neighbour }) => {
    expect(await neighbour.api.notifications.preferences()).toMatchObject({
      minSeverity: 'WARNING',
      groups: [],
      quiet: null,
      language: 'zh-CN',
    });
  },

  'notifications.setPreferences': async (target) => {
    const { api } = target;
    const before = await api.notifications.preferences();
    const wanted = { ...before, quiet: { from: '22:00', to: '06:30' }, language: 'en' as const };
    expect(await api.notifications.setPreferences(wanted)).toEqual(wanted);
    expect(await api.notifications.preferences()).toEqual(wanted);
    const foreign = api.notifications.setPreferences({ ...before, groups: [randomUUID()] });
    expect(await refusal(foreign)).toMatchObject({ status: 400, field: 'groups' });
    const late = api.notifications.setPreferences({ ...before, quiet: { from: '24:00', to: '06:30' } });
    expect(await refusal(late)).toMatchObject({ status: 400, field: 'quiet.from' });
    await api.notifications.setPreferences(before);
    await expectGroupsAndQuiet(target, before);
  },

  'notifications.channels': async (target) => {
    const { id } = await newChannel(target);
    const { items, mail } = await target.api.notifications.channels();
    // The path of an address may be a secret.
    expect(items.find((one) => one.id === id)?.target).toBe('127.0.0.1:9009');
    expect(mail).toBe(false);
    expect((await target.neighbour.api.notifications.channels()).items).toEqual([]);
    await target.api.notifications.removeChannel(id);
  },

  'notifications.pushKey': async ({ api, neighbour }) => {
    const { publicKey } = await api.notifications.pushKey();
    // An uncompressed point of P-256.
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
    expect(await neighbour.api.notifications.pushKey()).toEqual({ publicKey });
  },

  'notifications.addChannel': async (target) => {
    const { api } = target;
    const made = await newChannel(target);
    expect(made.secret).toMatch(/^whsec_/);
    expect(made).toMatchObject({ enabled: true, kind: 'webhook' });
    const email = await api.notifications.addChannel({ kind: 'email', name: '邮件' });
    expect(email.secret).toBeNull();
    const bad = api.notifications.addChannel({ kind: 'webhook', name: 'x', url: 'ftp://example.org' });
    expect(await refusal(bad)).toMatchObject({ status: 400, field: 'url' });
    for (const { id } of [made, email]) await api.notifications.removeChannel(id);
  },

  'notifications.switchChannel': async (target) => {
    const { api, neighbour } = target;
    const { id } = await newChannel(target);
    await api.notifications.switchChannel(id, false);
    expect((await api.notifications.channels()).items.find((one) => one.id === id)?.enabled).toBe(false);
    expect(await refusal(neighbour.api.notifications.switchChannel(id, true))).toMatchObject({ status: 404 });
    expect((await api.notifications.test(id)).failures).toMatchObject([{ reason: 'off' }]);
    await api.notifications.removeChannel(id);
  },

  'notifications.removeChannel': async (target) => {
    const { api, neighbour } = target;
    const { id } = await newChannel(target);
    expect(await refusal(neighbour.api.notifications.removeChannel(id))).toMatchObject({ status: 404 });
    await api.notifications.removeChannel(id);
    expect(await refusal(api.notifications.removeChannel(id))).toMatchObject({ status: 404 });
  },

  'notifications.test': async (target) => {
    const { api, neighbour } = target;
    const webhook = await newChannel(target);
    // A private address is refused, and said so.
    expect(await api.notifications.test(webhook.id)).toMatchObject({
      state: 'failed',
      attempts: 1,
      failures: [{ reason: 'forbiddenAddress' }],
    });
    const email = await api.notifications.addChannel({ kind: 'email', name: '邮件' });
    const { failures } = await api.notifications.test(email.id);
    expect(['noAddress', 'notConfigured']).toContain(failures[0]?.reason);
    expect(await refusal(neighbour.api.notifications.test(email.id))).toMatchObject({ status: 404 });
    for (const { id } of [webhook, email]) await api.notifications.removeChannel(id);
  },

  'notifications.deliveries': async (target) => {
    const { api, neighbour } = target;
    const { id, name } = await newChannel(target);
    await api.notifications.test(id);
    const { items } = await api.notifications.deliveries({ pageSize: 200 });
    const own = items.filter(({ channel }) => channel === name);
    expect(own).toMatchObject([{ subject: '测试通知', state: 'failed', nextAt: null }]);
    expect((await neighbour.api.notifications.deliveries()).total).toBe(0);
    await api.notifications.removeChannel(id);
  },

  'notifications.onCall': async (target) => {
    const { other } = await withColleague(target);
    expect(await target.api.notifications.onCall()).toMatchObject({ now: other, rota: { turnDays: 1 } });
    expect(await target.neighbour.api.notifications.onCall()).toEqual({ rota: null, now: null });
    await target.api.notifications.setOnCall(null);
    await target.api.users.remove(other);
  },

  'notifications.setOnCall': async (target) => {
    const { api, neighbour } = target;
    const { own, other } = await withColleague(target);
    const foreign = neighbour.api.notifications.setOnCall({ ...ROTA, people: [own] });
    expect(await refusal(foreign)).toMatchObject({ status: 400, field: 'rota.people' });
    const nobody = api.notifications.setOnCall({ ...ROTA, people: [] });
    expect(await refusal(nobody)).toMatchObject({ status: 400, field: 'rota.people' });
    expect(await api.notifications.setOnCall(null)).toEqual({ rota: null, now: null });
    await api.users.remove(other);
  },

  'notifications.templates': async ({ neighbour }) => {
    const { items } = await neighbour.api.notifications.templates();
    expect(items).toHaveLength(14);
    expect(items[0]).toMatchObject({ kind: 'alarmRaised', language: 'zh-CN', own: false });
    expect(items[0]?.variables).toContain('value');
  },

  'notifications.setTemplate': async ({ neighbour: { api } }) => {
    const text = { kind: 'alarmRaised', language: 'en' } as const;
    await api.notifications.setTemplate({ ...text, subject: '{{device}}', content: '{{ value }} now' });
    const { items } = await api.notifications.templates();
    const own = items.find(({ kind, language }) => kind === text.kind && language === text.language);
    expect(own).toMatchObject({ subject: '{{device}}', content: '{{ value }} now', own: true });
    const unknown = api.notifications.setTemplate({ ...text, subject: '{{order}}', content: 'x' });
    expect(await refusal(unknown)).toMatchObject({ status: 400, field: 'subject' });
  },
};
