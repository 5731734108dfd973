import type { Pool } from 'pg';
import type { AlarmAction, AlarmEngine } from '../../features/alarms/engine.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import type { LinkageEngine } from '../../features/linkages/engine.ts';

/** How long a call waits for a leader, milliseconds; a new leader is elected within this time. */
const CALL_TIMEOUT_MS = 15_000;
const POLL_MS = 50;

export interface Engines {
  readonly alarms: AlarmEngine;
  readonly linkages: LinkageEngine;
}

/** There is no leader at the moment. Callers receive it as 'unavailable'. */
class NoLeaderError extends Error {
  override readonly name = 'NoLeaderError';
  /** SQLSTATE cannot_connect_now, as of a PostgreSQL that is starting. */
  readonly code = '57P03';
}

/**
 * Calls to alarms and linkages, executed by the leader: it alone knows the state of each rule. Between servers they
 * go through a table, so that a leader that dies loses no call silently.
 */
export class LeaderCalls {
  readonly #pool: Pool;
  readonly #changed: () => Promise<void>;
  #engines: Engines | null = null;

  constructor(pool: Pool, changed: () => Promise<void>) {
    this.#pool = pool;
    this.#changed = changed;
  }

  /** Sets the engines while this server is the leader, else null. */
  lead(engines: Engines | null): void {
    this.#engines = engines;
  }

  async act(organisationId: string, alarmId: string, action: AlarmAction, by: string): Promise<boolean> {
    if (this.#engines) return this.#engines.alarms.act(organisationId, alarmId, action, by);
    return (await this.#ask('act', { organisationId, alarmId, action, by })) === true;
  }

  async change(devices: readonly number[] | null, save: () => Promise<void>): Promise<void> {
    if (this.#engines) await this.#engines.alarms.change(devices, save);
    else {
      await save();
      await this.#ask('change', { devices: devices === null ? null : [...devices] });
    }
    await this.#changed();
  }

  async reload(): Promise<void> {
    if (this.#engines) await this.#engines.linkages.reload();
    else await this.#ask('reload', {});
    await this.#changed();
  }

  /** On the leader: executes the calls of the others. */
  async serve(): Promise<void> {
    const engines = this.#engines;
    if (!engines) return;
    const { rows } = await this.#pool.query<{ id: string; kind: string; payload: Record<string, unknown> }>(
      'update cluster_request set taken = true where not taken returning id, kind, payload',
    );
    for (const { id, kind, payload } of rows) {
      const answer = await this.#do(engines, kind, payload);
      await this.#pool.query('update cluster_request set answer = $2::jsonb where id = $1', [
        id,
        JSON.stringify(answer),
      ]);
    }
  }

  async #do(engines: Engines, kind: string, payload: Record<string, unknown>): Promise<boolean> {
    if (kind === 'act') {
      const { organisationId, alarmId, action, by } = payload as {
        organisationId: string;
        alarmId: string;
        action: AlarmAction;
        by: string;
      };
      return engines.alarms.act(organisationId, alarmId, action, by);
    }
    if (kind === 'change') {
      await engines.alarms.change(payload['devices'] as number[] | null, () => Promise.resolve());
    } else await engines.linkages.reload();
    return true;
  }

  async #ask(kind: string, payload: object): Promise<JsonValue> {
    const { rows } = await this.#pool.query<{ id: string }>(
      'insert into cluster_request (kind, payload) values ($1, $2::jsonb) returning id',
      [kind, JSON.stringify(payload)],
    );
    const id = rows[0]?.id;
    const deadline = performance.now() + CALL_TIMEOUT_MS;
    while (performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const answered = await this.#pool.query<{ answer: JsonValue }>(
        'delete from cluster_request where id = $1 and answer is not null returning answer',
        [id],
      );
      if (answered.rows[0]) return answered.rows[0].answer;
    }
    await this.#pool.query('delete from cluster_request where id = $1', [id]);
    throw new NoLeaderError('no server leads');
  }
}
