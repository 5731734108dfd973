import { sql, type Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Names of people by their ids: the display name, else the user name. A deleted account has none. */
export async function peopleNames(
  db: Kysely<Database>,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('app_user')
    .select(['id', sql<string>`coalesce(nullif(display_name, ''), username)`.as('name')])
    .where('id', 'in', wanted)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
