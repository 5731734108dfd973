import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connectAsync } from 'mqtt';
import { PATIENCE_MS, waitFor } from '../../support/wait.ts';
import { pythonEnvironment } from './clients-of-others.ts';
import { LineProcess } from './line-process.ts';

const execute = promisify(execFile);
/** Of Debian's coreutils: into a pipe mosquitto_sub would write only when its buffer is full. */
const LINE_BY_LINE = '/usr/bin/stdbuf';
const PUB_SUB = join(import.meta.dirname, '../clients/pub_sub.py');

/** Protocol levels: 3 is MQTT 3.1, 4 is 3.1.1, 5 is 5. */
export type Version = 3 | 4 | 5;

/** A client that others wrote, as a device. */
export interface DeviceClient {
  readonly messages: readonly { readonly topic: string; readonly payload: string }[];
  /** QoS 1; resolves with the acknowledgement. */
  publish(topic: string, payload: string): Promise<void>;
  /** QoS 1; resolves with the acknowledgement. */
  subscribe(topic: string): Promise<void>;
  end(): Promise<void>;
}

export type Opener = (port: number, username: string, version: Version) => Promise<DeviceClient>;

/** Debian's mosquitto_pub and mosquitto_sub: a process for each message and for each subscription. */
export const mosquitto: Opener = async (port, username, version) => {
  const common = ['-h', '127.0.0.1', '-p', String(port), '-q', '1', '-u', username];
  const protocol = ['-V', { 3: 'mqttv31', 4: 'mqttv311', 5: 'mqttv5' }[version]];
  const messages: { topic: string; payload: string }[] = [];
  const children: ReturnType<typeof spawn>[] = [];
  return {
    messages,
    async publish(topic, payload) {
      const args = [...common, ...protocol, '-t', topic, '-m', payload];
      await execute('mosquitto_pub', args, { timeout: PATIENCE_MS });
    },
    async subscribe(topic) {
      const child = spawn(LINE_BY_LINE, [
        '-oL',
        'mosquitto_sub',
        ...common,
        ...protocol,
        '-v',
        '-d',
        '-t',
        topic,
      ]);
      children.push(child);
      let ready = false;
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.split('\n')) {
          if (line.startsWith('Subscribed')) ready = true;
          const space = line.indexOf(' ');
          if (/^(v1|\/provision)\//.test(line))
            messages.push({ topic: line.slice(0, space), payload: line.slice(space + 1) });
        }
      });
      await waitFor(() => ready, { what: `mosquitto_sub on ${topic}` });
    },
    async end() {
      for (const child of children) child.kill();
    },
  };
};

/** Eclipse Paho for Python: Debian's, or the one of these folders. */
export const paho =
  (...folders: readonly string[]): Opener =>
  async (port, username, version) => {
    const program = new LineProcess(
      [PUB_SUB, String(port), username, String(version)],
      pythonEnvironment(...folders),
    );
    const connected = await program.event('connected');
    if (connected !== 0) throw new Error(`refused with ${String(connected)}`);
    const count = (name: string): number => program.lines.filter((line) => name in line).length;
    const acknowledged = async (name: string, line: Record<string, unknown>): Promise<void> => {
      const before = count(name);
      program.write(line);
      await waitFor(() => count(name) > before, { what: () => `${name}: ${program.output}` });
    };
    return {
      get messages() {
        return program.lines.flatMap(({ message }) => {
          if (!Array.isArray(message)) return [];
          const [topic, payload] = message as [string, string];
          return [{ topic, payload }];
        });
      },
      publish: (topic, payload) => acknowledged('published', { publish: [topic, payload, 1] }),
      subscribe: (topic) => acknowledged('subscribed', { subscribe: [topic, 1] }),
      end: () => program.end(),
    };
  };

/** MQTT.js of npm. */
export const mqttJs: Opener = async (port, username, version) => {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    username,
    protocolVersion: version,
    ...(version === 3 && { protocolId: 'MQIsdp' }),
    reconnectPeriod: 0,
  });
  const messages: { topic: string; payload: string }[] = [];
  client.on('message', (topic, payload) => messages.push({ topic, payload: payload.toString() }));
  return {
    messages,
    async publish(topic, payload) {
      await client.publishAsync(topic, payload, { qos: 1 });
    },
    async subscribe(topic) {
      await client.subscribeAsync(topic, { qos: 1 });
    },
    end: () => client.endAsync(),
  };
};
