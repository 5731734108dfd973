import { platformNow } from '../clock.ts';
import type { DeviceIdentity } from '../device-identity.ts';
import { MessageQuotas, type OverQuota } from '../limits/message-quotas.ts';
import type { IngestEntry } from './batch.ts';
import type { Batcher } from './batcher.ts';
import { decodeAttributes, decodeTelemetry, excerptOf, type Decoded, type Problem } from './reading.ts';
import type { KeyCaps } from './key-caps.ts';
import type { ProductRules } from './product-rules.ts';
import { validateReadings, type KeyRules } from './validate.ts';

/** Limits of the ingestion, beside quotas and queue. Default: none. */
export interface IngestBounds {
  /** Keys of a device. */
  readonly telemetry: Pick<KeyCaps, 'check'>;
  readonly attributes: Pick<KeyCaps, 'check'>;
  /** Whether there is no space for readings. */
  readonly isDiskFull: () => boolean;
}

/** Result of a message; its promise resolves after the commit. */
export interface IngestOutcome {
  /** Refused parts; recorded and counted. Empty when all was accepted. */
  readonly problems: readonly Problem[];
  /** Values outside their declared range: stored, flagged and counted. */
  readonly flagged: readonly Problem[];
  /** Whether any part was stored. */
  readonly stored: boolean;
  /** The exceeded quota. */
  readonly overQuota?: OverQuota;
}

/** Rejection of a message over a quota. */
export function overQuotaProblem({ name, limit }: OverQuota): Problem {
  return {
    field: 'quota',
    reason: `quota_exceeded: more than ${limit} messages an hour of the ${name}`,
  };
}

/** From the payload of a device to the commit, for all sources. */
export class DeviceIngest {
  readonly #batcher: Batcher;
  readonly #rules: ProductRules;
  readonly #quotas: MessageQuotas;
  readonly #now: () => number;
  readonly #bounds: IngestBounds | undefined;

  constructor(
    batcher: Batcher,
    rules: ProductRules,
    quotas: MessageQuotas = new MessageQuotas(),
    now: () => number = platformNow,
    bounds?: IngestBounds,
  ) {
    this.#bounds = bounds;
    this.#batcher = batcher;
    this.#rules = rules;
    this.#quotas = quotas;
    this.#now = now;
  }

  /** Whether sources that can wait should stop reading until `room` resolves. */
  get busy(): boolean {
    return this.#batcher.busy;
  }

  /** Whether sources that cannot wait should refuse messages. */
  get full(): boolean {
    return this.#batcher.full || this.#bounds?.isDiskFull() === true;
  }

  /** Resolves when the queue has room, in the order of the calls. */
  room(): Promise<void> {
    return this.#batcher.room();
  }

  /** Stores a telemetry payload in one of ThingsBoard's forms. */
  telemetry(
    device: DeviceIdentity,
    source: IngestEntry['source'],
    payload: Uint8Array,
  ): Promise<IngestOutcome> {
    const arrived: Arrived = { device, source, payload, receivedAt: this.#now() };
    const over = this.#quotas.take(device, arrived.receivedAt);
    if (over) return this.#refuse(arrived, over);
    const decoded = ofOwner(decodeTelemetry(payload, arrived.receivedAt), device.since);
    return after(this.#rulesOf(device), (rules) => {
      const { readings, problems } = validateReadings(decoded.readings, rules);
      const found = joined(decoded.problems, problems);
      const messages = readings.map(({ values }) => values);
      const refusal = this.#bounds?.telemetry.check(device.key, messages, (key) => rules.has(key)) ?? null;
      return after(refusal, (refused) =>
        refused
          ? this.#submit(arrived, {
              readings: readings.filter(({ values }) => Object.keys(values).length > 0),
              problems: [...found, refused],
            })
          : this.#submit(arrived, { readings, problems: found }),
      );
    });
  }

  /** Stores a flat object of client attributes. */
  attributes(
    device: DeviceIdentity,
    source: IngestEntry['source'],
    payload: Uint8Array,
  ): Promise<IngestOutcome> {
    const arrived: Arrived = { device, source, payload, receivedAt: this.#now() };
    const over = this.#quotas.take(device, arrived.receivedAt);
    if (over) return this.#refuse(arrived, over);
    const { values, problems } = decodeAttributes(payload);
    // Waits for the rules like telemetry does, so that the messages of one device keep their order.
    return after(this.#rulesOf(device), () =>
      after(this.#bounds?.attributes.check(device.key, [values]) ?? null, (refused) =>
        this.#submit(arrived, {
          readings: [],
          problems: refused ? [...problems, refused] : problems,
          ...(Object.keys(values).length > 0 && { attributes: values }),
        }),
      ),
    );
  }

  /** Records a message as refused, for a reason that its source found. */
  reject(
    device: DeviceIdentity,
    source: IngestEntry['source'],
    payload: Uint8Array,
    problem: Problem,
  ): Promise<IngestOutcome> {
    const arrived: Arrived = { device, source, payload, receivedAt: this.#now() };
    return after(this.#rulesOf(device), () => this.#submit(arrived, { readings: [], problems: [problem] }));
  }

  #rulesOf({ productModelId, organisationId }: DeviceIdentity): KeyRules | Promise<KeyRules> {
    return this.#rules.of(productModelId, organisationId);
  }

  async #refuse({ device, source, payload }: Arrived, over: OverQuota): Promise<IngestOutcome> {
    return {
      ...(await this.reject(device, source, payload, overQuotaProblem(over))),
      overQuota: over,
    };
  }

  #submit(
    { device, source, payload, receivedAt }: Arrived,
    { readings, problems, attributes }: Content,
  ): Promise<IngestOutcome> {
    const sizeBytes = payload.byteLength;
    if (problems.length === 0 && !attributes) {
      const entry = { device, source, receivedAt, readings, problems, sizeBytes };
      return this.#batcher.submit(entry, readings.length > 0 ? STORED : NOTHING_STORED);
    }
    const entry = {
      device,
      source,
      receivedAt,
      readings,
      problems,
      ...(attributes && { attributes }),
      // What belongs to a former owner is not shown.
      ...(problems.length > 0 && !problems.includes(OF_FORMER_OWNER) && { excerpt: excerptOf(payload) }),
      sizeBytes,
    };
    return this.#batcher.submit(entry, {
      problems: problems.filter(({ outside }) => !outside),
      flagged: problems.filter(({ outside }) => outside),
      stored: readings.length > 0 || attributes !== undefined,
    });
  }
}

const OF_FORMER_OWNER: Problem = { field: 'ts', reason: 'is before the device was claimed' };

/** Without readings that were measured before the device came to its owner. */
function ofOwner(decoded: Decoded, since: number | undefined): Decoded {
  if (since === undefined || decoded.readings.every(({ ts }) => ts >= since)) return decoded;
  return {
    readings: decoded.readings.filter(({ ts }) => ts >= since),
    problems: [...decoded.problems, OF_FORMER_OWNER],
  };
}

const STORED: IngestOutcome = { problems: [], flagged: [], stored: true };
const NOTHING_STORED: IngestOutcome = { ...STORED, stored: false };

/** A message as it came. */
interface Arrived {
  readonly device: DeviceIdentity;
  readonly source: IngestEntry['source'];
  readonly payload: Uint8Array;
  /** Epoch ms. */
  readonly receivedAt: number;
}

type Content = Pick<IngestEntry, 'readings' | 'problems' | 'attributes'>;

/**
 * Goes on at once where a value is there: to wait for what is known cost each message several promises, which live until
 * its commit. No message overtakes another of its device, as those that wait go on before the next is read.
 */
function after<T, R>(value: T | Promise<T>, goOn: (value: T) => Promise<R>): Promise<R> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}

function joined(some: readonly Problem[], others: readonly Problem[]): readonly Problem[] {
  return some.length === 0 ? others : [...some, ...others];
}
