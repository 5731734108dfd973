import * as v from 'valibot';
import type { WorkOrder, WorkOrderPatch, WorkOrderState, WorkOrderStep } from '../domain/work-order.ts';
import { codeSchema, instantSchema, optionalTextSchema, parseWire, textSchema } from './codes.ts';

const STATES = ['open', 'processing', 'done', 'closed'] as const satisfies readonly WorkOrderState[];

const stateSchema = v.pipe(
  codeSchema,
  v.picklist(['0', '1', '2', '3']),
  v.transform((code): WorkOrderState => STATES[Number(code)] ?? 'open'),
);

export function encodeWorkOrderState(state: WorkOrderState): string {
  return String(STATES.indexOf(state));
}

export const orderSchema = v.looseObject({
  id: v.string(),
  title: v.string(),
  content: textSchema,
  state: stateSchema,
  source: v.picklist(['manual', 'alarm', 'linkage']),
  deviceId: optionalTextSchema,
  sceneId: optionalTextSchema,
  assignee: optionalTextSchema,
  photos: v.array(v.string()),
  deadline: instantSchema,
  createBy: optionalTextSchema,
  version: v.number(),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeWorkOrder(value: unknown): WorkOrder {
  const wire = parseWire(orderSchema, value);
  return {
    id: wire.id,
    title: wire.title,
    content: wire.content,
    state: wire.state,
    source: wire.source,
    deviceId: wire.deviceId,
    sceneId: wire.sceneId,
    assignee: wire.assignee,
    photos: wire.photos,
    deadline: wire.deadline,
    createdBy: wire.createBy,
    version: wire.version,
  };
}

/** Only the fields present are sent: the server keeps the others. */
export function encodeWorkOrder({ state, deadline, ...same }: WorkOrderPatch): Record<string, unknown> {
  return {
    ...same,
    ...(state === undefined ? {} : { state: encodeWorkOrderState(state) }),
    ...(deadline === undefined
      ? {}
      : { deadline: deadline === null ? null : new Date(deadline).toISOString() }),
  };
}

export const stepSchema = v.looseObject({
  id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  action: v.string(),
  fromState: v.nullish(stateSchema, null),
  toState: stateSchema,
  note: textSchema,
  photos: v.array(v.string()),
  username: optionalTextSchema,
  createTime: instantSchema,
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeWorkOrderStep(value: unknown): WorkOrderStep {
  const wire = parseWire(stepSchema, value);
  return {
    id: wire.id,
    action: wire.action,
    from: wire.fromState,
    to: wire.toState,
    note: wire.note,
    photos: wire.photos,
    username: wire.username,
    at: wire.createTime ?? 0,
  };
}
