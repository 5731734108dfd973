import { createRealtimeClient, type StreamEvent } from '@farm3d/api';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { waitFor } from '../../support/wait.ts';
import { MOISTURE, newDevice, report, type Cases } from './support.ts';

export const streamCases: Cases<'stream'> = {
  'stream.connect': async (target) => {
    const device = await newDevice(target);
    const received: StreamEvent[] = [];
    const url = `${target.baseUrl.replace('http', 'ws')}/api/stream`;
    // The client would retry: the first connection shows whether there is a stream.
    const probe = new WebSocket(url);
    await new Promise((resolve, reject) => probe.once('open', resolve).once('error', reject));
    probe.terminate();
    const stream = createRealtimeClient({
      url,
      getAccessToken: () => target.accessToken,
      WebSocketImpl: WebSocket,
    });
    try {
      stream.subscribe({ devices: [device.id] }, (event) => received.push(event));
      await waitFor(() => received.some(({ type }) => type === 'subscribed'));
      await report(target, device, { [MOISTURE]: 41.5 });
      const values = await waitFor(
        () =>
          received
            .flatMap((event) => (event.type === 'telemetry' ? event.items : []))
            .find(({ values }) => MOISTURE in values),
        { what: 'the value on the stream' },
      );
      expect(values).toMatchObject({ deviceId: device.id, values: { [MOISTURE]: 41.5 } });
    } finally {
      stream.close();
    }
  },
};
