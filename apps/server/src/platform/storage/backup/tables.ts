import type { ClientBase } from 'pg';

export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Tables without meaning in another database. */
const LEFT_OUT = new Set(['schema_migration', 'platform_tick', 'clock_record']);

/** All tables with rows of their own, referenced tables first. */
export async function listTables(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
  );
  const references = await client.query<{ table: string; other: string }>(
    `select distinct conrelid::regclass::text as table, confrelid::regclass::text as other
     from pg_constraint where contype = 'f' and conrelid <> confrelid
       and connamespace = 'public'::regnamespace`,
  );
  const left = new Map(rows.filter(({ name }) => !LEFT_OUT.has(name)).map((row) => [row.name, row]));
  const ordered: TableShape[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !references.rows.some(({ table, other }) => table === name && left.has(other)),
    );
    if (free.length === 0)
      throw new Error(`tables refer to each other in a circle: ${[...left.keys()].join(', ')}`);
    for (const table of free) {
      ordered.push(table);
      left.delete(table.name);
    }
  }
  return ordered;
}

/** Values of all sequences. */
export async function readSequences(client: ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
