import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
export const DAYS = 365;
/** What a weather station and a soil probe say in one message. */
export const KEYS = [
  'airTemperature',
  'airHumidity',
  'windSpeed',
  'rainfall',
  'illuminance',
  'soilMoisture20',
  'soilMoisture40',
  'soilTemperature20',
  'batteryVoltage',
  'rssi',
] as const;
export const DEVICES = 10;

/** Runs one statement on the database. */
type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** A year of values, one a minute: plausible curves, the same in every run. */
function valuesAt(device: number, minute: number): string {
  const day = (minute / 1440) * 2 * Math.PI;
  const year = day / 365;
  // A cheap noise that has no period a cache could like.
  const noise = (seed: number): number =>
    (((minute * 7919 + device * 104_729 + seed * 31) % 1009) - 504) / 504;
  return KEYS.map((key, i) => {
    const value = 20 + i * 3 + device - 12 * Math.cos(year) - 6 * Math.cos(day + i) + noise(i);
    return `"${key}":${Math.round(value * 10) / 10}`;
  }).join(',');
}

/**
 * Writes a year of 52.56 million values by COPY, each day into a partition of its own, as the server makes them day by
 * day.
 */
export async function generateYear(sql: Sql, devices: readonly number[], endTs: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'farm3d-history-'));
  // The database runs as another user.
  chmodSync(folder, 0o755);
  const loading: Promise<unknown>[] = [];
  try {
    for (let day = 0; day < DAYS; day += 1) {
      const from = endTs - (DAYS - day) * DAY_MS;
      const path = join(folder, `${day}.copy`);
      await writeDay(path, devices, from, day * 1440);
      loading.push(loadDay(sql, path, from));
      if (loading.length >= 3) await loading.shift();
    }
    await Promise.all(loading);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await sql('analyze ts_message');
}

async function writeDay(
  path: string,
  devices: readonly number[],
  from: number,
  minute: number,
): Promise<void> {
  const file = createWriteStream(path, { mode: 0o644 });
  for (const [index, device] of devices.entries()) {
    const lines: string[] = [];
    for (let i = 0; i < 1440; i += 1) {
      const at = new Date(from + i * MINUTE_MS).toISOString();
      lines.push(`${device}\t${at}\t{${valuesAt(index, minute + i)}}\n`);
    }
    if (!file.write(lines.join(''))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

async function loadDay(sql: Sql, path: string, from: number): Promise<void> {
  const [date, next] = [from, from + DAY_MS].map((at) => new Date(at).toISOString().slice(0, 10));
  const table = `ts_message_${String(date).replaceAll('-', '')}`;
  // Days around today are there already.
  const [there] = await sql('select to_regclass($1) is not null as there', [table]);
  if (there?.['there'] !== true) {
    await sql(
      `create table ${table} partition of ts_message for values from ('${date} 00:00+00') to ('${next} 00:00+00')`,
    );
  }
  await sql(`copy ${table} (device, ts, values) from '${path}'`);
  rmSync(path, { force: true });
}
