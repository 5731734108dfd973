import { expandVideoAddress, ownVideoPath, video } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { DeviceRepository, DeviceRow } from '../../features/devices/repository.ts';
import type { SignedAddresses } from '../../features/files/file-addresses.ts';
import type { ShareRepository } from '../../features/sharing/repository.ts';
import type { ServerConfig } from '../../platform/config/settings.ts';
import type { VideoViewers } from './video-viewers.ts';
import type { Reach } from '../../platform/auth/reach.ts';
import type { MediaServer } from './media-server.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';

/** 'data.quality default 2' (specification, section 7; readings 15). */
const QUALITY = 2;
/** Validity of a signed address, seconds. */
const ADDRESS_SECONDS = 60;
/** `/video/<device>.flv`. */
const VIDEO_PATH = /^\/video\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.flv$/;

interface StreamDependencies {
  readonly devices: Pick<DeviceRepository, 'byThirdId' | 'get' | 'byIds'>;
  readonly shares: Pick<ShareRepository, 'received'>;
  readonly addresses: Pick<SignedAddresses, 'sign'>;
  readonly reach: Pick<Reach, 'levelOn'>;
  /** Null where there is no media process. */
  readonly media: Pick<MediaServer, 'isLive'> | null;
  readonly config: Pick<ServerConfig, 'videoUrl'>;
}

/**
 * `/device/video`: the address of a camera's stream. In this order: the address of the camera's own record, the
 * stream that it publishes here, the template of the external video service.
 */
export function videoRoutes({
  devices,
  shares,
  addresses,
  reach,
  media,
  config,
}: StreamDependencies): ServedCall[] {
  /**
   * Finds a camera by its id at a video service or by its own id; of the caller's organisation, or shared with the
   * caller.
   */
  const find = async (
    principal: Principal,
    code: string,
    streamingId: string,
  ): Promise<DeviceRow | undefined> => {
    const { organisationId } = principal;
    const own =
      (await devices.byThirdId(organisationId, code, streamingId)) ??
      (await devices.get(organisationId, code));
    if (principal.byRules) return own && (await reach.levelOn(principal, 'device', own.id)) ? own : undefined;
    if (own) return own;
    const received = await shares.received(principal);
    const shared = await devices.byIds(received.map(({ id }) => id));
    return shared.find(
      (device) =>
        device.id === code.toLowerCase() ||
        (device.third_id === code && (streamingId === '' || device.third_config_id === streamingId)),
    );
  };

  return [
    serve(video.stream, async ({ principal, body: { code, protocol, streamingId } }) => {
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
        return { url: expandVideoAddress(outside, name), quality: QUALITY };
      }
      if (!media) throw new HttpProblem(404, 'video.none', { error: 'no_stream' });
      if (!media.isLive(camera.id)) throw new HttpProblem(404, 'video.dark', { error: 'no_stream' });
      // The address contains its viewer: it opens nothing once they may not watch any more.
      const url = addresses.sign(`${path}?v=${principal.sessionId}`, ADDRESS_SECONDS);
      return { url, quality: QUALITY };
    }),
  ];
}

/** `/video/<device>.flv`: the live stream, for a viewer with a signed address and the right to watch. */
export function videoStreamRoutes({
  addresses,
  viewers,
}: {
  addresses: Pick<SignedAddresses, 'verify'>;
  viewers: Pick<VideoViewers, 'open'>;
}): ServedCall[] {
  return [
    serve(video.play, async ({ c, query: { v: viewer, e, s } }) => {
      const { path } = c.req;
      const deviceId = VIDEO_PATH.exec(path)?.[1];
      if (deviceId === undefined) throw notFound();
      if (viewer === undefined || !addresses.verify(`${path}?v=${viewer}`, e, s)) {
        throw new HttpProblem(401, 'video.address', { error: 'address_expired' });
      }
      const stream = await viewers.open(deviceId, viewer);
      if (stream === 'forbidden') throw notFound();
      if (stream === 'offline') throw new HttpProblem(404, 'video.dark', { error: 'no_stream' });
      if (stream === 'busy') throw new HttpProblem(503, 'server.unavailable', { retryAfter: 5 });
      return new Response(stream, {
        headers: { 'Content-Type': 'video/x-flv', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
      });
    }),
  ];
}
