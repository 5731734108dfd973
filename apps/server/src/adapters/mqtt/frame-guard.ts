import type { Duplex } from 'node:stream';

/**
 * Longest MQTT packet that is read. Above the payload limit (64 KiB), so that a payload slightly too long is still
 * answered and recorded as a rejection.
 */
export const MAX_PACKET_BYTES = 256 * 1024;

/** Reads a connection before the broker does. */
export interface FrameGuard {
  /** Stops reading the connection for this time, milliseconds; data stays at the sender. */
  hold(ms: number): void;
}

/**
 * Checks the packet lengths of a connection before the broker receives the bytes. The parser collects a whole packet,
 * up to 256 MB by the protocol, before it can be rejected; this ends the connection at the header. It reads only the
 * fixed headers: one byte of type, up to four of length.
 */
export function guardFrames(socket: Duplex, onTooLong: (bytes: number) => void): FrameGuard {
  let body = 0;
  let length = 0;
  let shift = -1; // -1: the type byte is next; else the length bits read so far
  const accept = (chunk: Buffer): boolean => {
    for (let index = 0; index < chunk.length;) {
      if (body > 0) {
        const step = Math.min(body, chunk.length - index);
        body -= step;
        index += step;
        continue;
      }
      const byte = chunk[index] ?? 0;
      index += 1;
      if (shift < 0) {
        shift = 0;
        length = 0;
        continue;
      }
      length += (byte & 0x7f) * 2 ** shift;
      shift += 7;
      if ((byte & 0x80) !== 0 && shift < 28) continue;
      if (length > MAX_PACKET_BYTES) {
        onTooLong(length);
        return false;
      }
      body = length;
      shift = -1;
    }
    return true;
  };
  const read = socket.read.bind(socket);
  // aedes pulls with read(); a stream in between would copy every byte once more.
  let held: NodeJS.Timeout | undefined;
  socket.read = (size?: number): Buffer | null => {
    if (held) return null;
    const chunk: unknown = read(size);
    if (!(chunk instanceof Buffer)) return null;
    if (accept(chunk)) return chunk;
    socket.destroy();
    return null;
  };
  return {
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
