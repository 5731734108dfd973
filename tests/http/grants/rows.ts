import type { StreamTarget } from '@farm3d/api';
import { connectAsync, type MqttClient } from 'mqtt';
import { expect } from 'vitest';
import type { GrantKind } from '../../../apps/server/src/platform/auth/grants/grant-kinds.ts';
import { OpenStream, startCamera } from '../../support/camera.ts';
import { picture } from '../../support/fixtures.ts';
import { waitFor } from '../../support/wait.ts';
import { uniqueName, type Cast, type End, type Scene, type SceneOptions } from './cast.ts';
import { Listener } from './listener.ts';

const KEY = 'soilMoisture20';
/** Values that the holder may see, those that they may not, and one of the marker. */
const [BEFORE, AFTER, LATER, MARKER] = [11, 22, 33, 44];

/** A grant that works; the function proves that it has no effect after the end of its right. */
type Opened = () => Promise<void>;

/** How a kind of grant is tested, and why an end of a right does not concern it. */
interface Row {
  readonly scene?: SceneOptions;
  readonly open: (scene: Scene) => Promise<Opened>;
  readonly notConcerned: Partial<Readonly<Record<End, string>>>;
}

const OF_ORGANISATION = 'covers devices of the own organisation only';
const NO_ATTRIBUTE = 'shows no attribute';
const NO_SCENE = 'does not rest on a scene';
const NO_KEY_OF_ITS_OWN = 'a key of its holder is the row api-key';
const DEVICE_ITSELF = 'a device acts by its own token, not for a person';
const RULE = 'a rule belongs to the organisation, not to who wrote it';

/** A connection that follows the target, and the marker by the same throttle. */
async function connectTo(scene: Scene, target: StreamTarget, cursor?: string): Promise<Listener> {
  const listener = await Listener.open(scene.cast.server.baseUrl, scene.holder.token);
  await listener.follow('marker', { devices: [scene.marker.id] });
  await listener.follow('target', target, cursor);
  return listener;
}

/** The device reports, and the owner's stream receives it. Then the marker reports: the listener receives it or is closed. */
async function reportPast(scene: Scene, listener: Listener, value: number): Promise<void> {
  const { cast, device, marker } = scene;
  const observer = await Listener.open(cast.server.baseUrl, scene.owner().token);
  expect(await observer.follow('d', { devices: [device.id] })).toBe(true);
  expect(await cast.report(device.accessToken, { [KEY]: value })).toBe(200);
  await observer.hears(device.id, value);
  observer.leave();
  const end = value + 1;
  expect(await cast.report(marker.accessToken, { [KEY]: end })).toBe(200);
  // Without any right the connection has lost both subscriptions: no later frame can arrive.
  const isOver = (): boolean => listener.closed || (listener.lost('target') && listener.lost('marker'));
  await waitFor(() => isOver() || listener.valuesOf(marker.id).includes(end), { what: 'the marker' });
}

const streamOf = (targetOf: (scene: Scene) => StreamTarget): Row['open'] =>
  async function open(scene) {
    const target = targetOf(scene);
    const { cast, device } = scene;
    const live = await connectTo(scene, target);
    await cast.report(device.accessToken, { [KEY]: BEFORE });
    await live.hears(device.id, BEFORE);
    const { cursor } = live;
    return async () => {
      await reportPast(scene, live, AFTER);
      const resumed = await connectTo(scene, target, cursor);
      await reportPast(scene, resumed, LATER);
      expect([...live.valuesOf(device.id), ...resumed.valuesOf(device.id)]).not.toContain(AFTER);
      expect([...live.valuesOf(device.id), ...resumed.valuesOf(device.id)]).not.toContain(LATER);
      live.leave();
      resumed.leave();
    };
  };

const openDeviceStream = streamOf(({ device }) => ({ devices: [device.id] }));

/** The stream of a page with an embed token: it may follow only its scene, which contains the marker. */
const openEmbedded: Row['open'] = async (scene) => {
  const { cast, device, marker, sceneId, holder } = scene;
  const show = async (path: string): Promise<Response> =>
    fetch(`${cast.server.baseUrl}/intelligent/scene/${path}`, {
      headers: { authorization: `Bearer ${holder.token}` },
    });
  expect(await (await show(`${sceneId}/devices`)).text()).toContain(device.id);
  const connect = async (cursor?: string): Promise<Listener> => {
    const listener = await Listener.open(cast.server.baseUrl, holder.token);
    await listener.follow('target', { scene: sceneId }, cursor);
    return listener;
  };
  const live = await connect();
  await cast.report(device.accessToken, { [KEY]: BEFORE });
  await live.hears(device.id, BEFORE);
  const isOver = scene.end !== 'claim';
  return async () => {
    const again = await connect(live.cursor);
    for (const listener of [live, again]) {
      // With its scene it has lost the marker, too: it is closed.
      if (isOver) await waitFor(() => listener.closed, { what: 'the connection to close' });
      await reportPast(scene, listener, AFTER);
      expect(listener.valuesOf(device.id)).not.toContain(AFTER);
      listener.leave();
    }
    expect(marker.id).not.toBe(device.id);
    const answer = await show(`${sceneId}/devices`);
    expect(isOver ? answer.status : await answer.text()).toEqual(
      isOver ? 401 : expect.not.stringContaining(device.id),
    );
  };
};

const connect = (cast: Cast, token: string): Promise<MqttClient> =>
  connectAsync(`mqtt://127.0.0.1:${cast.server.mqttPort}`, { username: token, reconnectPeriod: 0 });

const openValve = (minutes: number) => ({ method: 'switchValve', params: { open: true, minutes } });

const openQueuedCommand: Row['open'] = async ({ cast, device, holder, owner }) => {
  const queue = { persistent: true, expiresIn: 3_600_000 };
  await holder.api.rpc.twoway(device.id, { ...openValve(1), ...queue });
  return async () => {
    const connection = await connect(cast, device.accessToken);
    const minutes: number[] = [];
    connection.on('message', (topic, payload) => {
      minutes.push((JSON.parse(payload.toString()) as { params: { minutes: number } }).params.minutes);
      void connection.publishAsync(topic.replace('request', 'response'), '{}');
    });
    await connection.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    await owner().api.rpc.twoway(device.id, { ...openValve(2), ...queue });
    await waitFor(() => minutes.includes(2), { what: 'the command of the owner' });
    expect(minutes).toEqual([2]);
    await connection.endAsync(true);
  };
};

const openLinkage: Row['open'] = async ({ cast, device, holder }) => {
  await cast.report(device.accessToken, { [KEY]: BEFORE });
  const { id } = await holder.api.linkages.create({
    name: uniqueName('linkage'),
    trigger: { type: 'manual' },
    condition: { deviceId: device.id, key: KEY, op: '>', value: 0 },
    actions: [{ type: 'notice', title: 'seen', content: 'seen' }],
  });
  expect(await holder.api.linkages.run(id)).toMatchObject({ condition: [{ actual: BEFORE }] });
  return async () => {
    await cast.report(device.accessToken, { [KEY]: AFTER });
    const run = await holder.api.linkages.run(id);
    expect(run).toMatchObject({ state: 'skipped', condition: [{ deviceId: device.id, actual: null }] });
  };
};

/** Calls about the device, which fail afterwards. */
const openCalls: Row['open'] = async ({ cast, device, holder, end }) => {
  await cast.report(device.accessToken, { [KEY]: BEFORE });
  const read = () => holder.api.devices.attributes(device.id);
  expect((await read()).items.find(({ identify }) => identify === KEY)?.latest?.value).toBe(BEFORE);
  return async () => {
    await cast.report(device.accessToken, { [KEY]: AFTER });
    if (end === 'attributes withdrawn') {
      // The share goes on for other attributes.
      expect(JSON.stringify(await read())).not.toContain(`"${KEY}"`);
      expect(await holder.api.telemetry.latestShared(device.id)).toEqual({});
      return;
    }
    const error = await read().catch((thrown: unknown) => thrown);
    expect([401, 403, 404]).toContain((error as { status?: number }).status);
  };
};

/** A program holds a stream open beside its calls. */
const openCallsAndStream: Row['open'] = async (scene) => {
  const proofs = [await openCalls(scene), await openDeviceStream(scene)];
  return async () => {
    for (const prove of proofs) await prove();
  };
};

const openAddress: Row['open'] = async ({ cast, device, holder, sceneId, end }) => {
  const { ours, server } = cast;
  const file = await ours.api.files.upload(new Blob([picture(8, 8)]), 'a.png');
  await ours.api.devices.update(device.id, { picture: file.path });
  await ours.api.scenes.update(sceneId, { icon: file.path });
  const shown =
    end === 'scene deleted'
      ? (await holder.api.scenes.get(sceneId)).icon
      : (await holder.api.devices.get(device.id)).picture;
  const address = new URL(shown ?? '', server.baseUrl);
  expect((await fetch(address)).status).toBe(200);
  return async () => {
    expect((await fetch(address)).status).toBe(404);
    // The file exists, and a user who may see it gets an address that opens it.
    const mine = await ours.api.files.url(file.path);
    expect((await fetch(new URL(mine, server.baseUrl))).status).toBe(200);
  };
};

const openVideo: Row['open'] = async ({ cast, device, holder, owner }) => {
  const { server } = cast;
  const cut = startCamera(server.rtmpPort, device.accessToken);
  const watch = async (api: typeof holder.api): Promise<{ address: string; stream: OpenStream }> => {
    const { url } = await waitFor(() => api.video.stream({ code: device.id }).catch(() => null), {
      what: 'the camera',
    });
    const address = new URL(url, server.baseUrl).href;
    const stream = await OpenStream.open(address);
    await waitFor(() => stream.bytes.length > 0, { what: 'the picture' });
    return { address, stream };
  };
  const { address, stream } = await watch(holder.api);
  return async () => {
    await waitFor(() => stream.ended, { what: 'the picture to end' });
    expect((await fetch(address)).status).toBe(404);
    // The camera still sends, for viewers with a valid right.
    const { stream: valid } = await watch(owner().api);
    valid.leave();
    await cut();
  };
};

const openDeviceSession: Row['open'] = async (scene) => {
  const { cast, device } = scene;
  const connection = await connect(cast, device.accessToken);
  const publish = (value: number): Promise<unknown> =>
    connection.publishAsync('v1/devices/me/telemetry', JSON.stringify({ [KEY]: value }), { qos: 1 });
  await publish(BEFORE);
  const former = await Listener.open(cast.server.baseUrl, cast.ours.token);
  await former.follow('all', { organisation: true });
  return async () => {
    // On the old connection: it is closed, or its message goes nowhere.
    const sent = publish(AFTER).catch(() => undefined);
    await waitFor(() => !connection.connected, { what: 'the connection of the device to close' });
    connection.end(true);
    await sent;
    const isClaimed = scene.end === 'claim';
    expect(await cast.report(device.accessToken, { [KEY]: LATER })).toBe(isClaimed ? 200 : 401);
    const { marker } = scene;
    await cast.report(marker.accessToken, { [KEY]: MARKER });
    await former.hears(marker.id, MARKER);
    expect(former.valuesOf(device.id)).toEqual([]);
    expect(former.closed).toBe(false);
    former.leave();
  };
};

const openChild: Row['open'] = async (scene) => {
  const { cast, device: gateway } = scene;
  const { ours, claimant } = cast;
  await ours.api.deviceLink.setGateway(gateway.id, true);
  const connection = await connect(cast, gateway.accessToken);
  const commands: unknown[] = [];
  connection.on('message', (topic) => topic === 'v1/gateway/rpc' && commands.push(topic));
  await connection.subscribeAsync('v1/gateway/rpc', { qos: 1 });
  const name = uniqueName('child');
  const report = async (value: number): Promise<void> => {
    const readings = [{ ts: Date.now(), values: { [KEY]: value } }];
    await connection.publishAsync('v1/gateway/telemetry', JSON.stringify({ [name]: readings }), { qos: 1 });
  };
  await report(BEFORE);
  const child = (await ours.api.devices.list({ name })).items[0];
  if (!child) throw new Error('there is no child');
  scene.claimed.id = child.id;
  return async () => {
    // Stored when it is acknowledged, and of another device: the gateway has no child of this name any more. What the
    // child reported before is not the claimant's.
    await report(AFTER);
    expect((await claimant.api.telemetry.latest(child.id))[KEY]).toBeUndefined();
    const call = { method: 'reboot', params: {}, timeout: 1_000 };
    await expect(claimant.api.rpc.twoway(child.id, call)).rejects.toMatchObject({
      status: expect.any(Number),
    });
    expect(commands).toEqual([]);
    await connection.endAsync(true);
  };
};

const openTemporaryToken: Row['open'] = async ({ cast, device, holder }) => {
  const answer = await fetch(`${cast.server.baseUrl}/api/device/${device.id}/credentials`, {
    headers: { authorization: `Bearer ${holder.token}` },
  });
  const { credentialsId } = (await answer.json()) as { credentialsId: string };
  expect(await cast.report(credentialsId, { [KEY]: BEFORE })).toBe(200);
  return async () => {
    expect(await cast.report(credentialsId, { [KEY]: AFTER })).toBe(401);
    expect(await cast.report(device.accessToken, { [KEY]: LATER })).toBe(200);
  };
};

/** The ends of shares. */
const notForShares = (why: string) => ({
  'share stopped': why,
  'share expired': why,
  'organisation share stopped': why,
  'organisation share expired': why,
  'attributes withdrawn': why,
});

const notForPeople = (why: string): Row['notConcerned'] => ({
  ...notForShares(why),
  demoted: why,
  locked: why,
  deleted: why,
  left: why,
  'scene deleted': why,
});

/** Every kind of grant: one without a row does not compile. */
export const ROWS: Readonly<Record<GrantKind, Row>> = {
  'stream-device': {
    open: openDeviceStream,
    notConcerned: { 'scene deleted': NO_SCENE },
  },
  'stream-scene': {
    scene: { sceneAtHome: true },
    open: streamOf(({ sceneId }) => ({ scene: sceneId })),
    notConcerned: {},
  },
  'stream-organisation': {
    open: streamOf(() => ({ organisation: true })),
    notConcerned: {
      ...notForShares(OF_ORGANISATION),
      'scene deleted': NO_SCENE,
    },
  },
  'queued-command': {
    scene: { productModelCode: 'DCF-4' },
    open: openQueuedCommand,
    notConcerned: { 'scene deleted': NO_SCENE, 'attributes withdrawn': NO_ATTRIBUTE },
  },
  linkage: { open: openLinkage, notConcerned: { ...notForPeople(RULE), 'key revoked': RULE } },
  'api-key': {
    scene: { program: true },
    open: openCallsAndStream,
    notConcerned: { 'scene deleted': NO_SCENE },
  },
  'embed-token': {
    scene: { embedded: true },
    open: openEmbedded,
    notConcerned: notForShares('shows no device of another organisation'),
  },
  share: {
    scene: { shared: true },
    open: openCalls,
    notConcerned: { 'key revoked': NO_KEY_OF_ITS_OWN, 'scene deleted': NO_SCENE },
  },
  'signed-address': { open: openAddress, notConcerned: { 'attributes withdrawn': NO_ATTRIBUTE } },
  video: {
    scene: { productModelCode: 'SP-DH2' },
    open: openVideo,
    notConcerned: { 'scene deleted': NO_SCENE, 'attributes withdrawn': NO_ATTRIBUTE },
  },
  'mqtt-session': {
    scene: { deviceKey: true },
    open: openDeviceSession,
    notConcerned: notForPeople(DEVICE_ITSELF),
  },
  'gateway-child': {
    open: openChild,
    notConcerned: {
      ...notForPeople(DEVICE_ITSELF),
      'key revoked': 'the token of its gateway is the row mqtt-session',
    },
  },
  'temporary-device-token': {
    open: openTemporaryToken,
    notConcerned: {
      ...notForShares(OF_ORGANISATION),
      'scene deleted': NO_SCENE,
    },
  },
};

/** What differs for one end of one kind. */
export function sceneOptions(kind: GrantKind, end: End): SceneOptions {
  const { scene = {} } = ROWS[kind];
  // The owner keeps the image of a device that is claimed: only users who saw it through a share lose it.
  if (kind === 'signed-address' && end === 'claim') return { ...scene, shared: true };
  if (kind === 'signed-address' && end === 'scene deleted') return { ...scene, embedded: true };
  return scene;
}
