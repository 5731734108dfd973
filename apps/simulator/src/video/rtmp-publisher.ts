import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { encodeAmf, type AmfValue } from './amf.ts';
import type { FlvTag } from './flv.ts';

const DEFAULT_PORT = 1935;
const HANDSHAKE_BYTES = 1536;
/** Larger than any message that is sent, so that each is one chunk. */
const CHUNK_BYTES = 4 * 1024 * 1024;
const TYPE_CHUNK_SIZE = 1;
const TYPE_COMMAND = 20;
/** The stream id that `createStream` returns on a fresh connection. */
const STREAM_ID = 1;
/** From this value on a timestamp follows the header. */
const LONG_TIMESTAMP = 0xffffff;
/** Above this backlog the connection is closed, bytes. */
const MAX_BEHIND_BYTES = 4 * 1024 * 1024;

/** Publishes one stream to an RTMP server, as a camera does. */
export class RtmpPublisher {
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /**
   * Connects to `rtmp://host:port/app` and publishes under `key`.
   * @throws Error when no RTMP server responds before `signal` aborts
   */
  static async open(url: string, key: string, signal: AbortSignal): Promise<RtmpPublisher> {
    const { hostname, port, pathname } = new URL(url);
    // Without the signal: it would close the connection later, too.
    const socket = connect({ host: hostname, port: Number(port || DEFAULT_PORT) });
    // The sender checks `closed`.
    socket.on('error', () => undefined);
    const publisher = new RtmpPublisher(socket);
    try {
      await once(socket, 'connect', { signal });
      await publisher.#shakeHands(signal);
      await publisher.#begin(pathname.slice(1), url, key, signal);
    } catch (error) {
      socket.destroy();
      throw error;
    }
    // Further responses are ignored; the end of the connection is not.
    socket.resume();
    return publisher;
  }

  get closed(): boolean {
    return this.#socket.destroyed;
  }

  /** Resolves when the connection has ended on either side. */
  async ended(): Promise<void> {
    if (!this.#socket.closed) await once(this.#socket, 'close');
  }

  /** `at`: milliseconds from the start of this connection. */
  send({ type, data }: Pick<FlvTag, 'type' | 'data'>, at: number): void {
    if (this.#socket.writableLength > MAX_BEHIND_BYTES) this.#socket.destroy();
    else this.#write(type, STREAM_ID, data, at);
  }

  close(): void {
    this.#socket.destroy();
  }

  async #shakeHands(signal: AbortSignal): Promise<void> {
    this.#socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(8), randomBytes(HANDSHAKE_BYTES - 8)]));
    const answer = await this.#readUntil((bytes) => bytes.length >= 1 + 2 * HANDSHAKE_BYTES, signal);
    this.#socket.write(answer.subarray(1, 1 + HANDSHAKE_BYTES));
  }

  async #begin(app: string, tcUrl: string, key: string, signal: AbortSignal): Promise<void> {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(CHUNK_BYTES);
    this.#write(TYPE_CHUNK_SIZE, 0, size, 0);
    await this.#call(
      0,
      ['connect', 1, { app, type: 'nonprivate', tcUrl }],
      'NetConnection.Connect.Success',
      signal,
    );
    await this.#call(0, ['createStream', 2, null], '_result', signal);
    await this.#call(STREAM_ID, ['publish', 3, null, key, 'live'], 'NetStream.Publish.Start', signal);
  }

  /** Sends a command and waits for the expected response; the rest of it is ignored. */
  async #call(
    stream: number,
    command: readonly AmfValue[],
    agreed: string,
    signal: AbortSignal,
  ): Promise<void> {
    const answer = this.#readUntil((bytes) => bytes.includes(agreed), signal);
    this.#write(TYPE_COMMAND, stream, Buffer.concat(command.map(encodeAmf)), 0);
    await answer;
  }

  async #readUntil(enough: (bytes: Buffer) => boolean, signal: AbortSignal): Promise<Buffer> {
    let bytes = Buffer.alloc(0);
    const closed = new AbortController();
    const end = (): void => closed.abort(new Error('the RTMP server closed the connection'));
    this.#socket.once('close', end);
    try {
      while (!enough(bytes)) {
        const [chunk] = (await once(this.#socket, 'data', {
          signal: AbortSignal.any([signal, closed.signal]),
        })) as [Buffer];
        bytes = Buffer.concat([bytes, chunk]);
      }
      return bytes;
    } finally {
      this.#socket.off('close', end);
    }
  }

  /** Writes one message in one chunk with a full header: channel, time, length, type, stream. */
  #write(type: number, stream: number, data: Buffer, at: number): void {
    const long = at >= LONG_TIMESTAMP;
    const header = Buffer.alloc(long ? 16 : 12);
    // Channel 2 is for protocol control, 3 for commands; video and audio have their own.
    header[0] = type === TYPE_CHUNK_SIZE ? 2 : type === TYPE_COMMAND ? 3 : type;
    header.writeUIntBE(Math.min(at, LONG_TIMESTAMP), 1, 3);
    header.writeUIntBE(data.length, 4, 3);
    header[7] = type;
    header.writeUInt32LE(stream, 8);
    if (long) header.writeUInt32BE(at, 12);
    this.#socket.write(Buffer.concat([header, data]));
  }
}
