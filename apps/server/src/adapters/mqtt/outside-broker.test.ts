import { afterEach, expect, test, vi } from 'vitest';
import { StartupError } from '../../platform/startup-error.ts';
import { BatcherStoppedError } from '../../platform/telemetry/batcher.ts';
import {
  CHILD,
  DEADLINE,
  DEVICE,
  endAll,
  GATEWAY,
  listen,
  serverAt,
  start,
  turns,
} from './outside-broker.fixtures.ts';

const ID = DEVICE.id;
const TELEMETRY = `v1/${ID}/telemetry`;
const ATTRIBUTES = 'v1/devices/me/attributes';

afterEach(() => {
  vi.useRealTimers();
  return endAll();
});

test('responses to commands come to every server, all other messages to one of them', async () => {
  const { filters } = await start();
  expect(filters).toEqual([
    '$share/farm3d/v1/+/telemetry',
    '$share/farm3d/v1/+/attributes',
    '$share/farm3d/v1/+/attributes/request/+',
    'v1/+/rpc/response/+',
    '$share/farm3d/v1/+/gateway/telemetry',
    '$share/farm3d/v1/+/gateway/attributes',
    '$share/farm3d/v1/+/gateway/connect',
    '$share/farm3d/v1/+/gateway/disconnect',
    '$share/farm3d/v1/+/gateway/attributes/request',
    '$share/farm3d/v1/+/gateway/claim',
    'v1/+/gateway/rpc/response',
  ]);
});

test('it is ready while it is connected', async () => {
  const { broker } = serverAt((await listen()).url);
  expect(broker.ready).toBe(false);
  await broker.start();
  expect(broker.ready).toBe(true);
  await broker.stop();
  expect(broker.ready).toBe(false);
});

test.each([
  ['that nobody serves', 'mqtt://127.0.0.1:1', '127.0.0.1:1', 'connect ECONNREFUSED 127.0.0.1:1'],
  // No address of a server: a connection to it fails at once, and nothing is sent.
  ['without a port', 'mqtt://224.0.0.1', '224.0.0.1:1883', expect.stringMatching(/^connect E.+224\.0\.0\.1/)],
])('a broker at an address %s ends the start with a line for people', async (_which, url, place, reason) => {
  const { broker, sessions } = serverAt(url);
  const error: unknown = await broker.start().catch((failure: unknown) => failure);
  if (!(error instanceof StartupError)) throw error;
  const { cause } = error;
  if (!(cause instanceof Error)) throw error;
  expect(cause.message).toEqual(reason);
  expect(error.message).toBe(
    `the MQTT broker ${place} cannot be used (${cause.message}); start it, or correct MQTT_URL`,
  );
  expect(sessions.setExternalSessions).not.toHaveBeenCalled();
});

test('telemetry is acknowledged after it is stored, and the waiting commands of its device are sent', async () => {
  const { publish, acknowledged, ingest, rpc, sessions, log } = await start();
  const commit = Promise.withResolvers<{ problems: [] }>();
  ingest.telemetry.mockReturnValueOnce(commit.promise);
  publish([1, TELEMETRY, '{"a":1}'], [2, TELEMETRY, '{"a":2}']);
  await vi.waitFor(() => expect(acknowledged).toEqual([2]), DEADLINE);
  commit.resolve({ problems: [] });
  await vi.waitFor(() => expect(acknowledged).toEqual([2, 1]), DEADLINE);
  expect(ingest.telemetry.mock.calls).toEqual([
    [DEVICE, 'mqtt', Buffer.from('{"a":1}')],
    [DEVICE, 'mqtt', Buffer.from('{"a":2}')],
  ]);
  expect(sessions.recordActivity.mock.calls).toEqual([[DEVICE], [DEVICE]]);
  expect(rpc.flushWaiting.mock.calls).toEqual([[DEVICE], [DEVICE]]);
  expect(ingest.attributes).not.toHaveBeenCalled();
  expect(ingest.reject).not.toHaveBeenCalled();
  expect(ingest.room).not.toHaveBeenCalled();
  expect(log.debug).not.toHaveBeenCalled();
});

test('attributes are stored, and send no waiting commands', async () => {
  const { publish, acknowledged, published, ingest, rpc, sessions } = await start();
  publish([1, `v1/${ID}/attributes`, '{"model":"x"}']);
  await vi.waitFor(() => expect(acknowledged).toEqual([1]), DEADLINE);
  expect(ingest.attributes.mock.calls).toEqual([[DEVICE, 'mqtt', Buffer.from('{"model":"x"}')]]);
  expect(ingest.telemetry).not.toHaveBeenCalled();
  expect(sessions.recordActivity.mock.calls).toEqual([[DEVICE]]);
  expect(rpc.flushWaiting).not.toHaveBeenCalled();
  expect(published).toEqual([]);
});

const ALL = '{"client":{"a":1,"b":2},"shared":{"c":3}}';

test.each([
  ['{"clientKeys":"a"}', '{"client":{"a":1}}'],
  ['{"clientKeys":"b","sharedKeys":"c"}', '{"client":{"b":2},"shared":{"c":3}}'],
  ['{}', ALL],
  ['', ALL],
  ['no JSON', ALL],
  ['null', ALL],
  ['7', ALL],
  ['"clientKeys"', ALL],
])('the request %s for attributes is answered with %s', async (request, answer) => {
  const { publish, acknowledged, published, attributes, sessions, rpc, ingest } = await start();
  publish([1, `v1/${ID}/attributes/request/1234567890`, request]);
  await vi.waitFor(() => expect(acknowledged).toEqual([1]), DEADLINE);
  expect(published).toEqual([{ topic: `v1/${ID}/attributes/response/1234567890`, payload: answer }]);
  expect(attributes.read.mock.calls).toEqual([[DEVICE.key]]);
  expect(sessions.recordActivity.mock.calls).toEqual([[DEVICE]]);
  expect(rpc.flushWaiting).not.toHaveBeenCalled();
  expect(rpc.answeredBy).not.toHaveBeenCalled();
  expect(ingest.attributes).not.toHaveBeenCalled();
});

test('a response is passed to its command by number, and rejected when it cannot be read', async () => {
  const { publish, acknowledged, published, ingest, rpc, sessions, attributes } = await start();
  publish([1, `v1/${ID}/rpc/response/1234567890`, '{"ok":true}']);
  await vi.waitFor(() => expect(acknowledged).toEqual([1]), DEADLINE);
  expect(rpc.answeredBy.mock.calls).toEqual([[DEVICE, 1_234_567_890, Buffer.from('{"ok":true}')]]);
  expect(rpc.flushWaiting.mock.calls).toEqual([[DEVICE]]);
  expect(sessions.recordActivity.mock.calls).toEqual([[DEVICE]]);
  expect(ingest.reject).not.toHaveBeenCalled();
  const problem = { field: 'payload', reason: 'is not JSON in UTF-8' };
  rpc.answeredBy.mockReturnValueOnce(problem);
  publish([2, `v1/${ID}/rpc/response/7`, 'ok']);
  await vi.waitFor(() => expect(acknowledged).toEqual([1, 2]), DEADLINE);
  expect(rpc.answeredBy.mock.lastCall).toEqual([DEVICE, 7, Buffer.from('ok')]);
  expect(ingest.reject.mock.calls).toEqual([[DEVICE, 'mqtt', Buffer.from('ok'), problem]]);
  expect(attributes.read).not.toHaveBeenCalled();
  expect(published).toEqual([]);
});

test('a gateway reports for its devices on each of its topics', async () => {
  const { publish, acknowledged, published, ...server } = await start();
  const below = `v1/${GATEWAY.id}/gateway`;
  publish(
    [1, `${below}/telemetry`, '{"Valve":[{"a":1}]}'],
    [2, `${below}/attributes`, '{"Valve":{"a":2}}'],
    [3, `${below}/connect`, '{"device":"Valve","type":"valve"}'],
    [4, `${below}/disconnect`, '{"device":"Valve"}'],
    [5, `${below}/attributes/request`, '{"id":5,"device":"Valve","client":true,"key":"a"}'],
    [6, `${below}/claim`, '{"Valve":{"secretKey":"s"}}'],
    [7, `${below}/rpc/response`, '{"device":"Valve","id":7,"data":{"ok":true}}'],
  );
  await vi.waitFor(() => expect(new Set(acknowledged)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7])), DEADLINE);
  await vi.waitFor(() => expect(published).toHaveLength(1), DEADLINE);
  expect(published).toEqual([
    { topic: `${below}/attributes/response`, payload: '{"id":5,"device":"Valve","value":1}' },
  ]);
  const { ingest, gatewayDevices, sessions, claims, rpc, attributes } = server;
  expect(ingest.telemetry.mock.calls).toEqual([[CHILD, 'mqtt', Buffer.from('[{"a":1}]')]]);
  expect(ingest.attributes.mock.calls).toEqual([[CHILD, 'mqtt', Buffer.from('{"a":2}')]]);
  expect(ingest.reject).not.toHaveBeenCalled();
  expect(gatewayDevices.identify).toHaveBeenCalledWith(GATEWAY, 'Valve', 'valve');
  expect(attributes.read.mock.calls).toEqual([[CHILD.key]]);
  expect(claims.offer.mock.calls).toEqual([[CHILD.id, { secretKey: 's' }]]);
  expect(rpc.answeredBy.mock.calls).toEqual([[CHILD, 7, Buffer.from('{"ok":true}')]]);
  expect(sessions.recordActivity.mock.calls.filter(([device]) => device === GATEWAY)).toHaveLength(7);
  expect(sessions.recordActivity).toHaveBeenCalledWith(CHILD);
  // The waiting commands of the gateway itself are not those of its devices.
  expect(rpc.flushWaiting).not.toHaveBeenCalledWith(GATEWAY);
});

test('a device that is no gateway reports for no other', async () => {
  const { publish, acknowledged, ingest, gatewayDevices } = await start();
  publish([1, `v1/${ID}/gateway/telemetry`, '{"Valve":[{"a":1}]}']);
  await vi.waitFor(() => expect(acknowledged).toEqual([1]), DEADLINE);
  expect(ingest.reject.mock.calls).toEqual([
    [DEVICE, 'mqtt', Buffer.from('{"Valve":[{"a":1}]}'), { field: 'topic', reason: 'is for gateways only' }],
  ]);
  expect(ingest.telemetry).not.toHaveBeenCalled();
  expect(gatewayDevices.identify).not.toHaveBeenCalled();
});

test("what is on no device's topic is asked of nobody, and kept by nobody", async () => {
  const { publish, acknowledged, credentials, sessions, log } = await start();
  const topics = [
    `x/v1/${ID}/telemetry`,
    `v2/${ID}/telemetry`,
    `v1/${ID}/telemetry/x`,
    `v1/${ID}/telemetryx`,
    `v1/${ID}0/telemetry`,
    `v1/${ID.slice(0, -1)}/telemetry`,
    `v1/${'-'.repeat(36)}/telemetry`,
    `v1/${GATEWAY.id.toUpperCase()}/telemetry`,
    'v1/devices/me/telemetry',
    `v1/${ID}/attributes/request/12345678901`,
    `v1/${ID}/attributes/request/x`,
    `v1/${ID}/attributes/request/`,
    `v1/${ID}/rpc/response/12345678901`,
    `v1/${ID}/rpc/response/x`,
    `v1/${ID}/rpc/response/`,
    // What a server sends to a device.
    `v1/${ID}/rpc/request/1`,
    `v1/${ID}/attributes/response/1`,
    `v1/${GATEWAY.id}/gateway/rpc/request`,
    `v1/${GATEWAY.id}/gateway`,
    `v1/${GATEWAY.id}/gateway/telemetry/x`,
    `v1/${GATEWAY.id}/gateway/rpc/response/1`,
    'y'.repeat(300),
  ];
  publish(...topics.map((topic, at) => [at + 1, topic] as const));
  await vi.waitFor(() => expect(acknowledged).toEqual(topics.map((_topic, at) => at + 1)), DEADLINE);
  expect(credentials.byId).not.toHaveBeenCalled();
  expect(sessions.recordActivity).not.toHaveBeenCalled();
  expect(log.debug.mock.calls).toEqual(
    topics.map((topic) => [{ topic: topic.slice(0, 128) }, 'a message of no device of ours']),
  );
});

test('a message of a device that was deleted is acknowledged, and kept by nobody', async () => {
  const { publish, acknowledged, credentials, sessions, ingest, rpc, log } = await start();
  const topic = `v1/${CHILD.id}/telemetry`;
  publish([1, topic]);
  await vi.waitFor(() => expect(acknowledged).toEqual([1]), DEADLINE);
  expect(credentials.byId.mock.calls).toEqual([[CHILD.id]]);
  expect(ingest.telemetry).not.toHaveBeenCalled();
  expect(ingest.reject).not.toHaveBeenCalled();
  expect(sessions.recordActivity).not.toHaveBeenCalled();
  expect(rpc.flushWaiting).not.toHaveBeenCalled();
  expect(log.debug.mock.calls).toEqual([[{ topic }, 'a message of no device of ours']]);
});

test('a message whose device could not be looked up is tried again, and acknowledged when it is stored', async () => {
  const { publish, acknowledged, credentials, ingest, log } = await start();
  const failure = new Error('no connection');
  credentials.byId.mockRejectedValueOnce(failure);
  publish([1, TELEMETRY, '{"a":1}'], [2, TELEMETRY, '{"a":2}']);
  await vi.waitFor(() => expect(acknowledged).toEqual([2, 1]), DEADLINE);
  const stored = ingest.telemetry.mock.calls.map(([, , payload]) => Buffer.from(payload).toString());
  expect(stored).toEqual(['{"a":2}', '{"a":1}']);
  expect(log.warn.mock.calls).toEqual([[{ err: failure }, 'a message was not stored; trying again']]);
  expect(log.error).not.toHaveBeenCalled();
});

test('a message that fails again and again is logged once, and not acknowledged when the server stops', async () => {
  const { publish, acknowledged, broker, ingest, log } = await start();
  const failure = new Error('no connection');
  ingest.telemetry.mockRejectedValue(failure);
  publish([1, TELEMETRY]);
  await vi.waitFor(() => expect(ingest.telemetry.mock.calls.length).toBeGreaterThan(1), DEADLINE);
  expect(log.warn.mock.calls).toEqual([[{ err: failure }, 'a message was not stored; trying again']]);
  // The stop ends the pause between the attempts: the last one is made at once.
  const before = ingest.telemetry.mock.calls.length;
  await broker.stop();
  expect(ingest.telemetry).toHaveBeenCalledTimes(before + 1);
  expect(acknowledged).toEqual([]);
  expect(log.error).not.toHaveBeenCalled();
});

test('what was not committed when the batcher stopped is not acknowledged, and not tried again', async () => {
  const { publish, acknowledged, ingest, log } = await start();
  ingest.telemetry.mockRejectedValueOnce(new BatcherStoppedError('the server is stopping'));
  publish([1, TELEMETRY], [2, TELEMETRY]);
  await vi.waitFor(() => expect(acknowledged).toContain(2), DEADLINE);
  expect(acknowledged).toEqual([2]);
  expect(log.warn).not.toHaveBeenCalled();
  expect(log.error).not.toHaveBeenCalled();
});

test('what the database will never take does not come again and again', async () => {
  const { publish, acknowledged, ingest, log } = await start();
  const refused = Object.assign(new Error('invalid byte sequence'), { code: '22021' });
  ingest.telemetry.mockRejectedValueOnce(refused);
  publish([1, TELEMETRY]);
  await vi.waitFor(() => expect(acknowledged).toEqual([1]), DEADLINE);
  expect(ingest.telemetry).toHaveBeenCalledTimes(1);
  expect(log.error.mock.calls).toEqual([[{ err: refused, topic: TELEMETRY }, 'a message cannot be stored']]);
  expect(log.warn).not.toHaveBeenCalled();
});

test('while the queue is busy nothing is read, and room is asked for once at a time', async () => {
  const { publish, acknowledged, ingest } = await start();
  const room = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  ingest.room.mockReturnValueOnce(room[0].promise).mockReturnValueOnce(room[1].promise);
  ingest.busy = true;
  // One piece: both messages are read before the pause begins.
  publish([1, TELEMETRY], [2, TELEMETRY]);
  await vi.waitFor(() => expect(acknowledged).toEqual([1, 2]), DEADLINE);
  expect(ingest.room).toHaveBeenCalledTimes(1);
  publish([3, TELEMETRY]);
  await turns();
  expect(ingest.telemetry).toHaveBeenCalledTimes(2);
  room[0].resolve();
  await vi.waitFor(() => expect(acknowledged).toEqual([1, 2, 3]), DEADLINE);
  // It was still busy with the third.
  expect(ingest.room).toHaveBeenCalledTimes(2);
  ingest.busy = false;
  publish([4, TELEMETRY]);
  await turns();
  expect(ingest.telemetry).toHaveBeenCalledTimes(3);
  room[1].resolve();
  await vi.waitFor(() => expect(acknowledged).toEqual([1, 2, 3, 4]), DEADLINE);
  expect(ingest.room).toHaveBeenCalledTimes(2);
});

test('a server that stops accepting reads nothing more, and acknowledges what it has', async () => {
  const { publish, acknowledged, broker, ingest } = await start();
  const commit = Promise.withResolvers<{ problems: [] }>();
  ingest.telemetry.mockReturnValueOnce(commit.promise);
  publish([1, TELEMETRY]);
  await vi.waitFor(() => expect(ingest.telemetry).toHaveBeenCalledTimes(1), DEADLINE);
  broker.stopAccepting();
  publish([2, TELEMETRY]);
  await turns();
  commit.resolve({ problems: [] });
  await vi.waitFor(() => expect(acknowledged).toEqual([1]), DEADLINE);
  expect(ingest.telemetry).toHaveBeenCalledTimes(1);
});

test('a new connection is not read either, while the queue is busy', async () => {
  const { publish, acknowledged, filters, reset, ingest, broker } = await start();
  const room = Promise.withResolvers<void>();
  ingest.room.mockReturnValueOnce(room.promise);
  ingest.busy = true;
  publish([1, TELEMETRY]);
  await vi.waitFor(() => expect(acknowledged).toEqual([1]), DEADLINE);
  const subscribed = filters.length;
  reset();
  // It reads nothing, so it learns of the end when it writes.
  await vi.waitFor(() => expect(filters).toHaveLength(2 * subscribed), DEADLINE);
  await vi.waitFor(() => expect(broker.ready).toBe(true), DEADLINE);
  await turns();
  publish([2, TELEMETRY], [3, TELEMETRY]);
  await turns();
  expect(ingest.telemetry).toHaveBeenCalledTimes(1);
  ingest.busy = false;
  room.resolve();
  await vi.waitFor(() => expect(acknowledged).toEqual([1, 2, 3]), DEADLINE);
});

test('room in the queue does not make a server accept again that has stopped accepting', async () => {
  const { publish, acknowledged, broker, ingest } = await start();
  const room = Promise.withResolvers<void>();
  ingest.room.mockReturnValueOnce(room.promise);
  ingest.busy = true;
  publish([1, TELEMETRY]);
  await vi.waitFor(() => expect(acknowledged).toEqual([1]), DEADLINE);
  broker.stopAccepting();
  ingest.busy = false;
  room.resolve();
  publish([2, TELEMETRY]);
  await turns();
  expect(ingest.telemetry).toHaveBeenCalledTimes(1);
});

test('a server that stops ends the connection in order, whatever it has not read', async () => {
  const { publish, acknowledged, broker, ingest, closes } = await start();
  broker.stopAccepting();
  publish([1, TELEMETRY, JSON.stringify({ text: 'x'.repeat(500_000) })], [2, TELEMETRY]);
  await turns();
  // No timer ends it.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await broker.stop();
  vi.useRealTimers();
  await vi.waitFor(() => expect(closes).toEqual(['end']), DEADLINE);
  expect(ingest.telemetry).not.toHaveBeenCalled();
  expect(acknowledged).toEqual([]);
});

test('a session of any device sends below the topic of its device', async () => {
  const { sessionOf, published, gatewayDevices } = await start();
  const session = sessionOf(ID);
  const command = session.send('v1/devices/me/rpc/request/7', '{"method":"open"}');
  expect(command.accepted).toBe(true);
  expect(await command.delivered).toBe(true);
  expect(await session.send(ATTRIBUTES, '{"limit":5}').delivered).toBe(true);
  expect(published).toEqual([
    { topic: `v1/${ID}/rpc/request/7`, payload: '{"method":"open"}' },
    { topic: `v1/${ID}/attributes/updates`, payload: '{"limit":5}' },
  ]);
  expect(gatewayDevices.wayTo.mock.calls).toEqual([[ID], [ID]]);
});

test('a session of a device behind a gateway sends through that, what gateways know', async () => {
  const { sessionOf, published, gatewayDevices, log } = await start();
  gatewayDevices.wayTo.mockResolvedValue({ gatewayId: GATEWAY.id, name: 'Valve' });
  const session = sessionOf(CHILD.id);
  expect(await session.send('v1/devices/me/attributes/response/1', '{}').delivered).toBe(false);
  expect(await session.send('v1/devices/me/rpc/request/7', '{"method":"open"}').delivered).toBe(true);
  expect(await session.send(ATTRIBUTES, '{"limit":5}').delivered).toBe(true);
  const below = `v1/${GATEWAY.id}/gateway`;
  expect(published).toEqual([
    { topic: `${below}/rpc/request`, payload: '{"device":"Valve","data":{"id":7,"method":"open"}}' },
    { topic: `${below}/attributes/updates`, payload: '{"device":"Valve","data":{"limit":5}}' },
  ]);
  expect(gatewayDevices.wayTo).toHaveBeenCalledWith(CHILD.id);
  expect(log.warn).not.toHaveBeenCalled();
});

test('a message is not delivered when the way to its device cannot be looked up', async () => {
  const { sessionOf, published, gatewayDevices, log } = await start();
  const failure = new Error('no connection');
  gatewayDevices.wayTo.mockRejectedValueOnce(failure);
  const session = sessionOf(ID);
  expect(await session.send(ATTRIBUTES, '{"lost":1}').delivered).toBe(false);
  expect(log.warn.mock.calls).toEqual([[{ err: failure }, 'a message to a device was not sent']]);
  expect(await session.send(ATTRIBUTES, '{"sent":1}').delivered).toBe(true);
  expect(published).toEqual([{ topic: `v1/${ID}/attributes/updates`, payload: '{"sent":1}' }]);
});

test('a session lasts as long as the connection: closing it ends nothing', async () => {
  const { sessionOf, broker } = await start();
  const session = sessionOf(ID);
  session.close();
  const open = session.send(ATTRIBUTES, '{}');
  expect(open.accepted).toBe(true);
  expect(await open.delivered).toBe(true);
  await broker.stop();
  const ended = session.send(ATTRIBUTES, '{}');
  expect(ended.accepted).toBe(false);
  expect(await ended.delivered).toBe(false);
});

test('a change of shared attributes is sent in its order, each frame after the one before', async () => {
  const { events, published, confirm } = await start({ holds: true });
  events.emit('attributes-shared', { deviceId: ID, updated: { limit: 5 }, deleted: ['old'] });
  const topic = `v1/${ID}/attributes/updates`;
  await vi.waitFor(() => expect(published).toEqual([{ topic, payload: '{"limit":5}' }]), DEADLINE);
  await turns();
  expect(published).toHaveLength(1);
  confirm();
  await vi.waitFor(() => expect(published).toHaveLength(2), DEADLINE);
  expect(published[1]).toEqual({ topic, payload: '{"deleted":["old"]}' });
});
