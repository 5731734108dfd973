import type { AlarmSettingRequest, AlarmSeverity, Condition, WeeklySchedule } from '@farm3d/api';
import { encodeFlag } from '@farm3d/api';
import type { Pool } from 'pg';
import { inTransaction } from '../../platform/storage/transaction.ts';

/** The part of a setting that defines when an alarm is raised. */
export interface AlarmRule {
  readonly condition: Condition;
  readonly durationMs: number;
  readonly repeat: number;
  readonly clearDurationMs: number;
  readonly schedule: WeeklySchedule | null;
  /** Interval of reminders while nobody acknowledges it, ms; absent or 0: none. */
  readonly reminderMs?: number;
  /** Severities while nobody acknowledges it, the earliest first. */
  readonly escalations?: readonly { readonly afterMs: number; readonly severity: AlarmSeverity }[];
  /** Whether a raised alarm creates a work order. */
  readonly workOrder?: boolean;
}

export interface AlarmSettingRow {
  readonly id: string;
  readonly name: string;
  readonly severity: AlarmSeverity;
  readonly enabled: boolean;
  readonly identify: string | null;
  readonly rule: AlarmRule;
  /** It belongs to the product model. */
  readonly inherited: boolean;
}

export type AlarmSettingValues = Omit<AlarmSettingRow, 'id' | 'inherited'> & { readonly id: string | null };

/** Owner of settings: one device, or a product model within one organisation. */
export type SettingOwner = { readonly device: number } | { readonly productModelId: string };

/** Device that a setting is tried on. */
export interface TrialDevice {
  readonly key: number;
  readonly deviceId: string;
  readonly deviceName: string;
}

const COLUMNS = 'id, name, severity, enabled, identify, rule';

export class AlarmSettingRepository {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** A device's own settings, and with `productModelId` those that it inherits. */
  async ofDevice(organisationId: string, device: number, productModelId: string): Promise<AlarmSettingRow[]> {
    const { rows } = await this.#pool.query<AlarmSettingRow>(
      `select ${COLUMNS}, product_model_id is not null as inherited from alarm_setting
       where organisation_id = $1 and (device = $2 or product_model_id = $3) order by inherited, position`,
      [organisationId, device, productModelId],
    );
    return rows;
  }

  async ofProduct(organisationId: string, productModelId: string): Promise<AlarmSettingRow[]> {
    const { rows } = await this.#pool.query<AlarmSettingRow>(
      `select ${COLUMNS}, false as inherited from alarm_setting
       where organisation_id = $1 and product_model_id = $2 order by position`,
      [organisationId, productModelId],
    );
    return rows;
  }

  /** The organisation's devices of a product model, by name. */
  async devicesOf(organisationId: string, productModelId: string): Promise<TrialDevice[]> {
    const { rows } = await this.#pool.query<TrialDevice>(
      `select key, id as "deviceId", name as "deviceName" from device
       where organisation_id = $1 and product_model_id = $2 order by name, key`,
      [organisationId, productModelId],
    );
    return rows;
  }

  /** Replaces all settings of an owner. The state of a changed rule is reset. */
  async save(
    organisationId: string,
    owner: SettingOwner,
    settings: readonly AlarmSettingValues[],
  ): Promise<void> {
    const device = 'device' in owner ? owner.device : null;
    const product = 'device' in owner ? null : owner.productModelId;
    await inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `select id from alarm_setting where organisation_id = $1
           and device is not distinct from $2 and product_model_id is not distinct from $3 for update`,
        [organisationId, device, product],
      );
      const known = new Set(rows.map(({ id }) => id));
      const kept = new Set(settings.flatMap(({ id }) => (id !== null && known.has(id) ? [id] : [])));
      await client.query('delete from alarm_setting where id = any($1::uuid[])', [
        [...known].filter((id) => !kept.has(id)),
      ]);
      for (const [position, setting] of settings.entries()) {
        const { name, severity, enabled, identify } = setting;
        const rule = JSON.stringify(setting.rule);
        if (setting.id !== null && kept.delete(setting.id)) {
          await client.query(
            `with before as (select rule from alarm_setting where id = $1),
               gone as (delete from alarm_state where setting_id = $1
                 and exists (select from before where rule <> $6::jsonb))
             update alarm_setting set name = $2, severity = $3, enabled = $4, identify = $5, rule = $6::jsonb,
               position = $7 where id = $1`,
            [setting.id, name, severity, enabled, identify, rule, position],
          );
        } else {
          await client.query(
            `insert into alarm_setting (organisation_id, device, product_model_id, name, severity, enabled,
               identify, rule, position) values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9)`,
            [organisationId, device, product, name, severity, enabled, identify, rule, position],
          );
        }
      }
    });
  }
}

export function alarmSettingToWire(setting: AlarmSettingRow) {
  const { id, name, severity, enabled, identify, rule, inherited } = setting;
  return {
    id,
    name,
    severity,
    enabled: encodeFlag(enabled),
    identify,
    reminderMs: 0,
    escalations: [],
    workOrder: false,
    ...rule,
    inherited,
  };
}

/** A setting as sent by a client. */
export function alarmSettingValues({
  id,
  name,
  severity,
  enabled,
  identify,
  ...rest
}: AlarmSettingRequest): AlarmSettingValues {
  const { inherited: _, ...rule } = rest;
  return { id, name, severity, enabled, identify, rule };
}
