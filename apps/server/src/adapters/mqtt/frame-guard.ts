import type { Duplex } from 'node:stream';

/**
 * Longest MQTT packet that is read at all. Above the payload cap (64 KiB) so that a payload a little
 * too long is still answered and recorded as a rejection; far below what would hurt.
 */
export const MAX_PACKET_BYTES = 256 * 1024;

/** What is between a connection and the broker. */
export interface FrameGuard {
  /** Reads nothing more of the connection for so long; what comes meanwhile waits at its sender. */
  hold(ms: number): void;
}

/**
 * Watches the packet lengths of a connection before the broker sees the bytes. The parser gathers a
 * whole packet, up to 256 MB by the protocol, before anybody can judge it; this ends the connection
 * at the header. It reads only the fixed headers: one byte of type, up to four of length.
 */
export function guardFrames(socket: Duplex, onTooLong: (bytes: number) => void): FrameGuard {
  let body = 0;
  let length = 0;
  let shift = -1; // -1: the type byte is next; else the bits of length read so far
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
  // aedes pulls with read(); a stream between would copy every byte once more.
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
      // It does not keep a server from stopping.
      held.unref();
    },
  };
}
