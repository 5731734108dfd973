import type { BodyOf, dataReports } from '@farm3d/api';
import type { ColumnType, Generated, Kysely, Selection } from 'kysely';
import { platformNow } from '../../platform/clock.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';
import type { Following } from '../../platform/storage/keyset.ts';
import { OwnedRows, type Page } from '../../platform/storage/owned-rows.ts';
import { peopleNames } from '../../platform/storage/people-names.ts';
import type { Database, DefaultInstant, Instant } from '../../platform/storage/schema.ts';

interface Material {
  readonly path: string;
  readonly name: string;
}

interface DataReportTable {
  id: Generated<string>;
  organisation_id: string;
  subject: string;
  value: number | null;
  unit: string;
  content: string;
  device_id: string | null;
  scene_id: string | null;
  observed_at: Instant;
  /** jsonb is written as text (JSON.stringify) and read as a value. */
  materials: ColumnType<Material[], string, string>;
  created_by: string | null;
  request_key: string | null;
  created_at: DefaultInstant;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    data_report: DataReportTable;
  }
}

/** Columns by their wire names. */
const COLUMNS = [
  'id',
  'subject',
  'value',
  'unit',
  'content',
  'device_id as deviceId',
  'scene_id as sceneId',
  'observed_at as observedTime',
  'materials',
  'created_by as createBy',
] as const;

export type DataReportRow = Selection<Database, 'data_report', (typeof COLUMNS)[number]>;

/** What people of an organisation reported. */
export class DataReportRepository {
  readonly #db: Kysely<Database>;
  readonly #rows;

  constructor(db: Kysely<Database>) {
    this.#db = db;
    this.#rows = new OwnedRows(db, 'data_report', COLUMNS);
  }

  async list(
    organisationId: string,
    deviceId: string | undefined,
    page: Page,
  ): Promise<Following<DataReportRow> & { total: number }> {
    if (deviceId !== undefined && !isUuid(deviceId)) return { items: [], total: 0, next: null };
    return this.#rows.list(
      organisationId,
      page,
      (query) => (deviceId === undefined ? query : query.where('device_id', '=', deviceId)),
      [{ sql: 'observed_at', type: 'timestamptz', direction: 'desc' }],
    );
  }

  /** Names of those who reported, by their ids. */
  authors(rows: readonly DataReportRow[]): Promise<ReadonlyMap<string, string>> {
    return peopleNames(
      this.#db,
      rows.map(({ createBy }) => createBy),
    );
  }

  /** One with a `requestKey` that the person sent before is that of before. */
  async create(
    { organisationId, userId }: { readonly organisationId: string; readonly userId: string },
    body: BodyOf<typeof dataReports.create>,
    materials: readonly Material[],
  ): Promise<DataReportRow> {
    const { requestKey } = body;
    const inserted = await this.#db
      .insertInto('data_report')
      .values({
        organisation_id: organisationId,
        subject: body.subject,
        value: body.value,
        unit: body.unit,
        content: body.content,
        device_id: body.deviceId,
        scene_id: body.sceneId,
        observed_at: new Date(body.observedAt ?? platformNow()),
        materials: JSON.stringify(materials),
        created_by: userId,
        request_key: requestKey ?? null,
      })
      .onConflict((conflict) =>
        conflict.columns(['created_by', 'request_key']).where('request_key', 'is not', null).doNothing(),
      )
      .returning(COLUMNS)
      .executeTakeFirst();
    if (inserted) return inserted;
    return this.#db
      .selectFrom('data_report')
      .select(COLUMNS)
      .where('created_by', '=', userId)
      .where('request_key', '=', requestKey ?? null)
      .executeTakeFirstOrThrow();
  }
}
