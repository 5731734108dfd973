import { createRealtimeClient, type StreamEvent } from '@farm3d/api';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

it('a client that reconnects after a crash of everything resumes with its cursor', async () => {
  const crashed = await startServer();
  const client = await crashed.client();
  const device = await client.devices.create({ name: '断电', productModelCode: 'TQ-3L' });
  const received: StreamEvent[] = [];
  let address = crashed.baseUrl;
  let token = await crashed.accessToken();
  const stream = createRealtimeClient({
    url: () => `${address.replace('http', 'ws')}/api/stream`,
    getAccessToken: () => token,
    WebSocketImpl: WebSocket,
    backoff: { baseMs: 20, maxMs: 100 },
  });
  const valueReceived = (value: number) => (): boolean =>
    received.some(
      (event) =>
        event.type === 'telemetry' && event.items.some(({ values }) => values['soilMoisture20'] === value),
    );
  const send = (value: number): Promise<Response> =>
    fetch(`${address}/api/v1/${device.accessToken}/telemetry`, {
      method: 'POST',
      body: JSON.stringify({ soilMoisture20: value }),
    });
  let again: RunningServer | undefined;
  try {
    stream.subscribe({ devices: [device.id] }, (event) => received.push(event));
    await send(1);
    await waitFor(valueReceived(1));
    await crashed.kill9();
    again = await startServer({ dataDir: crashed.dataDir });
    address = again.baseUrl;
    token = await again.accessToken();
    await send(2);
    await waitFor(valueReceived(2));
  } finally {
    stream.close();
    await again?.stop();
    await crashed.stop();
  }
});

it('a stopping server closes open streams and exits with code 0', async () => {
  const leaving = await startServer();
  const socket = new WebSocket(`${leaving.baseUrl.replace('http', 'ws')}/api/stream`);
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ type: 'auth', token: await leaving.accessToken() }));
  const [code, goodbye] = await Promise.all([leaving.stop(), closed]);
  expect([code, goodbye]).toEqual([0, 1001]);
});
