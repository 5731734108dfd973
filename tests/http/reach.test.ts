import { readFileSync } from 'node:fs';
import {
  ACCESS_LEVELS,
  CALLS,
  createApiClient,
  type AccessLevel,
  type ApiClient,
  type CallName,
} from '@farm3d/api';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMember } from '../support/members.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';
import { Listener } from './grants/listener.ts';
import { DEVICE_BODIES, digest, readMatrix } from './matrix.ts';

// People whose roles permit nothing: what access rules about groups and scenes permit them is all that they may do.

const [HEAD = [], ...LINES] = readFileSync(new URL('reach.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'));
/** call → column → cell. */
const ROWS = new Map(
  LINES.map((cells) => [cells[0] as CallName, new Map(HEAD.map((column, at) => [column, cells[at] ?? '']))]),
);
const USER_CALLS = (Object.keys(CALLS) as CallName[]).filter(
  (name) => CALLS[name].auth === 'user' && name !== 'stream.connect',
);
/** An id that does not exist: what is permitted changes nothing. */
const UNKNOWN_ID = '0f4c9a52-9a35-4e0c-8f5e-51f4f6b0f6a1';

/** A group with a device, a scene with another one, and what came of them. */
interface Site {
  readonly groupId: string;
  /** In a group below. */
  readonly device: string;
  readonly deviceToken: string;
  readonly placed: string;
  readonly scene: string;
  readonly alarm: string;
  readonly command: string;
}

let server: Farm;
let admin: ApiClient;
let outside: Site;
const inside = new Map<AccessLevel, Site>();
const tokens = new Map<string, string>();

async function makeSite(name: string): Promise<Site> {
  const above = await admin.groups.create({ name });
  const group = await admin.groups.create({ name: `${name} 下级`, parentId: above.id });
  const made = await admin.devices.create({ name, productModelCode: 'DCF-4' });
  await admin.deviceGroups.add(group.id, made.id);
  const placed = await admin.devices.create({ name: `${name} 场景内`, productModelCode: 'DCF-4' });
  const scene = await admin.scenes.create({ name });
  await admin.scenes.drag(scene.id, { deviceId: placed.id, position: { x: 0, y: 0, z: 0 } });
  const [alarm] = await server.sql<{ id: string }>(
    `insert into alarm (id, organisation_id, device, name, severity, raised_at)
     select gen_random_uuid(), organisation_id, key, $2, 'WARNING', now() from device where id = $1 returning id`,
    [made.id, name],
  );
  const queued = await admin.rpc.twoway(made.id, {
    method: 'switchValve',
    params: { open: true, minutes: 1 },
    persistent: true,
    expiresIn: 3_600_000,
  });
  return {
    groupId: above.id,
    device: made.id,
    deviceToken: made.accessToken,
    placed: placed.id,
    scene: scene.id,
    alarm: alarm?.id ?? '',
    command: String(queued['rpcId']),
  };
}

/** Somebody without any right of a role, logged in. */
async function logIn(username: string): Promise<string> {
  const { userId } = await insertMember(server, { username, roles: ['veterinary'] });
  const { accessToken } = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
    username,
    password: server.adminPassword,
  });
  tokens.set(username, accessToken);
  return userId;
}

beforeAll(async () => {
  server = await farm();
  admin = await server.client();
  outside = await makeSite('区外');
  await logIn('none');
  for (const level of ACCESS_LEVELS) {
    const site = await makeSite(`区内 ${level}`);
    inside.set(level, site);
    const userId = await logIn(level);
    await admin.accessRules.save({ userId, groupId: site.groupId, level });
    await admin.accessRules.save({ userId, sceneId: site.scene, level });
  }
});
afterAll(async () => {
  await server?.stop();
});

/** Bodies of calls that are about no device of the path, by the object that they name. */
const BODIES: Partial<Record<CallName, (site: Site) => unknown>> = {
  'scenes.update': ({ scene }) => ({ id: scene, description: '改' }),
  'scenes.drag': ({ scene, placed }) => ({ id: scene, deviceId: placed, position: { x: 1, y: 0, z: 0 } }),
  'video.stream': ({ device }) => ({ code: device }),
  'alarmHandling.comment': () => ({ text: '看过' }),
  'alarms.shelve': () => ({ minutes: 5 }),
};

const ID_OF: Readonly<Record<string, (site: Site) => string>> = {
  device: ({ device }) => device,
  scene: ({ scene }) => scene,
  alarm: ({ alarm }) => alarm,
  command: ({ command }) => command,
};

async function call(name: CallName, who: string, site: Site | null): Promise<Response> {
  const { method, path } = CALLS[name];
  const objectKind = ROWS.get(name)?.get('object') ?? '';
  const id = (site && ID_OF[objectKind]?.(site)) ?? UNKNOWN_ID;
  const address = path.replace('{id}', id).replaceAll(/\{\w+\}/g, 'opening');
  const query = path.includes('history/') ? `?keys=opening&startTs=${Date.now() - 60_000}` : '';
  const body = (site && BODIES[name]?.(site)) ?? DEVICE_BODIES[name] ?? {};
  return fetch(server.baseUrl + address + query, {
    method,
    headers: { authorization: `Bearer ${tokens.get(who)}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
}

async function statusOf(name: CallName, who: string, site: Site | null): Promise<number> {
  const answer = await call(name, who, site);
  await answer.body?.cancel();
  return answer.status;
}

describe('call × level of a rule × (named by it, not named)', () => {
  it('permits by rules the calls of the table, and no other', () => {
    const open = USER_CALLS.filter((name) => CALLS[name].reach !== undefined);
    expect([...ROWS.keys()].sort()).toEqual(open.sort());
  });

  it('denies what no rule permits, and nothing changes', async () => {
    const { rows } = readMatrix();
    const before = await digest(server);
    let tried = 0;
    for (const name of USER_CALLS) {
      if (rows.get(name)?.get('veterinary') === 'allow') continue;
      const row = ROWS.get(name);
      for (const who of ['none', ...ACCESS_LEVELS]) {
        const mayMore = row !== undefined && row.get(who) === 'allow';
        const isAboutOne = !['list', 'any', undefined].includes(row?.get('object'));
        if (mayMore && !isAboutOne) continue;
        tried += 1;
        const status = await statusOf(name, who, outside);
        // An object that its handler looks up is as if there were none; a call is refused before.
        const refused = mayMore && CALLS[name].reach === 'own' ? 404 : 403;
        expect([name, who, 'outside', status]).toEqual([name, who, 'outside', refused]);
        const own = inside.get(who as AccessLevel);
        if (own && isAboutOne && !mayMore)
          expect([name, who, 'inside', await statusOf(name, who, own)]).toEqual([name, who, 'inside', 403]);
      }
    }
    expect(tried).toBeGreaterThan(1_000);
    expect(await digest(server)).toBe(before);
  });

  it('permits what the table says on what rules name, and tells of nothing else', async () => {
    const secrets = [outside.device, outside.placed, outside.scene, outside.groupId, outside.alarm, '区外'];
    // What takes site away comes last.
    const inOrder = [...ROWS.keys()].sort(
      (one, other) => Number(CALLS[one].level !== undefined) - Number(CALLS[other].level !== undefined),
    );
    for (const level of ACCESS_LEVELS) {
      for (const name of inOrder) {
        if (ROWS.get(name)?.get(level) !== 'allow') continue;
        const answer = await call(name, level, inside.get(level) ?? null);
        const text = await answer.text();
        const isAboutOne = ID_OF[ROWS.get(name)?.get('object') ?? ''] !== undefined;
        const through = isAboutOne ? [200, 400, 408, 409, 415, 504] : [200, 400, 404];
        expect([level, name, through.includes(answer.status) ? 'through' : answer.status]).toEqual([
          level,
          name,
          'through',
        ]);
        expect([level, name, secrets.filter((secret) => text.includes(secret))]).toEqual([level, name, []]);
      }
    }
  });
});

it('a device and a scene tell what the caller may do with them, as their calls go by', async () => {
  const rightOf = {
    'rpc.twoway': 'operate',
    'deviceLink.share': 'devices',
    'devices.claimCode': 'share',
  } as const;
  for (const level of ACCESS_LEVELS.filter((one) => one !== 'manage')) {
    const site = inside.get(level)!;
    const { rights, received } = await clientOf(level).devices.get(site.device);
    expect(received).toBe(false);
    for (const [name, right] of Object.entries(rightOf)) {
      const refused = (await statusOf(name as CallName, level, site)) === 403;
      expect([level, name, refused]).toEqual([level, name, !rights.includes(right)]);
    }
  }
  const scene = async (level: AccessLevel) =>
    (await clientOf(level).scenes.get(inside.get(level)!.scene)).rights;
  expect(await scene('see')).toEqual(['read']);
  expect(await scene('operate')).toEqual(['read', 'operate']);
  expect(await scene('edit')).toEqual(['read', 'operate', 'scenes']);
  const site = await makeSite('全部');
  expect((await admin.devices.get(site.device)).rights).toEqual([
    'read',
    'operate',
    'alarms',
    'devices',
    'rules',
    'share',
  ]);
  const userId = await logIn('manages');
  await admin.accessRules.save({ userId, groupId: site.groupId, level: 'manage' });
  expect((await clientOf('manages').devices.get(site.device)).rights).toContain('share');
});

const clientOf = (who: string): ApiClient =>
  createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => tokens.get(who) ?? null });

const report = (token: string, opening: number): Promise<Response> =>
  fetch(`${server.baseUrl}/api/v1/${token}/telemetry`, { method: 'POST', body: JSON.stringify({ opening }) });

it('lists hold what rules name: by person, role and department, with groups and departments below', async () => {
  const site = await makeSite('名单');
  const { userId } = await insertMember(server, { username: 'lister', roles: ['veterinary'] });
  await admin.organisation.createDepartment({ name: '生产部' });
  const [top] = (await admin.organisation.departments()).items;
  const below = await admin.organisation.createDepartment({ name: '一队', parentId: top?.id ?? '' });
  await admin.users.update(userId, { departmentId: below.id });
  const { accessToken } = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
    username: 'lister',
    password: server.adminPassword,
  });
  tokens.set('lister', accessToken);
  const api = clientOf('lister');
  const seen = async (): Promise<string[]> =>
    (await api.devices.list({ pageSize: 200 }).catch(() => ({ items: [] }))).items.map(({ id }) => id).sort();
  expect(await seen()).toEqual([]);
  const role = await admin.roles.create({ name: '只看名单' });
  await admin.users.update(userId, { roles: [role.id], departmentId: below.id });
  tokens.set(
    'lister',
    (
      await createApiClient({ baseUrl: server.baseUrl }).auth.login({
        username: 'lister',
        password: server.adminPassword,
      })
    ).accessToken,
  );
  for (const who of [{ userId }, { role: role.id }, { departmentId: top?.id ?? '' }]) {
    const rule = await admin.accessRules.save({ ...who, groupId: site.groupId, level: 'see' });
    expect([who, await seen()]).toEqual([who, [site.device]]);
    await admin.accessRules.remove(rule.id);
    const scene = await admin.accessRules.save({ ...who, sceneId: site.scene, level: 'see' });
    expect([who, await seen(), (await api.scenes.list()).items.map(({ id }) => id)]).toEqual([
      who,
      [site.placed],
      [site.scene],
    ]);
    await admin.accessRules.remove(scene.id);
    expect([who, await seen()]).toEqual([who, []]);
  }
});

it('an open stream ends with the rule, with the group and with the place in it, and hears nothing more', async () => {
  const site = await makeSite('直播');
  const userId = await logIn('watcher');
  const token = tokens.get('watcher') ?? '';
  const device = { devices: [site.device] };
  const rule = await admin.accessRules.save({ userId, groupId: site.groupId, level: 'see' });
  const stream = await Listener.open(server.baseUrl, token);
  expect(await stream.follow('outside', { devices: [outside.device] })).toBe(false);
  expect(await stream.follow('outside scene', { scene: outside.scene })).toBe(false);
  expect(await stream.follow('d', device)).toBe(true);
  expect(await stream.follow('all', { organisation: true })).toBe(true);
  await report(outside.deviceToken, 11);
  await report(site.deviceToken, 12);
  await stream.hears(site.device, 12);
  expect(stream.text()).not.toContain(outside.device);

  await admin.accessRules.remove(rule.id);
  await waitFor(() => stream.lost('d') && stream.lost('all'), { what: 'the end of both subscriptions' });
  expect(await stream.follow('again', device)).toBe(false);
  stream.leave();

  await admin.accessRules.save({ userId, groupId: site.groupId, level: 'see' });
  const second = await Listener.open(server.baseUrl, token);
  expect(await second.follow('d', device)).toBe(true);
  const { items } = await admin.deviceGroups.list({ deviceId: site.device });
  await admin.deviceGroups.removeMany(items.map(({ id }) => id));
  await waitFor(() => second.lost('d'), { what: 'the end with the place in the group' });
  await admin.deviceGroups.add(site.groupId, site.device);
  expect(await second.follow('e', device)).toBe(true);
  await admin.groups.remove([site.groupId]);
  await waitFor(() => second.lost('e'), { what: 'the end with the group' });
  second.leave();
});

it('a command that waits is not sent once the rule has ended', async () => {
  const site = await makeSite('等待');
  const userId = await logIn('operates');
  const rule = await admin.accessRules.save({ userId, groupId: site.groupId, level: 'operate' });
  const api = clientOf('operates');
  const queue = { persistent: true, expiresIn: 3_600_000 };
  const open = (minutes: number) => ({ method: 'switchValve', params: { open: true, minutes }, ...queue });
  const sent = await api.rpc.twoway(site.device, open(2));
  await admin.accessRules.save({ userId, groupId: site.groupId, level: 'see' });
  expect(rule.level).toBe('operate');
  const valve = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, { username: site.deviceToken });
  await valve.subscribeAsync('v1/devices/me/rpc/request/+');
  await waitFor(async () => (await admin.rpc.get(String(sent['rpcId']))).state === 'failed', {
    what: 'the refusal of the command',
  });
  await valve.endAsync();
});

it('whoever edits a scene by a rule puts in only devices that they may operate', async () => {
  const site = await makeSite('编辑');
  const userId = await logIn('editor');
  await admin.accessRules.save({ userId, sceneId: site.scene, level: 'edit' });
  await admin.accessRules.save({ userId, groupId: site.groupId, level: 'see' });
  const api = clientOf('editor');
  const position = { x: 0, y: 0, z: 0 };
  const place = (deviceId: string) => api.scenes.drag(site.scene, { deviceId, position });
  await expect(place(outside.device)).rejects.toMatchObject({ status: 404 });
  await expect(place(site.device)).rejects.toMatchObject({ status: 403 });
  const before = await api.scenes.get(site.scene);
  const layout = {
    ...before.layout,
    equipment: [...before.layout.equipment, { ...before.layout.equipment[0]!, id: outside.device }],
  };
  await expect(api.scenes.update(site.scene, { layout })).rejects.toMatchObject({
    status: 400,
    field: 'sceneDevice',
  });
  await admin.accessRules.save({ userId, groupId: site.groupId, level: 'operate' });
  await place(site.device);
});

it('images go by the rules: those of what one sees, and only while one does', async () => {
  const site = await makeSite('图片');
  const userId = await logIn('looks');
  const rule = await admin.accessRules.save({ userId, groupId: site.groupId, level: 'see' });
  await server.sql(
    `with stored as (
       insert into file (organisation_id, sha256, size, media_type, extension, original_name, width, height)
       select organisation_id, repeat('a', 64), 1, 'image/png', 'png', '图.png', 1, 1 from device where id = $1
       returning id)
     update device set picture = '/files/' || stored.id || '.png' from stored where device.id = $1`,
    [site.device],
  );
  const detail = await fetch(`${server.baseUrl}/api/devices/${site.device}`, {
    headers: { authorization: `Bearer ${tokens.get('looks')}` },
  });
  const { data } = (await detail.json()) as { data: { pic: string } };
  // The bytes are not there: whoever has them already is told that they are the same.
  const headers = { 'if-none-match': `"${'a'.repeat(64)}"` };
  const show = async (): Promise<number> => (await fetch(server.baseUrl + data.pic, { headers })).status;
  expect(await show()).toBe(304);
  await admin.accessRules.remove(rule.id);
  expect(await show()).toBe(404);
});
