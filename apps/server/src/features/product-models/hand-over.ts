import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/storage/schema.ts';

/**
 * The product model that a device has in another organisation: a built-in one stays, one of the former owner is copied.
 * Uploaded files stay with their owner; where the code is taken the copy's ends with a part of its origin's id.
 */
export async function modelInOrganisation(
  transaction: Transaction<Database>,
  modelId: string,
  organisationId: string,
): Promise<string> {
  const origin = await transaction
    .selectFrom('product_model')
    .select(['id', 'code', 'organisation_id'])
    .where('id', '=', modelId)
    .executeTakeFirstOrThrow();
  if (origin.organisation_id === null || origin.organisation_id === organisationId) return modelId;
  // The same model handed over before is found again by this code.
  const ownCode = `${origin.code.slice(0, 55)}-${origin.id.slice(0, 8)}`;
  const known = await transaction
    .selectFrom('product_model')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('code', '=', ownCode)
    .executeTakeFirst();
  if (known) return known.id;
  const { rows } = await sql<{ id: string }>`
    insert into product_model (organisation_id, code, name, name_en, product_type_code, picture, model_path, detail,
      undeclared_commands, state, reporting_interval_s)
    select ${organisationId}, case when exists (select from product_model taken where taken.code = m.code
        and taken.organisation_id = ${organisationId}) then ${ownCode} else m.code end,
      m.name, m.name_en, m.product_type_code, nullif(regexp_replace(m.picture, '^/files/.*', ''), ''),
      nullif(regexp_replace(m.model_path, '^/files/.*', ''), ''), m.detail, m.undeclared_commands, m.state,
      m.reporting_interval_s
    from product_model m where m.id = ${modelId} returning id`.execute(transaction);
  const [copy] = rows;
  if (!copy) return modelId;
  await sql`
    insert into product_attribute (product_model_id, organisation_id, identify, name, name_en, type, state, parameters,
      association_states, position)
    select ${copy.id}, ${organisationId}, identify, name, name_en, type, state, parameters, association_states, position
    from product_attribute where product_model_id = ${modelId}`.execute(transaction);
  return copy.id;
}
