import * as v from 'valibot';
import { call } from './call.ts';

const stream = v.object({
  url: v.pipe(v.string(), v.nonEmpty()),
  /** Quality index of the video service; default 2. */
  quality: v.optional(v.number(), 2),
});

export type VideoStream = v.InferOutput<typeof stream>;

export const video = {
  /**
   * Address of a camera's stream.
   * @throws {ApiError} 404 for an unknown camera, or one without a stream
   */
  stream: call({
    method: 'POST',
    path: '/device/video/stream',
    reach: 'own',
    right: 'read',
    origin: 'own',
    summary: { zh: '摄像头的视频流地址', en: "The address of a camera's stream" },
    body: v.object({
      /** Id of the camera at a video service, or its own id. */
      code: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(128, 'field.tooLong')),
      protocol: v.optional(v.picklist(['flv']), 'flv'),
      streamingId: v.optional(v.pipe(v.string(), v.maxLength(128, 'field.tooLong')), ''),
    }),
    answer: stream,
  }),
  play: call({
    method: 'GET',
    path: '/video/{name}',
    auth: 'signature',
    form: 'binary',
    origin: 'own',
    summary: { zh: '实时视频流（FLV）', en: 'The live picture of a camera (FLV)' },
    query: v.object({ v: v.optional(v.string()), e: v.optional(v.string()), s: v.optional(v.string()) }),
  }),
};
