// 5,000 clients that follow 100 devices: deliveries per second, and their delay after the commit.
// node --conditions=@farm3d/source benchmarks/push/bench.ts [--json FILE] [--rounds N]
import { spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startServer } from '../../tests/support/server.ts';
import { usage } from '../ingest/ours.ts';
import type { Push, PushResult } from '../../tests/support/push-subscribers.ts';
import { benchOptions, finish, median, runOnTwoCores } from '../result.ts';

const { values: options } = benchOptions({ rounds: '2' });
const BAR_DELIVERIES = 10_000;
const SUBSCRIBERS = 5_000;
const DEVICES = 100;
/** Each reading is delivered to fifty clients: this rate is a fifth above the required one. */
const PER_SECOND = 240;

runOnTwoCores();
// One user opens all pages: there are fewer of one by default.
const server = await startServer({
  env: { FARM3D_LOG_LEVEL: 'warn', FARM3D_CAPS: `user-streams=${SUBSCRIBERS}` },
});
const results: (PushResult & { cpuMicros: number; residentMb: number })[] = [];
try {
  const api = await server.client();
  const devices: { id: string; token: string }[] = [];
  for (let n = 0; n < DEVICES; n += 1) {
    const { id, accessToken } = await api.devices.create({ name: `推送设备${n}`, productModelCode: 'QX-9' });
    devices.push({ id, token: accessToken });
  }
  for (let round = 0; round <= Number(options.rounds); round += 1) {
    const push: Push = {
      httpPort: server.httpPort,
      mqttPort: server.mqttPort,
      token: await server.accessToken(),
      devices,
      subscribers: SUBSCRIBERS,
      perSecond: PER_SECOND,
      seconds: 8,
    };
    const before = usage(server.pid).cpuSeconds;
    const pages = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../tests/support/push-subscribers.ts')],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    pages.stdin.end(JSON.stringify(push));
    const stdout = await text(pages.stdout);
    const after = usage(server.pid);
    const result = JSON.parse(stdout) as PushResult;
    const cpuMicros = ((after.cpuSeconds - before) * 1e6) / result.deliveries;
    // The first round warms up and is dropped.
    const { deliveries, seconds, p50, p99 } = result;
    console.log(
      JSON.stringify({ round, perSecond: Math.round(deliveries / seconds), p50, p99, load: loadavg()[0] }),
    );
    if (round > 0) results.push({ ...result, cpuMicros, residentMb: after.residentMb });
  }
} finally {
  await server.stop();
}

const row = (metric: string, of: (result: (typeof results)[number]) => number) => ({
  subject: 'farm3d',
  metric,
  samples: results.map(of),
});
const rate = row('deliveries/s', ({ deliveries, seconds }) => deliveries / seconds);
finish('push', options.json, {
  rows: [
    rate,
    row('ms from the PUBACK to the page, p50', ({ p50 }) => p50),
    row('ms from the PUBACK to the page, p99', ({ p99 }) => p99),
    row('ms from the sending to the page, p99', ({ sendP99 }) => sendP99),
    row('processor µs a delivery, connecting included', ({ cpuMicros }) => cpuMicros),
    row('MB of the server', ({ residentMb }) => residentMb),
  ],
  ratios: [{ what: 'deliveries/s', ratio: median(rate.samples), least: BAR_DELIVERIES }],
  checks: [
    {
      what: 'every page has got every reading, or a newer one of the same device in its place',
      ok: results.every(({ deliveries, expected }) => deliveries <= expected && deliveries > expected * 0.9),
    },
  ],
});
