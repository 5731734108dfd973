import { Duplex, PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
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

/** An intake with room. */
const IDLE = { busy: false, room: () => Promise.resolve() };

function guarded(farewell?: Buffer) {
  const stream = new PassThrough({ highWaterMark: 4 * MAX_PACKET_BYTES });
  const refused: number[] = [];
  guardFrames(stream, IDLE, (bytes) => {
    refused.push(bytes);
    return farewell;
  });
  return { stream, refused };
}

test('packets of any length up to the bound pass, however the bytes are cut', () => {
  const whole = Buffer.concat([
    packet(0),
    packet(2),
    packet(127),
    packet(128),
    packet(MAX_PACKET_BYTES - 4),
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
  stream.write(Buffer.concat([packet(10), packet(MAX_PACKET_BYTES - 3, 3)]));
  expect(stream.read()).toBeNull();
  expect(refused).toEqual([MAX_PACKET_BYTES + 1]);
  expect(stream.destroyed).toBe(true);
});

test('a client of MQTT 5 is sent a DISCONNECT; bytes that it still sends are dropped', async () => {
  const farewell = Buffer.from('e0020000', 'hex');
  const stream = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk);
      done();
    },
  });
  const written: Buffer[] = [];
  guardFrames(stream, IDLE, () => farewell);
  stream.push(packet(MAX_PACKET_BYTES, 3));
  expect(stream.read()).toBeNull();
  stream.push(packet(5));
  expect(stream.read()).toBeNull();
  await finished(stream, { readable: false });
  expect(Buffer.concat(written)).toEqual(farewell);
});

test('what is held is read later, and nothing of it is lost', async () => {
  const stream = new PassThrough();
  const guard = guardFrames(stream, IDLE, () => undefined);
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

test('while the intake is busy a connection with much to read waits for its turn, one with little does not', async () => {
  const turns: (() => void)[] = [];
  const intake = {
    busy: true,
    room: () => new Promise<void>((resolve) => turns.push(resolve)),
  };
  const stream = new PassThrough();
  guardFrames(stream, intake, () => undefined);
  const read: Buffer[] = [];
  stream.on('readable', () => {
    const chunk = stream.read() as Buffer | null;
    if (chunk) read.push(chunk);
  });
  const bytes = () => Buffer.concat(read).length;
  stream.write(packet(10));
  await vi.waitUntil(() => bytes() === 12);
  expect(turns).toHaveLength(0);
  stream.write(packet(2_000));
  await vi.waitUntil(() => turns.length === 1);
  // More arrives meanwhile, and no second turn is asked for.
  stream.write(packet(10));
  await new Promise((resolve) => setImmediate(resolve));
  expect([bytes(), turns.length]).toEqual([12, 1]);
  // It is read in its turn, also when others have filled the intake again.
  turns[0]?.();
  await vi.waitUntil(() => bytes() === 12 + 2_003 + 12);
});

test('a connection that is told to wait is not read at all, however little it has', async () => {
  const turn = Promise.withResolvers<void>();
  const stream = new PassThrough();
  const guard = guardFrames(stream, { busy: true, room: () => turn.promise }, () => undefined);
  guard.holdForRoom();
  stream.write(packet(3));
  expect(stream.read()).toBeNull();
  const readable = new Promise((resolve) => stream.once('readable', resolve));
  turn.resolve();
  await readable;
  await vi.waitUntil(() => (stream.read() as Buffer | null)?.equals(packet(3)));
});

test('what is taken first is not read by the broker; nothing is taken from the middle of a packet', () => {
  const stream = new PassThrough();
  const offered: number[] = [];
  guardFrames(
    stream,
    IDLE,
    () => undefined,
    (bytes) => {
      offered.push(bytes.length);
      return Math.min(bytes.length, packet(3).length);
    },
  );
  stream.write(packet(3));
  expect(stream.read()).toBeNull();
  stream.write(Buffer.concat([packet(3), packet(4, 1)]));
  expect(stream.read()).toEqual(packet(4, 1));
  stream.write(Buffer.alloc(3, 0xff));
  expect(stream.read()).toEqual(Buffer.alloc(3, 0xff));
  stream.write(packet(3));
  expect(stream.read()).toBeNull();
  expect(offered).toEqual([5, 8, 5]);
});
