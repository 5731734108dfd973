import { importRow, type MessageKey } from '@farm3d/api';
import type { Pool } from 'pg';
import * as v from 'valibot';
import { hashDeviceToken, makeDeviceToken } from '../devices/credentials.ts';

/** Rows that are checked or made at a time; between them other work goes on. */
export const SLICE = 500;
/** Most errors of a job. */
const ERRORS_MAX = 100;

/** What is wrong with a row; rows count from 1. */
export interface RowError {
  readonly row: number;
  readonly field: string;
  readonly key: MessageKey;
}

/** A device of a job; `token` is generated, null: the device brought its own. */
export type ImportDraft = Omit<v.InferOutput<typeof importRow>, 'productModelCode' | 'accessToken'> & {
  readonly productModelId: string;
  readonly token: string | null;
  readonly hash: Buffer;
};

/** Lets other work go on. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Checks the rows of a job: their form, their product models, and that names, DevEUIs, serials and tokens are new, in the
 * file and in the organisation.
 */
export async function checkRows(
  pool: Pool,
  organisationId: string,
  rows: readonly unknown[],
  models: ReadonlyMap<string, string>,
): Promise<{ drafts: ImportDraft[]; errors: RowError[] }> {
  const drafts: ImportDraft[] = [];
  const errors: RowError[] = [];
  const seen = {
    name: new Set<string>(),
    devEui: new Set<string>(),
    serial: new Set<string>(),
    token: new Set<string>(),
  };
  const first = (set: Set<string>, value: string | null): boolean =>
    value === null || set.size < set.add(value).size;
  for (let at = 0; at < rows.length && errors.length < ERRORS_MAX; at += SLICE) {
    const slice: { row: number; draft: ImportDraft }[] = [];
    for (const [i, raw] of rows.slice(at, at + SLICE).entries()) {
      const row = at + i + 1;
      const fail = (field: string, key: MessageKey): void => void errors.push({ row, field, key });
      const parsed = v.safeParse(importRow, raw);
      if (!parsed.success) {
        const [issue] = parsed.issues;
        fail(v.getDotPath(issue) ?? 'devices', messageKey(issue.message));
        continue;
      }
      const { productModelCode, accessToken, ...device } = parsed.output;
      const productModelId = models.get(productModelCode);
      if (productModelId === undefined) fail('productModelCode', 'device.productModel.unknown');
      else if (!first(seen.name, device.name)) fail('name', 'device.name.taken');
      else if (!first(seen.devEui, device.devEui)) fail('devEui', 'device.devEui.taken');
      else if (!first(seen.serial, device.serial)) fail('serial', 'device.serial.taken');
      else if (!first(seen.token, accessToken)) fail('accessToken', 'device.import.token.taken');
      else {
        const made = makeDeviceToken();
        const own = accessToken === null ? made : { token: null, hash: hashDeviceToken(accessToken) };
        slice.push({ row, draft: { ...device, productModelId, ...own } });
      }
    }
    errors.push(...(await existing(pool, organisationId, slice)));
    for (const { draft } of slice) drafts.push(draft);
    await breathe();
  }
  return { drafts, errors: errors.slice(0, ERRORS_MAX) };
}

const FIELD_MESSAGES: readonly MessageKey[] = [
  'device.name.required',
  'device.name.tooLong',
  'device.productModel.required',
  'device.devEui',
  'device.serial',
  'device.import.token',
  'field.tooLong',
  'number.range',
];
const messageKey = (text: string): MessageKey =>
  FIELD_MESSAGES.find((key) => key === text) ?? 'field.invalid';

/** Rows whose name, DevEUI, serial or token a device has already. */
async function existing(
  pool: Pool,
  organisationId: string,
  slice: readonly { row: number; draft: ImportDraft }[],
): Promise<RowError[]> {
  const { rows } = await pool.query<{
    name: string | null;
    dev_eui: string | null;
    serial: string | null;
    token_hash: Buffer | null;
  }>(
    `select null as name, dev_eui, serial, token_hash from device
     where (organisation_id = $1 and (dev_eui = any($3) or serial = any($4))) or token_hash = any($5)
     union all
     select name, null, null, null from unnest($2::text[]) as name where device_name_is_taken($1, name, null)`,
    [
      organisationId,
      slice.map(({ draft }) => draft.name),
      slice.flatMap(({ draft }) => draft.devEui ?? []),
      slice.flatMap(({ draft }) => draft.serial ?? []),
      slice.map(({ draft }) => draft.hash),
    ],
  );
  if (rows.length === 0) return [];
  const tokens = new Set(rows.flatMap((row) => row.token_hash?.toString('hex') ?? []));
  const names = new Set(rows.flatMap((row) => row.name ?? []));
  const devEuis = new Set(rows.flatMap((row) => row.dev_eui ?? []));
  const serials = new Set(rows.flatMap((row) => row.serial ?? []));
  return slice.flatMap(({ row, draft }): RowError[] => {
    if (names.has(draft.name)) return [{ row, field: 'name', key: 'device.name.taken' }];
    if (draft.devEui !== null && devEuis.has(draft.devEui))
      return [{ row, field: 'devEui', key: 'device.devEui.taken' }];
    if (draft.serial !== null && serials.has(draft.serial))
      return [{ row, field: 'serial', key: 'device.serial.taken' }];
    return tokens.has(draft.hash.toString('hex'))
      ? [{ row, field: 'accessToken', key: 'device.import.token.taken' }]
      : [];
  });
}
