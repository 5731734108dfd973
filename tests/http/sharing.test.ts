import { randomUUID } from 'node:crypto';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { CLIP_SETUP, OpenStream, startCamera } from '../support/camera.ts';
import { cookieFetch } from '../support/cookies.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';
import { insertMember } from '../support/members.ts';
import { Listener } from './grants/listener.ts';
import { makeForeignUser, type ForeignUser } from './second-organisation.ts';

let server: Farm;
let api: ApiClient;
let foreigner: ForeignUser;
beforeAll(async () => {
  server = await farm({ settings: { FARM3D_RTMP_PORT: '0' } });
  api = await server.client();
  foreigner = await makeForeignUser(server);
});
afterAll(async () => {
  await server?.stop();
});

type Frame = { type: string; id?: string; code?: string };

async function follow(deviceId: string): Promise<{ socket: WebSocket; frames: Frame[] }> {
  const socket = new WebSocket(`${server.baseUrl.replace('http', 'ws')}/api/stream`);
  const frames: Frame[] = [];
  socket.on('message', (raw: Buffer) => frames.push(JSON.parse(raw.toString()) as Frame));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ type: 'auth', token: foreigner.accessToken }));
  socket.send(JSON.stringify({ type: 'subscribe', id: 'd', devices: [deviceId] }));
  await waitFor(() => frames.some(({ id }) => id === 'd'));
  return { socket, frames };
}

const report = (token: string, value: number): Promise<Response> =>
  fetch(`${server.baseUrl}/api/v1/${token}/telemetry`, {
    method: 'POST',
    body: JSON.stringify({ soilMoisture20: value }),
  });

/** Makes a share expire soon; called after its stream is open, because a busy machine opens it late. */
const expireSoon = (shareId: string) => api.sharing.change([shareId], { expiresAt: Date.now() + 1_000 });

async function sharedDevice() {
  const device = await api.devices.create({ name: `共享-${randomUUID()}`, productModelCode: 'TQ-3L' });
  const { items } = await api.sharing.share({ deviceIds: [device.id], username: 'foreigner' });
  return { device, shareId: items[0]?.id ?? '' };
}

describe('the stream of a shared device', () => {
  it.each(['the owner', 'the recipient'])('ends when %s stops the share', async (who) => {
    const { device, shareId } = await sharedDevice();
    const { socket, frames } = await follow(device.id);
    expect(frames).toContainEqual(expect.objectContaining({ type: 'subscribed', id: 'd' }));
    await report(device.accessToken, 21);
    await waitFor(() => JSON.stringify(frames).includes('21'));
    await (who === 'the owner' ? api.sharing.stop(shareId) : foreigner.api.sharing.leave(shareId));
    await waitFor(() => frames.some(({ id, code }) => id === 'd' && code === 'not_found'));
    const received = frames.length;
    await report(device.accessToken, 22);
    // When an authorised client has received the value, this stream would have received it, too.
    expect((await api.telemetry.latest(device.id))['soilMoisture20']?.value).toBe(22);
    socket.send(JSON.stringify({ type: 'ping' }));
    await waitFor(() => frames.at(-1)?.type === 'pong');
    expect(frames).toHaveLength(received + 1);
    socket.terminate();
  });

  it('ends when the share expires', async () => {
    const { device, shareId } = await sharedDevice();
    const { socket, frames } = await follow(device.id);
    expect(frames).toContainEqual(expect.objectContaining({ type: 'subscribed', id: 'd' }));
    await expireSoon(shareId);
    await waitFor(() => frames.some(({ code }) => code === 'not_found'));
    await expect(foreigner.api.devices.get(device.id)).rejects.toMatchObject({ status: 404 });
    socket.terminate();
  });

  it('ends for the former owner when the device changes its owner', async () => {
    const { device } = await sharedDevice();
    const { socket, frames } = await follow(device.id);
    const { code } = await api.devices.claimCode(device.id);
    await foreigner.api.devices.claim(code);
    expect((await foreigner.api.devices.get(device.id)).id).toBe(device.id);
    await expect(api.devices.get(device.id)).rejects.toMatchObject({ status: 404 });
    expect(
      (await foreigner.api.sharing.ledger({ direction: 'received', deviceId: device.id })).items,
    ).toMatchObject([{ state: 'stopped' }]);
    expect(frames.filter(({ code: error }) => error !== undefined)).toEqual([]);
    socket.terminate();
  });
});

describe('the video of a shared camera', () => {
  /** A publishing camera, shared with the user of the other organisation, who watches it. */
  async function watched() {
    const camera = await api.devices.create({
      name: `摄像头-${randomUUID()}`,
      productModelCode: 'SP-DH2',
      thirdId: '外部编号',
    });
    const cut = startCamera(server.rtmpPort, camera.accessToken);
    onTestFinished(cut);
    await waitFor(() => api.video.stream({ code: camera.id }).catch(() => null));
    const theirs = (code: string) => foreigner.api.video.stream({ code });
    await expect(theirs(camera.id)).rejects.toMatchObject({ status: 404 });
    const { items } = await api.sharing.share({ deviceIds: [camera.id], username: 'foreigner' });
    // By its own id, and by the id of an external video service.
    expect(new URL((await theirs('外部编号')).url, server.baseUrl).pathname).toBe(`/video/${camera.id}.flv`);
    const address = server.baseUrl + (await theirs(camera.id)).url;
    const stream = await OpenStream.open(address);
    await waitFor(() => stream.bytes.includes(CLIP_SETUP), { what: 'the picture' });
    expect(stream.ended).toBe(false);
    return { camera, stream, address, shareId: items[0]?.id ?? '' };
  }

  /** The stream has ended, and its signed address, still unexpired, is refused. */
  async function expectNoMore({ stream, address }: Awaited<ReturnType<typeof watched>>) {
    await waitFor(() => stream.ended, { what: 'the stream to end' });
    const again = await fetch(address);
    expect([again.status, await again.json()]).toEqual([404, expect.objectContaining({ code: 404 })]);
  }

  it.each(['the owner', 'the recipient'])(
    'ends when %s stops the share, for this viewer only',
    async (who) => {
      const shown = await watched();
      const mine = await OpenStream.open(
        server.baseUrl + (await api.video.stream({ code: shown.camera.id })).url,
      );
      await (who === 'the owner'
        ? api.sharing.stop(shown.shareId)
        : foreigner.api.sharing.leave(shown.shareId));
      await expectNoMore(shown);
      const seen = mine.bytes.length;
      await waitFor(() => mine.bytes.length > seen, { what: "the owner's picture to go on" });
      expect(mine.ended).toBe(false);
      mine.leave();
    },
  );

  it('ends when the share expires', async () => {
    const shown = await watched();
    await expireSoon(shown.shareId);
    await expectNoMore(shown);
  });

  it('ends when the viewer logs out', async () => {
    const { api: theirs } = await makeVisitor();
    const camera = await api.devices.create({ name: `摄像头-${randomUUID()}`, productModelCode: 'SP-DH2' });
    onTestFinished(startCamera(server.rtmpPort, camera.accessToken));
    const { url } = await waitFor(() => theirs.video.stream({ code: camera.id }).catch(() => null));
    const stream = await OpenStream.open(server.baseUrl + url);
    await waitFor(() => stream.bytes.includes(CLIP_SETUP));
    await theirs.auth.logout();
    await expectNoMore({ camera, stream, address: server.baseUrl + url, shareId: '' });
  });

  /** A second session of the administrator, which can log out by itself. */
  async function makeVisitor(): Promise<{ api: ApiClient }> {
    const options = { baseUrl: server.baseUrl, fetch: cookieFetch() };
    const { accessToken } = await createApiClient(options).auth.login({
      username: 'admin',
      password: server.adminPassword,
    });
    return { api: createApiClient({ ...options, getAccessToken: () => accessToken }) };
  }
});

describe('a share allows exactly its permissions', () => {
  type Permission = 'view' | 'history' | 'control' | 'configure';
  const attempts: Record<Permission, (id: string) => Promise<unknown>> = {
    view: (id) => foreigner.api.telemetry.latestShared(id),
    history: (id) =>
      foreigner.api.telemetry.historyShared(id, { keys: ['opening'], startTs: 0, endTs: Date.now() }),
    control: (id) => foreigner.api.rpc.twoway(id, { method: 'switchValve', params: { open: true } }),
    configure: (id) => foreigner.api.devices.update(id, { thirdId: 'x' }),
  };
  const statusOf = (call: Promise<unknown>): Promise<number> =>
    call.then(
      () => 200,
      (error: { status: number }) => error.status,
    );

  it.each(Object.keys(attempts) as Permission[])('%s', async (given) => {
    const device = await api.devices.create({ name: `阀-${given}`, productModelCode: 'DCF-4' });
    await api.sharing.share({ deviceIds: [device.id], username: 'foreigner', permissions: [given] });
    for (const [wanted, attempt] of Object.entries(attempts)) {
      const allowed = wanted === 'view' || wanted === given;
      // The valve is offline: an authorised command answers so.
      const expected = !allowed ? 403 : wanted === 'control' ? 409 : 200;
      expect([wanted, await statusOf(attempt(device.id))]).toEqual([wanted, expected]);
    }
    // Calls of the owner alone are refused to every share.
    const { api: their } = foreigner;
    expect(await statusOf(their.devices.remove(device.id))).toBe(404);
    expect(await statusOf(their.devices.claimCode(device.id))).toBe(404);
    expect(await statusOf(their.sharing.share({ deviceIds: [device.id], username: 'admin' }))).toBe(404);
    expect((await api.devices.get(device.id)).version).toBe(given === 'configure' ? 2 : 1);
  });
});

it('a share to view shows an alarm without its people, and lets nobody act on it', async () => {
  const device = await api.devices.create({ name: `告警-${randomUUID()}`, productModelCode: 'TQ-3L' });
  await api.alarmSettings.save(device.id, [
    { name: '偏干', severity: 'MAJOR', condition: { key: 'soilMoisture20', op: '<', value: 12 } },
  ]);
  await report(device.accessToken, 9);
  const { id } = await waitFor(async () => (await api.alarms.ofDevice(device.id)).items[0], {
    what: 'the alarm',
  });
  await api.alarms.acknowledge(id);
  await api.alarmHandling.comment(id, '我去看看');
  await api.sharing.share({ deviceIds: [device.id], username: 'foreigner', permissions: ['view'] });
  const own = (await api.alarmHandling.details(id)).history;
  expect(own.map(({ kind, user }) => [kind, user])).toEqual(
    expect.arrayContaining([
      ['acknowledged', 'admin'],
      ['comment', 'admin'],
    ]),
  );
  const { history } = await foreigner.api.alarmHandling.details(id);
  expect(history.map(({ user }) => user)).toEqual(history.map(() => null));
  expect(JSON.stringify(history)).not.toContain('我去看看');
  for (const attempt of [
    () => foreigner.api.alarms.acknowledge(id),
    () => foreigner.api.alarms.clear(id),
    () => foreigner.api.alarms.shelve(id, 60),
    () => foreigner.api.alarmHandling.comment(id, '收到'),
  ])
    await expect(attempt()).rejects.toMatchObject({ status: 403 });
  expect((await api.alarmHandling.details(id)).history).toEqual(own);
});

describe('a share with an organisation', () => {
  it('is used by everybody who works there, within their roles, and given back by who may share', async () => {
    const device = await api.devices.create({ name: `组织-${randomUUID()}`, productModelCode: 'DCF-4' });
    await insertMember(server, { username: 'watcher', roles: ['viewer'], organisation: '邻居' });
    const { baseUrl } = server;
    const { accessToken } = await createApiClient({ baseUrl }).auth.login({
      username: 'watcher',
      password: server.adminPassword,
    });
    const watcher = createApiClient({ baseUrl, getAccessToken: () => accessToken });
    await expect(watcher.telemetry.latestShared(device.id)).rejects.toMatchObject({ status: 404 });
    const { items } = await api.sharing.share({
      deviceIds: [device.id],
      organisation: foreigner.organisationId,
      permissions: ['control'],
    });
    expect(items).toMatchObject([{ partner: '邻居', recipient: 'organisation', attributes: null }]);
    expect(await watcher.telemetry.latestShared(device.id)).toEqual({});
    expect((await watcher.sharing.ledger({ direction: 'received', deviceId: device.id })).total).toBe(1);
    // A viewer controls nothing, whatever is shared.
    const command = { method: 'switchValve', params: { open: true } };
    await expect(watcher.rpc.twoway(device.id, command)).rejects.toMatchObject({ status: 403 });
    await expect(foreigner.api.rpc.twoway(device.id, command)).rejects.toMatchObject({ status: 409 });
    await expect(watcher.sharing.leave(items[0]?.id ?? '')).rejects.toMatchObject({ status: 403 });
    await foreigner.api.sharing.leave(items[0]?.id ?? '');
    await expect(watcher.telemetry.latestShared(device.id)).rejects.toMatchObject({ status: 404 });
  });

  it('goes to one organisation that exists and is another one', async () => {
    const device = await api.devices.create({ name: `组织-${randomUUID()}`, productModelCode: 'DCF-4' });
    const deviceIds = [device.id];
    const own = (await api.auth.me()).organisation;
    await server.sql(`insert into organisation (name) values ('同名'), ('同名')`);
    for (const organisation of ['没有的组织', own.name, own.id, '同名', randomUUID()])
      await expect(api.sharing.share({ deviceIds, organisation })).rejects.toMatchObject({
        status: 400,
        field: 'organisation',
      });
    for (const both of [{}, { username: 'foreigner', organisation: '邻居' }])
      await expect(api.sharing.share({ deviceIds, ...both })).rejects.toMatchObject({
        status: 400,
        field: 'username',
      });
    expect((await api.sharing.ledger({ deviceId: device.id })).total).toBe(0);
  });

  it('that begins or ends is seen by an open stream of a scene in which the device stands', async () => {
    const device = await api.devices.create({ name: `场景-${randomUUID()}`, productModelCode: 'TQ-3L' });
    const { id: sceneId } = await foreigner.api.scenes.create({ name: '含收到的设备' });
    const stream = await Listener.open(server.baseUrl, foreigner.accessToken);
    const { items } = await api.sharing.share({ deviceIds: [device.id], organisation: '邻居' });
    await foreigner.api.scenes.drag(sceneId, { deviceId: device.id, position: { x: 1, y: 0, z: 1 } });
    expect((await foreigner.api.scenes.devices(sceneId)).items.map(({ id }) => id)).toEqual([device.id]);
    await stream.follow('scene', { scene: sceneId }, '0');
    await report(device.accessToken, 31);
    await stream.hears(device.id, 31);
    await api.sharing.stop(items[0]?.id ?? '');
    expect((await foreigner.api.scenes.devices(sceneId)).items).toEqual([]);
    await report(device.accessToken, 32);
    await api.sharing.share({ deviceIds: [device.id], organisation: '邻居' });
    await report(device.accessToken, 33);
    await stream.hears(device.id, 33);
    // The value of the time between comes at most as the latest one when the share begins again.
    expect(stream.valuesOf(device.id).filter((value) => value === 31)).toHaveLength(1);
    stream.leave();
  });
});

it('a share that is made while its device is claimed does not outlive the claim', async () => {
  const pool = server.pool();
  onTestFinished(() => pool.end());
  for (const recipient of [{ username: 'foreigner' }, { organisation: '邻居' }]) {
    const device = await api.devices.create({ name: `交接-${randomUUID()}`, productModelCode: 'TQ-3L' });
    const [third] = await server.sql<{ id: string }>(`select id from organisation where name = '第三方'`);
    // What a claim does, stopped before its end.
    const claim = await pool.connect();
    await claim.query('begin');
    await claim.query('select from device where id = $1 for update', [device.id]);
    await claim.query('update device_share set stopped_at = now() where device_id = $1', [device.id]);
    await claim.query('update device set organisation_id = $2 where id = $1', [device.id, third?.id]);
    const shared = api.sharing.share({ deviceIds: [device.id], ...recipient }).then(
      () => 200,
      ({ status }: { status: number }) => status,
    );
    await waitFor(async () => {
      const waiting = await server.sql(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%device_share%'`,
      );
      return waiting.length > 0;
    });
    await claim.query('commit');
    claim.release();
    expect(await shared).toBe(404);
    expect(await server.sql('select from device_share where device_id = $1', [device.id])).toEqual([]);
    await expect(foreigner.api.telemetry.latestShared(device.id)).rejects.toMatchObject({ status: 404 });
  }
});

it.each(['view', 'history', 'control', 'configure'] as const)(
  'a device that is shared to %s tells its recipient what their calls go by',
  async (permission) => {
    const device = await api.devices.create({ name: `权限-${randomUUID()}`, productModelCode: 'DCF-4' });
    await api.sharing.share({ deviceIds: [device.id], username: 'foreigner', permissions: [permission] });
    const [alarm] = await server.sql<{ id: string }>(
      `insert into alarm (id, organisation_id, device, name, severity, raised_at)
       select gen_random_uuid(), organisation_id, key, '权限', 'WARNING', now() from device where id = $1 returning id`,
      [device.id],
    );
    const { id } = device;
    const queued = { method: 'switchValve', params: { open: true, minutes: 1 }, persistent: true };
    const { devices, alarms, alarmSettings, rpc } = foreigner.api;
    const calls = {
      read: () => devices.attributes(id),
      operate: () => rpc.twoway(id, queued),
      alarms: () => alarms.acknowledge(alarm?.id ?? ''),
      devices: () => devices.update(id, { displayed: true }),
      rules: () => alarmSettings.save(id, []),
      share: () => devices.claimCode(id),
    };
    const permitted: string[] = [];
    for (const [right, call] of Object.entries(calls)) {
      await call().then(
        () => permitted.push(right),
        ({ status }: { status: number }) => expect([403, 404]).toContain(status),
      );
    }
    expect(await devices.get(id)).toMatchObject({ received: true, rights: permitted });
  },
);

it("what the recipient does stands in the owner's log, and what the owner does in the recipient's", async () => {
  const device = await api.devices.create({ name: `日志-${randomUUID()}`, productModelCode: 'DCF-4' });
  const permissions = ['control', 'configure'] as const;
  const { items } = await api.sharing.share({ deviceIds: [device.id], organisation: '邻居', permissions });
  await foreigner.api.devices.update(device.id, { thirdId: 'x' });
  const queued = { method: 'switchValve', params: { open: true, minutes: 1 }, persistent: true };
  await foreigner.api.rpc.twoway(device.id, queued);
  await foreigner.api.sharing.leave(items[0]?.id ?? '');
  const ours = (await api.audit.list({ pageSize: 20 })).items.filter(
    ({ username }) => username === 'foreigner',
  );
  expect(ours.slice(0, 3).map(({ action }) => action)).toEqual([
    'sharing.leave',
    'rpc.twoway',
    'devices.update',
  ]);
  // Not where they sit.
  expect(new Set(ours.map(({ address }) => address))).toEqual(new Set(['']));
  const operations = await api.organisation.operateLog({ deviceId: device.id });
  expect(operations.items).toMatchObject([{ username: 'foreigner', method: 'switchValve' }]);
  const theirs = (await foreigner.api.audit.list({ pageSize: 50 })).items;
  expect(
    theirs.filter(({ username, action }) => username === 'admin' && action === 'sharing.share'),
  ).not.toEqual([]);
  expect((await api.audit.verify()).brokenAt).toBeNull();
});
