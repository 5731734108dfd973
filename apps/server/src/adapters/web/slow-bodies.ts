import type { IncomingMessage } from 'node:http';

/** A body may be as slow as it is for this time, milliseconds. */
const GRACE_MS = 10_000;
/** After it a body brings as many bytes a second, on average since its beginning. A slow mobile network has ten times as many. */
const LEAST_RATE = 500;
const CHECK_MS = 1_000;

interface Followed {
  /** Bytes of the connection before the body. */
  readonly bytesBefore: number;
  /** How long the client was waited for, milliseconds. */
  waitedMs: number;
}

/**
 * Ends connections whose request bodies come so slowly that they only occupy the server. Time in which the server has
 * not read what has arrived does not count.
 */
export class SlowBodies {
  readonly #followed = new Map<IncomingMessage, Followed>();
  #timer: NodeJS.Timeout | undefined;

  /** Follows the body of a request until it is complete. */
  follow(request: IncomingMessage): void {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && Number(length ?? 0) === 0) return;
    this.#followed.set(request, { bytesBefore: request.socket.bytesRead, waitedMs: 0 });
    request.once('close', () => this.#followed.delete(request));
    this.#timer ??= setInterval(() => this.#check(), CHECK_MS).unref();
  }

  /** Follows none any more: the server has closed. */
  stop(): void {
    this.#followed.clear();
    clearInterval(this.#timer);
  }

  #check(): void {
    for (const [request, followed] of this.#followed) {
      if (request.complete || request.destroyed) {
        this.#followed.delete(request);
        continue;
      }
      if (request.readableLength > 0) continue;
      followed.waitedMs += CHECK_MS;
      const bytes = request.socket.bytesRead - followed.bytesBefore;
      if (followed.waitedMs > GRACE_MS + (bytes / LEAST_RATE) * 1_000) request.socket.destroy();
    }
    if (this.#followed.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
