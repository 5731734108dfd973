// 5,000 pages that follow 100 devices: how many deliveries a second, and how long after the commit.
// node --conditions=@farm3d/source benchmarks/push/bench.ts [--json FILE] [--rounds N]
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { startServer } from '../../tests/support/server.ts';
import { usage } from '../ingest/ours.ts';
import type { Push, PushResult } from '../../tests/support/push-subscribers.ts';

const { values: given } = parseArgs({
  options: { json: { type: 'string' }, rounds: { type: 'string', default: '2' } },
});
const BAR_DELIVERIES = 10_000;
const SUBSCRIBERS = 5_000;
const DEVICES = 100;
/** Each reading goes to fifty pages: this many make the bar and a fifth more. */
const PER_SECOND = 240;

// Two cores for everybody: server, database and pages. The affinity is handed down to all of them.
if (existsSync('/usr/bin/taskset') && process.env['FARM3D_BENCH_PINNED'] === undefined) {
  const { status } = spawnSync(
    '/usr/bin/taskset',
    ['-c', '0,1', process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    { stdio: 'inherit', env: { ...process.env, FARM3D_BENCH_PINNED: '1' } },
  );
  process.exit(status ?? 1);
}

const load = (): string => `load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`;
const loadAtStart = load();
const started = performance.now();
const server = await startServer({ env: { FARM3D_LOG_LEVEL: 'warn' } });
const results: (PushResult & { cpuMicros: number; residentMb: number })[] = [];
try {
  const api = await server.client();
  const devices: { id: string; token: string }[] = [];
  for (let n = 0; n < DEVICES; n += 1) {
    const { id, accessToken } = await api.devices.create({ name: `推送设备${n}`, productModelCode: 'QX-9' });
    devices.push({ id, token: accessToken });
  }
  for (let round = 0; round <= Number(given.rounds); round += 1) {
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
      JSON.stringify({ round, perSecond: Math.round(deliveries / seconds), p50, p99, machine: load() }),
    );
    if (round > 0) results.push({ ...result, cpuMicros, residentMb: after.residentMb });
  }
} finally {
  await server.stop();
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;
const row = (metric: string, of: (result: (typeof results)[number]) => number) => ({
  subject: 'farm3d',
  metric,
  value: median(results.map(of)),
  n: results.length,
});
const rows = [
  row('deliveries/s', ({ deliveries, seconds }) => deliveries / seconds),
  row('ms from the PUBACK to the page, p50', ({ p50 }) => p50),
  row('ms from the PUBACK to the page, p99', ({ p99 }) => p99),
  row('ms from the sending to the page, p99', ({ sendP99 }) => sendP99),
  row('processor µs a delivery, connecting included', ({ cpuMicros }) => cpuMicros),
  row('MB of the server', ({ residentMb }) => residentMb),
];
const checks = [
  {
    what: `${Math.round(rows[0]?.value ?? 0)} deliveries/s, at least ${BAR_DELIVERIES}`,
    ok: (rows[0]?.value ?? 0) >= BAR_DELIVERIES,
  },
  {
    what: 'every page has got every reading, or a newer one of the same device in its place',
    ok: results.every(({ deliveries, expected }) => deliveries <= expected && deliveries > expected * 0.9),
  },
];
for (const one of rows) console.log(JSON.stringify(one));
const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  loadAtStart,
  loadAtEnd: load(),
};
console.log(`${Math.round((performance.now() - started) / 1000)} s; ${load()}`);
if (given.json)
  writeFileSync(given.json, `${JSON.stringify({ name: 'push', machine, rows, checks }, null, 2)}\n`);
for (const { what, ok } of checks) console.log(`${ok ? 'ok  ' : 'MISS'} ${what}`);
process.exitCode = checks.every(({ ok }) => ok) ? 0 : 1;
