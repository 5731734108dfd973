import type { organisation, QueryOf } from '@farm3d/api';
import type { Kysely } from 'kysely';
import { isUuid } from '../../platform/storage/identifiers.ts';
import { Keyset } from '../../platform/storage/keyset.ts';
import { containsText, type Page } from '../../platform/storage/owned-rows.ts';
import type { Database } from '../../platform/storage/schema.ts';

const NEWEST = new Keyset('commands', [
  { sql: 'command.created_at', type: 'timestamptz', direction: 'desc' },
  { sql: 'command.id', type: 'uuid' },
]);

/** Commands to devices while they belonged to the organisation, with user and result, newest first. */
export async function listOperations(
  db: Kysely<Database>,
  organisationId: string,
  {
    deviceId,
    deviceName,
    username,
    startTs,
    endTs,
  }: Omit<QueryOf<typeof organisation.operateLog>, keyof Page>,
  page: Page,
) {
  if (deviceId !== undefined && !isUuid(deviceId)) return { items: [], total: 0, next: null };
  let query = db
    .selectFrom('command')
    .innerJoin('device', 'device.key', 'command.device')
    .leftJoin('app_user', 'app_user.id', 'command.user_id')
    .where('command.owner_id', '=', organisationId);
  if (deviceId) query = query.where('device.id', '=', deviceId);
  if (deviceName) query = query.where(containsText('device.name', deviceName));
  if (username) query = query.where('app_user.username', '=', username);
  if (startTs !== undefined) query = query.where('command.created_at', '>=', new Date(startTs));
  if (endTs !== undefined) query = query.where('command.created_at', '<', new Date(endTs));
  const [rows, counted] = await Promise.all([
    NEWEST.rows(
      query.select([
        'command.id',
        'device.id as deviceId',
        'device.name as deviceName',
        'app_user.username',
        'command.method',
        'command.params',
        'command.state',
        'command.answer',
        'command.error',
        'command.source',
        'command.source_id as sourceId',
        'command.reason',
        'command.created_at as createTime',
        'command.finished_at as finishTime',
      ]),
      page,
    ).execute(),
    query.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirst(),
  ]);
  return { ...NEWEST.page(rows, page.limit), total: Number(counted?.total ?? 0) };
}
