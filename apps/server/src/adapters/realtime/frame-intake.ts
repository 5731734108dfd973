import type { WebSocket } from 'ws';

/** Above this many bytes of frames that wait to be handled the socket is not read. */
const MAX_WAITING_BYTES = 256 * 1024;
/** Least weight of a frame: the smallest takes memory, too. */
const MIN_FRAME_BYTES = 256;

/** Pauses a socket while frames of it wait to be handled: they stay at the sender. */
export class FrameIntake {
  readonly #socket: WebSocket;
  #waiting = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Counts a frame; call the returned function once it is handled. */
  take(sizeBytes: number): () => void {
    const weight = Math.max(MIN_FRAME_BYTES, sizeBytes);
    this.#waiting += weight;
    if (this.#waiting > MAX_WAITING_BYTES) this.#socket.pause();
    return () => {
      this.#waiting -= weight;
      if (this.#waiting <= MAX_WAITING_BYTES && this.#socket.isPaused) this.#socket.resume();
    };
  }
}
