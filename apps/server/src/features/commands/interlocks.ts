import type { Pool, PoolClient } from 'pg';
import type { JsonValue } from '../../platform/json-value.ts';
import type { AttributeParameter } from '../../platform/storage/schema.ts';
import { inTransaction } from '../../platform/storage/transaction.ts';
import { unfitParameter } from '../product-models/handles.ts';

/** Interlock rules of one device; null: no such rule. */
export interface Interlock {
  /** Running time after which the server switches it off, ms. */
  readonly maxRunMs: number | null;
  /** Only one of the devices with the same group name runs at a time. */
  readonly exclusion: string | null;
}

/** Why a command is not sent: a stable code with the parameter or device at fault. */
export class InterlockError extends Error {
  override readonly name = 'InterlockError';
  readonly code: 'range' | 'exclusion';
  /** The parameter, or the name of the running device. */
  readonly subject: string;

  constructor(code: InterlockError['code'], subject: string) {
    super(code === 'range' ? `the parameter ${subject} is out of its range` : `${subject} runs already`);
    this.code = code;
    this.subject = subject;
  }
}

/** Effect of a command on the switch of its device. */
export interface SwitchMove {
  readonly on: boolean;
}

interface Service {
  parameters: readonly AttributeParameter[] | null;
  organisationId: string;
  maxRunMs: number | null;
  exclusion: string | null;
}

/** Spec §7: the commands of LED screens, whatever their product model declares. */
const LED_WRITE = 'set_ledScreen_content';
const LED_ENTRIES_MAX = 64;
const LED_TEXT_MAX = 1_024;

/**
 * Checks every command before it is sent, whatever its source: declared ranges, devices that exclude each other, and
 * the longest running time.
 */
export class Interlocks {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async get(device: number): Promise<Interlock> {
    const { rows } = await this.#pool.query<Interlock>(
      `select max_run_ms as "maxRunMs", exclusion from device_interlock where device = $1`,
      [device],
    );
    return rows[0] ?? { maxRunMs: null, exclusion: null };
  }

  async set(device: number, { maxRunMs, exclusion }: Interlock): Promise<void> {
    await this.#pool.query(
      `insert into device_interlock (device, max_run_ms, exclusion) values ($1, $2, $3)
       on conflict (device) do update set max_run_ms = excluded.max_run_ms, exclusion = excluded.exclusion`,
      [device, maxRunMs, exclusion],
    );
  }

  /**
   * Admits a command; one that switches on marks its device as running before it is sent.
   * @throws InterlockError when it must not be sent
   */
  async admit(device: number, method: string, params: JsonValue): Promise<SwitchMove | null> {
    if (method === LED_WRITE) {
      // A list of entries (Spec §7), also where the product model declares its one parameter as text.
      checkEntries(params);
      return null;
    }
    const service = await this.#service(device, method);
    // Undeclared services are left to the device, as undeclared readings are.
    if (!service?.parameters) return null;
    const given = isRecord(params) ? params : {};
    const unfit = unfitParameter(service.parameters, given);
    if (unfit !== null) throw new InterlockError('range', unfit);
    const position = service.parameters.find(({ parameterType }) => parameterType === 'BOOLEAN');
    const requested = position ? given[position.parameterEnName] : undefined;
    if (!position || typeof requested !== 'boolean') return null;
    if (!requested) return { on: false };
    if (service.maxRunMs === null && service.exclusion === null) return { on: true };
    await inTransaction(this.#pool, async (client) => {
      if (service.exclusion !== null) await this.#exclude(client, device, service);
      await client.query(
        `insert into device_run (device, method, parameter, ends_at)
         values ($1, $2, $3, now() + $4::float8 * interval '1 millisecond')
         on conflict (device) do update set method = excluded.method, parameter = excluded.parameter,
           ends_at = least(device_run.ends_at, excluded.ends_at)`,
        [device, method, position.parameterEnName, service.maxRunMs],
      );
    });
    return { on: true };
  }

  /** Outcome of an admitted command. A switch without a response counts as running. */
  async settled(device: number, move: SwitchMove, outcome: 'done' | 'not-sent' | 'unknown'): Promise<void> {
    const over = move.on ? outcome === 'not-sent' : outcome === 'done';
    if (over) await this.#pool.query('delete from device_run where device = $1', [device]);
  }

  /**
   * Devices whose running time is over, each returned to one caller only, with the command that switches it off.
   */
  async due(): Promise<{ id: string; key: number; method: string; params: JsonValue }[]> {
    const { rows } = await this.#pool.query<{
      id: string;
      key: number;
      method: string;
      parameter: string;
    }>(
      `update device_run r set ends_at = null from device d
       where d.key = r.device and r.ends_at <= now() returning d.id, d.key, r.method, r.parameter`,
    );
    return rows.map(({ id, key, method, parameter }) => ({
      id,
      key,
      method,
      params: { [parameter]: false },
    }));
  }

  async #exclude(client: PoolClient, device: number, service: Service): Promise<void> {
    // Two of a group at once: the second waits here and then sees the first.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `interlock ${service.organisationId} ${service.exclusion}`,
    ]);
    const { rows } = await client.query<{ name: string }>(
      `select d.name from device d join device_interlock i on i.device = d.key
       where d.organisation_id = $1 and i.exclusion = $2 and d.key <> $3
         and (exists (select from device_run r where r.device = d.key)
           or exists (select from product_attribute a, jsonb_array_elements(a.association_states) s, ts_latest l
             where a.product_model_id = d.product_model_id and a.type = '1' and a.state = 1
               and l.device = d.key and l.key = s ->> 'identify' and l.value = 'true'::jsonb)) limit 1`,
      [service.organisationId, service.exclusion, device],
    );
    if (rows[0]) throw new InterlockError('exclusion', rows[0].name);
  }

  async #service(device: number, method: string): Promise<Service | undefined> {
    const { rows } = await this.#pool.query<Service>(
      `select d.organisation_id as "organisationId", a.parameters, i.max_run_ms as "maxRunMs", i.exclusion
       from device d
       left join product_attribute a on a.product_model_id = d.product_model_id and a.type = '1' and a.state = 1
         and a.identify = $2 and (a.organisation_id is null or a.organisation_id = d.organisation_id)
       left join device_interlock i on i.device = d.key
       where d.key = $1 limit 1`,
      [device, method],
    );
    return rows[0];
  }
}

/** Readings 14: `[{text, color, size, speed, effect}]`, unknown keys kept. */
function checkEntries(params: JsonValue): void {
  const entries = isRecord(params) ? params['entries'] : undefined;
  const isValid =
    Array.isArray(entries) &&
    entries.length <= LED_ENTRIES_MAX &&
    entries.every(
      (entry) => isRecord(entry) && typeof entry['text'] === 'string' && entry['text'].length <= LED_TEXT_MAX,
    );
  if (!isValid) throw new InterlockError('range', 'entries');
}

function isRecord(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
