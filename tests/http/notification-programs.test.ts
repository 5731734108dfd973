import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';

let server: Farm;
let own: ApiClient;
let program: ApiClient;

beforeAll(async () => {
  server = await farm();
  own = await server.client();
  const { key } = await own.apiKeys.create({ name: 'program', roles: ['admin'] });
  program = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => key });
});
afterAll(async () => {
  await server?.stop();
});

it('an API key neither reads, silences nor redirects the notifications of its maker', async () => {
  const draft = { kind: 'webhook', name: '值班系统', url: 'https://hooks.example.org/1' } as const;
  const { id } = await own.notifications.addChannel(draft);
  const preferences = await own.notifications.preferences();
  const calls: Record<
    Exclude<keyof ApiClient['notifications'], 'templates' | 'setTemplate' | 'onCall' | 'setOnCall'>,
    () => unknown
  > = {
    list: () => program.notifications.list(),
    read: () => program.notifications.read(),
    preferences: () => program.notifications.preferences(),
    setPreferences: () => program.notifications.setPreferences({ ...preferences, kinds: [] }),
    channels: () => program.notifications.channels(),
    pushKey: () => program.notifications.pushKey(),
    addChannel: () => program.notifications.addChannel(draft),
    switchChannel: () => program.notifications.switchChannel(id, false),
    removeChannel: () => program.notifications.removeChannel(id),
    test: () => program.notifications.test(id),
    deliveries: () => program.notifications.deliveries(),
  };
  for (const [name, call] of Object.entries(calls))
    await expect(call(), name).rejects.toMatchObject({ status: 403 });
  expect(await own.notifications.preferences()).toEqual(preferences);
  expect((await own.notifications.channels()).items).toMatchObject([{ id, enabled: true }]);
  expect((await own.notifications.deliveries()).total).toBe(0);
});

it('an API key reads and changes the texts of the organisation by its role', async () => {
  const text = { kind: 'alarmRaised', language: 'en', subject: '{{device}}', content: '{{value}}' } as const;
  await program.notifications.setTemplate(text);
  expect((await program.notifications.templates()).items).toContainEqual(expect.objectContaining(text));
});
