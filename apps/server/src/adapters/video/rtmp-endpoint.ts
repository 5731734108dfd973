import type { Socket } from 'node:net';
import context from 'node-media-server/src/core/context.js';
import RtmpSession from 'node-media-server/src/session/rtmp_session.js';
import { STREAM_APP } from './media-protocol.ts';

/** A connection that has not shown a good key after this long is closed, ms. */
const AUTHENTICATION_TIMEOUT_MS = 10_000;
/** A camera that is silent for so long is gone, ms: a cut cable closes no connection. */
const SILENCE_MS = 15_000;
/** Strangers of one address at once: nobody fills the places of all cameras by saying nothing. */
const MAX_UNAUTHENTICATED = 64;
/** Longest message of a stranger, and of a camera: a key frame of a 4K picture stays below it. */
const UNAUTHENTICATED_MESSAGE_BYTES = 16 * 1024;
const MESSAGE_BYTES = 8 * 1024 * 1024;
/** Messages that one connection may send interleaved; cameras use four. */
const MAX_INTERLEAVED = 32;

export interface RtmpEndpointEvents {
  /** Who has this key; null: nobody. */
  authenticate(token: string): Promise<string | null>;
  published(deviceId: string): void;
  ended(deviceId: string): void;
}

/**
 * Lets cameras in: `rtmp://host/live/<device token>`. The token never becomes the stream's name: inside, a stream is
 * named by its device. Nothing can be played here.
 */
export class RtmpEndpoint {
  readonly #events: RtmpEndpointEvents;
  /** Connections without a good key, by address. */
  readonly #unauthenticated = new Map<string, number>();
  readonly #publishers = new Map<string, { session: RtmpSession; token: string }>();

  constructor(events: RtmpEndpointEvents) {
    this.#events = events;
  }

  handle(socket: Socket): void {
    const session = new RtmpSession(socket);
    const { onConnect, onPush, onPacket, onData } = session;
    let state: 'unauthenticated' | 'authenticating' | 'authenticated' = 'unauthenticated';
    let request: Parameters<typeof onConnect>[0] | undefined;

    const stopCounting = this.#countUnauthenticated(socket);
    const timeout = setTimeout(() => socket.destroy(), AUTHENTICATION_TIMEOUT_MS);
    socket.once('close', () => clearTimeout(timeout));
    socket.setTimeout(SILENCE_MS, () => socket.destroy());

    const allocate = session.rtmp.packetAlloc.bind(session.rtmp);
    session.rtmp.packetAlloc = () => {
      const longest = state === 'authenticated' ? MESSAGE_BYTES : UNAUTHENTICATED_MESSAGE_BYTES;
      if (session.rtmp.parserPacket.header.length > longest) throw new Error('too long a message');
      if (session.rtmp.inPackets.size > MAX_INTERLEAVED) throw new Error('too many messages at once');
      allocate();
    };
    session.onConnect = (wanted) => {
      request = wanted;
    };
    session.onPlay = () => socket.destroy();
    session.onPush = () => {
      const wanted = request;
      if (state !== 'unauthenticated' || wanted?.app !== STREAM_APP) {
        socket.destroy();
        return;
      }
      state = 'authenticating';
      socket.pause();
      void this.#events.authenticate(wanted.name).then((deviceId) => {
        if (deviceId === null) socket.destroy();
        if (deviceId === null || socket.destroyed) return;
        clearTimeout(timeout);
        stopCounting();
        this.#release(deviceId);
        state = 'authenticated';
        onConnect({ ...wanted, name: deviceId, query: {} });
        session.broadcast.publishGraceMs = 0;
        onPush();
        this.#publishers.set(deviceId, { session, token: wanted.name });
        socket.once('close', () => this.#ended(deviceId, session));
        this.#events.published(deviceId);
        socket.resume();
      });
    };
    session.onPacket = (packet) => {
      if (state === 'authenticated') onPacket(packet);
    };
    session.onData = (data) => {
      try {
        onData(data);
      } catch {
        // What is no RTMP ends its own connection and nobody else's.
        socket.destroy();
      }
    };
    session.run();
  }

  /** Closes a connection when its address has too many; answers what to call once it has shown a good key. */
  #countUnauthenticated(socket: Socket): () => void {
    const address = socket.remoteAddress ?? '';
    const count = (this.#unauthenticated.get(address) ?? 0) + 1;
    this.#unauthenticated.set(address, count);
    if (count > MAX_UNAUTHENTICATED) socket.destroy();
    let isCounted = true;
    const stopCounting = (): void => {
      if (!isCounted) return;
      isCounted = false;
      const left = (this.#unauthenticated.get(address) ?? 1) - 1;
      if (left > 0) this.#unauthenticated.set(address, left);
      else this.#unauthenticated.delete(address);
    };
    socket.once('close', stopCounting);
    return stopCounting;
  }

  /** Asks again about who publishes for this device; nobody publishes with a key that no longer stands. */
  async reauthenticate(deviceId: string): Promise<void> {
    const live = this.#publishers.get(deviceId);
    if (live && (await this.#events.authenticate(live.token)) !== deviceId) live.session.socket.destroy();
  }

  /** A camera that came back over a new connection takes the place of its old one. */
  #release(deviceId: string): void {
    const old = this.#publishers.get(deviceId);
    if (!old) return;
    old.session.socket.destroy();
    old.session.onClose();
    this.#ended(deviceId, old.session);
  }

  #ended(deviceId: string, session: RtmpSession): void {
    if (this.#publishers.get(deviceId)?.session !== session) return;
    this.#publishers.delete(deviceId);
    // Viewers are told at once: their players come back by themselves.
    const { subscribers } = session.broadcast;
    for (const viewer of subscribers.values()) viewer.close();
    // The next one begins with an empty memory, though a viewer of this one may still be leaving.
    context.broadcasts.delete(`/${STREAM_APP}/${deviceId}`);
    this.#events.ended(deviceId);
  }

  has(deviceId: string): boolean {
    return this.#publishers.has(deviceId);
  }
}
