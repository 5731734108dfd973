import type { Readable } from 'node:stream';
import { can } from '../../platform/auth/policy.ts';
import type { Principals } from '../../platform/auth/principals.ts';
import type { ServerEvents } from '../../platform/events.ts';
import type { Logger } from '../../platform/logger.ts';
import type { TargetResolver } from '../../features/sharing/stream-targets.ts';
import type { MediaServer } from './media-server.ts';

/** Streams that are watched at once. */
const MAX_VIEWERS = 500;
/** A viewer who is so far behind is let go, bytes: the player comes back at the live picture. */
const MAX_BEHIND_BYTES = 4 * 1024 * 1024;
/** setTimeout's longest; a share that runs longer is looked at again then. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface VideoViewersOptions {
  /** Null where cameras cannot send here. */
  readonly media: Pick<MediaServer, 'open'> | null;
  readonly principals: Pick<Principals, 'ofSession'>;
  readonly targets: Pick<TargetResolver, 'resolve'>;
  readonly events: ServerEvents;
  readonly log: Logger;
}

/** Lets those watch a camera who may, for as long as they may. */
export class VideoViewers {
  readonly #options: VideoViewersOptions;
  readonly #viewers = new Set<Viewer>();

  constructor(parts: VideoViewersOptions) {
    this.#options = parts;
    const { events } = parts;
    events.on('access-changed', ({ deviceId }) =>
      this.#recheckWhere((viewer) => viewer.deviceId === deviceId),
    );
    events.on('device-changed', ({ deviceId }) =>
      this.#recheckWhere((viewer) => viewer.deviceId === deviceId),
    );
    events.on('session-ended', ({ sessionId }) =>
      this.#recheckWhere((viewer) => viewer.sessionId === sessionId),
    );
  }

  /**
   * The live picture of a device for who logged in as `sessionId`: 'forbidden' when they may not see it, 'offline' when there
   * is none, 'busy' when too many watch already.
   */
  async open(
    deviceId: string,
    sessionId: string,
  ): Promise<ReadableStream<Uint8Array> | 'forbidden' | 'offline' | 'busy'> {
    if (this.#viewers.size >= MAX_VIEWERS) return 'busy';
    // Counted, and told of what changes, from here on: nothing that ends in between is missed.
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

  #recheckWhere(which: (viewer: Viewer) => boolean): void {
    for (const viewer of this.#viewers) if (which(viewer)) void this.#recheckViewer(viewer);
  }

  async #recheckViewer(viewer: Viewer): Promise<void> {
    try {
      if (!(await this.#allowed(viewer))) viewer.end();
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a stream ended: its rights could not be looked up');
      viewer.end();
    }
  }

  /** Whether a viewer may watch now; looks again by itself when that ends. */
  async #allowed(viewer: Viewer): Promise<boolean> {
    const session = await this.#options.principals.ofSession(viewer.sessionId);
    if (!session || !can(session.principal.roles, 'read')) return false;
    const target = await this.#options.targets.resolve(session.principal, { devices: [viewer.deviceId] });
    if (!target) return false;
    const until = Math.min(target.until ?? Infinity, session.expiresAt ?? Infinity);
    if (until < Infinity) {
      // One millisecond later the database agrees that it has ended.
      const wait = Math.min(Math.max(0, until - Date.now()) + 1, LONGEST_TIMER_MS);
      viewer.scheduleRecheck(wait, () => void this.#recheckViewer(viewer));
    }
    return true;
  }
}

/** One open stream: what was not fetched yet is dropped with its end. */
class Viewer {
  readonly deviceId: string;
  readonly sessionId: string;
  readonly #onEnd: () => void;
  #timer: NodeJS.Timeout | undefined;
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

  scheduleRecheck(waitMs: number, look: () => void): void {
    clearTimeout(this.#timer);
    if (!this.#ended) this.#timer = setTimeout(look, waitMs);
  }

  /** Ends it and answers `why`. */
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
    clearTimeout(this.#timer);
    this.#queue = [];
    this.#source?.destroy();
    this.#onEnd();
    this.#wake?.();
  }
}
