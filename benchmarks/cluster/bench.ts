// One, two and three servers on an outside PostgreSQL, an outside broker and an S3 service: what a value costs in processor
// time, and what is lost when a server is killed under load. On two cores it says nothing about throughput.
// node --conditions=@farm3d/source benchmarks/cluster/bench.ts [--json FILE] [--messages N]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { picture } from '../../tests/support/fixtures.ts';
import { startBucket } from '../../tests/support/bucket.ts';
import { startMosquitto } from '../../tests/cluster/support/mosquitto.ts';
import { startPostgres } from '../../tests/cluster/support/postgres.ts';
import { startServer, type RunningServer } from '../../tests/support/server.ts';
import { waitFor } from '../../tests/support/wait.ts';
import { generate, usage } from '../ingest/ours.ts';
import { benchOptions, type Check, finish, type Row, runOnTwoCores } from '../result.ts';

const { values: given } = benchOptions({ messages: '50000' });
const MESSAGES = Number(given.messages);
const VALUES_A_MESSAGE = 10;
const DEVICES = 50;
const SERVERS = [1, 2, 3];
/** Messages of each device under way. */
const WINDOW = 20;
const STORED_MS = 120_000;

runOnTwoCores();

const rows: Row[] = [];
const checks: Check[] = [];
const say = (line: string): void => console.log(`cluster: ${line}`);

for (const n of SERVERS) await measure(n);
finish('cluster', given.json, { rows, checks });

async function measure(n: number): Promise<void> {
  const [database, broker, bucket] = await Promise.all([startPostgres(), startMosquitto(), startBucket()]);
  const folders = Array.from({ length: n }, (_, i) => mkdtempSync(join(tmpdir(), `farm3d-cluster-${i}-`)));
  const start = (index: number): Promise<RunningServer> =>
    startServer({
      dataDir: folders[index] ?? '',
      env: {
        ...bucket.env,
        DATABASE_URL: database.url,
        MQTT_URL: broker.url,
        FARM3D_CLUSTER: '1',
        FARM3D_LOG_LEVEL: 'warn',
      },
    });
  const sql = database.pool();
  const servers: RunningServer[] = [];
  try {
    for (let index = 0; index < n; index += 1) servers.push(await start(index));
    const [first] = servers;
    if (!first) return;
    const api = await first.client();
    const devices = await Promise.all(
      Array.from({ length: DEVICES }, (_, index) =>
        api.devices.create({ name: `集群${index}`, productModelCode: 'QX-9' }),
      ),
    );
    const settings = [{ name: '高温', condition: { key: 'airTemperature', op: '>' as const, value: 55 } }];
    for (const { id } of devices) await api.alarmSettings.save(id, settings);
    const send = () =>
      generate({
        port: Number(new URL(broker.url).port),
        topic: 'v1/{user}/telemetry',
        users: devices.map(({ id }) => id),
        window: WINDOW,
        seconds: 600,
        messages: MESSAGES,
      });
    const stored = async (): Promise<number> =>
      (await sql.query<{ n: number }>('select count(*)::int as n from ts_message')).rows[0]?.n ?? 0;
    const wait = (messages: number): Promise<unknown> =>
      waitFor(async () => (await stored()) >= messages, {
        timeoutMs: STORED_MS,
        intervalMs: 200,
        what: () => `${messages} messages to be stored`,
      });
    const subject = `${n} server${n === 1 ? '' : 's'}`;
    const spent = () => ({
      servers: servers.reduce((sum, { pid }) => sum + usage(pid).cpuSeconds, 0),
      database: usage(database.pid).cpuSeconds,
      broker: usage(broker.pid).cpuSeconds,
    });

    const before = spent();
    const sent = await send();
    await wait(sent.acknowledged);
    const after = spent();
    const millions = (sent.acknowledged * VALUES_A_MESSAGE) / 1e6;
    for (const name of ['servers', 'database', 'broker'] as const) {
      const seconds = (after[name] - before[name]) / millions;
      rows.push({ subject, metric: `core seconds a million values, ${name}`, samples: [seconds], size: n });
      say(`${subject}, ${name}: ${seconds.toFixed(2)} core seconds a million values`);
    }
    const shares = await Promise.all(servers.map(storedBy));
    checks.push({
      what: `${subject}: each stores a part (${shares.join(' + ')} of ${sent.acknowledged})`,
      ok: shares.every((share) => share > 0),
    });

    // Under load the last one is killed, and started again later: what it had not acknowledged waits in its session.
    const victim = servers.at(-1);
    const already = victim ? await storedBy(victim) : 0;
    const sending = send();
    await waitFor(async () => victim !== undefined && (await storedBy(victim)) > already + 100, {
      what: 'the victim to store some',
    });
    await victim?.kill9();
    const second = await sending;
    servers[n - 1] = await start(n - 1);
    const all = sent.acknowledged + second.acknowledged;
    await wait(all);
    const found = await stored();
    checks.push({
      what: `${subject}, one killed: every message that the broker acknowledged is stored once (${found} of ${all})`,
      ok: found === all && second.acknowledged === second.sent,
    });

    const { path } = await (await servers[0]!.client()).files.upload(new Blob([picture(40, 24)]), 'one.png');
    const read = await Promise.all(
      servers.map(async (server) => (await (await server.client()).files.content(path)).size),
    );
    checks.push({
      what: `${subject}: a file that one stored in S3 is read through each (${bucket.heads.filter((head) => head.startsWith('PUT ')).length} PUT)`,
      ok:
        read.every((size) => size === picture(40, 24).length) &&
        bucket.heads.some((head) => head.startsWith('PUT ')),
    });
  } finally {
    await sql.end();
    for (const server of servers) await server.stop();
    await Promise.all([broker.stop(), database.stop(), bucket.close()]);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

async function storedBy({ baseUrl }: RunningServer): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  return Number(/^farm3d_ingest_entries_total (\d+)/m.exec(text)?.[1] ?? 0);
}
