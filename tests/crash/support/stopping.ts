import { spawn } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATIENCE_MS, waitFor } from '../../support/wait.ts';
import { seeded } from './crash-rounds.ts';
import { DataFolder } from './farm-process.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Time between 'ready' and the last instant, milliseconds. */
const AFTER_READY_MS = 5_000;
const INSTANTS = 30;
const SEED = 20_261_123;

/** SIGINT goes to the group, as a terminal sends it; SIGTERM to npm alone, as a tool does. */
type Way = 'SIGINT' | 'SIGTERM';

interface StopCase {
  readonly way: Way;
  /** Where between the spawn (0) and the last instant (1). */
  readonly instant: number;
}

/** All 60: thirty instants, in each thirtieth of the time one, by both signals. */
export function stopCases(): StopCase[] {
  const random = seeded(SEED);
  const instants = Array.from(
    { length: INSTANTS },
    (_, index) => Math.round(((index + random()) / INSTANTS) * 1_000) / 1_000,
  );
  return instants.flatMap((instant) => (['SIGINT', 'SIGTERM'] as const).map((way) => ({ way, instant })));
}

/** Six of them, three with each signal, early and late. */
export function someStopCases(): StopCase[] {
  const all = stopCases();
  return Array.from({ length: 6 }, (_, part) => all[part * 10 + 4 + (part % 2)]!);
}

/** `npm start` with an empty data folder, the demo farm and the cameras' process. */
class StartedPlatform {
  readonly folder = new DataFolder();
  readonly #child;
  #printed = '';
  #ended = false;

  constructor() {
    this.#child = spawn('npm', ['start'], {
      cwd: ROOT,
      // A process group of its own, as a terminal gives each command.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        DATABASE_URL: '',
        FARM3D_HOST: '127.0.0.1',
        FARM3D_PORT: '0',
        FARM3D_MQTT_PORT: '0',
        FARM3D_RTMP_PORT: '0',
        FARM3D_DEMO: '1',
        FARM3D_DATA_DIR: this.folder.path,
      },
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.#printed += text));
    this.#child.once('exit', () => (this.#ended = true));
  }

  get printed(): string {
    return this.#printed;
  }

  async ready(): Promise<void> {
    await waitFor(
      () => {
        if (this.#ended) throw new Error(`npm start ended:\n${this.#printed}`);
        return this.#printed.includes('farm3d is ready at ');
      },
      { what: () => `npm start to be ready; it printed:\n${this.#printed}` },
    );
  }

  stop(way: Way): void {
    const pid = this.#child.pid ?? 0;
    process.kill(way === 'SIGINT' ? -pid : pid, way);
  }

  /** Every process that it started: in its process group, or with the data folder in its arguments or as its working directory. */
  processes(): string[] {
    const folder = resolve(this.folder.path, '..');
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
          const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
          const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
          const ours =
            Number(group) === this.#child.pid ||
            command.includes(folder) ||
            readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
          return ours && state !== 'Z' ? [`${pid} ${command}`] : [];
        } catch {
          // It ended meanwhile.
          return [];
        }
      });
  }

  /** Whether nothing of it runs any more, or what does after the deadline. */
  async remaining(): Promise<string[]> {
    const deadline = Date.now() + PATIENCE_MS / 3;
    await waitFor(() => (this.#ended && this.processes().length === 0) || Date.now() > deadline);
    return this.processes();
  }

  async remove(): Promise<void> {
    for (const line of this.processes()) {
      try {
        process.kill(Number.parseInt(line, 10), 'SIGKILL');
      } catch {
        // Gone already.
      }
    }
    await this.folder.remove();
  }
}

/** Tests that stop `npm start` at these instants and find processes that it left running. */
export function stopTests(cases: readonly StopCase[]): void {
  let untilReadyMs = 0;

  beforeAll(async () => {
    // The first one may have to build the page.
    for (const _ of ['builds', 'measures']) {
      const platform = new StartedPlatform();
      try {
        const spawned = Date.now();
        await platform.ready();
        untilReadyMs = Date.now() - spawned;
        platform.stop('SIGTERM');
        expect(await platform.remaining()).toEqual([]);
      } finally {
        await platform.remove();
      }
    }
  });

  test.each(cases)(
    '$way at $instant of the time to 5 s after ready leaves no process',
    async ({ way, instant }) => {
      const platform = new StartedPlatform();
      try {
        await new Promise((done) => setTimeout(done, instant * (untilReadyMs + AFTER_READY_MS)));
        platform.stop(way);
        expect(await platform.remaining(), platform.printed).toEqual([]);
      } finally {
        await platform.remove();
      }
    },
  );

  afterAll(() => expect(untilReadyMs).toBeGreaterThan(0));
}
