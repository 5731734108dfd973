import type { DeviceIdentity } from '../device-identity.ts';
import { MessageQuotas, type OverQuota } from '../limits/message-quotas.ts';
import type { IngestEntry } from './batch.ts';
import type { Batcher } from './batcher.ts';
import { decodeAttributes, decodeTelemetry, excerptOf, type Problem, type Reading } from './reading.ts';
import type { KeyCaps } from './key-caps.ts';
import { validateReadings, type ProductRules } from './validate.ts';

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
    now: () => number = Date.now,
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
  async telemetry(
    device: DeviceIdentity,
    source: IngestEntry['source'],
    payload: Uint8Array,
  ): Promise<IngestOutcome> {
    const receivedAt = this.#now();
    const over = this.#quotas.take(device, receivedAt);
    if (over) return this.#refuse(device, source, payload, over);
    const decoded = decodeTelemetry(payload, receivedAt);
    const rules = await this.#rules.of(device.productModelId, device.organisationId);
    const checked = validateReadings(decoded.readings, rules);
    const messages = checked.readings.map(({ values }) => values);
    const refused = await this.#bounds?.telemetry.check(device.key, messages, (key) => rules.has(key));
    return this.#submit(device, source, payload, receivedAt, {
      readings: refused
        ? checked.readings.filter(({ values }) => Object.keys(values).length > 0)
        : checked.readings,
      problems: [...decoded.problems, ...checked.problems, ...(refused ? [refused] : [])],
    });
  }

  /** Stores a flat object of client attributes. */
  async attributes(
    device: DeviceIdentity,
    source: IngestEntry['source'],
    payload: Uint8Array,
  ): Promise<IngestOutcome> {
    const over = this.#quotas.take(device, this.#now());
    if (over) return this.#refuse(device, source, payload, over);
    const { values, problems } = decodeAttributes(payload);
    // Awaits the rules like telemetry does, so that the messages of one device keep their order.
    await this.#rules.of(device.productModelId, device.organisationId);
    const refused = await this.#bounds?.attributes.check(device.key, [values]);
    return this.#submit(device, source, payload, this.#now(), {
      readings: [],
      problems: refused ? [...problems, refused] : problems,
      ...(Object.keys(values).length > 0 && { attributes: values }),
    });
  }

  /** Records a message as refused, for a reason that its source found. */
  async reject(
    device: DeviceIdentity,
    source: IngestEntry['source'],
    payload: Uint8Array,
    problem: Problem,
  ): Promise<IngestOutcome> {
    await this.#rules.of(device.productModelId, device.organisationId);
    return this.#submit(device, source, payload, this.#now(), { readings: [], problems: [problem] });
  }

  async #refuse(
    device: DeviceIdentity,
    source: IngestEntry['source'],
    payload: Uint8Array,
    over: OverQuota,
  ): Promise<IngestOutcome> {
    return {
      ...(await this.reject(device, source, payload, overQuotaProblem(over))),
      overQuota: over,
    };
  }

  async #submit(
    device: DeviceIdentity,
    source: IngestEntry['source'],
    payload: Uint8Array,
    receivedAt: number,
    content: {
      readings: readonly Reading[];
      problems: readonly Problem[];
      attributes?: IngestEntry['attributes'];
    },
  ): Promise<IngestOutcome> {
    await this.#batcher.submit({
      device,
      source,
      receivedAt,
      readings: content.readings,
      problems: content.problems,
      ...(content.attributes && { attributes: content.attributes }),
      ...(content.problems.length > 0 && { excerpt: excerptOf(payload) }),
      sizeBytes: payload.byteLength,
    });
    return {
      problems: content.problems.filter(({ outside }) => !outside),
      flagged: content.problems.filter(({ outside }) => outside),
      stored: content.readings.length > 0 || content.attributes !== undefined,
    };
  }
}
