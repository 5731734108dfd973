import type { Pool } from 'pg';
import { loadRules } from '../../features/alarms/load-rules.ts';
import { LinkageRuns } from '../../features/linkages/runs.ts';
import { compileCondition } from '../../platform/rules/condition.ts';
import type { WatchIndex } from '../../platform/telemetry/watches.ts';

/** Several changes within this time cause one read. */
const SETTLE_MS = 50;

/**
 * What the rules watch, on a server that is not the leader: it also passes readings on to the rules. A new rule takes
 * effect here with its notification, within milliseconds.
 */
export class FollowerWatches {
  readonly #pool: Pool;
  readonly #watches: WatchIndex;
  #ends: (() => void)[] = [];
  #settling = false;
  #needed = true;

  constructor(pool: Pool, watches: WatchIndex) {
    this.#pool = pool;
    this.#watches = watches;
  }

  async load(): Promise<void> {
    const rules = await loadRules(this.#pool, null, null);
    const linkages = await new LinkageRuns(this.#pool).enabled();
    const watchedKeys = linkages.flatMap(({ definition: { condition } }) =>
      condition ? compileCondition(condition).watches : [],
    );
    const { rows } = await this.#pool.query<{ id: string; key: number }>(
      'select id, key from device where id = any($1::uuid[])',
      [watchedKeys.flatMap(({ deviceId }) => deviceId ?? [])],
    );
    const keys = new Map(rows.map(({ id, key }) => [id, key]));
    const before = this.#ends;
    if (!this.#needed) return;
    this.#ends = [
      ...rules.flatMap(({ view, settings }) =>
        settings.flatMap(({ setting }) =>
          compileCondition(setting.rule.condition).watches.map(({ key }) =>
            this.#watches.watch(view.key, key),
          ),
        ),
      ),
      ...watchedKeys.flatMap(({ deviceId, key }) => {
        const device = keys.get(deviceId ?? '');
        return device === undefined ? [] : [this.#watches.watch(device, key)];
      }),
    ];
    for (const end of before) end();
  }

  /** Rules or devices changed on some server. */
  changed(onError: (error: unknown) => void): void {
    if (this.#settling) return;
    this.#settling = true;
    setTimeout(() => {
      this.#settling = false;
      if (this.#needed) this.load().catch(onError);
    }, SETTLE_MS);
  }

  /** Called when this server becomes the leader, whose rule engines watch the keys themselves. */
  drop(): void {
    this.#needed = false;
    for (const end of this.#ends.splice(0)) end();
  }

  async takeUp(): Promise<void> {
    this.#needed = true;
    await this.load();
  }
}
