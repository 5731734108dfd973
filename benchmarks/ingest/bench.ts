// MQTT 3.1.1 and 5, QoS 1, ten values a message, durable before the PUBACK, through everything that a message meets in
// the product: login, decoding, validation, one alarm rule a device, the hub. Beside it raw COPY and Node-RED.
// node --conditions=@farm3d/source benchmarks/ingest/bench.ts [--json FILE] [--rounds N] [--seconds N] [--flame FILE.svg]
// With --flame nothing is compared: a picture of where the time goes is written.
import { startServer } from '../../tests/support/server.ts';
import { copyRate } from '../../tests/support/copy-floor.ts';
import { benchOptions, type Check, finish, median, type Ratio, type Row, runOnTwoCores } from '../result.ts';
import { drawFlame } from './flame.ts';
import { hasNodeRed, nodeRedRate, type NodeRedWay } from './node-red.ts';
import { generate, makeStations, usage } from './ours.ts';

const { values: given } = benchOptions({ rounds: '3', seconds: '8', flame: '' });
const ROUNDS = Number(given.rounds);
const SECONDS = Number(given.seconds);
const BAR_VALUES = 500_000;
/** COPY of the machine for which that bar was set: on a slower one the bar is the same share of its COPY. */
const BAR_COPY = 1_174_000;
const BAR_P99_MS = 100;
const BAR_MEGABYTES = 1_000;
/**
 * Messages a second that come one by one, as those of devices do: what a PUBACK takes on a server that keeps up. Each
 * costs four calls of the system, so that 20,000 keep two cores 0.9 busy, a quarter of it by the load itself.
 */
const STEADY_MESSAGES = [10_000, 20_000];
/** Messages of each of 200 devices that wait for their PUBACK: what just keeps two cores busy, and half as many again. */
const WINDOWS = [13, 20];
const STATIONS = 200;
const DEVICES = 18_000;
const OVERLOAD_SECONDS = 60;

runOnTwoCores();
if (given.flame !== '') {
  await drawFlame(given.flame);
  process.exit();
}

interface Protocol {
  readonly subject: string;
  readonly version: 4 | 5;
  readonly window: number;
  readonly rate: number[];
  readonly p99: number[];
  readonly cpu: number[];
}

const env = { FARM3D_LOG_LEVEL: 'warn' };
const topic = 'v1/devices/me/telemetry';
const rows: Row[] = [];
const ratios: Ratio[] = [];
const checks: Check[] = [];
/** Keeps a row, prints it at once, and returns its median: a run takes minutes. */
const note = (subject: string, metric: string, samples: readonly number[], floor = false): number => {
  rows.push({ subject, metric, samples, floor });
  console.log(JSON.stringify({ subject, metric, median: median(samples), n: samples.length }));
  return median(samples);
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
  const { server, tokens } = await serverWith(STATIONS);
  const copy: number[] = [];
  const protocols = WINDOWS.flatMap((window) =>
    (
      [
        ['MQTT 3.1.1', 4],
        ['MQTT 5', 5],
      ] as const
    ).map(([name, version]): Protocol => {
      const subject = `farm3d, ${name}, ${window * STATIONS} messages under way`;
      return { subject, version, window, rate: [], p99: [], cpu: [] };
    }),
  );
  let acknowledged = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    // In turns, so that other load on the machine affects both.
    for (const { version, window, rate, p99, cpu } of round % 2 === 0 ? protocols : protocols.toReversed()) {
      const before = usage(server.pid).cpuSeconds;
      const result = await generate({
        port: server.mqttPort,
        topic,
        users: tokens,
        window,
        seconds: SECONDS,
        versions: [version],
      });
      acknowledged += result.acknowledged;
      // The first round warms up and is dropped.
      if (round === 0) continue;
      rate.push((result.acknowledged * 10) / result.seconds);
      p99.push(result.p99);
      cpu.push(((usage(server.pid).cpuSeconds - before) * 1e6) / (result.acknowledged * 10));
    }
    const floor = await copyRate(server, 100_000);
    if (round > 0) copy.push(floor);
  }
  const floor = note('raw COPY', 'values/s', copy, true);
  const rates = protocols.map(({ subject, rate, p99, cpu }) => {
    const values = note(subject, 'values/s', rate);
    const wait = note(subject, 'ms to the PUBACK, p99', p99);
    note(subject, 'processor µs a value, database included', cpu);
    ratios.push(
      { what: `${subject}, values/s`, ratio: values, least: BAR_VALUES },
      {
        what: `${subject} / raw COPY`,
        ratio: values / floor,
        ...(floor < BAR_COPY && { least: BAR_VALUES / BAR_COPY }),
      },
      { what: `${subject}, ms to the PUBACK, p99`, ratio: wait, most: BAR_P99_MS },
    );
    return values;
  });
  const rate = Math.max(...rates);
  for (const perSecond of STEADY_MESSAGES) {
    const steady = await generate({
      port: server.mqttPort,
      topic,
      users: tokens,
      window: 1,
      seconds: SECONDS,
      perSecond,
      versions: [4, 5],
    });
    acknowledged += steady.acknowledged;
    const subject = `farm3d, ${(perSecond * 10).toLocaleString('en')} values/s whatever is acknowledged`;
    note(subject, 'ms to the PUBACK, p50', [steady.p50]);
    ratios.push({
      what: `${subject}, ms to the PUBACK, p99`,
      ratio: note(subject, 'ms to the PUBACK, p99', [steady.p99]),
      most: BAR_P99_MS,
    });
  }
  const [stored] = await server.sql<{ n: number }>('select count(*)::int as n from ts_message');
  checks.push({
    what: `every acknowledged message is stored (${stored?.n} of ${acknowledged})`,
    ok: stored?.n === acknowledged,
  });
  if (hasNodeRed) {
    const ways: [NodeRedWay, number][] = [
      ['a statement a message', 10_000],
      ['a statement a batch', 30_000],
    ];
    let best = 0;
    for (const [way, messages] of ways) {
      best = Math.max(best, note(`Node-RED, ${way}`, 'values/s', [await nodeRedRate(server, way, messages)]));
    }
    ratios.push({ what: 'farm3d / Node-RED at its best', ratio: rate / best });
  } else console.log('Node-RED is not installed: no comparison with it');
  await server.stop();
}

{
  const { server, tokens } = await serverWith(DEVICES);
  // As devices report: each every twenty seconds.
  const resting = generate({
    port: server.mqttPort,
    topic,
    users: tokens,
    window: 1,
    seconds: 60,
    perSecond: DEVICES / 20,
    versions: [4, 5],
  });
  const peak = await peakWhile(resting, server.pid);
  const calm = await resting;
  const subject = `farm3d, ${DEVICES.toLocaleString('en')} connected devices that report every 20 s`;
  note(subject, 'MB of the server, at most', [peak]);
  note(subject, 'ms to the PUBACK, p99', [calm.p99]);
  ratios.push({ what: `MB with ${DEVICES.toLocaleString('en')} devices`, ratio: peak, most: BAR_MEGABYTES });
  checks.push(
    {
      what: `${DEVICES} devices: all ${calm.sent} messages are acknowledged`,
      ok: calm.sent === calm.acknowledged && calm.sent > 50_000,
    },
    { what: 'no connection was closed', ok: calm.closed === 0 },
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
    versions: [4, 5],
  });
  const peak = await peakWhile(running, server.pid);
  const { sent, acknowledged, closed, seconds } = await running;
  note('farm3d, overload of 60 s', 'MB of the server, at most', [peak]);
  note('farm3d, overload of 60 s', 'values/s', [(acknowledged * 10) / seconds]);
  const [stored] = await server.sql<{ n: number }>('select count(*)::int as n from ts_message');
  ratios.push({ what: 'MB under overload', ratio: peak, most: BAR_MEGABYTES });
  checks.push(
    { what: `overload: all ${sent} messages are acknowledged`, ok: acknowledged === sent },
    { what: `overload: all of them are stored (${stored?.n})`, ok: stored?.n === acknowledged },
    { what: 'overload: no connection was closed, the server goes on', ok: closed === 0 },
  );
  await server.stop();
}

finish('ingest', given.json, { rows, ratios, checks });
