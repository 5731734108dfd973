import * as v from 'valibot';
import type { Http, RequestOptions } from '../client/http.ts';
import { parseWire } from '../wire/codes.ts';

export interface VideoStream {
  url: string;
  /** As the video service counts it; 2 unless it says otherwise. */
  quality: number;
}

export interface VideoResource {
  /** Where a camera's stream can be had. @throws {ApiError} 404 for no such camera, or none that has a stream. */
  stream(camera: { code: string; streamingId?: string }, options?: RequestOptions): Promise<VideoStream>;
}

export const streamSchema = v.looseObject({
  url: v.pipe(v.string(), v.nonEmpty()),
  quality: v.optional(v.number(), 2),
});

export function createVideoResource(http: Http): VideoResource {
  return {
    stream: (camera, { signal } = {}) =>
      http.call('video.stream', { body: { ...camera, protocol: 'flv' }, signal }, (data) => {
        const { url, quality } = parseWire(streamSchema, data);
        return { url, quality };
      }),
  };
}
