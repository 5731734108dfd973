import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { RunningServer } from '../../tests/support/server.ts';
import type { Load, LoadResult } from './load.ts';

/** Runs the load generator as a separate process on the same cores. */
export async function generate(load: Load): Promise<LoadResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(load));
  const stdout = await text(child.stdout);
  return JSON.parse(stdout) as LoadResult;
}

/** Weather stations, each with one alarm rule that its readings do not meet. @returns their tokens */
export async function makeStations(server: RunningServer, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(20).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'));
  await server.sql(
    `with made as (
       insert into device (organisation_id, product_model_id, name, token_hash)
       select o.id, p.id, '气象站 ' || n || ' ' || left(h, 8), decode(h, 'hex')
       from organisation o, product_model p, unnest($1::text[]) with ordinality as t(h, n)
       where p.code = 'QX-9' returning key, organisation_id)
     insert into alarm_setting (organisation_id, device, name, severity, rule)
     select organisation_id, key, '高温', 'MAJOR', $2::jsonb from made`,
    [
      hashes,
      JSON.stringify({
        condition: { key: 'airTemperature', op: '>', value: 55 },
        durationMs: 0,
        repeat: 1,
        clearDurationMs: 0,
        schedule: null,
      }),
    ],
  );
  return tokens;
}

/** Processor time of a process with its descendants and alone, s, and its resident memory, MB. Linux only. */
export function usage(pid: number): { cpuSeconds: number; ownSeconds: number; residentMb: number } {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const ticks = Number(fields[11]) + Number(fields[12]);
        return [{ pid: Number(name), parent: Number(fields[1]), ticks, pages: Number(fields[21]) }];
      } catch {
        return [];
      }
    });
  const pids = new Set([pid]);
  for (let before = 0; before !== pids.size;) {
    before = pids.size;
    for (const one of all) if (pids.has(one.parent)) pids.add(one.pid);
  }
  const group = all.filter((one) => pids.has(one.pid));
  const own = group.find((one) => one.pid === pid);
  return {
    cpuSeconds: group.reduce((sum, { ticks }) => sum + ticks, 0) / 100,
    ownSeconds: (own?.ticks ?? 0) / 100,
    residentMb: (own?.pages ?? 0) / 256,
  };
}
