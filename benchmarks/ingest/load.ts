// A load of MQTT QoS 1 messages on sockets of its own: packets are written as bytes, so that the
// generator costs the measured machine as little as it can.
// node load.ts <<< '{"port":1883,"topic":"…","users":["token"…],"window":20,"seconds":10,"perSecond":0}'
import { connect, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';

export interface Load {
  readonly port: number;
  /** `{user}` is replaced by the user name of the connection. */
  readonly topic: string;
  /** User name of each connection; the same one may come twice. */
  readonly users: readonly string[];
  /** Messages that a connection has in flight. */
  readonly window: number;
  readonly seconds: number;
  /** Or so many messages in all, whatever they take. */
  readonly messages?: number;
  /** Or so many a second, all connections by turns, whatever is acknowledged. */
  readonly perSecond?: number;
  /** Where all users are one device, how far the instants of one sender lie from the next one's, ms. Default 0. */
  readonly spread?: number;
  /** Protocol levels of the connections, by turns: 4 is MQTT 3.1.1, 5 is MQTT 5. Default [4]. */
  readonly versions?: readonly (4 | 5)[];
}

export interface LoadResult {
  readonly sent: number;
  readonly acknowledged: number;
  /** From the first message to the last acknowledgement, s. */
  readonly seconds: number;
  /** From a message to its acknowledgement, ms. */
  readonly p50: number;
  readonly p99: number;
  /** Connections that the server closed. */
  readonly closed: number;
  /** Processor time of the generator, s. */
  readonly cpuSeconds: number;
}

/** Connections that are opened at once. */
const WAVE = 400;

/** Ten declared values of a weather station within their ranges, as one of it would send them; no two alike. */
function payloadOf(ts: number, n: number): string {
  const wave = (n % 200) / 10;
  return `{"ts":${ts},"values":{"airTemperature":${10 + wave},"airHumidity":${40 + wave},"windSpeed":${(n % 90) / 10},"windDirection":${n % 360},"rainfall":0,"solarRadiation":${n % 900},"illuminance":${n % 90_000},"airPressure":${990 + wave},"par":${n % 1_500},"batteryVoltage":${3.2 + (n % 10) / 10}}}`;
}

interface Listener {
  /** Whether one more may be sent. */
  sent(): boolean;
  acknowledged(ms: number): void;
  closed(): void;
}

/** One connection that keeps its window full until it is told to end. */
class Sender {
  readonly socket: Socket;
  readonly #load: Load;
  readonly #tell: Listener;
  readonly #topic: Buffer;
  readonly #version: 4 | 5;
  readonly #at = new Map<number, number>();
  readonly ready: Promise<void>;
  #id = 0;
  #begun = false;
  #n: number;
  #rest: Buffer = Buffer.alloc(0);
  #opened: (() => void) | undefined;
  readonly #ahead: number;
  #ts = 0;

  constructor(load: Load, user: string, index: number, tell: Listener) {
    this.#load = load;
    this.#tell = tell;
    this.#n = index * 7;
    this.#ahead = (load.spread ?? 0) * index;
    const { versions = [4] } = load;
    this.#version = versions[index % versions.length] ?? 4;
    this.#topic = text(load.topic.replace('{user}', user));
    this.socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true });
    this.ready = new Promise((resolve, reject) => {
      this.#opened = resolve;
      this.socket.once('error', reject);
      this.socket.once('close', () => reject(new Error(`connection ${index} was closed before its CONNACK`)));
    });
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => tell.closed());
    this.socket.on('data', (chunk) => this.#read(chunk));
    const body = Buffer.concat([
      text('MQTT'),
      Buffer.from([this.#version, 0x82, 0, 0]),
      this.#properties,
      text(`load-${process.pid}-${index}`),
      text(user),
    ]);
    this.socket.write(packet(0x10, body));
  }

  /** None: MQTT 5 wants their length. */
  get #properties(): Buffer {
    return this.#version === 5 ? Buffer.from([0]) : Buffer.alloc(0);
  }

  /** From now on it keeps its window full. */
  begin(): void {
    this.#begun = true;
    this.fill();
  }

  /** Sends one message, whatever is in flight. */
  one(): void {
    if (this.#tell.sent()) this.socket.write(this.#next());
  }

  fill(): void {
    if (!this.#begun) return;
    const packets: Buffer[] = [];
    while (this.#at.size < this.#load.window && this.#tell.sent()) packets.push(this.#next());
    if (packets.length > 0) this.socket.write(Buffer.concat(packets));
  }

  #next(): Buffer {
    do this.#id = (this.#id % 65_535) + 1;
    while (this.#at.has(this.#id));
    this.#at.set(this.#id, performance.now());
    this.#n += 1;
    // Of now, as alarms want it, and none twice.
    this.#ts = Math.max(this.#ts + 1, Date.now() - 60_000 - this.#ahead);
    const payload = Buffer.from(payloadOf(this.#ts, this.#n));
    const id = Buffer.from([this.#id >> 8, this.#id & 0xff]);
    return packet(0x32, Buffer.concat([this.#topic, id, this.#properties, payload]));
  }

  #read(chunk: Buffer): void {
    let bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    // CONNACK and PUBACK: with the reasons of MQTT 5 their lengths may have two bytes.
    for (;;) {
      const type = bytes[0];
      const low = bytes[1] ?? 0;
      const start = low < 0x80 ? 2 : 3;
      const length = low < 0x80 ? low : (low & 0x7f) + (bytes[2] ?? 0) * 0x80;
      if (bytes.length < start + length || bytes.length < 2) break;
      const body = bytes.subarray(start, start + length);
      bytes = bytes.subarray(start + length);
      if (type === 0x20) this.#opened?.();
      // A reason code of 0x80 and more refuses the message.
      else if (type === 0x40 && (body[2] ?? 0) < 0x80) {
        const id = (body[0] ?? 0) * 256 + (body[1] ?? 0);
        const at = this.#at.get(id);
        if (at !== undefined) this.#tell.acknowledged(performance.now() - at);
        this.#at.delete(id);
      }
    }
    this.#rest = bytes;
    this.fill();
  }
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
}

function packet(head: number, body: Buffer): Buffer {
  const length: number[] = [];
  let left = body.length;
  do {
    const byte = left & 0x7f;
    left >>= 7;
    length.push(left > 0 ? byte | 0x80 : byte);
  } while (left > 0);
  return Buffer.concat([Buffer.from([head, ...length]), body]);
}

async function run(load: Load): Promise<LoadResult> {
  const cpuBefore = process.cpuUsage();
  const count = { sent: 0, acknowledged: 0, closed: 0 };
  let over = false;
  let lastAt = 0;
  const waits: number[] = [];
  const limit = load.messages ?? Infinity;
  const tell = {
    sent(): boolean {
      if (over || count.sent >= limit) return false;
      count.sent += 1;
      return true;
    },
    acknowledged(ms: number): void {
      count.acknowledged += 1;
      lastAt = performance.now();
      // Every sixteenth is enough for a percentile.
      if (count.acknowledged % 16 === 0) waits.push(ms);
    },
    closed: () => (count.closed += 1),
  };
  const senders: Sender[] = [];
  // In waves: a client that opens all at once is too busy to log in within the time that a silent one has.
  for (let first = 0; first < load.users.length; first += WAVE) {
    const wave = load.users
      .slice(first, first + WAVE)
      .map((user, index) => new Sender(load, user, first + index, tell));
    await Promise.all(wave.map(({ ready }) => ready));
    senders.push(...wave);
  }
  const begin = performance.now();
  const pace = load.perSecond ?? 0;
  if (pace === 0) for (const sender of senders) sender.begin();
  const until = begin + load.seconds * 1000;
  while (performance.now() < until && count.acknowledged < limit && count.closed < senders.length) {
    const due = pace * ((performance.now() - begin) / 1000);
    while (count.sent < due) senders[count.sent % senders.length]?.one();
    // Devices do not report together: what is due at once has to be little.
    await pause(pace > 0 ? 1 : 20);
  }
  over = true;
  // What is in flight may still come home; a server that lost it never answers.
  const patience = performance.now() + 60_000;
  while (count.acknowledged < count.sent && performance.now() < patience && count.closed < senders.length)
    await pause(20);
  const result = { ...count };
  for (const { socket } of senders) socket.destroy();
  const cpu = process.cpuUsage(cpuBefore);
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    sent: result.sent,
    acknowledged: result.acknowledged,
    seconds: (lastAt - begin) / 1000,
    p50: at(0.5),
    p99: at(0.99),
    closed: result.closed,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(`${JSON.stringify(await run((await json(process.stdin)) as Load))}\n`);
}
