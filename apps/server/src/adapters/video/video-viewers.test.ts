import { PassThrough, type Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { AccessChange } from '../../platform/auth/grants/access-change.ts';
import { type Clock, SYSTEM_CLOCK } from '../../platform/clock.ts';
import { createLogger } from '../../platform/logger.ts';
import { VideoViewers, type VideoViewersOptions } from './video-viewers.ts';
import type { ResolvedTarget } from '../../features/sharing/stream-targets.ts';

const DEVICE = '7f8d5c9e-5f3f-4f59-9a44-1d86a1a7b0c1';
const PRINCIPAL = { userId: 'u', organisationId: 'o', roles: ['viewer'], sessionId: 's' };

const TARGET: ResolvedTarget = {
  devices: [],
  scene: null,
  everything: false,
  until: null,
  restricted: new Map(),
  foreign: [],
};

/** A platform where everybody may watch until `allowed` is made false. Times in ms. */
function platform(
  open: (deviceId: string) => Promise<Readable | null>,
  { clock = SYSTEM_CLOCK, media = { open } }: Partial<Pick<VideoViewersOptions, 'clock' | 'media'>> = {},
) {
  const log = createLogger('silent');
  const rights = {
    allowed: true,
    known: true,
    fails: false,
    until: null as number | null,
    expiresAt: null as number | null,
  };
  const asked: unknown[] = [];
  const parts: VideoViewersOptions = {
    media,
    principals: {
      ofSession: (sessionId) => {
        asked.push(sessionId);
        if (rights.fails) return Promise.reject(new Error('the database is away'));
        return Promise.resolve(rights.known ? { principal: PRINCIPAL, expiresAt: rights.expiresAt } : null);
      },
    },
    targets: {
      resolve: (_principal, wanted) => {
        asked.push(wanted);
        return Promise.resolve(rights.allowed ? { ...TARGET, until: rights.until } : null);
      },
    },
    clock,
    log,
  };
  const viewers = new VideoViewers(parts);
  return {
    viewers,
    rights,
    asked,
    revoke: () => {
      rights.allowed = false;
      void viewers.end({ of: 'device', id: DEVICE });
    },
  };
}

/** A clock that stands until it is moved. */
function manualClock() {
  const alarms = new Map<number, { at: number; run: () => void }>();
  let [now, next] = [1_000_000, 0];
  const clock: Clock = {
    now: () => now,
    after(waitMs, run) {
      const id = (next += 1);
      alarms.set(id, { at: now + waitMs, run });
      return () => void alarms.delete(id);
    },
  };
  return {
    clock,
    alarms,
    advanceTo: async (at: number): Promise<void> => {
      now = at;
      for (const [id, alarm] of alarms)
        if (alarm.at <= at) {
          alarms.delete(id);
          alarm.run();
        }
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

async function read(stream: Awaited<ReturnType<VideoViewers['open']>>): Promise<number> {
  if (typeof stream === 'string') throw new Error(stream);
  let bytes = 0;
  for await (const chunk of stream) bytes += chunk.length;
  return bytes;
}

test('who does not keep up is let go, and what they did not fetch is dropped', async () => {
  const camera = new PassThrough();
  const { viewers } = platform(() => Promise.resolve(camera));
  const stream = await viewers.open(DEVICE, 's');
  for (let i = 0; i < 6; i += 1) camera.write(Buffer.alloc(1024 * 1024));
  await expect.poll(() => camera.destroyed, { timeout: 30_000 }).toBe(true);
  expect(await read(stream)).toBe(0);
});

test('who leaves frees the camera', async () => {
  const camera = new PassThrough();
  const { viewers } = platform(() => Promise.resolve(camera));
  const stream = await viewers.open(DEVICE, 's');
  if (typeof stream === 'string') throw new Error(stream);
  await stream.cancel();
  expect(camera.destroyed).toBe(true);
});

test('a right that ends while the stream is being opened ends it, too', async () => {
  const camera = new PassThrough();
  const opening = Promise.withResolvers<Readable>();
  const { viewers, revoke } = platform(() => opening.promise);
  const stream = viewers.open(DEVICE, 's');
  // After the first check of the rights, before the camera answers.
  await new Promise((resolve) => setImmediate(resolve));
  revoke();
  await new Promise((resolve) => setImmediate(resolve));
  opening.resolve(camera);
  camera.write('picture');
  expect(await read(await stream)).toBe(0);
  expect(camera.destroyed).toBe(true);
});

test('so many may watch and no more; a place that is left is free again', async () => {
  const { viewers } = platform(() => Promise.resolve(new PassThrough()));
  const streams = await Promise.all(Array.from({ length: 500 }, () => viewers.open(DEVICE, 's')));
  expect(streams.filter((stream) => typeof stream === 'string')).toEqual([]);
  expect(await viewers.open(DEVICE, 's')).toBe('busy');
  const [first] = streams;
  if (first === undefined || typeof first === 'string') throw new Error('no stream');
  await first.cancel();
  expect(typeof (await viewers.open(DEVICE, 's'))).toBe('object');
});

test('a camera that cannot be opened leaves no viewer behind', async () => {
  const { viewers } = platform(() => Promise.reject(new Error('the media process is away')));
  for (let i = 0; i < 501; i += 1) await expect(viewers.open(DEVICE, 's')).rejects.toThrow('away');
  const dark = platform(() => Promise.resolve(null));
  expect(await dark.viewers.open(DEVICE, 's')).toBe('offline');
});

test('the picture comes in its order, as it is sent, and ends with the camera', async () => {
  const camera = new PassThrough();
  const { viewers, asked } = platform(() => Promise.resolve(camera));
  const stream = await viewers.open(DEVICE, 's');
  if (typeof stream === 'string') throw new Error(stream);
  expect(asked).toEqual(['s', { devices: [DEVICE] }]);
  const reader = stream.getReader();
  camera.write('one');
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('one');
  // The viewer waits before the next picture is there.
  const waiting = reader.read();
  camera.write('two');
  expect(Buffer.from((await waiting).value ?? []).toString()).toBe('two');
  const last = reader.read();
  camera.destroy();
  expect((await last).done).toBe(true);
});

test('what is fetched in time may be more than a viewer may be behind', async () => {
  const camera = new PassThrough();
  const { viewers } = platform(() => Promise.resolve(camera));
  const stream = await viewers.open(DEVICE, 's');
  if (typeof stream === 'string') throw new Error(stream);
  const reader = stream.getReader();
  for (let i = 0; i < 6; i += 1) {
    camera.write(Buffer.alloc(1024 * 1024));
    expect((await reader.read()).value?.length).toBe(1024 * 1024);
  }
  // Four megabytes behind is not too late yet.
  camera.write(Buffer.alloc(4 * 1024 * 1024));
  await new Promise((resolve) => setImmediate(resolve));
  expect(camera.destroyed).toBe(false);
  camera.write(Buffer.alloc(1));
  await expect.poll(() => camera.destroyed, { timeout: 30_000 }).toBe(true);
});

test('a camera that breaks ends the stream without an error of the server', async () => {
  const camera = new PassThrough();
  const { viewers } = platform(() => Promise.resolve(camera));
  const stream = await viewers.open(DEVICE, 's');
  camera.destroy(new Error('broken'));
  expect(await read(stream)).toBe(0);
});

test('without a right, a login or a media process there is no stream, and no camera is asked', async () => {
  let opened = 0;
  const open = () => {
    opened += 1;
    return Promise.resolve(new PassThrough());
  };
  const { viewers, rights } = platform(open);
  rights.allowed = false;
  expect(await viewers.open(DEVICE, 's')).toBe('forbidden');
  Object.assign(rights, { allowed: true, known: false });
  expect(await viewers.open(DEVICE, 's')).toBe('forbidden');
  expect(opened).toBe(0);
  expect(await platform(open, { media: null }).viewers.open(DEVICE, 's')).toBe('offline');
});

test.each<[string, AccessChange, boolean]>([
  ['its device', { of: 'device', id: DEVICE }, true],
  ['another device', { of: 'device', id: 'other' }, false],
  ['a share of it', { of: 'share', deviceId: DEVICE, userId: 'x', organisationId: null }, true],
  ['a share of another', { of: 'share', deviceId: 'other', userId: 'u', organisationId: null }, false],
  ['the person', { of: 'person', id: 'u' }, true],
  ['another person', { of: 'person', id: 'x' }, false],
  ['the login', { of: 'session', id: 's' }, true],
  ['another login', { of: 'session', id: 'x' }, false],
  ['the key', { of: 'key', id: 's' }, true],
  ['another key', { of: 'key', id: 'x' }, false],
  ['a scene', { of: 'scene', id: DEVICE }, false],
  ['an organisation', { of: 'organisation', id: 'o' }, true],
  ['everything', { of: 'everything' }, true],
])('a change of %s ends a stream whose right is gone: %j', async (_what, change, ends) => {
  const camera = new PassThrough();
  const { viewers, rights } = platform(() => Promise.resolve(camera));
  await viewers.open(DEVICE, 's');
  rights.allowed = false;
  await viewers.end(change);
  expect(camera.destroyed).toBe(ends);
});

test('a stream whose right remains goes on; one whose right cannot be looked up ends', async () => {
  const camera = new PassThrough();
  const { viewers, rights } = platform(() => Promise.resolve(camera));
  await viewers.open(DEVICE, 's');
  await viewers.end({ of: 'everything' });
  expect(camera.destroyed).toBe(false);
  rights.fails = true;
  await viewers.end({ of: 'everything' });
  expect(camera.destroyed).toBe(true);
});

test('while it is not known yet whose stream it is, it is looked up for any person', async () => {
  const login = Promise.withResolvers<null>();
  let lookups = 0;
  const viewers = new VideoViewers({
    media: null,
    principals: {
      ofSession: () => {
        lookups += 1;
        return login.promise;
      },
    },
    targets: { resolve: () => Promise.resolve(TARGET) },
    clock: SYSTEM_CLOCK,
    log: createLogger('silent'),
  });
  const stream = viewers.open(DEVICE, 's');
  const ended = viewers.end({ of: 'person', id: 'x' });
  expect(lookups).toBe(2);
  login.resolve(null);
  await ended;
  expect(await stream).toBe('forbidden');
});

test('a right with an end is looked up again right after it, by the earlier of both ends', async () => {
  for (const [until, expiresAt] of [
    [1_005_000, null],
    [1_005_000, 1_009_000],
    [null, 1_005_000],
  ] as const) {
    const { clock, alarms, advanceTo } = manualClock();
    const camera = new PassThrough();
    const { viewers, rights, asked } = platform(() => Promise.resolve(camera), { clock });
    Object.assign(rights, { until, expiresAt });
    await viewers.open(DEVICE, 's');
    const before = asked.length;
    await advanceTo(1_005_000);
    expect(asked).toHaveLength(before);
    // A millisecond later it is over; it was prolonged meanwhile.
    Object.assign(rights, { until: 1_020_000, expiresAt: null });
    await advanceTo(1_005_001);
    expect(asked.length).toBeGreaterThan(before);
    expect(camera.destroyed).toBe(false);
    rights.allowed = false;
    await advanceTo(1_020_001);
    expect(camera.destroyed).toBe(true);
    expect(alarms.size).toBe(0);
  }
});

test('a right without an end is not looked up by time', async () => {
  const { clock, alarms } = manualClock();
  const { viewers } = platform(() => Promise.resolve(new PassThrough()), { clock });
  await viewers.open(DEVICE, 's');
  expect(alarms.size).toBe(0);
});

test('of several checks one waits, and none when the viewer is gone', async () => {
  const { clock, alarms } = manualClock();
  const { viewers, rights } = platform(() => Promise.resolve(new PassThrough()), { clock });
  rights.until = 1_005_000;
  const stream = await viewers.open(DEVICE, 's');
  if (typeof stream === 'string') throw new Error(stream);
  await viewers.end({ of: 'everything' });
  expect(alarms.size).toBe(1);
  // It leaves while its rights are being looked up again.
  const checked = viewers.end({ of: 'everything' });
  await stream.cancel();
  await checked;
  expect(alarms.size).toBe(0);
});
