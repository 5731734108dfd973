import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg, { type ClientConfig } from 'pg';
import { from } from 'pg-copy-streams';
import type { RunningServer } from './server.ts';

/** Host and port of the server's embedded database. */
export async function databaseOf(server: RunningServer): Promise<ClientConfig> {
  const [place] = await server.sql<{ host: string; port: string }>(
    `select current_setting('unix_socket_directories') as host, current_setting('port') as port`,
  );
  return {
    host: place?.host || '127.0.0.1',
    port: Number(place?.port),
    user: 'farm3d',
    database: 'farm3d',
    password: readFileSync(join(server.dataDir, 'secrets/database-password'), 'utf8').trim(),
  };
}

/**
 * Rows of ten values, as the server stores them, by one raw COPY into a table of the same shape. @returns
 * values per second
 */
export async function copyRate(server: RunningServer, rows: number): Promise<number> {
  const client = new pg.Client(await databaseOf(server));
  await client.connect();
  try {
    await client.query('drop table if exists bench_copy');
    await client.query(
      'create table bench_copy (device int, ts timestamptz, values jsonb, primary key (device, ts))',
    );
    const base = Date.now() - 3_600_000;
    const parts: string[] = [];
    for (let at = 0; at < rows; at += 1_000) {
      let part = '';
      for (let n = at; n < at + 1_000; n += 1) {
        const wave = (n % 200) / 10;
        const values = `{"airTemperature":${10 + wave},"airHumidity":${40 + wave},"windSpeed":${(n % 90) / 10},"windDirection":${n % 360},"rainfall":0,"solarRadiation":${n % 900},"illuminance":${n % 90_000},"airPressure":${990 + wave},"par":${n % 1_500},"batteryVoltage":${3 + (n % 10) / 10}}`;
        part += `${n % 200}\t${new Date(base + Math.floor(n / 200)).toISOString()}\t${values}\n`;
      }
      parts.push(part);
    }
    const begin = performance.now();
    const copy = client.query(from('copy bench_copy from stdin'));
    for (const part of parts) {
      if (!copy.write(part)) await new Promise((resolve) => copy.once('drain', resolve));
    }
    await new Promise<void>((resolve, reject) => copy.once('finish', resolve).once('error', reject).end());
    const seconds = (performance.now() - begin) / 1000;
    const { rows: counted } = await client.query<{ n: number }>('select count(*)::int as n from bench_copy');
    if (counted[0]?.n !== rows) throw new Error(`COPY stored ${counted[0]?.n} of ${rows} rows`);
    return (rows * 10) / seconds;
  } finally {
    await client.query('drop table if exists bench_copy');
    await client.end();
  }
}
