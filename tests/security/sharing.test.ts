import { randomUUID } from 'node:crypto';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { CLIP_SETUP, OpenStream, startCamera } from '../support/camera.ts';
import { cookieFetch } from '../support/cookies.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';
import { makeForeignUser, type ForeignUser } from './second-organisation.ts';

let server: RunningServer;
let api: ApiClient;
let foreigner: ForeignUser;
beforeAll(async () => {
  server = await startServer({ env: { FARM3D_RTMP_PORT: '0' } });
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
