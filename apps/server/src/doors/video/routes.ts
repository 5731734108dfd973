import { Hono } from 'hono';
import * as v from 'valibot';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { DeviceRepository, DeviceRow } from '../../features/devices/repository.ts';
import type { SignedAddresses } from '../../features/files/file-addresses.ts';
import type { ShareRepository } from '../../features/sharing/repository.ts';
import type { ServerDeps } from '../../composition/deps.ts';
import { expandVideoAddress, ownVideoPath } from '@farm3d/api';
import type { Viewing } from './viewing.ts';
import type { AppEnv } from '../../platform/http/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { readBody, readQuery } from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';

/** 'data.quality default 2' (specification, section 7; readings 15). */
const QUALITY = 2;
/** How long an address that was given out opens its stream. */
const ADDRESS_SECONDS = 60;
/** `/video/<device>.flv`. */
const VIDEO_PATH = /^\/video\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.flv$/;

const idText = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(128, 'field.tooLong'));
export const streamSchema = v.object({
  code: idText,
  protocol: v.optional(v.picklist(['flv']), 'flv'),
  streamingId: v.optional(v.pipe(v.string(), v.maxLength(128, 'field.tooLong')), ''),
});
export const playSchema = v.object({
  v: v.optional(v.string()),
  e: v.optional(v.string()),
  s: v.optional(v.string()),
});

export interface VideoParts {
  readonly devices: DeviceRepository;
  readonly shares: ShareRepository;
  readonly addresses: SignedAddresses;
  readonly viewing: Viewing;
}

/**
 * `/device/video`: where a camera's stream can be had. The camera's own address goes before what it sends here, and
 * that before the template of the video service that the operator named.
 */
export function videoRoutes(
  { config, media }: ServerDeps,
  { devices, shares, addresses }: Pick<VideoParts, 'devices' | 'shares' | 'addresses'>,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  /** By what a video service calls it, or by its own id; of the caller's organisation, or shared with the caller. */
  const find = async (
    { organisationId, userId }: Principal,
    code: string,
    streamingId: string,
  ): Promise<DeviceRow | undefined> => {
    const own =
      (await devices.byThirdId(organisationId, code, streamingId)) ??
      (await devices.get(organisationId, code));
    if (own) return own;
    const received = await shares.received(userId);
    const shared = await devices.granted(received.map(({ id }) => id));
    return shared.find(
      (device) =>
        device.id === code.toLowerCase() ||
        (device.third_id === code && (streamingId === '' || device.third_config_id === streamingId)),
    );
  };

  app.post('/stream', async (c) => {
    const { code, protocol, streamingId } = await readBody(c, streamSchema);
    const principal = c.get('principal');
    const camera = await find(principal, code, streamingId);
    if (!camera) throw notFound();
    const path = ownVideoPath(camera.id);
    const outside =
      camera.map_video_url !== null && camera.map_video_url !== path
        ? camera.map_video_url
        : media?.isLive(camera.id) || camera.third_id === null
          ? undefined
          : config.videoUrl;
    if (outside !== undefined) {
      const name = {
        code: camera.third_id ?? code,
        streamingId: camera.third_config_id ?? streamingId,
        protocol,
      };
      return ok(c, { url: expandVideoAddress(outside, name), quality: QUALITY });
    }
    if (!media) throw new HttpProblem(404, 'video.none', { error: 'no_stream' });
    if (!media.isLive(camera.id)) throw new HttpProblem(404, 'video.dark', { error: 'no_stream' });
    // For whom it is stands in it: it opens nothing once they may not watch any more.
    const url = addresses.sign(`${path}?v=${principal.sessionId}`, ADDRESS_SECONDS);
    return ok(c, { url, quality: QUALITY });
  });
  return app;
}

/** `/video/<device>.flv`: the live picture, for who has a signed address and may still watch. */
export function videoStreamRoutes({
  addresses,
  viewing,
}: Pick<VideoParts, 'addresses' | 'viewing'>): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/:name', async (c) => {
    const { v: viewer, e, s } = readQuery(c, playSchema);
    const { path } = c.req;
    const deviceId = VIDEO_PATH.exec(path)?.[1];
    if (deviceId === undefined) throw notFound();
    if (viewer === undefined || !addresses.verify(`${path}?v=${viewer}`, e, s)) {
      throw new HttpProblem(401, 'video.address', { error: 'address_expired' });
    }
    const stream = await viewing.open(deviceId, viewer);
    if (stream === 'hidden') throw notFound();
    if (stream === 'dark') throw new HttpProblem(404, 'video.dark', { error: 'no_stream' });
    if (stream === 'full') throw new HttpProblem(503, 'server.unavailable', { retryAfter: 5 });
    return new Response(stream, {
      headers: { 'Content-Type': 'video/x-flv', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
    });
  });
  return app;
}
