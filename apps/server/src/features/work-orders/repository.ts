import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Database } from '../../platform/storage/schema.ts';
import type { WorkOrderLogTable, WorkOrderTable } from '../../platform/storage/tables/desk.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';

export type WorkOrderRow = Selectable<WorkOrderTable>;
export type WorkOrderLogRow = Selectable<WorkOrderLogTable> & { username: string | null };
export type WorkOrderState = WorkOrderRow['state'];

/** '0' open, '1' in progress, '2' done, '3' closed: from where one may come to where. */
const TRANSITIONS: Readonly<Record<WorkOrderState, readonly WorkOrderState[]>> = {
  '0': ['1', '3'],
  '1': ['0', '2', '3'],
  '2': ['1', '3'],
  '3': [],
};

export function canBecome(from: WorkOrderState, to: WorkOrderState): boolean {
  return from === to || TRANSITIONS[from].includes(to);
}

/** Columns that a user writes; undefined leaves the value as it is. */
export interface WorkOrderValues {
  title?: string | undefined;
  content?: string | undefined;
  device_id?: string | null | undefined;
  scene_id?: string | null | undefined;
  assignee?: string | null | undefined;
  deadline?: Date | null | undefined;
}

export interface WorkOrderStep {
  readonly state?: WorkOrderState | undefined;
  readonly note?: string | undefined;
  /** Added to those that are there. */
  readonly photos?: readonly string[] | undefined;
}

const present = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

/** Work orders of one organisation; each step writes the order and its log in one transaction. */
export class WorkOrderRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async list(
    organisationId: string,
    filter: { state?: WorkOrderState | undefined; deviceId?: string | undefined; name?: string | undefined },
    page: { offset: number; limit: number },
  ): Promise<{ items: WorkOrderRow[]; total: number }> {
    if (filter.deviceId !== undefined && !isUuid(filter.deviceId)) return { items: [], total: 0 };
    let query = this.#db.selectFrom('work_order').where('organisation_id', '=', organisationId);
    if (filter.state) query = query.where('state', '=', filter.state);
    if (filter.deviceId) query = query.where('device_id', '=', filter.deviceId);
    if (filter.name) query = query.where(sql<boolean>`position(lower(${filter.name}) in lower(title)) > 0`);
    const [items, counted] = await Promise.all([
      query
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(page.offset)
        .limit(page.limit)
        .execute(),
      query.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirst(),
    ]);
    return { items, total: Number(counted?.total ?? 0) };
  }

  async get(organisationId: string, id: string): Promise<WorkOrderRow | undefined> {
    if (!isUuid(id)) return undefined;
    return this.#db
      .selectFrom('work_order')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  async create(
    organisationId: string,
    userId: string,
    values: WorkOrderValues & { title: string },
    photos: readonly string[],
  ): Promise<WorkOrderRow> {
    return this.#db.transaction().execute(async (transaction) => {
      const row = await transaction
        .insertInto('work_order')
        .values({
          ...present(values),
          title: values.title,
          photos: JSON.stringify(photos),
          organisation_id: organisationId,
          created_by: userId,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await log(transaction, row, { action: 'create', from: null, note: '', photos, userId });
      return row;
    });
  }

  /** 'refused' when the order cannot come from its state to the wanted one. */
  async update(
    organisationId: string,
    userId: string,
    id: string,
    values: WorkOrderValues,
    step: WorkOrderStep,
  ): Promise<WorkOrderRow | 'missing' | 'refused'> {
    return this.#db.transaction().execute(async (transaction) => {
      const before = await transaction
        .selectFrom('work_order')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!before) return 'missing';
      const state = step.state ?? before.state;
      if (!canBecome(before.state, state)) return 'refused';
      // An order that is sent back whole carries those that it has.
      const added = (step.photos ?? []).filter((photo) => !before.photos.includes(photo));
      const row = await transaction
        .updateTable('work_order')
        .set({
          ...present(values),
          state,
          photos: JSON.stringify([...before.photos, ...added]),
          version: sql<number>`version + 1`,
          updated_at: sql<Date>`now()`,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const action = state === before.state ? 'edit' : 'state';
      await log(transaction, row, {
        action,
        from: before.state,
        note: step.note ?? '',
        photos: added,
        userId,
      });
      return row;
    });
  }

  /** Oldest first. */
  async log(workOrderId: string): Promise<WorkOrderLogRow[]> {
    return this.#db
      .selectFrom('work_order_log')
      .leftJoin('app_user', 'app_user.id', 'work_order_log.user_id')
      .selectAll('work_order_log')
      .select('app_user.username')
      .where('work_order_id', '=', workOrderId)
      .orderBy('work_order_log.id')
      .execute();
  }
}

async function log(
  transaction: Transaction<Database>,
  row: WorkOrderRow,
  step: {
    action: string;
    from: string | null;
    note: string;
    photos: readonly string[];
    userId: string;
  },
): Promise<void> {
  await transaction
    .insertInto('work_order_log')
    .values({
      work_order_id: row.id,
      action: step.action,
      from_state: step.from,
      to_state: row.state,
      note: step.note,
      photos: JSON.stringify(step.photos),
      user_id: step.userId,
    })
    .execute();
}

export function workOrderToWire(row: WorkOrderRow): Record<string, unknown> {
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    state: row.state,
    source: row.source,
    sourceId: row.source_id,
    deviceId: row.device_id,
    sceneId: row.scene_id,
    assignee: row.assignee,
    photos: row.photos,
    deadline: row.deadline?.toISOString() ?? null,
    createBy: row.created_by,
    version: row.version,
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at.toISOString(),
  };
}

export function workOrderLogToWire(row: WorkOrderLogRow): Record<string, unknown> {
  return {
    id: row.id,
    workOrderId: row.work_order_id,
    action: row.action,
    fromState: row.from_state,
    toState: row.to_state,
    note: row.note,
    photos: row.photos,
    userId: row.user_id,
    username: row.username,
    createTime: row.at.toISOString(),
  };
}
