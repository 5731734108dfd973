import type { AnswerOf, linkages } from '@farm3d/api';
import type { Pool } from 'pg';
import { AUTOMATIONS, automationsOff } from '../../platform/rules/automation-switch.ts';
import { inTransaction } from '../../platform/storage/transaction.ts';

type SwitchState = AnswerOf<typeof linkages.switch>;

/** The switch for all automations of an organisation. It is checked in the database whenever a run or an action begins. */
export class AutomationSwitch {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Automations are on until they are switched off. */
  async get(organisationId: string): Promise<SwitchState> {
    const { rows } = await this.#pool.query<SwitchState>(
      `select (o.value ->> 'enabled')::boolean as enabled, o.updated_at as "changeTime",
         coalesce(nullif(p.display_name, ''), p.username) as "changedBy"
       from organisation_setting o left join app_user p on p.id = (o.value ->> 'userId')::uuid
       where o.organisation_id = $1 and o.name = $2`,
      [organisationId, AUTOMATIONS],
    );
    return rows[0] ?? { enabled: true, changeTime: null, changedBy: null };
  }

  async isOff(organisationId: string): Promise<boolean> {
    const { rows } = await this.#pool.query<{ off: boolean }>(`select ${automationsOff('$1')} as off`, [
      organisationId,
    ]);
    return rows[0]?.off ?? false;
  }

  /**
   * Off: commands of automations that wait for their device fail. On: conditions that began to hold meanwhile count as
   * beginning now.
   */
  async set(organisationId: string, enabled: boolean, userId: string): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      await client.query(
        `insert into organisation_setting (organisation_id, name, value) values ($1, $2, $3::jsonb)
         on conflict (organisation_id, name) do update set value = excluded.value, updated_at = platform_now()`,
        [organisationId, AUTOMATIONS, JSON.stringify({ enabled, userId })],
      );
      if (enabled) {
        await client.query(
          `update linkage l set holding = false where organisation_id = $1 and holding
             and (select r.reason from linkage_run r where r.linkage_id = l.id and r.trigger = 'telemetry'
                  order by r.started_at desc limit 1) = 'switchedOff'`,
          [organisationId],
        );
      } else {
        await client.query(
          `update command set state = 'failed', error = 'automations are switched off', finished_at = platform_now()
           where owner_id = $1 and source = 'linkage' and state = 'queued' and persistent`,
          [organisationId],
        );
      }
    });
  }
}
