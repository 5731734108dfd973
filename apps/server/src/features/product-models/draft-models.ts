import type { Pool } from 'pg';
import type { JsonValue } from '../../platform/json-value.ts';
import type { ServerEvents } from '../../platform/events.ts';
import type { Logger } from '../../platform/logger.ts';

/** Most attributes of a draft, as of any product model, and longest name of one. */
const ATTRIBUTES_MAX = 200;
const KEY_MAX = 64;
const CODE_MAX = 64;
/** Product type of a draft: it is not known yet. */
const TYPE_CODE = 'QT';

/** The code of the draft for a type that a gateway names; '' when it has no usable character. */
function draftCode(type: string): string {
  return type
    .normalize('NFKC')
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '-')
    .replaceAll(/^[^A-Za-z0-9]+|-+$/g, '')
    .slice(0, CODE_MAX);
}

const parameterType = (value: JsonValue): 'NUMERIC' | 'BOOLEAN' | 'STRING' | null =>
  typeof value === 'number'
    ? 'NUMERIC'
    : typeof value === 'boolean'
      ? 'BOOLEAN'
      : typeof value === 'string'
        ? 'STRING'
        : null;

/**
 * Draft product models: made for a type that nobody declared, and filled with what its devices report. A person names and
 * bounds the attributes and makes the model active.
 */
export class DraftModels {
  readonly #pool: Pool;
  readonly #log: Logger;
  /** Draft and its known keys, by device id. */
  readonly #byDevice = new Map<string, { readonly model: string; readonly keys: Set<string> }>();
  #work: Promise<void> = Promise.resolve();
  /** Devices to load again, together: an import changes thousands. */
  #changed = new Set<string>();

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  /** Fills drafts with what is committed from now on. @returns the function that ends it */
  start(events: ServerEvents): () => void {
    const stops = [
      events.on('committed', ({ items }) => {
        for (const { deviceId, organisationId, values } of items) {
          const draft = this.#byDevice.get(deviceId);
          if (draft) this.#learn(draft, organisationId, values);
        }
      }),
      events.on('device-changed', ({ deviceId }) => {
        this.#changed.add(deviceId);
        if (this.#changed.size === 1) this.#queue(() => this.#loadChanged());
      }),
    ];
    this.#queue(() => this.#load(null));
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Id of the organisation's draft for a type, made when it is missing; of the model that has its code, if any. */
  async of(organisationId: string, type: string): Promise<string | null> {
    const code = draftCode(type);
    if (code === '') return null;
    await this.#pool.query(
      `insert into product_model (organisation_id, code, name, product_type_code, state)
       select $1, $2, $3, $4, 'draft'
       where not exists (select from product_model where code = $2 and organisation_id is null)
       on conflict do nothing`,
      [organisationId, code, type.slice(0, KEY_MAX), TYPE_CODE],
    );
    const { rows } = await this.#pool.query<{ id: string }>(
      'select id from product_model where code = $2 and (organisation_id is null or organisation_id = $1)',
      [organisationId, code],
    );
    return rows[0]?.id ?? null;
  }

  #queue(work: () => Promise<void>): void {
    this.#work = this.#work
      .then(work)
      .catch((error: unknown) => this.#log.warn({ err: error }, 'a draft product model was not filled'));
  }

  async #loadChanged(): Promise<void> {
    const ids = [...this.#changed];
    this.#changed = new Set();
    await this.#load(ids);
  }

  async #load(ids: readonly string[] | null): Promise<void> {
    const { rows } = await this.#pool.query<{ id: string; model: string; keys: string[] }>(
      `select d.id, m.id as model, array(select a.identify from product_attribute a where a.product_model_id = m.id) as keys
       from device d join product_model m on m.id = d.product_model_id
       where m.state = 'draft' and ($1::uuid[] is null or d.id = any($1))`,
      [ids],
    );
    for (const id of ids ?? []) this.#byDevice.delete(id);
    for (const { id, model, keys } of rows) this.#byDevice.set(id, { model, keys: new Set(keys) });
    // Readings that arrived before this server knew the draft.
    for (const { id, model } of rows) await this.#fill(model, id);
  }

  #learn(
    draft: { readonly model: string; readonly keys: Set<string> },
    organisationId: string,
    values: Readonly<Record<string, JsonValue>>,
  ): void {
    for (const [key, value] of Object.entries(values)) {
      const type = parameterType(value);
      if (type === null || key.length > KEY_MAX || draft.keys.has(key)) continue;
      if (draft.keys.size >= ATTRIBUTES_MAX) return;
      draft.keys.add(key);
      this.#queue(() => this.#add(draft.model, organisationId, key, type));
    }
  }

  async #fill(model: string, deviceId: string): Promise<void> {
    const { rows } = await this.#pool.query<{ organisation: string; key: string; value: JsonValue }>(
      `select d.organisation_id as organisation, l.key, l.value from device d join ts_latest l on l.device = d.key
       where d.id = $1 limit $2`,
      [deviceId, ATTRIBUTES_MAX],
    );
    for (const { organisation, key, value } of rows) {
      const type = parameterType(value);
      if (type !== null && key.length <= KEY_MAX) await this.#add(model, organisation, key, type);
    }
  }

  async #add(model: string, organisationId: string, key: string, type: string): Promise<void> {
    const parameter = {
      parameterEnName: key,
      parameterName: key,
      parameterType: type,
      unit: '',
      min: null,
      max: null,
    };
    await this.#pool.query(
      `insert into product_attribute (product_model_id, organisation_id, identify, name, type, parameters, position)
       select m.id, m.organisation_id, $2, $2, '0', $3::jsonb,
         (select count(*) from product_attribute where product_model_id = m.id)
       from product_model m where m.id = $1 and m.organisation_id = $4 and m.state = 'draft'
         and (select count(*) from product_attribute where product_model_id = m.id) < $5
       on conflict do nothing`,
      [model, key, JSON.stringify([parameter]), organisationId, ATTRIBUTES_MAX],
    );
  }
}
