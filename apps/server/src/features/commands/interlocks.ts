import type { Pool, PoolClient } from 'pg';
import type { JsonValue } from '../../platform/json-value.ts';
import type { AttributeParameter } from '../../platform/storage/schema.ts';
import { inTransaction } from '../../platform/storage/transaction.ts';
import { parameterFault, type ParameterFault } from '../product-models/handles.ts';

/** Interlock rules of one device; null: no such rule. */
export interface Interlock {
  /** Running time after which the server switches it off, ms. */
  readonly maxRunMs: number | null;
  /** Only one of the devices with the same group name runs at a time. */
  readonly exclusion: string | null;
}

/** Why a command is not sent: a stable code, and the parameter, method or device at fault. */
export class InterlockError extends Error {
  override readonly name = 'InterlockError';
  /** `undeclared`: the product model has no such method. `exclusion`: another device of the group runs. */
  readonly code: 'undeclared' | ParameterFault['kind'] | 'exclusion';
  /** The method, the parameter, or the name of the device that runs. */
  readonly subject: string;
  /** The declared type of a parameter whose value has another one. */
  readonly expected: ParameterFault['expected'];

  constructor(code: InterlockError['code'], subject: string, expected?: ParameterFault['expected']) {
    super(`${code}: ${subject}`);
    this.code = code;
    this.subject = subject;
    this.expected = expected;
  }
}

/** Effect of a command on the switch of its device. */
export interface SwitchMove {
  readonly on: boolean;
  /** What is sent: with the longest running time, where the device can keep it. */
  readonly params: JsonValue;
  /**
   * The run, as it was when the command was admitted, that its outcome may end: the one that it began, or is to end. Null:
   * none. A command that is admitted meanwhile makes another version of it.
   */
  readonly run: string | null;
}

interface Service {
  /** Null: the product model declares no such method. */
  parameters: readonly AttributeParameter[] | null;
  allowsUndeclared: boolean;
  hasScreen: boolean;
  organisationId: string;
  maxRunMs: number | null;
  exclusion: string | null;
}

/** Spec §7: the commands of LED screens, whatever their product model declares. */
const LED_WRITE = 'set_ledScreen_content';
const LED_READ = 'get_ledScreen_content';
/** Product type of LED screens. */
const LED_TYPE = 'LED';
const LED_ENTRIES_MAX = 64;
const LED_TEXT_MAX = 1_024;
/** A device that runs on is told again to switch off after this, milliseconds. */
const AGAIN_MS = 5_000;

/**
 * Checks every command before it is sent, whatever its source: what the product model declares, devices that exclude
 * each other, and the longest running time.
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
   * Whether a command fits what the product model of its device declares.
   * @throws InterlockError when it must not be sent.
   */
  async check(device: number, method: string, params: JsonValue): Promise<void> {
    await this.#declared(device, method, params);
  }

  /**
   * Admits a command; one that switches on marks its device as running before it is sent.
   * @throws InterlockError when it must not be sent
   */
  async admit(device: number, method: string, params: JsonValue): Promise<SwitchMove | null> {
    const service = await this.#declared(device, method, params);
    if (!service?.parameters) return null;
    const values = isRecord(params) ? params : {};
    const position = service.parameters.find(({ parameterType }) => parameterType === 'BOOLEAN');
    const requested = position ? values[position.parameterEnName] : undefined;
    if (!position || typeof requested !== 'boolean') return null;
    if (!requested) return { on: false, params, run: await this.#run(device) };
    if (service.maxRunMs === null && service.exclusion === null) return { on: true, params, run: null };
    const run = await inTransaction(this.#pool, async (client) => {
      if (service.exclusion !== null) await this.#exclude(client, device, service);
      const { rows } = await client.query<{ version: string; begins: boolean }>(
        `insert into device_run (device, method, parameter, ends_at)
         values ($1, $2, $3, platform_now() + $4::float8 * interval '1 millisecond')
         on conflict (device) do update set method = excluded.method, parameter = excluded.parameter,
           ends_at = least(device_run.ends_at, excluded.ends_at)
         returning xmin::text as version, xmax = 0 as begins`,
        [device, method, position.parameterEnName, service.maxRunMs],
      );
      return rows[0]?.begins ? rows[0].version : null;
    });
    const limited = service.maxRunMs === null ? {} : longestRun(service.parameters, values, service.maxRunMs);
    return { on: true, params: { ...values, ...limited }, run };
  }

  /**
   * Outcome of an admitted command. A switch without a response counts as running.
   * @param outcome `received`: the device has the command by which the server ends its run, and did not respond
   */
  async settled(
    device: number,
    { on, run }: Pick<SwitchMove, 'on' | 'run'>,
    outcome: 'done' | 'received' | 'not-sent' | 'unknown',
  ): Promise<void> {
    const isOver = outcome === (on ? 'not-sent' : 'done');
    const change = isOver ? 'delete from device_run' : 'update device_run set ends_at = null';
    if (isOver || outcome === 'received')
      await this.#pool.query(`${change} where device = $1 and xmin::text = $2`, [device, run]);
  }

  /**
   * Devices whose running time is over, each returned to one caller only, with the command that switches it off; again after
   * {@link AGAIN_MS} when that command was lost: the server was killed, or the device changed hands or did not receive it.
   */
  async due(): Promise<{ id: string; key: number; method: string; params: JsonValue }[]> {
    const { rows } = await this.#pool.query<{
      id: string;
      key: number;
      method: string;
      parameter: string;
    }>(
      `update device_run r set ends_at = platform_now() + $1::float8 * interval '1 millisecond' from device d
       where d.key = r.device and r.ends_at <= platform_now() and not exists (
         select from command c where c.device = r.device and c.created_at >= r.started_at and c.source = 'interlock'
           and (c.state = 'queued' or c.state in ('sent', 'delivered') and c.sent_at > platform_now() - interval '1 minute'))
       returning d.id, d.key, r.method, r.parameter`,
      [AGAIN_MS],
    );
    return rows.map(({ id, key, method, parameter }) => ({
      id,
      key,
      method,
      params: { [parameter]: false },
    }));
  }

  /** How long the devices have been running is not known: each is due now. */
  async endAll(): Promise<void> {
    await this.#pool.query('update device_run set ends_at = platform_now() where ends_at is not null');
  }

  async #run(device: number): Promise<string | null> {
    const { rows } = await this.#pool.query<{ version: string }>(
      'select xmin::text as version from device_run where device = $1',
      [device],
    );
    return rows[0]?.version ?? null;
  }

  async #exclude(client: PoolClient, device: number, service: Service): Promise<void> {
    // Two commands of one exclusion group at the same time: the second waits here for the first.
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

  /** The service that a command calls; undefined for those of LED screens, which have no switch. */
  async #declared(device: number, method: string, params: JsonValue): Promise<Service | undefined> {
    const service = await this.#service(device, method);
    if (!service) throw new InterlockError('undeclared', method);
    const { parameters, allowsUndeclared, hasScreen } = service;
    if (method === LED_WRITE && (hasScreen || parameters)) {
      // A list of entries (Spec §7), also where the product model declares its one parameter as text.
      checkEntries(params);
      return undefined;
    }
    if (!parameters) {
      if (allowsUndeclared || (method === LED_READ && hasScreen)) return service;
      throw new InterlockError('undeclared', method);
    }
    const values = isRecord(params) ? params : {};
    // Switching off needs only the switch: the server itself does so when the time of a device is over.
    const isOff = parameters.some(
      ({ parameterType, parameterEnName }) =>
        parameterType === 'BOOLEAN' && values[parameterEnName] === false,
    );
    const needed = isOff ? parameters.map((parameter) => ({ ...parameter, optional: true })) : parameters;
    const fault = parameterFault(needed, values, allowsUndeclared);
    if (fault) throw new InterlockError(fault.kind, fault.name, fault.expected);
    return service;
  }

  async #service(device: number, method: string): Promise<Service | undefined> {
    const { rows } = await this.#pool.query<Service>(
      `select d.organisation_id as "organisationId", a.parameters, i.max_run_ms as "maxRunMs", i.exclusion,
         m.undeclared_commands as "allowsUndeclared", m.product_type_code = $3 as "hasScreen"
       from device d join product_model m on m.id = d.product_model_id
       left join product_attribute a on a.product_model_id = d.product_model_id and a.type = '1' and a.state = 1
         and a.identify = $2 and (a.organisation_id is null or a.organisation_id = d.organisation_id)
       left join device_interlock i on i.device = d.key
       where d.key = $1 limit 1`,
      [device, method, LED_TYPE],
    );
    return rows[0];
  }
}

/** Units of time that parameters have, milliseconds. */
const TIME_UNITS: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000 };

/**
 * The longest running time as a parameter of the command, where the product model declares one in a unit of time: the device
 * then switches off by itself, also without its server. A shorter time that was asked for stays; 0 is none.
 */
export function longestRun(
  parameters: readonly AttributeParameter[],
  values: { readonly [key: string]: JsonValue },
  maxRunMs: number,
): { [key: string]: JsonValue } {
  for (const { parameterType, parameterEnName: name, unit, min, max } of parameters) {
    const unitMs = TIME_UNITS[unit];
    if (parameterType !== 'NUMERIC' || unitMs === undefined) continue;
    const limit = Math.min(maxRunMs / unitMs, max ?? Infinity);
    if (limit < (min ?? 0)) return {};
    const asked = values[name];
    return { [name]: typeof asked === 'number' && asked > 0 ? Math.min(asked, limit) : limit };
  }
  return {};
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
  if (!isValid) throw new InterlockError('unfit', 'entries');
}

function isRecord(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
