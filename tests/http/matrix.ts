import { readFileSync } from 'node:fs';
import type { CallName } from '@farm3d/api';
import { expect } from 'vitest';
import type { Platform } from '../support/platform.ts';

/** Columns of matrix.tsv that are not roles: the relation of the caller to the device. */
export const RELATIONS = [
  'shared:view',
  'shared:history',
  'shared:control',
  'shared:configure',
  'organisation:control',
  'revoked',
  'expired',
  'foreign',
] as const;

export type Relation = (typeof RELATIONS)[number];

/** Calls about one device, each with a valid body. Calls without an entry send none. */
export const DEVICE_BODIES: Partial<Record<CallName, unknown>> = {
  'devices.update': { displayed: true },
  'devices.claimCode': {},
  'handles.operate': { identify: 'switchValve', params: { open: true } },
  'rpc.twoway': { method: 'switchValve', params: { open: true }, timeout: 1000 },
  'alarmSettings.save': { settingRequests: [] },
  'alarmSettings.tryOut': { setting: { condition: { silentForMs: 60_000 } } },
  'deviceLink.rotateToken': {},
  'deviceLink.setCertificate': { certificate: null },
  'deviceLink.share': { colour: 'red' },
  'deviceLink.keep': { colour: 'red' },
  'deviceLink.setInterlock': { interlock: null },
  'deviceLink.setGateway': { gateway: true },
  'thingsboard.saveAttributes': { colour: 'red' },
  'thingsboard.saveAttributesOf': { colour: 'red' },
  'thingsboard.oneway': { method: 'switchValve', params: { open: true } },
  'thingsboard.twoway': { method: 'switchValve', params: { open: true } },
  'thingsboard.oldOneway': { method: 'switchValve', params: { open: true } },
  'thingsboard.oldTwoway': { method: 'switchValve', params: { open: true } },
};

export interface Matrix {
  readonly roles: readonly string[];
  /** call → column → cell, from the hand-written matrix.tsv. */
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

export function readMatrix(): Matrix {
  const [head = [], ...lines] = readFileSync(new URL('matrix.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
  const columns = head.slice(1);
  const rows = new Map(
    lines.map(([call = '', ...cells]) => {
      expect([call, cells.length]).toEqual([call, columns.length]);
      const row = new Map(columns.map((column, index) => [column, cells[index] ?? '']));
      // A share with the whole organisation allows what the same share with one of its people does.
      row.set('organisation:control', row.get('shared:control') ?? '');
      return [call, row] as const;
    }),
  );
  return { roles: columns.slice(0, columns.indexOf(RELATIONS[0])), rows };
}

/** What a login writes, and what the platform's clock writes with each tick. */
const UNASKED = ['refresh_token', 'user_session', 'audit_entry', 'platform_tick', 'clock_record'];

/** A digest of the whole database except the tables that change without a call that changes something. */
export async function digest(server: Platform): Promise<string> {
  const tables = await server.sql<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and not tablename = any($1) order by 1`,
    [UNASKED],
  );
  expect(tables.length).toBeGreaterThan(15);
  const sums = await server.sql<{ sum: string }>(
    tables
      .map(
        ({ name }) =>
          `select '${name} ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from ${name} t`,
      )
      .join(' union all '),
  );
  return sums
    .map(({ sum }) => sum)
    .sort()
    .join('\n');
}
