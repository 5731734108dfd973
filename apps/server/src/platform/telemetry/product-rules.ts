import type { Kysely } from 'kysely';
import { platformNow } from '../clock.ts';
import type { Database } from '../storage/schema.ts';
import type { KeyRules } from './validate.ts';

/** Rules that changed in the database take effect after this time, milliseconds, or at once after `forget`. */
const RULES_CACHE_MS = 60_000;

/** Rules of each product model with the additions of an organisation, cached for a minute. */
export class ProductRules {
  readonly #db: Kysely<Database>;
  readonly #now: () => number;
  /** By product model and organisation. */
  readonly #cache = new Map<string, Map<string, { rules: KeyRules | Promise<KeyRules>; at: number }>>();

  constructor(db: Kysely<Database>, now: () => number = platformNow) {
    this.#db = db;
    this.#now = now;
  }

  /** While they are loaded, concurrent callers get the same promise, so that the order of messages is kept. */
  of(productModelId: string, organisationId: string): KeyRules | Promise<KeyRules> {
    let cache = this.#cache.get(productModelId);
    const cached = cache?.get(organisationId);
    if (cached && this.#now() - cached.at < RULES_CACHE_MS) return cached.rules;
    if (!cache) this.#cache.set(productModelId, (cache = new Map()));
    const loading = this.#load(productModelId, organisationId);
    const entry: { rules: KeyRules | Promise<KeyRules>; at: number } = { rules: loading, at: this.#now() };
    cache.set(organisationId, entry);
    loading.then(
      (rules) => (entry.rules = rules),
      () => cache.delete(organisationId),
    );
    return loading;
  }

  /** Drops the cache: rules changed. */
  forget(): void {
    this.#cache.clear();
  }

  async #load(productModelId: string, organisationId: string): Promise<KeyRules> {
    const rows = await this.#db
      .selectFrom('product_attribute')
      .innerJoin('product_model', 'product_model.id', 'product_attribute.product_model_id')
      .select(['product_attribute.parameters'])
      .where('product_model_id', '=', productModelId)
      .where((where) =>
        where.or([
          where('product_attribute.organisation_id', 'is', null),
          where('product_attribute.organisation_id', '=', organisationId),
        ]),
      )
      .where('product_attribute.state', '=', 1)
      // A draft is made from what is reported: it refuses nothing.
      .where('product_model.state', '<>', 'draft')
      .where('product_attribute.type', 'in', ['0', '3'])
      .execute();
    return new Map(
      rows
        .flatMap((row) => row.parameters)
        .map((parameter) => [
          parameter.parameterEnName,
          { type: parameter.parameterType, min: parameter.min, max: parameter.max },
        ]),
    );
  }
}
