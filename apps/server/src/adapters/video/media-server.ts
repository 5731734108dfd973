import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { DeviceCredentials } from '../../features/devices/credentials.ts';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import type { ServerEvents } from '../../platform/events.ts';
import type { Logger } from '../../platform/logger.ts';
import { StartupError } from '../../platform/startup-error.ts';
import { KEY_HEADER, type FromMedia, type ToMedia } from './media-protocol.ts';

const MEDIA_MAIN = join(import.meta.dirname, 'media-main.ts');
/** Pauses before a restart, milliseconds: doubled from the first to the last. */
const FIRST_RESTART_MS = 250;
const LAST_RESTART_MS = 30_000;
/** After a run of this length the next pause is the first again. */
const STABLE_RUN_MS = 60_000;
const STOP_TIMEOUT_MS = 2_000;
/**
 * Interval in which a publishing camera counts as active, milliseconds; well within the online time-out of a device.
 */
const HEARTBEAT_INTERVAL_MS = 60_000;

export interface MediaServerOptions {
  readonly host: string;
  /** RTMP port, 0 = any free one. */
  readonly port: number;
  readonly credentials: Pick<DeviceCredentials, 'find'>;
  /** Receives the activity of cameras. */
  readonly sessions: { recordActivity(device: DeviceIdentity): void };
  readonly events: ServerEvents;
  readonly log: Logger;
}

/** Runs the media process: restarts it, authenticates publishers, and opens published streams. */
export class MediaServer {
  readonly #options: MediaServerOptions;
  readonly #key = randomBytes(24).toString('base64url');
  readonly #live = new Map<string, DeviceIdentity>();
  /** Devices that this media process authenticated. */
  readonly #authenticated = new Map<string, DeviceIdentity>();
  #child: ChildProcess | undefined;
  #rtmpPort: number;
  #flvPort = 0;
  #restarts = 0;
  #timer: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #stopping = false;
  #off: (() => void) | undefined;

  constructor(options: MediaServerOptions) {
    this.#options = options;
    this.#rtmpPort = options.port;
  }

  /** The port for cameras. */
  get port(): number {
    return this.#rtmpPort;
  }

  /** @throws StartupError when the port is in use */
  async start(): Promise<void> {
    const code = await this.#run();
    if (code !== null) {
      this.#stopping = true;
      const { host, port } = this.#options;
      throw new StartupError(
        code === 'EADDRINUSE'
          ? `the RTMP port ${port} is taken; stop what uses it, or set FARM3D_RTMP_PORT to another port or to off`
          : `RTMP cannot listen on ${host}:${port} (${code}); set FARM3D_HOST or FARM3D_RTMP_PORT`,
      );
    }
    this.#off = this.#options.events.on('device-changed', ({ deviceId }) => {
      if (this.#live.has(deviceId)) this.#send({ type: 'reauthenticate', deviceId });
    });
    this.#heartbeat = setInterval(() => {
      for (const device of this.#live.values()) this.#options.sessions.recordActivity(device);
    }, HEARTBEAT_INTERVAL_MS);
    this.#heartbeat.unref();
  }

  /** Whether a camera publishes now. */
  isLive(deviceId: string): boolean {
    return this.#live.has(deviceId);
  }

  /** The stream of a device from its last key frame on; null when it does not publish. Destroy it to end it. */
  open(deviceId: string): Promise<Readable | null> {
    if (!this.#live.has(deviceId)) return Promise.resolve(null);
    return new Promise((resolve) => {
      const call = request(
        {
          host: '127.0.0.1',
          port: this.#flvPort,
          path: `/${deviceId}.flv`,
          headers: { [KEY_HEADER]: this.#key },
          agent: false,
        },
        (answer) => {
          if (answer.statusCode === 200) return resolve(answer);
          answer.resume();
          resolve(null);
        },
      );
      call.once('error', () => resolve(null));
      call.end();
    });
  }

  /** Idempotent. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    clearInterval(this.#heartbeat);
    this.#off?.();
    const child = this.#child;
    if (!child) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.disconnect();
    const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(killTimer);
  }

  #send(message: ToMedia): void {
    if (this.#child?.connected) this.#child.send(message);
  }

  /** Starts the process; resolves null once it listens, else the reason why not. */
  #run(): Promise<string | null> {
    const started = performance.now();
    const child = spawn(process.execPath, [MEDIA_MAIN], {
      // The library prints addresses and keys.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // The process gets no secret of the server.
      env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1' },
    });
    this.#child = child;
    this.#send({ type: 'start', host: this.#options.host, port: this.#rtmpPort, key: this.#key });
    return new Promise((resolve) => {
      child.on('message', (message: FromMedia) => {
        if (message.type === 'listening') {
          this.#rtmpPort = message.rtmpPort;
          this.#flvPort = message.flvPort;
          this.#options.log.debug({ pid: child.pid }, 'the media process listens');
          resolve(null);
        } else if (message.type === 'failed') {
          child.disconnect();
          resolve(message.code);
        } else {
          this.#receive(message);
        }
      });
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => {
        resolve(`the media process ended with ${code ?? signal}`);
        this.#child = undefined;
        this.#live.clear();
        this.#authenticated.clear();
        if (this.#stopping) return;
        if (performance.now() - started > STABLE_RUN_MS) this.#restarts = 0;
        const pauseMs = Math.min(FIRST_RESTART_MS * 2 ** this.#restarts, LAST_RESTART_MS);
        this.#restarts += 1;
        this.#options.log.warn({ code, signal, pauseMs }, 'the media process ended; it is started again');
        this.#timer = setTimeout(() => void this.#run(), pauseMs);
        this.#timer.unref();
      });
    });
  }

  #receive(message: Exclude<FromMedia, { type: 'listening' | 'failed' }>): void {
    const { log, credentials, sessions } = this.#options;
    if (message.type === 'authenticate') {
      const { requestId: question, token } = message;
      credentials.find(token).then(
        (device) => {
          if (device) this.#authenticated.set(device.id, device);
          this.#send({ type: 'authenticated', requestId: question, deviceId: device?.id ?? null });
          if (!device) log.info('a stream with an unknown key was refused');
        },
        (error: unknown) => {
          log.warn({ err: error }, 'a stream was refused: its key could not be looked up');
          this.#send({ type: 'authenticated', requestId: question, deviceId: null });
        },
      );
      return;
    }
    const { deviceId } = message;
    if (message.type === 'ended') {
      this.#live.delete(deviceId);
      log.debug({ deviceId }, 'a camera stopped sending');
      return;
    }
    const device = this.#authenticated.get(deviceId);
    if (!device) return;
    this.#live.set(deviceId, device);
    sessions.recordActivity(device);
    log.debug({ deviceId }, 'a camera sends');
  }
}
