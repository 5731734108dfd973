import type { StatementClient } from '../storage/statement-thread.ts';
import type { Pool } from 'pg';
import type { RuleSample } from '../events.ts';
import type { JsonValue } from '../json-value.ts';
import type { Batch } from './batch.ts';
import type { WatchIndex } from './watches.ts';

/** An older reading is a back-fill, which rules ignore, milliseconds. */
const BACKFILL_AGE_MS = 5 * 60_000;

/**
 * Transactional outbox of readings for the rules. They are written in the transaction of the readings themselves, so
 * that a crash between the two loses no alarm; every reading in its order, not only the latest of a batch.
 */
export class SampleOutbox {
  readonly #watches: WatchIndex;

  constructor(watches: WatchIndex) {
    this.#watches = watches;
  }

  /** Writes the watched part of a batch in the transaction that took its number; returns it. */
  write(client: StatementClient, batch: Pick<Batch, 'entries'>): Promise<RuleSample[]> {
    const samples = this.#collect(batch);
    if (samples.length === 0) return Promise.resolve(samples);
    const written = client.query({
      name: 'rule-samples',
      text: `insert into rule_sample (seq, samples) values (currval('ingest_seq'), $1::json)`,
      values: [JSON.stringify(samples)],
    });
    return written.then(() => samples);
  }

  #collect({ entries }: Pick<Batch, 'entries'>): RuleSample[] {
    const samples: RuleSample[] = [];
    for (const { device, receivedAt, readings } of entries) {
      const watched = this.#watches.of(device.key);
      if (!watched) continue;
      for (const reading of readings) {
        if (reading.ts < receivedAt - BACKFILL_AGE_MS) continue;
        const values: [string, JsonValue][] = [];
        for (const key of watched.keys()) {
          // Rules switch devices: a faulty value is displayed, but does not trigger any rule.
          if (key === null || reading.outside?.includes(key)) continue;
          const value = reading.values[key];
          if (value !== undefined) values.push([key, value]);
        }
        if (values.length === 0 && !watched.has(null)) continue;
        const at = Math.min(reading.ts, receivedAt);
        samples.push({ device: device.key, at, values: Object.fromEntries(values) });
      }
    }
    return samples;
  }
}

/** Committed and unevaluated samples of the last run, in their order. */
export async function leftSamples(pool: Pool): Promise<{ seq: number; samples: RuleSample[] }[]> {
  const { rows } = await pool.query<{ seq: number; samples: RuleSample[] }>(
    'select seq::float8 as seq, samples from rule_sample order by seq',
  );
  return rows;
}
