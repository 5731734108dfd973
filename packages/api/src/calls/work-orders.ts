import * as v from 'valibot';
import { codeSchema, instantSchema, optionalTextSchema, textSchema } from '../wire/codes.ts';
import { call, growingListOf, listOf } from './call.ts';
import {
  optionalQueryFlag,
  optionalQueryText,
  cursorEntries,
  photosSchema,
  requiredText,
  timeZone,
  uuid,
} from './inputs.ts';
import { described } from './parameters.ts';
import { place, spareParts, WORK_ORDER_PRIORITIES as PRIORITIES } from './work-order-parts.ts';

const STATES = ['open', 'processing', 'done', 'closed'] as const;
/** Codes of the specification. */
const STATE_CODES = ['0', '1', '2', '3'] as const;

const SOURCES = ['manual', 'alarm', 'linkage', 'advice', 'schedule'] as const;

export type WorkOrderState = (typeof STATES)[number];
export type WorkOrderStateCode = (typeof STATE_CODES)[number];

const encodeState = (state: WorkOrderState | undefined): WorkOrderStateCode | undefined =>
  state && STATE_CODES[STATES.indexOf(state)];

const stateCode = v.pipe(codeSchema, v.picklist(STATE_CODES));
const state = v.pipe(
  stateCode,
  v.transform((code): WorkOrderState => STATES[Number(code)] ?? 'open'),
);

/** A task on the farm. */
const workOrder = v.pipe(
  v.object({
    id: v.string(),
    title: v.string(),
    content: textSchema,
    state,
    priority: v.picklist(PRIORITIES),
    source: v.picklist(SOURCES),
    /** What is to be done, one by one; an order is done when all of it is. */
    checklist: v.array(
      v.object({
        text: v.string(),
        done: v.boolean(),
        /** Name of who did it. */
        by: v.nullable(v.string()),
        /** Epoch milliseconds. */
        at: v.nullable(v.number()),
      }),
    ),
    parts: spareParts,
    /** Proof materials, files of any kind; `path` is an address that opens one for about an hour. */
    materials: v.array(v.object({ path: v.string(), name: v.string() })),
    /** Whether the order is done only with a signature. */
    needsSignature: v.boolean(),
    signature: v.nullable(v.object({ image: v.string(), name: v.string(), at: v.number() })),
    deviceId: optionalTextSchema,
    sceneId: optionalTextSchema,
    /** Id of the assigned user. */
    assignee: optionalTextSchema,
    photos: v.array(v.string()),
    /** Epoch milliseconds. */
    deadline: instantSchema,
    createBy: optionalTextSchema,
    createTime: instantSchema,
    version: v.number(),
  }),
  v.transform(({ createBy, createTime, ...order }) => ({
    ...order,
    createdBy: createBy,
    /** Epoch milliseconds. */
    createdAt: createTime ?? 0,
  })),
);

/** One step of a work order. */
const step = v.pipe(
  v.object({
    id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
    action: v.string(),
    fromState: v.nullish(state, null),
    toState: state,
    note: textSchema,
    photos: v.array(v.string()),
    /** Where it was taken, as far as the device of the person knew. */
    place: v.nullable(place),
    username: optionalTextSchema,
    createTime: instantSchema,
  }),
  v.transform(({ fromState, toState, createTime, ...same }) => ({
    ...same,
    from: fromState,
    to: toState,
    /** Epoch milliseconds. */
    at: createTime ?? 0,
  })),
);

export type WorkOrder = v.InferOutput<typeof workOrder>;
export type WorkOrderStep = v.InferOutput<typeof step>;

const title = v.pipe(
  v.string('workOrder.title.required'),
  v.trim(),
  v.nonEmpty('workOrder.title.required'),
  v.maxLength(64, 'field.tooLong'),
);
const text = v.optional(v.pipe(v.string(), v.maxLength(4000, 'field.tooLong')));
const reference = v.optional(v.nullable(uuid));

const writable = {
  /** Default of a new order: 'normal'. */
  priority: v.optional(v.picklist(PRIORITIES)),
  content: text,
  deviceId: reference,
  sceneId: reference,
  assignee: reference,
  deadline: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.isoTimestamp(),
        v.transform((instant) => new Date(instant)),
      ),
    ),
  ),
  /** Added to the stored ones. */
  photos: v.optional(photosSchema),
  /** All of it; who did what and when is recorded when `done` becomes true. */
  checklist: v.optional(
    v.pipe(
      v.array(v.object({ text: requiredText(200), done: v.optional(v.boolean(), false) })),
      v.maxLength(50, 'field.tooLong'),
    ),
  ),
  parts: v.optional(spareParts),
  /** Addresses of uploaded files, added to the stored ones. */
  materials: v.optional(photosSchema),
  needsSignature: v.optional(v.boolean()),
  place: v.optional(v.nullable(place)),
  /** Made up by the sender: what is sent again with the same one is done once. */
  requestKey: v.optional(uuid),
};

const draft = v.object({
  ...writable,
  /** May be left out with a template. */
  title: v.optional(title),
  /** Gives what is left out. */
  templateId: v.optional(uuid),
  /** 'advice': made of an advice that the platform gave. */
  source: v.optional(v.picklist(['manual', 'advice']), 'manual'),
});
const patch = v.object({
  ...writable,
  id: uuid,
  title: v.optional(title),
  state: v.optional(stateCode),
  note: text,
  /** Image of a signature, with the name of who signed. */
  signature: v.optional(
    v.object({ image: v.pipe(v.string(), v.nonEmpty(), v.maxLength(2048)), name: requiredText(64) }),
  ),
  /** That of the order that was changed; without it, whoever saves last wins. */
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

/** The body of the call, with instants as epoch milliseconds. */
type Written<Body> = Omit<Body, 'id' | 'state' | 'deadline'> & { deadline?: number | null };
export type WorkOrderDraft = Written<v.InferInput<typeof draft>>;
/** Omitted members keep their value. Transitions: open, processing, done, closed, and back. */
export type WorkOrderPatch = Written<v.InferInput<typeof patch>> & { state?: WorkOrderState };

function encode({ deadline, ...same }: WorkOrderDraft | WorkOrderPatch): object {
  if (deadline === undefined) return same;
  return { ...same, deadline: deadline === null ? null : new Date(deadline).toISOString() };
}

const list = v.object({
  ...cursorEntries,
  state: v.optional(v.picklist(['', ...STATE_CODES])),
  /** Only those that are open or in progress. */
  unfinished: optionalQueryFlag,
  deviceId: optionalQueryText,
  sceneId: described(optionalQueryText, { zh: '场景 id', en: 'Id of a scene' }),
  assignee: optionalQueryText,
  title: optionalQueryText,
  priority: described(v.optional(v.picklist(PRIORITIES)), { zh: '优先级', en: 'Priority' }),
  sortProperty: v.optional(v.picklist(['createTime', 'deadline', 'priority']), 'createTime'),
  sortOrder: v.optional(v.picklist(['ASC', 'DESC']), 'DESC'),
});

export type WorkOrderQuery = Omit<v.InferInput<typeof list>, 'state' | 'unfinished'> & {
  state?: WorkOrderState;
  unfinished?: boolean;
};

export const workOrders = {
  list: call({
    method: 'GET',
    path: '/workorder/list',
    summary: { zh: '工单列表，默认新的在前', en: 'Lists work orders, by default the newest first' },
    query: list,
    answer: growingListOf(workOrder),
    send: (query?: WorkOrderQuery) => ({
      query: {
        ...query,
        state: encodeState(query?.state),
        unfinished: query?.unfinished ? '1' : undefined,
      },
    }),
  }),
  get: call({
    method: 'GET',
    path: '/workorder/{id}',
    summary: { zh: '工单详情', en: 'A work order' },
    answer: workOrder,
  }),
  create: call({
    method: 'POST',
    path: '/workorder',
    right: 'work-orders',
    audit: 'create',
    summary: { zh: '新建工单', en: 'Makes a work order' },
    body: draft,
    answer: workOrder,
    send: (order: WorkOrderDraft) => ({ body: encode(order) }),
  }),
  /**
   * Merges.
   * @throws {ApiError} 409 when the transition is not allowed, or `version` is stale
   */
  update: call({
    method: 'PUT',
    path: '/workorder',
    right: 'work-orders',
    audit: 'update',
    summary: { zh: '修改工单或推进其状态', en: 'Changes a work order or takes it to its next state' },
    body: patch,
    answer: workOrder,
    send: (id: string, { state: to, ...order }: WorkOrderPatch) => ({
      body: { ...encode(order), id, state: encodeState(to) },
    }),
  }),
  /** The order with its steps, as a document in the language of the caller. */
  pdf: call({
    method: 'GET',
    path: '/workorder/{id}/pdf',
    origin: 'own',
    form: 'binary',
    summary: { zh: '工单的 PDF 文档', en: 'A work order as a PDF document' },
    query: v.object({ timeZone: v.optional(timeZone, 'Asia/Shanghai') }),
    send: (id: string, zone?: string) => ({ path: { id }, query: { timeZone: zone } }),
  }),
  /** All steps, oldest first. */
  log: call({
    method: 'GET',
    path: '/workorder/log/list',
    summary: { zh: '工单的处理记录', en: 'The steps of a work order' },
    query: v.object({ workOrderId: v.pipe(v.string(), v.nonEmpty()) }),
    answer: listOf(step),
    send: (workOrderId: string) => ({ query: { workOrderId } }),
  }),
};
