import type { SparePart, StepPlace, WorkOrder, WorkOrderRule, WorkOrderStateCode } from '@farm3d/api';
import type { ColumnType, Generated } from 'kysely';
import type { DefaultInstant, OptionalInstant } from '../../platform/storage/schema.ts';

/** jsonb is written as text (JSON.stringify) and read as a value. */
type Json<T> = ColumnType<T, string | undefined, string>;

/** One thing to do; `by` and `at` of who did it. */
export type CheckItem = WorkOrder['checklist'][number];
/** A stored proof: the path of an uploaded file. */
export type Material = WorkOrder['materials'][number];

interface WorkOrderTable {
  id: Generated<string>;
  organisation_id: string;
  title: string;
  content: Generated<string>;
  state: Generated<WorkOrderStateCode>;
  priority: Generated<WorkOrder['priority']>;
  source: Generated<WorkOrder['source']>;
  source_id: string | null;
  device_id: string | null;
  scene_id: string | null;
  assignee: string | null;
  photos: Json<string[]>;
  checklist: Json<CheckItem[]>;
  parts: Json<SparePart[]>;
  materials: Json<Material[]>;
  needs_signature: Generated<boolean>;
  signature: ColumnType<WorkOrder['signature'], string | undefined, string>;
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
  photos: Json<string[]>;
  place: ColumnType<StepPlace | null, string | null | undefined, string | null>;
  request_key: string | null;
  user_id: string | null;
  at: DefaultInstant;
}

interface WorkOrderTemplateTable {
  id: Generated<string>;
  organisation_id: string;
  name: string;
  title: string;
  content: string;
  priority: WorkOrder['priority'];
  checklist: Json<string[]>;
  parts: Json<SparePart[]>;
  needs_signature: boolean;
  due_hours: number | null;
  version: Generated<number>;
  created_at: DefaultInstant;
  updated_at: DefaultInstant;
}

interface WorkOrderScheduleTable {
  id: Generated<string>;
  organisation_id: string;
  template_id: string;
  device_id: string | null;
  scene_id: string | null;
  assignee: string | null;
  rule: Json<WorkOrderRule>;
  enabled: boolean;
  next_at: OptionalInstant;
  next_hours: number | null;
  made: Generated<number>;
  version: Generated<number>;
  created_at: DefaultInstant;
  updated_at: DefaultInstant;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    work_order: WorkOrderTable;
    work_order_log: WorkOrderLogTable;
    work_order_template: WorkOrderTemplateTable;
    work_order_schedule: WorkOrderScheduleTable;
  }
}
