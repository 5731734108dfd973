import { Hono } from 'hono';
import * as v from 'valibot';
import type { DeviceRepository } from '../../domain/devices/device-repository.ts';
import type { ServerDeps } from '../../deps.ts';
import type { AppEnv } from '../context.ts';
import { ok } from '../envelope.ts';
import { readBody } from '../input.ts';
import { HttpProblem, notFound } from '../problem.ts';

/** 'data.quality default 2' (specification, section 7; readings 15). */
const QUALITY = 2;

const idText = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(128, 'field.tooLong'));
export const streamSchema = v.object({
  code: idText,
  protocol: v.optional(v.picklist(['flv']), 'flv'),
  streamingId: v.optional(v.pipe(v.string(), v.maxLength(128, 'field.tooLong')), ''),
});

/**
 * `/device/video`: where a camera's stream can be had. The camera's own address goes before the template of the video
 * service that the operator named.
 */
export function videoRoutes({ config }: ServerDeps, devices: DeviceRepository): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.post('/stream', async (c) => {
    const { code, protocol, streamingId } = await readBody(c, streamSchema);
    const camera = await devices.byThirdId(c.get('principal').organisationId, code, streamingId);
    if (!camera) throw notFound();
    const url =
      camera.map_video_url ??
      config.videoUrl
        ?.replaceAll('{code}', encodeURIComponent(code))
        .replaceAll('{streamingId}', encodeURIComponent(camera.third_config_id ?? streamingId))
        .replaceAll('{protocol}', protocol);
    if (url === undefined) throw new HttpProblem(404, 'video.none', { error: 'no_stream' });
    return ok(c, { url, quality: QUALITY });
  });
  return app;
}
