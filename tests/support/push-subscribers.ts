// Stream subscribers of devices and one publisher of readings, in one process, so that one clock measures
// both ends. node push-subscribers.ts <<<
// '{"httpPort":…,"mqttPort":…,"token":"…","devices":[{"id","token"}],"subscribers":5000,"perSecond":250,"seconds":10}'
import { json } from 'node:stream/consumers';
import mqtt from 'mqtt';
import { WebSocket } from 'ws';

export interface Push {
  readonly httpPort: number;
  readonly mqttPort: number;
  /** An access token. */
  readonly token: string;
  readonly devices: readonly { readonly id: string; readonly token: string }[];
  readonly subscribers: number;
  /** Readings of all devices together. */
  readonly perSecond: number;
  readonly seconds: number;
}

export interface PushResult {
  readonly published: number;
  readonly deliveries: number;
  /** Number of deliveries expected for all readings. */
  readonly expected: number;
  readonly seconds: number;
  /** From the PUBACK, which follows the commit, to the client; ms. Below 0: the page was faster. */
  readonly p50: number;
  readonly p99: number;
  /** From the sending of the reading to the client, the commit included; ms. */
  readonly sendP99: number;
}

/** Connections that are opened at once. */
const WAVE = 200;

async function run(push: Push): Promise<PushResult> {
  const { devices, subscribers } = push;
  const sentAt: number[] = [];
  const committedAt: number[] = [];
  const fromCommit: [number, number][] = [];
  const fromSend: number[] = [];
  const count = { deliveries: 0, subscribed: 0 };
  let lastAt = 0;
  const open = (index: number): WebSocket => {
    const socket = new WebSocket(`ws://127.0.0.1:${push.httpPort}/api/stream`, { perMessageDeflate: false });
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'auth', token: push.token }));
      const device = devices[index % devices.length];
      socket.send(JSON.stringify({ type: 'subscribe', id: 's', devices: [device?.id] }));
    });
    socket.on('message', (raw: Buffer) => {
      const text = raw.toString();
      if (text.startsWith('{"type":"subscribed"')) count.subscribed += 1;
      if (!text.startsWith('{"type":"telemetry"')) return;
      const frame = JSON.parse(text) as { items: { values: { n?: number } }[] };
      const now = performance.now();
      for (const { values } of frame.items) {
        if (values.n === undefined) continue;
        count.deliveries += 1;
        lastAt = now;
        // The PUBACK may arrive later than the value.
        fromCommit.push([values.n, now]);
        fromSend.push(now - (sentAt[values.n] ?? now));
      }
    });
    socket.on('error', () => undefined);
    return socket;
  };
  const sockets: WebSocket[] = [];
  const deadline = Date.now() + 90_000;
  // In waves: of one address the server keeps few connections on which no login has arrived.
  while (count.subscribed < subscribers && Date.now() < deadline) {
    if (count.subscribed < sockets.length) await pause(10);
    else for (let i = 0; i < WAVE && sockets.length < subscribers; i += 1) sockets.push(open(sockets.length));
  }
  if (count.subscribed < subscribers)
    throw new Error(`${count.subscribed} of ${subscribers} pages are subscribed`);

  const clients = await Promise.all(
    devices.map(({ token }) =>
      mqtt.connectAsync(`mqtt://127.0.0.1:${push.mqttPort}`, { username: token, protocolVersion: 4 }),
    ),
  );
  let published = 0;
  const begin = performance.now();
  const interval = 1000 / push.perSecond;
  const waiting: Promise<unknown>[] = [];
  while (performance.now() - begin < push.seconds * 1000) {
    while (published * interval < performance.now() - begin) {
      const n = published++;
      sentAt[n] = performance.now();
      const client = clients[n % clients.length];
      waiting.push(
        (
          client?.publishAsync('v1/devices/me/telemetry', JSON.stringify({ n }), { qos: 1 }) ??
          Promise.resolve()
        ).then(() => (committedAt[n] = performance.now())),
      );
    }
    await pause(1);
  }
  await Promise.all(waiting);
  const expected = (published * subscribers) / devices.length;
  const timeout = Date.now() + 5_000;
  while (count.deliveries < expected && Date.now() < timeout) await pause(20);
  for (const socket of sockets) socket.terminate();
  for (const client of clients) client.end(true);
  const lags = fromCommit.map(([n, at]) => at - (committedAt[n] ?? at)).toSorted((a, b) => a - b);
  const sends = fromSend.toSorted((a, b) => a - b);
  const at = (numbers: readonly number[], share: number): number =>
    numbers[Math.floor(numbers.length * share)] ?? NaN;
  return {
    published,
    deliveries: count.deliveries,
    expected,
    seconds: (lastAt - begin) / 1000,
    p50: at(lags, 0.5),
    p99: at(lags, 0.99),
    sendP99: at(sends, 0.99),
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(`${JSON.stringify(await run((await json(process.stdin)) as Push))}\n`);
  process.exit(0);
}
