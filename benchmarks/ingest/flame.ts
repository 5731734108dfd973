// Where the time of a value goes: npm run bench -- ingest --flame FILE.svg
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../tests/support/server.ts';
import { flameGraph, framesOf, type Frame, type Profile } from './flame-graph.ts';
import { generate, makeStations, usage } from './ours.ts';

const STATIONS = 200;
const WINDOW = 10;
const SECONDS = 8;

/** Samples the server's threads while it takes as many values as it can, and draws their stacks with the database beside. */
export async function drawFlame(file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'farm3d-flame-'));
  try {
    const server = await startServer({
      env: { FARM3D_LOG_LEVEL: 'warn', NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` },
    });
    const began = performance.now();
    const users = await makeStations(server, STATIONS);
    const load = {
      port: server.mqttPort,
      topic: 'v1/devices/me/telemetry',
      users,
      window: WINDOW,
      seconds: SECONDS,
      versions: [4, 5],
    } as const;
    // Warm-up, of which nothing is drawn.
    await generate(load);
    const before = usage(server.pid);
    const from = performance.now();
    const { acknowledged, cpuSeconds } = await generate(load);
    const to = performance.now();
    const after = usage(server.pid);
    const database = after.cpuSeconds - before.cpuSeconds - (after.ownSeconds - before.ownSeconds);
    await server.stop();
    const values = acknowledged * 10;
    // Profiles begin with their process, a moment before the server answers.
    const profiles = readdirSync(folder).map(
      (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile,
    );
    const lengthOf = ({ timeDeltas }: Profile): number => timeDeltas.reduce((sum, one) => sum + one, 0);
    const threads = profiles
      .map((profile): Frame => {
        const end = lengthOf(profile) - (performance.now() - to) * 1_000;
        return framesOf('thread', profile, [end - (to - from) * 1_000, end]);
      })
      .filter(({ time }) => time > 100_000)
      .toSorted((a, b) => b.time - a.time)
      .map((frame, i) => ({ ...frame, name: i === 0 ? 'server' : `server, thread ${i + 1}` }));
    const roots = [
      ...threads,
      { name: 'database (not sampled)', time: database * 1e6, children: [] },
      { name: 'load generator (not sampled)', time: cpuSeconds * 1e6, children: [] },
    ];
    const rate = Math.round(values / ((to - from) / 1_000)).toLocaleString('en');
    writeFileSync(
      file,
      flameGraph(
        `µs of processor time a value, ${rate} values/s under the profiler`,
        roots,
        (time) => `${(time / values).toFixed(2)} µs a value`,
      ),
    );
    console.log(`farm3d: ${file}, ${Math.round((performance.now() - began) / 1_000)} s`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
