import { afterAll, beforeAll, expect, it } from 'vitest';
import { ARCHIVED, LEFT_OUT } from '../../apps/server/src/features/organisation-archive/archived-tables.ts';
import { farm, type Farm } from '../support/farm.ts';

let server: Farm;
beforeAll(async () => {
  server = await farm();
});
afterAll(async () => {
  await server?.stop();
});

it('every table of the database is in the archive of an organisation, or left out for a reason', async () => {
  const tables = await server.sql<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
       and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const listed = [...Object.keys(ARCHIVED), ...Object.keys(LEFT_OUT)];
  expect(listed.filter((name) => name !== 'member').toSorted()).toEqual(
    tables.map(({ name }) => name).toSorted(),
  );
});

it('columns that hold secrets are in no archive', async () => {
  const columns = await server.sql<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and (column_name ~ 'hash|secret|sealed|password')`,
  );
  const open = columns.filter(
    ({ table, column }) => ARCHIVED[table] !== undefined && !ARCHIVED[table].omit?.includes(column),
  );
  // Hashes of entries and of files are no secrets.
  expect(open.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual([
    'audit_entry.hash',
    'audit_entry.previous_hash',
    'member.must_change_password',
  ]);
});
