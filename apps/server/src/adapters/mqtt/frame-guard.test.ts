import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { guardFrames, MAX_PACKET_BYTES } from './frame-guard.ts';

/** An MQTT packet: its type, its encoded remaining length, and (part of) its body. */
function packet(remaining: number, body = remaining): Buffer {
  const header = [0x30];
  let rest = remaining;
  do {
    header.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.concat([Buffer.from(header), Buffer.alloc(body, 0xff)]);
}

function guarded() {
  const stream = new PassThrough({ highWaterMark: 4 * MAX_PACKET_BYTES });
  const refused: number[] = [];
  guardFrames(stream, (bytes) => refused.push(bytes));
  return { stream, refused };
}

test('packets of any length up to the bound pass, however the bytes are cut', () => {
  const whole = Buffer.concat([
    packet(0),
    packet(2),
    packet(127),
    packet(128),
    packet(MAX_PACKET_BYTES),
    packet(5),
  ]);
  const { stream, refused } = guarded();
  const received: Buffer[] = [];
  for (let offset = 0; offset < whole.length; offset += 7) {
    stream.write(whole.subarray(offset, offset + 7));
    const chunk = stream.read() as Buffer | null;
    if (chunk) received.push(chunk);
  }
  expect(Buffer.concat(received).equals(whole)).toBe(true);
  expect(refused).toEqual([]);
});

test('a packet that announces more is refused at its header, before its body came', () => {
  const { stream, refused } = guarded();
  stream.write(Buffer.concat([packet(10), packet(MAX_PACKET_BYTES + 1, 3)]));
  expect(stream.read()).toBeNull();
  expect(refused).toEqual([MAX_PACKET_BYTES + 1]);
  expect(stream.destroyed).toBe(true);
});

test('what is held is read later, and nothing of it is lost', async () => {
  const stream = new PassThrough();
  const guard = guardFrames(stream, () => undefined);
  stream.write(packet(3));
  guard.hold(60_000);
  expect(stream.read()).toBeNull();
  // A later call replaces an earlier one, a shorter hold included.
  guard.hold(1);
  stream.write(packet(4));
  await new Promise((resolve) => stream.once('readable', resolve));
  const isThere = () => {
    const chunk = stream.read() as Buffer | null;
    return chunk?.equals(Buffer.concat([packet(3), packet(4)]));
  };
  await vi.waitUntil(isThere, { timeout: 30_000 });
});
