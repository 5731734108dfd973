import { createHash, randomBytes } from 'node:crypto';
import type { Client } from 'pg';

/** A device of a test: its token for messages, its key for queries of the tables. */
export interface TestDevice {
  readonly id: string;
  readonly key: number;
  readonly token: string;
}

/** Puts devices of one product model (weather stations) into the database. */
export async function insertDevices(client: Client, count: number): Promise<TestDevice[]> {
  const devices: TestDevice[] = [];
  // The tests use undeclared commands.
  await client.query(`update product_model set undeclared_commands = true where code = 'QX-9'`);
  for (let index = 0; index < count; index += 1) {
    const token = randomBytes(20).toString('base64url');
    const { rows } = await client.query<{ id: string; key: number }>(
      `insert into device (organisation_id, product_model_id, name, token_hash)
       select o.id, p.id, $1, $2 from organisation o, product_model p where p.code = 'QX-9' limit 1
       returning id, key`,
      [`测试气象站 ${token.slice(0, 8)}`, createHash('sha256').update(token).digest()],
    );
    const [row] = rows;
    if (!row) throw new Error('the device was not made');
    devices.push({ ...row, token });
  }
  return devices;
}
