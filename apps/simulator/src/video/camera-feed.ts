import { setTimeout as pause } from 'node:timers/promises';
import { isSetup, type FlvTag } from './flv.ts';
import { RtmpPublisher } from './rtmp-publisher.ts';

/** Pause between attempts, milliseconds: doubled up to the longest. */
const RETRY_MS = 1_000;
const RETRY_LONGEST_MS = 30_000;
const CONNECT_MS = 10_000;
/** A stream restarts after this time: its timestamps have 32 bits. */
const RENEW_MS = 12 * 60 * 60 * 1000;

export interface CameraFeedOptions {
  /** `rtmp://host:port/app` */
  readonly url: string;
  /** The stream's key: the device's token. */
  readonly key: string;
  readonly clip: readonly FlvTag[];
  readonly log: (line: string) => void;
}

/**
 * Publishes a clip in a loop as a camera's live stream.
 * @returns the function that stops it
 */
export function startCameraFeed(options: CameraFeedOptions): () => Promise<void> {
  const lifetime = new AbortController();
  const work = run(options, lifetime.signal);
  return async () => {
    lifetime.abort();
    await work;
  };
}

async function run(options: CameraFeedOptions, signal: AbortSignal): Promise<void> {
  let wait = RETRY_MS;
  while (!signal.aborted) {
    try {
      const connecting = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]);
      const publisher = await RtmpPublisher.open(options.url, options.key, connecting);
      const began = Date.now();
      try {
        await sendClip(publisher, options.clip, signal);
      } finally {
        publisher.close();
      }
      if (Date.now() - began > RETRY_LONGEST_MS) wait = RETRY_MS;
    } catch (error) {
      if (signal.aborted) return;
      options.log(
        `a camera cannot send its picture: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    await pause(wait, undefined, { signal }).catch(() => undefined);
    wait = Math.min(wait * 2, RETRY_LONGEST_MS);
  }
}

/** Until the connection ends, or RENEW_MS have passed. */
async function sendClip(
  publisher: RtmpPublisher,
  clip: readonly FlvTag[],
  signal: AbortSignal,
): Promise<void> {
  for (const tag of clip.filter(isSetup)) publisher.send(tag, 0);
  const frames = clip.filter((tag) => !isSetup(tag));
  const last = frames.at(-1);
  const beforeLast = frames.at(-2);
  if (!last || !beforeLast) throw new Error('the clip has no pictures');
  // The last frame is as long as the one before it.
  const length = 2 * last.at - beforeLast.at;
  const began = performance.now();
  for (let loop = 0; loop * length < RENEW_MS; loop += 1) {
    for (const tag of frames) {
      const at = loop * length + tag.at;
      const wait = began + at - performance.now();
      if (wait > 0) await pause(wait, undefined, { signal });
      if (publisher.closed) return;
      publisher.send(tag, Math.round(at));
    }
  }
}
