import { effect } from '@preact/signals-react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UsersModel } from '../../apps/web/src/features/users/model.ts';
import { createServices, type Services } from '../../apps/web/src/platform/services.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

// Models of the web app run in Node, against the server as it is: no browser, no socket until one is followed.

let server: Farm;
let services: Services;

beforeAll(async () => {
  server = await farm();
  const kept = new Map<string, string>();
  services = createServices({
    origin: server.baseUrl,
    preferences: {
      read: (name) => kept.get(name) ?? null,
      write: (name, value) => void (value === null ? kept.delete(name) : kept.set(name, value)),
    },
    storage: () => ({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    }),
    reload: () => {},
  });
  services.session.begin(
    await services.api.auth.login({ username: 'admin', password: server.adminPassword }),
  );
});
afterAll(async () => {
  services?.session.end();
  services?.realtime.close();
  await server?.stop();
});

test('the page about users locks a user at the server, and shows it', async () => {
  const api = await server.client();
  await api.users.create({ username: 'chen.yu', displayName: '', roles: ['viewer'], phone: '', email: '' });
  using model = new UsersModel(services);
  const isEnabled = () =>
    model.list.rows.value.value?.find(({ username }) => username === 'chen.yu')?.enabled;
  await waitFor(() => isEnabled() === true, { what: 'the user in the list' });
  const user = model.list.rows.value.peek()!.find(({ username }) => username === 'chen.yu')!;

  const questions: boolean[] = [];
  const stop = effect(() => void questions.push(model.asked.asked.value !== null));
  model.asked.ask({ action: 'lock', user });
  await model.asked.confirm();
  stop();
  expect(questions).toEqual([false, true, false]);
  await waitFor(() => isEnabled() === false, { what: 'the locked user in the list' });
  const { items } = await api.users.list();
  expect(items.find(({ username }) => username === 'chen.yu')?.enabled).toBe(false);
});

test('a search stands in the address, and is found there again', async () => {
  using model = new UsersModel(services, '?q=CHEN');
  await waitFor(() => model.list.rows.hasLoaded.value, { what: 'the users' });
  expect([model.list.shown.value.length, model.list.address.value]).toEqual([1, 'q=CHEN']);
  model.list.type('');
  expect(model.list.shown.value.length).toBeGreaterThan(1);
  expect(model.list.address.value).toBe('');
});
