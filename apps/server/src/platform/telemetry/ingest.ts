import type { DeviceIdentity } from '../device-identity.ts';
import { MessageQuotas, type OverQuota } from '../limits/message-quotas.ts';
import type { IngestEntry } from './batch.ts';
import type { Batcher } from './batcher.ts';
import { decodeAttributes, decodeTelemetry, excerptOf, type Problem, type Reading } from './reading.ts';
import { validateReadings, type ProductRules } from './validate.ts';

/** What became of a message; the promise that gives it resolves after the commit. */
export interface IngestOutcome {
  /** What could not be taken of it; recorded and counted. Empty when all was. */
  readonly problems: readonly Problem[];
  /** Whether anything of it was stored. */
  readonly stored: boolean;
  /** The quota that refused it. */
  readonly overQuota?: OverQuota;
}

/** What is recorded of a message that is over a quota. */
export function overQuotaProblem({ name, limit }: OverQuota): Problem {
  return {
    field: 'quota',
    reason: `quota_exceeded: more than ${limit} messages an hour of the ${name}`,
  };
}

/** From the bytes that a device sent to the commit: the same way for every source. */
export class DeviceIngest {
  readonly #batcher: Batcher;
  readonly #rules: ProductRules;
  readonly #quotas: MessageQuotas;
  readonly #now: () => number;

  constructor(
    batcher: Batcher,
    rules: ProductRules,
    quotas: MessageQuotas = new MessageQuotas(),
    now: () => number = Date.now,
  ) {
    this.#batcher = batcher;
    this.#rules = rules;
    this.#quotas = quotas;
    this.#now = now;
  }

  /** Whether sources should stop taking messages for now. */
  get full(): boolean {
    return this.#batcher.full;
  }

  /** Resolves when there is room again. */
  room(): Promise<void> {
    return this.#batcher.room();
  }

  /** Takes a telemetry payload in one of ThingsBoard's forms. */
  async telemetry(
    device: DeviceIdentity,
    source: IngestEntry['source'],
    payload: Uint8Array,
  ): Promise<IngestOutcome> {
    const receivedAt = this.#now();
    const over = this.#quotas.take(device, receivedAt);
    if (over) return this.#refuse(device, source, payload, over);
    const decoded = decodeTelemetry(payload, receivedAt);
    const checked = validateReadings(
      decoded.readings,
      await this.#rules.of(device.productModelId, device.organisationId),
    );
    return this.#submit(device, source, payload, receivedAt, {
      readings: checked.readings,
      problems: [...decoded.problems, ...checked.problems],
    });
  }

  /** Takes a flat object of client attributes. */
  async attributes(
    device: DeviceIdentity,
    source: IngestEntry['source'],
    payload: Uint8Array,
  ): Promise<IngestOutcome> {
    const over = this.#quotas.take(device, this.#now());
    if (over) return this.#refuse(device, source, payload, over);
    const { values, problems } = decodeAttributes(payload);
    // Waits like telemetry does, so that the messages of one device keep their order.
    await this.#rules.of(device.productModelId, device.organisationId);
    return this.#submit(device, source, payload, this.#now(), {
      readings: [],
      problems,
      ...(Object.keys(values).length > 0 && { attributes: values }),
    });
  }

  /** Records that a message could not be taken, for a reason that its source saw. */
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
      problems: content.problems,
      stored: content.readings.length > 0 || content.attributes !== undefined,
    };
  }
}
