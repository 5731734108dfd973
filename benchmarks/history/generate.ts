import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const DAY_MS = 86_400_000;
export const DAYS = 365;
/** Keys that a weather station and a soil probe send in one message. */
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
/** Sizes: devices, and seconds between two readings. */
export const SIZES = {
  '50M': { devices: 10, everyS: 60 },
  '2M': { devices: 1, everyS: 150 },
} as const;
export type Size = (typeof SIZES)[keyof typeof SIZES];

/** Runs one statement on the database. */
type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Values of a device at a minute of the year: plausible curves, the same in every run. */
function valuesAt(device: number, minute: number): string {
  const day = (minute / 1440) * 2 * Math.PI;
  const year = day / 365;
  // Cheap noise without a period, so that caching gives no advantage.
  const noise = (seed: number): number =>
    (((minute * 7919 + device * 104_729 + seed * 31) % 1009) - 504) / 504;
  return KEYS.map((key, i) => {
    const value = 20 + i * 3 + device - 12 * Math.cos(year) - 6 * Math.cos(day + i) + noise(i);
    return `"${key}":${Math.round(value * 10) / 10}`;
  }).join(',');
}

/** Writes a year of values by COPY, one partition per day, as created by the server. */
export async function generateYear(
  sql: Sql,
  devices: readonly number[],
  endTs: number,
  everyS: number,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'farm3d-history-'));
  // The database runs as another user.
  chmodSync(folder, 0o755);
  const loading: Promise<unknown>[] = [];
  try {
    for (let day = 0; day < DAYS; day += 1) {
      const from = endTs - (DAYS - day) * DAY_MS;
      const path = join(folder, `${day}.copy`);
      await writeDay(path, devices, from, { day, everyS });
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
  { day, everyS }: { day: number; everyS: number },
): Promise<void> {
  const file = createWriteStream(path, { mode: 0o644 });
  for (const [index, device] of devices.entries()) {
    const lines: string[] = [];
    for (let second = 0; second < 86_400; second += everyS) {
      const at = new Date(from + second * 1_000).toISOString();
      lines.push(`${device}\t${at}\t{${valuesAt(index, day * 1440 + second / 60)}}\n`);
    }
    if (!file.write(lines.join(''))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

async function loadDay(sql: Sql, path: string, from: number): Promise<void> {
  const [date, next] = [from, from + DAY_MS].map((at) => new Date(at).toISOString().slice(0, 10));
  const table = `ts_message_${String(date).replaceAll('-', '')}`;
  // Partitions around today exist already.
  const [there] = await sql('select to_regclass($1) is not null as there', [table]);
  if (there?.['there'] !== true) {
    await sql(
      `create table ${table} partition of ts_message for values from ('${date} 00:00+00') to ('${next} 00:00+00')`,
    );
  }
  await sql(`copy ${table} (device, ts, values) from '${path}'`);
  rmSync(path, { force: true });
}
