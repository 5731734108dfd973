// MQTT QoS 1, ten values a message, durable before the PUBACK, through everything that a message meets in the
// product: login, decoding, validation, one alarm rule a device, the hub. Beside it raw COPY and Node-RED.
// node --conditions=@farm3d/source benchmarks/ingest/bench.ts [--json FILE] [--rounds N] [--seconds N]
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startServer } from '../../tests/support/server.ts';
import { copyRate } from '../../tests/support/copy-floor.ts';
import { hasNodeRed, nodeRedRate, type NodeRedWay } from './node-red.ts';
import { generate, makeStations, usage } from './ours.ts';

const { values: given } = parseArgs({
  options: {
    json: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
  },
});
const ROUNDS = Number(given.rounds);
const SECONDS = Number(given.seconds);
const BAR_VALUES = 200_000;
const BAR_MEGABYTES = 600;
const OVERLOAD_SECONDS = 60;

// Two cores for everybody: server, database and generator. The affinity is handed down to all of them.
if (existsSync('/usr/bin/taskset') && process.env['FARM3D_BENCH_PINNED'] === undefined) {
  const { status } = spawnSync(
    '/usr/bin/taskset',
    ['-c', '0,1', process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    { stdio: 'inherit', env: { ...process.env, FARM3D_BENCH_PINNED: '1' } },
  );
  process.exit(status ?? 1);
}

interface Row {
  readonly subject: string;
  readonly metric: string;
  readonly value: number;
  readonly n: number;
}

const env = { FARM3D_LOG_LEVEL: 'warn' };
const topic = 'v1/devices/me/telemetry';
const rows: Row[] = [];
const checks: { what: string; ok: boolean }[] = [];
const load = (): string => `load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`;
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;
const started = performance.now();
const loadAtStart = load();
const note = (subject: string, metric: string, numbers: readonly number[]): number => {
  const value = median(numbers);
  rows.push({ subject, metric, value, n: numbers.length });
  console.log(JSON.stringify(rows.at(-1)));
  return value;
};

/** A server with stations that it knows from its start on, so that their alarm rules are at work. */
async function serverWith(stations: number) {
  const first = await startServer({ env });
  const tokens = await makeStations(first, stations);
  // Rules are read at the start and when they are saved: saving others reads them all.
  const api = await first.client();
  const [model] = (await api.productModels.list()).items;
  await api.alarmSettings.saveProduct(model?.id ?? '', []);
  return { server: first, tokens };
}

/** Greatest resident memory of a process while something goes on, MB. */
async function peakWhile(work: Promise<unknown>, pid: number): Promise<number> {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, usage(pid).residentMb)), 100);
  await work;
  clearInterval(timer);
  return peak;
}

{
  const { server, tokens } = await serverWith(200);
  const ours: number[] = [];
  const p99: number[] = [];
  const cpu: number[] = [];
  const copy: number[] = [];
  let acknowledged = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = usage(server.pid).cpuSeconds;
    const result = await generate({
      port: server.mqttPort,
      topic,
      users: tokens,
      window: 20,
      seconds: SECONDS,
    });
    acknowledged += result.acknowledged;
    const used = usage(server.pid).cpuSeconds - before;
    const floor = await copyRate(server, 100_000);
    // The first round warms up and is dropped.
    if (round === 0) continue;
    ours.push((result.acknowledged * 10) / result.seconds);
    p99.push(result.p99);
    cpu.push((used * 1e6) / (result.acknowledged * 10));
    copy.push(floor);
  }
  const rate = note('farm3d', 'values/s', ours);
  note('farm3d', 'ms to the PUBACK, p99', p99);
  note('farm3d', 'processor µs a value, database included', cpu);
  const floor = note('raw COPY', 'values/s', copy);
  rows.push({ subject: 'farm3d / raw COPY', metric: 'ratio', value: rate / floor, n: ROUNDS });
  const [stored] = await server.sql<{ n: number }>('select count(*)::int as n from ts_message');
  checks.push(
    {
      what: `every acknowledged message is stored (${stored?.n} of ${acknowledged})`,
      ok: stored?.n === acknowledged,
    },
    { what: `${Math.round(rate)} values/s, at least ${BAR_VALUES}`, ok: rate >= BAR_VALUES },
  );
  if (hasNodeRed) {
    const ways: [NodeRedWay, number][] = [
      ['a statement a message', 10_000],
      ['a statement a batch', 30_000],
    ];
    let best = 0;
    for (const [way, messages] of ways) {
      best = Math.max(best, note(`Node-RED, ${way}`, 'values/s', [await nodeRedRate(server, way, messages)]));
    }
    rows.push({ subject: 'farm3d / Node-RED at its best', metric: 'ratio', value: rate / best, n: 1 });
  } else console.log('Node-RED is not installed: no comparison with it');
  await server.stop();
}

{
  const { server, tokens } = await serverWith(5_000);
  // As devices report: each every five seconds.
  const resting = generate({
    port: server.mqttPort,
    topic,
    users: tokens,
    window: 1,
    seconds: 25,
    perSecond: 1_000,
  });
  const restingPeak = await peakWhile(resting, server.pid);
  const calm = await resting;
  note('farm3d, 5,000 devices that report every 5 s', 'MB of the server, at most', [restingPeak]);
  // And as fast as each is acknowledged; no bar, but what it takes then.
  const running = generate({
    port: server.mqttPort,
    topic,
    users: tokens,
    window: 1,
    seconds: 60,
    messages: 25_000,
  });
  const peak = await peakWhile(running, server.pid);
  const { acknowledged, seconds, closed } = await running;
  note('farm3d, 5,000 devices at full speed', 'MB of the server, at most', [peak]);
  note('farm3d, 5,000 devices at full speed', 'values/s', [(acknowledged * 10) / seconds]);
  checks.push(
    {
      what: `5,000 devices in ${Math.round(restingPeak)} MB, under ${BAR_MEGABYTES}`,
      ok: restingPeak < BAR_MEGABYTES,
    },
    {
      what: `5,000 devices: all ${calm.sent} messages are acknowledged`,
      ok: calm.sent === calm.acknowledged && calm.sent > 20_000,
    },
    { what: 'no connection was closed', ok: calm.closed + closed === 0 },
  );
  await server.stop();
}

{
  // Ten times what it can take: a thousand connections that always have a hundred messages in flight.
  const { server, tokens } = await serverWith(1_000);
  const running = generate({
    port: server.mqttPort,
    topic,
    users: tokens,
    window: 100,
    seconds: OVERLOAD_SECONDS,
  });
  const peak = await peakWhile(running, server.pid);
  const { sent, acknowledged, closed, seconds } = await running;
  note('farm3d, overload of 60 s', 'MB of the server, at most', [peak]);
  note('farm3d, overload of 60 s', 'values/s', [(acknowledged * 10) / seconds]);
  const [stored] = await server.sql<{ n: number }>('select count(*)::int as n from ts_message');
  checks.push(
    { what: `overload: all ${sent} messages are acknowledged`, ok: acknowledged === sent },
    { what: `overload: all of them are stored (${stored?.n})`, ok: stored?.n === acknowledged },
    { what: 'overload: no connection was closed, the server goes on', ok: closed === 0 },
    { what: `overload: ${Math.round(peak)} MB at most`, ok: peak < 1_500 },
  );
  await server.stop();
}

const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  loadAtStart,
  loadAtEnd: load(),
};
if (given.json)
  writeFileSync(given.json, `${JSON.stringify({ name: 'ingest', machine, rows, checks }, null, 2)}\n`);
console.log(`${Math.round((performance.now() - started) / 1000)} s; ${load()}`);
for (const { what, ok } of checks) console.log(`${ok ? 'ok  ' : 'MISS'} ${what}`);
process.exitCode = checks.every(({ ok }) => ok) ? 0 : 1;
