import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { insertMember } from '../support/members.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

let server: Farm;
let api: ApiClient;

beforeAll(async () => {
  server = await farm();
  api = await server.client();
});
afterAll(async () => {
  await server?.stop();
});

const as = (token: string): ApiClient =>
  createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => token });

/** Chosen for a user; one that the server makes has to be changed first. */
const PASSWORD = 'tractor on the hill';

type Frame = { type: string; id?: string; code?: string };

async function openStream(
  token: string,
): Promise<{ socket: WebSocket; frames: Frame[]; closed: () => string | undefined }> {
  const socket = new WebSocket(`${server.baseUrl.replace('http', 'ws')}/api/stream`);
  const frames: Frame[] = [];
  let closed: string | undefined;
  socket.on('message', (raw: Buffer) => frames.push(JSON.parse(raw.toString()) as Frame));
  socket.on('close', (code, reason) => (closed = `${code} ${reason.toString()}`));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ type: 'auth', token }));
  await waitFor(() => closed !== undefined || frames.some(({ type }) => type === 'ready'));
  return { socket, frames, closed: () => closed };
}

describe('the audit log', () => {
  it('cannot be changed, and a forced change is detected at its entry', async () => {
    for (const content of ['一', '二', '三']) await api.feedback.create({ content });
    const { entries, brokenAt } = await api.audit.verify();
    expect(brokenAt).toBeNull();
    const forge = `update audit_entry set username = 'somebody else' where seq = ${entries - 1}`;
    await expect(server.sql(forge)).rejects.toThrow('never changed');
    await expect(server.sql('delete from audit_entry')).rejects.toThrow('never changed');
    // The owner of the database can force a change, which the verification detects.
    await server.sql('alter table audit_entry disable trigger audit_entry_stays');
    await server.sql(forge);
    expect(await api.audit.verify()).toEqual({ entries: entries - 2, brokenAt: entries - 1 });
    await server.sql(`update audit_entry set username = 'admin' where seq = ${entries - 1}`);
    expect((await api.audit.verify()).brokenAt).toBeNull();
    await server.sql(`delete from audit_entry where seq = ${entries - 1}`);
    expect((await api.audit.verify()).brokenAt).toBe(entries - 1);
    await server.sql('alter table audit_entry enable trigger audit_entry_stays');
  });

  it('of each organisation is verified to its end: a truncation is detected', async () => {
    const { organisationId: id } = await insertMember(server, {
      username: 'auditor',
      roles: ['admin'],
      organisation: '被截断',
    });
    const session = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
      username: 'auditor',
      password: server.adminPassword,
    });
    const theirs = as(session.accessToken);
    for (const content of ['一', '二', '三']) await theirs.feedback.create({ content });
    const whole = await theirs.audit.verify();
    expect(whole.brokenAt).toBeNull();
    await server.sql('alter table audit_entry disable trigger audit_entry_stays');
    await server.sql('delete from audit_entry where organisation_id = $1 and seq > $2', [
      id,
      whole.entries - 2,
    ]);
    await server.sql('alter table audit_entry enable trigger audit_entry_stays');
    expect(await theirs.audit.verify()).toEqual({ entries: whole.entries - 2, brokenAt: whole.entries - 1 });
  });

  it('contains failed logins of existing names', async () => {
    const person = await api.users.create({ username: 'forgetful', roles: ['viewer'] });
    for (const username of [person.username, 'nobody-at-all'])
      await createApiClient({ baseUrl: server.baseUrl })
        .auth.login({ username, password: 'not the right one' })
        .catch(() => undefined);
    const failed = await waitFor(async () => {
      const { items } = await api.audit.list({ pageSize: 50 });
      return items.find(({ action }) => action === 'auth.loginFailed');
    });
    expect([failed.username, failed.target]).toEqual(['forgetful', '/auth/login']);
  });

  it('stays one hash chain under concurrent writes', async () => {
    const before = (await api.audit.list()).total;
    await Promise.all(Array.from({ length: 20 }, (_, i) => api.feedback.create({ content: `第${i}条` })));
    const { items, total } = await api.audit.list({ pageSize: 20 });
    expect(total).toBe(before + 20);
    const newest = items[0]?.seq ?? 0;
    expect(items.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, i) => newest - i));
  });

  it("records each change of one's own account once", async () => {
    const person = await api.users.create({ username: 'own-account', roles: ['veterinary'] });
    const { accessToken } = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
      username: 'own-account',
      password: person.password ?? '',
    });
    const theirs = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
    await theirs.auth.updateMe({ displayName: '兽医' });
    await theirs.auth.changePassword({
      oldPassword: person.password ?? '',
      newPassword: 'another one of them',
    });
    await theirs.auth.me();
    const { items } = await api.audit.list({ pageSize: 3 });
    expect(items.map(({ username, action, target }) => [username, action, target])).toEqual([
      ['own-account', 'auth.changePassword', '/auth/password'],
      ['own-account', 'auth.updateMe', '/auth/me'],
      ['own-account', 'auth.login', '/auth/login'],
    ]);
  });
});

describe('a user', () => {
  it('that is locked loses calls and open streams at once', async () => {
    const person = await api.users.create({ username: 'leaver', roles: ['viewer'], password: PASSWORD });
    const session = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
      username: 'leaver',
      password: PASSWORD,
    });
    const stream = await openStream(session.accessToken);
    await as(session.accessToken).devices.count();
    await api.users.update(person.userId, { enabled: false });
    await expect(as(session.accessToken).devices.count()).rejects.toMatchObject({ status: 401 });
    // The close reason distinguishes this from the later expiry of the token.
    expect(await waitFor(stream.closed, { what: 'the stream to end' })).toBe('4401 logged out');
  });

  it('cannot raise their own rights, neither through another user nor through a key', async () => {
    const person = await api.users.create({ username: 'climber', roles: ['integrator'], password: PASSWORD });
    const { accessToken } = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
      username: 'climber',
      password: PASSWORD,
    });
    const theirs = as(accessToken);
    for (const attempt of [
      () => theirs.users.create({ username: 'puppet', roles: ['admin'] }),
      () => theirs.users.update(person.userId, { roles: ['admin'] }),
      () => theirs.apiKeys.create({ name: 'x', roles: ['admin'] }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ status: 403 });
    }
    // The profile call ignores roles.
    const sneaky = await fetch(`${server.baseUrl}/auth/me`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ roles: ['admin'], enabled: true }),
    });
    expect(sneaky.status).toBe(200);
    expect((await theirs.auth.me()).roles).toEqual(['integrator']);
  });
});

it('names are visible to users who assign work orders, contact details to administrators, neither to others', async () => {
  await api.users.create({
    username: 'reachable',
    roles: ['technician'],
    phone: '13800000001',
    email: 'r@farm.example',
  });
  const seenBy = async (role: 'admin' | 'operator' | 'viewer'): Promise<unknown[]> => {
    const person = await api.users.create({
      username: `sees-as-${role}`,
      roles: [role],
      password: PASSWORD,
      phone: '13900000002',
    });
    const { accessToken } = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
      username: person.username,
      password: PASSWORD,
    });
    const { items } = await as(accessToken).users.list({ pageSize: 100 });
    const own = items.find(({ userId }) => userId === person.userId);
    const other = items.find(({ username }) => username === 'reachable');
    return [own?.phone, other && [other.phone, other.email]];
  };
  expect(await seenBy('admin')).toEqual(['13900000002', ['13800000001', 'r@farm.example']]);
  expect(await seenBy('operator')).toEqual(['13900000002', ['', '']]);
  expect(await seenBy('viewer')).toEqual(['13900000002', undefined]);
});

describe('the token of a foreign page', () => {
  it('follows its one scene only, and its stream ends with it', async () => {
    const device = await api.devices.create({ name: '可见', productModelCode: 'TQ-3L' });
    const scene = await api.scenes.create({ name: '展示' });
    await api.scenes.drag(scene.id, { deviceId: device.id, position: { x: 0, y: 0, z: 0 } });
    const other = await api.scenes.create({ name: '内部' });
    const made = await api.embedTokens.create({
      name: '门户',
      sceneId: scene.id,
      expiresAt: Date.now() + 3_600_000,
    });
    const { socket, frames, closed } = await openStream(made.token);
    for (const [id, target] of Object.entries({
      own: { scene: scene.id },
      other: { scene: other.id },
      device: { devices: [device.id] },
      everything: { organisation: true },
    })) {
      socket.send(JSON.stringify({ type: 'subscribe', id, ...target }));
    }
    await waitFor(() => frames.filter(({ id }) => id !== undefined).length >= 4);
    expect(Object.fromEntries(frames.flatMap(({ id, type }) => (id ? [[id, type]] : [])))).toEqual({
      own: 'subscribed',
      other: 'error',
      device: 'error',
      everything: 'error',
    });
    await api.embedTokens.remove(made.id);
    expect(await waitFor(closed, { what: 'the stream to end' })).toBe('4401 logged out');
  });
});

it('no secret is in plain text in the database or in a log', async () => {
  const scene = await api.scenes.create({ name: '秘密' });
  const key = await api.apiKeys.create({ name: 'k', roles: ['viewer'] });
  const embed = await api.embedTokens.create({
    name: 'e',
    sceneId: scene.id,
    expiresAt: Date.now() + 3_600_000,
  });
  const person = await api.users.create({ username: 'secretive', roles: ['viewer'] });
  const invitation = await api.invitations.create({ invitee: 'guest', roles: ['viewer'] });
  await createApiClient({ baseUrl: server.baseUrl }).invitations.offer(invitation.token);
  await as(key.key).devices.count();
  await as(embed.token).scenes.get(scene.id);
  const rows = await server.sql(
    `select to_jsonb(k)::text from api_key k union all select to_jsonb(e)::text from embed_token e
     union all select to_jsonb(i)::text from invitation i
     union all select to_jsonb(a)::text from audit_entry a union all select to_jsonb(u)::text from app_user u`,
  );
  const everything = JSON.stringify(rows) + server.output();
  for (const secret of [key.key, embed.token, invitation.token, person.password ?? '?']) {
    expect(everything.includes(secret)).toBe(false);
  }
});

it('somebody is taken out while a notification to them is written: both are done', async () => {
  const person = await api.users.create({ username: 'leaves-now', roles: ['technician'] });
  const order = await api.workOrders.create({ title: '检查阀门' });
  const pool = server.pool();
  const writer = await pool.connect();
  try {
    // As the fan-out writes it: the event is taken, then the notification refers to its person.
    await writer.query(
      `insert into notification_event (organisation_id, key, kind, subject_id, user_id, variables, taken_at)
       select organisation_id, 'leaves-now', 'workOrderDue', $1, $2, '{}', now() from membership where user_id = $2`,
      [order.id, person.userId],
    );
    await writer.query('begin');
    await writer.query(`select from notification_event where key = 'leaves-now' for update`);
    const removed = api.users.remove(person.userId);
    await waitFor(
      async () =>
        (
          await server.sql(
            `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
        ).length > 0,
      { what: 'the removal to wait for the event' },
    );
    await writer.query(
      `insert into notification (organisation_id, user_id, event_key, kind, subject_id, variables)
       select organisation_id, $1, 'leaves-now', 'workOrderDue', $2, '{}' from membership where user_id = $1`,
      [person.userId, order.id],
    );
    await writer.query('commit');
    await removed;
  } finally {
    writer.release();
    await pool.end();
  }
  expect(await server.sql('select from notification where user_id = $1', [person.userId])).toEqual([]);
});
