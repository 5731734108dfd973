import { expect } from 'vitest';
import { checkStored, type StoredCheck } from './check-stored.ts';
import { insertDevices, type TestDevice } from './devices.ts';
import { DataFolder, FarmProcess } from './farm-process.ts';
import { Generator, type Sent } from './generator.ts';
import { until } from './until.ts';

const DEVICES = 8;
const WINDOW = 12;
/** Issue 2, "What it must show". */
export const MIN_ACKNOWLEDGED = 5_000;
export const MIN_IN_FLIGHT = 20;

export const VICTIMS = ['server', 'database', 'both'] as const;
export type Victim = (typeof VICTIMS)[number];

/** One data folder that is crashed again and again. */
export class CrashRig {
  readonly folder = new DataFolder();
  /** Time of reading 0: within the accepted window, and back far enough that no reading lies ahead. */
  readonly base = Date.now() - 6 * 3_600_000;
  readonly #entry: string | undefined;
  readonly #next = new Map<number, number>();
  readonly #everything: Sent[] = [];
  #server: FarmProcess | undefined;
  #devices: TestDevice[] = [];

  constructor(entry?: string) {
    this.#entry = entry;
  }

  async start(): Promise<void> {
    this.#server = await this.#startServer();
    const client = await this.folder.connect();
    this.#devices = await insertDevices(client, DEVICES);
    await client.end();
  }

  /** Ingests, kills `victim` during the ingestion, restarts everything and compares. */
  async round(
    victim: Victim,
    killDelayMs: number,
    protocolVersion: 4 | 5,
  ): Promise<StoredCheck & { inFlight: number }> {
    const server = this.#server;
    if (!server) throw new Error('not started');
    await this.expectDurable();
    const generator = new Generator({ base: this.base, window: WINDOW, next: this.#next });
    await generator.start(server.mqttPort, this.#devices, protocolVersion);
    await until(() => generator.acknowledged.length >= MIN_ACKNOWLEDGED, `${MIN_ACKNOWLEDGED} acknowledged`, {
      timeoutMs: 60_000,
    });
    const due = Date.now() + killDelayMs;
    await until(() => Date.now() >= due && generator.inFlight >= MIN_IN_FLIGHT, 'the instant of the kill');
    const inFlight = generator.inFlight;
    if (victim !== 'server') this.folder.killDatabase();
    if (victim !== 'database') await server.kill9();
    if (victim === 'database') {
      // The server goes on: it restarts the database and stores every message in flight by itself.
      generator.pause();
      await until(
        () => generator.inFlight === 0,
        'what was in flight is acknowledged after the database is back',
      );
    }
    generator.end();
    if (victim !== 'database') this.#server = await this.#startServer();
    const client = await this.folder.connect();
    try {
      this.#everything.push(...generator.acknowledged);
      const check = await checkStored(client, this.base, generator.acknowledged, generator.unacknowledged);
      return { ...check, inFlight };
    } finally {
      await client.end();
    }
  }

  /** All rounds together: a later crash must not lose what an earlier one kept. */
  async checkEverything(): Promise<StoredCheck> {
    const client = await this.folder.connect();
    try {
      return await checkStored(client, this.base, this.#everything, []);
    } finally {
      await client.end();
    }
  }

  async expectDurable(): Promise<void> {
    const client = await this.folder.connect();
    try {
      const { rows } = await client.query<{ name: string; setting: string }>(
        `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name`,
      );
      expect(rows).toEqual([
        { name: 'fsync', setting: 'on' },
        { name: 'full_page_writes', setting: 'on' },
        { name: 'synchronous_commit', setting: 'on' },
      ]);
    } finally {
      await client.end();
    }
  }

  async end(): Promise<void> {
    await this.#server?.kill9();
    await this.folder.remove();
  }

  #startServer(): Promise<FarmProcess> {
    return FarmProcess.start(this.folder, this.#entry === undefined ? {} : { entry: this.#entry });
  }
}
