import type { BodyOf, QueryOf, WorkOrder, workOrders, WorkOrderStateCode } from '@farm3d/api';
import type { ColumnType, Generated, Insertable, Kysely, Selection } from 'kysely';
import { isUuid } from '../../platform/storage/identifiers.ts';
import { containsText, OwnedRows, type Narrow, type Page } from '../../platform/storage/owned-rows.ts';
import type { Database, DefaultInstant, OptionalInstant } from '../../platform/storage/schema.ts';

/** jsonb is written as text (JSON.stringify) and read as a value. */
type Photos = ColumnType<string[], string | undefined, string>;

interface WorkOrderTable {
  id: Generated<string>;
  organisation_id: string;
  title: string;
  content: Generated<string>;
  state: Generated<WorkOrderStateCode>;
  priority: Generated<WorkOrder['priority']>;
  source: Generated<'manual' | 'alarm' | 'linkage'>;
  source_id: string | null;
  device_id: string | null;
  scene_id: string | null;
  assignee: string | null;
  photos: Photos;
  deadline: OptionalInstant;
  created_by: string | null;
  version: Generated<number>;
  created_at: DefaultInstant;
  updated_at: DefaultInstant;
}

interface WorkOrderLogTable {
  id: Generated<string>;
  work_order_id: string;
  action: string;
  from_state: WorkOrderStateCode | null;
  to_state: WorkOrderStateCode;
  note: Generated<string>;
  photos: Photos;
  user_id: string | null;
  at: DefaultInstant;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    work_order: WorkOrderTable;
    work_order_log: WorkOrderLogTable;
  }
}

/** Columns by their wire names. */
const COLUMNS = [
  'id',
  'title',
  'content',
  'state',
  'priority',
  'source',
  'source_id as sourceId',
  'device_id as deviceId',
  'scene_id as sceneId',
  'assignee',
  'photos',
  'deadline',
  'created_by as createBy',
  'version',
  'created_at as createTime',
  'updated_at as updateTime',
] as const;

export type WorkOrderRow = Selection<Database, 'work_order', (typeof COLUMNS)[number]>;

/** Columns of a request; undefined leaves the value as it is. */
type WorkOrderValues = Omit<BodyOf<typeof workOrders.update>, 'id' | 'photos'>;

const columnsOf = ({ title, content, priority, deviceId, sceneId, assignee, deadline }: WorkOrderValues) => ({
  title,
  content,
  priority,
  device_id: deviceId,
  scene_id: sceneId,
  assignee,
  deadline,
});

const SORT_COLUMNS = { createTime: 'created_at', deadline: 'deadline', priority: 'priority' } as const;

/** Allowed transitions of a work order. */
const TRANSITIONS: Readonly<Record<WorkOrderStateCode, readonly WorkOrderStateCode[]>> = {
  '0': ['1', '3'],
  '1': ['0', '2', '3'],
  '2': ['1', '3'],
  '3': [],
};

/** Work orders of an organisation; each step writes the order and its log in one transaction. */
export class WorkOrderRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async list(
    organisationId: string,
    filter: Omit<QueryOf<typeof workOrders.list>, 'state'> & { state: WorkOrderStateCode | undefined },
    page: Page,
  ): Promise<{ items: WorkOrderRow[]; total: number }> {
    const { state, deviceId, assignee, title, priority } = filter;
    if ([deviceId, assignee].some((id) => id !== undefined && !isUuid(id))) return { items: [], total: 0 };
    const narrow: Narrow<'work_order'> = (all) => {
      let query = all;
      if (state) query = query.where('state', '=', state);
      if (priority) query = query.where('priority', '=', priority);
      if (deviceId) query = query.where('device_id', '=', deviceId);
      if (assignee) query = query.where('assignee', '=', assignee);
      return title ? query.where(containsText('title', title)) : query;
    };
    const direction = filter.sortOrder === 'ASC' ? 'asc' : 'desc';
    const order = [[SORT_COLUMNS[filter.sortProperty], direction]] as const;
    return rowsOf(this.#db).list(organisationId, page, narrow, order);
  }

  get(organisationId: string, id: string): Promise<WorkOrderRow | undefined> {
    return rowsOf(this.#db).get(organisationId, id);
  }

  async create(
    organisationId: string,
    userId: string,
    values: WorkOrderValues & { title: string },
    photos: readonly string[],
  ): Promise<WorkOrderRow> {
    return this.#db.transaction().execute(async (transaction) => {
      const order = { ...columnsOf(values), title: values.title };
      const added = { photos: JSON.stringify(photos), created_by: userId };
      const row = await rowsOf(transaction).create(organisationId, { ...order, ...added });
      await log(transaction, row, { action: 'create', from_state: null, user_id: userId }, photos);
      return row;
    });
  }

  /** Adds `pictures`. 'refused' when the transition is not allowed, 'stale' when `version` is not the stored one. */
  async update(
    organisationId: string,
    userId: string,
    { id, ...values }: WorkOrderValues & { id: string },
    pictures: readonly string[],
  ): Promise<WorkOrderRow | 'missing' | 'refused' | 'stale'> {
    return this.#db.transaction().execute(async (transaction) => {
      const orders = rowsOf(transaction);
      const before = await orders.get(organisationId, id, true);
      if (!before) return 'missing';
      const state = values.state ?? before.state;
      if (state !== before.state && !TRANSITIONS[before.state].includes(state)) return 'refused';
      // An order that is sent back whole contains its stored images.
      const added = pictures.filter((photo) => !before.photos.includes(photo));
      const photos = JSON.stringify([...before.photos, ...added]);
      const row = await orders.update(
        organisationId,
        id,
        { ...columnsOf(values), state, photos },
        values.version,
      );
      if (row === 'missing' || row === 'stale') return row;
      const action = state === before.state ? 'edit' : 'state';
      const entry = { action, from_state: before.state, note: values.note ?? '', user_id: userId };
      await log(transaction, row, entry, added);
      return row;
    });
  }

  /** Oldest first. */
  async log(workOrderId: string) {
    return this.#db
      .selectFrom('work_order_log as log')
      .leftJoin('app_user', 'app_user.id', 'log.user_id')
      .select([
        'log.id',
        'log.work_order_id as workOrderId',
        'log.action',
        'log.from_state as fromState',
        'log.to_state as toState',
        'log.note',
        'log.photos',
        'log.user_id as userId',
        'app_user.username',
        'log.at as createTime',
      ])
      .where('work_order_id', '=', workOrderId)
      .orderBy('log.id')
      .execute();
  }
}

const rowsOf = (db: Kysely<Database>) => new OwnedRows(db, 'work_order', COLUMNS);

async function log(
  db: Kysely<Database>,
  { id, state }: WorkOrderRow,
  step: Omit<Insertable<WorkOrderLogTable>, 'work_order_id' | 'to_state' | 'photos'>,
  photos: readonly string[],
): Promise<void> {
  await db
    .insertInto('work_order_log')
    .values({ ...step, work_order_id: id, to_state: state, photos: JSON.stringify(photos) })
    .execute();
}
