import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Logger } from '../../platform/logger.ts';

const SIMULATOR = resolve(import.meta.dirname, '../../../../simulator/src/main.ts');
/** Pauses before a restart, milliseconds: doubled from the first to the last. */
const FIRST_RESTART_MS = 1_000;
const LAST_RESTART_MS = 60_000;
/** After a run of this length the next pause is the first again. */
const SOUND_RUN_MS = 60_000;
const STOP_TIMEOUT_MS = 5_000;

/** Runs the simulator of the demo farm in its own process, which uses MQTT like any device. */
export class SimulatorProcess {
  readonly #mqttUrl: string;
  readonly #rtmpUrl: string | undefined;
  readonly #devicesFile: string;
  readonly #log: Logger;
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #restarts = 0;
  #stopping = false;

  /** `rtmpUrl`: where its cameras publish; without it they do not. */
  constructor(options: { mqttUrl: string; rtmpUrl: string | undefined; devicesFile: string; log: Logger }) {
    this.#mqttUrl = options.mqttUrl;
    this.#rtmpUrl = options.rtmpUrl;
    this.#devicesFile = options.devicesFile;
    this.#log = options.log;
  }

  start(): void {
    if (!existsSync(this.#devicesFile) || !existsSync(SIMULATOR)) {
      this.#log.warn('there is nothing to simulate: the demo farm was not made in this data folder');
      return;
    }
    const started = performance.now();
    const child = spawn(process.execPath, ['--conditions=@farm3d/source', SIMULATOR], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        FARM3D_MQTT_URL: this.#mqttUrl,
        FARM3D_RTMP_URL: this.#rtmpUrl,
        FARM3D_DEMO_DEVICES: this.#devicesFile,
        // Secrets of the server that the simulator does not need.
        DATABASE_URL: undefined,
        FARM3D_ADMIN_PASSWORD: undefined,
      },
    });
    this.#child = child;
    child.once('error', (error) => this.#log.error({ err: error }, 'the simulator cannot be started'));
    child.once('exit', (code, signal) => {
      this.#child = undefined;
      if (this.#stopping) return;
      if (performance.now() - started > SOUND_RUN_MS) this.#restarts = 0;
      const pauseMs = Math.min(FIRST_RESTART_MS * 2 ** this.#restarts, LAST_RESTART_MS);
      this.#restarts += 1;
      this.#log.warn({ code, signal, pauseMs }, 'the simulator ended; it is started again');
      this.#timer = setTimeout(() => this.start(), pauseMs);
      this.#timer.unref();
    });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
  }
}
