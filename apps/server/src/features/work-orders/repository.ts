import type { BodyOf, QueryOf, WorkOrder, workOrders, WorkOrderStateCode } from '@farm3d/api';
import { sql, type Insertable, type Kysely, type Selection } from 'kysely';
import { platformNow } from '../../platform/clock.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';
import type { Following, KeyColumn } from '../../platform/storage/keyset.ts';
import { containsText, OwnedRows, type Narrow, type Page } from '../../platform/storage/owned-rows.ts';
import { peopleNames } from '../../platform/storage/people-names.ts';
import type { Database } from '../../platform/storage/schema.ts';
import { checkedList } from './checklist.ts';
import type { Material } from './tables.ts';

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
  'checklist',
  'parts',
  'materials',
  'needs_signature as needsSignature',
  'signature',
  'deadline',
  'created_by as createBy',
  'version',
  'created_at as createTime',
  'updated_at as updateTime',
] as const;

export type WorkOrderRow = Selection<Database, 'work_order', (typeof COLUMNS)[number]>;
export type WorkOrderStepRow = Awaited<ReturnType<WorkOrderRepository['log']>>[number];

/** Columns of a request; undefined leaves the value as it is. */
type WorkOrderValues = Omit<BodyOf<typeof workOrders.update>, 'id' | 'photos' | 'materials'>;

/** Uploads that a step adds. */
export interface Uploads {
  readonly photos: readonly string[];
  readonly materials: readonly Material[];
}
/** Who takes a step; null: the platform. */
interface Maker {
  readonly organisationId: string;
  readonly userId: string | null;
}

const json = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

const columnsOf = ({
  title,
  content,
  priority,
  deviceId,
  sceneId,
  assignee,
  deadline,
  ...rest
}: WorkOrderValues) => ({
  title,
  content,
  priority,
  device_id: deviceId,
  scene_id: sceneId,
  assignee,
  deadline,
  parts: json(rest.parts),
  needs_signature: rest.needsSignature,
});

const SORT_COLUMNS = {
  createTime: { sql: 'created_at', type: 'timestamptz' },
  // One without a deadline is due the latest.
  deadline: { sql: "coalesce(deadline, 'infinity')", type: 'timestamptz' },
  priority: { sql: 'array_position(enum_range(null::work_order_priority), priority)', type: 'bigint' },
} as const satisfies Record<string, KeyColumn>;

/** Allowed transitions of a work order. */
const TRANSITIONS: Readonly<Record<WorkOrderStateCode, readonly WorkOrderStateCode[]>> = {
  '0': ['1', '3'],
  '1': ['0', '2', '3'],
  '2': ['1', '3'],
  '3': [],
};
const DONE: WorkOrderStateCode = '2';

/** Why a step was not taken. */
export type StepRefusal = 'missing' | 'stale' | 'state' | 'checklist' | 'signature';

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
  ): Promise<Following<WorkOrderRow> & { total: number }> {
    const { state, deviceId, sceneId, assignee, title, priority } = filter;
    if ([deviceId, sceneId, assignee].some((id) => id !== undefined && !isUuid(id)))
      return { items: [], total: 0, next: null };
    const narrow: Narrow<'work_order'> = (all) => {
      let query = all;
      if (state) query = query.where('state', '=', state);
      if (filter.unfinished) query = query.where('state', 'in', ['0', '1']);
      if (priority) query = query.where('priority', '=', priority);
      if (deviceId) query = query.where('device_id', '=', deviceId);
      if (sceneId) query = query.where('scene_id', '=', sceneId);
      if (assignee) query = query.where('assignee', '=', assignee);
      return title ? query.where(containsText('title', title)) : query;
    };
    const direction = filter.sortOrder === 'ASC' ? 'asc' : 'desc';
    const order = [{ ...SORT_COLUMNS[filter.sortProperty], direction }] as const;
    return rowsOf(this.#db).list(organisationId, page, narrow, order);
  }

  get(organisationId: string, id: string): Promise<WorkOrderRow | undefined> {
    return rowsOf(this.#db).get(organisationId, id);
  }

  async create(
    maker: Maker & { readonly userId: string },
    {
      source,
      sourceId,
      ...values
    }: WorkOrderValues & {
      title: string;
      source: WorkOrder['source'];
      sourceId?: string;
    },
    { photos, materials }: Uploads,
  ): Promise<WorkOrderRow> {
    return this.#db.transaction().execute(async (transaction) => {
      const known = await takenBefore(transaction, maker, values.requestKey);
      if (known) return known;
      const row = await rowsOf(transaction).create(maker.organisationId, {
        ...columnsOf(values),
        title: values.title,
        source,
        source_id: sourceId ?? null,
        checklist: json(await checklistOf(transaction, maker, values, [])),
        photos: json(photos),
        materials: json(materials),
        created_by: maker.userId,
      });
      await log(transaction, row, stepOf(maker, values, { action: 'create', from_state: null }), photos);
      return row;
    });
  }

  /** Adds the uploads. A step that was taken before (its `requestKey`) is not taken again. */
  async update(
    maker: Maker,
    { id, ...values }: WorkOrderValues & { id: string },
    uploads: Uploads,
  ): Promise<WorkOrderRow | StepRefusal> {
    return this.#db.transaction().execute(async (transaction) => {
      const known = await takenBefore(transaction, maker, values.requestKey);
      if (known) return known;
      const orders = rowsOf(transaction);
      const before = await orders.get(maker.organisationId, id, true);
      if (!before) return 'missing';
      const state = values.state ?? before.state;
      if (state !== before.state && !TRANSITIONS[before.state].includes(state)) return 'state';
      const checklist = await checklistOf(transaction, maker, values, before.checklist);
      const isDone = state === DONE && before.state !== DONE;
      if (isDone && (checklist ?? before.checklist).some(({ done }) => !done)) return 'checklist';
      const needsSignature = values.needsSignature ?? before.needsSignature;
      if (isDone && needsSignature && !before.signature && !values.signature) return 'signature';
      // An order that is sent back whole contains its stored images and files.
      const photos = uploads.photos.filter((photo) => !before.photos.includes(photo));
      const materials = uploads.materials.filter(({ path }) =>
        before.materials.every((one) => one.path !== path),
      );
      const row = await orders.update(
        maker.organisationId,
        id,
        {
          ...columnsOf(values),
          state,
          checklist: json(checklist),
          signature: values.signature && JSON.stringify({ ...values.signature, at: platformNow() }),
          photos: JSON.stringify([...before.photos, ...photos]),
          materials: JSON.stringify([...before.materials, ...materials]),
        },
        values.version,
      );
      if (row === 'missing' || row === 'stale') return row;
      const action = state === before.state ? 'edit' : 'state';
      await log(transaction, row, stepOf(maker, values, { action, from_state: before.state }), photos);
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
        'log.place',
        'log.user_id as userId',
        'app_user.username',
        'log.at as createTime',
      ])
      .where('work_order_id', '=', workOrderId)
      .orderBy('log.id')
      .execute();
  }

  /** Names in a printed order; none of a device that has become another organisation's. */
  async names(organisationId: string, { assignee, createBy, deviceId, sceneId }: WorkOrderRow) {
    const people = await peopleNames(this.#db, [assignee, createBy]);
    const nameIn = async (table: 'device' | 'scene', id: string | null): Promise<string | null> => {
      if (id === null) return null;
      const row = await this.#db
        .selectFrom(table)
        .select('name')
        .where('id', '=', id)
        .where('organisation_id', '=', organisationId)
        .executeTakeFirst();
      return row?.name ?? null;
    };
    return {
      assignee: people.get(assignee ?? '') ?? null,
      createBy: people.get(createBy ?? '') ?? null,
      device: await nameIn('device', deviceId),
      scene: await nameIn('scene', sceneId),
    };
  }
}

const rowsOf = (db: Kysely<Database>) => new OwnedRows(db, 'work_order', COLUMNS);

/** The order of a step that this person sent before; what is sent twice at once waits for the first. */
async function takenBefore(
  db: Kysely<Database>,
  { organisationId, userId }: Maker,
  key: string | undefined,
): Promise<WorkOrderRow | undefined> {
  if (key === undefined) return undefined;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${userId ?? ''} ${key}`}, 44))`.execute(db);
  const step = await db
    .selectFrom('work_order_log')
    .select('work_order_id')
    .where('user_id', '=', userId)
    .where('request_key', '=', key)
    .executeTakeFirst();
  return step && rowsOf(db).get(organisationId, step.work_order_id);
}

async function checklistOf(
  db: Kysely<Database>,
  { userId }: Maker,
  { checklist }: WorkOrderValues,
  before: WorkOrderRow['checklist'],
): Promise<WorkOrderRow['checklist'] | undefined> {
  if (!checklist) return undefined;
  const name = (await peopleNames(db, [userId])).get(userId ?? '') ?? '';
  return checkedList(checklist, before, { name, at: platformNow() });
}

type Step = Omit<Insertable<Database['work_order_log']>, 'work_order_id' | 'to_state' | 'photos'>;

const stepOf = (
  { userId }: Maker,
  { note, place, requestKey }: WorkOrderValues,
  step: Pick<Step, 'action' | 'from_state'>,
): Step => ({
  ...step,
  note: note ?? '',
  place: place ? JSON.stringify(place) : null,
  request_key: requestKey ?? null,
  user_id: userId,
});

async function log(
  db: Kysely<Database>,
  { id, state }: WorkOrderRow,
  step: Step,
  photos: readonly string[],
): Promise<void> {
  await db
    .insertInto('work_order_log')
    .values({ ...step, work_order_id: id, to_state: state, photos: JSON.stringify(photos) })
    .execute();
}
