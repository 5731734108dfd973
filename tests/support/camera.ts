import { readFileSync } from 'node:fs';
import { startCameraFeed } from '../../apps/simulator/src/video/camera-feed.ts';
import { parseFlv } from '../../apps/simulator/src/video/flv.ts';

/** The video of the demo cameras. */
export const CLIP = parseFlv(readFileSync(new URL('../../apps/simulator/clips/camera.flv', import.meta.url)));

/** The codec configuration of the clip, which every viewer must receive before the first frame. */
export const CLIP_SETUP = CLIP.find(({ type, data }) => type === 9 && data[1] === 0)?.data ?? Buffer.alloc(0);

/** Starts a camera that sends the clip. @returns the function that breaks its connection */
export function startCamera(rtmpPort: number, token: string): () => Promise<void> {
  const url = `rtmp://127.0.0.1:${rtmpPort}/live`;
  return startCameraFeed({ url, key: token, clip: CLIP, log: () => undefined });
}

/** An open stream with the bytes received so far. */
export class OpenStream {
  readonly status: number;
  readonly type: string | null;
  bytes = Buffer.alloc(0);
  ended = false;
  readonly #abort: AbortController;

  private constructor(answer: Response, abort: AbortController) {
    this.status = answer.status;
    this.type = answer.headers.get('content-type');
    this.#abort = abort;
    void this.#read(answer);
  }

  static async open(address: string): Promise<OpenStream> {
    const abort = new AbortController();
    return new OpenStream(await fetch(address, { signal: abort.signal }), abort);
  }

  leave(): void {
    this.#abort.abort();
  }

  async #read(answer: Response): Promise<void> {
    try {
      for await (const chunk of answer.body ?? []) this.bytes = Buffer.concat([this.bytes, chunk]);
    } catch {
      // A broken connection also ends it.
    }
    this.ended = true;
  }
}
