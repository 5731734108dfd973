import type { Readable } from 'node:stream';
import type { Principals } from '../../platform/auth/principals.ts';
import type { AccessChange } from '../../platform/auth/grants/access-change.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { TargetResolver } from '../../features/sharing/stream-targets.ts';
import type { MediaServer } from './media-server.ts';

/** Streams that are watched at once. */
const MAX_VIEWERS = 500;
/** A viewer this many bytes behind is disconnected; the player reconnects at the live position. */
const MAX_BEHIND_BYTES = 4 * 1024 * 1024;

export interface VideoViewersOptions {
  /** Null where there is no media process. */
  readonly media: Pick<MediaServer, 'open'> | null;
  readonly principals: Pick<Principals, 'ofSession'>;
  readonly targets: Pick<TargetResolver, 'resolve'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Opens streams of cameras for viewers, and ends them when their rights end. */
export class VideoViewers {
  readonly #options: VideoViewersOptions;
  readonly #viewers = new Set<Viewer>();

  constructor(parts: VideoViewersOptions) {
    this.#options = parts;
  }

  /** Checks the viewers that a change concerns and ends those without a right. */
  async end(change: AccessChange): Promise<void> {
    const concerned = [...this.#viewers].filter((viewer) => viewer.isConcernedBy(change));
    await Promise.all(concerned.map((viewer) => this.#recheckViewer(viewer)));
  }

  /**
   * The live stream of a device for the session: 'forbidden' without the right, 'offline' when the camera does not
   * publish, 'busy' when too many viewers watch.
   */
  async open(
    deviceId: string,
    sessionId: string,
  ): Promise<ReadableStream<Uint8Array> | 'forbidden' | 'offline' | 'busy'> {
    if (this.#viewers.size >= MAX_VIEWERS) return 'busy';
    // Registered before the checks: a right that ends in between ends the stream.
    const viewer = new Viewer(deviceId, sessionId, () => this.#viewers.delete(viewer));
    this.#viewers.add(viewer);
    try {
      if (!(await this.#allowed(viewer))) return viewer.endWith('forbidden');
      const source = await this.#options.media?.open(deviceId);
      if (!source) return viewer.endWith('offline');
      return viewer.pipe(source);
    } catch (error) {
      viewer.end();
      throw error;
    }
  }

  async #recheckViewer(viewer: Viewer): Promise<void> {
    try {
      if (!(await this.#allowed(viewer))) viewer.end();
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a stream ended: its rights could not be looked up');
      viewer.end();
    }
  }

  /** Whether a viewer may watch now; schedules the next check for the end of the right. */
  async #allowed(viewer: Viewer): Promise<boolean> {
    const session = await this.#options.principals.ofSession(viewer.sessionId);
    if (!session) return false;
    viewer.userId = session.principal.userId;
    const target = await this.#options.targets.resolve(session.principal, { devices: [viewer.deviceId] });
    if (!target) return false;
    const until = Math.min(target.until ?? Infinity, session.expiresAt ?? Infinity);
    if (until < Infinity) {
      const { clock } = this.#options;
      const recheck = (): void => void this.#recheckViewer(viewer);
      viewer.onRecheck(clock.after(until - clock.now() + 1, recheck));
    }
    return true;
  }
}

/** One open stream; its queue is dropped at its end. */
class Viewer {
  readonly deviceId: string;
  readonly sessionId: string;
  /** Unknown until the first check. */
  userId: string | undefined;
  readonly #onEnd: () => void;
  #cancelRecheck: () => void = () => undefined;
  #source: Readable | undefined;
  #queue: Buffer[] = [];
  #behind = 0;
  #ended = false;
  #wake: (() => void) | undefined;

  constructor(deviceId: string, sessionId: string, onEnd: () => void) {
    this.deviceId = deviceId;
    this.sessionId = sessionId;
    this.#onEnd = onEnd;
  }

  isConcernedBy(change: AccessChange): boolean {
    switch (change.of) {
      case 'device':
        return change.id === this.deviceId;
      case 'share':
        return change.deviceId === this.deviceId;
      case 'person':
        return this.userId === undefined || this.userId === change.id;
      case 'session':
      case 'key':
        return change.id === this.sessionId;
      case 'scene':
        return false;
      default:
        return true;
    }
  }

  /** Sets how the next check is cancelled. */
  onRecheck(cancel: () => void): void {
    this.#cancelRecheck();
    this.#cancelRecheck = cancel;
    if (this.#ended) cancel();
  }

  /** Ends it and returns `why`. */
  endWith<Why>(why: Why): Why {
    this.end();
    return why;
  }

  pipe(source: Readable): ReadableStream<Uint8Array> {
    this.#source = source;
    // Ended while the stream was opened.
    if (this.#ended) source.destroy();
    source.on('data', (chunk: Buffer) => {
      this.#queue.push(chunk);
      this.#behind += chunk.length;
      if (this.#behind > MAX_BEHIND_BYTES) this.end();
      this.#wake?.();
    });
    source.once('error', () => this.end());
    source.once('close', () => this.end());
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          while (this.#queue.length === 0 && !this.#ended) {
            await new Promise<void>((wake) => (this.#wake = wake));
          }
          const chunk = this.#queue.shift();
          if (!chunk) return controller.close();
          this.#behind -= chunk.length;
          controller.enqueue(chunk);
        },
        cancel: () => this.end(),
      },
      { highWaterMark: 0 },
    );
  }

  /** Idempotent. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#cancelRecheck();
    this.#queue = [];
    this.#source?.destroy();
    this.#onEnd();
    this.#wake?.();
  }
}
