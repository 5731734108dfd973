import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
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
