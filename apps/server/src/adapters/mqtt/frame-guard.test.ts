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

test.each([MAX_PACKET_BYTES - 5, MAX_PACKET_BYTES - 4])('a packet of %i bytes passes', (body) => {
  const { stream, refused } = guarded();
  stream.write(packet(body));
  expect((stream.read() as Buffer | null)?.length).toBe(body + 4);
  expect(refused).toEqual([]);
});

test('a length of more than four bytes is none: the packet is refused at the fourth', () => {
  const { stream, refused } = guarded();
  stream.write(Buffer.from([0x30, 0xff, 0xff, 0xff]));
  stream.read();
  expect(refused).toEqual([]);
  stream.write(Buffer.from([0xff]));
  stream.read();
  // 268,435,455 bytes and the five of its header.
  expect(refused).toEqual([268_435_460]);
});

test('a client that does not read its DISCONNECT is cut off', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const stream = new Duplex({ read: () => undefined, write: () => undefined });
    guardFrames(stream, IDLE, () => Buffer.from('e0020000', 'hex'));
    stream.push(packet(MAX_PACKET_BYTES, 3));
    stream.read();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(stream.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(stream.destroyed).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('a later hold replaces an earlier one, and one that is over is read by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const stream = new PassThrough();
    const guard = guardFrames(stream, IDLE, () => undefined);
    stream.write(packet(3));
    guard.hold(100);
    await vi.advanceTimersByTimeAsync(50);
    guard.hold(100);
    await vi.advanceTimersByTimeAsync(60);
    expect(stream.read()).toBeNull();
    const read: unknown[] = [];
    stream.on('readable', () => read.push(stream.read()));
    await vi.advanceTimersByTimeAsync(40);
    expect(read).toContainEqual(packet(3));
  } finally {
    vi.useRealTimers();
  }
});

test('while the intake is busy 1024 bytes are little, one more is much; then one turn is asked for', async () => {
  let turns = 0;
  const busy = {
    busy: true,
    room: () => {
      turns += 1;
      return new Promise<void>(() => undefined);
    },
  };
  const ofBytes = (bytes: number) => {
    const stream = new PassThrough();
    const guard = guardFrames(stream, busy, () => undefined);
    stream.write(packet(bytes - 3));
    return { guard, read: () => (stream.read() as Buffer | null)?.length };
  };
  expect(ofBytes(1_024).read()).toBe(1_024);
  expect(turns).toBe(0);
  const much = ofBytes(1_025);
  expect(much.read()).toBeUndefined();
  much.guard.holdForRoom();
  expect(turns).toBe(1);
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
