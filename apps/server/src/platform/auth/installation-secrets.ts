import type { Pool } from 'pg';
import type { SecretBox } from './secret-box.ts';

/**
 * A secret of the installation, made at its first use: the same one on every server. One that was sealed with another key
 * of the server is of no use and is made anew.
 */
export async function installationSecret<T extends object>(
  pool: Pool,
  box: SecretBox,
  name: string,
  make: () => T,
): Promise<T> {
  const stored = async (): Promise<T | null> => {
    const { rows } = await pool.query<{ sealed: Buffer }>(
      'select sealed from installation_secret where name = $1',
      [name],
    );
    return rows[0] ? (box.open(rows[0].sealed, name) as T | null) : null;
  };
  const found = await stored();
  if (found) return found;
  const made = make();
  await pool.query(
    // Another server may have made it meanwhile: its secret stays, unless it cannot be read.
    `insert into installation_secret (name, sealed) values ($1, $2) on conflict (name) do nothing`,
    [name, box.seal(made, name)],
  );
  const agreed = await stored();
  if (agreed) return agreed;
  await pool.query('update installation_secret set sealed = $2 where name = $1', [
    name,
    box.seal(made, name),
  ]);
  return made;
}
