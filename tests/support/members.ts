/** Somebody who is made a member by SQL, with the administrator's password. */
export interface NewMember {
  readonly username: string;
  /** Default: none. */
  readonly roles?: readonly string[];
  /** Name of their organisation, which is made when there is none; default: the administrator's. */
  readonly organisation?: string;
}

/** $1 user name, $2 roles, $3 name of the organisation or null. */
const MEMBER_SQL = `
  with home as (
    select id from organisation where name = $3::text
    union all
    select m.organisation_id from membership m join app_user u on u.id = m.user_id
    where $3::text is null and u.username = 'admin'
    limit 1),
  made as (
    insert into organisation (name) select $3 where $3::text is not null and not exists (select from home) returning id),
  person as (
    insert into app_user (username, password_hash) select $1, password_hash from app_user where username = 'admin'
    returning id)
  insert into membership (user_id, organisation_id, roles)
  select person.id, o.id, $2::text[] from person, (select id from home union all select id from made) o
  returning user_id as "userId", organisation_id as "organisationId"`;

/** Something that asks the database, such as a running server of a test. */
interface Asks {
  readonly sql: (
    text: string,
    values: unknown[],
  ) => Promise<readonly { userId: string; organisationId: string }[]>;
}

/** Makes a person and their membership without a call: a case needs roles or organisations that no call gives. */
export async function insertMember(
  database: Asks,
  { username, roles = [], organisation }: NewMember,
): Promise<{ userId: string; organisationId: string }> {
  const [row] = await database.sql(MEMBER_SQL, [username, roles, organisation ?? null]);
  if (!row) throw new Error(`${username} was not made`);
  return row;
}
