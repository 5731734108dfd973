import { createApiClient, type ApiClient } from '@farm3d/api';
import { expect } from 'vitest';
import { picture } from '../../support/fixtures.ts';
import { unzip } from '../../support/unzip.ts';
import { PATIENCE_MS } from '../../support/wait.ts';
import { MOISTURE, refusal, report, send, uniqueName, type Cases, type CaseTarget } from './support.ts';

const PASSWORD = 'harrow behind the barn';

const as = ({ baseUrl }: CaseTarget, token: string): ApiClient =>
  createApiClient({ baseUrl, getAccessToken: () => token });

const visitor = ({ baseUrl }: CaseTarget): ApiClient => createApiClient({ baseUrl });

async function logIn(target: CaseTarget, username: string): Promise<ApiClient> {
  const { accessToken } = await visitor(target).auth.login({ username, password: PASSWORD });
  return as(target, accessToken);
}

/** A new organisation with its owner, who is logged in. */
async function newOrganisation(target: CaseTarget) {
  const name = uniqueName('合作社');
  const username = uniqueName('owner');
  const { organisation, invitation } = await target.api.organisations.create({ name, invitee: username });
  const acceptance = { token: invitation.token, account: 'new', username, password: PASSWORD } as const;
  await visitor(target).invitations.accept(acceptance);
  return { organisation, username, owner: await logIn(target, username) };
}

/** Somebody of the organisation of the case, who is logged in. */
async function newPerson(target: CaseTarget) {
  const username = uniqueName('user');
  await target.api.users.create({ username, roles: ['viewer'], password: PASSWORD });
  return { username, api: await logIn(target, username) };
}

export const organisationsCases: Cases<'organisations'> = {
  'organisations.list': async (target) => {
    const { organisation, owner } = await newOrganisation(target);
    await owner.devices.create({ name: uniqueName('设备'), productModelCode: 'TQ-3L' });
    const { items, total } = await target.api.organisations.list({ name: organisation.name });
    expect([items, total]).toMatchObject([
      [{ id: organisation.id, members: 1, devices: 1, scenes: 0, fileBytes: 0, suspendedAt: null }],
      1,
    ]);
    expect((await target.api.organisations.list({ pageSize: 1 })).items).toHaveLength(1);
    // An owner governs an organisation, not the installation.
    expect(await refusal(owner.organisations.list())).toMatchObject({ status: 403 });
    const { key } = await target.api.apiKeys.create({ name: 'x', roles: ['admin'] });
    expect(await refusal(as(target, key).organisations.list())).toMatchObject({ status: 403 });
  },

  'organisations.create': async (target) => {
    const { organisation, username, owner } = await newOrganisation(target);
    expect(organisation).toMatchObject({ members: 0, devices: 0, lastActivityAt: null });
    expect(await owner.auth.me()).toMatchObject({
      username,
      roles: ['owner'],
      organisation: { id: organisation.id, name: organisation.name },
      isInstallationOperator: false,
    });
    const unnamed = target.api.organisations.create({ name: ' ', invitee: 'x' });
    expect(await refusal(unnamed)).toMatchObject({ status: 400, field: 'name' });
  },

  'organisations.update': async (target) => {
    const { api } = target;
    const { organisation, username, owner } = await newOrganisation(target);
    const renamed = uniqueName('改名');
    expect(await api.organisations.update(organisation.id, { name: renamed })).toMatchObject({
      name: renamed,
      suspendedAt: null,
    });
    const suspended = await api.organisations.update(organisation.id, { suspended: true });
    expect(Math.abs(Date.now() - (suspended.suspendedAt ?? 0))).toBeLessThan(60_000);
    expect(await refusal(owner.devices.list())).toMatchObject({ status: 401 });
    expect(await refusal(logIn(target, username))).toMatchObject({ status: 401 });
    await api.organisations.update(organisation.id, { suspended: false });
    expect((await (await logIn(target, username)).devices.list()).total).toBe(0);
    const own = (await api.auth.me()).organisation.id;
    expect(await refusal(api.organisations.update(own, { suspended: true }))).toMatchObject({ status: 409 });
  },

  'organisations.mine': async (target) => {
    const { organisation, owner } = await newOrganisation(target);
    const { items } = await owner.organisations.mine();
    expect(items).toEqual([
      {
        organisationId: organisation.id,
        organisationName: organisation.name,
        roles: ['owner'],
        departmentName: null,
        active: true,
        current: true,
      },
    ]);
  },

  'organisations.leave': async (target) => {
    const { organisation, owner } = await newOrganisation(target);
    const { username, api } = await newPerson(target);
    const { token } = await owner.invitations.create({ invitee: username, roles: ['viewer'] });
    await api.invitations.join(token);
    await api.organisations.leave(organisation.id);
    expect((await api.organisations.mine()).total).toBe(1);
    expect(await refusal(api.organisations.leave(organisation.id))).toMatchObject({ status: 404 });
    expect((await owner.users.list()).items).toHaveLength(1);
    // Somebody has to govern it.
    expect(await refusal(owner.organisations.leave(organisation.id))).toMatchObject({ status: 409 });
  },

  'organisations.remove': async (target) => {
    const { organisation, owner, username } = await newOrganisation(target);
    const { id, name } = organisation;
    const device = await owner.devices.create({ name: uniqueName('设备'), productModelCode: 'TQ-3L' });
    await report(target, device, { [MOISTURE]: 21 });
    await owner.files.upload(new Blob([picture(8, 8)]), 'x.png');
    // The name is typed exactly, by somebody who may.
    const { api } = await newPerson(target);
    expect(await refusal(api.organisations.remove(id, name))).toMatchObject({ status: 404 });
    const wrong = owner.organisations.remove(id, `${name}!`);
    expect(await refusal(wrong)).toMatchObject({ status: 400, field: 'name' });
    // The operator of the installation could not log in any more.
    const home = (await target.api.auth.me()).organisation;
    expect(await refusal(target.api.organisations.remove(home.id, home.name))).toMatchObject({ status: 409 });
    await owner.organisations.remove(id, name);
    expect(await refusal(owner.devices.count())).toMatchObject({ status: 401 });
    const answer = await send(target, 'ingest.telemetry', { token: device.accessToken }, { [MOISTURE]: 22 });
    expect(answer.status).toBe(401);
    const left = async () => (await target.api.organisations.list({ name })).total;
    await expect.poll(left, { timeout: PATIENCE_MS }).toBe(0);
    const again = visitor(target).auth.login({ username, password: PASSWORD });
    expect(await refusal(again)).toMatchObject({ status: 401 });
  },
};

export const organisationExportsCases: Cases<'organisationExports'> = {
  'organisationExports.list': async (target) => {
    const { owner } = await newOrganisation(target);
    expect((await owner.organisationExports.list()).items).toEqual([]);
    const { id } = await owner.organisationExports.create();
    expect((await owner.organisationExports.list()).items.map((item) => item.id)).toEqual([id]);
    expect((await target.api.organisationExports.list()).items.map((item) => item.id)).not.toContain(id);
  },

  'organisationExports.create': async (target) => {
    const { owner } = await newOrganisation(target);
    const { id } = await owner.organisationExports.create();
    await done(owner, id);
    const { key } = await owner.apiKeys.create({ name: 'x', roles: ['admin'] });
    expect(await refusal(as(target, key).organisationExports.create())).toMatchObject({ status: 403 });
  },

  'organisationExports.download': async (target) => {
    const { owner, organisation } = await newOrganisation(target);
    const device = await owner.devices.create({ name: uniqueName('设备'), productModelCode: 'TQ-3L' });
    await report(target, device, { [MOISTURE]: 21 });
    const file = await owner.files.upload(new Blob([picture(8, 8)]), 'x.png');
    const { id } = await owner.organisationExports.create();
    await done(owner, id);
    const archive = unzip(Buffer.from(await (await owner.organisationExports.download(id)).arrayBuffer()));
    const read = (name: string): unknown[] =>
      (archive.get(name)?.toString() ?? '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as unknown);
    expect(read('tables/organisation.jsonl')).toMatchObject([{ name: organisation.name }]);
    expect(read('tables/device.jsonl')).toMatchObject([{ id: device.id, name: device.name }]);
    expect(read(`readings/${device.id}.jsonl`)).toMatchObject([{ values: { [MOISTURE]: 21 } }]);
    expect(archive.get(`files/${file.id}.png`)?.length).toBe(picture(8, 8).length);
    expect(JSON.parse(archive.get('manifest.json')?.toString() ?? '')).toMatchObject({
      format: 'farm3d-organisation',
      organisationId: organisation.id,
      devices: 1,
      files: 1,
    });
    expect([...archive.values()].join('')).not.toMatch(/token_hash|key_hash|password_hash/);
    expect(await refusal(target.api.organisationExports.download(id))).toMatchObject({ status: 404 });
  },

  'organisationExports.remove': async (target) => {
    const { owner } = await newOrganisation(target);
    const { id } = await owner.organisationExports.create();
    await done(owner, id);
    expect(await refusal(target.api.organisationExports.remove(id))).toMatchObject({ status: 404 });
    await owner.organisationExports.remove(id);
    expect(await refusal(owner.organisationExports.download(id))).toMatchObject({ status: 404 });
  },
};

/** Waits until an archive is made. */
async function done(owner: ApiClient, id: string): Promise<void> {
  const state = async () =>
    (await owner.organisationExports.list()).items.find((item) => item.id === id)?.state;
  await expect.poll(state, { timeout: PATIENCE_MS }).not.toBe('running');
  expect(await state()).toBe('done');
}

export const invitationsCases: Cases<'invitations'> = {
  'invitations.list': async ({ api, neighbour }) => {
    const { token, ...made } = await api.invitations.create({ invitee: 'a@farm.example', roles: ['viewer'] });
    const { items } = await api.invitations.list();
    expect(items).toContainEqual(made);
    expect(JSON.stringify(items)).not.toContain(token);
    expect((await neighbour.api.invitations.list()).items.map(({ id }) => id)).not.toContain(made.id);
  },

  'invitations.create': async ({ api }) => {
    const made = await api.invitations.create({ invitee: 'b@farm.example', roles: ['operator'], days: 2 });
    expect(made).toMatchObject({ invitee: 'b@farm.example', roles: ['operator'], acceptedAt: null });
    expect(Math.abs(made.expiresAt - Date.now() - 2 * 86_400_000)).toBeLessThan(60_000);
    const owner = api.invitations.create({ invitee: 'x', roles: ['owner'] });
    expect(await refusal(owner)).toMatchObject({ status: 403, field: 'roles' });
    const long = api.invitations.create({ invitee: 'x', roles: ['viewer'], days: 31 });
    expect(await refusal(long)).toMatchObject({ status: 400, field: 'days' });
  },

  'invitations.remove': async (target) => {
    const { id, token } = await target.api.invitations.create({ invitee: 'x', roles: ['viewer'] });
    await target.api.invitations.remove(id);
    expect(await refusal(visitor(target).invitations.offer(token))).toMatchObject({ status: 404 });
  },

  'invitations.offer': async (target) => {
    const { token, expiresAt } = await target.api.invitations.create({ invitee: '王五', roles: ['viewer'] });
    const { organisation } = await target.api.auth.me();
    expect(await visitor(target).invitations.offer(token)).toEqual({
      organisationName: organisation.name,
      invitee: '王五',
      roles: ['viewer'],
      expiresAt,
    });
    expect(await refusal(visitor(target).invitations.offer(`${token}x`))).toMatchObject({ status: 404 });
  },

  'invitations.accept': async (target) => {
    const { owner, organisation } = await newOrganisation(target);
    const invite = async (invitee: string) =>
      (await owner.invitations.create({ invitee, roles: ['viewer'] })).token;
    const { accept } = visitor(target).invitations;
    // A new person; the link works once.
    const username = uniqueName('新人');
    const token = await invite('c@farm.example');
    const made = { token, account: 'new', username, password: PASSWORD, displayName: '新' } as const;
    expect(await accept(made)).toMatchObject({ organisationId: organisation.id, username });
    expect(await (await logIn(target, username)).auth.me()).toMatchObject({ roles: ['viewer'] });
    expect(await refusal(accept({ ...made, username: uniqueName('x') }))).toMatchObject({ status: 404 });
    // A person with an account: by its password.
    const { username: known, api } = await newPerson(target);
    const second = { token: await invite('d@farm.example'), account: 'existing', username: known } as const;
    expect(await refusal(accept({ ...second, password: 'not the right one' }))).toMatchObject({
      status: 401,
    });
    await accept({ ...second, password: PASSWORD });
    expect((await api.organisations.mine()).total).toBe(2);
    // A taken name is no new person; what is refused does not use the link up.
    const third = { token: await invite('e@farm.example'), account: 'new', password: PASSWORD } as const;
    expect(await refusal(accept({ ...third, username: known }))).toMatchObject({
      status: 409,
      field: 'username',
    });
    expect(await refusal(accept({ ...third, username: uniqueName('x'), password: 'short' }))).toMatchObject({
      status: 400,
      field: 'password',
    });
    await accept({ ...third, username: uniqueName('x') });
  },

  'invitations.join': async (target) => {
    const { owner, organisation } = await newOrganisation(target);
    const { username, api } = await newPerson(target);
    const other = await newPerson(target);
    const { token } = await owner.invitations.create({ invitee: username, roles: ['technician'] });
    // For the account of this name alone.
    expect(await refusal(other.api.invitations.join(token))).toMatchObject({ status: 403 });
    expect(await api.invitations.join(token)).toEqual({
      organisationId: organisation.id,
      organisationName: organisation.name,
      username,
    });
    expect(await refusal(api.invitations.join(token))).toMatchObject({ status: 404 });
    // The session stays where it is.
    expect((await api.auth.me()).roles).toEqual(['viewer']);
    const there = await api.auth.switchOrganisation(organisation.id);
    expect(there.user).toMatchObject({ roles: ['technician'], organisation: { id: organisation.id } });
  },
};
