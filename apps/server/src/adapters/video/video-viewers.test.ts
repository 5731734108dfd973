import { PassThrough, type Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { SYSTEM_CLOCK } from '../../platform/clock.ts';
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

/** A platform where everybody may watch until `allowed` is made false. */
function platform(open: (deviceId: string) => Promise<Readable | null>) {
  const log = createLogger('silent');
  const rights = { allowed: true };
  const parts: VideoViewersOptions = {
    media: { open },
    principals: { ofSession: () => Promise.resolve({ principal: PRINCIPAL, expiresAt: null }) },
    targets: {
      resolve: () => Promise.resolve(rights.allowed ? TARGET : null),
    },
    clock: SYSTEM_CLOCK,
    log,
  };
  const viewers = new VideoViewers(parts);
  return {
    viewers,
    revoke: () => {
      rights.allowed = false;
      void viewers.end({ of: 'device', id: DEVICE });
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
