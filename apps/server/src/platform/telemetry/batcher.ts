import type { ServerEvents } from '../events.ts';
import { isDataError } from '../storage/data-error.ts';
import type { Logger } from '../logger.ts';
import { mergeEntries, type Batch, type IngestEntry } from './batch.ts';
import { CommittedReadings } from './device-readings.ts';
import type { CommitResult } from './store.ts';

/** Most entries of one transaction: large enough that its cost is shared, small enough that it takes few ms. */
const MAX_BATCH_ENTRIES = 800;
/** Entries that are worth a transaction while another is under way. */
const OVERLAP_ENTRIES = 500;
/** Transactions that are sent, with the one that the database executes. */
const MAX_SENT = 3;
/** Memory of a queued entry and what waits for it, bytes, and of each byte of its payload, which is decoded. */
const ENTRY_BYTES = 4 * 1024;
const BYTES_OF_PAYLOAD_BYTE = 8;
/** Bounds of the memory of the queue. Above the first, sources that can wait stop reading (MQTT); above the second the others respond 503 (HTTP). */
const BUSY_BYTES = 64 * 1024 * 1024;
const FULL_BYTES = 2 * BUSY_BYTES;
/** Sources that read again together when there is room: each brings as many messages as its socket has received. */
const WOKEN_TOGETHER = 8;
/** Pauses between attempts while the database is away, milliseconds: doubled from the first to the last. */
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 2_000;

/** The batcher stopped before this entry was committed: it must not be acknowledged. */
export class BatcherStoppedError extends Error {
  override readonly name = 'BatcherStoppedError';
}

/** The part of the store that the batcher uses. */
export interface BatchWriter {
  /** Called again before it has ended: in the order of the calls, and after one that fails those sent meanwhile fail, too. */
  write(batch: Batch): Promise<CommitResult>;
}

interface Queued {
  readonly entry: IngestEntry;
  /** What its sender gets. */
  readonly result: unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: Error) => void;
}

/** A transaction that was sent. */
interface Sent {
  readonly queued: readonly Queued[];
  readonly batch: Batch;
  readonly written: Promise<CommitResult>;
}

/**
 * Group commit: messages that arrive during one transaction are committed in the next, so one fsync serves many
 * messages and a single message waits for none. Under load the next is sent before the one before has ended, so that
 * the database always has work.
 *
 * One transaction after the other, on purpose. It makes the order of commits the order of `seq`, without which a client
 * that resumes by cursor could miss a commit that finished late; it keeps the order of one device's messages, and two
 * batches never wait for each other's rows.
 */
export class Batcher {
  readonly #writer: BatchWriter;
  readonly #events: ServerEvents;
  readonly #log: Logger;
  /** Those of `#sent` come first. */
  #queue: Queued[] = [];
  readonly #sent: Sent[] = [];
  #queuedBytes = 0;
  #roomWaiters: (() => void)[] = [];
  #isWaking = false;
  #running: Promise<void> | undefined;
  #stopped = false;
  #giveUp = new AbortController();
  /** Counters for /metrics. */
  readonly totals = { entries: 0, readings: 0, commits: 0, retries: 0, rejections: 0, flagged: 0 };

  constructor(writer: BatchWriter, events: ServerEvents, log: Logger) {
    this.#writer = writer;
    this.#events = events;
    this.#log = log;
  }

  /** Entries that wait for their commit, with those of the transaction in progress. */
  get depth(): number {
    return this.#queue.length;
  }

  /** Whether a source that can wait stops reading until `room` resolves. */
  get busy(): boolean {
    return this.#queuedBytes >= BUSY_BYTES;
  }

  /** Whether a source that cannot wait refuses messages. */
  get full(): boolean {
    return this.#queuedBytes >= FULL_BYTES;
  }

  /** Resolves when the queue is no longer busy, in the order of the calls: at once, all of them would fill it far above its bound. */
  room(): Promise<void> {
    if (!this.busy) return Promise.resolve();
    return new Promise((resolve) => this.#roomWaiters.push(resolve));
  }

  /**
   * Queues one message and resolves with `result` after its commit. While the database is away it retries. Rejects with
   * BatcherStoppedError when the server stops first.
   */
  submit<T = void>(entry: IngestEntry, result = undefined as T): Promise<T> {
    if (this.#stopped) return Promise.reject(new BatcherStoppedError('the server is stopping'));
    return new Promise((resolve, reject) => {
      this.#queue.push({ entry, result, resolve: resolve as (result: unknown) => void, reject });
      this.#queuedBytes += memoryOf(entry);
      this.#running ??= this.#run();
      if (this.#sent.length > 0) this.#send();
    });
  }

  /** Commits the queue for at most `deadlineMs`; the rest is rejected, so not acknowledged. */
  async stop(deadlineMs = 10_000): Promise<void> {
    this.#stopped = true;
    const timer = setTimeout(() => this.#giveUp.abort(), deadlineMs);
    try {
      const aborted = new Promise<void>((resolve) => {
        this.#giveUp.signal.addEventListener('abort', () => resolve(), { once: true });
      });
      await Promise.race([this.#running, aborted]);
    } finally {
      clearTimeout(timer);
    }
    for (const queued of this.#take(this.#queue.length))
      queued.reject(new BatcherStoppedError('not committed in time'));
  }

  async #run(): Promise<void> {
    // One turn of the event loop first: the messages of one socket read belong together.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0 && !this.#giveUp.signal.aborted) {
      this.#send();
      const [first] = this.#sent;
      if (!first) break;
      try {
        const result = await first.written;
        this.#sent.shift();
        this.#settle(first, result);
      } catch (error) {
        // Those after it are refused with it, and sent again behind it.
        await Promise.allSettled(this.#sent.splice(0).map(({ written }) => written));
        await this.#commit(first.queued, error);
      }
    }
    this.#running = undefined;
  }

  /** Sends what waits: all of it when nothing is under way, else when it is much. */
  #send(): void {
    let begin = this.#sent.reduce((sum, { queued }) => sum + queued.length, 0);
    while (this.#sent.length < MAX_SENT) {
      const least = this.#sent.length === 0 ? 1 : OVERLAP_ENTRIES;
      const queued = this.#queue.slice(begin, begin + MAX_BATCH_ENTRIES);
      if (queued.length < least) return;
      begin += queued.length;
      const batch = mergeEntries(queued.map(({ entry }) => entry));
      const written = this.#writer.write(batch);
      // It is waited for in its turn.
      written.catch(() => undefined);
      this.#sent.push({ queued, batch, written });
    }
  }

  #settle({ queued, batch }: Pick<Sent, 'queued' | 'batch'>, result: CommitResult): void {
    this.#take(queued.length);
    this.#totals(queued, batch);
    for (const { resolve, result } of queued) resolve(result);
    this.#emit(batch, result);
  }

  /** Commits the first entries of the queue, until it is done. @param failure of the attempt before */
  async #commit(queued: readonly Queued[], failure?: unknown): Promise<void> {
    let error = failure;
    for (let attempt = 0; ; attempt += 1) {
      if (error === undefined && !this.#giveUp.signal.aborted) {
        try {
          const batch = mergeEntries(queued.map(({ entry }) => entry));
          this.#settle({ queued, batch }, await this.#writer.write(batch));
          return;
        } catch (reason) {
          error = reason;
        }
      }
      if (this.#giveUp.signal.aborted) return;
      if (isDataError(error)) {
        await this.#isolate(queued, error);
        return;
      }
      this.totals.retries += 1;
      if (attempt === 0)
        this.#log.warn({ err: error, entries: queued.length }, 'a commit failed; trying again');
      error = undefined;
      await pause(Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempt, 10), LAST_RETRY_MS), this.#giveUp.signal);
    }
  }

  /**
   * The database refuses the data itself. Validation should have found it, but one entry must not stop the others:
   * each is committed alone, and the one at fault becomes a rejection.
   */
  async #isolate(queued: readonly Queued[], error: unknown): Promise<void> {
    if (queued.length > 1) {
      for (const one of queued) await this.#commit([one]);
      return;
    }
    const [one] = queued;
    if (!one) return;
    this.#log.warn({ err: error, device: one.entry.device.id }, 'the database refused an entry');
    if (one.entry.readings.length === 0 && !one.entry.attributes) {
      this.#take(1);
      one.reject(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    const reason = 'could not be stored';
    const { attributes: _refused, ...rest } = one.entry;
    await this.#commit([
      { ...one, entry: { ...rest, readings: [], problems: [{ field: 'payload', reason }] } },
    ]);
  }

  /** Removes the first `count` entries of the queue and wakes waiting sources. */
  #take(count: number): Queued[] {
    const taken = this.#queue.splice(0, count);
    for (const { entry } of taken) this.#queuedBytes -= memoryOf(entry);
    if (!this.#isWaking) this.#wake();
    return taken;
  }

  /** Some waiting sources at a time, as long as what they bring leaves room. */
  #wake(): void {
    this.#isWaking = !this.busy && this.#roomWaiters.length > 0;
    if (!this.#isWaking) return;
    for (const resolve of this.#roomWaiters.splice(0, WOKEN_TOGETHER)) resolve();
    setImmediate(() => this.#wake());
  }

  #totals(queued: readonly Queued[], batch: Batch): void {
    this.totals.entries += queued.length;
    this.totals.commits += 1;
    this.totals.rejections += batch.rejections.length;
    this.totals.flagged += batch.flagged.length;
    for (const { entry } of queued) this.totals.readings += entry.readings.length;
  }

  #emit(batch: Batch, result: CommitResult): void {
    const { seq } = result;
    const items: CommittedReadings[] = [];
    for (const readings of result.advanced) {
      const identity = batch.devices.get(readings.device);
      if (identity) items.push(new CommittedReadings(identity, readings, seq));
    }
    if (items.length > 0) this.#events.emit('committed', { seq, items });
    if (result.samples?.length) {
      this.#events.emit('sampled', { seq, samples: result.samples });
    }
    for (const rejection of result.rejections) this.#events.emit('rejection', rejection);
  }
}

function memoryOf({ sizeBytes }: IngestEntry): number {
  return ENTRY_BYTES + sizeBytes * BYTES_OF_PAYLOAD_BYTE;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
