import type { Socket } from 'node:net';
import context from 'node-media-server/src/core/context.js';
import RtmpSession from 'node-media-server/src/session/rtmp_session.js';
import { STREAM_APP } from './media-protocol.ts';

/** A connection that is not authenticated after this time is closed, milliseconds. */
const AUTHENTICATION_TIMEOUT_MS = 10_000;
/** A camera without data for this time is disconnected, milliseconds: a cut cable closes no connection. */
const SILENCE_MS = 15_000;
/** Unauthenticated connections of one address: idle ones cannot take the place of cameras. */
const MAX_UNAUTHENTICATED = 64;
/** Longest message of an unauthenticated connection, and of a camera: a key frame of a 4K stream is below it. */
const UNAUTHENTICATED_MESSAGE_BYTES = 16 * 1024;
const MESSAGE_BYTES = 8 * 1024 * 1024;
/** Messages that one connection may interleave; cameras use four. */
const MAX_INTERLEAVED = 32;

export interface RtmpEndpointEvents {
  /** Device of a token; null: unknown. */
  authenticate(token: string): Promise<string | null>;
  published(deviceId: string): void;
  ended(deviceId: string): void;
}

/**
 * Receives streams of cameras at `rtmp://host/live/<device token>`. The token never becomes the name of the stream:
 * inside, a stream is named by its device. Playing is refused.
 */
export class RtmpEndpoint {
  readonly #events: RtmpEndpointEvents;
  /** Unauthenticated connections by address. */
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
    session.onConnect = (requested) => {
      request = requested;
    };
    session.onPlay = () => socket.destroy();
    session.onPush = () => {
      const requested = request;
      if (state !== 'unauthenticated' || requested?.app !== STREAM_APP) {
        socket.destroy();
        return;
      }
      state = 'authenticating';
      socket.pause();
      void this.#events.authenticate(requested.name).then((deviceId) => {
        if (deviceId === null) socket.destroy();
        if (deviceId === null || socket.destroyed) return;
        clearTimeout(timeout);
        stopCounting();
        this.#release(deviceId);
        state = 'authenticated';
        onConnect({ ...requested, name: deviceId, query: {} });
        session.broadcast.publishGraceMs = 0;
        onPush();
        this.#publishers.set(deviceId, { session, token: requested.name });
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
        // Invalid RTMP ends its own connection only.
        socket.destroy();
      }
    };
    session.run();
  }

  /**
   * Closes a connection when its address has too many unauthenticated ones; returns the function to call once it is
   * authenticated.
   */
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

  /** Authenticates the publisher of a device again, and disconnects it when its token is no longer valid. */
  async reauthenticate(deviceId: string): Promise<void> {
    const live = this.#publishers.get(deviceId);
    if (live && (await this.#events.authenticate(live.token)) !== deviceId) live.session.socket.destroy();
  }

  /** A new connection of a camera replaces its old one. */
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
    // Viewers are closed at once: their players reconnect by themselves.
    const { subscribers } = session.broadcast;
    for (const viewer of subscribers.values()) viewer.close();
    // The next publisher starts with an empty GOP cache, though a viewer of this one may still be closing.
    context.broadcasts.delete(`/${STREAM_APP}/${deviceId}`);
    this.#events.ended(deviceId);
  }

  has(deviceId: string): boolean {
    return this.#publishers.has(deviceId);
  }
}
