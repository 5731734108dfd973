import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertMember } from '../support/members.ts';
import { farm, type Farm } from '../support/farm.ts';
import { Listener } from './grants/listener.ts';

// Two organisations and six people: invited, shared with, controlling, stopped, handed over to, gone. After each step the whole
// table of who may do what with the device is looked at, by the calls themselves.

const PASSWORD = 'a ladder in the barn';
const VALVE = { method: 'switchValve', params: { open: true }, timeout: 1000 };

let server: Farm;
let operator: ApiClient;
let deviceId = '';
/** The six, by name: three of the farm, three of the advisers. */
const people = new Map<string, ApiClient>();
const tokens = new Map<string, string>();

beforeAll(async () => {
  server = await farm();
  operator = await server.client();
  for (const [name, organisation] of [
    ['farmer', '农场'],
    ['adviser', '顾问'],
  ] as const) {
    await insertMember(server, { username: name, roles: ['owner'], organisation });
    await logIn(name, server.adminPassword);
  }
});
afterAll(async () => {
  await server?.stop();
});

async function logIn(name: string, password: string): Promise<void> {
  const { accessToken } = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
    username: name,
    password,
  });
  tokens.set(name, accessToken);
  people.set(name, createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken }));
}

const of = (name: string): ApiClient => {
  const api = people.get(name);
  if (!api) throw new Error(`${name} has not logged in`);
  return api;
};

/** Invites somebody, who makes an account by the link and logs in. */
async function invite(by: string, name: string, roles: readonly string[]): Promise<void> {
  const { token } = await of(by).invitations.create({ invitee: name, roles });
  await createApiClient({ baseUrl: server.baseUrl }).invitations.accept({
    account: 'new',
    token,
    username: name,
    password: PASSWORD,
  });
  await logIn(name, PASSWORD);
}

/** 's' sees the device, 'c' may command it, 'e' may edit it, '-' nothing; in the order of the six. */
async function table(): Promise<Record<string, string>> {
  const rows: Record<string, string> = {};
  for (const [name, api] of people) {
    const may = async (call: Promise<unknown>): Promise<boolean> =>
      call.then(
        () => true,
        ({ status }: { status: number }) => {
          // The valve is offline: a permitted command fails for that.
          if (![401, 403, 404, 409].includes(status)) throw new Error(`${name}: ${status}`);
          return status === 409;
        },
      );
    const [sees, commands, edits] = [
      await may(api.devices.get(deviceId)),
      await may(api.rpc.twoway(deviceId, VALVE)),
      await may(api.devices.update(deviceId, { displayed: true })),
    ];
    rows[name] = `${sees ? 's' : ''}${commands ? 'c' : ''}${edits ? 'e' : ''}` || '-';
  }
  return rows;
}

it('who may do what follows each step, and nothing is left of a right that has ended', async () => {
  // Invited: each with the least that the work needs.
  deviceId = (await of('farmer').devices.create({ name: '一号阀', productModelCode: 'DCF-4' })).id;
  await invite('farmer', 'foreman', ['operator']);
  await invite('farmer', 'trainee', ['viewer']);
  await invite('adviser', 'agronomist', ['operator']);
  await invite('adviser', 'clerk', ['viewer']);
  const own = { farmer: 'sce', foreman: 'sc', trainee: 's' };
  const none = { adviser: '-', agronomist: '-', clerk: '-' };
  expect(await table()).toEqual({ ...own, ...none });

  // A rule lets the trainee work with the devices of a group.
  const group = await of('farmer').groups.create({ name: '练习' });
  await of('farmer').deviceGroups.add(group.id, deviceId);
  const trainee = (await of('farmer').users.list({ name: 'trainee' })).items[0]?.userId ?? '';
  const rule = await of('farmer').accessRules.save({ userId: trainee, groupId: group.id, level: 'operate' });
  expect(await table()).toEqual({ ...own, trainee: 'sc', ...none });
  await of('farmer').accessRules.remove(rule.id);

  // Shared with one person to see, then with the organisation to control.
  await of('farmer').sharing.share({ deviceIds: [deviceId], username: 'clerk', permissions: ['view'] });
  expect(await table()).toEqual({ ...own, ...none, clerk: 's' });
  const { items } = await of('farmer').sharing.share({
    deviceIds: [deviceId],
    organisation: '顾问',
    permissions: ['control'],
  });
  // Whoever may command nothing in their own organisation commands nothing that was shared with it.
  expect(await table()).toEqual({ ...own, adviser: 'sc', agronomist: 'sc', clerk: 's' });
  const stream = await Listener.open(server.baseUrl, tokens.get('agronomist') ?? '');
  expect(await stream.follow('d', { devices: [deviceId] })).toBe(true);

  // Stopped: the person's own share goes on.
  await of('farmer').sharing.stop(items[0]?.id ?? '');
  expect(await table()).toEqual({ ...own, ...none, clerk: 's' });
  expect(await stream.follow('again', { devices: [deviceId] })).toBe(false);
  stream.leave();

  // Handed over: the former owner has nothing, and no share of theirs is left.
  const { code } = await of('farmer').devices.claimCode(deviceId);
  await of('adviser').devices.claim(code);
  const handed = { farmer: '-', foreman: '-', trainee: '-', adviser: 'sce', agronomist: 'sc', clerk: 's' };
  expect(await table()).toEqual(handed);

  // One leaves, one is taken out.
  const agronomist = (await of('adviser').users.list({ name: 'agronomist' })).items[0]?.userId ?? '';
  await of('adviser').users.remove(agronomist);
  expect(await table()).toEqual({ ...handed, agronomist: '-' });
  const { items: here } = await operator.organisations.list({ name: '顾问' });
  await of('clerk').organisations.leave(here[0]?.id ?? '');
  expect(await table()).toEqual({ ...handed, agronomist: '-', clerk: '-' });
});
