import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { parseProxyHeader, takeProxyHeader } from './proxy-protocol.ts';

const CONNECT = Buffer.from([0x10, 0x0c, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 0]);
const V2 = Buffer.concat([
  Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1'),
  Buffer.from([0x21, 0x11, 0, 12, 203, 0, 113, 9, 10, 0, 0, 1, 0x12, 0x34, 0x07, 0x5b]),
]);

test('both versions give the address of the client and where the packets begin', () => {
  const line = Buffer.from('PROXY TCP4 203.0.113.9 10.0.0.1 4711 1883\r\n');
  expect(parseProxyHeader(Buffer.concat([line, CONNECT]))).toEqual({
    address: '203.0.113.9',
    bytes: line.length,
  });
  expect(parseProxyHeader(Buffer.from('PROXY TCP6 2001:db8::1 ::1 4711 1883\r\n'))).toMatchObject({
    address: '2001:db8::1',
  });
  expect(parseProxyHeader(Buffer.concat([V2, CONNECT]))).toEqual({
    address: '203.0.113.9',
    bytes: V2.length,
  });
  // A health check of the proxy itself.
  expect(parseProxyHeader(Buffer.from('PROXY UNKNOWN\r\n'))).toMatchObject({ address: null });
  const local = Buffer.from(V2);
  local[12] = 0x20;
  expect(parseProxyHeader(local)).toMatchObject({ address: null, bytes: V2.length });
});

test('bytes that are not a header are left unread, wherever they first differ from one', () => {
  expect(parseProxyHeader(CONNECT)).toBeNull();
  expect(parseProxyHeader(Buffer.from('PROXY TCP4 nonsense 10.0.0.1 1 2\r\n'))).toBeNull();
  expect(parseProxyHeader(Buffer.from('PROXY TCP4 2001:db8::1 ::1 1 2\r\n'))).toBeNull();
  expect(parseProxyHeader(Buffer.from(`PROXY ${'x'.repeat(200)}`))).toBeNull();
  for (const whole of [V2, Buffer.from('PROXY TCP4 203.0.113.9 10.0.0.1 4711 1883\r\n')]) {
    for (let size = 1; size < whole.length; size += 1)
      expect(parseProxyHeader(whole.subarray(0, size))).toBe('more');
  }
});

test('version 2 gives an address of IPv6 as well', () => {
  const header = (bodyBytes: number) => {
    const addresses = Buffer.alloc(bodyBytes);
    Buffer.from('20010db8000000000000000000000a01', 'hex').copy(addresses);
    const head = Buffer.from([0x21, 0x21, 0, bodyBytes]);
    return Buffer.concat([V2.subarray(0, 12), head, addresses]);
  };
  expect(parseProxyHeader(header(36))).toEqual({ address: '2001:db8:0:0:0:0:0:a01', bytes: 52 });
  // What a proxy adds to the addresses is part of the header.
  expect(parseProxyHeader(header(50))).toEqual({ address: '2001:db8:0:0:0:0:0:a01', bytes: 66 });
  // Too short for two addresses and ports: none is given.
  expect(parseProxyHeader(header(35))).toEqual({ address: null, bytes: 51 });
});

test('version 2 without an address that can be read has none, and ends where it says', () => {
  const changed = (change: (header: Buffer) => void) => {
    const header = Buffer.from(V2);
    change(header);
    return parseProxyHeader(header);
  };
  const none = { address: null, bytes: V2.length };
  // LOCAL of either family, UNSPEC, UNIX, and a body too short for its family.
  expect(changed((header) => header.writeUInt8(0x20, 12))).toEqual(none);
  expect(changed((header) => header.set([0x20, 0x21], 12))).toEqual(none);
  expect(changed((header) => header.writeUInt8(0x00, 13))).toEqual(none);
  expect(changed((header) => header.writeUInt8(0x31, 13))).toEqual(none);
  expect(changed((header) => header.writeUInt8(0x21, 13))).toEqual(none);
  const short = Buffer.from(V2.subarray(0, 27));
  short.writeUInt16BE(11, 14);
  expect(parseProxyHeader(short)).toEqual({ address: null, bytes: 27 });
  // Another version of the header.
  expect(changed((header) => header.writeUInt8(0x11, 12))).toBeNull();
  expect(changed((header) => header.writeUInt8(0x31, 12))).toBeNull();
});

test('a header is read up to the length that a proxy may send', () => {
  const long = (bytes: number) => {
    const header = Buffer.concat([V2, Buffer.alloc(bytes - V2.length)]);
    header.writeUInt16BE(bytes - 16, 14);
    return parseProxyHeader(header);
  };
  expect(long(1_024)).toEqual({ address: '203.0.113.9', bytes: 1_024 });
  expect(long(1_025)).toBeNull();
  // 107 bytes of version 1 include the line end.
  expect(parseProxyHeader(Buffer.from('PROXY TCP4 '.padEnd(106, 'x')))).toBe('more');
  expect(parseProxyHeader(Buffer.from('PROXY TCP4 '.padEnd(107, 'x')))).toBeNull();
});

test('a family has addresses of its own kind', () => {
  const line = (text: string) => parseProxyHeader(Buffer.from(`PROXY ${text}\r\n`));
  expect(line('TCP6 203.0.113.9 10.0.0.1 1 2')).toBeNull();
  expect(line('UDP4 203.0.113.9 10.0.0.1 1 2')).toBeNull();
  expect(line('TCP4')).toBeNull();
  expect(line('UNKNOWN ffff::1 ffff::1 1 2')).toEqual({ address: null, bytes: 35 });
});

test('the bytes after the header are still to be read, however they arrive', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  try {
    client.setNoDelay(true);
    const taken = takeProxyHeader(socket);
    client.write('PROXY TCP4 203.0.113.9 10.');
    client.write(Buffer.concat([Buffer.from('0.0.1 4711 1883\r\n'), CONNECT]));
    expect(await taken).toBe('203.0.113.9');
    const rest = (socket.read() as Buffer | null) ?? ((await once(socket, 'data')) as [Buffer])[0];
    expect(rest).toEqual(CONNECT);
  } finally {
    client.destroy();
    server.close();
  }
});

/** A connection of which bytes arrive as they are written. */
const arriving = (...chunks: Buffer[]) => {
  const stream = new PassThrough();
  for (const chunk of chunks) stream.write(chunk);
  return stream as unknown as Socket;
};

test('a connection without a header begins with its first packet, and is not listened to any more', async () => {
  const socket = arriving(CONNECT);
  expect(await takeProxyHeader(socket)).toBeNull();
  expect(socket.read()).toEqual(CONNECT);
  expect([socket.listenerCount('readable'), socket.listenerCount('close')]).toEqual([0, 0]);
});

test('a header alone leaves nothing to read', async () => {
  const socket = arriving(V2);
  expect(await takeProxyHeader(socket)).toBe('203.0.113.9');
  expect(socket.read()).toBeNull();
});

test('a connection that closes before its header is complete has no address', async () => {
  const socket = arriving(V2.subarray(0, 20));
  const taken = takeProxyHeader(socket);
  await new Promise((resolve) => setImmediate(resolve));
  socket.destroy();
  expect(await taken).toBeNull();
});
