import type { Duplex } from 'node:stream';

/**
 * Longest MQTT packet that is read, with its header, bytes. Above the payload limit (64 KiB), so that a payload slightly too long is still
 * answered and recorded as a rejection.
 */
export const MAX_PACKET_BYTES = 256 * 1024;

/** How long a refused connection may take to read its DISCONNECT, milliseconds. */
const FAREWELL_MS = 2_000;

/**
 * Most bytes of a read while the intake is busy: pings, answers to commands and single messages. More of them stay at the
 * sender, as the broker parses all that it reads.
 */
const SMALL_READ_BYTES = 1024;

/** Where the messages of all connections go. */
export interface Intake {
  /** Whether no more should be read. */
  readonly busy: boolean;
  /** Resolves when this connection may be read again. */
  room(): Promise<void>;
}

/** Reads a connection before the broker does. */
export interface FrameGuard {
  /** Stops reading the connection for this time, milliseconds; data stays at the sender. */
  hold(ms: number): void;
  /** Stops reading the connection until the intake has room. */
  holdForRoom(): void;
}

/** Reads the lengths of the packets of a connection from their fixed headers. */
class PacketLengths {
  /** Bytes of the present packet that are still to come. */
  #body = 0;
  #length = 0;
  /** -1: the type byte is next; else the length bits read so far. */
  #shift = -1;

  /** Whether a packet begins with the next byte. */
  get isBetween(): boolean {
    return this.#body === 0 && this.#shift < 0;
  }

  /** @returns the length of a packet above {@link MAX_PACKET_BYTES} that begins in this chunk, else null */
  read(chunk: Buffer): number | null {
    for (let index = 0; index < chunk.length;) {
      if (this.#body > 0) {
        const step = Math.min(this.#body, chunk.length - index);
        this.#body -= step;
        index += step;
        continue;
      }
      const byte = chunk[index] ?? 0;
      index += 1;
      if (this.#shift < 0) {
        this.#shift = 0;
        this.#length = 0;
        continue;
      }
      this.#length += (byte & 0x7f) * 2 ** this.#shift;
      this.#shift += 7;
      if ((byte & 0x80) !== 0 && this.#shift < 28) continue;
      const whole = 1 + this.#shift / 7 + this.#length;
      if (whole > MAX_PACKET_BYTES) return whole;
      this.#body = this.#length;
      this.#shift = -1;
    }
    return null;
  }
}

/**
 * Checks the packet lengths of a connection before the broker receives the bytes. The parser collects a whole packet,
 * up to 256 MB by the protocol, before it can be rejected; this ends the connection at the header. It reads only the
 * fixed headers: one byte of type, up to four of length.
 *
 * @param intake bounds what is read of all connections together
 * @param onTooLong receives the length of the packet; the bytes that it returns are the last that the client is sent
 * @param takeFirst receives what was read where it begins with a packet; the broker does not get the bytes whose number
 *   it returns
 */
export function guardFrames(
  socket: Duplex,
  intake: Intake,
  onTooLong: (bytes: number) => Buffer | undefined,
  takeFirst: (bytes: Buffer) => number = () => 0,
): FrameGuard {
  const packets = new PacketLengths();
  let refused = false;
  const refuse = (farewell: Buffer | undefined): void => {
    refused = true;
    if (!farewell) {
      socket.destroy();
      return;
    }
    // Further bytes are read and dropped: a reset would discard the last packet at the client.
    socket.end(farewell);
    const farewellOver = setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
    socket.once('close', () => clearTimeout(farewellOver));
  };
  const read = socket.read.bind(socket);
  // aedes pulls with read(); a stream in between would copy every byte once more.
  let held: NodeJS.Timeout | undefined;
  socket.once('close', () => clearTimeout(held));
  let isWaiting = false;
  const holdForRoom = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    void intake.room().then(() => {
      isWaiting = false;
      isNext = true;
      socket.emit('readable');
      isNext = false;
    });
  };
  // A connection whose turn has come is read, even if those before it have filled the intake again.
  let isNext = false;
  socket.read = (size?: number): Buffer | null => {
    if (held || isWaiting) return null;
    if (!isNext && intake.busy && socket.readableLength > SMALL_READ_BYTES) {
      holdForRoom();
      return null;
    }
    const chunk: unknown = read(size);
    if (refused || !(chunk instanceof Buffer)) return null;
    const { isBetween } = packets;
    const tooLong = packets.read(chunk);
    if (tooLong === null) {
      const taken = isBetween ? takeFirst(chunk) : 0;
      return taken < chunk.length ? chunk.subarray(taken) : null;
    }
    refuse(onTooLong(tooLong));
    return null;
  };
  return {
    holdForRoom,
    hold(ms) {
      clearTimeout(held);
      held = setTimeout(() => {
        held = undefined;
        socket.emit('readable');
      }, ms);
      // The timer does not keep the process alive.
      held.unref();
    },
  };
}
