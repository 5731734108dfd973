import type { BodyOf, workOrderPlans } from '@farm3d/api';
import { sql, type Kysely, type Selection } from 'kysely';
import { platformNow } from '../../platform/clock.ts';
import { OwnedRows } from '../../platform/storage/owned-rows.ts';
import type { Database } from '../../platform/storage/schema.ts';
import { nextInstant } from './next-instant.ts';

const TEMPLATE = [
  'id',
  'name',
  'title',
  'content',
  'priority',
  'checklist',
  'parts',
  'needs_signature as needsSignature',
  'due_hours as dueHours',
] as const;
const SCHEDULE = [
  'id',
  'template_id as templateId',
  'device_id as deviceId',
  'scene_id as sceneId',
  'assignee',
  'rule',
  'enabled',
  'next_at as nextTime',
  'next_hours as nextHours',
  'made',
] as const;
/** Of each kind in an organisation. */
const MAX_PLANS = 500;

type TemplateRow = Selection<Database, 'work_order_template', (typeof TEMPLATE)[number]>;
type ScheduleRow = Selection<Database, 'work_order_schedule', (typeof SCHEDULE)[number]>;
type ScheduleBody = BodyOf<typeof workOrderPlans.addSchedule>;

const templateColumns = (body: BodyOf<typeof workOrderPlans.addTemplate>) => ({
  name: body.name,
  title: body.title,
  content: body.content,
  priority: body.priority,
  checklist: JSON.stringify(body.checklist),
  parts: JSON.stringify(body.parts),
  needs_signature: body.needsSignature,
  due_hours: body.dueHours,
});

/** Templates of work orders, and the schedules that make orders of them. */
export class WorkOrderPlanRepository {
  readonly #db: Kysely<Database>;
  readonly #templates;
  readonly #schedules;

  constructor(db: Kysely<Database>) {
    this.#db = db;
    this.#templates = new OwnedRows(db, 'work_order_template', TEMPLATE);
    this.#schedules = new OwnedRows(db, 'work_order_schedule', SCHEDULE);
  }

  templates(organisationId: string) {
    const page = { offset: 0, limit: MAX_PLANS };
    return this.#templates.list(organisationId, page, undefined, [{ sql: 'name', type: 'text' }]);
  }

  template(organisationId: string, id: string): Promise<TemplateRow | undefined> {
    return this.#templates.get(organisationId, id);
  }

  addTemplate(organisationId: string, body: BodyOf<typeof workOrderPlans.addTemplate>): Promise<TemplateRow> {
    return this.#templates.create(organisationId, templateColumns(body));
  }

  /** Undefined when there is no such template. */
  async setTemplate(
    organisationId: string,
    id: string,
    body: BodyOf<typeof workOrderPlans.addTemplate>,
  ): Promise<TemplateRow | undefined> {
    const row = await this.#templates.update(organisationId, id, templateColumns(body));
    return typeof row === 'string' ? undefined : row;
  }

  removeTemplate(organisationId: string, id: string): Promise<boolean> {
    return this.#templates.remove(organisationId, id);
  }

  schedules(organisationId: string) {
    return this.#schedules.list(organisationId, { offset: 0, limit: MAX_PLANS });
  }

  schedule(organisationId: string, id: string): Promise<ScheduleRow | undefined> {
    return this.#schedules.get(organisationId, id);
  }

  /** Hours that a device has run, as it reported them last; null: it did not. */
  async hoursRun(organisationId: string, deviceId: string, key: string): Promise<number | null> {
    const { rows } = await sql<{ value: number }>`select (l.value #>> '{}')::float8 as value from ts_latest l
      join device d on d.key = l.device where d.organisation_id = ${organisationId} and d.id = ${deviceId}
        and l.key = ${key} and jsonb_typeof(l.value) = 'number'`.execute(this.#db);
    return rows[0]?.value ?? null;
  }

  /** @param hours run so far, of a rule by hours */
  addSchedule(organisationId: string, body: ScheduleBody, hours: number | null): Promise<ScheduleRow> {
    const { rule } = body;
    return this.#schedules.create(organisationId, {
      template_id: body.templateId,
      device_id: body.deviceId,
      scene_id: body.sceneId,
      assignee: body.assignee,
      enabled: body.enabled,
      rule: JSON.stringify(rule),
      next_at: rule.kind === 'calendar' ? new Date(nextInstant(rule, platformNow())) : null,
      next_hours: hours === null ? null : hours + rule.every,
    });
  }

  /** Undefined when there is no such schedule. Missed times are passed over. */
  async switchSchedule(
    organisationId: string,
    id: string,
    enabled: boolean,
  ): Promise<ScheduleRow | undefined> {
    const before = await this.schedule(organisationId, id);
    if (!before) return undefined;
    const { rule } = before;
    const next = rule.kind === 'calendar' ? { next_at: new Date(nextInstant(rule, platformNow())) } : {};
    const row = await this.#schedules.update(organisationId, id, { enabled, ...next });
    return typeof row === 'string' ? undefined : row;
  }

  removeSchedule(organisationId: string, id: string): Promise<boolean> {
    return this.#schedules.remove(organisationId, id);
  }
}
