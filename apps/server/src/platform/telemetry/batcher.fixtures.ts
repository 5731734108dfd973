import { expect, vi } from 'vitest';
import type { DeviceIdentity } from '../device-identity.ts';
import type { JsonValue } from '../json-value.ts';
import { createLogger, type Logger } from '../logger.ts';
import type { Batch, IngestEntry } from './batch.ts';
import type { BatchWriter } from './batcher.ts';
import type { CommitResult } from './store.ts';

/** Time limit of operations that complete immediately, also on a busy machine. */
export const PATIENCE = { timeout: 30_000 };

/** What a test of pauses fakes; turns of the event loop stay real. */
export const FAKED = { toFake: ['setTimeout', 'clearTimeout', 'Date'] } satisfies Parameters<
  typeof vi.useFakeTimers
>[0];

export const log = createLogger('silent');

const device = (key: number): DeviceIdentity => ({
  id: `device-${key}`,
  key,
  organisationId: 'o',
  productModelId: 'p',
  name: '',
  gateway: false,
});

export const entry = (
  key: number,
  ts: number,
  values: Record<string, JsonValue>,
  receivedAt = 1_000,
): IngestEntry => ({
  device: device(key),
  source: 'mqtt',
  receivedAt,
  readings: [{ ts, values }],
  problems: [],
  sizeBytes: 10,
});

/** Ends after everything that the event loop has to do now. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** An error of PostgreSQL that says that the data are at fault. */
export const refusal = (message: string): Error => Object.assign(new Error(message), { code: '22003' });

/** What became of a promise: its result, or the name and message of its error; 'open' as long as neither is known. */
export function outcomeOf(promise: Promise<unknown>): { readonly now: unknown } {
  const outcome: { now: unknown } = { now: 'open' };
  promise.then(
    (result) => (outcome.now = result),
    (error: Error) => (outcome.now = `${error.name}: ${error.message}`),
  );
  return outcome;
}

/** A log whose lines can be read. */
export function readableLog(): { readonly log: Logger; readonly lines: unknown[] } {
  const lines: unknown[] = [];
  return { log: createLogger('warn', { write: (line) => lines.push(JSON.parse(line)) }), lines };
}

/** A writer whose commits end when the test calls `commit`. */
export class ManualWriter {
  readonly batches: Batch[] = [];
  readonly #pending: {
    resolve: (result: CommitResult) => void;
    reject: (error: Error) => void;
    batch: Batch;
  }[] = [];

  /** Number of entries of each transaction. */
  get sizes(): number[] {
    return this.batches.map(({ entries }) => entries.length);
  }

  write(batch: Batch): Promise<CommitResult> {
    this.batches.push(batch);
    return new Promise((resolve, reject) => this.#pending.push({ resolve, reject, batch }));
  }

  /** @param result what the answer has beside the number of the commit */
  async commit(result: Partial<CommitResult> = {}): Promise<void> {
    const next = await this.#next();
    next.resolve({ seq: this.batches.length, advanced: next.batch.latest, rejections: [], ...result });
  }

  async fail(error: Error): Promise<void> {
    (await this.#next()).reject(error);
  }

  /** Fails the transaction that was sent last, before those in front of it have ended. */
  failLast(error: Error): void {
    this.#pending.pop()?.reject(error);
  }

  async #next() {
    // Waiting moves a faked clock.
    if (this.#pending.length === 0)
      await vi.waitFor(() => expect(this.#pending.length).toBeGreaterThan(0), PATIENCE);
    const next = this.#pending.shift();
    if (!next) throw new Error('nothing to commit');
    return next;
  }
}

/** A writer that answers at once, and refuses the batches of which `refuses` says so, a few times. */
export class PromptWriter implements BatchWriter {
  readonly committed: Batch[] = [];
  readonly #refuses: (batch: Batch) => boolean;
  /** Refusals left: a batcher that never stops asking does not stop the test. */
  #left = 20;

  constructor(refuses: (batch: Batch) => boolean = () => false) {
    this.#refuses = refuses;
  }

  write(batch: Batch): Promise<CommitResult> {
    if (this.#refuses(batch) && (this.#left -= 1) >= 0) return Promise.reject(refusal('out of range'));
    this.committed.push(batch);
    return Promise.resolve({ seq: this.committed.length, advanced: batch.latest, rejections: [] });
  }
}

/** What a database does with the next transaction. */
type Fate = 'commits' | 'is lost' | 'commits, its answer is lost';

/**
 * A database that keeps the numbers `n` of each device, refuses entries with `bad`, and now and then is away. After a
 * transaction that fails, those that were sent behind it fail, too.
 */
export class UnsteadyDatabase implements BatchWriter {
  /** The numbers of each device by the last time they were written. */
  readonly #committed = new Map<number, Set<number>>();
  readonly #fate: () => Fate;
  readonly #sent: { batch: Batch; resolve: (result: CommitResult) => void; reject: (e: Error) => void }[] =
    [];
  #seq = 0;

  constructor(fate: () => Fate) {
    this.#fate = fate;
  }

  write(batch: Batch): Promise<CommitResult> {
    return new Promise((resolve, reject) => this.#sent.push({ batch, resolve, reject }));
  }

  keeps(device: number, n: number): boolean {
    return this.#committed.get(device)?.has(n) ?? false;
  }

  /** Numbers of a device, in the order in which each was written for the last time. */
  lastWritten(device: number): number[] {
    return [...(this.#committed.get(device) ?? [])];
  }

  /** Executes what was sent first. */
  execute(): void {
    const next = this.#sent.shift();
    if (!next) return;
    const { batch, resolve, reject } = next;
    const fate = this.#fate();
    const isRefused = batch.entries.some(({ readings }) => readings.some(({ values }) => values['bad']));
    if (fate !== 'is lost' && !isRefused) this.#keep(batch);
    if (fate === 'commits' && !isRefused) {
      resolve({ seq: (this.#seq += 1), advanced: batch.latest, rejections: [] });
      return;
    }
    reject(isRefused ? refusal('out of range') : new Error('connection lost'));
    for (const behind of this.#sent.splice(0)) behind.reject(new Error('the one before was rolled back'));
  }

  #keep({ entries }: Batch): void {
    for (const { device, readings } of entries) {
      const kept = this.#committed.get(device.key) ?? new Set();
      this.#committed.set(device.key, kept);
      for (const { values } of readings) {
        const n = Number(values['n']);
        kept.delete(n);
        kept.add(n);
      }
    }
  }
}
