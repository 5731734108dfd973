import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMosquitto } from '../../tests/cluster/support/mosquitto.ts';
import type { RunningServer } from '../../tests/support/server.ts';
import { databaseOf } from '../../tests/support/copy-floor.ts';
import { generate } from './ours.ts';

const PEERS = join(import.meta.dirname, 'peers');
export const hasNodeRed = existsSync(join(PEERS, 'node_modules/node-red/red.js'));

/** How Node-RED stores received messages: each in its own statement, or all messages of 50 ms in one. */
export type NodeRedWay = 'a statement a message' | 'a statement a batch';

const STORE = {
  'a statement a message': `
    const { ts, values } = JSON.parse(msg.payload);
    await global.get('pool').query(
      'insert into bench_node_red (device, ts, values) values ($1, to_timestamp($2::float8 / 1000), $3) on conflict do nothing',
      [Number(msg.topic.split('/')[1]), ts, values]);
    return null;`,
  'a statement a batch': `
    const waiting = context.get('waiting') || [];
    waiting.push([Number(msg.topic.split('/')[1]), msg.payload]);
    context.set('waiting', waiting);
    if (!context.get('timer')) {
      context.set('timer', true);
      setTimeout(() => {
        const batch = context.get('waiting');
        context.set('waiting', []);
        context.set('timer', false);
        const rows = batch.map(([device, text]) => [device, JSON.parse(text)]);
        global.get('pool').query(
          'insert into bench_node_red select d, to_timestamp(t / 1000), v::jsonb from unnest($1::int[], $2::float8[], $3::text[]) as u(d, t, v) on conflict do nothing',
          [rows.map((r) => r[0]), rows.map((r) => r[1].ts), rows.map((r) => JSON.stringify(r[1].values))]);
      }, 50);
    }
    return null;`,
} as const satisfies Record<NodeRedWay, string>;

/**
 * mosquitto, Node-RED's MQTT node, a function with PostgreSQL's driver, into a table of the same shape in the
 * same database. It acknowledges before it stores. @returns values per second, until the last is stored
 */
export async function nodeRedRate(server: RunningServer, way: NodeRedWay, messages: number): Promise<number> {
  await server.sql('drop table if exists bench_node_red');
  await server.sql(
    'create table bench_node_red (device int, ts timestamptz, values jsonb, primary key (device, ts))',
  );
  const broker = await startMosquitto();
  const folder = mkdtempSync(join(tmpdir(), 'farm3d-node-red-'));
  const { port } = new URL(broker.url);
  writeFileSync(
    join(folder, 'settings.js'),
    `const { Pool } = require(${JSON.stringify(join(PEERS, 'node_modules/pg'))});
     module.exports = { uiPort: ${await freePort()}, uiHost: '127.0.0.1', httpAdminRoot: false, flowFile: 'flows.json',
       telemetry: { enabled: false }, logging: { console: { level: 'info' } },
       functionGlobalContext: { pool: new Pool(${JSON.stringify({ ...(await databaseOf(server)), max: 10 })}) } };`,
  );
  writeFileSync(
    join(folder, 'flows.json'),
    JSON.stringify([
      { id: 't', type: 'tab', label: 'bench' },
      {
        id: 'b',
        type: 'mqtt-broker',
        broker: '127.0.0.1',
        port,
        clientid: '',
        autoConnect: true,
        usetls: false,
        protocolVersion: '4',
        keepalive: '60',
        cleansession: true,
      },
      {
        id: 'i',
        type: 'mqtt in',
        z: 't',
        topic: 'bench/+/telemetry',
        qos: '1',
        datatype: 'utf8',
        broker: 'b',
        inputs: 0,
        wires: [['f']],
      },
      { id: 'f', type: 'function', z: 't', func: STORE[way], outputs: 0, libs: [], wires: [] },
    ]),
  );
  let printed = '';
  const red = spawn(
    process.execPath,
    [
      join(PEERS, 'node_modules/node-red/red.js'),
      '--userDir',
      folder,
      '--settings',
      join(folder, 'settings.js'),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  red.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  try {
    await until(
      () => /Connected to broker/.test(printed),
      60_000,
      () => `Node-RED to start:\n${printed}`,
    );
    const begin = performance.now();
    const users = Array.from({ length: 50 }, (_, n) => `u${n}`);
    // Each of the 50 senders is a device; all use the same topic.
    const sent = generate({
      port: Number(port),
      topic: 'bench/1/telemetry',
      users,
      window: 20,
      seconds: 120,
      messages,
      spread: 100_000_000,
    });
    let stored = 0;
    await until(
      async () => {
        stored =
          (await server.sql<{ n: number }>('select count(*)::int as n from bench_node_red'))[0]?.n ?? 0;
        return stored >= messages;
      },
      180_000,
      () => `Node-RED to store ${messages} messages; it has ${stored}`,
    );
    const seconds = (performance.now() - begin) / 1000;
    await sent;
    return (messages * 10) / seconds;
  } finally {
    const gone = new Promise((resolve) => red.once('exit', resolve));
    red.kill('SIGKILL');
    await gone;
    await broker.stop();
    rmSync(folder, { recursive: true, force: true });
    await server.sql('drop table if exists bench_node_red');
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function until(
  question: () => boolean | Promise<boolean>,
  timeoutMs: number,
  what: () => string,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await question())) {
    if (Date.now() > deadline) throw new Error(`waited for ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
