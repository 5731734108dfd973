import { DEFAULT_RPC_TIMEOUT_MS, MAX_RPC_TIMEOUT_MS } from '@farm3d/api';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../../platform/logger.ts';
import type { DeviceSession, DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import type { CommandLog } from './command-log.ts';
import { DeviceRpc, RpcError } from './device-rpc.ts';
import { InterlockError, type Interlocks } from './interlocks.ts';
import type { WaitingCommand } from './waiting-commands.ts';

const valve = { id: 'valve', key: 1 };
const other = { id: 'other', key: 2 };
const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const MOVE = { method: 'open' };

/** A command of a linkage that waits for its device: nobody's right to it can end. */
const waitingFor = (id: string, values: Partial<WaitingCommand> = {}): WaitingCommand => ({
  id,
  takenAt: '2026-11-30 08:00:00+00',
  method: 'open',
  params: { minutes: 5 },
  source: 'linkage',
  userId: null,
  ownerId: 'farm',
  isSameOwner: true,
  isSwitchedOff: false,
  ownRoles: null,
  roles: null,
  permissions: null,
  isByKey: false,
  keyRoles: null,
  keyRights: null,
  ...values,
});

interface Sent {
  readonly deviceId: string;
  readonly number: number;
  readonly topic: string;
  readonly payload: unknown;
}

/** Commands, their log and their devices: all written down in the order in which it happened. */
function commands({ others }: { others?: boolean } = {}) {
  const sent: Sent[] = [];
  const entered: unknown[] = [];
  /** What became of the commands, as their log has it. */
  const outcomes: unknown[] = [];
  const settled: unknown[] = [];
  const queue: WaitingCommand[] = [];
  let entries = 0;
  /** A connection that subscribed, or one that may only publish. */
  const session = (
    deviceId: string,
    values: Partial<ReturnType<DeviceSession['send']>> = {},
  ): DeviceSession => ({
    send: (topic, payload) => {
      const answer = { accepted: true, delivered: Promise.resolve(true), ...values };
      if (answer.accepted) {
        sent.push({ deviceId, topic, number: Number(topic.split('/').at(-1)), payload: JSON.parse(payload) });
      }
      return answer;
    },
    close: () => {},
  });
  const sessionsOf = vi.fn((id: string) => [session(id)]);
  const log = {
    closeLeft: vi.fn(async (_others: boolean) => {}),
    enter: async (device: { key: number }, request: object, expiresInMs: number | null) => {
      entered.push([device.key, request, expiresInMs]);
      return `entry ${(entries += 1)}`;
    },
    takeWaiting: vi.fn(async (_device: object, _now: Date) => queue.shift()),
    requeue: vi.fn(async ({ id }: { id: string }) => void outcomes.push([id, 'queued'])),
    fail: async (id: string, error: string) => void outcomes.push([id, 'failed', error]),
    expire: vi.fn(async () => {}),
    record: vi.fn(async (id: string, state: string, result: object): Promise<unknown> =>
      outcomes.push([id, state, result]),
    ),
  };
  const interlocks = {
    check: vi.fn(async (..._of: unknown[]) => {}),
    admit: vi.fn(async (..._of: unknown[]): Promise<unknown> => null),
    settled: async (...of: unknown[]) => void settled.push(of),
    due: vi.fn(async () => [] as unknown[]),
  };
  const logger = createLogger('silent');
  const rpc = new DeviceRpc({
    commands: log as unknown as CommandLog,
    sessions: { sessionsOf } as unknown as DeviceSessions,
    interlocks: interlocks as unknown as Interlocks,
    reach: { levelOn: async () => null },
    clock: { now: () => 1_000 },
    log: logger,
    ...(others === undefined ? {} : { others }),
  });
  const answer = (at: number, value: unknown, device = valve) =>
    rpc.answeredBy(device, sent[at]?.number ?? -1, json(value));
  return {
    rpc,
    sent,
    entered,
    outcomes,
    settled,
    queue,
    log,
    interlocks,
    sessionsOf,
    session,
    answer,
    logger,
  };
}

const caught = (promise: Promise<unknown>) => promise.then(() => null).catch((error: unknown) => error);
/** Until everything that needs no time has happened. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a command is entered, sent, acknowledged and answered, in this order', async () => {
  const { rpc, sent, entered, outcomes, answer } = commands();
  const request = { method: 'switchValve', params: { open: true }, userId: 'u', reason: 'dry' };
  const answered = rpc.send(valve, request);
  await settle();
  expect(entered).toEqual([[1, request, null]]);
  const [{ number, topic, payload }] = sent as [Sent];
  expect(topic).toBe(`v1/devices/me/rpc/request/${number}`);
  expect(payload).toEqual({ method: 'switchValve', params: { open: true } });
  answer(0, { open: true });
  await expect(answered).resolves.toEqual({ open: true });
  expect(outcomes).toEqual([
    ['entry 1', 'sent', {}],
    ['entry 1', 'delivered', {}],
    ['entry 1', 'successful', { answer: { open: true } }],
  ]);
  void rpc.send(valve, { method: 'read' });
  await settle();
  expect(sent[1]).toMatchObject({ number: number + 1, payload: { method: 'read', params: {} } });
});

test('only the device of a command responds to it', async () => {
  const { rpc, sent, answer } = commands();
  const answered = rpc.send(valve, { method: 'switchValve', params: { open: true } });
  await settle();
  expect(answer(0, { open: false }, other)).toBeNull();
  expect(rpc.answeredBy(valve, (sent[0]?.number ?? 0) + 1, json({ open: false }))).toBeNull();
  expect(answer(0, { open: true })).toBeNull();
  await expect(answered).resolves.toEqual({ open: true });
});

test('a response that is no JSON is reported and awaited on', async () => {
  const { rpc, sent, answer } = commands();
  const answered = rpc.send(valve, { method: 'read' });
  await settle();
  expect(rpc.answeredBy(valve, sent[0]!.number, new TextEncoder().encode('{'))).not.toBeNull();
  answer(0, 7);
  await expect(answered).resolves.toBe(7);
});

test('the owner of a device changes: what it answers is dropped, that of others is not', async () => {
  const { rpc, answer } = commands();
  const refused = caught(rpc.send(valve, { method: 'read' }));
  const kept = rpc.send(other, { method: 'read' });
  await settle();
  rpc.end({ of: 'user', id: 'valve' } as never);
  rpc.end({ of: 'device', id: 'valve' });
  expect(await refused).toMatchObject({ name: 'RpcError', code: 'timeout' });
  answer(1, 1, other);
  await expect(kept).resolves.toBe(1);
});

test.each([
  ['as many milliseconds as were asked for', 30_000, 30_000],
  ['ten seconds, unless it was said', undefined, DEFAULT_RPC_TIMEOUT_MS],
  ['a minute at most', 600_000, MAX_RPC_TIMEOUT_MS],
  ['a millisecond at least', -5, 1],
])('a response is awaited for %s', async (_, timeoutMs, expected) => {
  const { rpc, outcomes, answer } = commands();
  const request = { method: 'read', ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  const inTime = rpc.send(valve, request);
  await vi.advanceTimersByTimeAsync(expected - 1);
  answer(0, 7);
  await expect(inTime).resolves.toBe(7);
  outcomes.length = 0;
  const late = caught(rpc.send(valve, request));
  await vi.advanceTimersByTimeAsync(expected);
  const error = await late;
  expect(error).toBeInstanceOf(RpcError);
  expect(error).toMatchObject({ code: 'timeout', message: expect.stringContaining('in time') });
  expect(outcomes.at(-1)).toEqual(['entry 2', 'timeout', { error: 'timeout' }]);
  // A late response changes nothing.
  expect(answer(1, 8)).toBeNull();
});

test('the newest connection that subscribed has the command; one that only publishes is passed over', async () => {
  const { rpc, sent, sessionsOf, session } = commands();
  const publisher = { accepted: false, delivered: Promise.resolve(false) };
  sessionsOf.mockReturnValue([session('old'), session('new'), session('publisher', publisher)]);
  void rpc.send(valve, { method: 'read' });
  await settle();
  expect(sent.map(({ deviceId }) => deviceId)).toEqual(['new']);
});

test('a device without a connection that subscribed is offline', async () => {
  const { rpc, outcomes, sessionsOf } = commands();
  sessionsOf.mockReturnValue([]);
  const error = await caught(rpc.send(valve, { method: 'read' }));
  expect(error).toMatchObject({
    name: 'RpcError',
    code: 'offline',
    message: expect.stringContaining('session'),
  });
  expect(outcomes).toEqual([['entry 1', 'failed', { error: 'offline' }]]);
  expect(vi.getTimerCount()).toBe(0);
});

test('without acknowledgement a command is sent, not delivered', async () => {
  const { rpc, outcomes, sessionsOf, session, answer } = commands();
  sessionsOf.mockReturnValue([session('valve', { delivered: Promise.resolve(false) })]);
  const answered = rpc.send(valve, { method: 'read' });
  await settle();
  expect(outcomes).toEqual([['entry 1', 'sent', {}]]);
  answer(0, 1);
  await expect(answered).resolves.toBe(1);
});

test('an acknowledgement after the response tells nothing new', async () => {
  const { rpc, outcomes, sessionsOf, session, answer } = commands();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  sessionsOf.mockReturnValue([session('valve', { delivered: promise })]);
  const answered = rpc.send(valve, { method: 'read' });
  await settle();
  answer(0, 1);
  await answered;
  resolve(true);
  await settle();
  expect(outcomes).toEqual([
    ['entry 1', 'sent', {}],
    ['entry 1', 'successful', { answer: 1 }],
  ]);
});

test('a command without response ends with the acknowledgement, never without', async () => {
  const { rpc, sessionsOf, session, outcomes } = commands();
  await expect(rpc.send(valve, { method: 'show', oneWay: true })).resolves.toBeNull();
  expect(outcomes.at(-1)).toEqual(['entry 1', 'successful', { answer: null }]);
  sessionsOf.mockReturnValue([session('valve', { delivered: Promise.resolve(false) })]);
  const lost = caught(rpc.send(valve, { method: 'show', oneWay: true, timeoutMs: 50 }));
  await vi.advanceTimersByTimeAsync(50);
  expect(await lost).toMatchObject({ code: 'timeout' });
});

test('the caller waits for the log only where that is asked for', async () => {
  const { rpc, log, answer } = commands();
  const { promise, resolve } = Promise.withResolvers<number>();
  log.record.mockImplementation(async (_id, state) => (state === 'successful' ? promise : 0));
  const free = rpc.send(valve, { method: 'read' });
  await settle();
  answer(0, 1);
  await expect(free).resolves.toBe(1);
  let isDone = false;
  const bound = rpc.send(valve, { method: 'read', entered: true }).then(() => (isDone = true));
  await settle();
  answer(1, 2);
  await settle();
  expect(isDone).toBe(false);
  resolve(0);
  await bound;
});

test('an interlock that refuses a command keeps it from the device, and the log says why', async () => {
  const { rpc, sent, outcomes, settled, interlocks } = commands();
  interlocks.admit.mockRejectedValueOnce(new InterlockError('exclusion', 'pump'));
  expect(await caught(rpc.send(valve, { method: 'open' }))).toBeInstanceOf(InterlockError);
  expect(interlocks.admit).toHaveBeenLastCalledWith(1, 'open', {});
  expect(outcomes).toEqual([['entry 1', 'failed', 'exclusion: pump']]);
  interlocks.admit.mockRejectedValueOnce(new Error('no database'));
  await expect(rpc.send(valve, { method: 'open', params: { a: 1 } })).rejects.toThrow('no database');
  expect(interlocks.admit).toHaveBeenLastCalledWith(1, 'open', { a: 1 });
  expect([sent, settled, outcomes.length]).toEqual([[], [], 1]);
});

test('the interlocks learn whether a move was made, was not sent, or nobody knows', async () => {
  const { rpc, settled, interlocks, sessionsOf, answer } = commands();
  interlocks.admit.mockResolvedValue(MOVE);
  const done = rpc.send(valve, { method: 'open' });
  await settle();
  answer(0, true);
  await done;
  const late = caught(rpc.send(valve, { method: 'open', timeoutMs: 10 }));
  await vi.advanceTimersByTimeAsync(10);
  expect(await late).toMatchObject({ code: 'timeout' });
  sessionsOf.mockReturnValueOnce([]);
  expect(await caught(rpc.send(valve, { method: 'open' }))).toMatchObject({ code: 'offline' });
  sessionsOf.mockImplementationOnce(() => {
    throw new TypeError('a fault of ours');
  });
  expect(await caught(rpc.send(valve, { method: 'open' }))).toBeInstanceOf(TypeError);
  expect(settled).toEqual([
    [1, MOVE, 'done'],
    [1, MOVE, 'unknown'],
    [1, MOVE, 'not-sent'],
    [1, MOVE, 'unknown'],
  ]);
});

test('a command is queued once its product model is known to declare it, and sent at once to a device online', async () => {
  const { rpc, sent, entered, interlocks, queue } = commands();
  queue.push(waitingFor('first'));
  const request = { method: 'open', expiresInMs: 60_000 };
  await expect(rpc.queue(valve, request)).resolves.toBe('entry 1');
  expect(interlocks.check).toHaveBeenCalledWith(1, 'open', {});
  expect(entered).toEqual([[1, request, 60_000]]);
  await settle();
  expect(sent).toMatchObject([{ deviceId: 'valve', payload: { method: 'open', params: { minutes: 5 } } }]);
  interlocks.check.mockRejectedValueOnce(new InterlockError('undeclared', 'fly'));
  const refused = rpc.queue(valve, { method: 'fly', params: { up: 1 }, expiresInMs: 1 });
  await expect(refused).rejects.toBeInstanceOf(InterlockError);
  expect(interlocks.check).toHaveBeenLastCalledWith(1, 'fly', { up: 1 });
  expect(entered).toHaveLength(1);
});

test('waiting commands are sent one after the other, each after the response to the one before', async () => {
  const { rpc, sent, outcomes, queue, log, answer } = commands();
  queue.push(waitingFor('a'), waitingFor('b'));
  rpc.flush(valve);
  rpc.flush(valve);
  await settle();
  expect(sent).toHaveLength(1);
  expect(log.takeWaiting).toHaveBeenLastCalledWith(valve, new Date(1_000));
  answer(0, 1);
  await settle();
  expect(sent).toHaveLength(2);
  answer(1, 2);
  await settle();
  expect(outcomes.filter((outcome) => (outcome as string[])[1] === 'successful')).toEqual([
    ['a', 'successful', { answer: 1 }],
    ['b', 'successful', { answer: 2 }],
  ]);
  // Nothing is taken twice at a time: the second flush began after the first found nothing more.
  expect(log.takeWaiting).toHaveBeenCalledTimes(4);
});

test('for a device that is offline nothing is taken', async () => {
  const { rpc, log, sessionsOf } = commands();
  sessionsOf.mockReturnValue([]);
  rpc.flush(valve);
  await settle();
  expect(log.takeWaiting).not.toHaveBeenCalled();
});

test.each([
  [
    'the right of its user has ended',
    { source: 'user' as const, userId: 'u' },
    'the right to this command has ended',
  ],
  ['automations are switched off', { isSwitchedOff: true }, 'automations are switched off'],
])('a waiting command is not sent when %s, the next one is', async (_, values, why) => {
  const { rpc, sent, outcomes, queue } = commands();
  queue.push(waitingFor('stale', values), waitingFor('next'));
  rpc.flush(valve);
  await settle();
  expect(outcomes[0]).toEqual(['stale', 'failed', why]);
  expect(sent).toHaveLength(1);
  expect(outcomes[1]).toEqual(['next', 'sent', {}]);
});

test('an interlock or a device that does not answer does not stop the commands behind it', async () => {
  const { rpc, sent, queue, interlocks } = commands();
  queue.push(waitingFor('excluded'), waitingFor('silent'), waitingFor('next'));
  interlocks.admit.mockRejectedValueOnce(new InterlockError('exclusion', 'pump'));
  rpc.flush(valve);
  await vi.advanceTimersByTimeAsync(DEFAULT_RPC_TIMEOUT_MS);
  expect(sent).toHaveLength(2);
});

test('a command that no connection takes waits on', async () => {
  const { rpc, outcomes, queue, log, sessionsOf, session } = commands();
  sessionsOf.mockReturnValue([session('valve', { accepted: false })]);
  queue.push(waitingFor('a'), waitingFor('b'));
  rpc.flush(valve);
  await settle();
  expect(outcomes).toEqual([
    ['a', 'failed', { error: 'offline' }],
    ['a', 'queued'],
  ]);
  expect(log.takeWaiting).toHaveBeenCalledTimes(1);
});

test('rights that change while a command is on its way to the device are checked again before it is sent', async () => {
  const { rpc, sent, outcomes, queue, interlocks, log } = commands();
  queue.push(waitingFor('a'));
  interlocks.admit.mockImplementationOnce(async () => {
    rpc.end({ of: 'user', id: 'u' } as never);
    queue.push(waitingFor('a'));
    return null;
  });
  rpc.flush(valve);
  await settle();
  expect(outcomes.slice(0, 3)).toEqual([
    ['a', 'failed', { error: 'offline' }],
    ['a', 'queued'],
    ['a', 'sent', {}],
  ]);
  expect([sent.length, log.takeWaiting.mock.calls.length]).toEqual([1, 2]);
});

test('what fails while waiting commands are sent is written down, and the next attempt is made', async () => {
  const { rpc, sent, queue, log, interlocks, logger } = commands();
  const error = vi.spyOn(logger, 'error');
  log.takeWaiting.mockRejectedValueOnce(new Error('no database'));
  rpc.flush(valve);
  await settle();
  expect(error).toHaveBeenCalledWith(
    { err: expect.objectContaining({ message: 'no database' }) },
    expect.stringContaining('waiting commands'),
  );
  interlocks.admit.mockRejectedValueOnce(new Error('no database'));
  queue.push(waitingFor('a'));
  rpc.flush(valve);
  await settle();
  expect(error).toHaveBeenCalledTimes(2);
  queue.push(waitingFor('b'));
  rpc.flush(valve);
  await settle();
  expect(sent).toHaveLength(1);
});

test('a command that was taken and could not be checked waits on, as soon as the database answers', async () => {
  const { rpc, sent, outcomes, queue, log, interlocks } = commands();
  await rpc.start();
  queue.push(waitingFor('a'));
  interlocks.admit.mockRejectedValueOnce(new Error('its device was claimed'));
  rpc.flush(valve);
  await settle();
  expect([sent, outcomes]).toEqual([[], [['a', 'queued']]]);
  queue.push(waitingFor('b'));
  interlocks.admit.mockRejectedValueOnce(new Error('no database'));
  log.requeue.mockRejectedValueOnce(new Error('no database'));
  rpc.flush(valve);
  await settle();
  expect(outcomes).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(outcomes).toEqual([
    ['a', 'queued'],
    ['b', 'queued'],
  ]);
  rpc.stop();
});

test('activity of a device sends what waits for it, once a second at most', async () => {
  const { rpc, log } = commands();
  vi.setSystemTime(100_000);
  rpc.flushWaiting(valve);
  rpc.flushWaiting(other);
  vi.setSystemTime(100_999);
  rpc.flushWaiting(valve);
  await settle();
  expect(log.takeWaiting.mock.calls.map(([device]) => device)).toEqual([valve, other]);
  vi.setSystemTime(101_000);
  rpc.flushWaiting(valve);
  await settle();
  expect(log.takeWaiting).toHaveBeenCalledTimes(3);
});

test.each([
  [{}, false],
  [{ others: true }, true],
])(
  'at the start open entries are closed, with %j those of other servers not at once',
  async (options, others) => {
    const { rpc, log } = commands(options);
    await rpc.start();
    expect(log.closeLeft).toHaveBeenCalledExactlyOnceWith(others);
    rpc.stop();
    expect(vi.getTimerCount()).toBe(0);
  },
);

test('each second what waited too long is closed, and a device whose time is over is switched off', async () => {
  const { rpc, log, entered, interlocks, logger, sessionsOf } = commands();
  const warn = vi.spyOn(logger, 'warn');
  sessionsOf.mockReturnValue([]);
  await rpc.start();
  await vi.advanceTimersByTimeAsync(999);
  expect(log.expire).not.toHaveBeenCalled();
  interlocks.due.mockResolvedValueOnce([{ ...valve, method: 'close', params: { open: false } }]);
  await vi.advanceTimersByTimeAsync(1);
  expect(log.expire).toHaveBeenCalledTimes(1);
  const off = { method: 'close', params: { open: false }, interlock: true, expiresInMs: 24 * 3_600_000 };
  expect(entered).toEqual([[1, off, off.expiresInMs]]);
  interlocks.due.mockRejectedValueOnce(new Error('no database'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { err: expect.objectContaining({ message: 'no database' }) },
    expect.stringContaining('time is over'),
  );
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log.expire).toHaveBeenCalledTimes(3);
  rpc.stop();
});
